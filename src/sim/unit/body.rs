//! The body of a unit: its kind, position, velocity and desired velocity.

use crate::combat::UnitKind;
use crate::scenario::{TeamId, UnitId};
use crate::sim::arena::{Land, Roster};
use crate::steering::{Guidance, Terms};
use bevy::ecs::entity::EntityHashSet;
use bevy::ecs::lifecycle::HookContext;
use bevy::ecs::relationship::RelationshipTarget;
use bevy::ecs::world::DeferredWorld;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// A unit. It is a child of its arena and listed in the arena's [`Roster`] as long as it exists. Its state is listed in
/// `state/list.rs`.
#[derive(Component, Clone, Debug)]
#[component(immutable, on_insert = enlist, on_discard = discharge)]
#[require(Guided)]
pub struct Unit {
    /// Its id.
    pub id: UnitId,
    /// Its team.
    pub team: TeamId,
    /// Its kind.
    pub kind: &'static UnitKind,
}

fn enlist(mut world: DeferredWorld, context: HookContext) {
    let entity = context.entity;
    if let Some((id, arena)) = unit_and_arena(&world, entity)
        && let Some(mut roster) = world.get_mut::<Roster>(arena)
    {
        roster.units.insert(id, entity);
        change_forces(&mut world, entity, arena, true);
    }
}

fn discharge(mut world: DeferredWorld, context: HookContext) {
    if let Some((id, arena)) = unit_and_arena(&world, context.entity)
        && let Some(mut roster) = world.get_mut::<Roster>(arena)
    {
        roster.units.remove(&id);
        change_forces(&mut world, context.entity, arena, false);
    }
}

/// Counts armed units, and blocks the cells of buildings as long as they stand.
fn change_forces(world: &mut DeferredWorld, entity: Entity, arena: Entity, add: bool) {
    let Some(kind) = world.get::<Unit>(entity).map(|unit| unit.kind) else { return };
    let area = world.get::<Position>(entity).and_then(|position| kind.footprint(position.0));
    if kind.weapon.is_some()
        && let Some(mut roster) = world.get_mut::<Roster>(arena)
    {
        roster.armed = if add { roster.armed + 1 } else { roster.armed.saturating_sub(1) };
    }
    if let (Some(area), Some(mut land)) = (area, world.get_mut::<Land>(arena)) {
        land.change_cover(area, add);
    }
}

fn unit_and_arena(world: &DeferredWorld, entity: Entity) -> Option<(UnitId, Entity)> {
    Some((world.get::<Unit>(entity)?.id, world.get::<ChildOf>(entity)?.parent()))
}

/// Despawns units of an arena. Bevy looks for every one of them in the list of the arena's children, so the list is put away
/// meanwhile: the cost of many grows with the number of children and not with its square.
pub(crate) fn despawn_units(world: &mut World, arena: Entity, units: &[Entity]) {
    let gone: EntityHashSet = units.iter().copied().collect();
    let rest = world.get_mut::<Children>(arena).map(|mut children| {
        let list = children.collection_mut_risky();
        let rest: Vec<Entity> = list.extract_if(.., |child| !gone.contains(child)).collect();
        // An arena without children loses the list, so one of them stays in it.
        if let Some(&first) = rest.first() {
            list.clear();
            list.push(first);
        }
        rest
    });
    for &unit in units.iter().rev() {
        world.despawn(unit);
    }
    if let (Some(rest), Some(mut children)) = (rest, world.get_mut::<Children>(arena)) {
        *children.collection_mut_risky() = rest;
    }
}

/// Position of a unit, in cells.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Position(pub Vec2);

/// Position of a unit one tick earlier. The window interpolates between the two.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct PreviousPosition(pub Vec2);

/// Velocity of a unit in the last tick, in cells per second.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Velocity(pub Vec2);

/// The desired velocity of a unit and the terms it consists of.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Steering {
    /// Desired velocity, in cells per second.
    pub desired: Vec2,
    /// Each term by name, in cells per second. Drawn as arrows on a selected unit.
    #[serde(skip)]
    pub terms: Terms,
}

/// The distance to go of a walking unit at its last steering, in cells. Steering writes it, so that movement need not
/// read the route again.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub(crate) struct DistanceToGo(pub(crate) f32);

/// Guidance by the rules of traffic in this tick. Written before steering reads it, so it is not part of the state.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default)]
pub struct Guided(pub Guidance);
