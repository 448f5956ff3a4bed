//! What a search did.

use serde::Serialize;
use std::ops::AddAssign;

/// What a search did, whether or not it found a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct SearchStats {
    /// Nodes taken from the queue, start and goal included; a node that was reopened counts again.
    pub expanded: u64,
    /// Entries put into the queue, the start included.
    pub generated: u64,
    /// Nodes that had been expanded and were put back because a better way was found.
    pub reopened: u64,
}

impl AddAssign for SearchStats {
    fn add_assign(&mut self, other: Self) {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.reopened += other.reopened;
    }
}

/// What a search knows about a cell that it touched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Visit {
    /// Cost from the start, as the cost model counts it.
    pub g: f64,
    /// Estimated cost to the goal.
    pub h: f64,
    /// What the queue was ordered by.
    pub priority: f64,
    /// How many nodes were expanded before it the last time; `None` if it still waits in the queue.
    pub order: Option<u32>,
}
