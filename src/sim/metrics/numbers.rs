//! Live numbers of an arena.

use crate::sim::cells::PatrolNumbers;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Live numbers of an arena, updated every tick.
#[derive(Component, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Numbers {
    /// Number of units.
    pub units: usize,
    /// Units that walk.
    pub walking: usize,
    /// Units that have reached their slot.
    pub arrived: usize,
    /// Units that cannot continue.
    pub waiting: usize,
    /// Units that fight.
    pub fighting: usize,
    /// Units that have died, on all sides.
    pub casualties: usize,
    /// Paths planned since the start.
    pub paths_planned: u64,
    /// Units that set off on the first part of a path because the whole kept them waiting, since the start.
    pub head_starts: u64,
    /// What the last Plan stage of steered units did, in nodes of an unpriced search; see
    /// [`NodeBudget`](crate::sim::NodeBudget).
    pub plan_work: u64,
    /// Nodes expanded since the start.
    pub expanded: u64,
    /// Nodes expanded by the last planning.
    pub expanded_last: u64,
    /// Average length of the paths of all units, in cells.
    pub average_length: f64,
    /// Cohesion (marker-cohesion): mean number of paths near a cell of a path, measured per group. This is the mean
    /// over the groups, weighted by number of units.
    pub cohesion: f64,
    /// The largest walking distance between units of one group that pass obstacles on different sides, in cells: D of
    /// [`Separation`](crate::measure::Separation). 0 if it is not recorded. Not part of the simulated state.
    #[serde(skip)]
    pub separation: f64,
    /// Coherence of the learned directions (direction-maps): how well neighbouring cells agree. Measured once a second.
    pub coherence: f64,
    /// Root mean square distance of units from the centre of their group, in cells. Units that have arrived are included.
    pub spread: f64,
    /// Distance walked by all units since the start, in cells.
    pub distance_walked: f64,
    /// The part of the time outside 6 cells of their goals in which units with orders stood still, since the start, in
    /// percent.
    pub stall_share: f64,
    /// Times that a unit wanted a position that two or more others ahead of it overlap, since the start; with cell steps,
    /// steps that failed.
    pub hard_stops: u64,
    /// Tick at which the last unit arrived, if all units have arrived.
    pub all_arrived_at: Option<u64>,
    /// Decisions of engage rules since the start, on all sides.
    pub decisions: u64,
    /// The cost of patrols per round and unit, for units that move from cell to cell.
    pub patrols: PatrolNumbers,
    /// Wall-clock milliseconds of the last planning. Not part of the simulated state.
    #[serde(skip)]
    pub plan_milliseconds: f64,
    /// Wall-clock milliseconds of the last tick of all arenas. Not part of the simulated state.
    #[serde(skip)]
    pub tick_milliseconds: f64,
    /// Wall-clock milliseconds of the last decision of an engage rule: the mean over the decisions of one team in one
    /// tick. Not part of the simulated state.
    #[serde(skip)]
    pub decision_milliseconds: f64,
    /// Wall-clock milliseconds of all such decisions since the start. Not part of the simulated state.
    #[serde(skip)]
    pub all_decisions_milliseconds: f64,
    /// The largest `decision_milliseconds` since the start. Not part of the simulated state.
    #[serde(skip)]
    pub slowest_decision_milliseconds: f64,
}

impl Numbers {
    /// Adds the decisions of one team in one tick.
    pub(crate) fn count_decisions(&mut self, count: usize, time: Duration) {
        let milliseconds = time.as_secs_f64() * 1000.0;
        self.decisions += count as u64;
        self.decision_milliseconds = milliseconds / count.max(1) as f64;
        self.all_decisions_milliseconds += milliseconds;
        self.slowest_decision_milliseconds =
            self.slowest_decision_milliseconds.max(self.decision_milliseconds);
    }

    /// Mean wall-clock milliseconds per decision of an engage rule since the start.
    pub fn mean_decision_milliseconds(&self) -> f64 {
        self.all_decisions_milliseconds / self.decisions.max(1) as f64
    }
}

/// What the UI asked to record.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CaptureSearch {
    /// The cells that the searches of the last plans expanded.
    pub last_search: bool,
    /// Whether groups separate.
    pub separation: bool,
}
