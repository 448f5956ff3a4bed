//! What an experiment found: tables, claims, notes and pictures.

use super::{Claim, Experiment, Settings, Statement, Table, judged};
use crate::measure::statistics::Family;
use serde::{Serialize, Serializer};

/// What an experiment found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The experiment's name.
    pub experiment: String,
    /// Authors, title and the tables that are reproduced.
    pub paper: String,
    /// Seed of all random draws.
    pub seed: u64,
    /// How often everything was repeated; 1 where nothing is random.
    pub repetitions: u32,
    /// Whether it was only a small sample.
    pub quick: bool,
    /// The version of the program.
    pub version: String,
    /// The command that repeats it.
    pub command: String,
    /// Fixed parameters, as name and value.
    #[serde(serialize_with = "as_map")]
    pub parameters: Vec<(String, String)>,
    /// Ours beside the paper's.
    pub tables: Vec<Table>,
    /// All tests of the claims together.
    pub family: Family,
    /// What the paper claims, tested.
    pub claims: Vec<Claim>,
    /// Notes for the reader, in sentences: what is reconstructed, what was tuned.
    pub notes: Vec<String>,
    /// Pictures; JSON holds only their file names.
    pub pictures: Vec<Picture>,
    /// Tables that are too long to print; JSON holds only their file names.
    pub data: Vec<DataFile>,
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
            command: settings.command(experiment.name),
            parameters: Vec::new(),
            tables: Vec::new(),
            family: Family::default(),
            claims: Vec::new(),
            notes: Vec::new(),
            pictures: Vec::new(),
            data: Vec::new(),
        }
    }

    /// Adds a fixed parameter.
    pub fn parameter(&mut self, name: impl Into<String>, value: impl ToString) {
        self.parameters.push((name.into(), value.to_string()));
    }

    /// Judges all claims of the experiment together.
    pub fn judge(&mut self, statements: Vec<Statement>) {
        (self.family, self.claims) = judged(statements);
    }

    /// Adds a note for the reader.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// Adds a picture; the file name is given without its extension.
    pub fn picture(&mut self, name: impl Into<String>, svg: String) {
        self.pictures.push(Picture { file: format!("{}.svg", name.into()), svg });
    }

    /// Adds a table that is too long to print; the file name is given without its extension.
    pub fn data(&mut self, name: impl Into<String>, csv: String) {
        self.data.push(DataFile { file: format!("{}.csv", name.into()), csv });
    }
}

/// A picture that belongs to a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Its file name.
    pub file: String,
    /// The picture as SVG text.
    pub svg: String,
}

impl Serialize for Picture {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.file)
    }
}

/// A table that is too long to print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataFile {
    /// Its file name.
    pub file: String,
    /// The table as CSV text.
    pub csv: String,
}

impl Serialize for DataFile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.file)
    }
}

fn as_map<S: Serializer>(pairs: &[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, value)| (name, value)))
}
