//! A* over priced cells: the exact engine with the prices of the layers that are on.

use super::a_star::{Heuristic, UnitPlan, is_goal};
use super::guidance::{Distance, Guidance};
use super::influence;
use super::layers::Layers;
use super::markers::{Guide, Rounding};
use super::scratch::{Last, PlanScratch};
use super::step_cost::{PlanContext, Pricing};
use crate::grid::{Cell, Direction, Node};
use crate::search::{CostModel, Nothing, Path, Problem, Takeover, Ties};
use std::cell::{Cell as Counter, RefCell};

/// Whether any layer has a say in what a search finds.
pub(super) fn is_priced(layers: &Layers, chart: &PlanContext) -> bool {
    let by_direction = layers.directions.is_some_and(|d| d.weighting && d.w_max > 0.0);
    let by_influence = layers.influence.is_some_and(|rule| {
        let is_felt = |planners| influence::varies(chart.influence, chart.team, planners, &rule);
        if rule.flock || chart.planners.is_empty() {
            is_felt(chart.planners)
        } else {
            chart.planners.chunks(1).any(is_felt)
        }
    });
    layers.markers.is_some() || by_direction || by_influence
}

/// Whether prices are the same for every unit of a group.
pub(super) fn is_common(layers: &Layers, chart: &PlanContext) -> bool {
    layers.influence.is_none_or(|rule| influence::is_common(chart.planners, &rule))
}

/// Plans one path by a search of its own.
///
/// With markers it is Map Marker's Algorithm 2: first-in ties and reopening.
pub(super) fn plan_unit(
    layers: &Layers,
    chart: &PlanContext,
    scratch: &mut PlanScratch,
    start: Cell,
    goal: Cell,
    heuristic: Heuristic,
) -> UnitPlan {
    let terrain = chart.terrain;
    if !terrain.is_passable(goal) {
        return UnitPlan::default();
    }
    scratch.last = Last::Exact;
    let PlanScratch { exact, field, markers, .. } = scratch;
    let model = Pricing::new(layers, chart, markers.values());
    let distance = match (layers.markers.map(|m| m.guide), heuristic) {
        (Some(Guide::TrueDistance), _) => Distance::True(terrain, RefCell::new(field)),
        (_, Heuristic::Euclidean) => Distance::Euclidean,
        (_, Heuristic::Octile) => Distance::Octile,
    };
    let marked = layers.markers.is_some();
    let estimate = Guidance {
        distance,
        goal,
        least: model.least(),
        rounding: layers.markers.map_or(Rounding::EXACT, |m| m.rounding()),
    };
    exact.search(&Problem {
        terrain,
        start,
        goal: is_goal(terrain, goal),
        model,
        estimate,
        ties: if marked { Ties::FirstIn } else { Ties::LargerG },
        reopen: marked,
        takeover: layers.markers.map_or(Takeover::Smaller, |m| m.takeover()),
    });
    let plan = UnitPlan { path: exact.path(terrain), stats: exact.stats() };
    scratch.record_search(terrain);
    plan
}

/// Plans a path for each start by one search from the goal outwards, for prices that are the same for every
/// unit.
pub(super) fn plan_group(
    layers: &Layers,
    chart: &PlanContext,
    scratch: &mut PlanScratch,
    starts: &[Cell],
    goal: Cell,
) -> Vec<UnitPlan> {
    let terrain = chart.terrain;
    scratch.last = Last::Exact;
    let PlanScratch { exact, blocked: waiting, markers, .. } = scratch;
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
        start: goal,
        goal: |node| {
            left.set(left.get() - usize::from(waiting.contains(node)));
            left.get() == 0
        },
        model: Backwards(Pricing::new(layers, chart, markers.values())),
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

/// A model for searches from the goal to the start.
struct Backwards<M>(M);

impl<M: CostModel> CostModel for Backwards<M> {
    #[inline]
    fn step(&self, from: Node, to: Node, direction: Direction, g: f64) -> f64 {
        self.0.step(to, from, direction.opposite(), g)
    }
}
