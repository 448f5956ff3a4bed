//! A*: optimal paths for a group with one goal.
//!
//! A group is served by one search from the goal outwards, until every start has its distance, and a walk back from each
//! start. On large maps this search is guided towards the group and goes over jump points: the lengths are the same. One
//! search per unit stays available because the papers' A* is that and the order in which it breaks ties shows in their
//! tables. Both give shortest paths.
//!
//! Where layers price cells, or other units count as walls, it is [`weighted_a_star`].
//!
//! Without prices an expansion costs 15 to 40 ns, with markers little more than twice as much, with other prices three
//! to four times.

use super::path_search::{PathSearch, UnitPlan};
use super::reverse_paths::ReversePaths;
use crate::grid::{Cell, Direction, Node};
use crate::planning::layers::Precision;
use crate::planning::scratch::{Engine, PlanScratch};
use crate::planning::step_cost::Rounding;
use crate::planning::weighted_a_star::{self, Aim, is_goal};
use crate::planning::{GroupRequest, PlanContext, Request};
use crate::search::{
    CostModel, Estimate, Euclidean, Lengths, Path, Problem, SearchStats, SingleEuclidean, Takeover,
    Ties,
};

crate::choice! {
    /// The heuristic for the remaining distance.
    pub enum Heuristic {
        /// Shortest walk on an empty grid; never overestimates and expands the fewest cells.
        Octile,
        /// Straight line, as in the Map Marker papers.
        Euclidean,
    }
}

crate::parameters! {
    /// Parameters of plain A*.
    pub struct AStar {
        /// One search per unit, as in the papers, instead of one reverse search for the whole group.
        /// The paths have the same lengths; where several are shortest, another may be chosen.
        per_unit: bool = false;
        /// The heuristic of a search per unit.
        heuristic: Heuristic = Heuristic::Octile;
        /// How costs are rounded in a search per unit with the straight-line heuristic and without layers. Layers have their own rule.
        precision: Precision = Precision::Exact;
    }
}

impl AStar {
    /// One search for one unit: what other searches use where they need a plain path.
    pub(super) const ALONE: Self =
        Self { per_unit: true, heuristic: Heuristic::Octile, precision: Precision::Exact };

    /// A* as both Map Marker papers have it: one search per unit, straight-line heuristic, single precision. The printed
    /// cohesion of marker 1.00 needs the rounding, because it decides which of several shortest paths a unit takes.
    pub const fn of_the_papers() -> Self {
        Self { precision: Precision::Paper, ..Self::straight_line() }
    }

    /// Like [`of_the_papers`](Self::of_the_papers), in double precision.
    pub const fn straight_line() -> Self {
        Self { per_unit: true, heuristic: Heuristic::Euclidean, precision: Precision::Exact }
    }
}

impl PathSearch for AStar {
    fn plan(&self, request: &Request, scratch: &mut PlanScratch) -> UnitPlan {
        if request.others.is_some() || request.context.is_priced() {
            scratch.see_others(request);
            return weighted_a_star::plan_unit(request, Aim::Goal(self.heuristic), scratch);
        }
        match self.heuristic {
            Heuristic::Octile => plan_fast(request, scratch),
            Heuristic::Euclidean => plan_straight(request, self.precision, scratch),
        }
    }

    fn plan_group(
        &self,
        request: &GroupRequest,
        scratch: &mut PlanScratch,
    ) -> Option<Vec<UnitPlan>> {
        if self.per_unit {
            None
        } else if !request.context.is_priced() {
            Some(plan_reverse(request, scratch))
        } else {
            let common = request.context.is_common();
            common.then(|| weighted_a_star::plan_group(request, scratch))
        }
    }

    fn in_slices(&self, context: &PlanContext) -> bool {
        let large = context.terrain.bounds().area() > FIELD_CELLS;
        large && !self.per_unit && !context.is_priced()
    }
}

/// Shortest path for one unit.
fn plan_fast(request: &Request, scratch: &mut PlanScratch) -> UnitPlan {
    let terrain = request.context.terrain;
    scratch.last = Engine::Fast;
    scratch.fast.search(terrain, request.start, request.goal);
    scratch.record_search(terrain);
    UnitPlan { path: scratch.fast.path(terrain), stats: scratch.fast.stats() }
}

/// The papers' A*: straight-line heuristic, first-in ties, reopening.
fn plan_straight(request: &Request, precision: Precision, scratch: &mut PlanScratch) -> UnitPlan {
    let (terrain, goal) = (request.context.terrain, request.goal);
    match (precision, SingleEuclidean::new(goal, terrain.bounds())) {
        (Precision::Exact, _) => search_straight(request, Lengths, Euclidean(goal), scratch),
        (Precision::Paper, Some(straight)) => {
            search_straight(request, SingleLengths, straight, scratch)
        }
        (Precision::Paper, None) => {
            search_straight(request, SingleLengths, RoundedEuclidean(goal), scratch)
        }
    }
}

fn search_straight(
    request: &Request,
    model: impl CostModel,
    estimate: impl Estimate,
    scratch: &mut PlanScratch,
) -> UnitPlan {
    let &Request { start, goal, .. } = request;
    let terrain = request.context.terrain;
    scratch.last = Engine::Exact;
    let problem = Problem {
        terrain,
        start,
        goal: is_goal(terrain, goal),
        model,
        estimate,
        ties: Ties::FirstIn,
        reopen: true,
        takeover: Takeover::default(),
    };
    // That a goal is blocked would only be found out by a search over the whole map.
    let most = if terrain.is_passable(goal) { u64::MAX } else { 0 };
    scratch.exact.begin(&problem);
    scratch.exact.advance(&problem, most);
    scratch.record_search(terrain);
    UnitPlan { path: scratch.exact.path(terrain), stats: scratch.exact.stats() }
}

/// Lengths in single precision, rounded after every step.
struct SingleLengths;

impl CostModel for SingleLengths {
    const UNIFORM: bool = true;
    const SINGLE: bool = true;

    #[inline]
    fn step(&self, _: Node, _: Node, direction: Direction, g: f64) -> f64 {
        SINGLE.round(g + SINGLE.length(direction))
    }

    #[inline]
    fn priority(&self, _: Node, g: f64, h: f64) -> f64 {
        SINGLE.round(g + h)
    }
}

const SINGLE: Rounding = Rounding(Precision::Paper);

/// Straight-line distance to a cell in single precision, for maps of any size.
struct RoundedEuclidean(Cell);

impl Estimate for RoundedEuclidean {
    #[inline]
    fn estimate(&self, _: Node, cell: Cell) -> f64 {
        SINGLE.round(cell.euclidean(self.0))
    }
}

/// Up to this number of cells one distance field serves a group: it takes a millisecond at most, and where several paths
/// are shortest, all units choose alike. On larger maps the search is guided towards the group, over jump points.
const FIELD_CELLS: usize = 1 << 16;

/// Shortest paths for a group by one search from the goal.
fn plan_reverse(request: &GroupRequest, scratch: &mut PlanScratch) -> Vec<UnitPlan> {
    let &GroupRequest { context, starts, goal } = request;
    let terrain = context.terrain;
    let field = &mut scratch.field;
    let plans = if terrain.bounds().area() <= FIELD_CELLS {
        scratch.last = Engine::Field;
        field.begin(terrain, goal);
        plan_each(starts, |start| {
            let settled = field.settle(terrain, start);
            (settled.then(|| field.path(terrain, start)).flatten(), field.stats())
        })
    } else {
        let mut plans = vec![UnitPlan::default(); starts.len()];
        ReversePaths::default().advance(request, &mut plans, scratch, u64::MAX);
        return plans;
    };
    scratch.record_search(terrain);
    plans
}

/// The plan of each start, with what a search has added for it, from its path and the statistics after it.
fn plan_each(
    starts: &[Cell],
    mut search: impl FnMut(Cell) -> (Option<Path>, SearchStats),
) -> Vec<UnitPlan> {
    let mut before = SearchStats::default();
    let plan = |&start| {
        let (path, after) = search(start);
        let stats = SearchStats {
            expanded: after.expanded - before.expanded,
            generated: after.generated - before.generated,
            reopened: 0,
        };
        before = after;
        UnitPlan { path, stats }
    };
    starts.iter().map(plan).collect()
}

#[cfg(test)]
#[path = "a_star_tests.rs"]
mod tests;
