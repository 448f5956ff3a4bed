//! Map Marker's search without the nodes that cannot matter: the path is that of the rule, found with fewer expansions.
//!
//! A marked search expands every node whose `g + h` is lower than the marked priority of its path. Most of
//! these nodes cannot be on that path: their cost and their true distance to the goal together exceed its cost. One reverse
//! search for the group ([`GroupSearch`]) gives the true distances, and a search that knows a bound on the cost of its own
//! path leaves such nodes out. Ours; the papers expand all of them ([`SearchedNodes::All`](super::layers::SearchedNodes)).
//!
//! Why the path is the same. Call `g + d` of an entry of the queue its value, `d` being the true distance.
//! - Values never fall from a node to its successor. So an entry within the bound has all of its predecessors within it.
//! - An entry above the bound keeps another one at the same node out only if that one costs as much or more, so it is above the
//!   bound, too.
//!
//! So entries within the bound come up in the same order, whether or not those above it are there. What remains is
//! the end: with all entries the search might reach the goal above the bound first. Then at that moment every entry in the
//! queue would have a priority of at least the bound times the goal's marker. The search sees whether the lowest priority in
//! its queue ever becomes that high. If so, it is repeated with a larger bound. At the start of a search, before
//! it meets the marked ground, priorities may be that high. There nothing is left out.
//!
//! Costs are rounded to single precision, so values can fall a little. The bound has that much slack.
//!
//! Cost: the reverse search takes as long as one or two plain A* searches, for the whole group. The searches expand a few
//! nodes per cell of their paths where the rule expands a part of the map. On StarCraft maps a group of 50 takes a quarter of
//! the time. Groups with a short distance to go, and those on small maps, search without bounds.

use super::context::Request;
use super::guidance::{Distance, Guidance, KnownDistance};
use super::scratch::{Engine, PlanScratch};
use super::searches::Heuristic;
use super::step_cost::{Composed, QueueRules, StepCost};
use super::weighted_a_star::is_goal;
use crate::grid::{Direction, Node};
use crate::search::{
    BestFirst, CostModel, Estimate, GroupSearch, Outcome, Path, Problem, SearchStats,
    SingleEuclidean,
};
use std::cell::Cell;

/// On smaller maps, in cells, searches are short enough to expand all nodes.
pub(super) const SMALL_MAP: usize = 1 << 16;

/// Nodes that a search may expand before the group gets a reverse search. Groups with short paths need none.
const FREE_NODES: u32 = 1000;

/// By how much the cost of a path may exceed the shortest one, as a share of it, from one attempt to the next.
const EXCESSES: [f64; 4] = [0.0, 1.0 / 256.0, 1.0 / 32.0, 1.0 / 8.0];

/// How many of these are tried if the true distance guides the search, which expands few nodes without any bound.
const GUIDED_ATTEMPTS: usize = 3;

/// Nodes that may come up before the priorities fall below the limit.
const MAX_BEFORE: u32 = 1000;

/// Searches for one unit, with larger and larger bounds.
#[derive(Default)]
pub(super) struct Attempts {
    /// Of all of them together.
    pub stats: SearchStats,
}

impl Attempts {
    /// Searches until a bound holds. Returns the path, if there is one, or `None` if a search without bound must decide.
    pub fn run(
        &mut self,
        request: &Request,
        rules: &QueueRules,
        heuristic: Heuristic,
        scratch: &mut PlanScratch,
    ) -> Option<Option<Path>> {
        let &Request { context, start, goal, others } = request;
        let terrain = context.terrain;
        let PlanScratch { exact, group, trails, last, .. } = scratch;
        let prices = StepCost::new(context, trails);
        let query =
            Query { request, rules, heuristic, prices: &prices, composed: prices.compose() };
        let is_small = terrain.bounds().area() <= SMALL_MAP;
        if is_small || query.is_priced() || others.is_some() || !terrain.is_passable(start) {
            return None;
        }
        if !group.is_current(terrain, goal) {
            group.begin(terrain, goal, &[start]);
        }
        // The reverse search begins with the first unit of the group that has far to go.
        if !rules.true_distance && group.stats().expanded == 0 {
            let bound = Bound::none(FREE_NODES);
            query.search(exact, group, &bound);
            self.stats += exact.stats();
            if !bound.has_failed() {
                return Some(exact.path(terrain));
            }
        }
        if !group.settle(terrain, start) {
            *last = Engine::None;
            return Some(None);
        }
        let shortest = group.settled_distance(terrain, terrain.node(start))?;
        let marker = prices.weight(terrain.node(goal));
        // No priority exceeds the shortest distance while no marker exceeds 1. So this bound does not fail.
        let sure = (1.0 / marker - 1.0).max(0.0);
        let attempts = if rules.true_distance { GUIDED_ATTEMPTS } else { EXCESSES.len() };
        for excess in EXCESSES.into_iter().take(attempts) {
            let most = bound(shortest, excess.min(sure));
            if !group.settle_paths(terrain, start, most) {
                return None;
            }
            let bound = Bound::new(group.distances(), most, marker);
            let found = query.search(exact, group, &bound);
            self.stats += exact.stats();
            if found && !bound.has_failed() {
                return Some(exact.path(terrain));
            }
            if excess >= sure {
                break;
            }
        }
        None
    }
}

/// A search without its bound.
struct Query<'a> {
    request: &'a Request<'a>,
    rules: &'a QueueRules,
    heuristic: Heuristic,
    prices: &'a StepCost<'a>,
    composed: Composed<'a, 'a>,
}

impl Query<'_> {
    /// Whether steps cost more or less than their length. Then true distances say nothing about costs.
    fn is_priced(&self) -> bool {
        !matches!(self.composed, Composed::Weighted(_) | Composed::Scouted(_))
    }

    /// Searches until the goal is found or the bound fails. Returns whether one of these ended it.
    fn search(&self, exact: &mut BestFirst, group: &GroupSearch, bound: &Bound) -> bool {
        let (terrain, goal) = (self.request.context.terrain, self.request.goal);
        let (least, rounding) = (self.prices.least(), self.rules.rounding);
        let distance = match self.heuristic {
            Heuristic::Euclidean => Distance::Euclidean,
            Heuristic::Octile => Distance::Octile,
        };
        let straight = SingleEuclidean::new(goal, terrain.bounds());
        let straight = straight.filter(|_| self.heuristic == Heuristic::Euclidean);
        let guidance = Guidance { distance, goal, least, rounding };
        match (&self.composed, straight) {
            (Composed::Weighted(prices), Some(straight)) => {
                self.run(exact, Bounded { prices, bound }, straight)
            }
            (Composed::Weighted(prices), None) => {
                self.run(exact, Bounded { prices, bound }, guidance)
            }
            (Composed::Scouted(prices), _) if self.rules.true_distance => {
                let known = KnownDistance { terrain, search: group, goal };
                self.run(exact, Bounded { prices, bound }, known)
            }
            (Composed::Scouted(prices), _) => self.run(exact, Bounded { prices, bound }, guidance),
            _ => false,
        }
    }

    fn run<M: CostModel>(
        &self,
        exact: &mut BestFirst,
        model: Bounded<M>,
        estimate: impl Estimate,
    ) -> bool {
        let Self { request, rules, .. } = self;
        let at_goal = is_goal(request.context.terrain, request.goal);
        let bound = model.bound;
        let outcome = exact.search(&Problem {
            terrain: request.context.terrain,
            start: request.start,
            goal: |node| at_goal(node) || bound.has_failed(),
            model,
            estimate,
            ties: rules.ties,
            reopen: rules.reopen,
            takeover: rules.takeover,
        });
        matches!(outcome, Outcome::Found(_))
    }
}

/// A bound on the cost of a path, by which nodes are left out.
struct Bound<'a> {
    distances: &'a [f32],
    /// The largest cost of a path that is found, in cells.
    most: f32,
    /// Priorities must stay below this.
    limit: f64,
    /// The value of `most` in the search: infinite until priorities have fallen below the limit.
    now: Cell<f32>,
    /// Nodes that may still come up before that.
    before: Cell<u32>,
    failed: Cell<bool>,
}

/// How much rounding can change the sum of the steps of a path of this length.
fn slack(length: f64) -> f64 {
    // Each of at most `length` steps is rounded by half of the last of 24 bits.
    0.05 + length * length / f64::from(1 << 24)
}

/// The bound on the cost of a path to a goal at this distance, given its excess.
fn bound(distance: f64, excess: f64) -> f64 {
    let most = distance * (1.0 + excess);
    most + 2.0 * slack(most)
}

impl<'a> Bound<'a> {
    /// A bound that holds if no priority reaches it, times the marker of the goal.
    fn new(distances: &'a [f32], most: f64, goal_marker: f64) -> Self {
        Self {
            distances,
            most: most as f32,
            limit: (most - slack(most)) * goal_marker,
            now: Cell::new(f32::INFINITY),
            before: Cell::new(MAX_BEFORE),
            failed: Cell::new(false),
        }
    }

    /// Skips nothing, and fails after this many nodes.
    fn none(nodes: u32) -> Self {
        let endless = Self::new(&[], f64::INFINITY, 1.0);
        Self { limit: f64::NEG_INFINITY, before: Cell::new(nodes), ..endless }
    }

    /// Whether the bound has turned out to be too low.
    fn has_failed(&self) -> bool {
        self.failed.get()
    }
}

/// Other costs, with a bound.
struct Bounded<'b, M> {
    prices: M,
    bound: &'b Bound<'b>,
}

impl<M: CostModel> CostModel for Bounded<'_, M> {
    const UNIFORM: bool = M::UNIFORM;
    const SINGLE: bool = M::SINGLE;
    const BOUNDED: bool = true;

    #[inline]
    fn step(&self, from: Node, to: Node, direction: Direction, g: f64) -> f64 {
        self.prices.step(from, to, direction, g)
    }

    #[inline]
    fn priority(&self, node: Node, g: f64, h: f64) -> f64 {
        self.prices.priority(node, g, h)
    }

    #[inline]
    fn needs_estimate(&self, g: f64) -> bool {
        self.prices.needs_estimate(g)
    }

    /// The reverse search has settled all nodes within the bound.
    #[inline]
    fn bound(&self) -> (&[f32], f32) {
        (self.bound.distances, self.bound.now.get())
    }

    #[inline]
    fn comes_up(&self, priority: f64) {
        let Bound { most, limit, now, before, failed, .. } = self.bound;
        if priority < *limit {
            now.set(*most);
        } else if now.get() < f32::INFINITY || before.get() == 0 {
            failed.set(true);
        } else {
            before.set(before.get() - 1);
        }
    }
}

#[cfg(test)]
#[path = "bounded_search_tests.rs"]
mod tests;
