//! Where arenas lie in Bevy's world, and which one a position belongs to.

pub use crate::picture::arena_origin;

use crate::grid::Bounds;
use bevy::math::Vec2;

/// From cells (y downwards) to Bevy's world (y upwards); one cell is one unit in both.
pub fn to_world(cells: Vec2) -> Vec2 {
    Vec2::new(cells.x, -cells.y)
}

/// The arena that a position belongs to, and its origin: the last one that begins left of it and above it.
pub fn arena_near(position: Vec2, arenas: impl Iterator<Item = (u32, Bounds)>) -> (u32, Vec2) {
    arenas
        .map(|(index, bounds)| (index, arena_origin(index, bounds)))
        .filter(|(_, origin)| origin.cmple(position).all())
        .max_by_key(|(index, _)| *index)
        .unwrap_or((0, Vec2::ZERO))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_belongs_to_the_arena_that_it_lies_in() {
        for bounds in [Bounds::new(20, 30), Bounds::new(30, 20)] {
            let arenas = || [2, 0, 1].map(|index| (index, bounds)).into_iter();
            for index in 0..3 {
                let origin = arena_origin(index, bounds);
                assert_eq!(arena_near(origin + Vec2::splat(7.0), arenas()), (index, origin));
            }
            assert_eq!(arena_near(Vec2::splat(-5.0), arenas()), (0, Vec2::ZERO));
        }
    }
}
