//! Open ground with obstacles of many sizes.

use super::dice::Dice;
use super::join::join;
use super::paint::blob;
use crate::grid::{Bounds, Cell, Field, Ground};

crate::parameters! {
    /// Open ground with obstacles.
    pub struct Scatter {
        /// Cells of the map for each obstacle; fewer makes it denser.
        cells_per_obstacle: u32 = 60, in 15..=1000, unit "cells";
        /// Maximum radius of an obstacle; never more than a tenth of the shorter side of the map.
        largest: u32 = 8, in 1..=40, unit "cells";
        /// How many rocks there are among the obstacles, relative to woods and ponds.
        rocks: u32 = 5, in 0..=10;
        /// How many woods there are, relative to rocks and ponds.
        woods: u32 = 4, in 0..=10;
        /// How many ponds there are, relative to rocks and woods.
        ponds: u32 = 1, in 0..=10;
    }
}

/// Rocks, woods and ponds on open ground; many small ones, few large ones.
pub fn scatter(bounds: Bounds, with: Scatter, dice: &mut Dice) -> Field<Ground> {
    let mut ground = Field::new(bounds, Ground::Floor);
    let largest = (bounds.width.min(bounds.height) as i32 / 10).clamp(1, with.largest as i32);
    let Scatter { rocks, woods, ponds, .. } = with;
    let kinds = (rocks + woods + ponds) as i32;
    let obstacles = if kinds > 0 { bounds.area() / with.cells_per_obstacle as usize } else { 0 };
    for _ in 0..obstacles {
        let at = Cell::new(dice.below(bounds.width as i32), dice.below(bounds.height as i32));
        // The smaller of two draws: small obstacles are more frequent.
        let radius = dice.between(0, largest).min(dice.between(0, largest));
        let drawn = dice.below(kinds) as u32;
        let kind = if drawn < rocks {
            Ground::Wall
        } else if drawn < rocks + woods {
            Ground::Trees
        } else {
            Ground::Water
        };
        blob(&mut ground, at, radius, kind, dice);
    }
    join(&mut ground, 12, 2, false);
    ground
}
