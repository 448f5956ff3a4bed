//! Compares a run with the recording that it repeats.

use super::{Failure, Outcome, print, say};
use phalanx::scenario::Recording;
use phalanx::sim::{Replay, ReplayCheck, Simulation};
use serde::Serialize;

/// How a run compares with its recording.
#[derive(Serialize)]
pub struct Comparison {
    /// The version of the program that made the recording.
    program: String,
    /// The length of the recording, in ticks.
    ticks: u64,
    /// Hashes in the recording.
    hashes: usize,
    /// Those that were reached and compared.
    compared: usize,
    /// Whether all hashes that were compared are equal; `null` if none was.
    equal: Option<bool>,
    /// Whether the hashes belong to another version of the state hash, so that they are not compared.
    other_hashes: bool,
    /// The last tick with an equal hash and the first one with another, if one differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    diverged: Option<Diverged>,
    /// Actions of the recording that were refused.
    refused: Vec<String>,
}

#[derive(Clone, Copy, Serialize)]
struct Diverged {
    equal_until: u64,
    different_at: u64,
}

/// Compares a run with its recording.
pub struct ReplayWatch<'a> {
    recording: &'a Recording,
    hashes: ReplayCheck<'a>,
    compared: usize,
}

impl<'a> ReplayWatch<'a> {
    pub fn new(recording: &'a Recording) -> Self {
        Self { recording, hashes: ReplayCheck::new(recording), compared: 0 }
    }

    pub fn tick(&mut self, simulation: &Simulation) {
        let (tick, every) = (simulation.tick(), self.recording.every);
        if self.hashes.result() == Replay::Same
            && tick.is_multiple_of(every)
            && (1..=self.recording.hashes.len() as u64).contains(&(tick / every))
        {
            self.compared += 1;
        }
        self.hashes.tick(simulation);
    }

    /// The result. `refused` are the actions that were refused.
    pub fn finish(self, refused: Vec<String>) -> Comparison {
        let diverged = match self.hashes.result() {
            Replay::Diverged { after, at } => {
                Some(Diverged { equal_until: after, different_at: at })
            }
            Replay::Same | Replay::NotCompared => None,
        };
        Comparison {
            program: self.recording.program.clone(),
            ticks: self.recording.ticks,
            hashes: self.recording.hashes.len(),
            compared: self.compared,
            other_hashes: self.hashes.result() == Replay::NotCompared,
            equal: (self.compared > 0).then_some(diverged.is_none()),
            diverged,
            refused,
        }
    }
}

impl Comparison {
    /// Prints the result in a line, and what was refused on stderr.
    pub fn print(&self) -> Outcome {
        for refusal in &self.refused {
            say(format!("an action of the recording is not possible at its tick; {refusal}"));
        }
        let Self { hashes, compared, equal, .. } = self;
        print(match equal {
            None if *hashes == 0 => {
                "  recording        has no hashes, so nothing was compared".into()
            }
            None if self.other_hashes => format!(
                "  recording        its {hashes} hashes belong to another version of the state hash and were not compared"
            ),
            None => format!(
                "  recording        none of {hashes} hashes reached, so nothing was compared"
            ),
            Some(false) => format!(
                "  recording        {compared} of {hashes} hashes compared; the last one differs"
            ),
            Some(true) if compared == hashes => {
                format!("  recording        {hashes} hashes, all equal")
            }
            Some(true) => {
                format!("  recording        {compared} of {hashes} hashes compared, all equal")
            }
        })
    }

    /// Fails if the run is another one.
    pub fn verdict(&self) -> Outcome {
        let Some(Diverged { equal_until, different_at }) = self.diverged else { return Ok(()) };
        let (made_by, this) = (&self.program, env!("CARGO_PKG_VERSION"));
        let version = if made_by == this {
            String::new()
        } else {
            format!("; version {made_by} made the recording, this is {this}")
        };
        say(format!(
            "the run diverged from its recording: equal until tick {equal_until}, different at tick {different_at}{version}"
        ));
        Err(Failure::Finding)
    }
}
