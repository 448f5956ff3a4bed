//! Phalanx.
pub mod combat;
pub mod experiment;
pub mod grid;
pub mod measure;
pub mod parameters;
pub mod parts;
pub mod planning;
pub mod scenario;
pub mod search;
pub mod steering;
