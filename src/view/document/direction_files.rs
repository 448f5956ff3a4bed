//! Saves learned directions to files and loads them.

use crate::grid::Bounds;
use crate::scenario::{Action, load_directions, save_directions};
use crate::sim::{Arena, ArenaFields, Land};
use crate::view::document::chooser::{Chooser, Choosing};
use crate::view::document::history::Edit;
use crate::view::document::intent::{Intent, IntentRelay};
use crate::view::document::state::{Document, DocumentSystems, serve_edits};
use crate::view::panels::dialogs::{Dialog, Dialogs};
use crate::view::panels::notices::Notice;
use crate::words::count;
use bevy::prelude::*;
use std::path::{Path, PathBuf};

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, serve.in_set(DocumentSystems::Serve).before(serve_edits));
}

/// An intent about files with learned directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DirectionFileIntent {
    /// Asks where to save.
    AskSave,
    /// Saves the directions of the first arena.
    Save(PathBuf),
    /// Asks which file to load.
    AskLoad,
    /// Loads directions; can be undone.
    Load(PathBuf),
}

fn serve(
    mut intents: IntentRelay,
    mut chooser: ResMut<Chooser>,
    document: Res<Document>,
    mut dialogs: ResMut<Dialogs>,
    mut notices: MessageWriter<Notice>,
    arenas: Query<(&Arena, &Land, &ArenaFields)>,
) {
    for intent in intents.take() {
        let Intent::DirectionFile(intent) = intent else { continue };
        let outcome = match intent {
            DirectionFileIntent::AskSave => {
                chooser.open(Choosing::SaveDirections, &document);
                continue;
            }
            DirectionFileIntent::AskLoad => {
                chooser.open(Choosing::OpenDirections, &document);
                continue;
            }
            DirectionFileIntent::Save(path) => save(&path, &arenas),
            DirectionFileIntent::Load(path) => {
                load(&path, document.start().terrain.bounds()).map(|(edit, message)| {
                    intents.send([Intent::perform(edit)]);
                    message
                })
            }
        };
        match outcome {
            Ok(message) => {
                notices.write(Notice::new(message));
            }
            Err(text) => {
                let title = "These directions cannot be used".into();
                dialogs.open(Dialog::Error { title, text });
            }
        }
    }
}

/// Saves the directions of the first arena. Returns a message.
fn save(path: &Path, arenas: &Query<(&Arena, &Land, &ArenaFields)>) -> Result<String, String> {
    let first = arenas.iter().min_by_key(|(arena, ..)| arena.index);
    let Some((_, land, fields)) = first else { return Err("There is no arena.".into()) };
    let cells = fields.layers.directions.learned(&land.terrain);
    save_directions(path, land.terrain.bounds(), &cells).map_err(|error| error.to_string())?;
    Ok(format!(
        "Saved the directions of {} to {}",
        count(cells.len() as u64, "cell"),
        path.display()
    ))
}

/// Loads directions for a map of this size. Returns the edit that sets them, and a message.
fn load(path: &Path, bounds: Bounds) -> Result<(Edit, String), String> {
    let learned = load_directions(path, bounds).map_err(|error| error.to_string())?;
    let cells = learned.cells().to_vec();
    let message = format!("Loaded the directions of {}", count(cells.len() as u64, "cell"));
    Ok((Edit::new("Load directions", vec![Action::SetDirections(cells)]), message))
}
