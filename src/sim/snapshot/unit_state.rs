//! The state of a unit.

use super::Names;
use crate::combat::UnitKind;
use crate::scenario::{TeamId, UnitId};
use crate::sim::cells::Stepper;
use crate::sim::combat::combatant::{
    Armament, Controller, Energy, Engagement, HitPoints, HoldsGround, Target,
};
use crate::sim::traffic::Post;
use crate::sim::unit::{
    DistanceToGo, Orders, Position, PreviousPosition, Progress, Route, Status, Steering, Unit,
    Velocity,
};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// A unit without its entity. The terms of its steering are left out: they are shown, and computed in every tick.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct UnitState {
    id: UnitId,
    team: TeamId,
    /// The place of its kind in [`Snapshot::kinds`](super::Snapshot).
    kind: u32,
    body: (Position, PreviousPosition, Velocity, Vec2, f32),
    walk: (Orders, Route, Progress, Status, Stepper, Post),
    fight: (HitPoints, Energy, Armament, Target, Engagement, HoldsGround, Controller),
}

impl UnitState {
    pub fn capture(world: &World, entity: Entity, names: &mut Names) -> Option<Self> {
        let unit = world.get::<Unit>(entity)?;
        let desired = world.get::<Steering>(entity)?.desired;
        let to_go = world.get::<DistanceToGo>(entity)?.0;
        Some(Self {
            id: unit.id,
            team: unit.team,
            kind: names.place_of(unit.kind.name),
            body: (*world.get(entity)?, *world.get(entity)?, *world.get(entity)?, desired, to_go),
            walk: (
                *world.get(entity)?,
                world.get::<Route>(entity)?.clone(),
                *world.get(entity)?,
                *world.get(entity)?,
                world.get::<Stepper>(entity)?.clone(),
                *world.get(entity)?,
            ),
            fight: (
                *world.get(entity)?,
                *world.get(entity)?,
                *world.get(entity)?,
                *world.get(entity)?,
                world.get::<Engagement>(entity)?.clone(),
                *world.get(entity)?,
                *world.get(entity)?,
            ),
        })
    }

    pub fn id(&self) -> UnitId {
        self.id
    }

    /// Whether an entity has the same side and kind.
    pub fn is_of(&self, world: &World, entity: Entity, kinds: &[&'static UnitKind]) -> bool {
        let kind = kinds.get(self.kind as usize).copied();
        world.get::<Unit>(entity).is_some_and(|unit| {
            (unit.team, unit.id) == (self.team, self.id)
                && kind.is_some_and(|kind| std::ptr::eq(kind, unit.kind))
                // A building covers the cells at its place.
                && (!unit.kind.is_building() || world.get::<Position>(entity) == Some(&self.body.0))
        })
    }

    /// Gives a unit this state; spawns it if it is not there.
    pub fn restore(
        &self,
        world: &mut World,
        arena: Entity,
        there: Option<Entity>,
        kinds: &[&'static UnitKind],
    ) {
        let Some(&kind) = kinds.get(self.kind as usize) else { return };
        let (position, previous, velocity, desired, to_go) = self.body;
        let steering = Steering { desired, ..Steering::default() };
        let state = (
            (position, previous, velocity, steering, DistanceToGo(to_go)),
            self.walk.clone(),
            self.fight.clone(),
        );
        match there {
            Some(entity) => {
                world.entity_mut(entity).insert(state);
            }
            None => {
                let unit = Unit { id: self.id, team: self.team, kind };
                world.spawn((ChildOf(arena), unit, state));
            }
        }
    }
}
