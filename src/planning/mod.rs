//! How paths are planned: the searches, and the layers that price their cells. No ECS.

mod a_star;
mod scratch;

pub use a_star::{AStar, Heuristic, UnitPlan, plan_around, plan_group, plan_unit};
pub use scratch::PlanScratch;

crate::part! {
    /// How a path is found.
    pub enum Search {
        /// Optimal paths by best-first search: one reverse search for the group, or one search per unit.
        AStar(AStar),
    }
}
