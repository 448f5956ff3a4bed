//! Arenas: each is one entity with ground, teams, clock, roster and events as components.

mod events;
mod journal;
mod land;
mod script;
mod setup;

pub use events::{
    ArenaEvent, Event, EventKind, Events, StatusChanged, UnitDied, UnreachableReason,
};
pub(crate) use events::{Told, send_events, tell_status};
pub use journal::{Journal, SendActions};
pub use land::{Land, Obstacle};
pub use script::Script;
pub(crate) use setup::ByHost;
pub use setup::{Arena, Clock, Goals, Kinds, NextIds, Roster, Start, Teams, spawn_arena};
