//! Where arenas lie: tall ones side by side, wide ones one below the other.

use crate::grid::Bounds;
use bevy::math::Vec2;

/// Free columns or rows between two arenas, in cells.
const GAP: u32 = 4;

/// The upper left corner of an arena, in cells of the first arena.
pub fn arena_origin(index: u32, bounds: Bounds) -> Vec2 {
    if bounds.width > bounds.height {
        Vec2::new(0.0, (index * (bounds.height + GAP)) as f32)
    } else {
        Vec2::new((index * (bounds.width + GAP)) as f32, 0.0)
    }
}
