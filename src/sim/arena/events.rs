//! What happens in an arena: a list of the latest events, and a message for each of them.
//!
//! A game that hosts the simulation reads [`ArenaEvent`]s; the window lists [`Events`].

use crate::grid::{Cell, Terrain};
use crate::scenario::UnitId;
use crate::sim::unit::{GroupId, WaitReason};
use bevy::prelude::*;
use std::collections::VecDeque;

/// An event as a message, for systems of the host.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct ArenaEvent {
    /// The arena.
    pub arena: Entity,
    /// What happened in it.
    pub event: Event,
}

/// Something that happened.
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
    /// A group has new paths. Sent as a message, but not listed: it happens too often.
    Planned {
        /// The group.
        group: GroupId,
        /// How many of its units have new paths.
        units: usize,
        /// Nodes expanded for them.
        expanded: u64,
    },
    /// A group was told to go somewhere.
    Ordered {
        /// How many units.
        units: usize,
    },
    /// The goal cannot be reached; the units go to the nearest cell that can.
    GoalUnreachable {
        /// The group.
        group: GroupId,
        /// How many units.
        units: usize,
        /// The goal.
        goal: Cell,
        /// Why.
        reason: UnreachableReason,
    },
    /// The units of a group go round something on different sides and are apart now. Told while
    /// [`CaptureSearch::separation`](crate::sim::CaptureSearch) is on.
    Split {
        /// The group.
        group: GroupId,
        /// In how many clusters.
        parts: usize,
    },
    /// The units of a group that had split are together again.
    Rejoined {
        /// The group.
        group: GroupId,
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
        /// The group.
        group: GroupId,
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
            Self::Planned { units, .. } => format!("new paths for {}", count(*units)),
            Self::GoalUnreachable { units, goal, reason, .. } => {
                let why = reason.sentence();
                format!("{goal} cannot be reached: {why}; {} go as near as they can", count(*units))
            }
            Self::Split { parts, .. } => format!("a group has split into {parts} parts"),
            Self::Rejoined { .. } => "a group is together again".into(),
            Self::Replanned { units } => {
                format!("the ground changed; new paths for {}", count(*units))
            }
            Self::Waiting(unit, reason) => format!("unit {} waits: {}", unit.0, reason.sentence()),
            Self::Freed(unit) => format!("unit {} goes on", unit.0),
            Self::Arrived { units, .. } => format!("{} arrived", count(*units)),
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

/// Why a goal cannot be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnreachableReason {
    /// The goal is on blocked ground.
    Blocked,
    /// No way leads there from where the units are.
    Disconnected,
}

impl UnreachableReason {
    /// Why a goal cannot be reached, given that it cannot.
    pub(crate) fn of(terrain: &Terrain, goal: Cell) -> Self {
        if terrain.is_passable(goal) { Self::Disconnected } else { Self::Blocked }
    }

    /// The reason in a few words.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Blocked => "the ground there is blocked",
            Self::Disconnected => "no way leads there",
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
    /// Not sent as messages yet.
    unsent: Vec<Event>,
}

impl Events {
    /// How many are kept.
    pub const CAPACITY: usize = 400;

    /// Adds one: it is listed, and sent as a message at the end of the pass.
    pub fn push(&mut self, event: Event) {
        self.unsent.push(event.clone());
        if matches!(event.kind, EventKind::Planned { .. }) {
            return;
        }
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

/// Sends what happened in this pass as messages.
pub(crate) fn send_events(
    mut arenas: Query<(Entity, &mut Events)>,
    mut messages: MessageWriter<ArenaEvent>,
) {
    for (arena, mut events) in &mut arenas {
        if !events.unsent.is_empty() {
            let unsent = std::mem::take(&mut events.unsent);
            messages.write_batch(unsent.into_iter().map(|event| ArenaEvent { arena, event }));
        }
    }
}
