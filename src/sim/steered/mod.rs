//! Continuous motion: the velocity that each unit wants, and how far others and walls let it go.

pub(crate) mod movement;
pub(crate) mod stable_order;
pub(crate) mod steer;
mod wading;
