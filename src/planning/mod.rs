//! How paths are planned: the searches, and the layers that price their cells. No ECS.

mod a_star;
mod layers;
mod markers;
mod scratch;

pub use a_star::{AStar, Heuristic, UnitPlan, plan_around, plan_group, plan_unit};
pub use layers::Layers;
pub use markers::{Guide, Markers, PlanningOrder, Precision};
pub use scratch::PlanScratch;

use crate::grid::{Cell, Terrain};

crate::part! {
    /// How a path is found.
    pub enum Search {
        /// Optimal paths by best-first search: one reverse search for the group, or one search per unit.
        AStar(AStar),
    }
}

/// Plans a path for each start to one common goal, in the order of the starts.
pub fn plan(
    search: &Search,
    layers: &Layers,
    terrain: &Terrain,
    scratch: &mut PlanScratch,
    starts: &[Cell],
    goal: Cell,
) -> Vec<UnitPlan> {
    match (search, &layers.markers) {
        (Search::AStar(_), Some(markers)) => markers.plan_group(terrain, scratch, starts, goal),
        (Search::AStar(parameters), None) => plan_group(terrain, scratch, starts, goal, parameters),
    }
}
