//! How paths are planned: the searches, and the layers that price their cells. No ECS.
//!
//! A layer joins the program by its file, one line in `layers.rs`, and its term in `pricing.rs`; a search by its
//! file, one line in [`Search`], and one in [`plan_unit`].

mod a_star;
mod among_units;
mod directions;
mod greedy;
mod group_plan;
mod guidance;
mod influence;
mod layers;
mod local_repair;
mod marker_map;
mod markers;
mod price_probe;
mod scratch;
mod sectors;
mod step_cost;
mod visited;
mod weighted_a_star;
mod whca;

pub use a_star::{AStar, Heuristic, UnitPlan, plan_around, plan_group};
pub use among_units::{CellSteps, StepClock, mark_companions, plan_among};
pub use directions::{DirectionMap, Directions, LearnedCell, Learning, Normalise, movement};
pub use greedy::Greedy;
pub use group_plan::{GroupPlan, plan, plan_watched};
pub use influence::{Explained, Falloff, Influence, InfluenceMap, Presence, Spread, explain};
pub use layers::Layers;
pub use local_repair::LocalRepair;
pub use marker_map::MarkerMap;
pub use markers::{EqualTotals, Guide, Markers, PlanningOrder, Precision};
pub use price_probe::Prices;
pub use scratch::PlanScratch;
pub use sectors::{SectorMap, Sectors};
pub use step_cost::PlanContext;
pub use visited::{NodeBits, SearchedCell, Visited};
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

/// Plans one path by a search of its own, over the markers as they stand; the chart is for this unit alone.
pub fn plan_unit(
    search: &Search,
    layers: &Layers,
    chart: &PlanContext,
    scratch: &mut PlanScratch,
    start: Cell,
    goal: Cell,
) -> UnitPlan {
    match search {
        Search::AStar(parameters) if !weighted_a_star::is_priced(layers, chart) => {
            a_star::plan_unit(chart.terrain, scratch, start, goal, parameters.heuristic)
        }
        Search::AStar(parameters) => {
            weighted_a_star::plan_unit(layers, chart, scratch, start, goal, parameters.heuristic)
        }
        Search::Greedy(parameters) => {
            greedy::plan_unit(layers, chart, scratch, start, goal, parameters)
        }
        Search::LocalRepair(_) | Search::Whca(_) if !weighted_a_star::is_priced(layers, chart) => {
            a_star::plan_unit(chart.terrain, scratch, start, goal, Heuristic::Octile)
        }
        Search::LocalRepair(_) | Search::Whca(_) => {
            weighted_a_star::plan_unit(layers, chart, scratch, start, goal, Heuristic::Octile)
        }
        Search::Sectors(parameters) => {
            sectors::plan_whole(parameters, layers, chart, scratch, start, goal)
        }
    }
}
