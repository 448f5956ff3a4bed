//! The panel of the papers' experiments: runs them, shows their tables beside the paper's, and opens their scenarios.

use super::experiment_runs::{ExperimentIntent, Experiments};
use super::report_pictures::ReportPictures;
use super::widgets::{copyable, fold, quiet, wrapped};
use crate::report::{
    Column, Experiment, Figure, Report, Row, Settings, Table, Value, correction, test_in_words,
};
use crate::scenario::{MAP_FOLDER, Scenario};
use crate::view::document::intent::{FileIntent, Intent};
use crate::words::in_words;
use bevy::prelude::Resource;
use bevy_egui::egui::{self, Color32, RichText, Ui};
use std::sync::Arc;

/// The settings of the panel, kept until the program ends.
#[derive(Resource)]
pub struct ExperimentsPanel {
    /// Whether it is shown.
    pub open: bool,
    /// The scenario of a row that is being opened.
    pub(super) opening: Option<Arc<Scenario>>,
    /// The folder with the maps, as typed or chosen; if empty, that of the environment variable.
    pub maps: String,
    selected: usize,
    seed: u64,
    quick: bool,
    /// Whether `repetitions` replaces the experiment's own number.
    repeats: bool,
    repetitions: u32,
    pictures: ReportPictures,
}

impl Default for ExperimentsPanel {
    fn default() -> Self {
        let Settings { seed, quick, .. } = Settings::default();
        Self {
            open: false,
            opening: None,
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
    /// Whether a picture lies in front of everything.
    pub fn is_enlarged(&self) -> bool {
        self.pictures.is_enlarged()
    }

    /// The settings for a run.
    fn settings(&self) -> Settings {
        let maps = self.maps.trim();
        Settings {
            seed: self.seed,
            quick: self.quick,
            repetitions: self.repeats.then_some(self.repetitions),
            maps: (!maps.is_empty()).then(|| maps.into()),
            ..Settings::default()
        }
    }
}

/// Width of the list, in logical pixels.
const LIST: f32 = 190.0;
/// The colour of figures that differ from the paper and claims that do not hold. This is a finding, not an error.
const FINDING: Color32 = Color32::from_rgb(230, 159, 0);
/// The colour of claims that hold.
const GOOD: Color32 = Color32::from_rgb(90, 190, 150);

/// Shows the experiments.
pub fn show(ui: &mut Ui, panel: &mut ExperimentsPanel, experiments: &Experiments) -> Vec<Intent> {
    let mut wanted = Vec::new();
    let Some(experiment) = experiments.list.get(panel.selected) else {
        wrapped(ui, quiet("There are no experiments."));
        return wanted;
    };
    ui.horizontal_top(|ui| {
        ui.vertical(|ui| {
            ui.set_width(LIST);
            for (index, entry) in experiments.list.iter().enumerate() {
                let row = ui.selectable_label(index == panel.selected, in_words(entry.name));
                let doc = format!("{}\nOn the command line: {}", entry.about, entry.name);
                if row.on_hover_text(doc).clicked() {
                    panel.selected = index;
                }
            }
        });
        ui.separator();
        ui.vertical(|ui| {
            describe(ui, experiment);
            controls(ui, panel, experiments, &mut wanted);
            ui.separator();
            // Without the scroll bar.
            let width = ui.available_width() - ui.spacing().scroll.allocated_width();
            egui::ScrollArea::both().auto_shrink(false).show(ui, |ui| {
                let right = ui.min_rect().left() + width;
                match experiments.results.get(&panel.selected) {
                    Some(Ok(report)) => {
                        show_report(ui, report, right, &mut wanted);
                        let which = (panel.selected, experiments.finished());
                        show_pictures(ui, which, report, right, &mut panel.pictures);
                    }
                    Some(Err(text)) => wrapped(ui, RichText::new(text).color(FINDING)),
                    None => wrapped(ui, quiet(state(panel.selected, experiments))),
                }
            });
        });
    });
    wanted
}

/// What is known of an experiment without results.
fn state(selected: usize, experiments: &Experiments) -> &'static str {
    match experiments.running() {
        Some((running, _)) if running == selected => {
            "Running. The tables appear here once it has finished."
        }
        Some(_) => "Not run yet. Another experiment is running.",
        None => "Not run yet.",
    }
}

fn describe(ui: &mut Ui, experiment: &Experiment) {
    wrapped(ui, RichText::new(experiment.about).strong());
    wrapped(ui, quiet(experiment.paper));
    ui.add_space(4.0);
}

/// The settings of a run, and the progress of the one that is running.
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
        ui.checkbox(&mut panel.quick, "quick").on_hover_text("Runs only a small sample");
        ui.add_space(8.0);
        let label = ui.label("seed").id;
        ui.add(egui::DragValue::new(&mut panel.seed))
            .labelled_by(label)
            .on_hover_text("The seed of all random numbers");
        ui.add_space(8.0);
        let doc = "The number of repetitions. Off: the default of the experiment, which its report states";
        ui.checkbox(&mut panel.repeats, "repetitions").on_hover_text(doc);
        let number = egui::DragValue::new(&mut panel.repetitions).range(1..=100_000);
        ui.add_enabled(panel.repeats, number).on_hover_text(doc).on_disabled_hover_text(doc);
    });
    map_folder(ui, panel, wanted);
    if let Some((index, progress)) = running {
        ui.horizontal(|ui| {
            if ui.button("Cancel").on_hover_text("Cancels the run").clicked() {
                wanted.push(Intent::Experiment(ExperimentIntent::Cancel));
            }
            let name = experiments.list.get(index).map_or(String::new(), |e| in_words(e.name));
            let ((done, total), label) = (progress.runs(), progress.label());
            let text = format!("{name}: {done} of {total} runs, {label}");
            ui.add(egui::ProgressBar::new(progress.fraction()).text(text));
        });
    }
}

/// The folder with the maps of the benchmark, for the experiments that need them.
fn map_folder(ui: &mut Ui, panel: &mut ExperimentsPanel, wanted: &mut Vec<Intent>) {
    let doc = "The folder with `starcraft` and `direction-maps`, for the experiments on maps of the MovingAI benchmark";
    ui.horizontal(|ui| {
        let label = ui.label("map folder").on_hover_text(doc).id;
        let default = std::env::var(MAP_FOLDER).ok().filter(|folder| !folder.is_empty());
        let hint = default.unwrap_or_else(|| "folder with starcraft and direction-maps".into());
        // Room for the button behind it.
        let width = (ui.available_width() - 90.0).clamp(80.0, 300.0);
        let field =
            egui::TextEdit::singleline(&mut panel.maps).hint_text(hint).desired_width(width);
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

/// Ends lines and rows at the right edge of what is seen. A wide table would else move that edge for all that follows it.
fn end_at(ui: &mut Ui, right: f32) {
    ui.set_max_width((right - ui.cursor().left()).max(200.0));
}

/// Shows claims, tables and notes; `right` is the right edge of what is seen before it is scrolled.
fn show_report(ui: &mut Ui, report: &Report, right: f32, wanted: &mut Vec<Intent>) {
    copyable(ui);
    let runs = if report.repetitions == 1 { "run" } else { "runs each" };
    let quick = if report.quick { ", a quick sample" } else { "" };
    ui.label(quiet(format!("Seed {}, {} {runs}{quick}.", report.seed, report.repetitions)));
    if report.quick {
        let told = "A quick sample: tables may have fewer runs or cases than their titles say.";
        wrapped(ui, RichText::new(told).color(FINDING));
    }
    fold(ui, "Claims", "The claims of the paper, tested here", true, |ui| {
        end_at(ui, right);
        wrapped(ui, quiet(correction(report.family)));
        for claim in report.claims.iter().filter(|claim| claim.rules.is_none()) {
            let colour = if claim.holds() { GOOD } else { FINDING };
            ui.label(RichText::new(claim.verdict_in_words()).color(colour).strong());
            wrapped(ui, claim.claim.as_str());
            if !claim.evidence.is_empty() {
                wrapped(ui, quiet(claim.evidence.as_str()));
            }
            for test in &claim.tests {
                wrapped(ui, quiet(test_in_words(test)));
            }
            ui.add_space(4.0);
        }
    });
    for (index, table) in report.tables.iter().enumerate() {
        let name = table_name(report, table);
        let title = match table.cells() {
            0 => name,
            cells => format!("{name}: {} of {cells}", table.matched()),
        };
        let doc = "Our figures, each beside the paper's";
        fold(ui, &title, doc, index == 0, |ui| show_table(ui, index, table, wanted));
    }
    fold(ui, "Notes", "Remarks on the results", true, |ui| {
        end_at(ui, right);
        for note in &report.notes {
            wrapped(ui, quiet(note.as_str()));
        }
    });
}

/// The title of a table; that of a quick sample says so.
fn table_name(report: &Report, table: &Table) -> String {
    let quick = if report.quick { "Quick sample of: " } else { "" };
    format!("{quick}{}", table.title)
}

fn show_table(ui: &mut Ui, index: usize, table: &Table, wanted: &mut Vec<Intent>) {
    let mut heads = Vec::new();
    let grid = egui::Grid::new(("table", index)).striped(true).spacing([14.0, 3.0]);
    let shown = grid.show(ui, |ui| {
        let mut head = |ui: &mut Ui, name: &str| {
            heads.push((ui.label(RichText::new(name).strong()).rect, name.to_owned()));
        };
        head(ui, &table.labels);
        ui.label("");
        table.columns.iter().for_each(|column| head(ui, &column.name));
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
    keep_heads(ui, shown.response.rect, &heads);
}

/// Paints the heads of a table at the top of what is seen, while its rows are scrolled below them.
fn keep_heads(ui: &Ui, table: egui::Rect, heads: &[(egui::Rect, String)]) {
    let (Some((first, _)), seen) = (heads.first(), ui.clip_rect()) else { return };
    let height = first.height() + 4.0;
    if first.top() >= seen.top() || table.bottom() < seen.top() + 2.0 * height {
        return;
    }
    let row = egui::Rect::from_min_size(seen.min, egui::vec2(seen.width(), height));
    ui.painter().rect_filled(row, 0.0, ui.visuals().window_fill);
    let line = ui.visuals().widgets.noninteractive.bg_stroke;
    ui.painter().hline(row.x_range(), row.bottom(), line);
    let font = egui::TextStyle::Body.resolve(ui.style());
    for (place, name) in heads {
        let at = egui::pos2(place.left(), row.center().y);
        let colour = ui.visuals().strong_text_color();
        ui.painter().text(at, egui::Align2::LEFT_CENTER, name, font.clone(), colour);
    }
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

fn show_pictures(
    ui: &mut Ui,
    which: (usize, u64),
    report: &Report,
    right: f32,
    shown: &mut ReportPictures,
) {
    if report.pictures.is_empty() {
        return;
    }
    fold(ui, "Pictures", "Charts and maps of this report; click one to enlarge it", true, |ui| {
        end_at(ui, right);
        shown.show(ui, which, &report.pictures);
    });
}

/// Buttons that open the scenarios of a row.
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

/// Everything that determines the run of a scenario.
fn about(scenario: &Scenario) -> String {
    let teams =
        scenario.teams.iter().map(|team| format!("{}: {}", team.name, team.doctrine.name()));
    let teams: Vec<String> = teams.collect();
    format!(
        "Opens the scenario exactly as it was run:\n{}\nseed {}\n{}\n{}",
        scenario.title,
        scenario.seed,
        scenario.motion.name(),
        teams.join("\n")
    )
}
