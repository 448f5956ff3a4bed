//! Pictures and films of the open run, drawn in the background as `phalanx shot` and `phalanx film` do.

use super::layout::PanelSystems;
use super::notices::Notice;
use super::widgets::quiet;
use crate::overlay::Overlay;
use crate::picture::{Camera, Caption, Film, Look, NoteFiles, Notes, Reel, simulate};
use crate::report::Progress;
use crate::scenario::{NewFile, Scenario};
use crate::sim::TICKS_PER_SECOND;
use crate::view::document::chooser::{Chooser, Choosing};
use crate::view::document::intent::Intent;
use crate::view::document::{Document, DocumentSystems};
use crate::view::input::selection::Selection;
use crate::view::overlays::Overlays;
use crate::view::panels::dialogs::{Dialog, Dialogs};
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<FilmDialog>()
        .add_systems(Update, (serve_films, end_films).chain().in_set(DocumentSystems::Serve))
        .add_systems(EguiPrimaryContextPass, show_dialog.after(PanelSystems));
}

/// An intent about pictures and films.
#[derive(Clone, Debug, PartialEq)]
pub enum FilmIntent {
    /// Opens or closes the dialog.
    Toggle,
    /// Asks where to save a picture of this moment.
    AskShot,
    /// Asks where to save a film.
    AskFilm,
    /// Draws this moment into a PNG file.
    Shot(PathBuf),
    /// Draws a film into a GIF file.
    Film(PathBuf),
}

/// The dialog, and what is being drawn.
#[derive(Resource, Default)]
pub struct FilmDialog {
    open: bool,
    /// The part of the run, in seconds; nothing until it was changed: the whole run.
    part: Option<(f64, f64)>,
    size: usize,
    metrics: bool,
    trajectories: bool,
    paths: bool,
    job: Option<Job>,
}

/// A picture or a film in the making.
struct Job {
    path: PathBuf,
    progress: Arc<Progress>,
    handle: JoinHandle<Result<(), String>>,
}

const SIZES: [(&str, u32, u32); 4] = [
    ("960 x 540", 960, 540),
    ("1280 x 720", 1280, 720),
    ("1600 x 900", 1600, 900),
    ("1920 x 1080", 1920, 1080),
];
/// Frames of a film in a simulated second.
const RATE: u32 = 16;

impl FilmDialog {
    fn part(&self, document: &Document) -> (f64, f64) {
        let end = document.history().reached().max(document.tick) as f64;
        self.part.unwrap_or((0.0, end / f64::from(TICKS_PER_SECOND)))
    }

    /// Files beside the picture or film, with other endings.
    fn notes(&self, path: &Path) -> NoteFiles {
        let beside = |wanted: bool, ending: &str| wanted.then(|| path.with_extension(ending));
        NoteFiles {
            metrics: beside(self.metrics, "metrics.csv"),
            trajectories: beside(self.trajectories, "trajectories.csv"),
            paths: beside(self.paths, "paths.svg"),
        }
    }

    /// Draws in the background.
    fn begin(&mut self, path: PathBuf, order: Order) {
        let progress = Arc::new(Progress::default());
        let (told, to) = (progress.clone(), path.clone());
        let handle = std::thread::spawn(move || order.draw(&to, &told));
        self.job = Some(Job { path, progress, handle });
    }
}

/// What is to be drawn, without anything of the window.
struct Order {
    scenarios: Vec<Scenario>,
    look: Look,
    notes: NoteFiles,
    /// The ticks of a film; of a picture only the last one counts.
    from: u64,
    to: u64,
    moves: bool,
}

impl Order {
    fn draw(self, path: &Path, progress: &Progress) -> Result<(), String> {
        let Self { scenarios, look, notes, from, to, moves } = self;
        let caption = Caption::new(&scenarios);
        let mut notes = Notes::create(&notes)?;
        let mut stage = simulate(&scenarios);
        let film = Film { from, to, frames_per_second: RATE };
        if moves {
            let mut reel = Reel::create(path, &look, &film).map_err(|e| e.to_string())?;
            let mut camera = Camera::new(look, caption.clone());
            let shot = film.shoot(&mut stage, &mut camera, &mut reel, &mut notes, progress);
            shot.and_then(|()| reel.finish()).map_err(|error| error.to_string())?;
        } else {
            let mut file = NewFile::create(path)?;
            let mut camera = Camera::new(look, caption.clone());
            let shot = camera.run_to(to, &mut stage, &mut notes, progress);
            shot.map_err(|error| error.to_string())?;
            let image = camera.look(&stage).render();
            image.write_png(&mut file).map_err(|error| error.to_string())?;
            file.keep()?;
        }
        notes.finish(&stage, &caption)
    }
}

fn serve_films(
    mut intents: MessageReader<Intent>,
    mut dialog: ResMut<FilmDialog>,
    document: Res<Document>,
    overlays: Res<Overlays>,
    selection: Res<Selection>,
    mut chooser: ResMut<Chooser>,
    mut notices: MessageWriter<Notice>,
) {
    for intent in intents.read() {
        let Intent::Film(intent) = intent else { continue };
        let (path, moves) = match intent {
            FilmIntent::Toggle => {
                dialog.open = !dialog.open;
                dialog.part = None;
                continue;
            }
            FilmIntent::AskShot => {
                chooser.open(Choosing::SavePicture, &document);
                continue;
            }
            FilmIntent::AskFilm => {
                chooser.open(Choosing::SaveFilm, &document);
                continue;
            }
            FilmIntent::Shot(path) => (path.clone(), false),
            FilmIntent::Film(path) => (path.clone(), true),
        };
        if dialog.job.is_some() {
            notices
                .write(Notice::new("Something is being drawn already; wait for it or cancel it."));
            continue;
        }
        let (_, width, height) = SIZES[dialog.size.min(SIZES.len() - 1)];
        let shown = overlays.rows.iter().filter(|row| row.on).map(|row| row.overlay);
        let shown: Vec<&'static Overlay> = shown.collect();
        let (from, to) = dialog.part(&document);
        let tick = |seconds: f64| (seconds * f64::from(TICKS_PER_SECOND)).round() as u64;
        let order = Order {
            scenarios: document.timeline().scenarios(),
            look: Look { width, height, overlays: shown, selection: selection.units.clone() },
            notes: dialog.notes(&path),
            from: tick(from),
            to: if moves { tick(to) } else { document.tick },
            moves,
        };
        dialog.begin(path, order);
    }
}

fn end_films(
    mut dialog: ResMut<FilmDialog>,
    mut notices: MessageWriter<Notice>,
    mut dialogs: ResMut<Dialogs>,
) {
    let Some(Job { path, progress, handle }) = dialog.job.take_if(|job| job.handle.is_finished())
    else {
        return;
    };
    let failure = match handle.join() {
        Ok(Ok(())) => {
            notices.write(Notice::new(format!("Saved {}", path.display())));
            return;
        }
        Ok(Err(_)) if progress.is_cancelled() => return,
        Ok(Err(message)) => message,
        Err(_) => "the drawing failed".into(),
    };
    dialogs.open(Dialog::Error { title: "There is no picture".into(), text: failure });
}

fn show_dialog(
    mut contexts: EguiContexts,
    mut dialog: ResMut<FilmDialog>,
    document: Res<Document>,
    mut intents: MessageWriter<Intent>,
) -> Result {
    if !dialog.open && dialog.job.is_none() {
        return Ok(());
    }
    let context = contexts.ctx_mut()?.clone();
    let mut open = true;
    let window = egui::Window::new("Picture or film").open(&mut open).resizable(false);
    let middle = context.content_rect().center();
    window.collapsible(false).pivot(egui::Align2::CENTER_CENTER).default_pos(middle).show(
        &context,
        |ui| {
            if let Some(job) = &dialog.job {
                let name = job.path.file_name().unwrap_or_default().to_string_lossy();
                ui.label(format!("Drawing {name}"));
                let bar = egui::ProgressBar::new(job.progress.fraction()).desired_width(320.0);
                ui.add(bar.show_percentage());
                if ui.button("Cancel").clicked() {
                    job.progress.cancel();
                }
                context.request_repaint();
                return;
            }
            ui.label(quiet(
                "Drawn without the window, with the overlays and the selection shown now.",
            ));
            choices(ui, &mut dialog, &document);
            ui.horizontal(|ui| {
                let doc = "A PNG file of the present tick";
                if ui.button("Picture of this moment…").on_hover_text(doc).clicked() {
                    intents.write(Intent::Film(FilmIntent::AskShot));
                }
                let doc = "A GIF file of this part of the run";
                if ui.button("Film…").on_hover_text(doc).clicked() {
                    intents.write(Intent::Film(FilmIntent::AskFilm));
                }
            });
        },
    );
    // A film goes on while the dialog is closed; it comes back with the bar.
    dialog.open = open && dialog.open;
    Ok(())
}

fn choices(ui: &mut egui::Ui, dialog: &mut FilmDialog, document: &Document) {
    let (mut from, mut to) = dialog.part(document);
    let before = (from, to);
    egui::Grid::new("film").num_columns(2).show(ui, |ui| {
        let seconds =
            |value, range| egui::DragValue::new(value).range(range).suffix(" s").speed(0.1);
        ui.label("from").on_hover_text("Where the film begins");
        ui.add(seconds(&mut from, 0.0..=f64::from(u32::MAX)));
        ui.end_row();
        ui.label("to").on_hover_text("Where the film ends; later than now is simulated");
        ui.add(seconds(&mut to, 0.0..=f64::from(u32::MAX)));
        ui.end_row();
        ui.label("size");
        let size = &mut dialog.size;
        egui::ComboBox::from_id_salt("size").selected_text(SIZES[(*size).min(3)].0).show_ui(
            ui,
            |ui| {
                for (place, (name, ..)) in SIZES.iter().enumerate() {
                    ui.selectable_value(size, place, *name);
                }
            },
        );
        ui.end_row();
    });
    if (from, to) != before {
        dialog.part = Some((from.min(to), to.max(from)));
    }
    ui.checkbox(&mut dialog.metrics, "metrics as CSV").on_hover_text("One row per tick");
    ui.checkbox(&mut dialog.trajectories, "positions as CSV")
        .on_hover_text("One row per unit and tick");
    ui.checkbox(&mut dialog.paths, "walked paths as SVG");
}
