//! Numbers about groups and their paths. No ECS.

mod coherence;
mod cohesion;

pub use coherence::coherence;
pub use cohesion::{average_length, cohesion};
