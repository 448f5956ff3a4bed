//! The distance of every cell to one goal, computed only as far as needed.
//!
//! The search runs outwards from the goal. Every corner rule is symmetric, so each step of the search, taken backwards,
//! is a legal step towards the goal. Nodes wait in buckets that are narrower than the cheapest step. An expansion
//! enters only later buckets, so every node in the current bucket is final, and the order within it does not matter (E.
//! Dinitz, 1978). Cost: 10 to 35 ns per cell.

use super::field_repair::RepairMemory;
use super::fixed_point::{self, Compact, Steps};
use super::{Path, SearchStats};
use crate::grid::{Cell, Node, Terrain, walk_length};

/// Number of low bits of a cost that are ignored in the choice of its bucket.
pub(super) const BUCKET_BITS: u32 = 13;
/// Number of buckets in use at a time. A diagonal step reaches at most three buckets ahead.
pub(super) const RING: usize = 4;
const _: () = assert!(1 << BUCKET_BITS <= fixed_point::STRAIGHT);
const _: () = assert!((fixed_point::DIAGONAL >> BUCKET_BITS) as usize + 1 < RING);

/// From this bucket on, costs have wrapped around.
pub(super) const WRAPS: u64 = 1 << (u32::BITS - BUCKET_BITS);

/// Distances to one goal, with memory that is reused from goal to goal.
#[derive(Clone, Debug, Default)]
pub struct DistanceField {
    pub(super) compact: Compact,
    pub(super) buckets: [Vec<Node>; RING],
    /// Number of the next bucket.
    pub(super) bucket: u64,
    pub(super) goal: Option<Cell>,
    pub(super) revision: u64,
    stats: SearchStats,
    pub(super) repair: RepairMemory,
}

impl DistanceField {
    /// Starts a field around a goal and drops the previous one. A blocked goal has no field.
    pub fn begin(&mut self, terrain: &Terrain, goal: Cell) {
        self.stats = SearchStats::default();
        self.buckets.iter_mut().for_each(Vec::clear);
        self.bucket = 0;
        self.compact.expanded.clear();
        self.revision = terrain.revision();
        self.goal = terrain.is_passable(goal).then_some(goal);
        if let Some(goal) = self.goal {
            let root = terrain.node(goal);
            self.compact.begin(terrain, root);
            self.buckets[0].push(root);
        }
    }

    /// Drops the field.
    pub fn forget(&mut self) {
        self.goal = None;
    }

    /// Whether this is the field of this goal and the terrain has not changed since it was started. Only valid for the
    /// terrain that the field was started on.
    pub fn is_current(&self, terrain: &Terrain, goal: Cell) -> bool {
        self.goal == Some(goal) && self.revision == terrain.revision()
    }

    /// The goal, if it is not blocked.
    pub fn goal(&self) -> Option<Cell> {
        self.goal
    }

    /// Continues until a cell has its distance, or until it is certain that the cell cannot reach the goal. Returns
    /// whether the cell has a distance.
    pub fn settle(&mut self, terrain: &Terrain, cell: Cell) -> bool {
        if self.goal.is_none() || !terrain.is_passable(cell) {
            return false;
        }
        let node = terrain.node(cell);
        if !self.compact.is_expanded(node) {
            let steps = Steps::of(terrain);
            while !self.compact.is_expanded(node) && self.empty_next_bucket(&steps) {}
        }
        self.compact.is_expanded(node)
    }

    /// Continues until every reachable cell has its distance.
    pub fn settle_all(&mut self, terrain: &Terrain) {
        let steps = Steps::of(terrain);
        while self.goal.is_some() && self.empty_next_bucket(&steps) {}
    }

    /// The distance in cells from a settled cell to the goal.
    pub fn distance(&self, terrain: &Terrain, cell: Cell) -> Option<f64> {
        self.distance_of(terrain, self.settled(terrain, cell)?)
    }

    /// The distance in cells from a node to the goal. Continues the search as far as needed.
    #[inline]
    pub fn settled_distance(&mut self, terrain: &Terrain, node: Node) -> Option<f64> {
        let settled = self.goal.is_some()
            && (self.compact.is_expanded(node) || self.settle(terrain, terrain.cell(node)));
        settled.then(|| self.distance_of(terrain, node)).flatten()
    }

    #[inline]
    fn distance_of(&self, terrain: &Terrain, node: Node) -> Option<f64> {
        if self.bucket < WRAPS {
            Some(fixed_point::length(self.compact.cost(node)?))
        } else {
            // Costs have wrapped around. Count the steps instead.
            Some(walk_length(&self.compact.walk_back(terrain, node)))
        }
    }

    /// A shortest path from a settled cell to the goal.
    pub fn path(&self, terrain: &Terrain, from: Cell) -> Option<Path> {
        let node = self.settled(terrain, from)?;
        Some(Path::new(self.compact.walk_back(terrain, node)))
    }

    /// Statistics of the field so far.
    pub fn stats(&self) -> SearchStats {
        SearchStats {
            expanded: self.compact.expanded.len() as u64,
            generated: if self.goal.is_some() { self.compact.generated } else { 0 },
            ..self.stats
        }
    }

    /// The settled nodes, in order. After a [repair](Self::repair), those that it settled appear again at the end, and
    /// nodes that can no longer reach the goal are still listed.
    pub fn expanded(&self) -> &[Node] {
        &self.compact.expanded
    }

    fn settled(&self, terrain: &Terrain, cell: Cell) -> Option<Node> {
        let inside = self.goal.is_some() && terrain.bounds().contains(cell);
        inside.then(|| terrain.node(cell)).filter(|&node| self.compact.is_expanded(node))
    }

    /// Settles the nodes of the next bucket. Returns false if all buckets were empty.
    fn empty_next_bucket(&mut self, steps: &Steps) -> bool {
        if self.buckets.iter().all(Vec::is_empty) {
            return false;
        }
        let here = self.bucket as usize % RING;
        let mut nodes = std::mem::take(&mut self.buckets[here]);
        for node in nodes.drain(..) {
            let buckets = &mut self.buckets;
            self.compact.expand(steps, node, |next, _, g| {
                buckets[(g >> BUCKET_BITS) as usize % RING].push(next);
            });
        }
        self.buckets[here] = nodes;
        self.bucket += 1;
        true
    }
}
