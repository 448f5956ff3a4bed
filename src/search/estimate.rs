//! Estimates of the remaining cost.

use super::cost::DIAGONAL_LENGTH;
use crate::grid::{Cell, Node};

/// An estimate of the cost from a node to the goal.
///
/// A search asks once per node and query. Plain A* is optimal if the estimate never exceeds the true cost.
pub trait Estimate {
    /// The estimate for a node. `cell` is the cell of that node.
    fn estimate(&self, node: Node, cell: Cell) -> f64;
}

/// Straight-line distance to a cell, as in the Map Marker papers.
#[derive(Clone, Copy, Debug)]
pub struct Euclidean(pub Cell);

impl Estimate for Euclidean {
    #[inline]
    fn estimate(&self, _: Node, cell: Cell) -> f64 {
        cell.euclidean(self.0)
    }
}

/// Length of the shortest path to a cell on an empty grid, in the numbers of [`Lengths`](super::Lengths).
#[derive(Clone, Copy, Debug)]
pub struct Octile(pub Cell);

impl Estimate for Octile {
    #[inline]
    fn estimate(&self, _: Node, cell: Cell) -> f64 {
        let (dx, dy) = (cell.x.abs_diff(self.0.x), cell.y.abs_diff(self.0.y));
        f64::from(dx.max(dy)) + (DIAGONAL_LENGTH - 1.0) * f64::from(dx.min(dy))
    }
}

/// No estimate: the search is ordered by cost alone.
#[derive(Clone, Copy, Debug)]
pub struct Nothing;

impl Estimate for Nothing {
    #[inline]
    fn estimate(&self, _: Node, _: Cell) -> f64 {
        0.0
    }
}
