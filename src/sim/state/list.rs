//! All state of the simulation. This is the only file that says what a run depends on: what stands here is built with its arena
//! or unit, stored in snapshots, hashed, traced and compared.
//!
//! Obstacles are state in the ground that they cover; snapshots also store which they are, and which kinds a scenario defines.
//!
//! Not here is what follows from the rest (`Roster`, `Enlisted`, `TrafficControl`, `SteeringMemory`), what a pass leaves for the next stages
//! (`Pass`, `Guided`), what is recorded on request (`LastSearch`), and what belongs to the host (`Journal`, `Preview`, `Generation`).

use super::column::{Columns, RegisterState, Role, View, add_view};
use crate::scenario::{TeamId, UnitId};
use crate::sim::arena::{Clock, Events, Goals, Land, NextIds, Script, Teams};
use crate::sim::cells::{Board, Patrols, Stepper};
use crate::sim::combat::combatant::{
    Armament, Controller, Energy, Engagement, HitPoints, HoldsGround, Returning, Score, Shots,
    Target, Warfare,
};
use crate::sim::fields::arena_fields::ArenaFields;
use crate::sim::metrics::group_numbers::GroupNumbers;
use crate::sim::metrics::numbers::Numbers;
use crate::sim::metrics::separation::Separations;
use crate::sim::metrics::splits::Splits;
use crate::sim::metrics::stalls::Stalls;
use crate::sim::plan::queue::{NodeBudget, PlanQueue, Planner};
use crate::sim::traffic::{Post, RightsOfWay};
use crate::sim::unit::enlist::watch_parents;
use crate::sim::unit::{
    DistanceToGo, Groups, Modifiers, Orders, Position, PreviousPosition, Progress, Route, Status,
    Steering, Unit, Velocity,
};
use bevy::prelude::{Entity, World};

/// Registers the state of the simulation. Does nothing the second time.
pub(crate) fn register(world: &mut World) {
    if world.get_resource::<Columns>().is_some_and(|columns| columns.has::<Clock>()) {
        return;
    }
    watch_parents(world);
    add_view::<Body>(world);
    world
        .arena_state::<Clock>()
        .arena_state::<Land>()
        .arena_state::<Teams>()
        .arena_state::<Goals>()
        .arena_state::<Script>()
        .arena_state::<Groups>()
        .arena_state::<Returning>()
        .arena_state::<ArenaFields>()
        .arena_state::<PlanQueue>()
        .arena_state::<Planner>()
        .optional_arena_state::<Board>()
        .arena_state::<RightsOfWay>()
        .arena_state::<Shots>()
        .arena_state::<Score>()
        .arena_state_as::<Warfare>(Role::Given)
        .arena_state_as::<NodeBudget>(Role::Given)
        .arena_state_as::<NextIds>(Role::Given)
        .arena_state_as::<Patrols>(Role::Shown)
        .arena_state_as::<Numbers>(Role::Shown)
        .arena_state_as::<GroupNumbers>(Role::Shown)
        .arena_state_as::<Separations>(Role::Shown)
        .arena_state_as::<Splits>(Role::Shown)
        .arena_state_as::<Stalls>(Role::Shown)
        .arena_state_as::<Events>(Role::Shown);
    world
        .optional_unit_state::<Position>()
        .unit_state_as::<PreviousPosition>(Role::HandedOn)
        .unit_state::<Velocity>()
        .unit_state::<Status>()
        .unit_state::<Orders>()
        .unit_state::<Progress>()
        .unit_state::<Route>()
        .unit_state::<Post>()
        .unit_state::<Stepper>()
        .unit_state::<Modifiers>()
        .unit_state_as::<Steering>(Role::HandedOn)
        .unit_state_as::<DistanceToGo>(Role::HandedOn)
        .optional_unit_state::<HitPoints>()
        .optional_unit_state::<Energy>()
        .optional_unit_state::<Armament>()
        .optional_unit_state::<Target>()
        .optional_unit_state::<Engagement>()
        .optional_unit_state::<HoldsGround>()
        .optional_unit_state::<Controller>();
}

/// What never changes of a unit. Its presence is hashed, too.
struct Body;

impl View for Body {
    const NAME: &'static str = "Unit";
    type Value<'a> = (UnitId, TeamId, &'a str);

    fn of(world: &World, entity: Entity) -> Option<(UnitId, TeamId, &str)> {
        world.get::<Unit>(entity).map(|unit| (unit.id, unit.team, unit.kind.name))
    }
}
