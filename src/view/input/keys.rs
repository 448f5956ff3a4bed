//! The table of all keys and mouse gestures, as at the first start. The README lists it; [`KeyMap`] has the keys in force.

use crate::view::document::DocumentSystems;
use crate::view::document::intent::{
    EditIntent::*, FileIntent::*, Intent, ShowIntent::*, TimeIntent::*, ToolIntent::*,
};
use crate::view::document::{MapIntent, RecordingIntent, StartIntent};
use crate::view::input::chord::Chord;
use crate::view::input::escape::OpenWindows;
use crate::view::input::events::{InputEvents, KeyPress};
use crate::view::input::key_map::KeyMap;
use crate::view::input::modifiers::Modifiers;
use crate::view::input::selection::Selection;
use crate::view::input::tools::hand::use_tools;
use crate::view::input::tools::{Armed, Tool};
use crate::view::panels::dialogs::Dialogs;
use crate::view::panels::experiment_runs::ExperimentIntent::Toggle;
use crate::view::settings::{KeyChange, SettingsIntent};
use bevy::prelude::*;
use bevy_egui::input::EguiWantsInput;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<KeyMap>()
        .add_systems(Update, press_keys.in_set(DocumentSystems::Tools).after(use_tools));
}

/// A heading of the help window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Tools.
    Tools,
    /// Selecting.
    Select,
    /// Orders.
    Order,
    /// The camera.
    View,
    /// Simulated time.
    Time,
    /// Files and the gallery.
    Scenario,
    /// Editing.
    Edit,
    /// Panels and overlays.
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

/// One row of the table.
pub struct Binding {
    /// The heading that it is listed under.
    pub group: Group,
    /// The keys as users write them. Empty if this is one more key for the row before.
    pub keys: &'static str,
    /// What it does.
    pub what: &'static str,
    /// What triggers it.
    pub trigger: Trigger,
}

/// What triggers a binding.
#[expect(clippy::large_enum_variant, reason = "there is one constant table of them")]
pub enum Trigger {
    /// Pressing the key with exactly these modifiers sends an intent.
    Press(Modifiers, KeyCode, Intent),
    /// The camera moves in this direction (y downwards) while the key is held; Shift must be held or not, as given.
    Pan(Modifiers, KeyCode, Vec2),
    /// A mouse gesture, which the tools and the camera recognise.
    Mouse,
}

const fn key(
    group: Group,
    keys: &'static str,
    what: &'static str,
    modifiers: Modifiers,
    code: KeyCode,
    intent: Intent,
) -> Binding {
    Binding { group, keys, what, trigger: Trigger::Press(modifiers, code, intent) }
}

/// One more key for the row before.
const fn also(group: Group, modifiers: Modifiers, code: KeyCode, intent: Intent) -> Binding {
    key(group, "", "", modifiers, code, intent)
}

const fn pan(keys: &'static str, what: &'static str, code: KeyCode, way: Vec2) -> Binding {
    Binding { group: Group::View, keys, what, trigger: Trigger::Pan(NONE, code, way) }
}

const fn also_pan(modifiers: Modifiers, code: KeyCode, way: Vec2) -> Binding {
    let trigger = Trigger::Pan(modifiers, code, way);
    Binding { group: Group::View, keys: "", what: "", trigger }
}

const fn mouse(group: Group, keys: &'static str, what: &'static str) -> Binding {
    Binding { group, keys, what, trigger: Trigger::Mouse }
}

const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;
const SHIFT: Modifiers = Modifiers::SHIFT;
const CTRL_SHIFT: Modifiers = Modifiers::COMMAND_SHIFT;

/// All bindings, in the order of the help window. Overlays have further keys.
#[rustfmt::skip]
pub const BINDINGS: &[Binding] = &[
    key(Group::Tools, "Q", "Select tool", NONE, KeyCode::KeyQ, Intent::Tool(Take(Tool::Select))),
    key(Group::Tools, "B", "Brush: paint and erase ground", NONE, KeyCode::KeyB, Intent::Tool(Take(Tool::Paint))),
    key(Group::Tools, "O", "Obstacle: place trees, boulders and walls", NONE, KeyCode::KeyO, Intent::Tool(Take(Tool::Place))),
    key(Group::Tools, "U", "Units: drop a block of units", NONE, KeyCode::KeyU, Intent::Tool(Take(Tool::Drop))),
    key(Group::Tools, "G", "Goal: place and move goals", NONE, KeyCode::KeyG, Intent::Tool(Take(Tool::Goal))),
    key(Group::Tools, "[  ]", "Smaller or larger brush, obstacle or block", NONE, KeyCode::BracketLeft, Intent::Tool(Smaller)),
    also(Group::Tools, NONE, KeyCode::BracketRight, Intent::Tool(Larger)),
    mouse(Group::Tools, "Left-drag", "Paints; erases the chosen ground if it starts on it"),

    mouse(Group::Select, "Left-click", "Selects a unit, an obstacle or a goal"),
    mouse(Group::Select, "Left-drag", "Selects all units in a box; moves an obstacle or a goal"),
    mouse(Group::Select, "Ctrl + click or drag", "Adds to the selection, or removes from it"),
    mouse(Group::Select, "Double-click", "Selects all visible units of that kind and team"),
    key(Group::Select, "Ctrl+A", "Selects every unit", CTRL, KeyCode::KeyA, Intent::Tool(SelectAll)),
    key(Group::Select, "Ctrl+1..9", "Stores the selection under a number", CTRL, KeyCode::Digit1, Intent::Tool(StoreGroup(1))),
    also(Group::Select, CTRL, KeyCode::Digit2, Intent::Tool(StoreGroup(2))),
    also(Group::Select, CTRL, KeyCode::Digit3, Intent::Tool(StoreGroup(3))),
    also(Group::Select, CTRL, KeyCode::Digit4, Intent::Tool(StoreGroup(4))),
    also(Group::Select, CTRL, KeyCode::Digit5, Intent::Tool(StoreGroup(5))),
    also(Group::Select, CTRL, KeyCode::Digit6, Intent::Tool(StoreGroup(6))),
    also(Group::Select, CTRL, KeyCode::Digit7, Intent::Tool(StoreGroup(7))),
    also(Group::Select, CTRL, KeyCode::Digit8, Intent::Tool(StoreGroup(8))),
    also(Group::Select, CTRL, KeyCode::Digit9, Intent::Tool(StoreGroup(9))),
    key(Group::Select, "1..9", "Selects the units stored under a number", NONE, KeyCode::Digit1, Intent::Tool(RecallGroup(1))),
    also(Group::Select, NONE, KeyCode::Digit2, Intent::Tool(RecallGroup(2))),
    also(Group::Select, NONE, KeyCode::Digit3, Intent::Tool(RecallGroup(3))),
    also(Group::Select, NONE, KeyCode::Digit4, Intent::Tool(RecallGroup(4))),
    also(Group::Select, NONE, KeyCode::Digit5, Intent::Tool(RecallGroup(5))),
    also(Group::Select, NONE, KeyCode::Digit6, Intent::Tool(RecallGroup(6))),
    also(Group::Select, NONE, KeyCode::Digit7, Intent::Tool(RecallGroup(7))),
    also(Group::Select, NONE, KeyCode::Digit8, Intent::Tool(RecallGroup(8))),
    also(Group::Select, NONE, KeyCode::Digit9, Intent::Tool(RecallGroup(9))),

    mouse(Group::Order, "Right-click", "Moves the selected units there, or attacks the enemy there, with every tool"),
    mouse(Group::Order, "Ctrl + right-click", "Attack-move: the units fight on the way"),
    mouse(Group::Order, "Shift + right-click", "Queues a waypoint"),
    key(Group::Order, "A", "Then click: attacks an enemy, or attack-moves to the ground there (with units selected)", NONE, KeyCode::KeyA, Intent::Tool(Arm(Armed::Attack))),
    key(Group::Order, "P", "Then click: patrols back and forth", NONE, KeyCode::KeyP, Intent::Tool(Arm(Armed::Patrol))),
    key(Group::Order, "H", "Stops and holds", NONE, KeyCode::KeyH, Intent::Tool(Hold)),

    mouse(Group::View, "Wheel", "Zooms at the pointer"),
    mouse(Group::View, "Middle-drag", "Pans"),
    pan("W A S D, Shift + arrows", "Pans (A only while no unit is selected)", KeyCode::KeyW, Vec2::NEG_Y),
    also_pan(NONE, KeyCode::KeyA, Vec2::NEG_X),
    also_pan(NONE, KeyCode::KeyS, Vec2::Y),
    also_pan(NONE, KeyCode::KeyD, Vec2::X),
    also_pan(SHIFT, KeyCode::ArrowUp, Vec2::NEG_Y),
    also_pan(SHIFT, KeyCode::ArrowLeft, Vec2::NEG_X),
    also_pan(SHIFT, KeyCode::ArrowDown, Vec2::Y),
    also_pan(SHIFT, KeyCode::ArrowRight, Vec2::X),
    key(Group::View, "F", "Fits the map into the window", NONE, KeyCode::KeyF, Intent::Show(FitMap)),
    key(Group::View, "C", "Follows the selection", NONE, KeyCode::KeyC, Intent::Show(FollowSelection)),

    key(Group::Time, "Space", "Pauses or continues", NONE, KeyCode::Space, Intent::Time(TogglePause)),
    key(Group::Time, "Right", "One tick forward", NONE, KeyCode::ArrowRight, Intent::Time(Step)),
    key(Group::Time, "Left", "One tick back", NONE, KeyCode::ArrowLeft, Intent::Time(StepBack)),
    key(Group::Time, "Up  Down", "Faster, slower", NONE, KeyCode::ArrowUp, Intent::Time(Faster)),
    also(Group::Time, NONE, KeyCode::ArrowDown, Intent::Time(Slower)),
    key(Group::Time, "R", "To the start; every edit happens again at its tick", NONE, KeyCode::KeyR, Intent::Time(Restart)),
    key(Group::Time, "Shift+R", "Restart with all edits", SHIFT, KeyCode::KeyR, Intent::Time(RestartWithAllEdits)),

    key(Group::Scenario, "Home", "Shows the start page", NONE, KeyCode::Home, Intent::Start(StartIntent::Toggle)),
    key(Group::Scenario, "F4", "Previous scenario", NONE, KeyCode::F4, Intent::File(Previous)),
    key(Group::Scenario, "F5", "Reloads the file", NONE, KeyCode::F5, Intent::File(Reload)),
    key(Group::Scenario, "F6", "Next scenario", NONE, KeyCode::F6, Intent::File(Next)),
    key(Group::Scenario, "Ctrl+N", "New map", CTRL, KeyCode::KeyN, Intent::File(AskNew)),
    key(Group::Scenario, "Ctrl+O", "Opens a file; dropping one on the window does the same", CTRL, KeyCode::KeyO, Intent::File(AskOpen)),
    key(Group::Scenario, "Ctrl+S", "Saves", CTRL, KeyCode::KeyS, Intent::File(Save)),
    key(Group::Scenario, "Ctrl+Shift+S", "Saves under another name", CTRL_SHIFT, KeyCode::KeyS, Intent::File(AskSaveAs)),
    key(Group::Scenario, "Ctrl+V", "Opens a map, scenario or run that was copied as text", CTRL, KeyCode::KeyV, Intent::Map(MapIntent::Paste)),
    key(Group::Scenario, "Ctrl+Shift+C", "Copies the run as one line of text", CTRL_SHIFT, KeyCode::KeyC, Intent::Recording(RecordingIntent::Copy)),
    key(Group::Scenario, "Ctrl+Shift+V", "Opens a run that was copied as text", CTRL_SHIFT, KeyCode::KeyV, Intent::Recording(RecordingIntent::Paste)),
    key(Group::Scenario, "Ctrl+Q", "Quits", CTRL, KeyCode::KeyQ, Intent::File(Quit)),

    key(Group::Edit, "Ctrl+Z", "Undoes", CTRL, KeyCode::KeyZ, Intent::Edit(Undo)),
    key(Group::Edit, "Ctrl+Shift+Z, Ctrl+Y", "Redoes", CTRL_SHIFT, KeyCode::KeyZ, Intent::Edit(Redo)),
    also(Group::Edit, CTRL, KeyCode::KeyY, Intent::Edit(Redo)),
    key(Group::Edit, "Delete", "Deletes the selection", NONE, KeyCode::Delete, Intent::Tool(Delete)),
    also(Group::Edit, NONE, KeyCode::Backspace, Intent::Tool(Delete)),
    key(Group::Edit, "Esc", "Cancels; clears the selection", NONE, KeyCode::Escape, Intent::Tool(Escape)),

    key(Group::Show, "F1, ?", "Shows all keys", NONE, KeyCode::F1, Intent::Show(ToggleHelp)),
    also(Group::Show, SHIFT, KeyCode::Slash, Intent::Show(ToggleHelp)),
    key(Group::Show, "Ctrl+E", "Shows the papers' experiments", CTRL, KeyCode::KeyE, Intent::Experiment(Toggle)),
    key(Group::Show, "Tab", "Shows or hides the panels", NONE, KeyCode::Tab, Intent::Show(TogglePanels)),
    key(Group::Show, "Ctrl+,", "Shows the settings", CTRL, KeyCode::Comma, Intent::Settings(SettingsIntent::Toggle)),
    key(Group::Show, "Ctrl++", "Increase UI scale", CTRL, KeyCode::Equal, Intent::Settings(SettingsIntent::Larger)),
    also(Group::Show, CTRL_SHIFT, KeyCode::Equal, Intent::Settings(SettingsIntent::Larger)),
    also(Group::Show, CTRL, KeyCode::NumpadAdd, Intent::Settings(SettingsIntent::Larger)),
    key(Group::Show, "Ctrl+-", "Decrease UI scale", CTRL, KeyCode::Minus, Intent::Settings(SettingsIntent::Smaller)),
    also(Group::Show, CTRL, KeyCode::NumpadSubtract, Intent::Settings(SettingsIntent::Smaller)),
    key(Group::Show, "Ctrl+0", "Reset UI scale", CTRL, KeyCode::Digit0, Intent::Settings(SettingsIntent::NormalSize)),
    key(Group::Show, "F12", "Takes a screenshot", NONE, KeyCode::F12, Intent::Show(Screenshot)),
];

/// Sends the intents of the pressed keys, in the order in which they were pressed.
fn press_keys(
    input: Res<InputEvents>,
    egui: Res<EguiWantsInput>,
    dialogs: Res<Dialogs>,
    selection: Res<Selection>,
    map: Res<KeyMap>,
    windows: OpenWindows,
    mut intents: MessageWriter<Intent>,
) {
    if windows.wait_for_key() {
        // The settings window wants a new key for a command.
        let pressed = input.keys.iter().find(|press| !press.repeat);
        intents.write_batch(pressed.map(|press| {
            let chord = Chord::new(press.modifiers, press.key);
            Intent::Settings(SettingsIntent::Key(KeyChange::Pressed(chord)))
        }));
        return;
    }
    let captured = dialogs.is_modal() || egui.wants_any_keyboard_input();
    for &KeyPress { key, modifiers, repeat } in &input.keys {
        let Some(intent) = map.intent(Chord::new(modifiers, key)) else { continue };
        // Dialogs and text fields can be on a screenshot, too.
        if captured && intent != Intent::Show(Screenshot) {
            continue;
        }
        if repeat && !repeats(&intent) {
            continue;
        }
        if intent == Intent::Tool(Arm(Armed::Attack)) && selection.units.is_empty() {
            continue;
        }
        let closes = windows.close_first().filter(|_| intent == Intent::Tool(Escape));
        intents.write(closes.unwrap_or(intent));
    }
}

/// Whether holding the key repeats the intent: only where each press is one small step.
fn repeats(intent: &Intent) -> bool {
    matches!(
        intent,
        Intent::Time(Step | StepBack) | Intent::Edit(Undo | Redo) | Intent::Tool(Larger | Smaller)
    )
}

#[cfg(test)]
#[path = "keys_tests.rs"]
mod tests;
