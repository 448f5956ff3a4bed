//! Numbers about groups and their paths, and statistics. No ECS.

mod cohesion;
pub mod separation;
mod sides;
pub mod statistics;

pub use cohesion::{average_length, cohesion};
pub use separation::{Obstructions, Separation, approaches, separation};
pub use sides::Sides;
