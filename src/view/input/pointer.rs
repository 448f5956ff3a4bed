//! Where the pointer is, on the window and on the map.

use crate::sim::{Arena, Land};
use crate::view::input::camera::View;
use crate::view::shared::{FrameSystems, MapArea, Pointer, arena_near};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::input::EguiWantsInput;

pub(crate) fn plugin(app: &mut App) {
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
    let place = on_map.map(|s| view.cells_at(s));
    let all = arenas.iter().map(|(a, l)| (a.index, l.terrain.bounds()));
    let (arena, origin) = arena_near(place.unwrap_or_default(), all);
    pointer.set_if_neq(Pointer { at: place.map(|place| place - origin), screen, arena });
}
