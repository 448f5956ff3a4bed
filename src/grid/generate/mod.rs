//! Maps made from a seed: caves, rooms, two bases, scattered obstacles.
//!
//! The same kind, parameters, size and seed give the same map on every machine: only whole numbers are used, and
//! every kind draws from its own stream. Every map is one connected region under every corner rule,
//! and any size from 1 x 1 works. Costs: one to ten passes over the cells; 1024 x 1024 takes well under
//! a second.

mod caves;
mod dice;
mod generator;
mod join;
mod paint;
mod rooms;
mod scatter;
mod two_base;

#[cfg(test)]
mod tests;

use super::{Bounds, Terrain};
pub use caves::Caves;
pub use dice::Dice;
pub use generator::{Generator, GeneratorFault};
pub use rooms::Rooms;
pub use scatter::Scatter;
use serde::{Deserialize, Serialize};
pub use two_base::TwoBase;

/// What kind of map to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub enum MapKind {
    /// Winding caves in rock.
    Caves,
    /// Rooms with doors.
    Rooms,
    /// Two bases opposite each other, the same for both sides when turned by half a turn.
    TwoBase,
    /// Open ground with rocks, woods and ponds of many sizes.
    Scatter,
}

impl MapKind {
    /// All kinds.
    pub const ALL: [MapKind; 4] = [Self::Caves, Self::Rooms, Self::TwoBase, Self::Scatter];

    /// The name, as on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Caves => "caves",
            Self::Rooms => "rooms",
            Self::TwoBase => "two-base",
            Self::Scatter => "scatter",
        }
    }

    /// The kind with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|k| k.name().eq_ignore_ascii_case(name))
    }
}

/// A map of a kind and size, decided by the seed, with the usual parameters; diagonals as in MovingAI maps.
pub fn generate(kind: MapKind, bounds: Bounds, seed: u64) -> Terrain {
    Generator::of(kind).make(bounds, seed)
}
