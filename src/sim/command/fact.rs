//! Changes what a scenario says about itself, and its seed.

use super::action::Act;
use super::site::ArenaSite;
use crate::sim::cells::Board;
use crate::sim::combat::combatant::Warfare;
use serde::{Deserialize, Serialize};

/// A change of what a scenario says about itself, and of its seed. An arena that runs already is not changed by it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FactAction {
    /// Sets the title.
    Title(String),
    /// Sets the description.
    Description(String),
    /// Sets the seed of all random draws, at the next start.
    Seed(u64),
}

impl Act for FactAction {
    fn title(&self) -> &'static str {
        match self {
            Self::Title(_) => "Change title",
            Self::Description(_) => "Change description",
            Self::Seed(_) => "Change seed",
        }
    }

    fn act(&self, site: &mut ArenaSite) {
        let Self::Seed(seed) = *self else { return };
        if !site.is_at_start() {
            return;
        }
        if let Some(mut warfare) = site.world.get_mut::<Warfare>(site.arena) {
            warfare.seed = seed;
        }
        if let Some(mut board) = site.world.get_mut::<Board>(site.arena) {
            board.seed = seed;
        }
    }
}
