//! Pictures and films of the open run, drawn in the background as `phalanx shot` and `phalanx film` do.

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
use crate::view::panels::notices::Notice;
use bevy::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Films>()
        .add_systems(Update, (serve_films, end_films).chain().in_set(DocumentSystems::Serve));
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

/// What films of the open run should look like, and the one that is being drawn.
#[derive(Resource, Default)]
pub struct Films {
    /// Whether the dialog is open.
    pub open: bool,
    /// The part of the run, in seconds; nothing until it was changed: the whole run.
    pub part: Option<(f64, f64)>,
    /// The size of the picture, as an index into [`SIZES`].
    pub size: usize,
    /// Whether files with numbers are written beside it.
    pub metrics: bool,
    /// Whether positions are written beside it.
    pub trajectories: bool,
    /// Whether walked paths are drawn beside it.
    pub paths: bool,
    job: Option<Job>,
}

/// A picture or a film in the making.
pub struct Job {
    /// Its file.
    pub path: PathBuf,
    /// How far it is; cancels it.
    pub progress: Arc<Progress>,
    handle: JoinHandle<Result<(), String>>,
}

/// Sizes to choose from: name, width, height, in pixels.
pub const SIZES: [(&str, u32, u32); 4] = [
    ("960 x 540", 960, 540),
    ("1280 x 720", 1280, 720),
    ("1600 x 900", 1600, 900),
    ("1920 x 1080", 1920, 1080),
];
/// Frames of a film in a simulated second.
const RATE: u32 = 16;

impl Films {
    /// What is being drawn.
    pub fn job(&self) -> Option<&Job> {
        self.job.as_ref()
    }

    /// The part of the run that a film shows, in seconds.
    pub fn part(&self, document: &Document) -> (f64, f64) {
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
            ..NoteFiles::default()
        }
    }

    /// Draws in the background.
    fn begin(&mut self, path: PathBuf, drawing: Drawing) {
        let progress = Arc::new(Progress::default());
        let (told, to) = (progress.clone(), path.clone());
        let handle = std::thread::spawn(move || drawing.draw(&to, &told));
        self.job = Some(Job { path, progress, handle });
    }
}

/// What is to be drawn, without anything of the window.
struct Drawing {
    scenarios: Vec<Scenario>,
    look: Look,
    notes: NoteFiles,
    /// The ticks of a film; for a picture only the last one is used.
    from: u64,
    to: u64,
    moves: bool,
}

impl Drawing {
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
    mut films: ResMut<Films>,
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
                films.open = !films.open;
                films.part = None;
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
        if films.job.is_some() {
            notices
                .write(Notice::new("Something is being drawn already; wait for it or cancel it."));
            continue;
        }
        let (_, width, height) = SIZES[films.size.min(SIZES.len() - 1)];
        let shown = overlays.rows.iter().filter(|row| row.on).map(|row| row.overlay);
        let shown: Vec<&'static Overlay> = shown.collect();
        let (from, to) = films.part(&document);
        let tick = |seconds: f64| (seconds * f64::from(TICKS_PER_SECOND)).round() as u64;
        let drawing = Drawing {
            scenarios: document.run().scenarios(),
            look: Look { width, height, overlays: shown, selection: selection.units.clone() },
            notes: films.notes(&path),
            from: tick(from),
            to: if moves { tick(to) } else { document.tick },
            moves,
        };
        films.begin(path, drawing);
    }
}

fn end_films(
    mut films: ResMut<Films>,
    mut notices: MessageWriter<Notice>,
    mut dialogs: ResMut<Dialogs>,
) {
    let Some(Job { path, progress, handle }) = films.job.take_if(|job| job.handle.is_finished())
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
