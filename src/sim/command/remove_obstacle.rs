//! Takes an obstacle away.

use super::action::Act;
use super::refusal::{Refusal, demand};
use super::site::ArenaSite;
use crate::scenario::ObstacleId;

impl Act for ObstacleId {
    fn title(&self) -> &'static str {
        "Remove obstacle"
    }

    fn admit(&self, site: &ArenaSite) -> Result<(), Refusal> {
        demand(site.obstacle(*self).is_some(), Refusal::NoObstacle(*self))
    }

    fn act(&self, site: &mut ArenaSite) {
        if let Some((entity, _)) = site.obstacle(*self) {
            site.world.despawn(entity);
        }
    }

    fn leaves_the_start(&self) -> bool {
        true
    }
}
