//! The papers' experiments: run one, read its tables beside the paper's, open what was run.

use super::report_pictures::ReportPictures;
use super::widgets::{quiet, section, wrapped};
use crate::report::{Column, Experiment, Figure, Report, Row, Settings, Table, Value};
use crate::scenario::{MAP_FOLDER, Scenario};
use crate::view::document::intent::{FileIntent, Intent};
use crate::view::panels::experiment_runs::{ExperimentIntent, Experiments};
use bevy::prelude::Resource;
use bevy_egui::egui::{self, Color32, RichText, Ui};
use std::sync::Arc;

/// What is set in the window with the experiments. Lasts as long as the program runs.
#[derive(Resource)]
pub struct ExperimentsPanel {
    /// Whether it is shown.
    pub open: bool,
    /// The folder with the maps, as it was typed or chosen; empty for that of the environment.
    pub maps: String,
    selected: usize,
    seed: u64,
    quick: bool,
    /// Whether `repetitions` counts instead of the experiment's own number.
    repeats: bool,
    repetitions: u32,
    pictures: ReportPictures,
}

impl Default for ExperimentsPanel {
    fn default() -> Self {
        let Settings { seed, quick, .. } = Settings::default();
        Self {
            open: false,
            maps: String::new(),
            selected: 0,
            seed,
            quick,
            repeats: false,
            repetitions: 10,
            pictures: ReportPictures::default(),
        }
    }
}

impl ExperimentsPanel {
    /// What an experiment is run with.
    fn settings(&self) -> Settings {
        let maps = self.maps.trim();
        Settings {
            seed: self.seed,
            quick: self.quick,
            repetitions: self.repeats.then_some(self.repetitions),
            maps: (!maps.is_empty()).then(|| maps.into()),
        }
    }
}

/// Width of the list, in logical pixels.
const LIST: f32 = 190.0;
/// For what does not match and does not hold: a finding, not a failure.
const FINDING: Color32 = Color32::from_rgb(230, 159, 0);
/// For what matches and holds.
const GOOD: Color32 = Color32::from_rgb(90, 190, 150);

/// Shows the experiments. Returns what is wanted.
pub fn show(ui: &mut Ui, panel: &mut ExperimentsPanel, experiments: &Experiments) -> Vec<Intent> {
    let mut wanted = Vec::new();
    let Some(experiment) = experiments.list.get(panel.selected) else {
        wrapped(ui, quiet("There are no experiments."));
        return wanted;
    };
    ui.horizontal_top(|ui| {
        ui.vertical(|ui| {
            ui.set_width(LIST);
            for (place, entry) in experiments.list.iter().enumerate() {
                let row = ui.selectable_label(place == panel.selected, entry.name);
                if row.on_hover_text(entry.about).clicked() {
                    panel.selected = place;
                }
            }
        });
        ui.separator();
        ui.vertical(|ui| {
            describe(ui, experiment);
            controls(ui, panel, experiments, &mut wanted);
            ui.separator();
            egui::ScrollArea::both().auto_shrink(false).show(ui, |ui| {
                match experiments.results.get(&panel.selected) {
                    Some(Ok(report)) => {
                        show_report(ui, report, &mut wanted);
                        let which = (panel.selected, experiments.finished());
                        show_pictures(ui, which, report, &mut panel.pictures);
                    }
                    Some(Err(text)) => wrapped(ui, RichText::new(text).color(FINDING)),
                    None => wrapped(ui, quiet("Not run yet.")),
                }
            });
        });
    });
    wanted
}

fn describe(ui: &mut Ui, experiment: &Experiment) {
    wrapped(ui, RichText::new(experiment.about).strong());
    wrapped(ui, quiet(experiment.paper));
    ui.add_space(4.0);
}

/// What it is run with, and how far the one that is running has come.
fn controls(
    ui: &mut Ui,
    panel: &mut ExperimentsPanel,
    experiments: &Experiments,
    wanted: &mut Vec<Intent>,
) {
    let running = experiments.running();
    ui.horizontal(|ui| {
        let run = ui.add_enabled(running.is_none(), egui::Button::new("Run"));
        if run.on_hover_text("Runs it in the background").clicked() {
            let intent = ExperimentIntent::Run(panel.selected, panel.settings());
            wanted.push(Intent::Experiment(intent));
        }
        ui.checkbox(&mut panel.quick, "quick").on_hover_text("Only a small sample");
        ui.add_space(8.0);
        let label = ui.label("seed").id;
        ui.add(egui::DragValue::new(&mut panel.seed))
            .labelled_by(label)
            .on_hover_text("What all random draws start from");
        ui.add_space(8.0);
        let doc = "How often everything is repeated. Off: as often as the experiment does by itself, which its report tells";
        ui.checkbox(&mut panel.repeats, "repetitions").on_hover_text(doc);
        let number = egui::DragValue::new(&mut panel.repetitions).range(1..=100_000);
        ui.add_enabled(panel.repeats, number).on_hover_text(doc).on_disabled_hover_text(doc);
    });
    map_folder(ui, panel, wanted);
    if let Some((place, progress)) = running {
        ui.horizontal(|ui| {
            if ui.button("Cancel").on_hover_text("Stops the one that is running").clicked() {
                wanted.push(Intent::Experiment(ExperimentIntent::Cancel));
            }
            let name = experiments.list.get(place).map_or("", |e| e.name);
            let ((done, total), label) = (progress.runs(), progress.label());
            let text = format!("{name}: {done} of {total} runs, {label}");
            ui.add(egui::ProgressBar::new(progress.fraction()).text(text));
        });
    }
}

/// The folder with the maps of the benchmark, for the experiments that need them.
fn map_folder(ui: &mut Ui, panel: &mut ExperimentsPanel, wanted: &mut Vec<Intent>) {
    let doc = "The folder that holds `starcraft` and `direction-maps`, for the experiments that run on maps of the \
               MovingAI benchmark";
    ui.horizontal(|ui| {
        let label = ui.label("map folder").on_hover_text(doc).id;
        let usual = std::env::var(MAP_FOLDER).ok().filter(|folder| !folder.is_empty());
        let hint = usual.unwrap_or_else(|| "holds starcraft and direction-maps".into());
        let field =
            egui::TextEdit::singleline(&mut panel.maps).hint_text(hint).desired_width(300.0);
        ui.add(field).labelled_by(label).on_hover_text(doc);
        let browse = ui.button("Browse…");
        if browse.on_hover_text("Chooses the folder with the maps").clicked() {
            wanted.push(Intent::Experiment(ExperimentIntent::AskMaps));
        }
        let folder = std::path::Path::new(panel.maps.trim());
        if !panel.maps.trim().is_empty() && !folder.is_dir() {
            ui.label(RichText::new("no such folder").color(FINDING));
        }
    });
}

fn show_report(ui: &mut Ui, report: &Report, wanted: &mut Vec<Intent>) {
    let runs = if report.repetitions == 1 { "run" } else { "runs each" };
    let quick = if report.quick { ", a quick sample" } else { "" };
    ui.label(quiet(format!("Seed {}, {} {runs}{quick}.", report.seed, report.repetitions)));
    section(ui, "Claims", "What the paper says, tested here", true, |ui| {
        for claim in &report.claims {
            let (verdict, colour) =
                if claim.holds { ("holds", GOOD) } else { ("does not hold", FINDING) };
            ui.label(RichText::new(verdict).color(colour).strong());
            wrapped(ui, claim.claim.as_str());
            wrapped(ui, quiet(claim.evidence.as_str()));
            ui.add_space(4.0);
        }
    });
    for (place, table) in report.tables.iter().enumerate() {
        let title = match table.cells() {
            0 => table.title.clone(),
            cells => format!("{}: {} of {cells}", table.title, table.matched()),
        };
        let doc = "Ours, and beside it what the paper prints";
        section(ui, &title, doc, place == 0, |ui| show_table(ui, place, table, wanted));
    }
    section(ui, "Notes", "What a reader has to know", true, |ui| {
        for note in &report.notes {
            wrapped(ui, quiet(note.as_str()));
        }
    });
}

fn show_table(ui: &mut Ui, place: usize, table: &Table, wanted: &mut Vec<Intent>) {
    egui::Grid::new(("table", place)).striped(true).spacing([14.0, 3.0]).show(ui, |ui| {
        ui.label(RichText::new(&table.labels).strong());
        ui.label("");
        for column in &table.columns {
            ui.label(RichText::new(&column.name).strong());
        }
        ui.end_row();
        for row in &table.rows {
            ui.label(&row.label);
            open_buttons(ui, row, wanted);
            for (column, figure) in table.columns.iter().zip(&row.figures) {
                show_figure(ui, column, figure);
            }
            ui.end_row();
        }
    });
}

fn show_figure(ui: &mut Ui, column: &Column, figure: &Figure) {
    let mut ours = RichText::new(figure.ours_printed(column.digits)).monospace();
    if figure.matches(column.digits) == Some(false) {
        ours = ours.color(FINDING);
    }
    let mut doc = vec![match &figure.ours {
        Value::Number(number) => format!("Ours: {number}"),
        Value::Word(word) => format!("Ours: {word}"),
    }];
    doc.extend(figure.deviation.map(|d| format!("Standard deviation: {}", column.digits.print(d))));
    doc.extend(figure.paper_printed(column.digits).map(|paper| format!("Paper: {paper}")));
    doc.extend(figure.difference(column.digits).map(|d| format!("Difference: {d}")));
    let doc = doc.join("\n");
    ui.horizontal(|ui| {
        ui.label(ours).on_hover_text(&doc);
        if let Some(paper) = figure.paper_printed(column.digits) {
            ui.label(RichText::new(paper).monospace().weak()).on_hover_text(&doc);
        }
    });
}

fn show_pictures(ui: &mut Ui, which: (usize, u64), report: &Report, shown: &mut ReportPictures) {
    if report.pictures.is_empty() {
        return;
    }
    section(ui, "Pictures", "Charts and maps of this report; a click enlarges one", true, |ui| {
        shown.show(ui, which, &report.pictures);
    });
}

/// What opens the scenarios that were run for a row, each with its title and seed.
fn open_buttons(ui: &mut Ui, row: &Row, wanted: &mut Vec<Intent>) {
    let mut open = |ui: &mut Ui, label: String, scenario: &Arc<Scenario>| {
        if ui.small_button(label).on_hover_text(about(scenario)).clicked() {
            wanted.push(Intent::File(FileIntent::OpenGiven(scenario.clone())));
        }
    };
    match row.scenarios.as_slice() {
        [] => {
            ui.label("");
        }
        [only] => open(ui, format!("Open, seed {}", only.seed), only),
        several => {
            ui.menu_button(format!("Open one of {}…", several.len()), |ui| {
                for scenario in several {
                    open(ui, format!("{}, seed {}", scenario.title, scenario.seed), scenario);
                }
            });
        }
    }
}

/// What is opened: everything that decides how it runs.
fn about(scenario: &Scenario) -> String {
    let teams =
        scenario.teams.iter().map(|team| format!("{}: {}", team.name, team.doctrine.name()));
    let teams: Vec<String> = teams.collect();
    format!(
        "Opens this exactly as it was run:\n{}\nseed {}\n{}\n{}",
        scenario.title,
        scenario.seed,
        scenario.motion.name(),
        teams.join("\n")
    )
}
