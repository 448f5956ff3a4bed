//! The cost of patrols, counted per round as in direction-maps.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::f64::consts::SQRT_2;

/// The work of one unit since its round began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Nodes expanded.
    pub expanded: u64,
    /// Straight steps made.
    pub straight: u32,
    /// Diagonal steps made.
    pub diagonal: u32,
    /// Steps that failed because another unit stood in the way.
    pub failed: u32,
    /// Actions spent waiting.
    pub waited: u32,
}

impl Tally {
    /// Distance walked, in cells.
    pub fn length(&self) -> f64 {
        f64::from(self.straight) + f64::from(self.diagonal) * SQRT_2
    }

    /// Like [`length`](Self::length), but every wait and every failed step takes 1: the time on a clock that measures distance.
    pub fn length_and_waits(&self) -> f64 {
        self.length() + f64::from(self.failed) + f64::from(self.waited)
    }
}

/// Sums over all units that have finished a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RoundSum {
    /// Number of such units.
    pub units: u64,
    /// Nodes expanded.
    pub expanded: u64,
    /// Distance walked, in cells.
    pub length: f64,
    /// Steps that failed.
    pub failed: u64,
}

/// The cost of the patrols of an arena, round by round.
#[derive(Component, Clone, Debug, Default, Serialize, Deserialize)]
pub struct Patrols {
    /// The first entry is the first round of every unit.
    pub rounds: Vec<RoundSum>,
    /// The longest time of any unit for all its rounds, on a clock that measures distance.
    pub slowest: f64,
}

/// Means per patrol and agent: the four numbers in the tables of direction-maps, except for the total time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PatrolNumbers {
    /// Rounds finished by all units together.
    pub rounds: u64,
    /// Nodes expanded per round.
    pub expanded: f64,
    /// Distance walked per round, in cells.
    pub length: f64,
    /// Steps per round that failed because another unit stood in the way.
    pub failed: f64,
    /// Simulated time since the start, as direction-maps counts it, in seconds.
    pub time: f64,
}

impl Patrols {
    /// Adds a finished round of a unit, counted from 0. `so_far` is the time of all its rounds including this one, on a
    /// clock that measures distance.
    pub fn add(&mut self, round: usize, tally: &Tally, so_far: f64) {
        self.slowest = self.slowest.max(so_far);
        // Endless patrols share one entry for all late rounds.
        let round = round.min(MAX_ROUNDS - 1);
        if self.rounds.len() <= round {
            self.rounds.resize(round + 1, RoundSum::default());
        }
        let sum = &mut self.rounds[round];
        sum.units += 1;
        sum.expanded += tally.expanded;
        sum.length += tally.length();
        sum.failed += u64::from(tally.failed);
    }

    /// Means over some of the rounds, counted from 0.
    pub fn means(&self, rounds: impl Fn(usize) -> bool) -> PatrolNumbers {
        let mut all = RoundSum::default();
        for (_, sum) in self.rounds.iter().enumerate().filter(|(i, _)| rounds(*i)) {
            all.units += sum.units;
            all.expanded += sum.expanded;
            all.length += sum.length;
            all.failed += sum.failed;
        }
        let per_round = 1.0 / all.units.max(1) as f64;
        PatrolNumbers {
            rounds: all.units,
            expanded: all.expanded as f64 * per_round,
            length: all.length * per_round,
            failed: all.failed as f64 * per_round,
            time: 0.0,
        }
    }
}

/// Number of rounds that are counted separately.
const MAX_ROUNDS: usize = 1000;
