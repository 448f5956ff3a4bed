//! The best-first engine: A* and everything that is A* with other prices.
//!
//! P. Hart, N. Nilsson, B. Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost
//! Paths", IEEE TSSC 4(2), 1968, with the choices that the Map Marker papers leave visible in their
//! tables: neighbours are looked at in the order of [`Direction::ALL`], a new way to a known node replaces the
//! old one only if its priority is strictly smaller, and an expanded node may be reopened. [`Takeover`] offers the
//! rule as printed, by which an equal priority is enough.
//!
//! A node whose way is replaced is entered into the queue again, and its older entries are skipped when they come
//! up. An expansion costs three to four times that of [`FastSearch`](super::FastSearch).

use super::queue::Queue;
use super::{CostModel, Estimate, Path, SearchStats, Visit};
use crate::grid::{Cell, Direction, Node, Terrain};

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

/// When a new way to a node that is known already replaces the one it has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Takeover {
    /// If the node's priority gets smaller.
    #[default]
    Smaller,
    /// If it gets smaller or stays equal.
    SmallerOrEqual,
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
    /// When a new way to a known node replaces the old one.
    pub takeover: Takeover,
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
    prices: Vec<Price>,
    queue: Queue,
    /// Number of the next entry into the queue; goes on from search to search.
    entered: u32,
    /// Number of the first entry of this search.
    first_entry: u32,
    /// In order; a node that was reopened appears again.
    expanded: Vec<Node>,
    found: Option<Node>,
    stats: SearchStats,
}

/// What every look at a node needs; four fill a cache line.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    g: f64,
    /// Number of its latest entry into the queue. If that lies before the first one of this search, the
    /// record is left over from another.
    entry: u32,
    /// Number of its expansion in the upper bits; then "is expanded"; then the direction of the step
    /// that led here.
    tag: u32,
}

/// What is needed only when a node is entered.
#[derive(Clone, Copy, Debug, Default)]
struct Price {
    h: f64,
    priority: f64,
}

const EXPANDED: u32 = 8;
const DIRECTION: u32 = 7;
const ORDER_SHIFT: u32 = 4;
/// A search that begins with a later entry wipes all records and counts from 1.
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

    /// Begins a search and forgets the last one.
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

    /// Goes on with the search that was begun with this problem, for at most `most` more expansions.
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

    /// The legal moves that lead to a node which is new or costs more so far (or as much, if equal priorities
    /// replace), and the costs by these moves. A model never gives a lower priority for a cost that is not lower, so
    /// the others change nothing; most moves are among those, and here they cost little.
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

    /// Enters a node that is new, or that a better way was found to. If equal priorities replace, a way from another
    /// parent at the same priority counts as better, too.
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
        // Written so that infinity and NaN are refused.
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
            // The bits of numbers that are not negative order like the numbers.
            Ties::LargerG => u64::from(!(g as f32).to_bits()) << 32 | u64::from(entry),
        };
        self.records[node as usize] = Record { g, entry, tag };
        self.prices[node as usize] = price;
        self.entered = entry.wrapping_add(1);
        self.stats.generated += 1;
        self.queue.push(price.priority, tie, node);
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
        let inside = terrain.bounds().contains(cell) && self.first_entry > 0;
        let record = inside.then(|| self.records.get(terrain.node(cell) as usize)).flatten()?;
        (record.entry >= self.first_entry).then_some(record)
    }

    /// As if nearly as many entries had been made as can be counted.
    #[cfg(test)]
    pub(super) fn use_up_entries(&mut self) {
        self.entered = LAST_FIRST_ENTRY;
    }
}
