//! A*: optimal paths for a group with one goal.
//!
//! A group is served by one search from the goal outwards, until every start has its distance, and a
//! walk back from each start. One search per unit stays available because the papers' A* is that
//! and the order in which it breaks ties shows in their tables. Both give shortest paths.
//!
//! Where layers price cells, or other units count as walls, it is [`weighted_a_star`].
//!
//! Without prices an expansion costs 25 to 40 ns, with prices about twice as much.

use super::path_search::{PathSearch, UnitPlan};
use crate::planning::scratch::{Engine, PlanScratch};
use crate::planning::weighted_a_star::{self, Aim, is_goal};
use crate::planning::{GroupRequest, Request};
use crate::search::{Euclidean, Lengths, Problem, SearchStats, Takeover, Ties};

crate::choice! {
    /// The estimate of the distance still to go.
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
        /// The estimate that guides a search per unit.
        heuristic: Heuristic = Heuristic::Octile;
    }
}

impl AStar {
    /// One search for one unit: what other searches use where they need a plain path.
    pub(super) const ALONE: Self = Self { per_unit: true, heuristic: Heuristic::Octile };

    /// A* as both Map Marker papers have it: one search per unit, straight-line estimates.
    pub const fn of_the_papers() -> Self {
        Self { per_unit: true, heuristic: Heuristic::Euclidean }
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
            Heuristic::Euclidean => plan_as_the_papers(request, scratch),
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
            Some(plan_by_field(request, scratch))
        } else {
            let common = request.context.is_common();
            common.then(|| weighted_a_star::plan_group(request, scratch))
        }
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

/// The papers' A*: straight-line estimates, exact costs, first-in ties, reopening.
fn plan_as_the_papers(request: &Request, scratch: &mut PlanScratch) -> UnitPlan {
    let &Request { start, goal, .. } = request;
    let terrain = request.context.terrain;
    scratch.last = Engine::Exact;
    let problem = Problem {
        terrain,
        start,
        goal: is_goal(terrain, goal),
        model: Lengths,
        estimate: Euclidean(goal),
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

/// Shortest paths for a group by one distance field from the goal.
fn plan_by_field(request: &GroupRequest, scratch: &mut PlanScratch) -> Vec<UnitPlan> {
    let terrain = request.context.terrain;
    scratch.last = Engine::Field;
    let field = &mut scratch.field;
    field.begin(terrain, request.goal);
    let mut before = SearchStats::default();
    let plan = |&start| {
        let path = field.settle(terrain, start).then(|| field.path(terrain, start)).flatten();
        let after = field.stats();
        let stats = SearchStats {
            expanded: after.expanded - before.expanded,
            generated: after.generated - before.generated,
            reopened: 0,
        };
        before = after;
        UnitPlan { path, stats }
    };
    let plans = request.starts.iter().map(plan).collect();
    scratch.record_search(terrain);
    plans
}

#[cfg(test)]
#[path = "a_star_tests.rs"]
mod tests;
