//! Replaces the learned directions.

use super::action::Act;
use super::site::ArenaSite;
use crate::planning::LearnedCell;
use crate::sim::arena::Land;
use crate::sim::fields::arena_fields::ArenaFields;

impl Act for Vec<LearnedCell> {
    fn title(&self) -> &'static str {
        "Change directions"
    }

    fn act(&self, site: &mut ArenaSite) {
        let land = site.world.get::<Land>(site.arena);
        let Some(terrain) = land.map(|land| land.terrain.clone()) else { return };
        let Some(mut fields) = site.world.get_mut::<ArenaFields>(site.arena) else { return };
        fields.layers.directions.restore(&terrain, self);
        site.plan_anew_if(|doctrine| doctrine.layers.directions.is_some());
    }
}
