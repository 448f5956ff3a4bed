//! What is drawn on the map, apart from overlays.
//!
//! Textures with texels per cell (`arena_pictures`, `ground`) lie below; everything else is painted every frame on one
//! [`Canvas`](canvas::Canvas), a single mesh.

mod arena_names;
pub(crate) mod arena_pictures;
pub(crate) mod arenas;
pub(crate) mod canvas;
mod ground;
pub(crate) mod map_text;
pub(crate) mod preview;
pub(crate) mod screenshot;
mod selected_goal;

use bevy::app::App;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((
        canvas::plugin,
        ground::plugin,
        arena_pictures::plugin,
        arenas::plugin,
        arena_names::plugin,
        map_text::plugin,
        preview::plugin,
        screenshot::plugin,
        selected_goal::plugin,
    ));
}
