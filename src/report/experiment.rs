//! An entry of the list of experiments, and how it is run.

use super::{Progress, Report, Runs};
use std::path::{Path, PathBuf};

/// One entry of the list of experiments.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// The name, as on the command line.
    pub name: &'static str,
    /// Authors, title and the tables that are reproduced.
    pub paper: &'static str,
    /// What is run, in one sentence.
    pub about: &'static str,
    /// Lists its independent runs, and how a report is made of their outcomes.
    pub plan: fn(&Settings) -> Result<Runs<Report>, ExperimentError>,
}

impl Experiment {
    /// Executes every run on all cores.
    pub fn run(&self, settings: &Settings, progress: &Progress) -> Result<Report, ExperimentError> {
        (self.plan)(settings)?.run_all(progress)
    }
}

/// How an experiment is to be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Seed of all random draws.
    pub seed: u64,
    /// How often everything is repeated; each experiment has its own default.
    pub repetitions: Option<u32>,
    /// A small sample, to see whether it works.
    pub quick: bool,
    /// The folder that holds `starcraft/` and `direction-maps/`.
    pub maps: Option<PathBuf>,
    /// Run only this scenario, in an experiment that has several to choose from.
    pub scenario: Option<String>,
    /// Run only this doctrine, likewise.
    pub doctrine: Option<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seed: 1,
            repetitions: None,
            quick: false,
            maps: None,
            scenario: None,
            doctrine: None,
        }
    }
}

impl Settings {
    /// How often to repeat, given the experiment's default for a whole run and for a quick one.
    pub fn repetitions_or(&self, whole: u32, quick: u32) -> u32 {
        self.repetitions.unwrap_or(if self.quick { quick } else { whole })
    }

    /// The folder with the maps, or a sentence about what is missing.
    pub fn maps(&self) -> Result<&Path, ExperimentError> {
        self.maps.as_deref().ok_or_else(|| {
            ExperimentError::Failed(
                "this experiment needs the maps of the benchmark: name the folder that holds \
                 `starcraft` and `direction-maps` as the map folder in the window, with --maps, or in the \
                 variable PHALANX_MAPS"
                    .into(),
            )
        })
    }
}

/// Why an experiment gives no report.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExperimentError {
    /// It was asked to stop.
    #[error("the experiment was cancelled")]
    Cancelled,
    /// A setting names something that does not exist; a sentence.
    #[error("{0}")]
    Unknown(String),
    /// Something is missing; a sentence.
    #[error("{0}")]
    Failed(String),
}
