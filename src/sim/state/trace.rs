//! The file of a trace: hashes per tick, stage, component and unit.
//!
//! A line of text names the format and its version, a second one (RON) the run. Then, for each tick, its length in bytes and a
//! record by `postcard`: the tick; for each stage the components whose hashes have changed since the stage before, with these
//! hashes; the units that changed in this tick, with their hashes, 0 once a unit is dead. An empty record marks the end, and the
//! number of ticks follows it. All numbers outside of records are u32 in little-endian order.
//!
//! Written and read tick by tick. A tick takes some 7 bytes per unit that changed and 200 more.

use super::diff::differing;
use super::hash::component_names;
use super::probe::STAGES;
use crate::scenario::UnitId;
use crate::sim::TickSystems;
use bevy::prelude::World;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{self, BufRead, ErrorKind, Read, Write};
use thiserror::Error;

const NAME: &str = "phalanx trace";
const VERSION: u32 = 2;
/// Longest line of the head, in bytes.
const MAX_LINE_LENGTH: u64 = 1 << 20;

/// The run of a trace.
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
    /// The names of the components, in the order of their hashes.
    pub components: Vec<String>,
}

impl TraceHead {
    /// The names of all components, for [`components`](Self::components).
    pub fn component_names() -> Vec<String> {
        let mut world = World::new();
        super::register(&mut world);
        component_names(&world).into_iter().map(String::from).collect()
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
    #[error(
        "this trace breaks off after {0} ticks, because the run that wrote it was cut short; record it again"
    )]
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
    /// The hashes of each component after each stage.
    pub stages: [Vec<u64>; STAGES.len()],
    /// The hashes of the living units after the last stage.
    pub units: BTreeMap<UnitId, u32>,
}

/// A tick in a file.
#[derive(Serialize, Deserialize)]
struct Record {
    tick: u64,
    /// By stage: the indices of the components that have changed, and their hashes.
    stages: [Vec<(u32, u64)>; STAGES.len()],
    /// The units that have changed.
    units: Vec<(UnitId, u32)>,
}

impl TraceTick {
    /// Before the first tick.
    fn start(components: usize) -> Self {
        let stages = std::array::from_fn(|_| vec![0; components]);
        Self { tick: 0, stages, units: BTreeMap::new() }
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
        let text = ron::to_string(head).map_err(io::Error::other)?;
        writeln!(to, "{NAME} {VERSION}\n{text}")?;
        Ok(Self { to, last: TraceTick::start(head.components.len()), ticks: 0 })
    }

    /// Writes a tick: the hashes after each stage, and those of the units.
    pub fn tick(
        &mut self,
        tick: u64,
        stages: &[Vec<u64>],
        units: &[(UnitId, u64)],
    ) -> io::Result<()> {
        let mut before = self.last.stages[STAGES.len() - 1].clone();
        let changed = std::array::from_fn(|stage| {
            let now = stages.get(stage).unwrap_or(&before).clone();
            let pairs = (0..).zip(now.iter().zip(&before));
            let changed = pairs.filter(|(_, (now, before))| now != before);
            let changed = changed.map(|(place, (&now, _))| (place, now)).collect();
            before = now;
            changed
        });
        self.last.stages[STAGES.len() - 1] = before;
        // The lower half of a hash is enough to name a unit. 0 means dead.
        let units: BTreeMap<UnitId, u32> =
            units.iter().map(|&(id, hash)| (id, (hash as u32).max(1))).collect();
        let dead = self.last.units.keys().filter(|id| !units.contains_key(id)).map(|&id| (id, 0));
        let new = units.iter().filter(|&(id, hash)| self.last.units.get(id) != Some(hash));
        let new = new.map(|(&id, &hash)| (id, hash)).chain(dead).collect();
        let record = Record { tick, stages: changed, units: new };
        let record = postcard::to_stdvec(&record).map_err(io::Error::other)?;
        self.last.units = units;
        self.ticks += 1;
        self.to.write_all(&(record.len() as u32).to_le_bytes())?;
        self.to.write_all(&record)
    }

    /// Writes the end, and gives back what was written to.
    pub fn finish(mut self) -> io::Result<W> {
        self.to.write_all(&0u32.to_le_bytes())?;
        self.to.write_all(&(self.ticks as u32).to_le_bytes())?;
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
        let last = TraceTick::start(head.components.len());
        Ok(Self { from, head, last, ticks: 0 })
    }

    /// The run that it belongs to.
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
        let length = self.number()?;
        if length == 0 {
            let is_whole = u64::from(self.number()?) == self.ticks;
            return if is_whole { Ok(None) } else { Err(TraceError::Truncated(self.ticks)) };
        }
        let mut bytes = Vec::new();
        (&mut self.from).take(length.into()).read_to_end(&mut bytes)?;
        let record: Record =
            postcard::from_bytes(&bytes).map_err(|_| TraceError::Truncated(self.ticks))?;
        if record.tick != self.ticks {
            return Err(TraceError::Damaged(self.ticks, record.tick));
        }
        let mut hashes = self.last.stages[STAGES.len() - 1].clone();
        for (stage, changed) in self.last.stages.iter_mut().zip(record.stages) {
            for (place, hash) in changed {
                if let Some(known) = hashes.get_mut(place as usize) {
                    *known = hash;
                }
            }
            stage.clone_from(&hashes);
        }
        for (id, hash) in record.units {
            match hash {
                0 => self.last.units.remove(&id),
                hash => self.last.units.insert(id, hash),
            };
        }
        self.last.tick = record.tick;
        self.ticks += 1;
        Ok(Some(&self.last))
    }

    fn number(&mut self) -> io::Result<u32> {
        let mut bytes = [0; 4];
        self.from.read_exact(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }
}

/// A line of text without its end. `None` if the input has no such line.
fn line(from: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    from.take(MAX_LINE_LENGTH).read_until(b'\n', &mut bytes)?;
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
        components: Vec<String>,
        /// The units that differ at the end of that tick.
        units: Vec<UnitId>,
    },
}

/// Compares two traces tick by tick, up to the first difference. Errors name the trace that has them.
pub fn compare_traces(
    left: &mut TraceReader<impl BufRead>,
    right: &mut TraceReader<impl BufRead>,
) -> Result<TraceComparison, (TraceSide, TraceError)> {
    let (start, names) = (left.head.start != right.head.start, left.head.components.clone());
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
                components: differing(&names, &a.stages[place], &b.stages[place]),
                units,
            });
        }
        ticks += 1;
    }
}
