//! What is drawn on the map, apart from overlays.
//!
//! Textures with texels per cell (`arena_pictures`, `ground`) lie below; everything else is painted every frame on one
//! [`Canvas`](canvas::Canvas), a single mesh.

pub(crate) mod arena_layout;
mod arena_names;
pub(crate) mod arena_pictures;
pub(crate) mod canvas;
mod combat;
pub(crate) mod glyphs;
mod goals;
mod grid_lines;
mod ground;
mod map_text;
mod noise;
mod obstacles;
pub(crate) mod preview;
pub(crate) mod screenshot;
pub(crate) mod units;

use bevy::app::App;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((
        canvas::plugin,
        ground::plugin,
        grid_lines::plugin,
        obstacles::plugin,
        goals::plugin,
        arena_names::plugin,
        map_text::plugin,
        units::plugin,
        combat::plugin,
        preview::plugin,
        screenshot::plugin,
    ));
}
