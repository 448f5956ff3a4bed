//! What the user wants of the settings, and how it is served.

use super::keys::KeyChange;
use super::values::{Look, Settings};
use crate::view::document::chooser::{Chooser, Choosing};
use crate::view::document::files::Files;
use crate::view::document::intent::Intent;
use crate::view::document::{Document, DocumentSystems, serve_edits};
use crate::view::panels::settings_window::SettingsWindow;
use bevy::prelude::*;
use std::path::PathBuf;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<SettingsWindow>()
        .add_systems(Update, serve_settings.in_set(DocumentSystems::Serve).before(serve_edits));
}

/// An intent about settings.
#[derive(Clone, Debug, PartialEq)]
pub enum SettingsIntent {
    /// Shows or hides the settings window.
    Toggle,
    /// Hides it.
    Close,
    /// Sets how the window looks.
    Look(Look),
    /// One step larger.
    Larger,
    /// One step smaller.
    Smaller,
    /// The scale of the first start.
    NormalSize,
    /// Asks for the folder of screenshots.
    AskScreenshotFolder,
    /// Sets the folder of screenshots; `None` for the user's folder for pictures.
    ScreenshotFolder(Option<PathBuf>),
    /// Hides the small map.
    HideMinimap,
    /// Forgets the recent files.
    ForgetRecent,
    /// Changes keys.
    Key(KeyChange),
}

fn serve_settings(
    mut intents: MessageReader<Intent>,
    mut settings: ResMut<Settings>,
    mut window: ResMut<SettingsWindow>,
    mut files: ResMut<Files>,
    mut chooser: ResMut<Chooser>,
    document: Res<Document>,
) {
    for intent in intents.read() {
        let Intent::Settings(intent) = intent else { continue };
        match intent {
            SettingsIntent::Toggle => (window.open, window.asked) = (!window.open, None),
            SettingsIntent::Close => (window.open, window.asked) = (false, None),
            &SettingsIntent::Look(look) => settings.look = look,
            SettingsIntent::Larger => settings.look.scale = settings.look.next_scale(true),
            SettingsIntent::Smaller => settings.look.scale = settings.look.next_scale(false),
            SettingsIntent::NormalSize => settings.look.scale = Look::default().scale,
            SettingsIntent::AskScreenshotFolder => {
                chooser.open(Choosing::ScreenshotFolder, &document);
            }
            SettingsIntent::ScreenshotFolder(folder) => {
                settings.files.screenshots = folder.as_deref().and_then(super::values::text);
            }
            SettingsIntent::HideMinimap => settings.look.minimap = false,
            SettingsIntent::ForgetRecent => files.recent.clear(),
            // Served by `settings::keys`.
            SettingsIntent::Key(_) => {}
        }
    }
}
