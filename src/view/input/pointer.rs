//! Where the pointer is, in the window and on the map.

use crate::view::input::camera::View;
use crate::view::panels::dialogs::Dialogs;
use crate::view::panels::layout::MapArea;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::egui;
use bevy_egui::input::EguiWantsInput;

/// Where the pointer is. Written by [`events`](super::events) before anything else runs.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Pointer {
    /// Position on the map in cells (y downwards, as in the simulation); `None` if the pointer is over a
    /// panel, over a dialog, or outside the window.
    pub at: Option<Vec2>,
    /// Position in the window in logical pixels, if inside.
    pub screen: Option<Vec2>,
    /// The arena whose cells the position is in.
    pub arena: u32,
}

/// A point of the window, on the map below it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MapPoint {
    /// Position in cells of the first arena.
    pub position: Vec2,
    /// The arena there.
    pub arena: u32,
    /// The origin of that arena, in cells of the first arena.
    pub origin: Vec2,
    /// Whether nothing lies between the window and the map: no panel, menu or dialog.
    pub uncovered: bool,
}

/// What is needed to find the [`MapPoint`] of a point of the window.
#[derive(SystemParam)]
pub struct MapUnderWindow<'w> {
    view: Res<'w, View>,
    area: Res<'w, MapArea>,
    dialogs: Res<'w, Dialogs>,
    egui: Res<'w, EguiWantsInput>,
}

impl MapUnderWindow<'_> {
    /// The map below a point of the window, in logical pixels.
    pub fn at(&self, screen: Vec2, context: &egui::Context) -> MapPoint {
        let position = self.view.cells_at(screen);
        let (arena, origin) = self.view.arena_near(position);
        let uncovered = !self.dialogs.is_modal()
            && !self.egui.is_popup_open()
            && (self.area.0.is_empty() || self.area.0.contains(screen))
            && is_background(context, screen);
        MapPoint { position, arena, origin, uncovered }
    }

    /// Whether egui uses the pointer, as while a slider is dragged across the map.
    pub fn egui_uses_pointer(&self) -> bool {
        self.egui.wants_any_pointer_input()
    }
}

/// Whether no egui window, menu or popup lies at a point.
fn is_background(context: &egui::Context, screen: Vec2) -> bool {
    let layer = context.layer_id_at(egui::pos2(screen.x, screen.y));
    layer.is_none_or(|layer| layer.order == egui::Order::Background)
}
