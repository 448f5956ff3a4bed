//! Reverse Resumable A*: the distance of single cells to one goal.
//!
//! D. Silver, "Cooperative Pathfinding", AIIDE 2005. The search runs from the goal towards the unit's first cell. It
//! resumes whenever the distance of another cell is needed. Unlike a [`DistanceField`](super::DistanceField) it works
//! with any [`CostModel`] and is guided towards the unit. If costs change while it is suspended, the new costs apply
//! from then on, so its distances are then only estimates.
//!
//! Every unit keeps a search of its own, so records take eight bytes each and exist only where the search has been, in
//! pages of neighbouring nodes.

use super::{CostModel, Estimate, Octile};
use crate::grid::{Cell, Direction, Node, Terrain};
use serde::{Deserialize, Serialize, Serializer};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The search from one goal, with memory that is reused from goal to goal.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(from = "Stored")]
pub struct ReverseSearch {
    records: Records,
    /// By priority, then larger cost first, then node. The bits of non-negative floats sort like the floats.
    queue: BinaryHeap<(Reverse<u64>, u64, Reverse<Node>)>,
    towards: Cell,
    expanded: u64,
    /// The expanded nodes with their costs, if recording is on.
    log: Option<Vec<(Node, f64)>>,
}

/// The costs of the nodes that a search has come to.
#[derive(Clone, Debug, Default)]
struct Records {
    nodes: usize,
    /// The number of each page, counted from 1; 0 for a page that does not exist.
    table: Vec<u32>,
    /// All pages: the cost of each node, infinite if it is unknown. Closed nodes have the sign bit.
    costs: Vec<f64>,
}

/// Nodes of a page.
const PAGE: usize = 32;

impl Records {
    /// Forgets all costs and makes room for `count` nodes.
    fn reset(&mut self, nodes: usize) {
        self.nodes = nodes;
        self.costs.clear();
        self.table.clear();
        self.table.resize(nodes.div_ceil(PAGE), 0);
    }

    /// The cost of a node, and whether it is closed.
    #[inline]
    fn get(&self, node: Node) -> Option<(f64, bool)> {
        let page = *self.table.get(node as usize / PAGE)? as usize;
        let cost = *self.costs.get(page.checked_sub(1)? * PAGE + node as usize % PAGE)?;
        (cost < f64::INFINITY).then_some((cost.abs(), cost.is_sign_negative()))
    }

    #[inline]
    fn set(&mut self, node: Node, g: f64, closed: bool) {
        let page = &mut self.table[node as usize / PAGE];
        if *page == 0 {
            // Grows by an eighth: many searches live at a time.
            if self.costs.len() == self.costs.capacity() {
                self.costs.reserve_exact(PAGE + self.costs.len() / 8);
            }
            self.costs.resize(self.costs.len() + PAGE, f64::INFINITY);
            *page = (self.costs.len() / PAGE) as u32;
        }
        let place = (*page as usize - 1) * PAGE + node as usize % PAGE;
        self.costs[place] = if closed { -g } else { g };
    }

    fn is_closed(&self, node: Node) -> bool {
        self.get(node).is_some_and(|(_, closed)| closed)
    }
}

/// A search in a file: the nodes that it has come to, and the queue in sorted order.
#[derive(Serialize, Deserialize)]
struct Stored {
    nodes: usize,
    /// Node, cost, and whether it is closed.
    reached: Vec<(Node, f64, bool)>,
    queue: Vec<(u64, u64, Node)>,
    towards: Cell,
    expanded: u64,
}

/// Searches may take hundreds of megabytes. For a hash, one is identified by where it goes, how far it has come, and what lies ahead
/// of it; the rest follows from these and from the ground.
impl Serialize for ReverseSearch {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            let best =
                self.queue.peek().map(|&(Reverse(priority), g, Reverse(node))| (priority, g, node));
            let reached = (self.records.costs.len(), self.queue.len());
            (self.towards, self.expanded, reached, best).serialize(serializer)
        } else {
            Stored::from(self).serialize(serializer)
        }
    }
}

impl From<&ReverseSearch> for Stored {
    fn from(search: &ReverseSearch) -> Self {
        let ReverseSearch { records, queue, towards, expanded, .. } = search;
        let reached = (0..records.nodes as Node).filter_map(|node| {
            let (g, closed) = records.get(node)?;
            Some((node, g, closed))
        });
        let queue = queue.clone().into_sorted_vec().into_iter();
        Self {
            nodes: records.nodes,
            reached: reached.collect(),
            queue: queue.map(|(Reverse(priority), g, Reverse(node))| (priority, g, node)).collect(),
            towards: *towards,
            expanded: *expanded,
        }
    }
}

impl From<Stored> for ReverseSearch {
    fn from(stored: Stored) -> Self {
        let Stored { nodes, reached, queue, towards, expanded } = stored;
        let mut records = Records::default();
        records.reset(nodes);
        for (node, g, closed) in reached.into_iter().filter(|r| (r.0 as usize) < nodes) {
            records.set(node, g, closed);
        }
        let queue = queue.into_iter().filter(|&(.., node)| (node as usize) < nodes);
        let queue = queue.map(|(priority, g, node)| (Reverse(priority), g, Reverse(node)));
        Self { records, queue: queue.collect(), towards, expanded, log: None }
    }
}

impl ReverseSearch {
    /// Starts at a goal, towards a cell, and drops the previous goal.
    pub fn begin(&mut self, terrain: &Terrain, goal: Cell, towards: Cell) {
        self.records.reset(terrain.node_count());
        self.queue.clear();
        self.towards = towards;
        if terrain.is_passable(goal) {
            let node = terrain.node(goal);
            self.records.set(node, 0.0, false);
            self.queue.push((Reverse(0), 0, Reverse(node)));
        }
    }

    /// Number of nodes expanded since the last call.
    pub fn take_expanded(&mut self) -> u64 {
        std::mem::take(&mut self.expanded)
    }

    /// Turns the recording of expanded nodes on or off.
    pub fn watch(&mut self, on: bool) {
        self.log = on.then(Vec::new);
    }

    /// The nodes expanded since [`watch`](Self::watch), in order, with their costs from the goal.
    pub fn take_log(&mut self) -> Vec<(Node, f64)> {
        self.log.take().unwrap_or_default()
    }

    /// The cost of the path from a cell to the goal, if there is one. `least` is the lowest cost of a step per unit of
    /// length.
    pub fn distance(
        &mut self,
        terrain: &Terrain,
        model: &impl CostModel,
        least: f64,
        cell: Cell,
    ) -> Option<f64> {
        if !terrain.is_passable(cell) {
            return None;
        }
        let wanted = terrain.node(cell);
        let offsets = terrain.offsets();
        while !self.records.is_closed(wanted) {
            let (_, _, Reverse(node)) = self.queue.pop()?;
            let Some((g, false)) = self.records.get(node) else { continue };
            self.records.set(node, g, true);
            self.expanded += 1;
            if let Some(log) = &mut self.log {
                log.push((node, g));
            }
            let here = terrain.cell(node);
            for direction in Direction::ALL {
                if terrain.moves(node) & direction.bit() == 0 {
                    continue;
                }
                let next = node.wrapping_add_signed(offsets[direction as usize]);
                // The unit makes this step in the opposite direction.
                let cost = model.step(next, node, direction.opposite(), g);
                let known = self.records.get(next);
                let better = known.is_none_or(|(g, closed)| !closed && cost < g);
                if better && cost.is_finite() {
                    self.records.set(next, cost, false);
                    let ahead = Octile(self.towards).estimate(next, here.step(direction));
                    let priority = (cost + least * ahead).max(0.0);
                    self.queue.push((Reverse(priority.to_bits()), cost.to_bits(), Reverse(next)));
                }
            }
        }
        self.records.get(wanted).map(|(g, _)| g)
    }

    /// The memory that its records take, in bytes, whatever they have room for: the same after the search was stored.
    pub fn size(&self) -> usize {
        self.records.table.len() * size_of::<u32>()
            + self.records.costs.len() * size_of::<f64>()
            + self.queue.len() * size_of::<(Reverse<u64>, u64, Reverse<Node>)>()
    }

    /// The memory that the search takes, in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.records.table.capacity() * size_of::<u32>()
            + self.records.costs.capacity() * size_of::<f64>()
            + self.queue.capacity() * size_of::<(Reverse<u64>, u64, Reverse<Node>)>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Bounds, CornerRule, MapKind, generate};
    use crate::search::{DistanceField, Lengths};

    #[test]
    fn distances_are_those_of_a_field_and_nothing_is_expanded_twice() {
        let terrain = Terrain::from_text(
            CornerRule::BothSidesFree,
            &["......", ".####.", ".#....", ".#.##.", ".#..#.", "....#."],
        );
        let goal = Cell::new(2, 2);
        let mut search = ReverseSearch::default();
        search.begin(&terrain, goal, Cell::new(0, 0));
        let mut field = DistanceField::default();
        field.begin(&terrain, goal);
        field.settle_all(&terrain);
        for cell in terrain.bounds().cells() {
            let ours = search.distance(&terrain, &Lengths, 1.0, cell);
            let theirs = field.distance(&terrain, cell);
            assert_eq!(ours.is_some(), theirs.is_some(), "{cell}");
            assert!((ours.unwrap_or(0.0) - theirs.unwrap_or(0.0)).abs() < 1e-6, "{cell}");
        }
        assert_eq!(search.take_expanded(), terrain.passable_count() as u64);
        search.distance(&terrain, &Lengths, 1.0, Cell::new(5, 5));
        assert_eq!(search.take_expanded(), 0);
    }

    #[test]
    fn a_search_takes_memory_only_where_it_has_been() {
        let terrain = generate(MapKind::Caves, Bounds::new(400, 400), 3);
        let mut open = terrain.bounds().cells().filter(|&cell| terrain.is_passable(cell));
        let (goal, start) = (open.next().unwrap(), open.nth(20_000).unwrap());
        let mut search = ReverseSearch::default();
        search.begin(&terrain, goal, start);
        search.distance(&terrain, &Lengths, 1.0, start).unwrap();
        // A dense array of costs with stamps took 24 bytes per node.
        assert!(search.bytes() < 24 * terrain.node_count() / 4, "{} bytes", search.bytes());
    }

    #[test]
    fn a_search_goes_on_as_before_after_it_was_stored() {
        let terrain = generate(MapKind::Rooms, Bounds::new(60, 50), 3);
        let mut open = terrain.bounds().cells().filter(|&cell| terrain.is_passable(cell));
        let (goal, start) = (open.next().unwrap(), open.nth(300).unwrap());
        let mut search = ReverseSearch::default();
        search.begin(&terrain, goal, start);
        search.distance(&terrain, &Lengths, 1.0, start);
        let mut again = ReverseSearch::from(Stored::from(&search));
        for cell in open.step_by(7) {
            let distance = search.distance(&terrain, &Lengths, 1.0, cell);
            assert_eq!(again.distance(&terrain, &Lengths, 1.0, cell), distance);
        }
        assert_eq!(again.take_expanded(), search.take_expanded());
    }
}
