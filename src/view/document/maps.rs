//! The user's own maps: pictures and pasted texts come in through a dialog with a preview, the ground goes out as a file.

use crate::scenario::{
    MapOptions, Scenario, Source, is_picture, map_format, read_pasted, save_map,
};
use crate::sim::{AllFacts, ArenaFacts};
use crate::view::Options;
use crate::view::document::chooser::{Chooser, Choosing};
use crate::view::document::files::serve_files;
use crate::view::document::intent::{FileIntent, Intent, IntentRelay};
use crate::view::document::state::{Document, DocumentSystems};
use crate::view::panels::dialogs::{Dialog, Dialogs};
use crate::view::panels::import_picture::{self, ImportPicture, PictureChoice};
use crate::view::panels::layout::PanelSystems;
use crate::view::panels::map_preview::shares;
use crate::view::panels::notices::Notice;
use crate::view::panels::paste_map::{self, PasteChoice, PasteMap};
use bevy::prelude::*;
use bevy_egui::{EguiClipboard, EguiContexts, EguiPrimaryContextPass};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<MapDialogs>()
        .add_systems(Startup, ask_about_first_picture)
        .add_systems(Update, serve_maps.in_set(DocumentSystems::Serve).before(serve_files))
        .add_systems(EguiPrimaryContextPass, show_map_dialogs.after(PanelSystems));
}

/// An intent about the user's own maps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MapIntent {
    /// Asks how a picture becomes a map.
    AskPicture(PathBuf),
    /// Asks for a map as text.
    AskPaste,
    /// Opens the map, scenario or run that is on the clipboard as text.
    Paste,
    /// Asks where to write the ground, in the format with this ending.
    AskExport(&'static str),
    /// Writes the ground, or all of the scenario, in the format that the ending says.
    Export(PathBuf),
}

/// The dialogs for maps that are open.
#[derive(Resource, Default)]
pub struct MapDialogs {
    picture: Option<ImportPicture>,
    paste: Option<PasteMap>,
    /// The text that the dialog for pasting had last, so that what was typed is not lost with it.
    text: String,
    /// The options that were chosen for pictures, which are proposed again.
    chosen: BTreeMap<PathBuf, MapOptions>,
}

/// A picture on the command line is shown at once, and the dialog for it lies over it.
fn ask_about_first_picture(options: Option<Res<Options>>, mut intents: MessageWriter<Intent>) {
    let Some(options) = options.filter(|options| options.asks) else { return };
    if let Some(path) = options.source.file().filter(|path| is_picture(path)) {
        intents.write(Intent::Map(MapIntent::AskPicture(path.into())));
    }
}

#[expect(clippy::too_many_arguments, reason = "a system takes each resource that it uses")]
fn serve_maps(
    mut relay: IntentRelay,
    mut open: ResMut<MapDialogs>,
    mut dialogs: ResMut<Dialogs>,
    mut chooser: ResMut<Chooser>,
    mut clipboard: ResMut<EguiClipboard>,
    document: Res<Document>,
    facts: AllFacts,
    mut notices: MessageWriter<Notice>,
) {
    for intent in relay.take() {
        let Intent::Map(intent) = intent else { continue };
        match intent {
            MapIntent::AskPicture(path) => match ImportPicture::read(&path) {
                Ok(mut picture) => {
                    picture.options = open.chosen.get(&path).copied().unwrap_or(picture.options);
                    open.picture = Some(picture);
                }
                Err(text) => {
                    let title = "This file cannot be opened".into();
                    dialogs.open(Dialog::Error { title, text });
                }
            },
            MapIntent::AskPaste => {
                // What is on the clipboard is most likely meant, if it is a map at all.
                let text = clipboard.get_text().filter(|text| read_pasted(text).is_ok());
                open.paste = Some(PasteMap::with(text.unwrap_or_else(|| open.text.clone())));
            }
            MapIntent::Paste => match clipboard.get_text().filter(|text| !text.trim().is_empty()) {
                Some(text) => match read_pasted(&text) {
                    Ok(scenario) => {
                        let bounds = scenario.terrain.bounds();
                        relay.send([Intent::File(FileIntent::OpenPasted(Arc::new(scenario)))]);
                        notices.write(Notice::new(format!(
                            "From the clipboard: {} x {} cells",
                            bounds.width, bounds.height
                        )));
                    }
                    // The text is shown with what is wrong, and can be put right.
                    Err(_) => open.paste = Some(PasteMap::with(text)),
                },
                None => {
                    notices.write(Notice::new("There is no text on the clipboard."));
                }
            },
            MapIntent::AskExport(ending) => chooser.open(Choosing::Export(ending), &document),
            MapIntent::Export(path) => match export(&document, facts.first(), &path) {
                Ok(told) => {
                    notices.write(Notice::new(told));
                }
                Err(text) => {
                    let title = "This file cannot be saved".into();
                    dialogs.open(Dialog::Error { title, text });
                }
            },
        }
    }
    dialogs.about_maps = open.picture.is_some() || open.paste.is_some();
}

/// Writes the ground as it is now as a map, or the run as a scenario. Returns the message for the user.
pub(super) fn export(
    document: &Document,
    now: Option<ArenaFacts>,
    path: &Path,
) -> Result<String, String> {
    let is_map = map_format(path).is_some();
    let start = document.start();
    let scenario = match now.as_ref().filter(|_| is_map) {
        Some(now) => Scenario {
            terrain: now.bare_ground(&start.terrain),
            obstacles: now.obstacles.clone(),
            ..Scenario::clone(start)
        },
        None => document.run().saved(),
    };
    save_map(&scenario, path).map_err(|error| error.to_string())?;
    let saved = format!("Saved {}", path.display());
    if is_map && now.is_some_and(|now| now.units().next().is_some()) {
        return Ok(format!("{saved}. It holds the ground; units, goals and orders are not in it."));
    }
    Ok(saved)
}

/// The message about a bare map that was opened: its size, and what was read in it.
pub(super) fn describe_map(source: &Source, scenario: &Scenario) -> Option<Notice> {
    let file = source.file().filter(|file| map_format(file).is_some())?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let bounds = scenario.terrain.bounds();
    let (width, height) = (bounds.width, bounds.height);
    let shares = shares(&scenario.terrain);
    Some(Notice::new(format!("{name}: {width} x {height} cells, {shares}")))
}

fn show_map_dialogs(
    mut contexts: EguiContexts,
    mut open: ResMut<MapDialogs>,
    mut dialogs: ResMut<Dialogs>,
    mut intents: MessageWriter<Intent>,
) -> Result {
    if open.picture.is_none() && open.paste.is_none() {
        return Ok(());
    }
    let context = contexts.ctx_mut()?.clone();
    if let Some(picture) = &mut open.picture {
        let path = picture.path().to_owned();
        match import_picture::show(&context, picture) {
            Some(PictureChoice::Open(options)) => {
                open.chosen.insert(path.clone(), options);
                intents.write(Intent::File(FileIntent::OpenPicture(path, options)));
                open.picture = None;
            }
            Some(PictureChoice::Cancel) => open.picture = None,
            None => {}
        }
    } else if let Some(paste) = &mut open.paste
        && let Some(choice) = paste_map::show(&context, paste)
    {
        open.text = open.paste.take().map_or_else(String::new, PasteMap::into_text);
        if let PasteChoice::Open(scenario) = choice {
            intents.write(Intent::File(FileIntent::OpenPasted(scenario)));
        }
    }
    dialogs.about_maps = open.picture.is_some() || open.paste.is_some();
    Ok(())
}
