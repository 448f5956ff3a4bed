//! The work of [`BestFirst`](super::BestFirst) in one precision: the cost of each node, the queue, and the expansion of a
//! node.

use super::best_first::Progress;
use super::queue::{Entry, Queue};
use super::real::Real;
use super::{CostModel, Estimate, Outcome, Problem, Takeover, Ties};
use crate::grid::{Cell, Direction, MoveTable, Node, Terrain, open_moves};

/// A search, with memory that is reused from search to search.
#[derive(Clone, Debug)]
pub(super) struct Exact<R: Real> {
    /// The cost of each node; infinite if this search has not touched it. Costs lie by themselves, so that those around a
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

/// Flag of a tag: the node is expanded. Below it is the direction of the step that led to the node.
const CLOSED: u8 = 8;
const DIRECTION: u8 = 7;

/// With more entries than one for this many nodes it is faster to wipe all costs than those of the entries.
const NODES_PER_ENTRY: usize = 8;

/// What the expansions of one search have in common.
struct Expansion<'a, M, H, G> {
    problem: &'a Problem<'a, M, H, G>,
    moves: &'a [u8],
    /// The moves worth a look after a step, where all steps of a direction cost the same.
    table: &'static MoveTable,
    offsets: [i32; 8],
    /// Whether a new path to a known node counts if it costs as much.
    equal_counts: bool,
}

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
        if !terrain.is_passable(problem.start) {
            return;
        }
        let node = terrain.node(problem.start);
        let needs_estimate = problem.model.needs_estimate(0.0);
        let h = if needs_estimate { problem.estimate.estimate(node, problem.start) } else { 0.0 };
        let priority = problem.model.priority(node, 0.0, h);
        let entry = (R::from_f64(priority), R::from_f64(h));
        self.enter(problem, node, R::from_f64(0.0), entry, 0);
        progress.stats.generated = 1;
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
        let terrain = problem.terrain;
        if let Some(node) = progress.found {
            return Outcome::Found(terrain.cell(node));
        }
        let expansion = Expansion {
            problem,
            moves: terrain.all_moves(),
            table: open_moves(terrain.corners()),
            offsets: terrain.offsets(),
            equal_counts: problem.takeover == Takeover::SmallerOrEqual,
        };
        let done = progress.expanded.len();
        let last = done.saturating_add(usize::try_from(most).unwrap_or(usize::MAX));
        let outcome = loop {
            let order = progress.expanded.len();
            if order == last {
                break if self.has_open() { Outcome::Paused } else { Outcome::NoPath };
            }
            let Some((node, direction, priority)) = self.take(problem.takeover) else {
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

    /// Takes the first node out of the queue, with the direction of the step that led to it and its priority. Skips older entries of nodes
    /// that have entered again. Where a new path must lower the priority, the newer entry came up before, so the node is
    /// closed.
    #[inline(always)]
    fn take(&mut self, takeover: Takeover) -> Option<(Node, usize, R)> {
        loop {
            let Some(number) = self.queue.pop() else {
                self.refill(takeover)?;
                continue;
            };
            let &Entry { node, priority, .. } = self.queue.entry(number);
            let tag = &mut self.tags[node as usize];
            let is_old = match takeover {
                Takeover::Smaller => *tag & CLOSED != 0,
                Takeover::SmallerOrEqual => self.latest[node as usize] != number,
            };
            if !is_old {
                let direction = *tag & DIRECTION;
                *tag |= CLOSED;
                return Some((node, direction as usize, priority));
            }
        }
    }

    #[inline(never)]
    fn refill(&mut self, takeover: Takeover) -> Option<()> {
        let Self { queue, tags, latest, .. } = self;
        match takeover {
            Takeover::Smaller => queue.refill(|_, node| tags[node as usize] & CLOSED != 0),
            Takeover::SmallerOrEqual => {
                queue.refill(|number, node| latest[node as usize] != number)
            }
        }
    }

    /// Whether any node waits in the queue.
    #[cold]
    fn has_open(&self) -> bool {
        let is_open = |entry: &Entry<R>| self.tags[entry.node as usize] & CLOSED == 0;
        self.queue.entries().iter().any(is_open)
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
        let cell = problem.terrain.cell(node);
        let around = problem.estimate.around(cell);
        let g = self.costs[node as usize].to_f64();
        let mut costs = [R::default(); 8];
        for (i, direction) in Direction::ALL.into_iter().enumerate() {
            if M::UNIFORM || moves & direction.bit() != 0 {
                let next = node.wrapping_add_signed(offsets[i]);
                costs[i] = R::from_f64(problem.model.step(node, next, direction, g));
            }
        }
        let mut moves = moves & self.improved(expansion, node, costs);
        if M::BOUNDED {
            moves &= within_bound(problem.model.bound(), problem.terrain.stride(), node, costs);
        }
        while moves != 0 {
            let direction = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            let next = node.wrapping_add_signed(offsets[direction]);
            let h = match &around {
                Some(around) => R::from_f32(around[direction]),
                None if problem.model.needs_estimate(costs[direction].to_f64()) => {
                    let cell = cell.step(Direction::ALL[direction]);
                    R::from_f64(problem.estimate.estimate(next, cell))
                }
                None => R::default(),
            };
            self.consider(problem, (next, direction), costs[direction], h, reopened);
        }
    }

    /// The directions, as bits, of neighbours that are new or cost more so far (or as much, if equal priorities replace). A
    /// model never gives a lower priority for a cost that is not lower, so the other moves change nothing. Most moves are
    /// of that kind, and this filter drops them without a branch.
    #[inline(always)]
    fn improved<M, H, G>(&self, expansion: &Expansion<M, H, G>, node: Node, costs: [R; 8]) -> u8 {
        let stride = expansion.problem.terrain.stride();
        let Some(known) = around(&self.costs, stride, node) else { return 0 };
        if expansion.equal_counts { !R::lower(known, costs) } else { R::lower(costs, known) }
    }

    /// Enters a node that is new or has a better path now. If equal priorities replace, a path from another parent at
    /// the same priority also counts as better.
    #[inline(always)]
    fn consider<M: CostModel, H: Estimate, G>(
        &mut self,
        problem: &Problem<M, H, G>,
        (node, direction): (Node, usize),
        g: R,
        h: R,
        reopened: &mut u64,
    ) {
        let priority_at = |g: R| R::from_f64(problem.model.priority(node, g.to_f64(), h.to_f64()));
        let old_g = self.costs[node as usize];
        let (tag, is_known) = (self.tags[node as usize], old_g < R::INFINITY);
        let same_cost = is_known && g == old_g;
        // The same step as before: the node that it leaves was reopened and is expanded again.
        if same_cost && (tag & DIRECTION) as usize == direction {
            return;
        }
        let priority = priority_at(g);
        if is_known {
            let is_closed = tag & CLOSED != 0;
            // Of one node, the same cost gives the same priority.
            let old = if same_cost { priority } else { priority_at(old_g) };
            let replaces = match problem.takeover {
                Takeover::Smaller => priority < old,
                Takeover::SmallerOrEqual => priority <= old,
            };
            if is_closed && !problem.reopen || !replaces {
                return;
            }
            *reopened += u64::from(is_closed);
        } else if priority >= R::INFINITY {
            return;
        }
        self.enter(problem, node, g, (priority, h), direction as u8);
    }

    #[inline(always)]
    fn enter<M, H, G>(
        &mut self,
        problem: &Problem<M, H, G>,
        node: Node,
        g: R,
        (priority, h): (R, R),
        direction: u8,
    ) {
        self.costs[node as usize] = g;
        self.tags[node as usize] = direction;
        if problem.takeover == Takeover::SmallerOrEqual {
            self.latest[node as usize] = self.queue.entered();
        }
        self.queue.push(node, priority, h, R::tie(tie(problem.ties, g)));
    }

    /// The cost of a node that this search has touched.
    fn cost(&self, node: Node) -> Option<R> {
        self.costs.get(node as usize).copied().filter(|&cost| cost < R::INFINITY)
    }

    /// Cost, estimate and priority of every node that the last search touched. The last entry of a node counts.
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

    /// Cost, estimate and priority of one node, found by a linear search.
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

/// The values of the eight nodes around a node, in the order of [`Direction::ALL`].
#[inline(always)]
fn around<T: Copy>(values: &[T], stride: u32, node: Node) -> Option<[T; 8]> {
    let [above, here, below] = [node - stride - 1, node - 1, node + stride - 1]
        .map(|first| values.get(first as usize..).and_then(|rest| rest.first_chunk::<3>()));
    let (above, here, below) = (above?, here?, below?);
    Some([above[0], here[0], below[0], above[1], below[1], above[2], here[2], below[2]])
}

/// The directions, as bits, of neighbours whose cost and distance together do not exceed a bound. All, if there are no distances.
#[inline(always)]
fn within_bound<R: Real>(
    (distances, most): (&[f32], f32),
    stride: u32,
    node: Node,
    costs: [R; 8],
) -> u8 {
    let Some(distances) = around(distances, stride, node) else { return u8::MAX };
    let mut within = 0;
    for (i, (distance, cost)) in distances.into_iter().zip(costs).enumerate() {
        within |= u8::from(cost.to_f64() as f32 + distance <= most) << i;
    }
    within
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
