//! Arenas: each is one entity with ground, teams, clock, roster and events as components.

mod events;
mod journal;
mod land;
mod script;
mod setup;

pub(crate) use events::send_events;
pub use events::{ArenaEvent, Event, EventKind, Events, UnreachableReason};
pub use journal::{Journal, SendActions};
pub use land::{Land, Obstacle};
pub use script::Script;
pub use setup::{Arena, Clock, Goals, Kinds, Roster, Teams, spawn_arena};
