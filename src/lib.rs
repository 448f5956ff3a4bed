//! Phalanx.
pub mod combat;
pub mod grid;
pub mod parameters;
pub mod parts;
pub mod planning;
pub mod scenario;
pub mod steering;
