//! Arenas: ground, teams, clock, roster and events, as components of one entity each.

mod events;
mod land;
mod setup;

pub use events::{Event, EventKind, Events};
pub use land::{Land, Obstacle};
pub use setup::{Arena, Clock, DueOrder, Kinds, Roster, Script, Teams, spawn_arena};
