//! `phalanx run --trace`: hashes per tick, stage and component, for `phalanx diff`.

use super::{Failure, Outcome, RunArgs};
use phalanx::scenario::{NewFile, Scenario};
use phalanx::sim::{Simulation, TraceHead, TraceWriter, unit_hashes};
use std::io;
use std::path::{Path, PathBuf};

/// Writes the trace of a run while it runs.
pub struct Recorder {
    file: PathBuf,
    to: TraceWriter<NewFile>,
}

impl Recorder {
    /// Begins the trace of a run that is before its first tick.
    pub fn new(
        file: &Path,
        args: &RunArgs,
        scenario: &Scenario,
        simulation: &mut Simulation,
    ) -> Result<Self, Failure> {
        let head = TraceHead {
            program: env!("CARGO_PKG_VERSION").into(),
            scenario: scenario.title.clone(),
            seed: scenario.seed,
            doctrines: scenario
                .teams
                .iter()
                .map(|team| format!("{}: {}", team.name, team.doctrine.name()))
                .collect(),
            start: simulation.hash(),
            arguments: args.decisive_words(),
            components: TraceHead::component_names(),
        };
        simulation.watch_stages();
        let to = NewFile::create(file)
            .map_err(|message| Failure::Failed(format!("{}: {message}", file.display())))?;
        let to = TraceWriter::new(to, &head).map_err(|error| cannot_write(file, &error))?;
        Ok(Self { file: file.into(), to })
    }

    /// Writes the tick that was just made.
    pub fn tick(&mut self, simulation: &mut Simulation) -> Outcome {
        let stages = simulation.take_stage_hashes();
        let units = unit_hashes(simulation.world(), simulation.arena());
        let tick = simulation.tick().saturating_sub(1);
        self.to.tick(tick, &stages, &units).map_err(|error| cannot_write(&self.file, &error))
    }

    /// Writes the end.
    pub fn finish(self) -> Outcome {
        let written = self.to.finish().map_err(|error| cannot_write(&self.file, &error))?;
        written
            .keep()
            .map_err(|message| Failure::Failed(format!("{}: {message}", self.file.display())))
    }
}

fn cannot_write(file: &Path, error: &io::Error) -> Failure {
    Failure::Failed(format!("{}: the trace cannot be written ({error})", file.display()))
}
