//! Recordings: a scenario, what was done to it at which ticks, and hashes to check a replay against.
//!
//! A recording is one RON text. Its scenario holds everything: the ground, the seed, and the actions with their ticks. The
//! simulation makes and replays recordings.
//!
//! A recording names the version of the state hash that its hashes were made with. Those of another version say nothing about a
//! replay.

use super::read::{options, read_start, read_text};
use super::write_file::write_file;
use super::{MapOrigin, Scenario, ScenarioError, load_str, to_ron};
use ron::value::RawValue;
use serde::Deserialize;
use std::fmt::Write as _;
use std::path::Path;

/// Grows with every change of the format. Format 1 has no version of the hash; then it is the first.
const FORMAT: u32 = 2;
/// The version of hashes in files and lines that name none.
pub(super) const FIRST_HASH: u32 = 1;

/// A run that can be repeated.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// What was run, with its actions.
    pub scenario: Scenario,
    /// The length of the run in ticks.
    pub ticks: u64,
    /// State hashes: one every `every` ticks, the first after `every` ticks.
    pub hashes: Vec<u64>,
    /// Ticks from one hash to the next.
    pub every: u64,
    /// The version of the program that made it.
    pub program: String,
    /// The version of the state hash that the hashes were made with.
    pub hash_version: u32,
}

/// The outer part of a recording.
#[derive(Deserialize)]
#[serde(rename = "Recording", deny_unknown_fields)]
struct File<'a> {
    #[expect(dead_code, reason = "checked in the text, before the rest is read")]
    recording: u32,
    program: String,
    #[serde(default = "first_hash")]
    hash_version: u32,
    ticks: u64,
    every: u64,
    #[serde(default)]
    hashes: Vec<String>,
    #[serde(borrow)]
    scenario: &'a RawValue,
}

fn first_hash() -> u32 {
    FIRST_HASH
}

impl Recording {
    /// The version of the state hash of this program. It grows when hashes change although no run does.
    pub const HASH_VERSION: u32 = 2;

    /// A recording without hashes.
    pub fn new(scenario: Scenario, ticks: u64, every: u64) -> Self {
        let (program, hash_version) = (env!("CARGO_PKG_VERSION").into(), Self::HASH_VERSION);
        Self { scenario, ticks, hashes: Vec::new(), every, program, hash_version }
    }

    /// Whether a text begins like a recording.
    pub fn is_one(text: &str) -> bool {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let text = text.strip_prefix("Recording").unwrap_or(text).trim_start();
        text.strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with("recording:"))
    }

    /// Whether a file begins like a recording.
    pub fn is_file(path: &Path) -> bool {
        // Longer than anything that may stand before the first word.
        Self::is_one(&String::from_utf8_lossy(&read_start(path, 256)))
    }

    /// The recording as text, with the ground and the learned directions in itself.
    pub fn to_ron(&self) -> String {
        let mut out = format!(
            "(\n    recording: {FORMAT},\n    program: {:?},\n    hash_version: {},\n    ticks: {},\n    every: {},\n",
            self.program, self.hash_version, self.ticks, self.every
        );
        out.push_str("    hashes: [");
        for (place, hash) in self.hashes.iter().enumerate() {
            out.push_str(if place % 8 == 0 { "\n        " } else { " " });
            let _ = write!(out, "\"{hash:016x}\",");
        }
        let _ = write!(
            out,
            "\n    ],\n    scenario: {},\n)\n",
            self_contained(&self.scenario).trim_end()
        );
        out
    }

    /// Reads a recording. `name` is used in messages.
    pub fn from_ron(text: &str, name: &str) -> Result<Self, ScenarioError> {
        let text = text.trim_start_matches('\u{feff}');
        let whole = |message: String| ScenarioError::whole(name, message);
        if !Self::is_one(text) {
            return Err(whole(
                "this is not a recording; one begins with `(recording: 2, ...`".into(),
            ));
        }
        let version = text.split("recording:").nth(1).unwrap_or_default();
        let version = version.trim_start().split([',', ')']).next().unwrap_or_default().trim();
        if !version.parse::<u32>().is_ok_and(|version| (1..=FORMAT).contains(&version)) {
            return Err(whole(format!(
                "recordings of format {version} are not known; this program reads formats 1 to {FORMAT}"
            )));
        }
        let file: File = options().from_str(text).map_err(|error| {
            let at = error.span.start;
            let message = format!("the recording is incomplete or damaged: {}", error.code);
            ScenarioError::at(name, at.line, at.col, message)
        })?;
        let inner = file.scenario.get_ron();
        let line = text.find(inner).map_or(0, |at| text[..at].matches('\n').count());
        let scenario = load_str(inner.trim(), name, None).map_err(|error| error.below(line))?;
        let hash = |text: &String| u64::from_str_radix(text, 16);
        let hashes: Result<Vec<u64>, _> = file.hashes.iter().map(hash).collect();
        let Ok(hashes) = hashes else {
            return Err(whole("a hash of the recording is not a number of 16 digits".into()));
        };
        if file.every == 0 || hashes.len() as u64 > file.ticks / file.every {
            return Err(whole("the recording has more hashes than its run has ticks for".into()));
        }
        let File { program, hash_version, ticks, every, .. } = file;
        Ok(Self { scenario, ticks, hashes, every, program, hash_version })
    }

    /// Reads a text, if it is a recording, as RON or as one line. `name` is used in messages.
    pub fn from_text(text: &str, name: &str) -> Option<Result<Self, ScenarioError>> {
        if Self::is_one(text) {
            return Some(Self::from_ron(text, name));
        }
        let named = |error: ScenarioError| ScenarioError { file: name.into(), ..error };
        Self::is_line(text).then(|| Self::from_line(text).map_err(named))
    }

    /// Reads a file, if it is a recording.
    pub fn load(path: &Path) -> Option<Result<Self, ScenarioError>> {
        let text = read_text(path).ok()?;
        Self::from_text(&text, &path.display().to_string())
    }

    /// Writes the recording into a file, all of it or nothing.
    pub fn save(&self, path: &Path) -> Result<(), ScenarioError> {
        write_file(path, |_| self.to_ron())
    }
}

/// The scenario as RON, with the ground and the learned directions in itself.
pub(super) fn self_contained(scenario: &Scenario) -> String {
    let directions = scenario.directions.clone().inlined();
    to_ron(&Scenario { origin: MapOrigin::Inline, directions, ..scenario.clone() })
}
