//! The paths of a group, planned at once or in slices.
//!
//! Map Marker's Algorithm 1 is here: one unit after the other plans, and leaves its path for those that follow.

use super::context::{GroupRequest, PlanContext, Request};
use super::distance_progress::DistanceProgress;
use super::scratch::PlanScratch;
use super::searches::{Cooperation, ReversePaths, Search, UnitPlan};
use super::visited::Visited;
use crate::grid::Cell;
use crate::search::SearchStats;
use serde::{Deserialize, Serialize};

/// Plans a path for each start to one common goal. The results stand in the order of the starts, whatever the
/// order in which they are planned.
pub fn plan(search: &Search, request: &GroupRequest, scratch: &mut PlanScratch) -> Vec<UnitPlan> {
    let mut plan = GroupPlan::begin(search, request, scratch);
    plan.advance(request.context, scratch, u64::MAX);
    plan.plans
}

/// Like [`plan`], and also returns what the search for each start expanded. If one search serves all, it is listed with the first start.
pub fn plan_watched(
    search: &Search,
    request: &GroupRequest,
    scratch: &mut PlanScratch,
) -> (Vec<UnitPlan>, Vec<Visited>) {
    scratch.watch(true);
    let mut plan = GroupPlan::begin(search, request, scratch);
    plan.advance(request.context, scratch, u64::MAX);
    scratch.watch(false);
    (plan.plans, plan.visited)
}

/// The paths of a group while they are planned. Between slices the memory that it plans with may be used for single
/// searches, but not for another group.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GroupPlan {
    #[serde(with = "crate::unhashed")]
    search: Search,
    starts: Vec<Cell>,
    goal: Cell,
    /// The order in which units plan.
    order: Vec<usize>,
    /// How many have planned.
    planned: usize,
    plans: Vec<UnitPlan>,
    /// What the search for each start expanded, while that is recorded.
    #[serde(skip)]
    visited: Vec<Visited>,
    /// The steps reserved so far, if units plan together in space and time.
    cooperation: Option<Cooperation>,
    /// How far the paths have come, if one search from the goal serves all and is cut into slices.
    reverse: Option<ReversePaths>,
    /// How far the search for true distances has come, if units plan in turns.
    distances: DistanceProgress,
}

impl GroupPlan {
    /// Begins to plan a path for each start to one common goal.
    pub fn begin(search: &Search, request: &GroupRequest, scratch: &mut PlanScratch) -> Self {
        let &GroupRequest { context, starts, goal } = request;
        let mut cooperation = None;
        if context.layers.in_turns() {
            scratch.begin_turns(context);
        } else if let Some(rules) = search.algorithm().cooperation() {
            let reservations = cooperation.insert(Cooperation::default());
            reservations.table.begin(context.terrain, rules.window, 0);
        }
        let sliced = !context.layers.in_turns() && search.algorithm().in_slices(context);
        Self {
            search: *search,
            starts: starts.to_vec(),
            goal,
            order: context.layers.planning_order(starts, goal),
            planned: 0,
            visited: vec![Visited::default(); starts.len()],
            plans: vec![UnitPlan::default(); starts.len()],
            cooperation,
            reverse: sliced.then(ReversePaths::default),
            distances: DistanceProgress::default(),
        }
    }

    /// Plans for one unit after the other until all have a plan or the work exceeds `most`, which is counted in
    /// nodes of the fast search. A group that one search serves is planned whole if the search is priced or the terrain small.
    /// Returns the work done.
    ///
    /// All slices of a plan must have the same layers.
    pub fn advance(&mut self, context: &PlanContext, scratch: &mut PlanScratch, most: u64) -> u64 {
        let mut work = 0;
        // Others may have searched between two slices.
        scratch.take_visited();
        let in_turns = context.layers.in_turns();
        if let Some(reverse) = &mut self.reverse {
            let request = GroupRequest { context, starts: &self.starts, goal: self.goal };
            work = reverse.advance(&request, &mut self.plans, scratch, most);
            self.planned = reverse.planned();
            if self.is_done() {
                self.keep_visited(0, scratch);
            }
            return work;
        }
        if self.planned == 0 && !in_turns {
            let request = GroupRequest { context, starts: &self.starts, goal: self.goal };
            if let Some(plans) = self.search.algorithm().plan_group(&request, scratch) {
                self.plans = plans;
                self.keep_visited(0, scratch);
                self.planned = self.order.len();
                let expanded: u64 = self.plans.iter().map(|plan| plan.stats.expanded).sum();
                return expanded * scratch.last.weight();
            }
        }
        while !self.is_done() && work < most {
            let unit = self.order[self.planned];
            let (plan, settled) = self.plan_one(context, scratch, unit);
            work += plan.stats.expanded * scratch.last.weight() + settled.expanded;
            self.plans[unit] = plan;
            self.plans[unit].stats += settled;
            self.keep_visited(unit, scratch);
            self.planned += 1;
            if in_turns {
                if let Some(path) = &self.plans[unit].path {
                    scratch.trails.leave_path(context, path.cells());
                }
                scratch.groups_in_turns += u64::from(self.is_done());
            }
        }
        work
    }

    /// Whether every unit has a plan.
    pub fn is_done(&self) -> bool {
        self.planned >= self.order.len()
    }

    /// The plans so far, in the order of the starts; without a path for a unit that has not planned yet.
    pub fn plans(&self) -> &[UnitPlan] {
        &self.plans
    }

    /// The plans, in the order of the starts.
    pub fn into_plans(self) -> Vec<UnitPlan> {
        self.plans
    }

    /// What the search for each start expanded, while that was recorded; with the values of the last search only.
    pub fn take_visited(&mut self) -> Vec<Visited> {
        std::mem::take(&mut self.visited)
    }

    fn keep_visited(&mut self, unit: usize, scratch: &mut PlanScratch) {
        if scratch.recorder.on
            && let Some(visited) = self.visited.get_mut(unit)
        {
            *visited = scratch.take_visited();
            let before = self.planned.checked_sub(1).map(|place| self.order[place]);
            if let Some(before) = before.filter(|&before| before != unit) {
                self.visited[before].cells = Vec::new();
            }
        }
    }

    /// The plan of a unit, and what the search for true distances has expanded for it.
    fn plan_one(
        &mut self,
        context: &PlanContext,
        scratch: &mut PlanScratch,
        unit: usize,
    ) -> (UnitPlan, SearchStats) {
        if context.layers.in_turns() {
            let request = GroupRequest { context, starts: &self.starts, goal: self.goal };
            self.distances.run_again(&request, &mut scratch.group);
        }
        let before = scratch.group.stats();
        let context = context.of_unit(unit);
        let request = Request::new(&context, self.starts[unit], self.goal);
        let plan = match (&mut self.cooperation, self.search.algorithm().cooperation()) {
            (Some(cooperation), Some(rules)) => {
                cooperation.plan_member(rules, &request, unit as u32, scratch)
            }
            _ => self.search.plan(&request, scratch),
        };
        let settled = if context.layers.in_turns() {
            self.distances.note(&scratch.group, before)
        } else {
            SearchStats::default()
        };
        (plan, settled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Bounds, CornerRule, Terrain};
    use crate::planning::{AStar, Layers, Markers, Whca};

    #[test]
    fn slices_give_the_paths_that_planning_at_once_gives() {
        let terrain = Terrain::from_text(
            CornerRule::BothSidesFree,
            &["............", ".####..###..", "............", "..##########", "............"],
        );
        let starts: Vec<Cell> = (0..5).map(|x| Cell::new(x, 0)).collect();
        let goal = Cell::new(11, 4);
        let marked = Layers { markers: Some(Markers::default()), ..Layers::default() };
        let per_unit = Search::AStar(AStar { per_unit: true, ..AStar::default() });
        let whca = Search::Whca(Whca::default());
        let bare = PlanContext::bare(&terrain);
        for (search, layers) in [
            (per_unit, marked),
            (per_unit, Layers::default()),
            (whca, Layers::default()),
            (Search::AStar(AStar::default()), Layers::default()),
        ] {
            let context = bare.with_layers(layers);
            let request = GroupRequest::new(&context, &starts, goal);
            let whole = plan(&search, &request, &mut PlanScratch::default());
            let mut scratch = PlanScratch::default();
            let mut slices = GroupPlan::begin(&search, &request, &mut scratch);
            let mut passes = 0;
            while !slices.is_done() {
                assert!(slices.advance(&context, &mut scratch, 1) > 0);
                // Others search in between.
                scratch.plan_around(&terrain, (goal, starts[0]), [], 1000);
                passes += 1;
            }
            let one_search = search == Search::AStar(AStar::default());
            assert_eq!(passes, if one_search { 1 } else { starts.len() }, "{search:?}");
            let paths =
                |plans: &[UnitPlan]| plans.iter().map(|p| p.path.clone()).collect::<Vec<_>>();
            assert_eq!(paths(slices.plans()), paths(&whole), "{search:?}");
        }
    }

    #[test]
    fn distances_that_were_lost_change_neither_paths_nor_work() {
        let mut terrain = Terrain::open(Bounds::new(320, 250), CornerRule::Free);
        for y in 20..250 {
            terrain.set_ground(Cell::new(160, y), crate::grid::Ground::Wall);
        }
        let starts: Vec<Cell> = (0..12).map(|i| Cell::new(20 + i % 4, 90 + i / 4)).collect();
        let search = Search::AStar(AStar::of_the_papers());
        for markers in [Markers::default(), Markers::scouted()] {
            let mut plans = Vec::new();
            for lose in [false, true] {
                let mut scratch = PlanScratch::default();
                let layers = Layers { markers: Some(markers), ..Layers::default() };
                let context = PlanContext::bare(&terrain).with_layers(layers);
                let request = GroupRequest::new(&context, &starts, Cell::new(300, 90));
                let mut slices = GroupPlan::begin(&search, &request, &mut scratch);
                let mut work = Vec::new();
                while !slices.is_done() {
                    work.push(slices.advance(&context, &mut scratch, 1));
                    if lose {
                        let memory = scratch.memory();
                        scratch = PlanScratch::default();
                        scratch.recall(memory);
                    }
                }
                assert_eq!(work.len(), starts.len());
                plans.push((work, slices.into_plans()));
            }
            assert_eq!(plans[0], plans[1], "{markers:?}");
            let expanded: Vec<u64> = plans[0].1.iter().map(|plan| plan.stats.expanded).collect();
            let (most, least) = (expanded.iter().max().unwrap(), expanded.iter().min().unwrap());
            assert!(most > &(2 * least), "some continue the search for distances: {expanded:?}");
        }
    }

    #[test]
    fn a_search_that_was_lost_or_ran_on_other_ground_runs_again() {
        let mut terrain = Terrain::open(Bounds::new(300, 250), CornerRule::Free);
        // Many small walls, so that there are many jump points.
        for cell in terrain.bounds().cells().filter(|cell| (cell.x * 7 + cell.y * 13) % 31 == 3) {
            terrain.set_ground(cell, crate::grid::Ground::Wall);
        }
        let starts = [(0, 0), (299, 249), (10, 240), (150, 20)].map(Cell::from);
        let goal = Cell::new(150, 125);
        assert!(starts.iter().chain([&goal]).all(|&cell| terrain.is_passable(cell)));
        let search = Search::AStar(AStar::default());
        let mut plans = Vec::new();
        for lose in [false, true] {
            let mut scratch = PlanScratch::default();
            let context = PlanContext::bare(&terrain);
            let request = GroupRequest::new(&context, &starts, goal);
            let mut slices = GroupPlan::begin(&search, &request, &mut scratch);
            let mut work = Vec::new();
            while !slices.is_done() {
                work.push(slices.advance(&context, &mut scratch, 1000));
                if lose {
                    scratch = PlanScratch::default();
                }
            }
            assert!(work.len() > 10);
            plans.push((work, slices.into_plans()));
        }
        assert_eq!(plans[0], plans[1]);
        let context = PlanContext::bare(&terrain);
        let request = GroupRequest::new(&context, &starts, goal);
        assert_eq!(plans[0].1, plan(&search, &request, &mut PlanScratch::default()));
        let mut scratch = PlanScratch::default();
        let context = PlanContext::bare(&terrain);
        let request = GroupRequest::new(&context, &starts, goal);
        let mut slices = GroupPlan::begin(&search, &request, &mut scratch);
        slices.advance(&context, &mut scratch, 7500);
        assert!(!slices.is_done());
        for x in 2..300 {
            terrain.set_ground(Cell::new(x, 50), crate::grid::Ground::Wall);
        }
        let context = PlanContext::bare(&terrain);
        slices.advance(&context, &mut scratch, u64::MAX);
        let paths = slices.plans().iter().map(|plan| plan.path.as_ref().unwrap());
        assert!(paths.into_iter().all(|path| terrain.can_walk(path.cells())));
    }
}
