//! Takes units away.

use super::action::Act;
use super::order::{existing, leave_groups};
use super::site::ArenaSite;
use crate::scenario::UnitId;
use crate::sim::unit::despawn_units;
use bevy::prelude::*;

impl Act for Vec<UnitId> {
    fn title(&self) -> &'static str {
        "Remove units"
    }

    fn act(&self, site: &mut ArenaSite) {
        remove_units(site.world, site.arena, self);
    }
}

/// Takes units out of their groups and despawns them.
pub(super) fn remove_units(world: &mut World, arena: Entity, units: &[UnitId]) {
    let units = existing(world, arena, units);
    leave_groups(world, arena, &units);
    let entities: Vec<Entity> = units.into_iter().map(|(_, entity)| entity).collect();
    despawn_units(world, arena, &entities);
}
