//! Other keys for commands.

use super::intent::SettingsIntent;
use super::values::Settings;
use crate::view::document::DocumentSystems;
use crate::view::document::intent::Intent;
use crate::view::input::chord::Chord;
use crate::view::input::key_map::KeyMap;
use crate::view::panels::key_hints;
use crate::view::panels::layout::PanelSystems;
use crate::view::panels::settings_window::SettingsWindow;
use bevy::input::keyboard::KeyCode;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, serve_keys.in_set(DocumentSystems::Serve))
        .add_systems(EguiPrimaryContextPass, publish.before(PanelSystems));
}

/// A change of keys. Commands are named by their index in [`commands`](crate::view::input::commands::commands).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyChange {
    /// Asks for a new key in place of the one in a slot, or for a further one.
    Ask(usize, usize),
    /// This was pressed after a key was asked for.
    Pressed(Chord),
    /// The command that has the key gets the old one in exchange.
    Swap,
    /// The command has no key in this slot any more.
    Clear,
    /// Everything stays as it is.
    Cancel,
    /// A command gets its keys of the first start.
    Reset(usize),
    /// All commands get their keys of the first start.
    ResetAll,
}

fn serve_keys(
    mut intents: MessageReader<Intent>,
    mut map: ResMut<KeyMap>,
    mut window: ResMut<SettingsWindow>,
    mut settings: ResMut<Settings>,
) {
    for intent in intents.read() {
        let Intent::Settings(SettingsIntent::Key(change)) = intent else { continue };
        let mut new = map.clone();
        serve(*change, &mut new, &mut window);
        if *map != new {
            settings.keys = new.changed();
            *map = new;
        }
    }
}

/// Serves a change. The window remembers which key is being changed.
pub fn serve(change: KeyChange, map: &mut KeyMap, window: &mut SettingsWindow) {
    let asked = window.asked;
    match change {
        KeyChange::Ask(command, slot) => window.ask_key(command, slot),
        KeyChange::Pressed(chord) if chord.key == KeyCode::Escape => window.asked = None,
        KeyChange::Pressed(chord) => {
            let Some(asked) = asked else { return };
            // A key that something else has is given only after a question.
            if map.owner(chord, asked.command).is_some() || chord.name().is_none() {
                window.pressed(chord);
            } else if map.bind(asked.command, asked.slot, chord) {
                window.asked = None;
            }
        }
        KeyChange::Swap => {
            if let Some(asked) = asked
                && let Some(chord) = asked.pressed
            {
                map.bind(asked.command, asked.slot, chord);
            }
            window.asked = None;
        }
        KeyChange::Clear => {
            if let Some(asked) = asked {
                map.clear(asked.command, asked.slot);
            }
            window.asked = None;
        }
        KeyChange::Cancel => window.asked = None,
        KeyChange::Reset(command) => {
            map.reset(command);
            window.asked = None;
        }
        KeyChange::ResetAll => {
            *map = KeyMap::default();
            window.asked = None;
        }
    }
}

/// Passes the keys in force to the panels, for menus and tooltips.
fn publish(mut contexts: EguiContexts, map: Res<KeyMap>) -> Result {
    if map.is_changed() {
        key_hints::publish(contexts.ctx_mut()?, &map);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::input::commands::commands;

    fn place(id: &str) -> usize {
        commands().iter().position(|command| command.id == id).unwrap()
    }

    #[test]
    fn a_free_key_is_given_at_once_and_a_taken_one_after_a_question() {
        let (mut map, mut window) = (KeyMap::default(), SettingsWindow::default());
        let (save, open) = (place("File(Save)"), place("File(AskOpen)"));
        let mut does = |change| {
            serve(change, &mut map, &mut window);
            (map.names(save), map.names(open), window.asked.is_some())
        };
        let pressed = |name| KeyChange::Pressed(Chord::parse(name).unwrap());
        let text = String::from;
        assert_eq!(does(KeyChange::Ask(save, 0)), (text("Ctrl+S"), text("Ctrl+O"), true));
        assert_eq!(does(pressed("Insert")), (text("Insert"), text("Ctrl+O"), false));
        does(KeyChange::Ask(save, 0));
        assert_eq!(does(pressed("Ctrl+O")), (text("Insert"), text("Ctrl+O"), true), "a question");
        assert_eq!(does(KeyChange::Swap), (text("Ctrl+O"), text("Insert"), false));
        does(KeyChange::Ask(save, 0));
        assert_eq!(does(pressed("Esc")), (text("Ctrl+O"), text("Insert"), false));
        does(KeyChange::Ask(save, 0));
        assert_eq!(does(KeyChange::Clear), (text("no key"), text("Insert"), false));
        assert_eq!(does(KeyChange::Reset(open)), (text("no key"), text("Ctrl+O"), false));
        assert_eq!(does(KeyChange::ResetAll), (text("Ctrl+S"), text("Ctrl+O"), false));
    }

    #[test]
    fn a_fixed_key_is_never_taken_away() {
        let (mut map, mut window) = (KeyMap::default(), SettingsWindow::default());
        serve(KeyChange::Ask(place("File(Save)"), 0), &mut map, &mut window);
        serve(KeyChange::Pressed(Chord::parse("Ctrl+1").unwrap()), &mut map, &mut window);
        assert!(window.asked.is_some());
        serve(KeyChange::Swap, &mut map, &mut window);
        assert_eq!(map, KeyMap::default());
    }
}
