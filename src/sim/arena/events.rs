//! The events of an arena: a list of the latest ones, and a message for each of them.
//!
//! A game that hosts the simulation reads [`ArenaEvent`]s. The window lists [`Events`].

use crate::grid::{Cell, Terrain};
use crate::scenario::UnitId;
use crate::sim::unit::{GroupId, WaitReason};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::VecDeque;

/// An event as a message for systems of the host.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct ArenaEvent {
    /// The arena.
    pub arena: Entity,
    /// The event.
    pub event: Event,
}

/// Something that happened in an arena.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// The tick.
    pub tick: u64,
    /// The place.
    pub at: Cell,
    /// What happened.
    pub kind: EventKind,
}

/// The kinds of events, with their data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum EventKind {
    /// A group has new paths. Sent as a message, but not listed, because it happens too often.
    Planned {
        /// The group.
        group: GroupId,
        /// Number of its units with new paths.
        units: usize,
        /// Number of nodes expanded for them.
        expanded: u64,
    },
    /// A group received an order.
    Ordered {
        /// Number of units.
        units: usize,
    },
    /// The goal cannot be reached. The units go to the nearest cell that can.
    GoalUnreachable {
        /// The group.
        group: GroupId,
        /// Number of units.
        units: usize,
        /// The goal.
        goal: Cell,
        /// The reason.
        reason: UnreachableReason,
    },
    /// The units of a group pass an obstacle on different sides and are separated now. Reported only while
    /// [`CaptureSearch::separation`](crate::sim::CaptureSearch) is on.
    Split {
        /// The group.
        group: GroupId,
        /// Number of clusters.
        parts: usize,
    },
    /// The units of a split group are together again.
    Rejoined {
        /// The group.
        group: GroupId,
    },
    /// The ground changed on planned paths, and they were planned again.
    Replanned {
        /// Number of units.
        units: usize,
    },
    /// A unit cannot continue.
    Waiting(UnitId, WaitReason),
    /// A unit that had waited moves again.
    Freed(UnitId),
    /// All units of a group have arrived.
    Arrived {
        /// The group.
        group: GroupId,
        /// Number of units.
        units: usize,
    },
    /// A team attacked for the first time.
    FirstAttack {
        /// The name of the team.
        team: String,
    },
    /// A unit died.
    Died {
        /// The unit.
        unit: UnitId,
        /// The name of its kind.
        kind: Cow<'static, str>,
    },
    /// No unit fights any more.
    FightOver {
        /// Number of units that have died since the start, on all sides.
        casualties: usize,
    },
    /// Only one side can still fight.
    Won {
        /// The name of the team.
        team: String,
    },
    /// A part of a command was refused, for this reason.
    Refused(String),
}

impl EventKind {
    /// The event as a sentence.
    pub fn sentence(&self) -> String {
        match self {
            Self::Ordered { units } => format!("{} set off", count(*units)),
            Self::Planned { units, .. } => format!("new paths for {}", count(*units)),
            Self::GoalUnreachable { units, goal, reason, .. } => {
                let (why, units) = (reason.sentence(), *units);
                let go =
                    if units == 1 { "goes as near as it can" } else { "go as near as they can" };
                format!("{goal} cannot be reached: {why}; {} {go}", count(units))
            }
            Self::Split { parts, .. } => format!("a group has split into {parts} parts"),
            Self::Rejoined { .. } => "a group is together again".into(),
            Self::Replanned { units } => {
                format!("the ground changed; new paths for {}", count(*units))
            }
            Self::Waiting(unit, reason) => format!("unit {} waits: {}", unit.0, reason.sentence()),
            Self::Freed(unit) => format!("unit {} moves again", unit.0),
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum UnreachableReason {
    /// The goal is on blocked ground.
    Blocked,
    /// No path leads there from the units.
    Disconnected,
}

impl UnreachableReason {
    /// The reason for an unreachable goal.
    pub(crate) fn of(terrain: &Terrain, goal: Cell) -> Self {
        if terrain.is_passable(goal) { Self::Disconnected } else { Self::Blocked }
    }

    /// The reason in a few words.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Blocked => "the ground there is blocked",
            Self::Disconnected => "no path leads there",
        }
    }
}

fn count(units: usize) -> String {
    if units == 1 { "1 unit".into() } else { format!("{units} units") }
}

/// The latest events of an arena, oldest first.
#[derive(Component, Clone, Debug, Default, Serialize, Deserialize)]
pub struct Events {
    list: VecDeque<Event>,
    /// Number of all events, dropped ones included.
    total: u64,
    /// Events not yet sent as messages.
    unsent: Vec<Event>,
}

impl Events {
    /// Number of events that are kept.
    pub const CAPACITY: usize = 400;

    /// Adds an event. It is listed, and sent as a message at the end of the pass.
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

    /// The kept events, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Event> {
        self.list.iter()
    }

    /// Number of all events since the start.
    pub fn total(&self) -> u64 {
        self.total
    }
}

/// Sends the events of this pass as messages.
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
