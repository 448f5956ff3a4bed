//! Reverse Resumable A*: the distance of single cells to one goal.
//!
//! D. Silver, "Cooperative Pathfinding", AIIDE 2005. The search runs from the goal towards the unit's first cell. It
//! resumes whenever the distance of another cell is needed. Unlike a [`DistanceField`](super::DistanceField) it works
//! with any [`CostModel`] and is guided towards the unit. If costs change while it is suspended, the new costs count
//! from then on, so its distances are then only estimates.

use super::{CostModel, Estimate, Octile};
use crate::grid::{Cell, Direction, Node, Terrain};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The search from one goal, with memory that is reused from goal to goal.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Stored", into = "Stored")]
pub struct ReverseSearch {
    records: Vec<Record>,
    generation: u32,
    /// By priority, then larger cost first, then node. The bits of non-negative floats sort like the floats.
    queue: BinaryHeap<(Reverse<u64>, u64, Reverse<Node>)>,
    towards: Cell,
    expanded: u64,
    /// The expanded nodes with their costs, if recording is on.
    log: Option<Vec<(Node, f64)>>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Record {
    g: f64,
    generation: u32,
    closed: bool,
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

impl From<ReverseSearch> for Stored {
    fn from(search: ReverseSearch) -> Self {
        let ReverseSearch { records, generation, queue, towards, expanded, .. } = search;
        let reached = (0..).zip(&records).filter(|(_, record)| record.generation == generation);
        let queue = queue.into_sorted_vec().into_iter();
        Self {
            nodes: records.len(),
            reached: reached.map(|(node, record)| (node, record.g, record.closed)).collect(),
            queue: queue.map(|(Reverse(priority), g, Reverse(node))| (priority, g, node)).collect(),
            towards,
            expanded,
        }
    }
}

impl From<Stored> for ReverseSearch {
    fn from(stored: Stored) -> Self {
        let Stored { nodes, reached, queue, towards, expanded } = stored;
        let mut records = vec![Record::default(); nodes];
        let generation = 1;
        for (node, g, closed) in reached {
            if let Some(record) = records.get_mut(node as usize) {
                *record = Record { g, generation, closed };
            }
        }
        let queue = queue.into_iter().filter(|&(.., node)| (node as usize) < nodes);
        let queue = queue.map(|(priority, g, node)| (Reverse(priority), g, Reverse(node)));
        Self { records, generation, queue: queue.collect(), towards, expanded, log: None }
    }
}

impl ReverseSearch {
    /// Starts at a goal, towards a cell, and drops the previous goal.
    pub fn begin(&mut self, terrain: &Terrain, goal: Cell, towards: Cell) {
        self.generation = self.generation.wrapping_add(1);
        if self.records.len() != terrain.node_count() || self.generation == 0 {
            self.records.clear();
            self.records.resize(terrain.node_count(), Record::default());
            self.generation = 1;
        }
        self.queue.clear();
        self.towards = towards;
        if terrain.is_passable(goal) {
            let node = terrain.node(goal);
            let record = Record { g: 0.0, generation: self.generation, closed: false };
            self.records[node as usize] = record;
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
        while !self.is_closed(wanted) {
            let (_, _, Reverse(node)) = self.queue.pop()?;
            if self.is_closed(node) {
                continue;
            }
            let record = &mut self.records[node as usize];
            record.closed = true;
            let g = record.g;
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
                let record = &mut self.records[next as usize];
                let known = record.generation == self.generation;
                let better = !known || !record.closed && cost < record.g;
                if better && cost.is_finite() {
                    *record = Record { g: cost, generation: self.generation, closed: false };
                    let ahead = Octile(self.towards).estimate(next, here.step(direction));
                    let priority = (cost + least * ahead).max(0.0);
                    self.queue.push((Reverse(priority.to_bits()), cost.to_bits(), Reverse(next)));
                }
            }
        }
        Some(self.records[wanted as usize].g)
    }

    fn is_closed(&self, node: Node) -> bool {
        let record = &self.records[node as usize];
        record.generation == self.generation && record.closed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CornerRule;
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
}
