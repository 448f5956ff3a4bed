//! Metrics of groups and their paths, and statistics. No ECS.

mod arc;
mod coherence;
mod cohesion;
pub mod movement;
pub mod separation;
mod sides;
pub mod statistics;

pub use arc::arc_around;
pub use coherence::coherence;
pub use cohesion::{average_length, cohesion};
pub use separation::{Obstructions, Regrouping, Separation, approaches, regrouping, separation};
pub use sides::Sides;
