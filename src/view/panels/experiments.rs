//! The papers' experiments: run one, read its tables beside the paper's, open what was run.

use super::widgets::{quiet, section, wrapped};
use crate::report::{Column, Experiment, Figure, Report, Row, Settings, Table, Value};
use crate::view::experiments::{ExperimentIntent, Experiments};
use crate::view::intent::{FileIntent, Intent};
use bevy::prelude::Resource;
use bevy_egui::egui::{self, Color32, RichText, Ui};

/// What is set in the window with the experiments.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct ExperimentsPanel {
    /// Whether it is shown.
    pub open: bool,
    selected: usize,
    settings: Settings,
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
                    Some(Ok(report)) => show_report(ui, report, &mut wanted),
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
            let intent = ExperimentIntent::Run(panel.selected, panel.settings.clone());
            wanted.push(Intent::Experiment(intent));
        }
        ui.checkbox(&mut panel.settings.quick, "quick").on_hover_text("Only a small sample");
        ui.label("seed");
        ui.add(egui::DragValue::new(&mut panel.settings.seed))
            .on_hover_text("What all random draws start from");
        if let Some((place, progress)) = running {
            if ui.button("Cancel").on_hover_text("Stops the one that is running").clicked() {
                wanted.push(Intent::Experiment(ExperimentIntent::Cancel));
            }
            let name = experiments.list.get(place).map_or("", |e| e.name);
            let ((done, total), message) = (progress.steps(), progress.message());
            let text = format!("{name}: {done} of {total}, {message}");
            ui.add(egui::ProgressBar::new(progress.fraction()).text(text));
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
        for column in &table.columns {
            ui.label(RichText::new(&column.name).strong());
        }
        ui.end_row();
        for row in &table.rows {
            ui.label(&row.label);
            for (column, figure) in table.columns.iter().zip(&row.figures) {
                show_figure(ui, column, figure);
            }
            open_buttons(ui, row, wanted);
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

/// One button per scenario that was run for a row.
fn open_buttons(ui: &mut Ui, row: &Row, wanted: &mut Vec<Intent>) {
    ui.horizontal(|ui| {
        for scenario in &row.scenarios {
            let name = scenario.title.split(',').next().unwrap_or_default();
            let doc = format!("Opens {:?} as it was run", scenario.title);
            if ui.small_button(format!("Open {name}")).on_hover_text(doc).clicked() {
                wanted.push(Intent::File(FileIntent::OpenGiven(scenario.clone())));
            }
        }
    });
}
