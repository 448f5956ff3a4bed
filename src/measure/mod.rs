//! Numbers about groups and their paths, and statistics. No ECS.

mod coherence;
mod cohesion;
pub mod separation;
mod sides;
pub mod statistics;

pub use coherence::coherence;
pub use cohesion::{average_length, cohesion};
pub use separation::{Obstructions, Separation, approaches, separation};
pub use sides::Sides;
