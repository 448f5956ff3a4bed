//! The estimates that guide priced searches.

use super::step_cost::Rounding;
use crate::grid::{Cell, Node, Rectangle, Terrain};
use crate::search::{DistanceField, Estimate, Euclidean, Octile};
use std::cell::RefCell;

/// The estimate of the cost to the goal: a distance, times the least that steps cost per length.
pub(super) struct Guidance<'a> {
    pub distance: Distance<'a>,
    pub goal: Cell,
    pub least: f64,
    pub rounding: Rounding,
}

/// How the distance is estimated.
pub(super) enum Distance<'a> {
    /// Shortest walk on an empty grid.
    Octile,
    /// Straight line.
    Euclidean,
    /// The true distance; the field is settled as far as the search asks.
    True(&'a Terrain, RefCell<&'a mut DistanceField>),
    /// Shortest walk on an empty grid to the nearest cell of a rectangle, wherever the goal is.
    Area(Rectangle),
}

impl Estimate for Guidance<'_> {
    #[inline]
    fn estimate(&self, node: Node, cell: Cell) -> f64 {
        let distance = match &self.distance {
            Distance::Octile => Octile(self.goal).estimate(node, cell),
            Distance::Euclidean => Euclidean(self.goal).estimate(node, cell),
            Distance::True(terrain, field) => {
                let known = field.borrow_mut().settled_distance(terrain, node);
                known.unwrap_or_else(|| Octile(self.goal).estimate(node, cell))
            }
            Distance::Area(area) => {
                let (first, last) = (area.at, area.last());
                let nearest =
                    Cell::new(cell.x.clamp(first.x, last.x), cell.y.clamp(first.y, last.y));
                cell.octile(nearest)
            }
        };
        self.rounding.round(self.least * distance)
    }
}
