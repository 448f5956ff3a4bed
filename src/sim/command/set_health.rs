//! Sets the health of units.

use super::action::Act;
use super::site::ArenaSite;
use crate::scenario::UnitId;
use crate::sim::combat::combatant::{Energy, HitPoints};
use crate::sim::unit::Unit;
use serde::{Deserialize, Serialize};

/// Hit points and energy of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Health {
    /// Hit points.
    pub hit_points: f32,
    /// Energy.
    pub energy: f32,
}

impl Act for Vec<(UnitId, Health)> {
    fn title(&self) -> &'static str {
        "Change health"
    }

    fn act(&self, site: &mut ArenaSite) {
        for &(id, Health { hit_points, energy }) in self {
            let unit = site.unit(id).filter(|_| hit_points > 0.0 && energy >= 0.0);
            let Some(entity) = unit else { continue };
            let Some(kind) = site.world.get::<Unit>(entity).map(|unit| unit.kind) else { continue };
            let new = (HitPoints(hit_points.min(kind.hit_points)), Energy(energy.min(kind.energy)));
            site.world.entity_mut(entity).insert(new);
        }
    }
}
