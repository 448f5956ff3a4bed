//! Local repair A*: paths that ignore everybody but those right beside the unit, planned again when a step fails.
//!
//! The baseline of D. Silver, "Cooperative Pathfinding", AIIDE 2005, section "Local Repair A*". Silver adds growing
//! random noise to the estimate to get out of jams; here the cells of neighbours count as walls, as in the later papers.

crate::parameters! {
    /// Parameters of local repair A*.
    pub struct LocalRepair {
        /// Units nearer than this count as walls; 2 sees the eight cells around.
        sight: f64 = 2.0, in 0.0..=32.0, unit "cells";
    }
}
