//! The file of a trace: hashes per tick, stage, component and unit.
//!
//! A line of text names the format and its version, a second one (RON) the run. Then, for each tick, in little-endian
//! order: the tick (u64); for each stage a set of components (u32, one bit each) and a hash (u64) of each component in
//! it, those whose hash has changed since the stage before; the number of units that changed in this tick (u32), and their
//! ids and hashes (u32 each, 0 once a unit is dead). The end is marked by a tick that cannot be, and the number of ticks.
//!
//! Written and read tick by tick. A tick takes 8 bytes per unit that changed and some 200 more.

use super::diff::differing;
use super::probe::STAGES;
use crate::scenario::UnitId;
use crate::sim::TickSystems;
use crate::sim::hash::{ComponentHashes, HashedComponent};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{self, BufRead, ErrorKind, Read, Write};
use thiserror::Error;

const NAME: &str = "phalanx trace";
const VERSION: u32 = 1;
const END: u64 = u64::MAX;
/// Longest line of the head, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// Which run a trace is of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TraceHead {
    /// The version of the program that wrote it.
    pub program: String,
    /// The title of the scenario.
    pub scenario: String,
    /// The seed.
    pub seed: u64,
    /// The doctrine of each team.
    pub doctrines: Vec<String>,
    /// The state hash before the first tick.
    pub start: u64,
    /// The arguments of `phalanx run` that give the run again.
    pub arguments: Vec<String>,
    /// The names of the components, in the order of their bits.
    pub components: Vec<String>,
}

impl TraceHead {
    /// The names of all components, for [`components`](Self::components).
    pub fn component_names() -> Vec<String> {
        HashedComponent::ALL.iter().map(ToString::to_string).collect()
    }

    /// Why two traces are not of the same run, as a sentence.
    pub fn mismatch(&self, other: &Self) -> Option<String> {
        let differ = |what: &str, a: &dyn std::fmt::Debug, b: &dyn std::fmt::Debug| {
            Some(format!("the traces are of different runs: the {what} are {a:?} and {b:?}"))
        };
        if self.scenario != other.scenario {
            differ("scenarios", &self.scenario, &other.scenario)
        } else if self.seed != other.seed {
            differ("seeds", &self.seed, &other.seed)
        } else if self.doctrines != other.doctrines {
            differ("doctrines", &self.doctrines, &other.doctrines)
        } else {
            None
        }
    }
}

/// Why a trace cannot be read.
#[derive(Debug, Error)]
pub enum TraceError {
    /// The file is something else.
    #[error("this is no trace; `phalanx run FILE --trace TRACE` writes one")]
    NotATrace,
    /// Another version of the format.
    #[error("this trace has version {0}; this program reads version {VERSION}")]
    Version(String),
    /// The state has other components.
    #[error(
        "this trace was written by phalanx {0}, whose state has other components; write it again"
    )]
    Components(String),
    /// The second line is wrong.
    #[error("the head of this trace is damaged ({0}); write it again")]
    Head(String),
    /// The end is missing.
    #[error("this trace breaks off after {0} ticks; let the run finish that writes it")]
    Truncated(u64),
    /// The ticks do not follow each other.
    #[error("this trace is damaged: tick {1} follows after {0} ticks; write it again")]
    Damaged(u64, u64),
    /// The file cannot be read.
    #[error("this trace cannot be read ({0})")]
    Io(#[from] io::Error),
}

/// The hashes of one tick.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceTick {
    /// The tick, as the clock shows it before the tick.
    pub tick: u64,
    /// The hashes after each stage.
    pub stages: [ComponentHashes; STAGES.len()],
    /// The hashes of the living units after the last stage.
    pub units: BTreeMap<UnitId, u32>,
}

impl TraceTick {
    /// Before the first tick.
    fn start() -> Self {
        Self { tick: 0, stages: Default::default(), units: BTreeMap::new() }
    }
}

/// Writes a trace.
pub struct TraceWriter<W> {
    to: W,
    last: TraceTick,
    ticks: u64,
}

impl<W: Write> TraceWriter<W> {
    /// Writes the head.
    pub fn new(mut to: W, head: &TraceHead) -> io::Result<Self> {
        let head = ron::to_string(head).map_err(io::Error::other)?;
        writeln!(to, "{NAME} {VERSION}\n{head}")?;
        Ok(Self { to, last: TraceTick::start(), ticks: 0 })
    }

    /// Writes a tick: the hashes after each stage, and those of the units.
    pub fn tick(
        &mut self,
        tick: u64,
        stages: &[ComponentHashes],
        units: &[(UnitId, u64)],
    ) -> io::Result<()> {
        let mut record = tick.to_le_bytes().to_vec();
        let mut before = self.last.stages[STAGES.len() - 1];
        for (hashes, last) in stages.iter().zip(&mut self.last.stages) {
            let changed = differing(&before, hashes);
            let bits = changed.iter().fold(0, |bits: u32, &c| bits | 1 << c as u32);
            record.extend(bits.to_le_bytes());
            changed.iter().for_each(|&c| record.extend(hashes[c as usize].to_le_bytes()));
            (before, *last) = (*hashes, *hashes);
        }
        // The lower half of a hash is enough to name a unit. 0 means dead.
        let units: BTreeMap<UnitId, u32> =
            units.iter().map(|&(id, hash)| (id, (hash as u32).max(1))).collect();
        let dead = self.last.units.keys().filter(|id| !units.contains_key(id)).map(|&id| (id, 0));
        let changed = units.iter().filter(|&(id, hash)| self.last.units.get(id) != Some(hash));
        let changed: Vec<(UnitId, u32)> =
            changed.map(|(&id, &hash)| (id, hash)).chain(dead).collect();
        record.extend((changed.len() as u32).to_le_bytes());
        for (id, hash) in changed {
            record.extend(id.0.to_le_bytes());
            record.extend(hash.to_le_bytes());
        }
        self.last.units = units;
        self.ticks += 1;
        self.to.write_all(&record)
    }

    /// Writes the end, and gives back what was written to.
    pub fn finish(mut self) -> io::Result<W> {
        self.to.write_all(&END.to_le_bytes())?;
        self.to.write_all(&self.ticks.to_le_bytes())?;
        self.to.flush()?;
        Ok(self.to)
    }
}

/// Reads a trace tick by tick.
pub struct TraceReader<R> {
    from: R,
    head: TraceHead,
    last: TraceTick,
    ticks: u64,
}

impl<R: BufRead> TraceReader<R> {
    /// Reads the head.
    pub fn new(mut from: R) -> Result<Self, TraceError> {
        let first = line(&mut from)?.ok_or(TraceError::NotATrace)?;
        let version = first.strip_prefix(NAME).ok_or(TraceError::NotATrace)?.trim();
        if version != VERSION.to_string() {
            return Err(TraceError::Version(version.into()));
        }
        let head = line(&mut from)?.ok_or(TraceError::Truncated(0))?;
        let head: TraceHead =
            ron::from_str(&head).map_err(|error| TraceError::Head(error.to_string()))?;
        if head.components != TraceHead::component_names() {
            return Err(TraceError::Components(head.program));
        }
        Ok(Self { from, head, last: TraceTick::start(), ticks: 0 })
    }

    /// Which run it is of.
    pub fn head(&self) -> &TraceHead {
        &self.head
    }

    /// The next tick. `None` at the end.
    pub fn next_tick(&mut self) -> Result<Option<&TraceTick>, TraceError> {
        let ticks = self.ticks;
        self.read_tick().map_err(|error| match error {
            TraceError::Io(error) if error.kind() == ErrorKind::UnexpectedEof => {
                TraceError::Truncated(ticks)
            }
            error => error,
        })
    }

    fn read_tick(&mut self) -> Result<Option<&TraceTick>, TraceError> {
        let tick = u64::from_le_bytes(self.bytes()?);
        if tick == END {
            let ticks = u64::from_le_bytes(self.bytes()?);
            return if ticks == self.ticks {
                Ok(None)
            } else {
                Err(TraceError::Truncated(self.ticks))
            };
        }
        if tick != self.ticks {
            return Err(TraceError::Damaged(self.ticks, tick));
        }
        let mut hashes = self.last.stages[STAGES.len() - 1];
        for stage in 0..STAGES.len() {
            let bits = u32::from_le_bytes(self.bytes()?);
            for (place, hash) in hashes.iter_mut().enumerate() {
                if bits >> place & 1 == 1 {
                    *hash = u64::from_le_bytes(self.bytes()?);
                }
            }
            self.last.stages[stage] = hashes;
        }
        for _ in 0..u32::from_le_bytes(self.bytes()?) {
            let id = UnitId(u32::from_le_bytes(self.bytes()?));
            match u32::from_le_bytes(self.bytes()?) {
                0 => self.last.units.remove(&id),
                hash => self.last.units.insert(id, hash),
            };
        }
        self.last.tick = tick;
        self.ticks += 1;
        Ok(Some(&self.last))
    }

    fn bytes<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.from.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}

/// A line of text without its end. `None` if the input has no such line.
fn line(from: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    from.take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    let text = bytes.strip_suffix(b"\n").map(<[u8]>::to_vec);
    Ok(text.and_then(|text| String::from_utf8(text).ok()))
}

/// One of two traces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceSide {
    /// The first.
    Left,
    /// The second.
    Right,
}

/// What a comparison of two traces has found.
#[derive(Clone, Debug, PartialEq)]
pub enum TraceComparison {
    /// They are equal and have this many ticks.
    Equal(u64),
    /// They are equal up to this tick, where one of them ends.
    Ends(TraceSide, u64),
    /// They differ.
    Differs {
        /// The tick, as the clock shows it before the tick.
        tick: u64,
        /// The first stage after which they differ. `None` if they differ before the tick.
        stage: Option<TickSystems>,
        /// The components that differ then.
        components: Vec<HashedComponent>,
        /// The units that differ at the end of that tick.
        units: Vec<UnitId>,
    },
}

/// Compares two traces tick by tick, up to the first difference. Errors name the trace that has them.
pub fn compare_traces(
    left: &mut TraceReader<impl BufRead>,
    right: &mut TraceReader<impl BufRead>,
) -> Result<TraceComparison, (TraceSide, TraceError)> {
    let start = left.head.start != right.head.start;
    let mut ticks = 0;
    loop {
        let a = left.next_tick().map_err(|error| (TraceSide::Left, error))?;
        let b = right.next_tick().map_err(|error| (TraceSide::Right, error))?;
        let (a, b) = match (a, b) {
            (None, None) => return Ok(TraceComparison::Equal(ticks)),
            (None, Some(_)) => return Ok(TraceComparison::Ends(TraceSide::Left, ticks)),
            (Some(_), None) => return Ok(TraceComparison::Ends(TraceSide::Right, ticks)),
            (Some(a), Some(b)) => (a, b),
        };
        let place = a.stages.iter().zip(&b.stages).position(|(a, b)| a != b);
        if start || a.units != b.units || place.is_some() {
            let place = place.unwrap_or(STAGES.len() - 1);
            let differs = |id: &&UnitId| a.units.get(id) != b.units.get(id);
            let mut units: Vec<UnitId> =
                a.units.keys().chain(b.units.keys()).filter(differs).copied().collect();
            units.sort_unstable();
            units.dedup();
            return Ok(TraceComparison::Differs {
                tick: a.tick,
                stage: (!start).then_some(STAGES[place]),
                components: differing(&a.stages[place], &b.stages[place]),
                units,
            });
        }
        ticks += 1;
    }
}
