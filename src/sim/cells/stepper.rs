//! A unit that goes from cell to cell: where it stands, where it is going, and what it has done.

use super::tally::Tally;
use crate::grid::Cell;
use crate::sim::unit::GroupId;
use bevy::prelude::Component;
use serde::{Deserialize, Serialize};

/// A unit that goes from cell to cell.
#[derive(Component, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stepper {
    /// Where it stands or is stepping to; `None` until it has been put on a board.
    pub cell: Option<Cell>,
    /// Where it stepped from.
    pub from: Cell,
    /// When its last action began, in ticks.
    pub begun: f64,
    /// When its last action ends, in ticks.
    pub ready: f64,
    /// Where it is going. Used only while it walks.
    pub assignment: Option<Assignment>,
    /// Actions since its last step.
    pub stalled: u32,
    /// Actions so far.
    pub actions: u64,
    /// What it has done since its round began.
    pub tally: Tally,
    /// Duration of all its rounds, on a clock that measures distance.
    pub so_far: f64,
    /// The pass before which its present trip began.
    pub since: u64,
    /// Whether its present round began under another motion, so that it is left out of the metrics.
    pub partial: bool,
}

/// Where a unit is going.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Assignment {
    /// The group whose order it is.
    pub group: GroupId,
    /// Which of the group's orders.
    pub leg: usize,
    /// Its own place at the end of the trip.
    pub target: Cell,
    /// How near it has to come, in cells; more than 0 for waypoints.
    pub within: i32,
    /// Whether the true goal cannot be reached, and the target only lies near it.
    pub falls_short: bool,
    /// The way back, for a patrol.
    pub turn: Option<Turn>,
}

/// How a patrol goes on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// The other end.
    pub back: Cell,
    /// Trips that are done: there is one, back is one.
    pub ways_done: u32,
    /// Trips in all; `None` for ever.
    pub ways: Option<u32>,
}
