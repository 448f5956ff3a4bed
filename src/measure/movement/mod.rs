//! How well groups move, measured from positions alone: which units come near their places, how long that takes, and what happens on
//! the way.
//!
//! The metrics are those of Warzone 2100's movement benchmark (August 2026), defined there per update and here per tick. Distances
//! are in cells, times in seconds of the run.
//!
//! Differs: a hard stop and a bump are geometric, so that they mean the same under every kind of steering: they count what a unit
//! would overlap at the position that it wants for the next tick. On cell steps a step that fails is both. In Warzone the clock of a
//! bump also stops when a unit turns by 90 degrees, and a repath is a new search; here both follow from positions, and nothing is
//! planned because of them.
//!
//! A tick sorts the units twice into buckets and compares each with those around it.

mod clock;
mod crowding;
mod journey;
mod numbers;
mod percentile;
mod probe;

pub use clock::Clock;
pub use crowding::{Body, Neighbours};
pub use journey::{Leg, Traveller};
pub use numbers::MovementNumbers;
pub use percentile::{Range, percentile};
pub use probe::{MovementProbe, Seen};

/// A unit this near to its place has arrived, in cells.
pub const ARRIVED_WITHIN: f32 = 1.5;
/// A unit this near to its place is near it, in cells.
pub const NEAR_WITHIN: f32 = 6.0;
/// A run is resolved if this fraction of the ordered units ends near its places.
pub const RESOLVED_FROM: f64 = 0.75;

#[cfg(test)]
mod tests;
