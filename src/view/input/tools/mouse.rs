//! The mouse, step by step.
//!
//! A frame may hold a whole drag: pressed here, moved there, released. The window system reports these in
//! their order, so tools take them one by one, and a quick hand on a slow machine paints the same line.

use crate::sim::{Arena, Land};
use crate::view::input::camera::View;
use crate::view::panels::dialogs::Dialogs;
use crate::view::shared::{MapArea, arena_near};
use bevy::input::ButtonState;
use bevy::prelude::*;
use bevy::window::WindowEvent;
use bevy_egui::input::EguiWantsInput;
use bevy_egui::{EguiContexts, egui};
use std::collections::VecDeque;

/// One thing that the mouse did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MouseStep {
    /// What.
    pub what: MouseAct,
    /// Where on the map, in cells of the arena that it happened in; a drag keeps to the arena that it began in.
    pub at: Vec2,
    /// That arena.
    pub arena: u32,
    /// Where in the window, in logical pixels.
    pub screen: Vec2,
    /// Whether no panel or dialog lies between pointer and map.
    pub on_map: bool,
    /// Whether Ctrl was held.
    pub ctrl: bool,
    /// Whether Shift was held.
    pub shift: bool,
}

/// What the mouse did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MouseAct {
    /// Went somewhere.
    Moved,
    /// A button went down.
    Pressed(MouseButton),
    /// A button came up.
    Released(MouseButton),
}

/// What the mouse did, in order.
#[derive(Resource, Clone, Debug, Default)]
pub struct Mouse {
    /// One after the other; tools take them out.
    pub steps: VecDeque<MouseStep>,
    screen: Vec2,
    ctrl: [bool; 2],
    shift: [bool; 2],
    /// The arena of a drag and where it is drawn, as long as a button is down.
    held: Option<(u32, Vec2)>,
}

/// Gathers what the mouse did.
#[allow(clippy::too_many_arguments)]
pub(super) fn read_mouse(
    mut events: MessageReader<WindowEvent>,
    mut mouse: ResMut<Mouse>,
    view: Res<View>,
    area: Res<MapArea>,
    dialogs: Res<Dialogs>,
    egui: Res<EguiWantsInput>,
    arenas: Query<(&Arena, &Land)>,
    mut contexts: EguiContexts,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    let covered = dialogs.is_modal() || egui.is_popup_open();
    for event in events.read() {
        let what = match event {
            WindowEvent::CursorMoved(moved) => {
                mouse.screen = moved.position;
                MouseAct::Moved
            }
            WindowEvent::MouseButtonInput(input) if input.state == ButtonState::Pressed => {
                MouseAct::Pressed(input.button)
            }
            WindowEvent::MouseButtonInput(input) => MouseAct::Released(input.button),
            WindowEvent::KeyboardInput(input) => {
                let down = input.state == ButtonState::Pressed;
                match input.key_code {
                    KeyCode::ControlLeft => mouse.ctrl[0] = down,
                    KeyCode::ControlRight => mouse.ctrl[1] = down,
                    KeyCode::ShiftLeft => mouse.shift[0] = down,
                    KeyCode::ShiftRight => mouse.shift[1] = down,
                    _ => {}
                }
                continue;
            }
            WindowEvent::WindowFocused(_) => {
                mouse.ctrl = [false; 2];
                mouse.shift = [false; 2];
                continue;
            }
            _ => continue,
        };
        let screen = mouse.screen;
        let place = view.cells_at(screen);
        let all = arenas.iter().map(|(a, l)| (a.index, l.terrain.bounds()));
        let (arena, origin) = mouse.held.unwrap_or_else(|| arena_near(place, all));
        mouse.held = match what {
            MouseAct::Pressed(_) => Some((arena, origin)),
            MouseAct::Released(_) => None,
            MouseAct::Moved => mouse.held,
        };
        let step = MouseStep {
            what,
            at: place - origin,
            arena,
            screen,
            on_map: !covered && area.0.contains(screen) && is_free(&context, screen),
            ctrl: mouse.ctrl.contains(&true),
            shift: mouse.shift.contains(&true),
        };
        mouse.steps.push_back(step);
    }
    Ok(())
}

/// Whether no egui window, menu or popup lies at a place.
fn is_free(context: &egui::Context, screen: Vec2) -> bool {
    let layer = context.layer_id_at(egui::pos2(screen.x, screen.y));
    layer.is_none_or(|layer| layer.order == egui::Order::Background)
}
