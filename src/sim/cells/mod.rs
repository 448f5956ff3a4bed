//! The second kind of motion: from cell to cell, one unit per cell.
//!
//! Groups get their targets in [`TickSystems::Plan`](crate::sim::TickSystems::Plan), one target per unit. Paths are
//! planned in [`TickSystems::Move`](crate::sim::TickSystems::Move), in one pass over the units that also makes the
//! steps. A unit plans when its turn comes: it sees the moves of the units before it, and the units after it see what
//! it learns. The tables of direction-maps depend on this order, so it cannot be split into stages.

mod act;
mod arrive;
mod assignments;
mod cooperate;
mod give_way;
mod occupants;
mod pass;
mod preview;
mod stepper;
mod tally;

pub(crate) use assignments::give_assignments;
pub use occupants::Occupants;
pub(crate) use pass::step_units;
pub(crate) use preview::plan_while_paused;
use serde::{Deserialize, Serialize};
pub use stepper::{Assignment, Stepper, Turn};
pub use tally::{PatrolNumbers, Patrols, Tally};

use crate::planning::{CellSteps, Cooperation};
use bevy::prelude::*;

/// The board of an arena whose units move from cell to cell: which unit stands where. Only such arenas have one.
#[derive(Component, Clone, Debug, Default, Serialize, Deserialize)]
pub struct Board {
    /// The rules.
    #[serde(with = "crate::unhashed")]
    pub rules: CellSteps,
    /// The seed of random steps.
    #[serde(with = "crate::unhashed")]
    pub seed: u64,
    /// The unit on each cell. Updated in every pass.
    pub occupants: Occupants,
    /// Shared data of units that plan together: the reservations of the next steps.
    pub cooperation: Cooperation,
    /// Number of passes so far: the time of the reservations.
    pub passes: u64,
    /// The index of the unit that comes first if not all units can plan in one pass.
    pub first: usize,
    /// Whether a unit was skipped because the node budget ran out. Skipped units are planned before their next turn.
    pub budget_exhausted: bool,
    /// The tick from which actions are counted. Later than 0 once the motion or its rules have changed.
    pub epoch: u64,
    /// Simulated time until that tick, as direction-maps counts it, in seconds. Only a number that is shown.
    #[serde(with = "crate::unhashed")]
    pub time_before: f64,
}

#[cfg(test)]
mod group_tests;
#[cfg(test)]
mod tests;
