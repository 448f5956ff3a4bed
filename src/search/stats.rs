//! Statistics of a search.

use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// Statistics of a search. A failed search has them, too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SearchStats {
    /// Nodes taken from the queue, start and goal included. A reopened node counts again.
    pub expanded: u64,
    /// Entries put into the queue, the start included.
    pub generated: u64,
    /// Expanded nodes that entered the queue again because of a better path.
    pub reopened: u64,
}

impl AddAssign for SearchStats {
    fn add_assign(&mut self, other: Self) {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.reopened += other.reopened;
    }
}

/// The data of a search about a cell that it touched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Visit {
    /// Cost from the start, as the cost model counts it.
    pub g: f64,
    /// Estimated cost to the goal.
    pub h: f64,
    /// The key of the queue.
    pub priority: f64,
    /// Number of nodes expanded before the last expansion of this cell. `None` if it still waits in the queue.
    pub order: Option<u32>,
}
