//! Numbers about groups and their paths. No ECS.

mod cohesion;

pub use cohesion::{average_length, cohesion};
