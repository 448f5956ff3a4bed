//! How paths are planned: the searches, and the layers that price their cells. No ECS.
//!
//! A layer joins the program by its file, one line in `layers.rs`, and its term in `pricing.rs`; a search by its
//! file, one line in [`Search`], and one in [`plan_unit`].

mod a_star;
mod directions;
mod greedy;
mod guidance;
mod influence;
mod layers;
mod local_repair;
mod marker_map;
mod markers;
mod priced;
mod prices;
mod pricing;
mod scratch;
mod sectors;
mod stepping;
mod whca;

pub use a_star::{AStar, Heuristic, UnitPlan, plan_around, plan_group};
pub use directions::{DirectionMap, Directions, LearnedCell, Learning, movement};
pub use greedy::Greedy;
pub use influence::{Influence, InfluenceMap, Presence};
pub use layers::Layers;
pub use local_repair::LocalRepair;
pub use marker_map::MarkerMap;
pub use markers::{Guide, Markers, PlanningOrder, Precision};
pub use prices::Prices;
pub use pricing::Chart;
pub use scratch::PlanScratch;
pub use sectors::{SectorMap, Sectors};
pub use stepping::{CellSteps, StepClock, mark_companions, plan_among};
pub use whca::{Cooperation, Cooperator, Standing, Whca};

use crate::grid::Cell;

crate::part! {
    /// How a path is found.
    pub enum Search {
        /// Optimal paths by best-first search: one reverse search for the group, or one search per unit.
        AStar(AStar),
        /// No search: units follow the directions that others have left, one step at a time, and search only
        /// where that leads nowhere.
        Greedy(Greedy),
        /// A* that sees only the units right beside it and plans again when it is blocked: the baseline of
        /// cooperative search.
        LocalRepair(LocalRepair),
        /// Piece by piece along a path over large squares: cheaper under layers, and free to follow directions.
        Sectors(Sectors),
        /// Units plan their next steps in space and time, against what others have reserved.
        Whca(Whca),
    }
}

/// Plans a path for each start to one common goal. The results stand in the order of the starts, whatever the
/// order in which they are planned.
pub fn plan(
    search: &Search,
    layers: &Layers,
    chart: &Chart,
    scratch: &mut PlanScratch,
    starts: &[Cell],
    goal: Cell,
) -> Vec<UnitPlan> {
    match (search, &layers.markers) {
        (_, Some(markers)) => plan_in_turn(search, layers, markers, chart, scratch, starts, goal),
        (Search::AStar(parameters), None) if !priced::is_priced(layers, chart) => {
            plan_group(chart.terrain, scratch, starts, goal, parameters)
        }
        (Search::AStar(parameters), None)
            if !parameters.per_unit && priced::is_common(layers, chart) =>
        {
            priced::plan_group(layers, chart, scratch, starts, goal)
        }
        (Search::Whca(parameters), None) => {
            whca::plan_group(parameters, layers, chart, scratch, starts, goal)
        }
        _ => starts
            .iter()
            .enumerate()
            .map(|(unit, &start)| {
                plan_unit(search, layers, &chart.of_unit(layers, unit), scratch, start, goal)
            })
            .collect(),
    }
}

/// Map Marker's Algorithm 1: one unit after the other plans, and marks its path for those who follow.
fn plan_in_turn(
    search: &Search,
    layers: &Layers,
    markers: &Markers,
    chart: &Chart,
    scratch: &mut PlanScratch,
    starts: &[Cell],
    goal: Cell,
) -> Vec<UnitPlan> {
    markers.begin(chart, scratch, goal);
    let mut plans = vec![UnitPlan::default(); starts.len()];
    for unit in markers.planning_order(starts, goal) {
        let chart = chart.of_unit(layers, unit);
        plans[unit] = plan_unit(search, layers, &chart, scratch, starts[unit], goal);
        if let Some(path) = &plans[unit].path {
            markers.update_nodes(chart.terrain, &mut scratch.markers, path.cells());
        }
    }
    scratch.groups_marked += 1;
    plans
}

/// Plans one path by a search of its own, over the markers as they stand; the chart is for this unit alone.
pub fn plan_unit(
    search: &Search,
    layers: &Layers,
    chart: &Chart,
    scratch: &mut PlanScratch,
    start: Cell,
    goal: Cell,
) -> UnitPlan {
    match search {
        Search::AStar(parameters) if !priced::is_priced(layers, chart) => {
            a_star::plan_unit(chart.terrain, scratch, start, goal, parameters.heuristic)
        }
        Search::AStar(parameters) => {
            priced::plan_unit(layers, chart, scratch, start, goal, parameters.heuristic)
        }
        Search::Greedy(parameters) => {
            greedy::plan_unit(layers, chart, scratch, start, goal, parameters)
        }
        Search::LocalRepair(_) | Search::Whca(_) if !priced::is_priced(layers, chart) => {
            a_star::plan_unit(chart.terrain, scratch, start, goal, Heuristic::Octile)
        }
        Search::LocalRepair(_) | Search::Whca(_) => {
            priced::plan_unit(layers, chart, scratch, start, goal, Heuristic::Octile)
        }
        Search::Sectors(parameters) => {
            sectors::plan_whole(parameters, layers, chart, scratch, start, goal)
        }
    }
}
