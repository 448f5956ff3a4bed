//! Makes and replays recordings.

use crate::scenario::{Recording, Scenario};
use crate::sim::{Simulation, TICKS_PER_SECOND};

/// How a replay went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replay {
    /// Every hash is the recorded one.
    Same,
    /// The run is another one from somewhere after `after` on; at tick `at` the hash differs.
    Diverged {
        /// The last tick at which the hashes are equal.
        after: u64,
        /// The first tick at which they differ.
        at: u64,
    },
    /// The hashes belong to another version of the state hash, so nothing is known.
    NotCompared,
}

/// Compares a run with the hashes of its recording, tick by tick.
#[derive(Debug)]
pub struct ReplayCheck<'a> {
    recording: &'a Recording,
    /// The last tick with an equal hash.
    equal: u64,
    diverged: Option<Replay>,
}

impl<'a> ReplayCheck<'a> {
    /// Begins at tick 0 of a recording.
    pub fn new(recording: &'a Recording) -> Self {
        Self { recording, equal: 0, diverged: None }
    }

    /// Compares the state after a tick, where the recording has a hash of it.
    pub fn tick(&mut self, simulation: &Simulation) {
        let (tick, every) = (simulation.tick(), self.recording.every);
        let result = self.result();
        if result != Replay::Same || tick == 0 || !tick.is_multiple_of(every) {
            return;
        }
        match self.recording.hashes.get((tick / every) as usize - 1) {
            Some(&hash) if hash == simulation.hash() => self.equal = tick,
            Some(_) => self.diverged = Some(Replay::Diverged { after: self.equal, at: tick }),
            None => {}
        }
    }

    /// How the replay has gone so far.
    pub fn result(&self) -> Replay {
        match self.recording.hash_version {
            Recording::HASH_VERSION => self.diverged.unwrap_or(Replay::Same),
            _ => Replay::NotCompared,
        }
    }
}

impl Recording {
    /// Ticks from one hash to the next: one hash per simulated second.
    pub const EVERY: u64 = TICKS_PER_SECOND as u64;

    /// Runs a scenario and records its hashes.
    pub fn of(scenario: Scenario, ticks: u64) -> Self {
        let mut simulation = Simulation::new(&scenario);
        let mut recording = Self::new(scenario, ticks, Self::EVERY);
        while simulation.tick() + recording.every <= ticks {
            simulation.run(recording.every);
            recording.hashes.push(simulation.hash());
        }
        recording
    }

    /// Runs the recording again and compares the hashes. `progress` is called with the tick from time to time.
    pub fn replay(&self, mut progress: impl FnMut(u64)) -> (Simulation, Replay) {
        let mut simulation = Simulation::new(&self.scenario);
        let mut check = ReplayCheck::new(self);
        while simulation.tick() < self.ticks && !matches!(check.result(), Replay::Diverged { .. }) {
            simulation.run(self.every.min(self.ticks - simulation.tick()));
            progress(simulation.tick());
            check.tick(&simulation);
        }
        let result = check.result();
        (simulation, result)
    }
}
