//! The kinds of events that can be listed, hidden and paused at.

use crate::overlay::Rgb;
use crate::overlay::palette::{self, DISTINCT};
use crate::sim::{EventKind, WaitReason};
use crate::view::document::intent::Intent;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A kind of event, as users distinguish them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "`label` and `doc` say what each is")]
pub enum Happening {
    Split,
    Rejoined,
    Arrived,
    Stuck,
    WalledIn,
    Unreachable,
    Replanned,
    FirstShot,
    Death,
    Fight,
    Order,
    Refused,
}

impl Happening {
    /// All kinds, in the order in which they are listed.
    pub const ALL: [Self; 12] = [
        Self::Split,
        Self::Rejoined,
        Self::Arrived,
        Self::Stuck,
        Self::WalledIn,
        Self::Unreachable,
        Self::Replanned,
        Self::FirstShot,
        Self::Death,
        Self::Fight,
        Self::Order,
        Self::Refused,
    ];

    /// The kind of an event; `None` for those that are too frequent to be listed.
    pub fn of(kind: &EventKind) -> Option<Self> {
        Some(match kind {
            EventKind::Planned { .. } => return None,
            EventKind::Ordered { .. } => Self::Order,
            EventKind::GoalUnreachable { .. } | EventKind::Waiting(_, WaitReason::Unreachable) => {
                Self::Unreachable
            }
            EventKind::Split { .. } => Self::Split,
            EventKind::Rejoined { .. } => Self::Rejoined,
            EventKind::Replanned { .. } => Self::Replanned,
            EventKind::Waiting(_, WaitReason::WalledIn | WaitReason::Buried) => Self::WalledIn,
            EventKind::Waiting(_, WaitReason::Blocked | WaitReason::NoPath)
            | EventKind::Freed(_) => Self::Stuck,
            EventKind::Arrived { .. } => Self::Arrived,
            EventKind::FirstAttack { .. } => Self::FirstShot,
            EventKind::Died { .. } => Self::Death,
            EventKind::FightOver { .. } | EventKind::Won { .. } => Self::Fight,
            EventKind::Refused(_) => Self::Refused,
        })
    }

    /// Its name.
    pub fn label(self) -> &'static str {
        match self {
            Self::Split => "split",
            Self::Rejoined => "rejoined",
            Self::Arrived => "arrived",
            Self::Stuck => "stuck",
            Self::WalledIn => "walled in",
            Self::Unreachable => "unreachable",
            Self::Replanned => "replanned",
            Self::FirstShot => "first shot",
            Self::Death => "death",
            Self::Fight => "end of a fight",
            Self::Order => "order",
            Self::Refused => "refused",
        }
    }

    /// What it means.
    pub fn doc(self) -> &'static str {
        match self {
            Self::Split => "A group passes an obstacle on different sides and is apart now",
            Self::Rejoined => "A group that had split is together again",
            Self::Arrived => "All units of a group have arrived",
            Self::Stuck => "A unit cannot go on, or moves again",
            Self::WalledIn => "A unit is walled in or under a wall",
            Self::Unreachable => "A goal cannot be reached",
            Self::Replanned => "The ground changed on planned paths",
            Self::FirstShot => "A team attacks for the first time",
            Self::Death => "A unit died",
            Self::Fight => "A fight is over, or a team has won",
            Self::Order => "Units set off",
            Self::Refused => "A part of a command was refused",
        }
    }

    /// The colour of its mark.
    pub fn colour(self) -> Rgb {
        match self {
            Self::Split => DISTINCT[6],
            Self::Rejoined | Self::Arrived => palette::ALLOWED,
            Self::Stuck => palette::WAITING,
            Self::WalledIn | Self::Unreachable | Self::Death => palette::REFUSED,
            Self::Replanned => DISTINCT[4],
            Self::FirstShot | Self::Fight => palette::SHOT,
            Self::Order => DISTINCT[0],
            Self::Refused => palette::QUIET_TEXT,
        }
    }
}

/// An intent about events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventIntent {
    /// Lists a kind, or hides it.
    Show(Happening, bool),
    /// Pauses whenever an event of a kind happens, or no longer.
    PauseAt(Happening, bool),
    /// Lists all kinds.
    ShowAll,
}

/// Which kinds of events are hidden, and which pause the simulation.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EventSettings {
    hidden: BTreeSet<Happening>,
    pauses: BTreeSet<Happening>,
}

impl EventSettings {
    /// Whether a kind is listed and marked on the timeline.
    pub fn shows(&self, kind: Happening) -> bool {
        !self.hidden.contains(&kind)
    }

    /// Whether an event of a kind pauses the simulation.
    pub fn pauses_at(&self, kind: Happening) -> bool {
        self.pauses.contains(&kind)
    }

    /// Does what the user wants.
    pub fn serve(&mut self, intent: EventIntent) {
        let set = |kinds: &mut BTreeSet<Happening>, kind, on: bool| {
            if on {
                kinds.insert(kind)
            } else {
                kinds.remove(&kind)
            };
        };
        match intent {
            EventIntent::Show(kind, on) => set(&mut self.hidden, kind, !on),
            EventIntent::PauseAt(kind, on) => set(&mut self.pauses, kind, on),
            EventIntent::ShowAll => self.hidden.clear(),
        }
    }
}

/// Serves the intents about events.
pub(super) fn serve_events(
    mut intents: MessageReader<Intent>,
    mut settings: ResMut<EventSettings>,
) {
    for intent in intents.read() {
        if let Intent::Event(intent) = intent {
            settings.serve(*intent);
        }
    }
}
