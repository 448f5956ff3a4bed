//! Recordings of the open run: saved as a file, copied as a line of text; and single moments as scenarios.

use crate::scenario::{Recording, Scenario, ScenarioError, save_file};
use crate::sim::{Arena, moment};
use crate::view::document::chooser::{Chooser, Choosing};
use crate::view::document::intent::{FileIntent, Intent, IntentRelay};
use crate::view::document::seek::RunCache;
use crate::view::document::state::{Document, DocumentSystems, serve_edits};
use crate::view::panels::dialogs::{Dialog, Dialogs};
use crate::view::panels::notices::Notice;
use bevy::ecs::message::MessageCursor;
use bevy::prelude::*;
use bevy_egui::EguiClipboard;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (serve_recordings, save_moments).chain().in_set(DocumentSystems::Serve).before(serve_edits),
    );
}

/// An intent about recordings.
#[derive(Clone, Debug, PartialEq)]
pub enum RecordingIntent {
    /// Asks where to save the recording.
    AskSave,
    /// Saves the recording of the run.
    Save(PathBuf),
    /// Asks where to save this moment.
    AskSaveMoment,
    /// Saves the present state as a scenario.
    SaveMoment(PathBuf),
    /// Puts the run on the clipboard as one line.
    Copy,
    /// Opens the run that is on the clipboard.
    Paste,
}

impl Document {
    /// The run so far, with the hashes that were taken of it.
    pub(super) fn recording(&self, cache: &RunCache) -> Recording {
        let ticks = self.history().reached().max(self.tick);
        let mut recording = Recording::new(self.run().saved(), ticks, Recording::EVERY);
        let hash = |second: u64| {
            let tick = second * Recording::EVERY;
            cache.hash(tick, self.run().past(tick)).filter(|_| tick <= ticks)
        };
        recording.hashes = (1..).map_while(hash).collect();
        recording
    }
}

fn serve_recordings(
    mut relay: IntentRelay,
    document: Res<Document>,
    cache: Res<RunCache>,
    mut chooser: ResMut<Chooser>,
    mut clipboard: ResMut<EguiClipboard>,
    mut dialogs: ResMut<Dialogs>,
    mut notices: MessageWriter<Notice>,
) {
    for intent in relay.take() {
        let Intent::Recording(intent) = intent else { continue };
        match intent {
            RecordingIntent::AskSave => chooser.open(Choosing::SaveRecording, &document),
            RecordingIntent::AskSaveMoment => chooser.open(Choosing::SaveMoment, &document),
            RecordingIntent::Save(path) => {
                let saved = document.recording(&cache).save(&path);
                tell(saved, &path, &mut notices, &mut dialogs);
            }
            // Needs the whole world, see `save_moments`.
            RecordingIntent::SaveMoment(_) => {}
            RecordingIntent::Copy => {
                let line = document.recording(&cache).to_line();
                let size = line.len();
                clipboard.set_text(&line);
                notices.write(Notice::new(format!("The run is on the clipboard: {size} letters")));
            }
            RecordingIntent::Paste => match clipboard.get_text().map(|text| pasted(&text)) {
                Some(Ok(scenario)) => {
                    relay.send([Intent::File(FileIntent::OpenPasted(Arc::new(scenario)))]);
                }
                Some(Err(error)) => {
                    let title = "This text cannot be opened".into();
                    dialogs.open(Dialog::Error { title, text: error.to_string() });
                }
                None => {
                    notices.write(Notice::new("There is no text on the clipboard."));
                }
            },
        }
    }
}

/// Saves the first arena as it is now.
fn save_moments(world: &mut World, mut cursor: Local<MessageCursor<Intent>>) {
    let intents = world.resource::<Messages<Intent>>();
    let paths: Vec<PathBuf> = cursor
        .read(intents)
        .filter_map(|intent| match intent {
            Intent::Recording(RecordingIntent::SaveMoment(path)) => Some(path.clone()),
            _ => None,
        })
        .collect();
    for path in paths {
        let mut arenas = world.query::<(Entity, &Arena)>();
        let first = arenas.iter(world).find(|(_, arena)| arena.index == 0).map(|found| found.0);
        let of = world.resource::<Document>().start().clone();
        let Some(scenario) = first.and_then(|arena| moment(world, arena, &of)) else { continue };
        match save_file(&scenario, &path) {
            Ok(()) => {
                let notice = Notice::new(format!("Saved {}", path.display()));
                world.write_message(notice);
            }
            Err(error) => world.resource_mut::<Dialogs>().open(cannot_save(&error)),
        }
    }
}

/// The scenario of a recording, as a line or as a whole text.
fn pasted(text: &str) -> Result<Scenario, ScenarioError> {
    let recording = if Recording::is_one(text) {
        Recording::from_ron(text, "the pasted text")
    } else {
        Recording::from_line(text)
    };
    recording.map(|recording| recording.scenario)
}

fn tell(
    saved: Result<(), ScenarioError>,
    path: &Path,
    notices: &mut MessageWriter<Notice>,
    dialogs: &mut Dialogs,
) {
    match saved {
        Ok(()) => {
            notices.write(Notice::new(format!("Saved {}", path.display())));
        }
        Err(error) => dialogs.open(cannot_save(&error)),
    }
}

fn cannot_save(error: &ScenarioError) -> Dialog {
    Dialog::Error { title: "This file cannot be saved".into(), text: error.to_string() }
}
