//! The expansion of nodes in the exact engine.

use super::queue::{Entry, Queue};
use super::real::Real;
use super::{CostModel, Estimate, Problem, Ties};
use crate::grid::{Direction, MoveTable, Node};

/// Flag of a tag: the node is expanded. Below it is the direction of the step that led to the node.
const CLOSED: u8 = 8;
pub(super) const DIRECTION: u8 = 7;

/// The lists that a search works on. They have one length, so that the number of a node is checked once for all of them.
///
/// `EQUAL` says whether a new path of equal cost replaces the known one. It is known to the compiler, so that nothing
/// is decided per node.
pub(super) struct Expansion<'a, R: Real, M, H, G, const EQUAL: bool> {
    pub(super) problem: &'a Problem<'a, M, H, G>,
    /// The legal moves of each node.
    pub(super) moves: &'a [u8],
    /// The moves worth a look after a step, where all steps of a direction cost the same.
    pub(super) table: &'static MoveTable,
    pub(super) offsets: [i32; 8],
    pub(super) costs: &'a mut [R],
    pub(super) tags: &'a mut [u8],
    /// Empty unless `EQUAL`.
    pub(super) latest: &'a mut [u32],
    pub(super) queue: &'a mut Queue<R>,
}

impl<R: Real, M: CostModel, H: Estimate, G, const EQUAL: bool> Expansion<'_, R, M, H, G, EQUAL> {
    /// Enters the first node.
    pub(super) fn enter_start(&mut self) {
        let problem = self.problem;
        let (model, start) = (&problem.model, problem.start);
        let node = problem.terrain.node(start);
        let needs_estimate = model.needs_estimate(0.0);
        let h = if needs_estimate { problem.estimate.estimate(node, start) } else { 0.0 };
        let priority = R::from_f64(model.priority(node, 0.0, h));
        self.enter(node, R::from_f64(0.0), priority, R::from_f64(h), 0);
    }

    /// Takes the first node out of the queue, with the direction of the step that led to it and its priority. Skips older
    /// entries of nodes that have entered again. Where a new path must lower the priority, the newer entry came up before,
    /// so the node is closed.
    #[inline(always)]
    pub(super) fn take(&mut self) -> Option<(Node, usize, R)> {
        loop {
            let Some(number) = self.queue.pop() else {
                refill::<R, EQUAL>(self.queue, self.tags, self.latest)?;
                continue;
            };
            let &Entry { node, priority, .. } = self.queue.entry(number);
            let tag = &mut self.tags[node as usize];
            let is_old =
                if EQUAL { self.latest[node as usize] != number } else { *tag & CLOSED != 0 };
            if !is_old {
                let direction = *tag & DIRECTION;
                *tag |= CLOSED;
                return Some((node, direction as usize, priority));
            }
        }
    }

    /// Whether any node waits in the queue.
    #[cold]
    pub(super) fn has_open(&self) -> bool {
        let is_open = |entry: &Entry<R>| self.tags[entry.node as usize] & CLOSED == 0;
        self.queue.entries().iter().any(is_open)
    }

    /// Looks at the neighbours of a node in the order of [`Direction::ALL`]. `last` is the direction of the step that led to
    /// the node; `None` for the first one. Counts the nodes that are reopened.
    #[inline(always)]
    pub(super) fn expand(&mut self, node: Node, last: Option<usize>, reopened: &mut u64) {
        let problem = self.problem;
        let (terrain, model) = (problem.terrain, &problem.model);
        let legal = self.moves[node as usize];
        let mut moves = match last {
            Some(direction) if M::UNIFORM => self.table[direction][legal as usize],
            _ => legal,
        };
        let g = self.costs[node as usize].to_f64();
        let mut costs = [R::default(); 8];
        for (i, direction) in Direction::ALL.into_iter().enumerate() {
            if M::UNIFORM || moves & direction.bit() != 0 {
                let next = node.wrapping_add_signed(self.offsets[i]);
                costs[i] = R::from_f64(model.step(node, next, direction, g));
            }
        }
        moves &= self.improved(node, costs);
        if M::BOUNDED {
            moves &= within_bound(model.bound(), terrain.stride(), node, costs);
        }
        if moves == 0 {
            return;
        }
        let cell = terrain.cell(node);
        let around = problem.estimate.around(cell);
        while moves != 0 {
            let direction = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            let next = node.wrapping_add_signed(self.offsets[direction]);
            let h = match &around {
                Some(around) => R::from_f32(around[direction]),
                None if model.needs_estimate(costs[direction].to_f64()) => {
                    let cell = cell.step(Direction::ALL[direction]);
                    R::from_f64(problem.estimate.estimate(next, cell))
                }
                None => R::default(),
            };
            self.consider(next, direction, costs[direction], h, reopened);
        }
    }

    /// The directions, as bits, of neighbours that are new or cost more so far (or as much, if equal priorities replace). A
    /// model never gives a lower priority for a cost that is not lower, so the other moves change nothing. Most moves are
    /// of that kind, and this filter drops them without a branch.
    #[inline(always)]
    fn improved(&self, node: Node, costs: [R; 8]) -> u8 {
        let stride = self.problem.terrain.stride();
        let Some(known) = around(self.costs, stride, node) else { return 0 };
        if EQUAL { !R::lower(known, costs) } else { R::lower(costs, known) }
    }

    /// Enters a node that is new or has a better path now. If equal priorities replace, a path from another parent at
    /// an equal priority also counts as better.
    #[inline(always)]
    fn consider(&mut self, node: Node, direction: usize, g: R, h: R, reopened: &mut u64) {
        let problem = self.problem;
        let priority_at = |g: R| R::from_f64(problem.model.priority(node, g.to_f64(), h.to_f64()));
        let (old_g, tag) = (self.costs[node as usize], self.tags[node as usize]);
        // The same step as before: the node that it leaves was reopened and is expanded again.
        if EQUAL && g == old_g && (tag & DIRECTION) as usize == direction {
            return;
        }
        // A new node costs infinitely much so far. It is compared like any other, and `&` has no branch: whether a node is new
        // is hard to foresee.
        let (priority, old) = (priority_at(g), priority_at(old_g));
        let is_better =
            if EQUAL { priority <= old && priority < R::INFINITY } else { priority < old };
        let is_closed = (old_g < R::INFINITY) & (tag & CLOSED != 0);
        if is_better && (problem.reopen || !is_closed) {
            *reopened += u64::from(is_closed);
            self.enter(node, g, priority, h, direction as u8);
        }
    }

    #[inline(always)]
    fn enter(&mut self, node: Node, g: R, priority: R, h: R, direction: u8) {
        self.costs[node as usize] = g;
        self.tags[node as usize] = direction;
        if EQUAL {
            self.latest[node as usize] = self.queue.entered();
        }
        self.queue.push(node, priority, h, R::tie(tie(self.problem.ties, g)));
    }
}

#[inline(never)]
fn refill<R: Real, const EQUAL: bool>(
    queue: &mut Queue<R>,
    tags: &[u8],
    latest: &[u32],
) -> Option<()> {
    if EQUAL {
        queue.refill(|number, node| latest[node as usize] != number)
    } else {
        queue.refill(|_, node| tags[node as usize] & CLOSED != 0)
    }
}

/// The values of the eight nodes around a node, in the order of [`Direction::ALL`].
#[inline(always)]
fn around<T: Copy>(values: &[T], stride: u32, node: Node) -> Option<[T; 8]> {
    let (above, stride) = ((node - stride - 1) as usize, stride as usize);
    let here = above + stride;
    let below = here + stride;
    // Checked once for all of them.
    if below + 2 >= values.len() {
        return None;
    }
    let row = |first: usize| [values[first], values[first + 1], values[first + 2]];
    let (above, here, below) = (row(above), row(here), row(below));
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
    let Some(mut sums) = around(distances, stride, node) else { return u8::MAX };
    for (sum, cost) in sums.iter_mut().zip(costs) {
        *sum += cost.to_f64() as f32;
    }
    !f32::lower([most; 8], sums)
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
