//! What an experiment is asked and what it answers: settings and progress in, tables beside the paper's,
//! claims, notes and pictures out. No ECS.
//!
//! This lies below `experiment`, which fills reports, and `view`, which shows them, so that the two need
//! not know each other. [`Report`] as JSON is
//! `{"experiment", "seed", "tables": [{"title", "columns", "rows", "cells", "matched"}], "claims":
//! [{"claim", "holds", "evidence"}]}` and a few further fields.

mod files;
mod json;
mod progress;
mod table;
mod text;

pub use progress::{ExperimentError, Progress};
pub use table::{Column, Digits, Figure, Row, Table, Value};

use serde::{Serialize, Serializer};
use std::path::PathBuf;

/// One entry of the list of experiments.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// The name, as on the command line.
    pub name: &'static str,
    /// Authors, title and the tables in question.
    pub paper: &'static str,
    /// What is run, in one sentence.
    pub about: &'static str,
    /// Runs it.
    pub run: fn(&Settings, &Progress) -> Result<Report, ExperimentError>,
}

/// How an experiment is to be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// What all random draws start from.
    pub seed: u64,
    /// How often everything is repeated; each experiment has its own default.
    pub repetitions: Option<u32>,
    /// A small sample, to see whether it works.
    pub quick: bool,
    /// The folder that holds `starcraft/` and `direction-maps/`.
    pub maps: Option<PathBuf>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { seed: 1, repetitions: None, quick: false, maps: None }
    }
}

impl Settings {
    /// How often to repeat, where an experiment has a number for itself and one for a quick look.
    pub fn repetitions_or(&self, usual: u32, quick: u32) -> u32 {
        self.repetitions.unwrap_or(if self.quick { quick } else { usual })
    }

    /// The folder with the maps, or a sentence about what is missing.
    pub fn maps(&self) -> Result<&std::path::Path, ExperimentError> {
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

/// What an experiment found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The experiment's name.
    pub experiment: String,
    /// Authors, title and the tables in question.
    pub paper: String,
    /// What all random draws started from.
    pub seed: u64,
    /// How often everything was repeated; 1 where nothing is random.
    pub repetitions: u32,
    /// Whether it was only a small sample.
    pub quick: bool,
    /// The version of the program.
    pub version: String,
    /// What was fixed for all of it, as name and value.
    #[serde(serialize_with = "as_map")]
    pub parameters: Vec<(String, String)>,
    /// Ours beside the paper's.
    pub tables: Vec<Table>,
    /// What the paper says, tested.
    pub claims: Vec<Claim>,
    /// What a reader has to know, in sentences: what is reconstructed, what was tuned.
    pub notes: Vec<String>,
    /// Pictures; JSON tells only their names.
    pub pictures: Vec<Picture>,
}

impl Report {
    /// An empty report of an experiment that was run with these settings.
    pub fn new(experiment: &Experiment, settings: &Settings, repetitions: u32) -> Self {
        Self {
            experiment: experiment.name.into(),
            paper: experiment.paper.into(),
            seed: settings.seed,
            repetitions,
            quick: settings.quick,
            version: env!("CARGO_PKG_VERSION").into(),
            parameters: Vec::new(),
            tables: Vec::new(),
            claims: Vec::new(),
            notes: Vec::new(),
            pictures: Vec::new(),
        }
    }

    /// Adds a parameter that was fixed for all of it.
    pub fn parameter(&mut self, name: impl Into<String>, value: impl ToString) {
        self.parameters.push((name.into(), value.to_string()));
    }

    /// Adds a claim with what was found about it.
    pub fn claim(&mut self, claim: impl Into<String>, holds: bool, evidence: impl Into<String>) {
        self.claims.push(Claim { claim: claim.into(), holds, evidence: evidence.into() });
    }

    /// Adds a sentence that a reader has to know.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// Adds a picture under a file name without its ending.
    pub fn picture(&mut self, name: impl Into<String>, svg: String) {
        self.pictures.push(Picture { file: format!("{}.svg", name.into()), svg });
    }
}

/// Something that a paper says, and whether it holds here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Claim {
    /// The claim, in a sentence.
    pub claim: String,
    /// Whether it holds in our simulation. If not, that is a finding.
    pub holds: bool,
    /// The numbers that say so.
    pub evidence: String,
}

/// A picture that belongs to a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Its file name.
    pub file: String,
    /// Its text.
    pub svg: String,
}

impl Serialize for Picture {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.file)
    }
}

fn as_map<S: Serializer>(pairs: &[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, value)| (name, value)))
}

#[cfg(test)]
mod tests;
