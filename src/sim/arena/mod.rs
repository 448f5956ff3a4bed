//! Arenas: each is one entity with ground, teams, clock, roster and events as components.

mod events;
mod land;
mod setup;

pub(crate) use events::send_events;
pub use events::{ArenaEvent, Event, EventKind, Events, UnreachableReason};
pub use land::{Land, Obstacle};
pub use setup::{Arena, Clock, DueOrder, Goals, Kinds, Roster, Script, Teams, spawn_arena};
