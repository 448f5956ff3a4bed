//! Shortest paths from many cells to one goal by one search, continued only as far as needed.
//!
//! A* from the goal outwards, guided towards the rectangle that holds the starts. Every corner rule is symmetric, so each
//! step of the search, taken backwards, is a legal step towards the goal. The heuristic is the octile distance to the
//! rectangle. It is consistent, so a node's cost is final when it is expanded. A group that stands together is found with
//! little more work than one of its units. The lengths are those of a [`DistanceField`](super::DistanceField), which goes
//! in all directions; of several shortest paths it may choose another. Cost: 15 to 40 ns per expanded node.

use super::bucket_ring::BucketRing;
use super::fixed_point::{self, Compact, Steps};
use super::{DIAGONAL_LENGTH, Path, SearchStats};
use crate::grid::{Cell, Direction, Node, Terrain, walk_length};
use std::f64::consts::SQRT_2;

/// A search for a group, with memory that is reused from group to group.
#[derive(Clone, Debug, Default)]
pub struct GroupSearch {
    compact: Compact,
    queue: BucketRing,
    goal: Option<Cell>,
    revision: u64,
    area: Area,
    /// Whether a cost has exceeded its 32 bits.
    has_wrapped: bool,
    /// The distance in cells of each settled node; infinite for all others.
    distances: Vec<f32>,
}

/// No node has this number.
const NOWHERE: Node = Node::MAX;

/// With more settled nodes than one for this many nodes it is faster to wipe all distances than theirs.
const NODES_PER_SETTLED: usize = 16;

/// The smallest rectangle that holds all starts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Area {
    pub(super) low: Cell,
    pub(super) high: Cell,
}

impl Area {
    /// Around some cells; `None` without any.
    pub(super) fn around(mut cells: impl Iterator<Item = Cell>) -> Option<Self> {
        let first = cells.next()?;
        Some(cells.fold(Self { low: first, high: first }, |area, cell| Self {
            low: Cell::new(area.low.x.min(cell.x), area.low.y.min(cell.y)),
            high: Cell::new(area.high.x.max(cell.x), area.high.y.max(cell.y)),
        }))
    }

    /// Cost of the shortest path into the rectangle on an empty grid.
    #[inline]
    pub(super) fn distance(&self, cell: Cell) -> u32 {
        let x = (self.low.x - cell.x).max(cell.x - self.high.x).max(0);
        let y = (self.low.y - cell.y).max(cell.y - self.high.y).max(0);
        fixed_point::octile(Cell::new(x, y), Cell::new(0, 0))
    }
}

impl GroupSearch {
    /// Starts a search around a goal, towards some cells, and drops the previous one. If the goal is blocked, or all of the
    /// cells are, nothing will be found.
    pub fn begin(&mut self, terrain: &Terrain, goal: Cell, towards: &[Cell]) {
        self.forget();
        let open = towards.iter().copied().filter(|&cell| terrain.is_passable(cell));
        let Some(area) = Area::around(open).filter(|_| terrain.is_passable(goal)) else { return };
        self.goal = Some(goal);
        self.revision = terrain.revision();
        self.area = area;
        let root = terrain.node(goal);
        self.compact.begin(terrain, root);
        if self.distances.len() < terrain.node_count() {
            self.distances.resize(terrain.node_count(), f32::INFINITY);
        }
        let lowest = self.area.distance(goal);
        self.queue.begin(lowest);
        self.queue.push(lowest, root);
    }

    /// Drops the search.
    pub fn forget(&mut self) {
        if self.compact.expanded.len() > self.distances.len() / NODES_PER_SETTLED {
            self.distances.fill(f32::INFINITY);
        } else {
            for &node in &self.compact.expanded {
                self.distances[node as usize] = f32::INFINITY;
            }
        }
        self.compact.expanded.clear();
        self.goal = None;
        self.has_wrapped = false;
    }

    /// Whether this is the search for this goal and the terrain has not changed since it was started. Only valid for the
    /// terrain that the search was started on.
    pub fn is_current(&self, terrain: &Terrain, goal: Cell) -> bool {
        self.goal == Some(goal) && self.revision == terrain.revision()
    }

    /// Continues until a cell has its path, or until it is certain that it has none. Returns whether it has one.
    pub fn settle(&mut self, terrain: &Terrain, cell: Cell) -> bool {
        self.goal.is_some()
            && terrain.is_passable(cell)
            && self.settle_node(terrain, terrain.node(cell))
    }

    /// Like [`Self::settle`], but pauses after `most` expansions. `None` if it is not known yet whether the cell has a path.
    pub fn settle_within(&mut self, terrain: &Terrain, cell: Cell, most: u64) -> Option<bool> {
        if self.goal.is_none() || !terrain.is_passable(cell) {
            return Some(false);
        }
        let node = terrain.node(cell);
        let last = (self.compact.expanded.len() as u64).saturating_add(most);
        let exhausted = !self.compact.is_expanded(node) && self.run(terrain, node, last);
        match self.compact.is_expanded(node) {
            true => Some(true),
            false => exhausted.then_some(false),
        }
    }

    /// Continues until this many nodes are expanded.
    pub fn expand_count(&mut self, terrain: &Terrain, count: u64) {
        if self.goal.is_some() {
            self.run(terrain, NOWHERE, count);
        }
    }

    /// Continues until every cell is settled that a path of at most this length from a start to the goal can touch. Returns
    /// whether distances are known; they are not if the search has no goal, or if one exceeds 300,000 cells.
    pub fn settle_paths(&mut self, terrain: &Terrain, start: Cell, length: f64) -> bool {
        // A start outside the rectangle is nearer to a cell than the rectangle is by at most its own distance.
        let limit = length * f64::from(fixed_point::STRAIGHT) + 1.0;
        let limit = limit.ceil() + f64::from(self.area.distance(start));
        if self.goal.is_none() || limit > f64::from(u32::MAX / 2) {
            return false;
        }
        let limit = limit as u32;
        let steps = Steps::of(terrain);
        while let Some(node) = self.queue.pop() {
            let cell = terrain.cell(node);
            let priority = self.compact.cost(node).unwrap_or(0) + self.area.distance(cell);
            if priority > limit && !self.compact.is_expanded(node) {
                self.queue.push(priority, node);
                break;
            }
            self.expand(&steps, node, cell);
        }
        !self.has_wrapped
    }

    /// The distances in cells from all settled nodes to the goal, infinite for all others. Wrong if one exceeds 300,000 cells;
    /// see [`settle_paths`](Self::settle_paths).
    pub fn distances(&self) -> &[f32] {
        &self.distances
    }

    fn settle_node(&mut self, terrain: &Terrain, wanted: Node) -> bool {
        self.compact.is_expanded(wanted) || !self.run(terrain, wanted, u64::MAX)
    }

    /// Expands nodes until `wanted` is expanded, which it must not be yet, or until `count` nodes are. Returns whether the
    /// queue ran empty before that.
    fn run(&mut self, terrain: &Terrain, wanted: Node, count: u64) -> bool {
        let steps = Steps::of(terrain);
        while (self.compact.expanded.len() as u64) < count {
            let Some(node) = self.queue.pop() else { return true };
            self.expand(&steps, node, terrain.cell(node));
            if node == wanted {
                break;
            }
        }
        false
    }

    #[inline(always)]
    fn expand(&mut self, steps: &Steps, node: Node, cell: Cell) {
        let Self { compact, queue, area, has_wrapped, distances, .. } = self;
        // The cost of a node is final when the node comes up; an old entry of it writes the same distance again.
        let cost = compact.cost(node).unwrap_or(0);
        distances[node as usize] = cost as f32 / fixed_point::STRAIGHT as f32;
        compact.expand(steps, node, |next, direction, g| {
            *has_wrapped |= g < fixed_point::COSTS[direction];
            let h = area.distance(cell.step(Direction::ALL[direction]));
            queue.push(g.wrapping_add(h), next);
        });
    }

    /// The distance in cells from a node to the goal, in the numbers of [`Lengths`](super::Lengths): cost plus distance is
    /// then exactly the same all along a shortest path. Continues the search as far as needed.
    #[inline]
    pub fn settled_distance(&mut self, terrain: &Terrain, node: Node) -> Option<f64> {
        let settled = self.goal.is_some()
            && (self.compact.is_expanded(node)
                || terrain.is_open(node) && self.settle_node(terrain, node));
        settled.then(|| self.distance_of(terrain, node, DIAGONAL_LENGTH)).flatten()
    }

    /// Like [`Self::settled_distance`], for a node that is settled already.
    #[inline]
    pub fn known_distance(&self, terrain: &Terrain, node: Node) -> Option<f64> {
        match self.compact.final_cost(node) {
            Some(cost) if self.goal.is_some() && !self.has_wrapped => {
                Some(fixed_point::length_with(cost, DIAGONAL_LENGTH))
            }
            Some(_) if self.goal.is_some() => self.distance_of(terrain, node, DIAGONAL_LENGTH),
            _ => None,
        }
    }

    fn distance_of(&self, terrain: &Terrain, node: Node, diagonal_length: f64) -> Option<f64> {
        if self.has_wrapped {
            return Some(walk_length(&self.compact.walk_back(terrain, node)));
        }
        Some(fixed_point::length_with(self.compact.cost(node)?, diagonal_length))
    }

    /// A shortest path from a settled cell to the goal.
    pub fn path(&self, terrain: &Terrain, cell: Cell) -> Option<Path> {
        let inside = self.goal.is_some() && terrain.bounds().contains(cell);
        let node = inside.then(|| terrain.node(cell)).filter(|&n| self.compact.is_expanded(n))?;
        Some(Path::new(self.compact.walk_back(terrain, node)))
    }

    /// Statistics of the search so far.
    pub fn stats(&self) -> SearchStats {
        SearchStats {
            expanded: self.compact.expanded.len() as u64,
            generated: if self.goal.is_some() { self.compact.generated } else { 0 },
            reopened: 0,
        }
    }

    /// The settled nodes, in order.
    pub fn expanded(&self) -> &[Node] {
        &self.compact.expanded
    }

    /// The distance of a settled node to the goal, and its heuristic to the cells that the search goes towards, in cells.
    pub fn costs(&self, terrain: &Terrain, node: Node) -> Option<(f64, f64)> {
        let estimate = fixed_point::length(self.area.distance(terrain.cell(node)));
        Some((self.distance_of(terrain, node, SQRT_2)?, estimate))
    }
}
