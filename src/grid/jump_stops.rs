//! Where straight runs over a grid end: bitmaps for jump point search, 64 cells to a word.
//!
//! A run in a straight direction goes on while that direction is the only canonical move (see
//! [`canonical_moves`](super::canonical_moves)). It ends at the first cell with another move, or with none: a jump point
//! or a dead end. Each straight direction has one bit per cell that says whether a run ends there. Rows serve east and
//! west, columns north and south. The bits of a cell depend on its legal moves only, so they are kept up to date with
//! these. This is the scan of D. Harabor, A. Grastien, "Improving Jump Point Search", ICAPS 2014, with the rules of
//! [`CornerRule`] in the bits instead of in the scan.

use super::bit_lines::BitLines;
use super::{Bounds, Cell, CornerRule, Direction, canonical_moves};

/// The bitmaps of a grid. Coordinates are padded: cell (0, 0) is column 1 of row 1.
#[derive(Clone, Debug)]
pub(crate) struct JumpStops {
    east: BitLines,
    west: BitLines,
    south: BitLines,
    north: BitLines,
}

impl JumpStops {
    /// For a grid of blocked cells.
    pub(super) fn new(bounds: Bounds) -> Self {
        let (columns, rows) = (bounds.width as usize + 2, bounds.height as usize + 2);
        Self {
            east: BitLines::new(rows, columns, true),
            west: BitLines::new(rows, columns, true),
            south: BitLines::new(columns, rows, true),
            north: BitLines::new(columns, rows, true),
        }
    }

    /// Takes over the legal moves of a cell.
    pub(super) fn set(&mut self, cell: Cell, corners: CornerRule, moves: u8) {
        let (x, y) = ((cell.x + 1) as usize, (cell.y + 1) as usize);
        let table = canonical_moves(corners);
        let ends = |d: Direction| table[d as usize][moves as usize] != d.bit();
        self.east.set(y, x, ends(Direction::East));
        self.west.set(y, x, ends(Direction::West));
        self.south.set(x, y, ends(Direction::South));
        self.north.set(x, y, ends(Direction::North));
    }

    /// Number of steps from a cell to the end of a run in a straight direction. The first step must be legal.
    #[inline]
    pub(crate) fn run(&self, from: Cell, direction: Direction) -> u32 {
        let (x, y) = ((from.x + 1) as usize, (from.y + 1) as usize);
        let steps = match direction {
            Direction::East => self.east.next(y, x + 1).map(|end| end - x),
            Direction::West => self.west.previous(y, x - 1).map(|end| x - end),
            Direction::South => self.south.next(x, y + 1).map(|end| end - y),
            Direction::North => self.north.previous(x, y - 1).map(|end| y - end),
            _ => None,
        };
        steps.unwrap_or(0) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Ground, Terrain};

    #[test]
    fn runs_end_where_a_walk_along_canonical_moves_does_also_after_painting() {
        let mut dice = crate::grid::Dice::new(7, 1);
        for corners in CornerRule::ALL {
            let bounds = Bounds::new(150, 70);
            let mut terrain = Terrain::open(bounds, corners);
            for round in 0..40 {
                for _ in 0..round {
                    let cell = Cell::new(dice.below(150), dice.below(70));
                    let wall = dice.below(4) > 0;
                    terrain.set_ground(cell, if wall { Ground::Wall } else { Ground::Floor });
                }
                for _ in 0..50 {
                    let from = Cell::new(dice.below(150), dice.below(70));
                    for d in Direction::ALL.into_iter().filter(|d| !d.is_diagonal()) {
                        if terrain.allows(from, d) {
                            assert_eq!(terrain.jump_stops().run(from, d), walk(&terrain, from, d));
                        }
                    }
                }
            }
        }
    }

    fn walk(terrain: &Terrain, from: Cell, direction: Direction) -> u32 {
        let table = canonical_moves(terrain.corners());
        let mut cell = from.step(direction);
        let mut steps = 1;
        while table[direction as usize][terrain.moves(terrain.node(cell)) as usize]
            == direction.bit()
        {
            cell = cell.step(direction);
            steps += 1;
        }
        steps
    }
}
