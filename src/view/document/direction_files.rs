//! Learned directions as files: what is saved, loaded and forgotten in the window.

use crate::scenario::{Action, load_directions, save_directions};
use crate::sim::{Arena, ArenaFields, Land};
use crate::view::document::chooser::{Chooser, Choosing};
use crate::view::document::history::Edit;
use crate::view::document::intent::Intent;
use crate::view::document::state::{Document, DocumentSystems, serve_edits};
use crate::view::panels::dialogs::{Dialog, Dialogs};
use crate::view::shared::Notice;
use bevy::prelude::*;
use std::path::{Path, PathBuf};

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, serve.in_set(DocumentSystems::Serve).before(serve_edits));
}

/// What can be done with learned directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LearnedIntent {
    /// Asks where to save them.
    AskSave,
    /// Saves those of the first arena into this file.
    Save(PathBuf),
    /// Asks which file to take them from.
    AskLoad,
    /// Takes them from this file; can be undone.
    Load(PathBuf),
}

fn serve(
    mut intents: MessageReader<Intent>,
    mut chooser: ResMut<Chooser>,
    mut document: ResMut<Document>,
    mut dialogs: ResMut<Dialogs>,
    mut notices: MessageWriter<Notice>,
    arenas: Query<(&Arena, &Land, &ArenaFields)>,
) {
    for intent in intents.read() {
        let Intent::Learned(intent) = intent else { continue };
        let outcome = match intent {
            LearnedIntent::AskSave => {
                chooser.open(Choosing::SaveDirections, &document);
                continue;
            }
            LearnedIntent::AskLoad => {
                chooser.open(Choosing::OpenDirections, &document);
                continue;
            }
            LearnedIntent::Save(path) => save(path, &arenas),
            LearnedIntent::Load(path) => load(path, &mut document),
        };
        match outcome {
            Ok(said) => {
                notices.write(Notice::new(said));
            }
            Err(text) => {
                let title = "These directions cannot be used".into();
                dialogs.open(Dialog::Error { title, text });
            }
        }
    }
}

fn save(path: &Path, arenas: &Query<(&Arena, &Land, &ArenaFields)>) -> Result<String, String> {
    let first = arenas.iter().min_by_key(|(arena, ..)| arena.index);
    let Some((_, land, fields)) = first else { return Err("There is no arena.".into()) };
    let cells = fields.layers.directions.learned(&land.terrain);
    save_directions(path, land.terrain.bounds(), &cells).map_err(|error| error.to_string())?;
    Ok(format!("Saved the directions of {} cells to {}", cells.len(), path.display()))
}

fn load(path: &Path, document: &mut Document) -> Result<String, String> {
    let bounds = document.scenario.terrain.bounds();
    let learned = load_directions(path, bounds).map_err(|error| error.to_string())?;
    let cells = learned.cells().to_vec();
    let said = format!("Loaded the directions of {} cells", cells.len());
    document.perform(Edit::new("Load directions", vec![Action::SetDirections(cells)]));
    Ok(said)
}
