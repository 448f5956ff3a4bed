//! The bar at the top: files, edits, scenarios, experiments.

use super::experiment_runs::ExperimentIntent;
use super::key_hints::key_of;
use super::places::{Places, Side};
use super::widgets::{button, quiet};
use crate::view::document::NumbersIntent;
use crate::view::document::films::FilmIntent;
use crate::view::document::gallery::GalleryEntry;
use crate::view::document::intent::{
    EditIntent as Edit, FileIntent as File, Intent, ShowIntent as Show,
};
use crate::view::document::{MapIntent, RecordingIntent as Recording, StartIntent};
use crate::view::lessons::{Course, menu, spotlight};
use crate::view::settings::SettingsIntent;
use bevy_egui::egui::{self, RichText, Ui};
use std::path::PathBuf;

/// What the bar shows.
pub struct TopBar<'a> {
    /// The name of the document.
    pub name: &'a str,
    /// One sentence about the scenario.
    pub description: &'a str,
    /// The source of the scenario; may be empty.
    pub citation: &'a str,
    /// Whether there are unsaved changes.
    pub dirty: bool,
    /// The edit that undo would undo.
    pub undo: Option<&'a str>,
    /// The edit that redo would repeat.
    pub redo: Option<&'a str>,
    /// The scenarios of the gallery.
    pub gallery: &'a [GalleryEntry],
    /// The index of the one that is open.
    pub current: Option<usize>,
    /// Files that were opened or saved recently.
    pub recent: &'a [PathBuf],
    /// Which panels are open.
    pub places: &'a Places,
    /// The lessons.
    pub course: &'a Course,
}

/// Shows the bar.
pub fn show(ui: &mut Ui, bar: &TopBar) -> Vec<Intent> {
    let mut wanted = Vec::new();
    egui::MenuBar::new().ui(ui, |ui| {
        ui.menu_button("File", |ui| file_menu(ui, bar, &mut wanted));
        ui.menu_button("Edit", |ui| edit_menu(ui, bar, &mut wanted));
        ui.menu_button("View", |ui| view_menu(ui, bar, &mut wanted));
        ui.menu_button("Scenarios", |ui| gallery_menu(ui, bar, &mut wanted))
            .response
            .on_hover_text("Scenarios that come with the program");
        ui.menu_button("Learn", |ui| wanted.extend(menu::show(ui, bar.course)))
            .response
            .on_hover_text("Lessons inside the program, and what everything means");
        let doc = "The papers' experiments: their tables beside ours";
        let toggle = Intent::Experiment(ExperimentIntent::Toggle);
        let before = ui.cursor().min;
        button(ui, "Experiments", doc, true, toggle, &mut wanted);
        let end = egui::pos2(ui.cursor().left() - 8.0, ui.min_rect().bottom());
        spotlight::mark(ui, egui::Rect::from_two_pos(before, end), "experiments");
        ui.separator();
        let mark = if bar.dirty { " *" } else { "" };
        let name = ui.label(RichText::new(format!("{}{mark}", bar.name)).strong());
        let doc = [bar.description, bar.citation].join("\n");
        let unsaved = if bar.dirty { "\nUnsaved changes." } else { "" };
        name.on_hover_text(format!("{}{unsaved}", doc.trim()));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let doc = "Theme, size, keys, folders";
            let toggle = Intent::Settings(SettingsIntent::Toggle);
            button(ui, "Settings", doc, true, toggle, &mut wanted);
            button(ui, "?", "All keys", true, Intent::Show(Show::ToggleHelp), &mut wanted);
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.add(egui::Label::new(quiet(bar.description)).truncate());
            });
        });
    });
    wanted
}

/// A menu entry with the key of its intent.
fn entry(
    ui: &mut Ui,
    label: &str,
    doc: &str,
    enabled: bool,
    intent: Intent,
    wanted: &mut Vec<Intent>,
) {
    let key = key_of(ui.ctx(), &intent).unwrap_or_default();
    let row = egui::Button::new(label).shortcut_text(key);
    if ui.add_enabled(enabled, row).on_hover_text(doc).clicked() {
        wanted.push(intent);
        ui.close();
    }
}

fn file_menu(ui: &mut Ui, bar: &TopBar, wanted: &mut Vec<Intent>) {
    ui.set_min_width(230.0);
    let file = Intent::File;
    let start = Intent::Start(StartIntent::Toggle);
    entry(ui, "Start page", "Everything that can be opened, as pictures", true, start, wanted);
    entry(ui, "New…", "An empty map", true, file(File::AskNew), wanted);
    let doc =
        "A scenario (.ron), or a map: MovingAI .map, picture .png, Tiled .tmx or .tmj, text .txt";
    entry(ui, "Open…", doc, true, file(File::AskOpen), wanted);
    let doc = "A map drawn with letters, a MovingAI map or a scenario, as text";
    entry(ui, "Paste a map…", doc, true, Intent::Map(MapIntent::AskPaste), wanted);
    ui.add_enabled_ui(!bar.recent.is_empty(), |ui| {
        ui.menu_button("Recent", |ui| {
            for path in bar.recent {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                let doc = path.display().to_string();
                entry(ui, &name, &doc, true, file(File::Open(path.clone())), wanted);
            }
        });
    });
    entry(ui, "Reload", "Reloads the file", true, file(File::Reload), wanted);
    ui.separator();
    entry(ui, "Save", "Saves the scenario with all edits", true, file(File::Save), wanted);
    let doc = "Saves under another name";
    entry(ui, "Save as…", doc, true, file(File::AskSaveAs), wanted);
    ui.menu_button("Export map", |ui| export_menu(ui, wanted));
    ui.separator();
    let run = Intent::Recording;
    let doc = "The scenario, what was done at which ticks, and hashes to check a replay: `phalanx run` repeats it";
    entry(ui, "Save recording…", doc, true, run(Recording::AskSave), wanted);
    let doc = "The run as one line for a chat; pasting it here opens it";
    entry(ui, "Copy run as text", doc, true, run(Recording::Copy), wanted);
    let doc = "Opens a run that was copied as text";
    entry(ui, "Paste run", doc, true, run(Recording::Paste), wanted);
    let doc = "A PNG file of this moment or a GIF file of the run";
    entry(ui, "Picture or film…", doc, true, Intent::Film(FilmIntent::Toggle), wanted);
    let doc = "All numbers of the plot since the start, as a table (CSV) for a spreadsheet";
    let ask = Intent::Numbers(NumbersIntent::AskSave);
    entry(ui, "Save numbers…", doc, true, ask, wanted);
    let doc = "A scenario that starts as everything is now";
    entry(ui, "Save this moment as a scenario…", doc, true, run(Recording::AskSaveMoment), wanted);
    ui.separator();
    entry(ui, "Quit", "Quits the program", true, file(File::Quit), wanted);
}

/// The ground in the formats of other programs.
fn export_menu(ui: &mut Ui, wanted: &mut Vec<Intent>) {
    for (label, ending, doc) in [
        ("MovingAI map (.map)…", "map", "The ground in the format of the MovingAI benchmarks"),
        ("Picture (.png)…", "png", "The ground, one pixel for each cell"),
        ("Text (.txt)…", "txt", "The ground, one letter for each cell"),
        ("Scenario (.ron)…", "ron", "All of the scenario, with its ground in the same file"),
    ] {
        entry(ui, label, doc, true, Intent::Map(MapIntent::AskExport(ending)), wanted);
    }
}

fn edit_menu(ui: &mut Ui, bar: &TopBar, wanted: &mut Vec<Intent>) {
    ui.set_min_width(230.0);
    let named = |verb: &str, what: Option<&str>| match what {
        Some(what) => format!("{verb}: {what}"),
        None => verb.into(),
    };
    let undo = named("Undo", bar.undo);
    let doc = "Undoes the last edit";
    entry(ui, &undo, doc, bar.undo.is_some(), Intent::Edit(Edit::Undo), wanted);
    let redo = named("Redo", bar.redo);
    let doc = "Repeats the edit that was undone last";
    entry(ui, &redo, doc, bar.redo.is_some(), Intent::Edit(Edit::Redo), wanted);
}

fn view_menu(ui: &mut Ui, bar: &TopBar, wanted: &mut Vec<Intent>) {
    ui.set_min_width(230.0);
    for (side, name, doc) in Side::ALL {
        let mut open = bar.places.panels && bar.places.is_open(side);
        if ui.checkbox(&mut open, name).on_hover_text(doc).clicked() {
            wanted.push(Intent::Show(Show::ToggleSide(side)));
        }
    }
    let doc = "Hides all panels, or shows them again";
    entry(ui, "All panels", doc, true, Intent::Show(Show::TogglePanels), wanted);
    ui.separator();
    entry(ui, "Whole map", "Fits the map", true, Intent::Show(Show::FitMap), wanted);
    let doc = "The camera follows the selected units, or stops following them";
    entry(ui, "Follow selection", doc, true, Intent::Show(Show::FollowSelection), wanted);
    entry(ui, "Screenshot", "Saves a screenshot", true, Intent::Show(Show::Screenshot), wanted);
}

fn gallery_menu(ui: &mut Ui, bar: &TopBar, wanted: &mut Vec<Intent>) {
    ui.set_width(400.0);
    let start = Intent::Start(StartIntent::Toggle);
    entry(ui, "All as pictures", "The start page", true, start, wanted);
    entry(ui, "Previous", "The previous scenario", true, Intent::File(File::Previous), wanted);
    entry(ui, "Next", "The next scenario", true, Intent::File(File::Next), wanted);
    ui.separator();
    let height = (ui.ctx().content_rect().height() - 160.0).max(160.0);
    let scroll = egui::ScrollArea::vertical().max_height(height);
    scroll.min_scrolled_height(height.min(640.0)).show(ui, |ui| {
        for (index, scenario) in bar.gallery.iter().enumerate() {
            let mut text = egui::text::LayoutJob::default();
            let style = ui.style();
            let strong = RichText::new(&scenario.title).strong();
            strong.append_to(&mut text, style, egui::FontSelection::Default, egui::Align::Min);
            let sentence = RichText::new(format!("\n{}", scenario.description));
            let is_current = bar.current == Some(index);
            let on_selected = ui.visuals().selection.stroke.color;
            let sentence = if is_current { sentence.color(on_selected) } else { sentence.weak() };
            sentence.append_to(&mut text, style, egui::FontSelection::Default, egui::Align::Min);
            let row = egui::Button::new(text)
                .selected(is_current)
                .min_size(egui::vec2(ui.available_width(), 0.0))
                .wrap();
            if ui.add(row).clicked() {
                wanted.push(Intent::File(File::OpenShipped(index)));
                ui.close();
            }
        }
    });
}
