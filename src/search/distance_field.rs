//! The distance of every cell to one goal, computed as far as somebody asked.
//!
//! A search from the goal outwards; every corner rule is symmetric, so a step back along it is a
//! legal step towards the goal. Nodes wait in buckets narrower than the cheapest step: what an
//! expansion enters lies beyond the bucket that is being emptied, so everything in a bucket is
//! final, in whatever order it is taken (E. Dinitz, 1978). 10 to 35 ns per cell.

use super::fixed_point::{self, Compact, Steps};
use super::{Path, SearchStats};
use crate::grid::{Cell, Node, Terrain, walk_length};

/// Bits of a cost below the number of its bucket.
const BUCKET_BITS: u32 = 13;
/// BucketQueue in use at a time: a diagonal step reaches at most three further.
const RING: usize = 4;
const _: () = assert!(1 << BUCKET_BITS <= fixed_point::STRAIGHT);
const _: () = assert!((fixed_point::DIAGONAL >> BUCKET_BITS) as usize + 1 < RING);

/// Distances to one goal, with memory that is used again from goal to goal.
#[derive(Clone, Debug, Default)]
pub struct DistanceField {
    compact: Compact,
    buckets: [Vec<Node>; RING],
    /// Number of the bucket that comes next.
    bucket: u64,
    goal: Option<Cell>,
    revision: u64,
    stats: SearchStats,
}

impl DistanceField {
    /// Begins a field around a goal and forgets the last one. A blocked goal has no field.
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

    /// Whether this is the field of this goal, begun on this terrain as it is now. Only to be asked
    /// about the terrain that the field was begun on.
    pub fn is_current(&self, terrain: &Terrain, goal: Cell) -> bool {
        self.goal == Some(goal) && self.revision == terrain.revision()
    }

    /// The goal, if it is not blocked.
    pub fn goal(&self) -> Option<Cell> {
        self.goal
    }

    /// Goes on until a cell has its distance, or until it is certain that no way leads there. Returns
    /// whether it has.
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

    /// Goes on until every cell that can be reached has its distance.
    pub fn settle_all(&mut self, terrain: &Terrain) {
        let steps = Steps::of(terrain);
        while self.goal.is_some() && self.empty_next_bucket(&steps) {}
    }

    /// The distance in cells from a cell to the goal, if it has been settled.
    pub fn distance(&self, terrain: &Terrain, cell: Cell) -> Option<f64> {
        self.distance_of(terrain, self.settled(terrain, cell)?)
    }

    /// The distance in cells from a node to the goal, after going on as far as that needs.
    #[inline]
    pub fn settled_distance(&mut self, terrain: &Terrain, node: Node) -> Option<f64> {
        let settled = self.goal.is_some()
            && (self.compact.is_expanded(node) || self.settle(terrain, terrain.cell(node)));
        settled.then(|| self.distance_of(terrain, node)).flatten()
    }

    #[inline]
    fn distance_of(&self, terrain: &Terrain, node: Node) -> Option<f64> {
        if self.bucket < 1 << (u32::BITS - BUCKET_BITS) {
            Some(fixed_point::length(self.compact.cost(node)?))
        } else {
            // Costs have wrapped around; count the steps instead.
            Some(walk_length(&self.compact.walk_back(terrain, node)))
        }
    }

    /// A shortest path from a cell to the goal, if the cell has been settled.
    pub fn path(&self, terrain: &Terrain, from: Cell) -> Option<Path> {
        let node = self.settled(terrain, from)?;
        Some(Path::new(self.compact.walk_back(terrain, node)))
    }

    /// What the field has cost so far.
    pub fn stats(&self) -> SearchStats {
        SearchStats {
            expanded: self.compact.expanded.len() as u64,
            generated: if self.goal.is_some() { self.compact.generated } else { 0 },
            ..self.stats
        }
    }

    /// The nodes that have been settled, in order.
    pub fn expanded(&self) -> &[Node] {
        &self.compact.expanded
    }

    fn settled(&self, terrain: &Terrain, cell: Cell) -> Option<Node> {
        let inside = self.goal.is_some() && terrain.bounds().contains(cell);
        inside.then(|| terrain.node(cell)).filter(|&node| self.compact.is_expanded(node))
    }

    /// Settles what waits in the next bucket. Returns whether anything was waiting anywhere.
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
