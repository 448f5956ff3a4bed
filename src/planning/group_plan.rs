//! The paths of a group, planned at once or in slices.
//!
//! Map Marker's Algorithm 1 is here: one unit after the other plans, and marks its path for those who follow.

use super::scratch::Last;
use super::whca::{self, Cooperation};
use super::{
    Layers, PlanContext, PlanScratch, Search, UnitPlan, Visited, a_star, plan_unit, weighted_a_star,
};
use crate::grid::Cell;

/// What expanding a node of the exact engine costs, compared with one of the fast search or of a field.
const EXACT_WEIGHT: u64 = 5;

/// Plans a path for each start to one common goal. The results stand in the order of the starts, whatever the
/// order in which they are planned.
pub fn plan(
    search: &Search,
    layers: &Layers,
    chart: &PlanContext,
    scratch: &mut PlanScratch,
    starts: &[Cell],
    goal: Cell,
) -> Vec<UnitPlan> {
    let mut plan = GroupPlan::begin(search, layers, chart, scratch, starts.to_vec(), goal);
    plan.advance(chart, scratch, u64::MAX);
    plan.plans
}

/// The same, and what the search for each start expanded. Where one search serves all, it stands with the first start.
pub fn plan_watched(
    search: &Search,
    layers: &Layers,
    chart: &PlanContext,
    scratch: &mut PlanScratch,
    starts: &[Cell],
    goal: Cell,
) -> (Vec<UnitPlan>, Vec<Visited>) {
    scratch.watch(true);
    let mut plan = GroupPlan::begin(search, layers, chart, scratch, starts.to_vec(), goal);
    plan.advance(chart, scratch, u64::MAX);
    scratch.watch(false);
    (plan.plans, plan.visited)
}

/// The paths of a group while they are planned. Between slices the memory that it plans with may be used for single
/// searches, but not for another group.
#[derive(Clone, Debug)]
pub struct GroupPlan {
    search: Search,
    layers: Layers,
    starts: Vec<Cell>,
    goal: Cell,
    /// Who plans when.
    order: Vec<usize>,
    /// How many have planned.
    planned: usize,
    plans: Vec<UnitPlan>,
    /// What the search for each start expanded, while that is recorded.
    visited: Vec<Visited>,
    /// What those have reserved who plan in space and time.
    cooperation: Option<Cooperation>,
}

impl GroupPlan {
    /// Begins to plan a path for each start to one common goal.
    pub fn begin(
        search: &Search,
        layers: &Layers,
        chart: &PlanContext,
        scratch: &mut PlanScratch,
        starts: Vec<Cell>,
        goal: Cell,
    ) -> Self {
        let mut order: Vec<usize> = (0..starts.len()).collect();
        let mut cooperation = None;
        if let Some(markers) = &layers.markers {
            markers.begin(chart, scratch, goal);
            order = markers.planning_order(&starts, goal);
        } else if let Search::Whca(parameters) = search {
            let reservations = cooperation.insert(Cooperation::default());
            reservations.table.begin(chart.terrain, parameters.window, 0);
        }
        let plans = vec![UnitPlan::default(); starts.len()];
        Self {
            search: *search,
            layers: *layers,
            starts,
            goal,
            order,
            planned: 0,
            visited: vec![Visited::default(); plans.len()],
            plans,
            cooperation,
        }
    }

    /// Plans for one unit after the other until all have a plan or the work exceeds `most`, which is counted in
    /// nodes of the fast search. A group that one search serves is planned whole. Returns the work done.
    pub fn advance(&mut self, chart: &PlanContext, scratch: &mut PlanScratch, most: u64) -> u64 {
        let mut work = 0;
        // Others may have searched between two slices.
        scratch.take_visited();
        if self.planned == 0
            && let Some(plans) = self.plan_together(chart, scratch)
        {
            self.plans = plans;
            self.keep_visited(0, scratch);
            self.planned = self.order.len();
            let expanded = self.plans.iter().map(|plan| plan.stats.expanded).sum();
            return weighed(scratch, expanded);
        }
        while !self.is_done() && work < most {
            let unit = self.order[self.planned];
            self.plans[unit] = self.plan_one(chart, scratch, unit);
            self.keep_visited(unit, scratch);
            work += weighed(scratch, self.plans[unit].stats.expanded);
            self.planned += 1;
            if let Some(markers) = &self.layers.markers {
                if let Some(path) = &self.plans[unit].path {
                    markers.update_nodes(chart.terrain, &mut scratch.markers, path.cells());
                }
                scratch.groups_marked += u64::from(self.is_done());
            }
        }
        work
    }

    /// How many have a plan.
    pub fn planned(&self) -> usize {
        self.planned
    }

    /// Whether everybody has a plan.
    pub fn is_done(&self) -> bool {
        self.planned >= self.order.len()
    }

    /// The plans so far, in the order of the starts; without a path for whoever has not planned yet.
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

    /// Plans for all by one search, if there is one that serves all.
    fn plan_together(
        &self,
        chart: &PlanContext,
        scratch: &mut PlanScratch,
    ) -> Option<Vec<UnitPlan>> {
        let (layers, starts, goal) = (&self.layers, &self.starts, self.goal);
        let Search::AStar(parameters) = &self.search else { return None };
        if layers.markers.is_some() || parameters.per_unit {
            None
        } else if !weighted_a_star::is_priced(layers, chart) {
            Some(a_star::plan_group(chart.terrain, scratch, starts, goal, parameters))
        } else {
            weighted_a_star::is_common(layers, chart)
                .then(|| weighted_a_star::plan_group(layers, chart, scratch, starts, goal))
        }
    }

    fn plan_one(
        &mut self,
        chart: &PlanContext,
        scratch: &mut PlanScratch,
        unit: usize,
    ) -> UnitPlan {
        let chart = &chart.of_unit(&self.layers, unit);
        let (start, goal) = (self.starts[unit], self.goal);
        match (&self.search, &mut self.cooperation) {
            (Search::Whca(parameters), Some(cooperation)) => {
                let assignment = (unit as u32, start, goal);
                whca::plan_member(parameters, &self.layers, chart, scratch, cooperation, assignment)
            }
            (search, _) => plan_unit(search, &self.layers, chart, scratch, start, goal),
        }
    }
}

/// The work of so many expansions by the search that ran last.
fn weighed(scratch: &PlanScratch, expanded: u64) -> u64 {
    expanded * if scratch.last == Last::Exact { EXACT_WEIGHT } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{CornerRule, Terrain};
    use crate::planning::{AStar, Markers, Whca};

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
        let chart = PlanContext::bare(&terrain);
        for (search, layers) in [
            (per_unit, marked),
            (per_unit, Layers::default()),
            (whca, Layers::default()),
            (Search::AStar(AStar::default()), Layers::default()),
        ] {
            let whole = plan(&search, &layers, &chart, &mut PlanScratch::default(), &starts, goal);
            let mut scratch = PlanScratch::default();
            let mut slices =
                GroupPlan::begin(&search, &layers, &chart, &mut scratch, starts.clone(), goal);
            let mut passes = 0;
            while !slices.is_done() {
                assert!(slices.advance(&chart, &mut scratch, 1) > 0);
                // Others search in between.
                a_star::plan_around(&terrain, &mut scratch, (goal, starts[0]), [], 1000);
                passes += 1;
            }
            let one_search = search == Search::AStar(AStar::default());
            assert_eq!(passes, if one_search { 1 } else { starts.len() }, "{search:?}");
            let paths =
                |plans: &[UnitPlan]| plans.iter().map(|p| p.path.clone()).collect::<Vec<_>>();
            assert_eq!(paths(slices.plans()), paths(&whole), "{search:?}");
        }
    }
}
