//! Best-first search: A* and every search that is A* with other costs.
//!
//! P. Hart, N. Nilsson, B. Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths", IEEE TSSC
//! 4(2), 1968. The details follow the tables of the Map Marker papers: neighbours are visited in the order of
//! [`Direction::ALL`], a new path to a known node replaces the old one only if its priority is strictly smaller, and an
//! expanded node may be reopened. [`Takeover`] also offers the rule as printed, where an equal priority is enough.
//!
//! When a node gets a better path, it enters the queue again. Its older entries are skipped when they come up. An
//! expansion costs three to four times as much as in [`FastSearch`](super::FastSearch).

use super::queue::Queue;
use super::{CostModel, Estimate, Path, SearchStats, Visit};
use crate::grid::{Cell, Direction, Node, Terrain};

/// Which of several nodes with the same priority comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// The node that entered the queue first.
    #[default]
    FirstIn,
    /// The node with the larger cost from the start. Among those, the node that entered the queue first. Costs that
    /// agree in single precision count as equal.
    LargerG,
}

/// When a new path to a known node replaces the old one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Takeover {
    /// If the priority of the node becomes smaller.
    #[default]
    Smaller,
    /// If the priority becomes smaller or stays equal.
    SmallerOrEqual,
}

/// A search problem.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a, M, H, G> {
    /// The map.
    pub terrain: &'a Terrain,
    /// First cell of the path.
    pub start: Cell,
    /// Whether a node is a goal. Called when a node is expanded.
    pub goal: G,
    /// The cost of steps.
    pub model: M,
    /// Estimate of the remaining cost.
    pub estimate: H,
    /// Order of nodes with equal priority.
    pub ties: Ties,
    /// Whether an expanded node enters the queue again when a better path to it is found.
    pub reopen: bool,
    /// When a new path to a known node replaces the old one.
    pub takeover: Takeover,
}

/// How a search ended, or that it has not ended yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The search reached this goal.
    Found(Cell),
    /// No goal can be reached.
    NoPath,
    /// The node budget is used up. The search can be continued.
    Paused,
}

/// Best-first search with memory that is reused from search to search.
#[derive(Clone, Debug, Default)]
pub struct BestFirst {
    records: Vec<Record>,
    prices: Vec<Price>,
    queue: Queue,
    /// Number of the next queue entry. It keeps counting from search to search.
    entered: u32,
    /// Number of the first queue entry of this search.
    first_entry: u32,
    /// In order of expansion. A reopened node appears again.
    expanded: Vec<Node>,
    found: Option<Node>,
    stats: SearchStats,
}

/// The data that every visit of a node needs. Four records fill a cache line.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    g: f64,
    /// Number of the node's latest queue entry. A number below `first_entry` means that the record belongs to an
    /// earlier search.
    entry: u32,
    /// From the upper bits down: number of the expansion, flag "is expanded", direction of the step that led here.
    tag: u32,
}

/// The data that is needed only when a node enters the queue.
#[derive(Clone, Copy, Debug, Default)]
struct Price {
    h: f64,
    priority: f64,
}

const EXPANDED: u32 = 8;
const DIRECTION: u32 = 7;
const ORDER_SHIFT: u32 = 4;
/// A search that would start with a later entry wipes all records and counts from 1 again.
const LAST_FIRST_ENTRY: u32 = u32::MAX / 2;

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

    /// Starts a search and drops the previous one.
    pub fn begin<M: CostModel, H: Estimate, G>(&mut self, problem: &Problem<M, H, G>) {
        let terrain = problem.terrain;
        if self.records.len() < terrain.node_count() {
            self.records.resize(terrain.node_count(), Record::default());
            self.prices.resize(terrain.node_count(), Price::default());
        }
        if self.entered == 0 || self.entered > LAST_FIRST_ENTRY {
            self.records.fill(Record::default());
            self.entered = 1;
        }
        self.first_entry = self.entered;
        self.queue.clear();
        self.expanded.clear();
        self.found = None;
        self.stats = SearchStats::default();
        if !terrain.is_passable(problem.start) {
            return;
        }
        let node = terrain.node(problem.start);
        let h = problem.estimate.estimate(node, problem.start);
        let priority = problem.model.priority(node, 0.0, h);
        self.enter(problem.ties, node, 0.0, Price { h, priority }, 0);
    }

    /// Continues the search that was started with this problem, for at most `most` more expansions.
    pub fn advance<M, H, G>(&mut self, problem: &Problem<M, H, G>, most: u64) -> Outcome
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
        loop {
            let records = &self.records;
            let counts = |tie, node: Node| records[node as usize].entry == tie as u32;
            let Some(node) = self.queue.first(counts) else { return Outcome::NoPath };
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
            let (mut moves, costs) = self.promising_moves(problem, &offsets, node, g);
            let cell = terrain.cell(node);
            while moves != 0 {
                let direction = Direction::ALL[moves.trailing_zeros() as usize];
                moves &= moves - 1;
                let next = node.wrapping_add_signed(offsets[direction as usize]);
                self.consider(problem, next, cell, direction, costs[direction as usize]);
            }
        }
    }

    /// The legal moves to nodes that are new or cost more so far (or as much, if equal priorities replace), and the
    /// cost by each move. A model never gives a lower priority for a cost that is not lower, so the other moves change
    /// nothing. Most moves are of that kind, and this filter drops them cheaply.
    #[inline]
    fn promising_moves<M: CostModel, H, G>(
        &self,
        problem: &Problem<M, H, G>,
        offsets: &[i32; 8],
        node: Node,
        g: f64,
    ) -> (u8, [f64; 8]) {
        let legal = problem.terrain.moves(node);
        let records = self.records.as_slice();
        let first_entry = self.first_entry;
        let equal_counts = problem.takeover == Takeover::SmallerOrEqual;
        let mut promising = 0;
        let mut costs = [f64::INFINITY; 8];
        for direction in Direction::ALL {
            if legal & direction.bit() != 0 {
                let next = node.wrapping_add_signed(offsets[direction as usize]);
                let cost = problem.model.step(node, next, direction, g);
                let record = &records[next as usize];
                let as_good = (record.g < cost) | ((record.g == cost) & !equal_counts);
                let no_better = (record.entry >= first_entry) & as_good;
                promising |= u8::from(!no_better) << direction as u8;
                costs[direction as usize] = cost;
            }
        }
        (promising, costs)
    }

    /// Enters a node that is new or has a better path now. If equal priorities replace, a path from another parent at
    /// the same priority also counts as better.
    #[inline]
    fn consider<M: CostModel, H: Estimate, G>(
        &mut self,
        problem: &Problem<M, H, G>,
        node: Node,
        from: Cell,
        direction: Direction,
        g: f64,
    ) {
        let record = self.records[node as usize];
        let known = record.entry >= self.first_entry;
        let closed = known && record.tag & EXPANDED != 0;
        if closed && !problem.reopen {
            return;
        }
        let old = if known {
            self.prices[node as usize]
        } else {
            let h = problem.estimate.estimate(node, from.step(direction));
            Price { h, priority: f64::INFINITY }
        };
        let priority = problem.model.priority(node, g, old.h);
        let replaces_equal = problem.takeover == Takeover::SmallerOrEqual
            && known
            && priority == old.priority
            && (g < record.g || record.tag & DIRECTION != direction as u32);
        // This form also rejects infinity and NaN.
        if priority < old.priority || replaces_equal {
            self.stats.reopened += u64::from(closed);
            self.enter(problem.ties, node, g, Price { h: old.h, priority }, direction as u32);
        }
    }

    #[inline]
    fn enter(&mut self, ties: Ties, node: Node, g: f64, price: Price, tag: u32) {
        let entry = self.entered;
        let tie = match ties {
            Ties::FirstIn => u64::from(entry),
            // The bits of non-negative floats sort like the floats.
            Ties::LargerG => u64::from(!(g as f32).to_bits()) << 32 | u64::from(entry),
        };
        self.records[node as usize] = Record { g, entry, tag };
        self.prices[node as usize] = price;
        self.entered = entry.wrapping_add(1);
        self.stats.generated += 1;
        self.queue.push(price.priority, tie, node);
    }

    /// Statistics of the last search.
    pub fn stats(&self) -> SearchStats {
        self.stats
    }

    /// The nodes that the last search expanded, in order. A reopened node appears again.
    pub fn expanded(&self) -> &[Node] {
        &self.expanded
    }

    /// The data of the last search about a cell, or `None` if the search never touched it.
    pub fn visit(&self, terrain: &Terrain, cell: Cell) -> Option<Visit> {
        let record = self.known(terrain, cell)?;
        let Price { h, priority } = self.prices[terrain.node(cell) as usize];
        Some(Visit {
            g: record.g,
            h,
            priority,
            order: (record.tag & EXPANDED != 0).then_some(record.tag >> ORDER_SHIFT),
        })
    }

    /// The path to the goal that the last search found.
    pub fn path(&self, terrain: &Terrain) -> Option<Path> {
        self.path_to(terrain, terrain.cell(self.found?))
    }

    /// The best path found so far to any cell that the last search touched.
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
        let inside = terrain.bounds().contains(cell) && self.first_entry > 0;
        let record = inside.then(|| self.records.get(terrain.node(cell) as usize)).flatten()?;
        (record.entry >= self.first_entry).then_some(record)
    }

    /// Makes the engine behave as if it had almost run out of entry numbers.
    #[cfg(test)]
    pub(super) fn use_up_entries(&mut self) {
        self.entered = LAST_FIRST_ENTRY;
    }
}
