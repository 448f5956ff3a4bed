//! The second way to move: from cell to cell, one unit to a cell.
//!
//! Groups get their targets in [`TickSystems::Plan`](crate::sim::TickSystems::Plan), each unit its own. Paths are planned in
//! [`TickSystems::Move`](crate::sim::TickSystems::Move), in one pass over the units together with the steps: a unit plans when its turn
//! has come, on the ground as those before it have left it a moment ago, and what it learns is known to those after it. The
//! tables of direction-maps come from that order, so it cannot be cut into stages.

mod act;
mod assignments;
mod cooperate;
mod occupants;
mod pass;
mod preview;
mod tally;

pub use act::{Assignment, Stepper, Turn};
pub(crate) use assignments::give_assignments;
pub use occupants::Occupants;
pub(crate) use pass::step_units;
pub(crate) use preview::plan_while_paused;
pub use tally::{PatrolNumbers, Patrols, Tally};

use crate::planning::{CellSteps, Cooperation};
use bevy::prelude::*;

/// The cells of an arena whose units go from cell to cell: who stands where. Only such arenas have one.
#[derive(Component, Clone, Debug, Default)]
pub struct Board {
    /// The rules.
    pub rules: CellSteps,
    /// What random steps are drawn from.
    pub seed: u64,
    /// Who stands where; brought up to date in every pass.
    pub occupants: Occupants,
    /// What units that plan together share: the reservations of the next steps.
    pub cooperation: Cooperation,
    /// Passes so far: the time of the reservations.
    pub passes: u64,
    /// The unit from which on units come first where not all can plan in one pass, by its place among them.
    pub first: usize,
    /// Whether somebody could not plan for want of nodes; it does so before its next turn.
    pub budget_exhausted: bool,
    /// The tick from which on actions are counted: later than 0 once the motion or its rules have changed.
    pub epoch: u64,
    /// Simulated time that had passed until then, as direction-maps counts it, in seconds.
    pub time_before: f64,
}

#[cfg(test)]
mod tests;
