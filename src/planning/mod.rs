//! How paths are planned: the searches, and the layers that change the costs of cells. No ECS.
//!
//! [`plan`] plans for a group at once, [`GroupPlan`] in slices, [`Search::plan`] for one unit. What a plan is made on
//! stands in a [`PlanContext`]; the memory that searches reuse in a [`PlanScratch`].
//!
//! A search joins the program by its file and its entry in the list of `searches`, a layer by its file and its entry in
//! the list of `layers`.

mod bounded_search;
mod cell_costs;
mod cell_steps;
mod context;
mod distance_progress;
mod group_plan;
mod guidance;
mod head_start;
mod layers;
mod path_price;
mod plan_around;
mod price_probe;
mod scratch;
mod searches;
mod step_cost;
mod visited;
mod weighted_a_star;

pub use cell_costs::{CellCosts, CostFault};
pub use cell_steps::{CellSteps, StepClock, mark_companions};
pub use context::{GroupRequest, Others, PlanContext, Request};
pub use group_plan::{GroupPlan, plan, plan_watched};
pub use head_start::Groundwork;
pub use layers::*;
pub use path_price::{PathPrice, WayComparison, compare_with_shortest, planned_before};
pub use price_probe::Prices;
pub use scratch::{PlanMemory, PlanScratch};
pub use searches::*;
pub use step_cost::{QueueRules, Rounding};
pub use visited::{NodeBits, SearchedCell, Visited};
