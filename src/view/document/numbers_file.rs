//! Saves the numbers of the run, as the plot shows them, to a CSV file.

use crate::view::document::chooser::{Chooser, Choosing};
use crate::view::document::intent::Intent;
use crate::view::document::state::{Document, DocumentSystems};
use crate::view::panels::dialogs::{Dialog, Dialogs};
use crate::view::panels::metric_history::MetricHistory;
use crate::view::panels::notices::Notice;
use bevy::prelude::*;
use std::path::PathBuf;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, serve.in_set(DocumentSystems::Serve));
}

/// An intent about the numbers of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumbersIntent {
    /// Asks where to save them.
    AskSave,
    /// Saves them.
    Save(PathBuf),
}

fn serve(
    mut intents: MessageReader<Intent>,
    mut chooser: ResMut<Chooser>,
    document: Res<Document>,
    history: Res<MetricHistory>,
    mut dialogs: ResMut<Dialogs>,
    mut notices: MessageWriter<Notice>,
) {
    for intent in intents.read() {
        match intent {
            Intent::Numbers(NumbersIntent::AskSave) => {
                chooser.open(Choosing::SaveNumbers, &document);
            }
            Intent::Numbers(NumbersIntent::Save(path)) => {
                match std::fs::write(path, history.to_csv()) {
                    Ok(()) => {
                        notices.write(Notice::new(format!("Saved {}", path.display())));
                    }
                    Err(error) => dialogs.open(Dialog::Error {
                        title: "The numbers cannot be saved".into(),
                        text: format!("{}: {error}", path.display()),
                    }),
                }
            }
            _ => {}
        }
    }
}
