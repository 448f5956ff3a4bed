//! The work of [`BestFirst`](super::BestFirst) in one precision: the cost of each node and the queue. `expansion.rs` has the
//! expansion of a node.

use super::best_first::Progress;
use super::expansion::{DIRECTION, Expansion};
use super::queue::Queue;
use super::real::Real;
use super::{CostModel, Estimate, Outcome, Problem, Takeover};
use crate::grid::{Cell, Direction, Node, Terrain, open_moves};

/// A search, with memory that is reused from search to search.
#[derive(Clone, Debug)]
pub(super) struct Exact<R: Real> {
    /// The cost of each node; infinite if this search has not touched it. Costs have an array of their own, so that those around a
    /// node are compared at once.
    costs: Vec<R>,
    /// The tag of each node that this search has touched.
    tags: Vec<u8>,
    /// Number of the latest queue entry of each node that this search has touched, if equal priorities replace.
    latest: Vec<u32>,
    queue: Queue<R>,
}

impl<R: Real> Default for Exact<R> {
    fn default() -> Self {
        let (costs, tags, latest) = (Vec::new(), Vec::new(), Vec::new());
        Self { costs, tags, latest, queue: Queue::default() }
    }
}

/// With more entries than one for this many nodes it is faster to wipe all costs than those of the entries.
const NODES_PER_ENTRY: usize = 8;

impl<R: Real> Exact<R> {
    /// Starts a search and drops the previous one.
    pub(super) fn begin<M: CostModel, H: Estimate, G>(
        &mut self,
        problem: &Problem<M, H, G>,
        progress: &mut Progress,
    ) {
        let terrain = problem.terrain;
        self.forget();
        if self.costs.len() < terrain.node_count() {
            self.costs.resize(terrain.node_count(), R::INFINITY);
            self.tags.resize(terrain.node_count(), 0);
        }
        if problem.takeover == Takeover::SmallerOrEqual && self.latest.len() < self.costs.len() {
            self.latest.resize(self.costs.len(), 0);
        }
        if terrain.is_passable(problem.start) {
            match problem.takeover {
                Takeover::Smaller => self.on::<_, _, _, false>(problem).enter_start(),
                Takeover::SmallerOrEqual => self.on::<_, _, _, true>(problem).enter_start(),
            }
            progress.stats.generated = 1;
        }
    }

    /// The search at work on a problem.
    #[inline(always)]
    fn on<'a, M, H, G, const EQUAL: bool>(
        &'a mut self,
        problem: &'a Problem<'a, M, H, G>,
    ) -> Expansion<'a, R, M, H, G, EQUAL> {
        let terrain = problem.terrain;
        let count = terrain.node_count();
        Expansion {
            problem,
            moves: &terrain.all_moves()[..count],
            table: open_moves(terrain.corners()),
            offsets: terrain.offsets(),
            costs: &mut self.costs[..count],
            tags: &mut self.tags[..count],
            latest: &mut self.latest[..if EQUAL { count } else { 0 }],
            queue: &mut self.queue,
        }
    }

    /// Drops the search: no node is touched, and none waits.
    fn forget(&mut self) {
        if self.queue.entries().len() > self.costs.len() / NODES_PER_ENTRY {
            self.costs.fill(R::INFINITY);
        } else {
            // Every node that was touched has entered the queue.
            for entry in self.queue.entries() {
                self.costs[entry.node as usize] = R::INFINITY;
            }
        }
        self.queue.clear();
    }

    /// Continues the search that was started with this problem, for at most `most` more expansions.
    pub(super) fn advance<M, H, G>(
        &mut self,
        problem: &Problem<M, H, G>,
        most: u64,
        progress: &mut Progress,
    ) -> Outcome
    where
        M: CostModel,
        H: Estimate,
        G: Fn(Node) -> bool,
    {
        match problem.takeover {
            Takeover::Smaller => self.run::<M, H, G, false>(problem, most, progress),
            Takeover::SmallerOrEqual => self.run::<M, H, G, true>(problem, most, progress),
        }
    }

    fn run<M, H, G, const EQUAL: bool>(
        &mut self,
        problem: &Problem<M, H, G>,
        most: u64,
        progress: &mut Progress,
    ) -> Outcome
    where
        M: CostModel,
        H: Estimate,
        G: Fn(Node) -> bool,
    {
        let terrain = problem.terrain;
        if let Some(node) = progress.found {
            return Outcome::Found(terrain.cell(node));
        }
        let done = progress.expanded.len();
        let last = done.saturating_add(usize::try_from(most).unwrap_or(usize::MAX));
        let mut expansion = self.on::<M, H, G, EQUAL>(problem);
        let outcome = loop {
            let order = progress.expanded.len();
            if order == last {
                break if expansion.has_open() { Outcome::Paused } else { Outcome::NoPath };
            }
            let Some((node, direction, priority)) = expansion.take() else {
                break Outcome::NoPath;
            };
            if M::BOUNDED {
                problem.model.comes_up(priority.to_f64());
            }
            progress.expanded.push(node);
            if (problem.goal)(node) {
                progress.found = Some(node);
                break Outcome::Found(terrain.cell(node));
            }
            let step = (order > 0).then_some(direction);
            expansion.expand(node, step, &mut progress.stats.reopened);
        };
        progress.stats.expanded = progress.expanded.len() as u64;
        progress.stats.generated = self.queue.entered().into();
        outcome
    }

    /// The cost of a node that this search has touched.
    fn cost(&self, node: Node) -> Option<R> {
        self.costs.get(node as usize).copied().filter(|&cost| cost < R::INFINITY)
    }

    /// `g`, `h` and priority of every node that the last search touched. The last entry of a node is the valid one.
    pub(super) fn values(&self) -> impl Fn(Node) -> Option<[f64; 3]> + '_ {
        let mut latest = vec![0; self.costs.len()];
        for (number, entry) in self.queue.entries().iter().enumerate() {
            latest[entry.node as usize] = number;
        }
        move |node| {
            let entry = &self.queue.entries()[latest[node as usize]];
            Some([self.cost(node)?.to_f64(), entry.h.to_f64(), entry.priority.to_f64()])
        }
    }

    /// `g`, `h` and priority of one node, found by a linear search.
    pub(super) fn values_of(&self, node: Node) -> Option<[f64; 3]> {
        let g = self.cost(node)?.to_f64();
        let entry = self.queue.entries().iter().rfind(|entry| entry.node == node)?;
        Some([g, entry.h.to_f64(), entry.priority.to_f64()])
    }

    /// The cells from a touched node back to the start.
    pub(super) fn walk_back(
        &self,
        terrain: &Terrain,
        mut node: Node,
        start: Node,
    ) -> Option<Vec<Cell>> {
        self.cost(node)?;
        let offsets = terrain.offsets();
        let mut cell = terrain.cell(node);
        let mut cells = vec![cell];
        while node != start {
            let direction = (self.tags[node as usize] & DIRECTION) as usize;
            node = node.wrapping_add_signed(-offsets[direction]);
            cell = cell.step(Direction::ALL[direction].opposite());
            cells.push(cell);
        }
        Some(cells)
    }
}
