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

    /// Runs the recording again and compares the hashes. `progress` is told the tick from time to time.
    pub fn replay(&self, mut progress: impl FnMut(u64)) -> (Simulation, Replay) {
        let mut simulation = Simulation::new(&self.scenario);
        for &hash in &self.hashes {
            let after = simulation.tick();
            simulation.run(self.every);
            progress(simulation.tick());
            if simulation.hash() != hash {
                let at = simulation.tick();
                return (simulation, Replay::Diverged { after, at });
            }
        }
        simulation.run(self.ticks.saturating_sub(simulation.tick()));
        (simulation, Replay::Same)
    }
}
