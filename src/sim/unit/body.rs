//! The body of a unit: its kind, position, velocity and desired velocity.

use super::enlist::{Enlisted, on_discard, on_insert, on_remove};
use crate::combat::UnitKind;
use crate::scenario::{TeamId, UnitId};
use crate::sim::arena::Told;
use crate::steering::{Guidance, Terms};
use bevy::ecs::entity::EntityHashSet;
use bevy::ecs::relationship::RelationshipTarget;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// A unit. It is a child of its arena and listed in the arena's [`Roster`](crate::sim::Roster) as long as it exists. Its state is
/// listed in `state/list.rs`. Insert it with [`unit_bundle`](crate::sim::unit_bundle) or through [`spawn_unit`](crate::sim::spawn_unit).
#[derive(Component, Clone, Debug)]
#[component(immutable, on_insert = on_insert, on_discard = on_discard, on_remove = on_remove)]
#[require(Guided, Enlisted, Told)]
pub struct Unit {
    /// Its id.
    pub id: UnitId,
    /// Its team.
    pub team: TeamId,
    /// Its kind.
    pub kind: &'static UnitKind,
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
#[derive(Component, Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize, Reflect)]
#[reflect(Component)]
pub struct Position(pub Vec2);

/// Position of a unit one tick earlier. The window interpolates between the two.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize, Reflect)]
#[reflect(Component)]
pub struct PreviousPosition(pub Vec2);

/// Velocity of a unit in the last tick, in cells per second.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize, Reflect)]
#[reflect(Component)]
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
