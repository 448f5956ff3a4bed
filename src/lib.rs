//! Phalanx.
pub mod combat;
pub mod grid;
pub mod parameters;
pub mod parts;
pub mod planning;
pub mod scenario;
pub mod sim;
pub mod steering;
#[cfg(feature = "gui")]
pub mod view;
