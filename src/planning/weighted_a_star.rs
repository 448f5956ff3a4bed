//! A* over priced cells: the exact engine with the costs of the layers that are on.
//!
//! With markers it is Map Marker's Algorithm 2. Where units go from cell to cell, the cells of units in sight are
//! closed.

use super::bounded_search::Attempts;
use super::context::{GroupRequest, Request};
use super::guidance::{Distance, Guidance, TrueDistance};
use super::scratch::{Engine, PlanScratch};
use super::searches::{Heuristic, UnitPlan};
use super::step_cost::{Composed, QueueRules, StepCost};
use crate::grid::{Cell, Direction, Node, Rectangle, Terrain};
use crate::search::{
    BestFirst, CostModel, Estimate, NodeSet, Nothing, Path, Problem, SingleEuclidean, Takeover,
    Ties,
};
use std::cell::{Cell as Counter, RefCell};

/// Where a search leads.
#[derive(Clone, Copy)]
pub(super) enum Aim<'a> {
    /// To the goal of the request, guided by a heuristic.
    Goal(Heuristic),
    /// To any cell with a label, all of which lie in a rectangle.
    Area(&'a [u32], u32, Rectangle),
}

/// Plans one path by a search of its own. If the request names other units, the search keeps off the cells that
/// [`PlanScratch::see_others`] recorded.
pub(super) fn plan_unit(request: &Request, aim: Aim, scratch: &mut PlanScratch) -> UnitPlan {
    let context = request.context;
    let terrain = context.terrain;
    if !terrain.is_passable(request.goal) {
        return UnitPlan::default();
    }
    let rules = context.layers.queue_rules();
    scratch.last = Engine::Exact;
    let mut attempts = Attempts::default();
    if let (Aim::Goal(heuristic), true) = (aim, rules.bounded)
        && let Some(path) = attempts.run(request, &rules, heuristic, scratch)
    {
        scratch.record_search(terrain);
        return UnitPlan { path, stats: attempts.stats };
    }
    let PlanScratch { exact, group, trails, blocked, .. } = scratch;
    let prices = StepCost::new(context, trails);
    let distance = match aim {
        Aim::Area(.., area) => Distance::Area(area),
        Aim::Goal(_) if rules.true_distance => {
            // Others of the group stand near, so the distances that they need are found on the way to it.
            if !group.is_current(terrain, request.goal) {
                group.begin(terrain, request.goal, &[request.start]);
            }
            let goal = request.goal;
            Distance::True(TrueDistance { terrain, search: RefCell::new(group), goal })
        }
        Aim::Goal(Heuristic::Euclidean) => Distance::Euclidean,
        Aim::Goal(Heuristic::Octile) => Distance::Octile,
    };
    let (goal, least, rounding) = (request.goal, prices.least(), rules.rounding);
    let at_goal = is_goal(terrain, goal);
    let arrived = |node: Node| match aim {
        Aim::Goal(_) => at_goal(node),
        Aim::Area(labels, label, _) => labels.get(node as usize) == Some(&label),
    };
    let straight = SingleEuclidean::new(goal, terrain.bounds());
    let query = Query { request, rules, blocked };
    // The usual cases have a search of their own, so that nothing is decided per node.
    match (prices.compose(), distance, straight) {
        (Composed::Weighted(prices), Distance::Euclidean, Some(straight)) => {
            query.run(exact, prices, straight, at_goal);
        }
        (Composed::Scouted(prices), Distance::True(distance), _) => {
            query.run(exact, prices, distance, at_goal);
        }
        (composed, distance, _) => {
            let estimate = Guidance { distance, goal, least, rounding };
            match composed {
                Composed::Weighted(prices) => query.run(exact, prices, estimate, arrived),
                Composed::Scouted(prices) => query.run(exact, prices, estimate, arrived),
                Composed::Length(prices) => query.run(exact, prices, estimate, arrived),
                Composed::Priced(prices) => query.run(exact, prices, estimate, arrived),
            }
        }
    }
    attempts.stats += exact.stats();
    let plan = UnitPlan { path: exact.path(terrain), stats: attempts.stats };
    scratch.record_search(terrain);
    plan
}

/// A search without its costs, its guide and its end.
struct Query<'a> {
    request: &'a Request<'a>,
    rules: QueueRules,
    blocked: &'a NodeSet,
}

impl Query<'_> {
    /// One search for each case, so that no edge pays for units that are not there.
    fn run(
        self,
        exact: &mut BestFirst,
        prices: impl CostModel,
        estimate: impl Estimate,
        goal: impl Fn(Node) -> bool,
    ) {
        let blocked = self.blocked;
        match self.request.others {
            None => self.search(exact, prices, estimate, goal),
            Some(_) => self.search(exact, Avoiding { prices, blocked }, estimate, goal),
        }
    }

    fn search(
        self,
        exact: &mut BestFirst,
        model: impl CostModel,
        estimate: impl Estimate,
        goal: impl Fn(Node) -> bool,
    ) {
        let Self { request, rules, .. } = self;
        exact.search(&Problem {
            terrain: request.context.terrain,
            start: request.start,
            goal,
            model,
            estimate,
            ties: rules.ties,
            reopen: rules.reopen,
            takeover: rules.takeover,
        });
    }
}

/// Plans a path for each start by one search from the goal outwards, for costs that are the same for every
/// unit.
pub(super) fn plan_group(request: &GroupRequest, scratch: &mut PlanScratch) -> Vec<UnitPlan> {
    let terrain = request.context.terrain;
    let starts = request.starts;
    scratch.last = Engine::ExactGroup;
    let PlanScratch { exact, blocked: waiting, trails, .. } = scratch;
    let mut plans = vec![UnitPlan::default(); starts.len()];
    let standing = starts.iter().copied().filter(|&start| terrain.is_passable(start));
    waiting.assign(terrain, standing.clone());
    let mut nodes: Vec<Node> = standing.map(|start| terrain.node(start)).collect();
    nodes.sort_unstable();
    nodes.dedup();
    if nodes.is_empty() {
        return plans;
    }
    let left = Counter::new(nodes.len());
    exact.search(&Problem {
        terrain,
        start: request.goal,
        goal: |node| {
            left.set(left.get() - usize::from(waiting.contains(node)));
            left.get() == 0
        },
        model: Backwards(&StepCost::new(request.context, trails)),
        estimate: Nothing,
        ties: Ties::FirstIn,
        reopen: false,
        takeover: Takeover::Smaller,
    });
    let mut stats = exact.stats();
    for (plan, &start) in plans.iter_mut().zip(starts) {
        plan.path = exact.path_to(terrain, start).map(Path::reversed);
        plan.stats = std::mem::take(&mut stats);
    }
    scratch.record_search(terrain);
    plans
}

/// Whether a node is the goal; none is if the goal lies outside.
pub(super) fn is_goal(terrain: &Terrain, goal: Cell) -> impl Fn(Node) -> bool + use<> {
    // No node has the largest number.
    let node = if terrain.bounds().contains(goal) { terrain.node(goal) } else { Node::MAX };
    move |n| n == node
}

/// Other costs, with the cells of units closed. Unlike walls they do not forbid the diagonal steps beside them.
struct Avoiding<'a, M> {
    prices: M,
    blocked: &'a NodeSet,
}

impl<M: CostModel> CostModel for Avoiding<'_, M> {
    const UNIFORM: bool = M::UNIFORM;
    const SINGLE: bool = M::SINGLE;

    #[inline]
    fn step(&self, from: Node, to: Node, direction: Direction, g: f64) -> f64 {
        if self.blocked.contains(to) {
            f64::INFINITY
        } else {
            self.prices.step(from, to, direction, g)
        }
    }

    #[inline]
    fn priority(&self, node: Node, g: f64, h: f64) -> f64 {
        self.prices.priority(node, g, h)
    }

    #[inline]
    fn needs_estimate(&self, g: f64) -> bool {
        self.prices.needs_estimate(g)
    }
}

/// Costs for searches from the goal to the start.
struct Backwards<M>(M);

impl<M: CostModel> CostModel for Backwards<M> {
    #[inline]
    fn step(&self, from: Node, to: Node, direction: Direction, g: f64) -> f64 {
        self.0.step(to, from, direction.opposite(), g)
    }
}
