//! On which side of an obstacle paths pass.

use crate::grid::{Cell, Rectangle};
use serde::{Deserialize, Serialize};

/// How many paths pass an obstacle on each side.
///
/// A path counts as left or right if it has a cell beside the obstacle in one of its rows, as above or below
/// if it has one in one of its columns. A path around a corner counts on both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sides {
    /// Paths with a cell left of it.
    pub left: usize,
    /// Paths with a cell right of it.
    pub right: usize,
    /// Paths with a cell above it.
    pub above: usize,
    /// Paths with a cell below it.
    pub below: usize,
}

impl Sides {
    /// Counts paths past a rectangle of blocked cells.
    pub fn of<P: AsRef<[Cell]>>(obstacle: Rectangle, paths: &[P]) -> Self {
        let (first, last) = (obstacle.at, obstacle.last());
        let in_row = |c: &Cell| (first.y..=last.y).contains(&c.y);
        let in_column = |c: &Cell| (first.x..=last.x).contains(&c.x);
        let count = |beside: &dyn Fn(&Cell) -> bool| {
            paths.iter().filter(|path| path.as_ref().iter().any(beside)).count()
        };
        Self {
            left: count(&|c| in_row(c) && c.x < first.x),
            right: count(&|c| in_row(c) && c.x > last.x),
            above: count(&|c| in_column(c) && c.y < first.y),
            below: count(&|c| in_column(c) && c.y > last.y),
        }
    }

    /// Whether paths pass along its rows on both sides.
    pub fn is_split(&self) -> bool {
        self.left > 0 && self.right > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_counted_where_they_pass() {
        // . a . . .      a passes left of the boulder, b right of it and then above it,
        // . a b b b      c only below.
        // . a # # b
        // . a # # b
        // c c c c .
        let boulder = Rectangle::new(Cell::new(2, 2), 2, 2);
        let path =
            |cells: &[(i32, i32)]| -> Vec<Cell> { cells.iter().map(|&c| c.into()).collect() };
        let a = path(&[(1, 3), (1, 2), (1, 1), (1, 0)]);
        let b = path(&[(4, 3), (4, 2), (4, 1), (3, 1), (2, 1)]);
        let c = path(&[(0, 4), (1, 4), (2, 4), (3, 4)]);
        let sides = Sides::of(boulder, &[a.clone(), b, c.clone()]);
        assert_eq!(sides, Sides { left: 1, right: 1, above: 1, below: 1 });
        assert!(sides.is_split());
        assert!(!Sides::of(boulder, &[a, c]).is_split());
    }
}
