//! A path with the place on it that a unit heads for.

use crate::grid::Cell;
use glam::Vec2;
use serde::{Deserialize, Serialize};

/// A path with the place on it that a unit heads for. The cell there and the one after it are kept beside the place: they
/// are needed in every tick, and among tens of thousands of units every look into a path would miss the cache.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Trail<'a> {
    cells: &'a [Cell],
    place: PathPlace,
}

/// A place on a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PathPlace {
    next: usize,
    /// The cells at the place and after it, as far as there are any.
    ahead: [Cell; 2],
}

impl PathPlace {
    /// A place on a path, as the index of a cell; the number of cells stands for its end.
    #[inline]
    pub fn on(cells: &[Cell], next: usize) -> Self {
        let ahead = [next, next + 1].map(|i| cells.get(i).copied().unwrap_or_default());
        Self { next, ahead }
    }

    /// Its number.
    #[inline]
    pub fn index(&self) -> usize {
        self.next
    }
}

impl<'a> Trail<'a> {
    /// A path, and the place on it that the unit heads for.
    #[inline]
    pub fn new(cells: &'a [Cell], next: usize) -> Self {
        Self { cells, place: PathPlace::on(cells, next) }
    }

    /// Like [`Self::new`], if the place is already known. It must be on this path.
    #[inline]
    pub fn at(cells: &'a [Cell], place: PathPlace) -> Self {
        Self { cells, place }
    }

    /// All its cells.
    #[inline]
    pub fn cells(&self) -> &'a [Cell] {
        self.cells
    }

    /// The place that the unit heads for.
    #[inline]
    pub fn place(&self) -> PathPlace {
        self.place
    }

    /// The index of that place.
    #[inline]
    pub fn next(&self) -> usize {
        self.place.next
    }

    /// The cells from that place on, in number.
    #[inline]
    pub fn left(&self) -> usize {
        self.cells.len().saturating_sub(self.place.next)
    }

    /// The cell that the unit heads for; `None` at the end of the path.
    #[inline]
    pub fn cell(&self) -> Option<Cell> {
        (self.left() > 0).then_some(self.place.ahead[0])
    }

    /// The cell after that.
    #[inline]
    pub fn following(&self) -> Option<Cell> {
        (self.left() > 1).then_some(self.place.ahead[1])
    }

    /// The place nearest to a position, among the last `behind` before the one that the unit heads for, and that one itself.
    pub fn nearest(&self, position: Vec2, behind: usize) -> Option<usize> {
        let far = |place: usize| self.cells[place].center().distance_squared(position);
        let end = self.cells.len().min(self.next() + 1);
        (self.next().saturating_sub(behind)..end).min_by(|&a, &b| far(a).total_cmp(&far(b)))
    }

    /// Heads for another place from now on.
    pub fn head_for(&mut self, next: usize) {
        self.place = PathPlace::on(self.cells, next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_place_lies_among_the_last_ones() {
        let cells: Vec<Cell> = (0..9).map(|x| Cell::new(x, 0)).collect();
        let nearest = |next, behind| Trail::new(&cells, next).nearest(Vec2::new(2.4, 0.9), behind);
        assert_eq!(nearest(5, 8), Some(2));
        assert_eq!(nearest(5, 2), Some(3), "the second one is too far behind");
        assert_eq!(nearest(9, 1), Some(8), "at the end of the path");
        assert_eq!(Trail::new(&[], 0).nearest(Vec2::ZERO, 4), None);
    }

    #[test]
    fn what_is_kept_is_what_lies_on_the_path() {
        let cells: Vec<Cell> = (0..4).map(|x| Cell::new(x, 7)).collect();
        let mut trail = Trail::new(&cells, 0);
        for next in [2, 0, 3, 1, 4, 9] {
            trail.head_for(next);
            assert_eq!(trail.cell(), cells.get(next).copied());
            assert_eq!(trail.following(), cells.get(next + 1).copied());
            assert_eq!(trail.left(), 4usize.saturating_sub(next));
            assert_eq!(Trail::at(&cells, trail.place()), trail);
        }
    }
}
