//! Changes of unit kinds while an arena runs: units and shots point to the new kind.

use super::site::ArenaSite;
use crate::combat::UnitKind;
use crate::scenario::{KindAction, make_room};
use crate::sim::arena::{Kinds, Roster};
use crate::sim::combat::combatant::{Energy, HitPoints, Shots};
use crate::sim::unit::{Groups, Position, Unit};
use bevy::prelude::*;

/// Does an admissible change of the unit kinds. Units keep their share of hit points and energy; those that no longer fit
/// where they stand move to the nearest free place, and those that begin to fly get new paths.
pub(super) fn change_kinds(world: &mut World, arena: Entity, action: &KindAction) {
    let Some(mut kinds) = world.get_mut::<Kinds>(arena) else { return };
    let new = kinds.0.change(action);
    change_shots(world, arena, action.name(), new);
    let Some(new) = new else { return };
    let roster = world.get::<Roster>(arena).map(|roster| roster.units.clone()).unwrap_or_default();
    let (mut grown, mut flown) = (Vec::new(), Vec::new());
    for entity in roster.into_values() {
        let Some(unit) = world.get::<Unit>(entity).filter(|unit| unit.kind.name == new.name) else {
            continue;
        };
        let (old, unit) = (unit.kind, Unit { kind: new, ..unit.clone() });
        if new.flying != old.flying {
            flown.push(unit.id);
        }
        let share = |left: f32, old: f32, new: f32| if old > 0.0 { left / old * new } else { new };
        let hit_points = world.get::<HitPoints>(entity).map_or(new.hit_points, |left| left.0);
        let energy = world.get::<Energy>(entity).map_or(new.energy, |left| left.0);
        world.entity_mut(entity).insert((
            unit,
            HitPoints(share(hit_points, old.hit_points, new.hit_points)),
            Energy(share(energy, old.energy, new.energy)),
        ));
        if new.radius > old.radius && !new.flying && !new.is_building() {
            grown.extend(world.get::<Position>(entity).map(|at| (entity, new, at.0)));
        }
    }
    make_room(&mut ArenaSite::new(world, arena), &grown);
    if let Some(mut groups) = world.get_mut::<Groups>(arena).filter(|_| !flown.is_empty()) {
        let of_them =
            groups.list.values_mut().filter(|g| g.members.iter().any(|m| flown.contains(m)));
        of_them.for_each(|group| group.needs_plan = true);
    }
}

/// Shots in flight are of the new kind, or end with a kind that is removed.
fn change_shots(world: &mut World, arena: Entity, name: &str, new: Option<&'static UnitKind>) {
    let Some(mut shots) = world.get_mut::<Shots>(arena) else { return };
    if !shots.0.iter().any(|shot| shot.kind.name == name) {
        return;
    }
    match new {
        Some(new) => {
            let own = shots.0.iter_mut().filter(|shot| shot.kind.name == name);
            own.for_each(|shot| shot.kind = new);
        }
        None => shots.0.retain(|shot| shot.kind.name != name),
    }
}
