//! The file dialog.

use crate::scenario::{map_extensions, map_format};
use crate::view::document::direction_files::DirectionFileIntent;
use crate::view::document::films::FilmIntent;
use crate::view::document::intent::{FileIntent, Intent};
use crate::view::document::maps::MapIntent;
use crate::view::document::numbers_file::NumbersIntent;
use crate::view::document::recordings::RecordingIntent;
use crate::view::document::state::{Document, DocumentSystems};
use crate::view::panels::dialogs::{Answer, Dialog, Dialogs};
use crate::view::panels::experiment_runs::ExperimentIntent;
use crate::view::panels::layout::PanelSystems;
use crate::view::settings::SettingsIntent;
use crate::view::theme;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui_file_dialog::{DialogMode, DialogState, FileDialog, FileDialogLabels};
use std::path::{Path, PathBuf};

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Chooser>()
        .add_systems(Update, replace_file.in_set(DocumentSystems::Tools))
        .add_systems(EguiPrimaryContextPass, choose_file.after(PanelSystems));
}

/// What a file or folder is chosen for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choosing {
    /// Open a scenario or a map.
    Open,
    /// Save the scenario.
    SaveAs,
    /// Write the ground as a file with this ending.
    Export(&'static str),
    /// Save the recording of the run.
    SaveRecording,
    /// Save this moment as a scenario.
    SaveMoment,
    /// Save the numbers of the run.
    SaveNumbers,
    /// Save the plot of a number, by its index in the list of metrics.
    SavePlot(usize),
    /// Draw a picture.
    SavePicture,
    /// Draw a film.
    SaveFilm,
    /// Load learned directions.
    OpenDirections,
    /// Save learned directions.
    SaveDirections,
    /// The folder with the maps of the experiments.
    MapFolder,
    /// The folder for screenshots.
    ScreenshotFolder,
}

impl Choosing {
    /// The file or folder that was chosen, with the ending of what is written.
    fn complete(self, path: PathBuf) -> PathBuf {
        match self {
            Self::Open | Self::OpenDirections | Self::MapFolder | Self::ScreenshotFolder => path,
            Self::SaveAs => with_known_extension(path),
            Self::Export(ending) => with_extension(path, ending),
            Self::SaveRecording | Self::SaveMoment | Self::SaveDirections => {
                with_extension(path, "ron")
            }
            Self::SaveNumbers => with_extension(path, "csv"),
            Self::SavePlot(_) if has_extension(&path, "svg") => path,
            Self::SavePlot(_) | Self::SavePicture => with_extension(path, "png"),
            Self::SaveFilm => with_extension(path, "gif"),
        }
    }

    /// What is done with it.
    fn intent(self, path: PathBuf) -> Intent {
        match self {
            Self::Open => Intent::File(FileIntent::Open(path)),
            Self::SaveAs => Intent::File(FileIntent::SaveAs(path)),
            Self::Export(_) => Intent::Map(MapIntent::Export(path)),
            Self::SaveRecording => Intent::Recording(RecordingIntent::Save(path)),
            Self::SaveMoment => Intent::Recording(RecordingIntent::SaveMoment(path)),
            Self::SaveNumbers => Intent::Numbers(NumbersIntent::Save(path)),
            Self::SavePlot(metric) => Intent::Numbers(NumbersIntent::SavePlot(metric, path)),
            Self::SavePicture => Intent::Film(FilmIntent::Shot(path)),
            Self::SaveFilm => Intent::Film(FilmIntent::Film(path)),
            Self::OpenDirections => Intent::DirectionFile(DirectionFileIntent::Load(path)),
            Self::SaveDirections => Intent::DirectionFile(DirectionFileIntent::Save(path)),
            Self::MapFolder => Intent::Experiment(ExperimentIntent::SetMaps(path)),
            Self::ScreenshotFolder => {
                Intent::Settings(SettingsIntent::ScreenshotFolder(Some(path)))
            }
        }
    }
}

/// The file dialog, and what it is open for.
#[derive(Resource, Default)]
pub struct Chooser {
    dialog: FileDialog,
    choosing: Option<Choosing>,
    /// The field for the name while a file is saved, and whether it had the keyboard in the last frame.
    name: Option<(egui::Id, bool)>,
    /// What is written once the user agrees to replace a file.
    replacing: Option<Intent>,
    /// The folder in which a file was chosen last, also in an earlier start.
    folder: Option<PathBuf>,
}

impl Chooser {
    /// Opens the dialog in the folder of the document, or in the one where a file was chosen last.
    pub fn open(&mut self, choosing: Choosing, document: &Document) {
        let own = document.path.as_deref().and_then(Path::parent);
        let dialog = dialog_in(own.filter(|folder| folder.is_dir()).or(self.folder.as_deref()));
        self.dialog = match choosing {
            Choosing::Open => dialog
                .title("Open a scenario or a map")
                .add_file_filter_extensions(
                    "Scenarios and maps",
                    ["ron", "scen"].into_iter().chain(map_extensions()).collect(),
                )
                .default_file_filter("Scenarios and maps"),
            Choosing::SaveAs => dialog
                .title("Save as")
                .add_save_extension("Scenario", "ron")
                .add_save_extension("MovingAI map", "map")
                .add_save_extension("Picture of the ground", "png")
                .add_save_extension("Map as text", "txt")
                .default_save_extension("Scenario")
                .default_file_name(&file_name(document)),
            Choosing::Export(ending) => dialog
                .title("Export the map")
                .add_save_extension("Map", ending)
                .default_save_extension("Map")
                .default_file_name(&format!("{}.{ending}", slug(&document.start().title))),
            Choosing::SaveRecording => dialog
                .title("Save the recording of this run")
                .add_save_extension("Recording", "ron")
                .default_save_extension("Recording")
                .default_file_name(&format!("{}-recording.ron", slug(&document.start().title))),
            Choosing::SaveMoment => dialog
                .title("Save this moment as a scenario")
                .add_save_extension("Scenario", "ron")
                .default_save_extension("Scenario")
                .default_file_name(&format!(
                    "{}-tick-{}.ron",
                    slug(&document.start().title),
                    document.tick
                )),
            Choosing::SaveNumbers => dialog
                .title("Save the numbers of this run")
                .add_save_extension("Table", "csv")
                .default_save_extension("Table")
                .default_file_name(&format!("{}-numbers.csv", slug(&document.start().title))),
            Choosing::SavePlot(_) => dialog
                .title("Save this plot as a picture")
                .add_save_extension("Picture (PNG)", "png")
                .add_save_extension("Drawing (SVG)", "svg")
                .default_save_extension("Picture (PNG)")
                .default_file_name(&format!("{}-plot.png", slug(&document.start().title))),
            Choosing::SavePicture => dialog
                .title("Picture of this moment")
                .add_save_extension("Image", "png")
                .default_save_extension("Image")
                .default_file_name(&format!(
                    "{}-tick-{}.png",
                    slug(&document.start().title),
                    document.tick
                )),
            Choosing::SaveFilm => dialog
                .title("Film of this run")
                .add_save_extension("Film", "gif")
                .default_save_extension("Film")
                .default_file_name(&format!("{}.gif", slug(&document.start().title))),
            Choosing::OpenDirections => dialog
                .title("Load learned directions")
                .add_file_filter_extensions("Directions", vec!["ron"])
                .default_file_filter("Directions"),
            Choosing::SaveDirections => dialog
                .title("Save learned directions")
                .add_save_extension("Directions", "ron")
                .default_save_extension("Directions")
                .default_file_name(&format!("{}-directions.ron", slug(&document.start().title))),
            Choosing::MapFolder => return self.open_map_folder(Path::new("")),
            Choosing::ScreenshotFolder => dialog.title("Folder for screenshots"),
        };
        match choosing {
            Choosing::Open | Choosing::OpenDirections => self.dialog.pick_file(),
            Choosing::SaveAs
            | Choosing::Export(_)
            | Choosing::SaveRecording
            | Choosing::SaveMoment
            | Choosing::SaveNumbers
            | Choosing::SavePlot(_)
            | Choosing::SavePicture
            | Choosing::SaveFilm
            | Choosing::SaveDirections => self.dialog.save_file(),
            Choosing::MapFolder | Choosing::ScreenshotFolder => self.dialog.pick_directory(),
        }
        (self.choosing, self.name) = (Some(choosing), None);
    }

    /// The folder in which a file was chosen last.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Starts in the folder of an earlier start.
    pub fn recall(&mut self, folder: Option<PathBuf>) {
        self.folder = folder;
    }

    /// Opens the dialog for the folder with the maps of the experiments, in the present one if it exists.
    pub fn open_map_folder(&mut self, present: &Path) {
        self.dialog = dialog_in(Some(present)).title("Folder with starcraft and direction-maps");
        self.dialog.pick_directory();
        (self.choosing, self.name) = (Some(Choosing::MapFolder), None);
    }
}

/// A dialog that starts in a folder if it exists, otherwise in the working directory.
fn dialog_in(folder: Option<&Path>) -> FileDialog {
    let folder = folder
        .filter(|p| p.is_dir())
        .map(Path::to_owned)
        .or_else(|| std::env::current_dir().ok())
        .unwrap_or_else(|| PathBuf::from("."));
    let labels = FileDialogLabels {
        overwrite: "Replace".into(),
        overwrite_file_modal_text: "is there already. What is in it would be lost.".into(),
        ..FileDialogLabels::default()
    };
    FileDialog::new()
        .labels(labels)
        .initial_directory(folder)
        .default_size([640.0, 420.0])
        .anchor(egui::Align2::CENTER_CENTER, [0.0, 0.0])
        // The search field would take the letter of Ctrl+S.
        .show_search(false)
        .as_modal(true)
}

/// Shows the dialog and sends what was chosen.
fn choose_file(
    mut contexts: EguiContexts,
    mut chooser: ResMut<Chooser>,
    mut dialogs: ResMut<Dialogs>,
    mut intents: MessageWriter<Intent>,
    mut answers: MessageWriter<Answer>,
) -> Result {
    let Some(choosing) = chooser.choosing else { return Ok(()) };
    let context = contexts.ctx_mut()?.clone();
    dialogs.choosing_file = true;
    let style = context.global_style();
    context.global_style_mut(theme::make_selection_a_text_colour);
    let left = chooser.update(&context);
    context.set_global_style(style);
    if let Some(picked) = chooser.dialog.take_picked() {
        if !matches!(choosing, Choosing::MapFolder | Choosing::ScreenshotFolder) {
            chooser.folder = picked.parent().map(Path::to_owned);
        }
        let path = choosing.complete(picked.clone());
        // The dialog has asked about the name as it was typed.
        if path != picked && path.exists() {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            dialogs.open(Dialog::Replace { name });
            chooser.replacing = Some(choosing.intent(path));
        } else {
            intents.write(choosing.intent(path));
        }
    } else if *chooser.dialog.state() == DialogState::Open && !left {
        return Ok(());
    } else {
        answers.write(Answer::NothingChosen);
    }
    chooser.choosing = None;
    dialogs.choosing_file = false;
    Ok(())
}

/// Writes over a file once the user has agreed.
fn replace_file(
    mut answers: MessageReader<Answer>,
    mut chooser: ResMut<Chooser>,
    mut intents: MessageWriter<Intent>,
) {
    for answer in answers.read() {
        match answer {
            Answer::Replace => drop(intents.write_batch(chooser.replacing.take())),
            Answer::Cancel => chooser.replacing = None,
            _ => {}
        }
    }
}

impl Chooser {
    /// Shows the dialog. Returns whether Esc left it.
    fn update(&mut self, context: &egui::Context) -> bool {
        let is_shown = |id: egui::Id| context.read_response(id).is_some();
        // The field is hidden while the dialog asks whether to replace a file. Enter says where to save, and no more.
        if self.name.is_some_and(|(id, _)| !is_shown(id)) {
            context.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Enter));
        }
        // The field takes the first Esc for itself.
        let escape = context.input(|input| input.key_pressed(egui::Key::Escape));
        let left = escape && self.name.is_some_and(|(_, typing)| typing);
        self.dialog.update(context);
        let focused = context.memory(|memory| memory.focused());
        // The field has the keyboard first.
        let field = self.name.map(|(id, _)| id).or(focused);
        if self.dialog.mode() == DialogMode::SaveFile {
            self.name = field.map(|id| (id, focused == Some(id)));
        }
        left
    }
}

/// The name of the file, or one made from the title.
fn file_name(document: &Document) -> String {
    match document.path.as_deref().and_then(Path::file_name) {
        Some(name) => name.to_string_lossy().into_owned(),
        None => format!("{}.ron", slug(&document.start().title)),
    }
}

fn slug(title: &str) -> String {
    let words = title.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
    let slug = words.map(str::to_lowercase).collect::<Vec<_>>().join("-");
    if slug.is_empty() { "untitled".into() } else { slug }
}

/// Keeps an ending that can be written, otherwise appends that of scenarios.
fn with_known_extension(path: PathBuf) -> PathBuf {
    let is_written = map_format(&path).is_some_and(|format| format.write.is_some());
    if is_written { path } else { with_extension(path, "ron") }
}

fn has_extension(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case(ending))
}

/// Appends an ending unless it is there.
fn with_extension(path: PathBuf, ending: &str) -> PathBuf {
    if has_extension(&path, ending) {
        return path;
    }
    let mut name = path.into_os_string();
    name.push(".");
    name.push(ending);
    name.into()
}

#[cfg(test)]
#[path = "chooser_tests.rs"]
mod tests;
