//! The best-first engine: A* and everything that is A* with other prices.
//!
//! P. Hart, N. Nilsson, B. Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost
//! Paths", IEEE TSSC 4(2), 1968, with the choices that the Map Marker papers leave visible in their
//! tables: neighbours are looked at in the order of [`Direction::ALL`], a node is taken over from
//! another way only when its priority gets strictly smaller, and an expanded node may be reopened.
//!
//! The queue is a heap in which an improved node is entered again and its older entries are
//! skipped when they surface. An expansion costs five to ten times that of [`FastSearch`](super::FastSearch).

use super::heap::Heap;
use super::nodes::next_generation;
use super::{CostModel, Estimate, Path, SearchStats, Visit};
use crate::grid::{Cell, Direction, Node, Terrain};
use std::time::Instant;

/// Which of several nodes with the same priority comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// The one that was entered first.
    #[default]
    FirstIn,
    /// The one with the larger cost from the start; among those, the one that was entered first.
    /// Costs that agree in single precision are taken for equal.
    LargerG,
}

/// What to search for.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a, M, H, G> {
    /// The ground.
    pub terrain: &'a Terrain,
    /// Where the path begins.
    pub start: Cell,
    /// Whether a node is a goal; asked when a node is expanded.
    pub goal: G,
    /// What steps cost.
    pub model: M,
    /// The estimate of the cost still to go.
    pub estimate: H,
    /// Who comes first among equals.
    pub ties: Ties,
    /// Whether an expanded node is put back into the queue when a better way to it is found.
    pub reopen: bool,
}

/// How a search ended, or did not yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A goal was reached: this one.
    Found(Cell),
    /// No goal can be reached.
    NoPath,
    /// The number of nodes that it may expand is used up; it can go on.
    Paused,
}

/// The engine, with memory that is used again from search to search.
#[derive(Clone, Debug, Default)]
pub struct BestFirst {
    records: Vec<Record>,
    generation: u32,
    queue: Heap,
    entered: u32,
    /// In order; a node that was reopened appears again.
    expanded: Vec<Node>,
    found: Option<Node>,
    stats: SearchStats,
}

/// What is known about a node; half a cache line.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    g: f64,
    h: f64,
    priority: f64,
    generation: u32,
    /// Number of its expansion in the upper bits; then "is expanded"; then the direction of the step
    /// that led here.
    tag: u32,
}

const EXPANDED: u32 = 8;
const DIRECTION: u32 = 7;
const ORDER_SHIFT: u32 = 4;

impl BestFirst {
    /// Searches from start to goal.
    pub fn search<M, H, G>(&mut self, problem: &Problem<M, H, G>) -> Outcome
    where
        M: CostModel,
        H: Estimate,
        G: Fn(Node) -> bool,
    {
        self.begin(problem);
        self.advance(problem, u64::MAX)
    }

    /// Begins a search and forgets the last one.
    pub fn begin<M: CostModel, H: Estimate, G>(&mut self, problem: &Problem<M, H, G>) {
        let terrain = problem.terrain;
        if self.records.len() < terrain.node_count() {
            self.records.resize(terrain.node_count(), Record::default());
        }
        self.generation = next_generation(self.generation, u32::MAX, || {
            self.records.fill(Record::default());
        });
        self.queue.clear();
        self.entered = 0;
        self.expanded.clear();
        self.found = None;
        self.stats = SearchStats::default();
        if !terrain.is_passable(problem.start) {
            return;
        }
        let node = terrain.node(problem.start);
        let h = problem.estimate.estimate(node, problem.start);
        let priority = problem.model.priority(node, 0.0, h);
        self.records[node as usize] =
            Record { g: 0.0, h, priority, generation: self.generation, tag: 0 };
        self.enter(problem.ties, priority, 0.0, node);
    }

    /// Goes on with the search that was begun with this problem, for at most `most` more expansions.
    pub fn advance<M, H, G>(&mut self, problem: &Problem<M, H, G>, most: u64) -> Outcome
    where
        M: CostModel,
        H: Estimate,
        G: Fn(Node) -> bool,
    {
        let clock = Instant::now();
        let outcome = self.run(problem, most);
        self.stats.time += clock.elapsed();
        outcome
    }

    fn run<M, H, G>(&mut self, problem: &Problem<M, H, G>, most: u64) -> Outcome
    where
        M: CostModel,
        H: Estimate,
        G: Fn(Node) -> bool,
    {
        let terrain = problem.terrain;
        if let Some(node) = self.found {
            return Outcome::Found(terrain.cell(node));
        }
        let offsets = terrain.offsets();
        let last = self.stats.expanded.saturating_add(most);
        while let Some((node, current)) =
            self.queue.first(|node| self.records[node as usize].priority)
        {
            if !current {
                self.queue.pop();
                continue;
            }
            if self.stats.expanded == last {
                return Outcome::Paused;
            }
            self.queue.pop();
            let record = &mut self.records[node as usize];
            let order = (self.stats.expanded as u32).min(u32::MAX >> ORDER_SHIFT);
            record.tag = (order << ORDER_SHIFT) | EXPANDED | (record.tag & DIRECTION);
            let g = record.g;
            self.stats.expanded += 1;
            self.expanded.push(node);
            if (problem.goal)(node) {
                self.found = Some(node);
                return Outcome::Found(terrain.cell(node));
            }
            let cell = terrain.cell(node);
            let mut moves = terrain.moves(node);
            while moves != 0 {
                let direction = Direction::ALL[moves.trailing_zeros() as usize];
                moves &= moves - 1;
                let next = node.wrapping_add_signed(offsets[direction as usize]);
                self.consider(problem, (node, g), next, cell.step(direction), direction);
            }
        }
        Outcome::NoPath
    }

    /// Looks at one neighbour of the node that is being expanded.
    #[inline]
    fn consider<M: CostModel, H: Estimate, G>(
        &mut self,
        problem: &Problem<M, H, G>,
        (from, from_g): (Node, f64),
        node: Node,
        cell: Cell,
        direction: Direction,
    ) {
        let g = problem.model.step(from, node, direction, from_g);
        let record = &mut self.records[node as usize];
        let known = record.generation == self.generation;
        let closed = known && record.tag & EXPANDED != 0;
        if closed && !problem.reopen {
            return;
        }
        let h = if known { record.h } else { problem.estimate.estimate(node, cell) };
        let old = if known { record.priority } else { f64::INFINITY };
        let priority = problem.model.priority(node, g, h);
        // Written so that infinity and NaN are refused.
        if priority < old {
            let tag = direction as u32;
            *record = Record { g, h, priority, generation: self.generation, tag };
            self.stats.reopened += u64::from(closed);
            self.enter(problem.ties, priority, g, node);
        }
    }

    #[inline]
    fn enter(&mut self, ties: Ties, priority: f64, g: f64, node: Node) {
        let first_in = u64::from(self.entered);
        let tie = match ties {
            Ties::FirstIn => first_in,
            // The bits of numbers that are not negative order like the numbers.
            Ties::LargerG => u64::from(!(g as f32).to_bits()) << 32 | first_in,
        };
        self.entered = self.entered.wrapping_add(1);
        self.stats.generated += 1;
        self.queue.push(priority, tie, node);
    }

    /// What the last search did.
    pub fn stats(&self) -> SearchStats {
        self.stats
    }

    /// The nodes that the last search expanded, in order; a reopened node appears again.
    pub fn expanded(&self) -> &[Node] {
        &self.expanded
    }

    /// What the last search knows about a cell, or `None` if it never touched it.
    pub fn visit(&self, terrain: &Terrain, cell: Cell) -> Option<Visit> {
        let record = self.known(terrain, cell)?;
        Some(Visit {
            g: record.g,
            h: record.h,
            priority: record.priority,
            order: (record.tag & EXPANDED != 0).then_some(record.tag >> ORDER_SHIFT),
        })
    }

    /// The path to the goal that the last search found.
    pub fn path(&self, terrain: &Terrain) -> Option<Path> {
        self.path_to(terrain, terrain.cell(self.found?))
    }

    /// The best way so far to any cell that the last search touched.
    pub fn path_to(&self, terrain: &Terrain, cell: Cell) -> Option<Path> {
        self.known(terrain, cell)?;
        let offsets = terrain.offsets();
        let start = *self.expanded.first()?;
        let mut cells = vec![cell];
        let mut node = terrain.node(cell);
        while node != start {
            let tag = self.records[node as usize].tag;
            node = node.wrapping_add_signed(-offsets[(tag & DIRECTION) as usize]);
            cells.push(terrain.cell(node));
        }
        cells.reverse();
        Some(Path::new(cells))
    }

    fn known(&self, terrain: &Terrain, cell: Cell) -> Option<&Record> {
        let inside = terrain.bounds().contains(cell) && self.generation > 0;
        let record = inside.then(|| self.records.get(terrain.node(cell) as usize)).flatten()?;
        (record.generation == self.generation).then_some(record)
    }
}
