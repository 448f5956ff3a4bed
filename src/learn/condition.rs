//! What a step of a lesson waits for.

use super::doctrine_parameter::parameter;
use super::observation::{Did, Observation};
use crate::measure::Separation;
use crate::parameters::Value;
use crate::sim::Numbers;
use serde::Deserialize;

/// Something that can be observed in the program.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum Condition {
    /// Nothing: the user reads and goes on.
    Read,
    /// The run has reached this tick.
    Tick(u64),
    /// An overlay is on, by its key.
    Overlay(String),
    /// There are at least this many arenas.
    Arenas(usize),
    /// A team uses a preset.
    Doctrine {
        /// The arena; 0 is the first.
        arena: usize,
        /// The name of the team.
        team: String,
        /// The name of the preset.
        name: String,
    },
    /// A parameter of a team's doctrine lies in a range, both ends included.
    Parameter {
        /// The arena; 0 is the first.
        arena: usize,
        /// The name of the team.
        team: String,
        /// The algorithm, such as `markers` or `Flocking`.
        of: String,
        /// The parameter.
        name: String,
        /// The minimum value.
        from: f64,
        /// The greatest value.
        to: f64,
    },
    /// At least this many units are selected.
    Selected(usize),
    /// A group of the arena separates.
    Separated(usize),
    /// The groups of the arena that were judged all stay together.
    Together(usize),
    /// A number of an arena is at least this.
    AtLeast(usize, Number, f64),
    /// A number of an arena is at most this.
    AtMost(usize, Number, f64),
    /// A number is smaller in the first of two arenas than in the second.
    Less(Number, usize, usize),
    /// The user did something during this step.
    Did(Did),
    /// The window with the experiments is open.
    Experiments,
    /// An about card is open, by its name.
    Card(String),
    /// The user chose the right answer.
    Answer {
        /// The answers to choose from.
        options: Vec<String>,
        /// The index of the right one.
        right: usize,
        /// What is said after a wrong one.
        wrong: String,
        /// Why the right one is right; said after it.
        because: String,
    },
    /// The user said what they expect. Every answer will do: the next steps show what happens.
    Predict(Vec<String>),
    /// All of these.
    All(Vec<Condition>),
}

/// A number of an arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[expect(missing_docs, reason = "the names are those of the numbers in the panel")]
pub enum Number {
    Arrived,
    Cohesion,
    Coherence,
    Separation,
    Spread,
    StallShare,
    HardStops,
    PathLength,
    Patrols,
    FailedMoves,
    NodesPerPatrol,
    Decisions,
    /// Nodes expanded since the start.
    Nodes,
    /// Units that a team has lost, by the index of the team.
    Lost(u8),
    /// Units that a team has left, by the index of the team.
    Left(u8),
}

impl Condition {
    /// Whether it holds.
    pub fn holds(&self, seen: &Observation) -> bool {
        match self {
            Self::Read => false,
            Self::Tick(tick) => seen.tick >= *tick,
            Self::Overlay(key) => seen.overlays.contains(&key.as_str()),
            Self::Arenas(count) => seen.arenas.len() >= *count,
            Self::Doctrine { arena, team, name } => {
                seen.doctrine(*arena, team).is_some_and(|doctrine| doctrine.name() == *name)
            }
            Self::Parameter { arena, team, of, name, from, to } => {
                let doctrine = seen.doctrine(*arena, team);
                let value = doctrine.and_then(|doctrine| parameter(doctrine, of, name));
                value.and_then(as_number).is_some_and(|value| (*from..=*to).contains(&value))
            }
            Self::Selected(count) => seen.selected >= *count,
            Self::Separated(arena) => {
                seen.separations(*arena).any(|found| found.is_some_and(Separation::is_separated))
            }
            Self::Together(arena) => {
                let mut groups = seen.separations(*arena).peekable();
                let judged = groups.peek().is_some();
                judged && groups.all(|found| found.is_some_and(|found| !found.is_separated()))
            }
            Self::AtLeast(arena, number, least) => {
                seen.number(*arena, *number).is_some_and(|value| value >= *least)
            }
            Self::AtMost(arena, number, most) => {
                seen.number(*arena, *number).is_some_and(|value| value <= *most)
            }
            Self::Less(number, one, other) => {
                let pair = (seen.number(*one, *number), seen.number(*other, *number));
                matches!(pair, (Some(one), Some(other)) if one < other)
            }
            Self::Did(deed) => seen.did.contains(deed),
            Self::Experiments => seen.experiments,
            Self::Card(name) => seen.card == Some(name.as_str()),
            Self::Answer { right, .. } => seen.answer == Some(*right),
            Self::Predict(options) => seen.answer.is_some_and(|answer| answer < options.len()),
            Self::All(all) => all.iter().all(|condition| condition.holds(seen)),
        }
    }

    /// The latest tick that it waits for, if any.
    pub fn tick(&self) -> Option<u64> {
        match self {
            Self::Tick(tick) => Some(*tick),
            Self::All(all) => all.iter().filter_map(Self::tick).max(),
            _ => None,
        }
    }

    /// Every condition inside it, itself included.
    pub fn each(&self) -> Vec<&Self> {
        match self {
            Self::All(all) => all.iter().flat_map(Self::each).collect(),
            other => vec![other],
        }
    }
}

impl Number {
    /// Its value in an arena.
    pub(super) fn of(self, numbers: &Numbers) -> Option<f64> {
        Some(match self {
            Self::Arrived => numbers.arrived as f64,
            Self::Cohesion => numbers.cohesion,
            Self::Coherence => numbers.coherence,
            Self::Separation => numbers.separation,
            Self::Spread => numbers.spread,
            Self::StallShare => numbers.stall_share,
            Self::HardStops => numbers.hard_stops as f64,
            Self::PathLength => numbers.average_length,
            Self::Patrols => numbers.patrols.rounds as f64,
            Self::FailedMoves => numbers.patrols.failed,
            Self::NodesPerPatrol => numbers.patrols.expanded,
            Self::Decisions => numbers.decisions as f64,
            Self::Nodes => numbers.expanded as f64,
            Self::Lost(_) | Self::Left(_) => return None,
        })
    }
}

/// A value as a number, for comparisons.
fn as_number(value: Value) -> Option<f64> {
    match value {
        Value::Number(value) => Some(value),
        Value::Whole(value) => Some(value as f64),
        Value::Switch(on) => Some(f64::from(u8::from(on))),
        Value::Choice(_) => None,
    }
}
