//! Bridges: a narrow strip of floor between waters is drawn as a deck of planks.
//!
//! The ground knows no bridges; whoever paints floor across a river sees one all the same.

use super::noise::smooth_noise;
use super::texels::Surroundings;
use crate::grid::{Cell, Ground, Terrain};
use bevy::math::{Vec2, Vec3};

/// The widest strip of floor that is a bridge, in cells.
pub const MAX_WIDTH: i32 = 4;

/// The direction of a bridge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deck {
    /// Along a row: water lies above and below.
    Row,
    /// Along a column: water lies left and right.
    Column,
}

impl Deck {
    /// The bridge at a cell of floor. Floor with water on all four sides is an island.
    pub fn at(terrain: &Terrain, cell: Cell) -> Option<Self> {
        if terrain.ground(cell) != Ground::Floor {
            return None;
        }
        match (is_strait(terrain, cell, (0, 1)), is_strait(terrain, cell, (1, 0))) {
            (true, false) => Some(Self::Row),
            (false, true) => Some(Self::Column),
            _ => None,
        }
    }

    /// The colour at a place inside the cell.
    pub fn planks(self, around: &Surroundings, p: Vec2, side: u32) -> Vec3 {
        let position = around.on_map(p);
        // Along the bridge and across it.
        let (along, across, neighbours) = match self {
            Self::Row => (position.x, p.y, [(0, -1), (0, 1)]),
            Self::Column => (position.y, p.x, [(-1, 0), (1, 0)]),
        };
        let board = (along * 4.0).floor();
        let tone = (smooth_noise(Vec2::new(board * 1.7, 0.5), 51) - 0.5) * 16.0;
        let grain = (smooth_noise(position * Vec2::new(3.0, 9.0), 52) - 0.5) * 5.0;
        let wood = Vec3::new(104.0, 85.0, 62.0) + tone + grain;
        let [before, behind] = neighbours.map(|(dx, dy)| around.is(dx, dy, Ground::Water));
        let rail = (1.0 / side as f32).max(0.09);
        if side >= 4 && (before && across < rail || behind && across > 1.0 - rail) {
            return wood * 0.55;
        }
        let joint = side >= 8 && (along * 4.0).fract() < 0.16;
        if joint { wood * 0.72 } else { wood }
    }
}

/// Whether floor that is at most [`MAX_WIDTH`] cells wide lies between waters in this direction and the opposite one.
fn is_strait(terrain: &Terrain, cell: Cell, (dx, dy): (i32, i32)) -> bool {
    // Cells of floor up to the first other cell, and whether that is water.
    let side = |sign: i32| {
        for steps in 1..=MAX_WIDTH {
            let at = Cell::new(cell.x + sign * steps * dx, cell.y + sign * steps * dy);
            if !terrain.bounds().contains(at) {
                return None;
            }
            match terrain.ground(at) {
                Ground::Floor => {}
                Ground::Water => return Some(steps),
                _ => return None,
            }
        }
        None
    };
    matches!((side(-1), side(1)), (Some(a), Some(b)) if a + b - 1 <= MAX_WIDTH)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CornerRule;

    #[test]
    fn floor_across_a_river_is_a_bridge_and_its_banks_are_not() {
        let rows = ["..WWW..", "..WWW..", ".......", ".......", "..WWW..", "..WWW.."];
        let terrain = Terrain::from_text(CornerRule::Free, &rows);
        for (x, y, deck) in [
            (2, 2, Some(Deck::Row)),
            (4, 3, Some(Deck::Row)),
            (1, 2, None),
            (6, 3, None),
            (2, 1, None),
        ] {
            assert_eq!(Deck::at(&terrain, Cell::new(x, y)), deck, "({x}, {y})");
        }
    }

    #[test]
    fn islands_and_wide_land_are_no_bridges() {
        let island = Terrain::from_text(CornerRule::Free, &["WWW", "W.W", "WWW"]);
        assert_eq!(Deck::at(&island, Cell::new(1, 1)), None);
        let wide = Terrain::from_text(CornerRule::Free, &["W.....W"]);
        assert_eq!(Deck::at(&wide, Cell::new(3, 0)), None);
        let narrow = Terrain::from_text(CornerRule::Free, &["W....W"]);
        assert_eq!(Deck::at(&narrow, Cell::new(3, 0)), Some(Deck::Column));
    }
}
