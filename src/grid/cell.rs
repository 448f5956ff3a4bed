//! Cells and the eight directions between them.

use glam::Vec2;
use serde::{Deserialize, Serialize};
use std::f64::consts::SQRT_2;
use std::fmt;

/// The greatest whole number that is not above a value. The target has no instruction for `f32::floor`, so that it
/// would be a call.
fn floor(value: f32) -> i32 {
    let whole = value as i32;
    whole.saturating_sub(i32::from(whole as f32 > value))
}

/// A cell of the grid: column `x` from the left, row `y` from the top, as in MovingAI files.
///
/// Continuous positions use the same axes in units of one cell: the cell `(x, y)` covers the square
/// from `(x, y)` to `(x + 1, y + 1)`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(from = "(i32, i32)", into = "(i32, i32)")]
pub struct Cell {
    /// Column, from the left.
    pub x: i32,
    /// Row, from the top.
    pub y: i32,
}

impl Cell {
    /// The cell in column `x` and row `y`.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The cell that a continuous position lies in.
    pub fn containing(position: Vec2) -> Self {
        Self::new(floor(position.x), floor(position.y))
    }

    /// The centre of the cell.
    pub fn center(self) -> Vec2 {
        Vec2::new(self.x as f32 + 0.5, self.y as f32 + 0.5)
    }

    /// The next cell in a direction.
    pub const fn step(self, direction: Direction) -> Self {
        let (dx, dy) = direction.offset();
        Self::new(self.x + dx, self.y + dy)
    }

    /// The eight cells around this one, in the order of [`Direction::ALL`].
    pub fn neighbours(self) -> impl Iterator<Item = Cell> {
        Direction::ALL.into_iter().map(move |d| self.step(d))
    }

    /// Straight-line distance between the centres of two cells, in cells.
    #[inline]
    pub fn euclidean(self, other: Self) -> f64 {
        let (dx, dy) = self.differences(other);
        (dx * dx + dy * dy).sqrt()
    }

    /// Length of the shortest 8-connected walk on an empty grid, in cells.
    pub fn octile(self, other: Self) -> f64 {
        let (dx, dy) = self.differences(other);
        dx.max(dy) + (SQRT_2 - 1.0) * dx.min(dy)
    }

    /// Number of king's moves between two cells.
    pub fn chebyshev(self, other: Self) -> i32 {
        (self.x - other.x).abs().max((self.y - other.y).abs())
    }

    #[inline]
    fn differences(self, other: Self) -> (f64, f64) {
        (f64::from((self.x - other.x).abs()), f64::from((self.y - other.y).abs()))
    }
}

impl From<(i32, i32)> for Cell {
    fn from((x, y): (i32, i32)) -> Self {
        Self::new(x, y)
    }
}

impl From<Cell> for (i32, i32) {
    fn from(cell: Cell) -> Self {
        (cell.x, cell.y)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One of the eight directions in which a step can go.
///
/// The order is that of nested loops with dx ascending outside and dy ascending inside: the order in
/// which the papers' searches look at neighbours, and the order of the bits in a cell's legal moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Direction {
    NorthWest,
    West,
    SouthWest,
    North,
    South,
    NorthEast,
    East,
    SouthEast,
}

/// The directions of the nine cells around a cell, row by row; none for the cell itself.
const AROUND: [Option<Direction>; 9] = {
    let mut around = [None; 9];
    let mut i = 0;
    while i < Direction::ALL.len() {
        let (dx, dy) = Direction::ALL[i].offset();
        around[(3 * (dy + 1) + dx + 1) as usize] = Some(Direction::ALL[i]);
        i += 1;
    }
    around
};

impl Direction {
    /// All eight, in order.
    pub const ALL: [Direction; 8] = [
        Self::NorthWest,
        Self::West,
        Self::SouthWest,
        Self::North,
        Self::South,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
    ];

    /// Columns and rows that one step goes.
    #[inline]
    pub const fn offset(self) -> (i32, i32) {
        match self {
            Self::NorthWest => (-1, -1),
            Self::West => (-1, 0),
            Self::SouthWest => (-1, 1),
            Self::North => (0, -1),
            Self::South => (0, 1),
            Self::NorthEast => (1, -1),
            Self::East => (1, 0),
            Self::SouthEast => (1, 1),
        }
    }

    /// The direction between two cells that touch, or `None` for any other pair.
    pub fn between(from: Cell, to: Cell) -> Option<Self> {
        let (column, row) = ((to.x - from.x + 1) as u32, (to.y - from.y + 1) as u32);
        if column > 2 || row > 2 { None } else { AROUND[(3 * row + column) as usize] }
    }

    /// Whether the step goes along both axes.
    #[inline]
    pub const fn is_diagonal(self) -> bool {
        let (dx, dy) = self.offset();
        dx != 0 && dy != 0
    }

    /// Length of one step: 1, or the square root of 2.
    #[inline]
    pub const fn length(self) -> f64 {
        if self.is_diagonal() { SQRT_2 } else { 1.0 }
    }

    /// The direction back.
    pub const fn opposite(self) -> Self {
        Self::ALL[7 - self as usize]
    }

    /// The direction as a vector of length 1.
    pub fn unit_vector(self) -> Vec2 {
        let (dx, dy) = self.offset();
        Vec2::new(dx as f32, dy as f32).normalize()
    }

    /// The bit of this direction in a byte of legal moves.
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposite_directions_cancel() {
        for d in Direction::ALL {
            let cell = Cell::new(5, 5);
            assert_eq!(cell.step(d).step(d.opposite()), cell);
            assert_eq!(Direction::between(cell, cell.step(d)), Some(d));
        }
        assert_eq!(Direction::between(Cell::new(0, 0), Cell::new(2, 0)), None);
    }

    #[test]
    fn distances_agree_with_hand_calculation() {
        let (a, b) = (Cell::new(0, 0), Cell::new(3, -4));
        assert_eq!(a.euclidean(b), 5.0);
        assert_eq!(a.octile(b), 1.0 + 3.0 * SQRT_2);
        assert_eq!(a.chebyshev(b), 4);
    }
}
