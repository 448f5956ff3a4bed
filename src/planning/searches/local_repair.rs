//! Local repair A*: paths that ignore all units but those right beside the planner, planned again when a step fails.
//!
//! The baseline of D. Silver, "Cooperative Pathfinding", AIIDE 2005, section "Local Repair A*".
//!
//! Differs: Silver adds growing random noise to the heuristic to get out of jams; here the cells of neighbours count as
//! walls, as in the later papers.
//!
//! Costs one search by A* per plan.

use super::a_star::AStar;
use super::path_search::{PathSearch, UnitPlan};
use crate::planning::{PlanScratch, Request};

crate::parameters! {
    /// Parameters of local repair A*.
    pub struct LocalRepair {
        /// Units nearer than this count as walls; 2 sees the eight cells around.
        sight: f64 = 2.0, in 0.0..=32.0, unit "cells";
    }
}

impl PathSearch for LocalRepair {
    fn plan(&self, request: &Request, scratch: &mut PlanScratch) -> UnitPlan {
        AStar::ALONE.plan(&request.seeing(self.sight), scratch)
    }

    fn ignored_when_steered(&self) -> Option<&'static str> {
        Some("Local repair A* plans as A* does: its sight counts on cell steps.")
    }
}
