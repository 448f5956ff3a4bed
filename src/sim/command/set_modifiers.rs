//! Sets the factors of units: a spell, an upgrade.

use super::action::Act;
use super::order::existing;
use super::site::ArenaSite;
use crate::scenario::UnitId;
use crate::sim::unit::Modifiers;
use serde::{Deserialize, Serialize};

/// New factors for units. Those that do not exist are skipped.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SetModifiers {
    /// Which units.
    pub units: Vec<UnitId>,
    /// Their factors from now on.
    pub modifiers: Modifiers,
}

impl Act for SetModifiers {
    fn title(&self) -> &'static str {
        "Change factors of units"
    }

    fn fault(&self) -> Option<String> {
        self.modifiers.fault()
    }

    fn act(&self, site: &mut ArenaSite) {
        for (_, unit) in existing(site.world, site.arena, &self.units) {
            site.world.entity_mut(unit).insert(self.modifiers);
        }
    }
}
