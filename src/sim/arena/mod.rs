//! Arenas: each is one entity with ground, teams, clock, roster and events as components.

mod events;
mod land;
mod script;
mod setup;

pub(crate) use events::send_events;
pub use events::{ArenaEvent, Event, EventKind, Events, UnreachableReason};
pub use land::{Land, Obstacle};
pub use script::Script;
pub(crate) use script::OrderList;
pub use setup::{Arena, Clock, Goals, Kinds, Roster, Teams, spawn_arena};
