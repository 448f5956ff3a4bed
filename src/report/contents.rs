//! What an experiment found: tables, claims, notes and pictures.

use super::{Experiment, Settings, Table};
use serde::{Serialize, Serializer};

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
