//! Every key and mouse binding, once: this table drives the input and fills the help window.

use crate::view::document::intent::{
    EditIntent::*, FileIntent::*, Intent, ShowIntent::*, TimeIntent::*, ToolIntent::*,
};
use crate::view::document::state::DocumentSystems;
use crate::view::input::tools::{Armed, Tool};
use crate::view::overlays::Overlays;
use crate::view::panels::Shown;
use crate::view::panels::dialogs::Dialogs;
use crate::view::panels::experiment_runs::ExperimentIntent::Toggle;
use crate::view::shared::Selection;
use bevy::input::ButtonState;
use bevy::input::keyboard::{KeyboardFocusLost, KeyboardInput};
use bevy::prelude::*;
use bevy_egui::input::EguiWantsInput;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, press_keys.in_set(DocumentSystems::Tools));
}

/// A heading of the help window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Group {
    Tools,
    Select,
    Order,
    View,
    Time,
    Scenario,
    Edit,
    Show,
}

impl Group {
    /// All headings, in order.
    pub const ALL: [Group; 8] = [
        Self::Tools,
        Self::Select,
        Self::Order,
        Self::View,
        Self::Time,
        Self::Scenario,
        Self::Edit,
        Self::Show,
    ];

    /// The heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::Tools => "Tools",
            Self::Select => "Select",
            Self::Order => "Order",
            Self::View => "View",
            Self::Time => "Time",
            Self::Scenario => "Scenario",
            Self::Edit => "Edit",
            Self::Show => "Show",
        }
    }
}

/// Modifier keys that must be held; all others must not be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Modifiers {
    /// Ctrl, or Command on a Mac.
    pub ctrl: bool,
    /// Shift.
    pub shift: bool,
}

const NONE: Modifiers = Modifiers { ctrl: false, shift: false };
const CTRL: Modifiers = Modifiers { ctrl: true, shift: false };
const SHIFT: Modifiers = Modifiers { ctrl: false, shift: true };
const CTRL_SHIFT: Modifiers = Modifiers { ctrl: true, shift: true };

/// One binding.
pub struct Binding {
    /// Under which heading it is listed.
    pub group: Group,
    /// The keys as people write them.
    pub keys: &'static str,
    /// What it does.
    pub what: &'static str,
    /// The key, with what it sends. Nothing for the mouse and for the camera, which look for
    /// themselves.
    pub sends: Option<(Modifiers, KeyCode, Intent)>,
}

const fn key(
    group: Group,
    keys: &'static str,
    what: &'static str,
    modifiers: Modifiers,
    code: KeyCode,
    intent: Intent,
) -> Binding {
    Binding { group, keys, what, sends: Some((modifiers, code, intent)) }
}

const fn note(group: Group, keys: &'static str, what: &'static str) -> Binding {
    Binding { group, keys, what, sends: None }
}

/// All bindings, in the order in which the help lists them. A binding with an empty `keys` is another key
/// for the one before it.
#[rustfmt::skip]
pub const BINDINGS: &[Binding] = &[
    key(Group::Tools, "Q", "Select tool", NONE, KeyCode::KeyQ, Intent::Tool(Take(Tool::Select))),
    key(Group::Tools, "B", "Brush: paint and erase ground", NONE, KeyCode::KeyB, Intent::Tool(Take(Tool::Paint))),
    key(Group::Tools, "O", "Obstacle: place trees, boulders and walls", NONE, KeyCode::KeyO, Intent::Tool(Take(Tool::Place))),
    key(Group::Tools, "U", "Units: drop a block of units", NONE, KeyCode::KeyU, Intent::Tool(Take(Tool::Drop))),
    key(Group::Tools, "[  ]", "Smaller or larger brush, obstacle or block", NONE, KeyCode::BracketLeft, Intent::Tool(Smaller)),
    key(Group::Tools, "", "", NONE, KeyCode::BracketRight, Intent::Tool(Larger)),
    note(Group::Tools, "Left-drag", "Paints; erases if it starts on blocked ground"),

    note(Group::Select, "Left-click", "Selects a unit or an obstacle"),
    note(Group::Select, "Left-drag", "Selects all units in a box; moves an obstacle"),
    note(Group::Select, "Ctrl + click or drag", "Adds to the selection, or takes out of it"),
    note(Group::Select, "Double-click", "Selects all visible units of that kind and team"),
    key(Group::Select, "Ctrl+A", "Selects every unit", CTRL, KeyCode::KeyA, Intent::Tool(SelectAll)),
    key(Group::Select, "Ctrl+1..9", "Stores the selection under a number", CTRL, KeyCode::Digit1, Intent::Tool(StoreGroup(1))),
    key(Group::Select, "", "", CTRL, KeyCode::Digit2, Intent::Tool(StoreGroup(2))),
    key(Group::Select, "", "", CTRL, KeyCode::Digit3, Intent::Tool(StoreGroup(3))),
    key(Group::Select, "", "", CTRL, KeyCode::Digit4, Intent::Tool(StoreGroup(4))),
    key(Group::Select, "", "", CTRL, KeyCode::Digit5, Intent::Tool(StoreGroup(5))),
    key(Group::Select, "", "", CTRL, KeyCode::Digit6, Intent::Tool(StoreGroup(6))),
    key(Group::Select, "", "", CTRL, KeyCode::Digit7, Intent::Tool(StoreGroup(7))),
    key(Group::Select, "", "", CTRL, KeyCode::Digit8, Intent::Tool(StoreGroup(8))),
    key(Group::Select, "", "", CTRL, KeyCode::Digit9, Intent::Tool(StoreGroup(9))),
    key(Group::Select, "1..9", "Selects what was stored", NONE, KeyCode::Digit1, Intent::Tool(RecallGroup(1))),
    key(Group::Select, "", "", NONE, KeyCode::Digit2, Intent::Tool(RecallGroup(2))),
    key(Group::Select, "", "", NONE, KeyCode::Digit3, Intent::Tool(RecallGroup(3))),
    key(Group::Select, "", "", NONE, KeyCode::Digit4, Intent::Tool(RecallGroup(4))),
    key(Group::Select, "", "", NONE, KeyCode::Digit5, Intent::Tool(RecallGroup(5))),
    key(Group::Select, "", "", NONE, KeyCode::Digit6, Intent::Tool(RecallGroup(6))),
    key(Group::Select, "", "", NONE, KeyCode::Digit7, Intent::Tool(RecallGroup(7))),
    key(Group::Select, "", "", NONE, KeyCode::Digit8, Intent::Tool(RecallGroup(8))),
    key(Group::Select, "", "", NONE, KeyCode::Digit9, Intent::Tool(RecallGroup(9))),

    note(Group::Order, "Right-click", "The selected units move there, or attack the enemy there, whatever the tool"),
    note(Group::Order, "Ctrl + right-click", "They attack-move: fight on the way"),
    note(Group::Order, "Shift + right-click", "Queues a way-point"),
    key(Group::Order, "A", "Then click: attack an enemy, or attack-move to a place (with units selected)", NONE, KeyCode::KeyA, Intent::Tool(Arm(Armed::Attack))),
    key(Group::Order, "P", "Then click: patrol to and fro", NONE, KeyCode::KeyP, Intent::Tool(Arm(Armed::Patrol))),
    key(Group::Order, "H", "Stop and hold", NONE, KeyCode::KeyH, Intent::Tool(Hold)),

    note(Group::View, "Wheel", "Zooms at the pointer"),
    note(Group::View, "Middle-drag", "Pans"),
    note(Group::View, "W A S D, Shift + arrows", "Pans (A only while no unit is selected)"),
    note(Group::View, "F", "Fits the map into the window"),
    note(Group::View, "C", "Follows the selection"),

    key(Group::Time, "Space", "Pauses or goes on", NONE, KeyCode::Space, Intent::Time(TogglePause)),
    key(Group::Time, "Right", "One tick forwards", NONE, KeyCode::ArrowRight, Intent::Time(Step)),
    key(Group::Time, "Left", "One tick backwards", NONE, KeyCode::ArrowLeft, Intent::Time(StepBack)),
    key(Group::Time, "Up  Down", "Faster, slower", NONE, KeyCode::ArrowUp, Intent::Time(Faster)),
    key(Group::Time, "", "", NONE, KeyCode::ArrowDown, Intent::Time(Slower)),
    key(Group::Time, "R", "Restarts with all edits", NONE, KeyCode::KeyR, Intent::Time(Restart)),

    key(Group::Scenario, "F4", "Previous scenario", NONE, KeyCode::F4, Intent::File(Previous)),
    key(Group::Scenario, "F5", "Reads the file again", NONE, KeyCode::F5, Intent::File(Reload)),
    key(Group::Scenario, "F6", "Next scenario", NONE, KeyCode::F6, Intent::File(Next)),
    key(Group::Scenario, "Ctrl+N", "New map", CTRL, KeyCode::KeyN, Intent::File(AskNew)),
    key(Group::Scenario, "Ctrl+O", "Opens a file; dropping one on the window does the same", CTRL, KeyCode::KeyO, Intent::File(AskOpen)),
    key(Group::Scenario, "Ctrl+S", "Saves", CTRL, KeyCode::KeyS, Intent::File(Save)),
    key(Group::Scenario, "Ctrl+Shift+S", "Saves under another name", CTRL_SHIFT, KeyCode::KeyS, Intent::File(AskSaveAs)),
    key(Group::Scenario, "Ctrl+Q", "Ends the program", CTRL, KeyCode::KeyQ, Intent::File(Quit)),

    key(Group::Edit, "Ctrl+Z", "Undoes", CTRL, KeyCode::KeyZ, Intent::Edit(Undo)),
    key(Group::Edit, "Ctrl+Shift+Z, Ctrl+Y", "Redoes", CTRL_SHIFT, KeyCode::KeyZ, Intent::Edit(Redo)),
    key(Group::Edit, "", "", CTRL, KeyCode::KeyY, Intent::Edit(Redo)),
    key(Group::Edit, "Delete", "Deletes what is selected", NONE, KeyCode::Delete, Intent::Tool(Delete)),
    key(Group::Edit, "", "", NONE, KeyCode::Backspace, Intent::Tool(Delete)),
    key(Group::Edit, "Esc", "Cancels; clears the selection", NONE, KeyCode::Escape, Intent::Tool(Escape)),

    key(Group::Show, "F1, ?", "All keys", NONE, KeyCode::F1, Intent::Show(ToggleHelp)),
    key(Group::Show, "", "", SHIFT, KeyCode::Slash, Intent::Show(ToggleHelp)),
    key(Group::Show, "Ctrl+E", "The papers' experiments", CTRL, KeyCode::KeyE, Intent::Experiment(Toggle)),
    key(Group::Show, "Tab", "Shows or hides the panels", NONE, KeyCode::Tab, Intent::Show(TogglePanels)),
    note(Group::Show, "F12", "Takes a screenshot"),
];

/// What a key press sends.
pub fn intent_of(modifiers: Modifiers, code: KeyCode) -> Option<Intent> {
    BINDINGS
        .iter()
        .filter_map(|b| b.sends.as_ref())
        .find_map(|(m, c, intent)| (*m == modifiers && *c == code).then(|| intent.clone()))
}

/// Sends what the pressed keys mean. Keys come in the order in which they were pressed, with the
/// modifiers of their own moment, however long the frame took.
#[allow(clippy::too_many_arguments)]
fn press_keys(
    mut pressed: MessageReader<KeyboardInput>,
    mut held: Local<[bool; 4]>,
    mut focus_lost: MessageReader<KeyboardFocusLost>,
    egui: Res<EguiWantsInput>,
    dialogs: Res<Dialogs>,
    selection: Res<Selection>,
    overlays: Res<Overlays>,
    shown: Res<Shown>,
    mut intents: MessageWriter<Intent>,
) {
    if focus_lost.read().count() > 0 {
        // Releases that happen elsewhere are never heard.
        *held = default();
    }
    for input in pressed.read() {
        let down = input.state == ButtonState::Pressed;
        let modifier = match input.key_code {
            KeyCode::ControlLeft | KeyCode::SuperLeft => Some(0),
            KeyCode::ControlRight | KeyCode::SuperRight => Some(1),
            KeyCode::ShiftLeft => Some(2),
            KeyCode::ShiftRight => Some(3),
            _ => None,
        };
        if let Some(place) = modifier {
            held[place] = down;
            continue;
        }
        if !down || dialogs.is_modal() || egui.wants_any_keyboard_input() {
            continue;
        }
        let modifiers = Modifiers { ctrl: held[0] || held[1], shift: held[2] || held[3] };
        let intent = intent_of(modifiers, input.key_code).or_else(|| {
            let row = overlays.rows.iter().position(|row| row.hotkey == Some(input.key_code));
            row.filter(|_| modifiers == NONE).map(|row| Intent::Show(ToggleOverlay(row)))
        });
        let Some(intent) = intent else { continue };
        // Holding a key repeats it only where each press is one small step.
        if input.repeat && !repeats(&intent) {
            continue;
        }
        if intent == Intent::Tool(Arm(Armed::Attack)) && selection.units.is_empty() {
            continue;
        }
        if intent == Intent::Tool(Escape) && shown.help {
            intents.write(Intent::Show(CloseHelp));
            continue;
        }
        intents.write(intent);
    }
}

fn repeats(intent: &Intent) -> bool {
    matches!(
        intent,
        Intent::Time(Step | StepBack) | Intent::Edit(Undo | Redo) | Intent::Tool(Larger | Smaller)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_means_two_things() {
        let keys: Vec<_> =
            BINDINGS.iter().filter_map(|b| b.sends.as_ref()).map(|(m, c, _)| (*m, *c)).collect();
        for (i, key) in keys.iter().enumerate() {
            assert!(!keys[..i].contains(key), "{key:?} is bound twice");
        }
    }

    #[test]
    fn modifiers_must_match_exactly() {
        assert_eq!(intent_of(CTRL, KeyCode::KeyS), Some(Intent::File(Save)));
        assert_eq!(intent_of(CTRL_SHIFT, KeyCode::KeyS), Some(Intent::File(AskSaveAs)));
        assert_eq!(intent_of(NONE, KeyCode::KeyS), None);
    }

    #[test]
    fn every_group_has_bindings_and_every_listed_binding_says_what_it_does() {
        for group in Group::ALL {
            assert!(BINDINGS.iter().any(|b| b.group == group), "{group:?} is empty");
        }
        for binding in BINDINGS {
            assert_eq!(binding.keys.is_empty(), binding.what.is_empty(), "{}", binding.keys);
        }
    }
}
