//! The drawing of an arena besides its ground and its overlays. The window and pictures share these functions.

mod border;
mod combat;
mod figures;
mod goals;
mod label;
mod layout;
mod obstacles;
mod units;

pub use figures::draw_figures;
pub use goals::{flag_size, goal_label};
pub use label::{Anchor, Label, arena_label};
pub use layout::ArenaGrid;
pub use obstacles::{corners, draw_obstacle};
pub use units::Headings;

use super::canvas::Canvas;
use crate::overlay::Scene;
use crate::scenario::Goal;
use bevy::math::Vec2;

/// Paints an arena whose upper left corner is drawn at `origin`.
pub fn draw_arena(
    canvas: &mut Canvas,
    scene: &Scene,
    goals: &[Goal],
    headings: &Headings,
    origin: Vec2,
) {
    border::draw_border(canvas, scene, origin);
    border::draw_grid(canvas, scene, origin);
    obstacles::draw_obstacles(canvas, scene, origin);
    goals::draw_flags(canvas, goals, origin);
    units::draw_units(canvas, scene, origin, headings);
    combat::draw_combat(canvas, scene, origin);
}
