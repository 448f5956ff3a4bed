//! What can be done with keys: one list of commands, made from the table of bindings and from the overlays.

use super::chord::{Chord, key_named};
use super::keys::{BINDINGS, Group, Trigger};
use super::modifiers::Modifiers;
use crate::overlay::OVERLAYS;
use crate::view::document::intent::{Intent, ShowIntent, TimeIntent, ToolIntent};
use bevy::math::Vec2;
use std::sync::LazyLock;

/// Something that can be done with a key.
#[derive(Clone, Debug)]
pub struct Command {
    /// Its name in the settings file.
    pub id: String,
    /// The heading that it is listed under.
    pub group: Group,
    /// What it does.
    pub what: String,
    /// What happens.
    pub act: Act,
    /// The keys of the first start.
    pub defaults: Vec<Chord>,
    /// The row of [`BINDINGS`] that lists it; `None` for an overlay.
    pub row: Option<usize>,
}

/// What happens when a key is pressed or held.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "there is one list of them")]
pub enum Act {
    /// Pressing it sends an intent.
    Send(Intent),
    /// Holding it moves the camera in this direction (y downwards).
    Pan(Vec2),
}

impl Command {
    /// Whether its key always stays the same: Esc, and the digits of stored selections.
    pub fn is_fixed(&self) -> bool {
        use ToolIntent::{Escape, RecallGroup, StoreGroup};
        matches!(self.act, Act::Send(Intent::Tool(StoreGroup(_) | RecallGroup(_) | Escape)))
    }
}

/// All commands, in the order of the help window.
pub fn commands() -> &'static [Command] {
    &COMMANDS
}

static COMMANDS: LazyLock<Vec<Command>> = LazyLock::new(|| {
    let mut commands: Vec<Command> = Vec::new();
    let mut row = 0;
    for (place, binding) in BINDINGS.iter().enumerate() {
        if !binding.keys.is_empty() {
            row = place;
        }
        let (chord, act) = match &binding.trigger {
            Trigger::Press(modifiers, key, intent) => {
                (Chord::new(*modifiers, *key), Act::Send(intent.clone()))
            }
            &Trigger::Pan(modifiers, key, way) => (Chord::new(modifiers, key), Act::Pan(way)),
            Trigger::Mouse => continue,
        };
        if let Some(known) = commands.iter_mut().find(|command| command.act == act) {
            known.defaults.push(chord);
            continue;
        }
        let own = own_name(&act).map_or_else(|| BINDINGS[row].what.into(), str::to_owned);
        commands.push(Command {
            id: id(&act),
            group: binding.group,
            what: own,
            act,
            defaults: vec![chord],
            row: Some(row),
        });
    }
    for (index, overlay) in OVERLAYS.iter().enumerate() {
        let key = key_named(overlay.hotkey).map(|key| Chord::new(Modifiers::NONE, key));
        commands.push(Command {
            id: format!("Overlay({})", overlay.key),
            group: Group::Show,
            what: format!("Overlay: {}", overlay.title),
            act: Act::Send(Intent::Show(ShowIntent::ToggleOverlay(index))),
            defaults: key.into_iter().collect(),
            row: None,
        });
    }
    commands
});

fn id(act: &Act) -> String {
    match act {
        Act::Send(intent) => format!("{intent:?}"),
        Act::Pan(way) => format!("Pan({}, {})", way.x, way.y),
    }
}

/// What a command does whose row in the table describes several.
fn own_name(act: &Act) -> Option<&'static str> {
    Some(match act {
        Act::Send(Intent::Tool(ToolIntent::Smaller)) => "Smaller brush, obstacle or block",
        Act::Send(Intent::Tool(ToolIntent::Larger)) => "Larger brush, obstacle or block",
        Act::Send(Intent::Time(TimeIntent::Faster)) => "Faster",
        Act::Send(Intent::Time(TimeIntent::Slower)) => "Slower",
        Act::Pan(way) if way.x < 0.0 => "Pans left",
        Act::Pan(way) if way.x > 0.0 => "Pans right",
        Act::Pan(way) if way.y < 0.0 => "Pans up",
        Act::Pan(_) => "Pans down",
        Act::Send(_) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_name_of_its_own_and_says_what_it_does() {
        for (place, command) in commands().iter().enumerate() {
            let same = |other: &Command| other.id == command.id;
            assert!(!commands()[..place].iter().any(same), "{} is there twice", command.id);
            let told = |other: &Command| other.what == command.what;
            assert!(!command.what.is_empty());
            assert!(
                command.is_fixed() || !commands()[..place].iter().any(told),
                "two commands say: {}",
                command.what
            );
            assert!(command.defaults.iter().all(|chord| chord.name().is_some()), "{}", command.id);
        }
    }

    #[test]
    fn further_keys_belong_to_the_same_command() {
        let redo = commands().iter().find(|c| c.id == "Edit(Redo)").unwrap();
        let names: Vec<_> = redo.defaults.iter().filter_map(|chord| chord.name()).collect();
        assert_eq!(names, ["Ctrl+Shift+Z", "Ctrl+Y"]);
    }
}
