//! The work of [`BestFirst`](super::BestFirst) in one precision: a record per node, the queue, and the expansion of a
//! node.

use super::best_first::Progress;
use super::queue::{Entry, Queue};
use super::real::Real;
use super::{CostModel, Estimate, Outcome, Problem, Takeover, Ties, Visit};
use crate::grid::{Cell, Direction, MoveTable, Node, Terrain, open_moves};

/// A search, with memory that is reused from search to search.
#[derive(Clone, Debug)]
pub(super) struct Exact<R: Real> {
    /// The cost of each node, with the stamp of the search that it belongs to.
    records: Vec<R::Record>,
    /// Number of the latest queue entry of each node that this search has touched.
    entries: Vec<u32>,
    queue: Queue<R>,
    /// Stamp of this search. Stamps fall from search to search.
    stamp: u32,
}

impl<R: Real> Default for Exact<R> {
    fn default() -> Self {
        let (records, entries) = (Vec::new(), Vec::new());
        Self { records, entries, queue: Queue::default(), stamp: u32::MAX }
    }
}

/// What the expansions of one search have in common.
struct Expansion<'a, M, H, G> {
    problem: &'a Problem<'a, M, H, G>,
    moves: &'a [u8],
    /// The moves worth a look after a step, where all steps of a direction cost the same.
    table: &'static MoveTable,
    offsets: [i32; 8],
}

impl<R: Real> Exact<R> {
    /// Starts a search and drops the previous one.
    pub(super) fn begin<M: CostModel, H: Estimate, G>(
        &mut self,
        problem: &Problem<M, H, G>,
        progress: &mut Progress,
    ) {
        let terrain = problem.terrain;
        if self.records.len() < terrain.node_count() {
            self.records.resize(terrain.node_count(), R::UNTOUCHED);
            self.entries.resize(terrain.node_count(), 0);
        }
        if self.stamp == 1 {
            self.records.fill(R::UNTOUCHED);
            self.stamp = u32::MAX;
        }
        self.stamp -= 1;
        self.queue.clear();
        if !terrain.is_passable(problem.start) {
            return;
        }
        let node = terrain.node(problem.start);
        let h = problem.estimate.estimate(node, problem.start);
        let priority = problem.model.priority(node, 0.0, h);
        let entry = (R::from_f64(priority), R::from_f64(h));
        self.enter(problem.ties, node, R::from_f64(0.0), entry, 0);
        progress.stats.generated = 1;
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
        let terrain = problem.terrain;
        if let Some(node) = progress.found {
            return Outcome::Found(terrain.cell(node));
        }
        let expansion = Expansion {
            problem,
            moves: terrain.all_moves(),
            table: open_moves(terrain.corners()),
            offsets: terrain.offsets(),
        };
        let done = progress.expanded.len();
        let last = done.saturating_add(usize::try_from(most).unwrap_or(usize::MAX));
        let outcome = loop {
            let order = progress.expanded.len();
            if order == last {
                break if self.queue.is_empty() { Outcome::NoPath } else { Outcome::Paused };
            }
            let Some(entry) = self.queue.pop(order as u32) else { break Outcome::NoPath };
            let (node, direction) = (entry.node, entry.direction());
            progress.expanded.push(node);
            if (problem.goal)(node) {
                progress.found = Some(node);
                break Outcome::Found(terrain.cell(node));
            }
            let legal = expansion.moves[node as usize];
            let moves = if M::UNIFORM && order > 0 {
                expansion.table[direction][legal as usize]
            } else {
                legal
            };
            self.expand(&expansion, node, moves, &mut progress.stats.reopened);
        };
        progress.stats.expanded = progress.expanded.len() as u64;
        progress.stats.generated = self.queue.entered().into();
        outcome
    }

    /// Looks at the neighbours of a node in the order of [`Direction::ALL`].
    #[inline(always)]
    fn expand<M: CostModel, H: Estimate, G>(
        &mut self,
        expansion: &Expansion<M, H, G>,
        node: Node,
        moves: u8,
        reopened: &mut u64,
    ) {
        let &Expansion { problem, ref offsets, .. } = expansion;
        let g = R::cost(self.records[node as usize]).to_f64();
        let mut costs = [R::default(); 8];
        for (i, direction) in Direction::ALL.into_iter().enumerate() {
            if M::UNIFORM || moves & direction.bit() != 0 {
                let next = node.wrapping_add_signed(offsets[i]);
                costs[i] = R::from_f64(problem.model.step(node, next, direction, g));
            }
        }
        let mut moves = moves & self.improved(problem, node, costs);
        while moves != 0 {
            let direction = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            let next = node.wrapping_add_signed(offsets[direction]);
            self.consider(problem, next, direction, costs[direction], reopened);
        }
    }

    /// The directions, as bits, of neighbours that are new or cost more so far (or as much, if equal priorities replace). A
    /// model never gives a lower priority for a cost that is not lower, so the other moves change nothing. Most moves are
    /// of that kind, and this filter drops them without a branch.
    #[inline(always)]
    fn improved<M, H, G>(&self, problem: &Problem<M, H, G>, node: Node, costs: [R; 8]) -> u8 {
        let equal_counts = problem.takeover == Takeover::SmallerOrEqual;
        let limits = costs.map(|cost| {
            let record = cost.record(self.stamp);
            if equal_counts { R::below(record) } else { record }
        });
        let stride = problem.terrain.stride();
        let [above, here, below] = [node - stride - 1, node - 1, node + stride - 1]
            .map(|first| self.records[first as usize..].first_chunk::<3>());
        let (Some(above), Some(here), Some(below)) = (above, here, below) else { return 0 };
        let records =
            [above[0], here[0], below[0], above[1], below[1], above[2], here[2], below[2]];
        let mut improved = 0;
        for (i, (record, limit)) in records.into_iter().zip(limits).enumerate() {
            improved |= u8::from(record > limit) << i;
        }
        improved
    }

    /// Enters a node that is new or has a better path now. If equal priorities replace, a path from another parent at
    /// the same priority also counts as better.
    #[inline(always)]
    fn consider<M: CostModel, H: Estimate, G>(
        &mut self,
        problem: &Problem<M, H, G>,
        node: Node,
        direction: usize,
        g: R,
        reopened: &mut u64,
    ) {
        let record = self.records[node as usize];
        let exact_g = g.to_f64();
        let (priority, h);
        if R::stamp(record) == self.stamp {
            let number = self.entries[node as usize];
            let old = self.queue.entry(number);
            let closed = old.is_taken();
            if closed && !problem.reopen {
                return;
            }
            h = old.h;
            priority = R::from_f64(problem.model.priority(node, exact_g, h.to_f64()));
            let replaces_equal = problem.takeover == Takeover::SmallerOrEqual
                && priority == old.priority
                && (g < R::cost(record) || old.direction() != direction);
            if !(priority < old.priority || replaces_equal) {
                return;
            }
            *reopened += u64::from(closed);
            self.queue.drop_entry(number);
        } else {
            let estimate = problem.estimate.estimate(node, problem.terrain.cell(node));
            h = R::from_f64(estimate);
            priority = R::from_f64(problem.model.priority(node, exact_g, estimate));
            let allowed = priority.to_f64() < f64::INFINITY;
            if !allowed {
                return;
            }
        }
        self.enter(problem.ties, node, g, (priority, h), direction as u32);
    }

    #[inline(always)]
    fn enter(&mut self, ties: Ties, node: Node, g: R, (priority, h): (R, R), direction: u32) {
        self.records[node as usize] = g.record(self.stamp);
        self.entries[node as usize] = self.queue.entered();
        self.queue.push(node, direction, priority, h, R::tie(tie(ties, g)));
    }

    /// The queue entry of a node that this search has touched.
    fn entry(&self, node: Node) -> Option<&Entry<R>> {
        let record = *self.records.get(node as usize)?;
        (R::stamp(record) == self.stamp).then(|| self.queue.entry(self.entries[node as usize]))
    }

    /// The data of the last search about a node, or `None` if the search never touched it.
    pub(super) fn visit(&self, node: Node) -> Option<Visit> {
        let entry = self.entry(node)?;
        Some(Visit {
            g: R::cost(self.records[node as usize]).to_f64(),
            h: entry.h.to_f64(),
            priority: entry.priority.to_f64(),
            order: entry.order(),
        })
    }

    /// The cells from a touched node back to the start.
    pub(super) fn walk_back(
        &self,
        terrain: &Terrain,
        mut node: Node,
        start: Node,
    ) -> Option<Vec<Cell>> {
        let mut entry = self.entry(node)?;
        let offsets = terrain.offsets();
        let mut cell = terrain.cell(node);
        let mut cells = vec![cell];
        while node != start {
            let direction = entry.direction();
            node = node.wrapping_add_signed(-offsets[direction]);
            cell = cell.step(Direction::ALL[direction].opposite());
            cells.push(cell);
            entry = self.entry(node)?;
        }
        Some(cells)
    }

    #[cfg(test)]
    pub(super) fn use_up_stamps(&mut self) {
        self.stamp = 2;
    }
}

/// What breaks ties before the order of entry: the lowest comes first.
#[inline]
fn tie<R: Real>(ties: Ties, g: R) -> u32 {
    match ties {
        Ties::FirstIn => 0,
        // The bits of non-negative floats sort like the floats.
        Ties::LargerG => !(g.to_f64() as f32).to_bits(),
    }
}
