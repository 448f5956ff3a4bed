//! A*: optimal paths for a group with one goal.
//!
//! A group is served by one search from the goal outwards, until every start has its distance, and a
//! walk back from each start. One search per unit stays available because the papers' A* is that
//! and the order in which it breaks ties shows in their tables. Both give shortest paths.

use super::scratch::{Last, PlanScratch};
use crate::grid::{Cell, Node, Terrain};
use crate::search::{
    Around, Euclidean, Lengths, Octile, Outcome, Path, Problem, SearchStats, Takeover, Ties,
};

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
    /// A* as both Map Marker papers have it: one search per unit, straight-line estimates.
    pub const fn of_the_papers() -> Self {
        Self { per_unit: true, heuristic: Heuristic::Euclidean }
    }
}

/// One unit's path, if there is one, and what finding it took.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UnitPlan {
    /// From the unit's cell to the goal.
    pub path: Option<Path>,
    /// What was searched for this unit. In a search for the whole group, what was added for it.
    pub stats: SearchStats,
}

/// Plans a path for each start to one common goal, in the order of the starts.
pub fn plan_group(
    terrain: &Terrain,
    scratch: &mut PlanScratch,
    starts: &[Cell],
    goal: Cell,
    parameters: &AStar,
) -> Vec<UnitPlan> {
    if parameters.per_unit {
        return starts
            .iter()
            .map(|&start| plan_unit(terrain, scratch, start, goal, parameters.heuristic))
            .collect();
    }
    scratch.last = Last::Field;
    let field = &mut scratch.field;
    field.begin(terrain, goal);
    let mut before = SearchStats::default();
    let plans = starts
        .iter()
        .map(|&start| {
            let path = field.settle(terrain, start).then(|| field.path(terrain, start)).flatten();
            let after = field.stats();
            let stats = SearchStats {
                expanded: after.expanded - before.expanded,
                generated: after.generated - before.generated,
                reopened: 0,
            };
            before = after;
            UnitPlan { path, stats }
        })
        .collect();
    scratch.record_search(terrain);
    plans
}

/// Plans one path by a search of its own.
///
/// With straight-line estimates it is the papers' A*: exact costs, first-in ties, reopening.
pub(super) fn plan_unit(
    terrain: &Terrain,
    scratch: &mut PlanScratch,
    start: Cell,
    goal: Cell,
    heuristic: Heuristic,
) -> UnitPlan {
    match heuristic {
        Heuristic::Octile => {
            scratch.last = Last::Fast;
            scratch.fast.search(terrain, start, goal);
            scratch.record_search(terrain);
            UnitPlan { path: scratch.fast.path(terrain), stats: scratch.fast.stats() }
        }
        Heuristic::Euclidean => {
            scratch.last = Last::Exact;
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
            // A goal that nobody can stand on would only be found missing after a search over
            // the whole map.
            let most = if terrain.is_passable(goal) { u64::MAX } else { 0 };
            scratch.exact.begin(&problem);
            scratch.exact.advance(&problem, most);
            scratch.record_search(terrain);
            UnitPlan { path: scratch.exact.path(terrain), stats: scratch.exact.stats() }
        }
    }
}

/// Plans one path that keeps off some more cells, such as those of units that stand in the way.
///
/// The start may be among those cells; if the goal is, there is no path. Gives up after `most`
/// expansions, so that a repair never costs more than planning anew.
pub fn plan_around(
    terrain: &Terrain,
    scratch: &mut PlanScratch,
    (start, goal): (Cell, Cell),
    blocked: impl IntoIterator<Item = Cell>,
    most: u64,
) -> UnitPlan {
    scratch.last = Last::Exact;
    scratch.blocked.assign(terrain, blocked);
    let blocked = &scratch.blocked;
    let problem = Problem {
        terrain,
        start,
        goal: is_goal(terrain, goal),
        model: Around { model: Lengths, terrain, blocked },
        estimate: Octile(goal),
        ties: Ties::LargerG,
        reopen: true,
        takeover: Takeover::default(),
    };
    let standable =
        terrain.is_passable(goal) && (start == goal || !blocked.contains(terrain.node(goal)));
    scratch.exact.begin(&problem);
    let outcome = scratch.exact.advance(&problem, if standable { most } else { 0 });
    let path = matches!(outcome, Outcome::Found(_)).then(|| scratch.exact.path(terrain)).flatten();
    UnitPlan { path, stats: scratch.exact.stats() }
}

pub(super) fn is_goal(terrain: &Terrain, goal: Cell) -> impl Fn(Node) -> bool + use<> {
    let node = terrain.bounds().contains(goal).then(|| terrain.node(goal));
    move |n| Some(n) == node
}

#[cfg(test)]
#[path = "a_star_tests.rs"]
mod tests;
