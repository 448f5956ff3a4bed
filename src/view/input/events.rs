//! Mouse and keyboard events, read once per frame.
//!
//! A frame may hold a whole drag: pressed here, moved there, released. The window system reports events in order, so
//! each one keeps the modifiers and the position of its own moment, however long the frame took.

use crate::view::frame::FrameSystems;
use crate::view::input::modifiers::{ModifierKeys, Modifiers};
use crate::view::input::pointer::{MapPoint, MapUnderWindow, Pointer};
use bevy::input::ButtonState;
use bevy::prelude::*;
use bevy::window::WindowEvent;
use bevy_egui::EguiContexts;
use std::collections::{BTreeSet, VecDeque};

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<InputEvents>()
        .init_resource::<Pointer>()
        .add_systems(Update, read_events.in_set(FrameSystems::Events));
}

/// One event of the mouse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MouseStep {
    /// What happened.
    pub what: MouseAct,
    /// Where on the map, in cells of `arena`. A drag stays in the arena where it began.
    pub at: Vec2,
    /// The arena.
    pub arena: u32,
    /// Where in the window, in logical pixels.
    pub screen: Vec2,
    /// Whether no panel or dialog lies between pointer and map.
    pub on_map: bool,
    /// The modifiers that were held.
    pub modifiers: Modifiers,
}

/// What the mouse did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MouseAct {
    /// It moved.
    Moved,
    /// A button went down.
    Pressed(MouseButton),
    /// A button came up.
    Released(MouseButton),
}

/// A key that went down, or that repeats because it is held. Modifier keys are not reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyPress {
    /// The key.
    pub key: KeyCode,
    /// The modifiers that were held.
    pub modifiers: Modifiers,
    /// Whether the system repeats it.
    pub repeat: bool,
}

/// Events of the mouse and the keyboard, in order, and the keys that are down.
#[derive(Resource, Clone, Debug, Default)]
pub struct InputEvents {
    /// Mouse events that no tool has taken yet.
    mouse: VecDeque<MouseStep>,
    /// Key presses of this frame.
    pub keys: Vec<KeyPress>,
    /// If a key was pressed in this frame: the number of mouse events left before the first press.
    mouse_before_key: Option<usize>,
    /// Keys that are down and were pressed without Command and Alt. A letter of a shortcut is not among them, even if its
    /// Command key is released first.
    plain_keys: BTreeSet<KeyCode>,
    modifier_keys: ModifierKeys,
    /// The last position in the window, in logical pixels.
    screen: Vec2,
    inside_window: bool,
    /// While a button is down: the arena where it went down, and the origin of that arena.
    drag: Option<(u32, Vec2)>,
}

impl InputEvents {
    /// The modifiers that are held now.
    pub fn modifiers(&self) -> Modifiers {
        self.modifier_keys.held()
    }

    /// Whether a key is held that was pressed without Command and Alt.
    pub fn holds(&self, key: KeyCode) -> bool {
        self.plain_keys.contains(&key)
    }

    /// Whether any such key is held.
    pub fn holds_any(&self) -> bool {
        !self.plain_keys.is_empty()
    }

    /// The next mouse event. Events after a key press wait for the next frame, when the key has had its effect: B and a
    /// drag paint, even if both come in one slow frame.
    pub fn next_step(&mut self) -> Option<MouseStep> {
        if let Some(left) = &mut self.mouse_before_key {
            *left = left.checked_sub(1)?;
        }
        self.mouse.pop_front()
    }

    fn begin_frame(&mut self) {
        self.keys.clear();
        self.mouse_before_key = None;
    }

    fn take(&mut self, event: &WindowEvent, map_at: impl Fn(Vec2) -> MapPoint) {
        let what = match event {
            WindowEvent::CursorMoved(moved) => {
                self.screen = moved.position;
                self.inside_window = true;
                MouseAct::Moved
            }
            WindowEvent::MouseButtonInput(input) => match input.state {
                ButtonState::Pressed => MouseAct::Pressed(input.button),
                ButtonState::Released => MouseAct::Released(input.button),
            },
            WindowEvent::CursorLeft(_) => {
                self.inside_window = false;
                return;
            }
            WindowEvent::KeyboardInput(input) => {
                self.take_key(input.key_code, input.state.is_pressed(), input.repeat);
                return;
            }
            WindowEvent::WindowFocused(_) | WindowEvent::KeyboardFocusLost(_) => {
                self.modifier_keys.clear();
                self.plain_keys.clear();
                return;
            }
            _ => return,
        };
        let point = map_at(self.screen);
        let (arena, origin) = self.drag.unwrap_or((point.arena, point.origin));
        self.drag = match what {
            MouseAct::Pressed(_) => Some((arena, origin)),
            MouseAct::Released(_) => None,
            MouseAct::Moved => self.drag,
        };
        self.mouse.push_back(MouseStep {
            what,
            at: point.position - origin,
            arena,
            screen: self.screen,
            on_map: point.uncovered,
            modifiers: self.modifiers(),
        });
    }

    fn take_key(&mut self, key: KeyCode, down: bool, repeat: bool) {
        if self.modifier_keys.record(key, down) {
            return;
        }
        if !down {
            self.plain_keys.remove(&key);
            return;
        }
        let modifiers = self.modifiers();
        if !repeat && !modifiers.command && !modifiers.alt {
            self.plain_keys.insert(key);
        }
        if !repeat {
            self.mouse_before_key.get_or_insert(self.mouse.len());
        }
        self.keys.push(KeyPress { key, modifiers, repeat });
    }

    fn pointer(&self, map_at: impl Fn(Vec2) -> MapPoint, egui_uses_pointer: bool) -> Pointer {
        let screen = self.inside_window.then_some(self.screen);
        let point = map_at(self.screen);
        let at = screen.filter(|_| point.uncovered && !egui_uses_pointer);
        Pointer { at: at.map(|_| point.position - point.origin), screen, arena: point.arena }
    }
}

fn read_events(
    mut window_events: MessageReader<WindowEvent>,
    mut input: ResMut<InputEvents>,
    mut pointer: ResMut<Pointer>,
    map: MapUnderWindow,
    mut contexts: EguiContexts,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    let map_at = |screen| map.at(screen, &context);
    input.begin_frame();
    for event in window_events.read() {
        input.take(event, map_at);
    }
    pointer.set_if_neq(input.pointer(map_at, map.egui_uses_pointer()));
    Ok(())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use bevy::input::keyboard::{Key, KeyboardFocusLost, KeyboardInput, NativeKey};
    use bevy::input::mouse::MouseButtonInput;
    use bevy::window::{CursorLeft, CursorMoved};

    /// A map of two arenas, 10 cells apart, with a panel to the left of 0.
    fn map_at(screen: Vec2) -> MapPoint {
        let arena = u32::from(screen.x >= 10.0);
        let origin = Vec2::new(10.0 * arena as f32, 0.0);
        MapPoint { position: screen, arena, origin, uncovered: screen.x >= 0.0 }
    }

    fn key_event(key_code: KeyCode, down: bool) -> WindowEvent {
        WindowEvent::KeyboardInput(KeyboardInput {
            key_code,
            logical_key: Key::Unidentified(NativeKey::Unidentified),
            state: if down { ButtonState::Pressed } else { ButtonState::Released },
            text: None,
            repeat: false,
            window: Entity::PLACEHOLDER,
        })
    }

    fn moved(x: f32) -> WindowEvent {
        let position = Vec2::new(x, 1.0);
        WindowEvent::CursorMoved(CursorMoved { window: Entity::PLACEHOLDER, position, delta: None })
    }

    fn button(state: ButtonState) -> WindowEvent {
        let button = MouseButton::Left;
        WindowEvent::MouseButtonInput(MouseButtonInput {
            button,
            state,
            window: Entity::PLACEHOLDER,
        })
    }

    fn taken(events: &[WindowEvent]) -> InputEvents {
        let mut input = InputEvents::default();
        events.iter().for_each(|event| input.take(event, map_at));
        input
    }

    /// Input with these keys down, pressed in this order.
    pub fn holding(keys: &[KeyCode]) -> InputEvents {
        taken(&keys.iter().map(|&key| key_event(key, true)).collect::<Vec<_>>())
    }

    #[test]
    fn every_step_has_the_modifiers_of_its_own_moment() {
        let modifier_keys = [KeyCode::ControlLeft, KeyCode::SuperLeft];
        for key in modifier_keys {
            let input = taken(&[
                button(ButtonState::Pressed),
                key_event(key, true),
                button(ButtonState::Released),
                key_event(key, false),
                moved(1.0),
            ]);
            let command: Vec<bool> = input.mouse.iter().map(|s| s.modifiers.command).collect();
            assert_eq!(command, [false, true, false], "{key:?}");
        }
    }

    #[test]
    fn mouse_events_after_a_key_press_wait_for_the_next_frame() {
        let mut input = taken(&[moved(1.0), key_event(KeyCode::KeyB, true), moved(2.0)]);
        let mut xs =
            || std::iter::from_fn(|| input.next_step()).map(|s| s.at.x).collect::<Vec<_>>();
        assert_eq!(xs(), [1.0]);
        assert_eq!(xs(), [0.0; 0], "still the same frame");
        input.begin_frame();
        assert_eq!(input.next_step().map(|s| s.at.x), Some(2.0));
    }

    #[test]
    fn a_drag_stays_in_the_arena_where_it_began() {
        let input = taken(&[
            moved(8.0),
            button(ButtonState::Pressed),
            moved(12.0),
            button(ButtonState::Released),
            moved(13.0),
        ]);
        let places: Vec<(u32, f32)> = input.mouse.iter().map(|s| (s.arena, s.at.x)).collect();
        assert_eq!(places, [(0, 8.0), (0, 8.0), (0, 12.0), (0, 12.0), (1, 3.0)]);
    }

    #[test]
    fn the_pointer_is_nowhere_on_the_map_over_panels_and_outside_the_window() {
        let at = |events: &[WindowEvent], used| taken(events).pointer(map_at, used).at;
        assert_eq!(at(&[moved(3.0)], false), Some(Vec2::new(3.0, 1.0)));
        assert_eq!(at(&[moved(3.0)], true), None, "a slider is being dragged");
        assert_eq!(at(&[moved(-3.0)], false), None, "over a panel");
        let left = WindowEvent::CursorLeft(CursorLeft { window: Entity::PLACEHOLDER });
        assert_eq!(at(&[moved(3.0), left], false), None);
        assert_eq!(at(&[], false), None, "before the first event");
    }

    #[test]
    fn a_letter_of_a_shortcut_is_not_held_even_if_command_is_released_first() {
        for key in [KeyCode::ControlLeft, KeyCode::SuperRight, KeyCode::AltLeft] {
            let input = taken(&[
                key_event(key, true),
                key_event(KeyCode::KeyS, true),
                key_event(key, false),
            ]);
            assert!(!input.holds(KeyCode::KeyS), "{key:?}");
        }
        assert!(taken(&[key_event(KeyCode::KeyS, true)]).holds(KeyCode::KeyS));
    }

    #[test]
    fn a_window_without_focus_holds_no_keys() {
        let input = taken(&[
            key_event(KeyCode::ShiftLeft, true),
            key_event(KeyCode::KeyW, true),
            WindowEvent::KeyboardFocusLost(KeyboardFocusLost),
        ]);
        assert_eq!(input.modifiers(), Modifiers::NONE);
        assert!(!input.holds(KeyCode::KeyW));
    }
}
