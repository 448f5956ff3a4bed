//! How paths are planned: the searches, and the layers that price their cells. No ECS.

mod a_star;
mod scratch;

pub use a_star::{AStar, Heuristic, UnitPlan, plan_around, plan_group, plan_unit};
pub use scratch::PlanScratch;

use crate::grid::{Cell, Terrain};

crate::part! {
    /// How a path is found.
    pub enum Search {
        /// Optimal paths by best-first search: one reverse search for the group, or one search per unit.
        AStar(AStar),
    }
}

impl Search {
    /// Plans a path for each start to one common goal, in the order of the starts.
    pub fn plan(
        &self,
        terrain: &Terrain,
        scratch: &mut PlanScratch,
        starts: &[Cell],
        goal: Cell,
    ) -> Vec<UnitPlan> {
        match self {
            Self::AStar(parameters) => plan_group(terrain, scratch, starts, goal, parameters),
        }
    }
}
