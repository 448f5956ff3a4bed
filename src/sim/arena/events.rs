//! The events of an arena: a list of the latest ones, and a message for each of them.
//!
//! A game that hosts the simulation reads [`ArenaEvent`]s. The window lists [`Events`].

use super::setup::Roster;
use crate::grid::{Cell, Terrain};
use crate::scenario::UnitId;
use crate::sim::command::Refusal;
use crate::sim::unit::{Enlisted, GroupId, Status, Unit, WaitReason};
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
    /// The units that it is about, if it is about some: those of an order or of a group that has arrived, or the one.
    pub units: Vec<UnitId>,
    /// The entity of the one unit that it is about. One that died may be despawned already: observe [`UnitDied`] to see its
    /// components.
    pub entity: Option<Entity>,
}

/// A unit dies: an event of its entity, which has all its components until the observers have run.
///
/// ```
/// # use bevy::prelude::*;
/// # use phalanx::sim::UnitDied;
/// #[derive(Component)]
/// struct Name(String);
///
/// fn mourn(death: On<UnitDied>, names: Query<&Name>) {
///     if let Ok(name) = names.get(death.entity) {
///         println!("{} was killed by {:?}", name.0, death.killer);
///     }
/// }
/// # App::new().add_observer(mourn);
/// ```
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitDied {
    /// The unit.
    #[event_target]
    pub entity: Entity,
    /// Its arena.
    pub arena: Entity,
    /// Its id.
    pub unit: UnitId,
    /// The unit that hit it last; it may be dead itself.
    pub by: Option<UnitId>,
    /// The entity of that unit, while it lives.
    pub killer: Option<Entity>,
}

/// A unit does something else than before: an event of its entity, sent at the end of a tick.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatusChanged {
    /// The unit.
    #[event_target]
    pub entity: Entity,
    /// Its arena.
    pub arena: Entity,
    /// Its id.
    pub unit: UnitId,
    /// What it did.
    pub from: Status,
    /// What it does.
    pub to: Status,
}

/// What the host was last told that a unit does.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(crate) struct Told(Status);

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
        /// The new group.
        group: GroupId,
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
        /// The unit that hit it last, if one did.
        by: Option<UnitId>,
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
    /// A part of an action, or a unit or an obstacle of the host, was refused for this reason.
    Refused(Refusal),
}

impl EventKind {
    /// The event as a sentence.
    pub fn sentence(&self) -> String {
        match self {
            Self::Ordered { units, .. } => format!("{} set off", count(*units)),
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
            Self::Died { unit, kind, .. } => format!("unit {} ({kind}) died", unit.0),
            Self::FightOver { casualties: 1 } => "the fight is over; 1 unit died so far".into(),
            Self::FightOver { casualties } => {
                format!("the fight is over; {casualties} units died so far")
            }
            Self::Won { team } => format!("{team} has won"),
            Self::Refused(why) => why.to_string(),
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
    unsent: Vec<Unsent>,
}

/// An event with what only its message tells.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Unsent {
    event: Event,
    units: Vec<UnitId>,
    #[serde(skip)]
    entity: Option<Entity>,
}

impl Events {
    /// Number of events that are kept.
    pub const CAPACITY: usize = 400;

    /// Adds an event. It is listed, and sent as a message at the end of the pass.
    pub fn push(&mut self, event: Event) {
        let units = match event.kind {
            EventKind::Waiting(unit, _) | EventKind::Freed(unit) => vec![unit],
            _ => Vec::new(),
        };
        self.push_of(event, None, units);
    }

    /// Adds an event about some units.
    pub(crate) fn push_of(&mut self, event: Event, entity: Option<Entity>, units: Vec<UnitId>) {
        self.unsent.push(Unsent { event: event.clone(), units, entity });
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
    mut arenas: Query<(Entity, &Roster, &mut Events)>,
    mut messages: MessageWriter<ArenaEvent>,
) {
    for (arena, roster, mut events) in &mut arenas {
        if events.unsent.is_empty() {
            continue;
        }
        let unsent = std::mem::take(&mut events.unsent);
        messages.write_batch(unsent.into_iter().map(|Unsent { event, units, entity }| {
            let only = if let [unit] = units[..] { roster.units.get(&unit).copied() } else { None };
            ArenaEvent { arena, event, units, entity: entity.or(only) }
        }));
    }
}

/// Tells the host which units do something else than before.
pub(crate) fn tell_status(
    mut commands: Commands,
    mut units: Query<(Entity, &Unit, &Enlisted, &Status, &mut Told)>,
) {
    for (entity, unit, enlisted, &to, mut told) in &mut units {
        let from = told.0;
        if from != to
            && let Some(arena) = enlisted.0
        {
            told.0 = to;
            commands.trigger(StatusChanged { entity, arena, unit: unit.id, from, to });
        }
    }
}
