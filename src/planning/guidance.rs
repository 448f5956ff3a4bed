//! The heuristics that guide priced searches.

use super::step_cost::Rounding;
use crate::grid::{Cell, Node, Rectangle, Terrain};
use crate::search::{Estimate, Euclidean, GroupSearch, Octile};
use std::cell::RefCell;

/// The heuristic: a distance to the goal, times the minimum cost of a step per length.
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
    /// The true distance; the reverse search is continued as far as this search asks.
    True(TrueDistance<'a>),
    /// Shortest walk on an empty grid to the nearest cell of a rectangle, wherever the goal is.
    Area(Rectangle),
}

/// The true distance alone, where nothing stretches or shortens it.
pub(super) struct TrueDistance<'a> {
    pub terrain: &'a Terrain,
    pub search: RefCell<&'a mut GroupSearch>,
    pub goal: Cell,
}

impl Estimate for TrueDistance<'_> {
    #[inline]
    fn estimate(&self, node: Node, cell: Cell) -> f64 {
        let known = self.search.borrow_mut().settled_distance(self.terrain, node);
        known.unwrap_or_else(|| Octile(self.goal).estimate(node, cell))
    }
}

/// The true distance of nodes that the reverse search has settled.
#[derive(Clone, Copy)]
pub(super) struct KnownDistance<'a> {
    pub terrain: &'a Terrain,
    pub search: &'a GroupSearch,
    pub goal: Cell,
}

impl Estimate for KnownDistance<'_> {
    #[inline]
    fn estimate(&self, node: Node, cell: Cell) -> f64 {
        let known = self.search.known_distance(self.terrain, node);
        known.unwrap_or_else(|| Octile(self.goal).estimate(node, cell))
    }
}

impl Estimate for Guidance<'_> {
    #[inline(always)]
    fn estimate(&self, node: Node, cell: Cell) -> f64 {
        let distance = match self.distance {
            Distance::Euclidean => Euclidean(self.goal).estimate(node, cell),
            _ => self.other_distance(node, cell),
        };
        self.rounding.round(self.least * distance)
    }
}

impl Guidance<'_> {
    /// Kept apart so that the usual case is small enough to become a part of the search.
    #[inline(never)]
    fn other_distance(&self, node: Node, cell: Cell) -> f64 {
        match &self.distance {
            Distance::Octile => Octile(self.goal).estimate(node, cell),
            Distance::Euclidean => Euclidean(self.goal).estimate(node, cell),
            Distance::True(distance) => distance.estimate(node, cell),
            Distance::Area(area) => {
                let (first, last) = (area.at, area.last());
                let nearest =
                    Cell::new(cell.x.clamp(first.x, last.x), cell.y.clamp(first.y, last.y));
                cell.octile(nearest)
            }
        }
    }
}
