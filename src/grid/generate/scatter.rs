//! Open ground with obstacles of many sizes.

use super::dice::Dice;
use super::join::join;
use super::paint::blob;
use crate::grid::{Bounds, Cell, Field, Ground};

/// Cells of the map per obstacle.
const CELLS_PER_OBSTACLE: usize = 60;

/// Rocks, woods and ponds on open ground; many small ones, few large ones.
pub fn scatter(bounds: Bounds, dice: &mut Dice) -> Field<Ground> {
    let mut ground = Field::new(bounds, Ground::Floor);
    let largest = (bounds.width.min(bounds.height) as i32 / 10).clamp(1, 8);
    for _ in 0..bounds.area() / CELLS_PER_OBSTACLE {
        let at = Cell::new(dice.below(bounds.width as i32), dice.below(bounds.height as i32));
        // The smaller of two draws: small obstacles are more frequent.
        let radius = dice.between(0, largest).min(dice.between(0, largest));
        let kind = match dice.below(10) {
            0..5 => Ground::Wall,
            5..9 => Ground::Trees,
            _ => Ground::Water,
        };
        blob(&mut ground, at, radius, kind, dice);
    }
    join(&mut ground, 12, false);
    ground
}
