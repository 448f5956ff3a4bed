//! Phalanx.
pub mod grid;
pub mod parameters;
