//! Where the pointer is, on the window and on the map.

use super::camera::View;
use super::shared::{FrameSystems, MapArea, Pointer, arena_origin, origin_near};
use crate::sim::{Arena, Land};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::input::EguiWantsInput;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pointer>().add_systems(Update, find_pointer.in_set(FrameSystems::Pointer));
}

fn find_pointer(
    mut pointer: ResMut<Pointer>,
    view: Res<View>,
    area: Res<MapArea>,
    egui: Res<EguiWantsInput>,
    window: Single<&Window, With<PrimaryWindow>>,
    arenas: Query<(&Arena, &Land)>,
) {
    let screen = window.cursor_position();
    let on_map = screen
        .filter(|&s| !egui.wants_any_pointer_input() && (area.0.is_empty() || area.0.contains(s)));
    let at = on_map.map(|s| {
        let place = view.cells_at(s);
        place
            - origin_near(
                place,
                arenas.iter().map(|(a, l)| arena_origin(a.index, l.terrain.bounds())),
            )
    });
    pointer.set_if_neq(Pointer { at, screen });
}
