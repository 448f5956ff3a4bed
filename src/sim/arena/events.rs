//! What happened, for the list in the window and for tests.

use crate::grid::Cell;
use crate::scenario::UnitId;
use crate::sim::unit::WaitReason;
use bevy::prelude::*;
use std::collections::VecDeque;

/// Something worth telling.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// When, in ticks.
    pub tick: u64,
    /// Where.
    pub at: Cell,
    /// What.
    pub kind: EventKind,
}

/// What happened.
#[derive(Clone, Debug, PartialEq)]
pub enum EventKind {
    /// A group was told to go somewhere.
    Ordered {
        /// How many units.
        units: usize,
    },
    /// The goal cannot be reached; the units go to the nearest cell that can.
    GoalUnreachable {
        /// How many units.
        units: usize,
        /// The goal.
        goal: Cell,
    },
    /// The ground changed under planned paths, which were planned anew.
    Replanned {
        /// How many units.
        units: usize,
    },
    /// A unit cannot go on.
    Waiting(UnitId, WaitReason),
    /// A unit that had waited goes on.
    Freed(UnitId),
    /// All units of a group have arrived.
    Arrived {
        /// How many units.
        units: usize,
    },
    /// Somebody attacked for the first time.
    FirstAttack {
        /// The name of his side.
        team: String,
    },
    /// A unit died.
    Died {
        /// Which.
        unit: UnitId,
        /// Of what kind.
        kind: &'static str,
    },
    /// Nobody fights any more.
    FightOver {
        /// Units that died since the start, on all sides.
        casualties: usize,
    },
    /// Only one side can still fight.
    Won {
        /// Its name.
        team: String,
    },
    /// Part of a command could not be done, and why.
    Refused(String),
}

impl EventKind {
    /// The event as a sentence.
    pub fn sentence(&self) -> String {
        match self {
            Self::Ordered { units } => format!("{} set off", count(*units)),
            Self::GoalUnreachable { units, goal } => {
                format!("{goal} cannot be reached; {} go as near as they can", count(*units))
            }
            Self::Replanned { units } => {
                format!("the ground changed; new paths for {}", count(*units))
            }
            Self::Waiting(unit, reason) => format!("unit {} waits: {}", unit.0, reason.sentence()),
            Self::Freed(unit) => format!("unit {} goes on", unit.0),
            Self::Arrived { units } => format!("{} arrived", count(*units)),
            Self::FirstAttack { team } => format!("{team} attacks"),
            Self::Died { unit, kind } => format!("unit {} ({kind}) died", unit.0),
            Self::FightOver { casualties: 1 } => "the fight is over; 1 unit died so far".into(),
            Self::FightOver { casualties } => {
                format!("the fight is over; {casualties} units died so far")
            }
            Self::Won { team } => format!("{team} has won"),
            Self::Refused(why) => why.clone(),
        }
    }
}

fn count(units: usize) -> String {
    if units == 1 { "1 unit".into() } else { format!("{units} units") }
}

/// The latest events of an arena, oldest first.
#[derive(Component, Clone, Debug, Default)]
pub struct Events {
    list: VecDeque<Event>,
    /// How many there have been in all, forgotten ones included.
    total: u64,
}

impl Events {
    /// How many are kept.
    pub const CAPACITY: usize = 400;

    /// Adds one.
    pub fn push(&mut self, event: Event) {
        if self.list.len() == Self::CAPACITY {
            self.list.pop_front();
        }
        self.list.push_back(event);
        self.total += 1;
    }

    /// Those that are kept, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Event> {
        self.list.iter()
    }

    /// How many there have been in all.
    pub fn total(&self) -> u64 {
        self.total
    }
}
