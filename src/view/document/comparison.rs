//! Arenas side by side: the same scenario, seed and commands, with other doctrines or another motion. Only what the first one
//! does is saved.

pub use crate::overlay::letter;

use crate::scenario::{Doctrine, TeamId};

/// An intent about the arenas side by side.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "only a few are sent in a frame")]
pub enum ComparisonIntent {
    /// Adds an arena in which one team has another doctrine. All arenas restart.
    Add {
        /// The team.
        team: TeamId,
        /// Its doctrine there.
        doctrine: Doctrine,
    },
    /// Closes an arena. The others restart.
    Close(u32),
}

#[cfg(test)]
#[path = "comparison_tests.rs"]
mod tests;
