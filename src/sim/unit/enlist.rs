//! How units and obstacles enter and leave arenas, in any way that Bevy allows: spawned as children, given a parent later, moved
//! to another arena, despawned.
//!
//! Hooks of [`Unit`](super::Unit) and [`Obstacle`] and two observers of `ChildOf` end here. What comes from a host is checked; the
//! simulation checks its own units and obstacles before it spawns them. What is refused loses its `Unit` or `Obstacle` component,
//! so that nothing in the simulation meets it.

use super::body::Unit;
use super::group::{Groups, Orders};
use super::{Position, PreviousPosition, Progress, Route, Status, Velocity};
use crate::combat::UnitKind;
use crate::grid::{Cell, Rectangle};
use crate::scenario::{MAX_OBSTACLES, MAX_UNITS, ObstacleSpec, is_team};
use crate::sim::arena::{Clock, Event, EventKind, Events, Land, NextIds, Obstacle, Roster, Teams};
use crate::sim::cells::{Board, Stepper};
use crate::sim::combat::combatant::{Controller, Engagement, Target};
use crate::sim::command::{Refusal, demand};
use crate::sim::traffic::Post;
use bevy::ecs::lifecycle::HookContext;
use bevy::ecs::world::DeferredWorld;
use bevy::prelude::*;

/// The arena that a unit or an obstacle counts for, and whether it is about to lose its component because it was refused.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Enlisted(pub(crate) Option<Entity>, bool);

/// A unit or an obstacle that a host added and that cannot be: as a message, and as an event of the entity. It has lost its `Unit`
/// or `Obstacle` component, unless it only lacks an arena.
#[derive(Message, EntityEvent, Clone, Debug, PartialEq)]
pub struct Rejected {
    /// The unit or the obstacle.
    #[event_target]
    pub entity: Entity,
    /// Its arena, if it has one.
    pub arena: Option<Entity>,
    /// The reason.
    pub refusal: Refusal,
}

/// Watches the parents of units and obstacles.
pub(crate) fn watch_parents(world: &mut World) {
    world.add_observer(|child: On<Insert, ChildOf>, mut world: DeferredWorld| {
        enlist(&mut world, child.entity);
    });
    world.add_observer(|child: On<Remove, ChildOf>, mut world: DeferredWorld| {
        leave(&mut world, child.entity);
    });
}

pub(crate) fn on_insert(mut world: DeferredWorld, context: HookContext) {
    if let Some(mut enlisted) = world.get_mut::<Enlisted>(context.entity) {
        enlisted.1 = false;
    }
    enlist(&mut world, context.entity);
}

/// Its component is replaced or removed.
pub(crate) fn on_discard(mut world: DeferredWorld, context: HookContext) {
    strike_off(&mut world, context.entity);
}

/// Its component is removed.
pub(crate) fn on_remove(mut world: DeferredWorld, context: HookContext) {
    leave_group(&mut world, context.entity);
}

/// Runs `spawn`, in which the simulation adds units and obstacles to an arena that it has checked itself.
pub(crate) fn unchecked<R>(
    world: &mut World,
    arena: Entity,
    spawn: impl FnOnce(&mut World) -> R,
) -> R {
    let set = |world: &mut World, trusts: bool| {
        let mut roster = world.get_mut::<Roster>(arena)?;
        Some(std::mem::replace(&mut roster.bypass_change_detection().trusts, trusts))
    };
    let before = set(world, true);
    let result = spawn(world);
    set(world, before.unwrap_or(false));
    result
}

/// The arena that is the parent of an entity.
fn arena_of(world: &DeferredWorld, entity: Entity) -> Option<Entity> {
    let arena = world.get::<ChildOf>(entity)?.parent();
    world.get::<Roster>(arena).map(|_| arena)
}

/// Adds a unit or an obstacle to the arena that is its parent now.
fn enlist(world: &mut DeferredWorld, entity: Entity) {
    let (unit, obstacle) = (world.get::<Unit>(entity).cloned(), world.get::<Obstacle>(entity));
    let obstacle = obstacle.map(|obstacle| obstacle.0);
    if unit.is_none() && obstacle.is_none() {
        return;
    }
    let enlisted = world.get::<Enlisted>(entity).copied().unwrap_or_default();
    let before = enlisted.0;
    if enlisted.1 {
        return;
    }
    let Some(arena) = arena_of(world, entity) else { return leave(world, entity) };
    if before == Some(arena) && is_listed(world, entity, arena) {
        return;
    }
    let has_moved = before.is_some_and(|before| before != arena);
    if has_moved {
        leave(world, entity);
    }
    let trusts = world.get::<Roster>(arena).is_some_and(|roster| roster.trusts);
    let is_new = |roster: &Roster| {
        unit.as_ref().is_none_or(|unit| !roster.units.contains_key(&unit.id))
            && obstacle.is_none_or(|obstacle| !roster.obstacles.contains_key(&obstacle.id))
    };
    let checked = match (&unit, obstacle) {
        _ if trusts && world.get::<Roster>(arena).is_some_and(is_new) => Ok(()),
        (Some(unit), _) => admit_unit(world, arena, entity, unit),
        (None, Some(obstacle)) => admit_obstacle(world, arena, &obstacle),
        (None, None) => Ok(()),
    };
    if let Err(refusal) = checked {
        return reject(world, entity, arena, refusal);
    }
    if let Some(mut enlisted) = world.get_mut::<Enlisted>(entity) {
        enlisted.0 = Some(arena);
    }
    if let Some(mut roster) = world.get_mut::<Roster>(arena) {
        if let Some(unit) = &unit {
            roster.units.insert(unit.id, entity);
        }
        if let Some(obstacle) = obstacle {
            roster.obstacles.insert(obstacle.id, entity);
            roster.built |= !trusts;
        }
        if !trusts {
            roster.by_host.added.push(entity);
        }
    }
    if let Some(mut next) = world.get_mut::<NextIds>(arena) {
        next.note(unit.as_ref().map(|unit| unit.id), obstacle.map(|obstacle| obstacle.id));
    }
    change_ground(world, entity, arena, true);
    if has_moved && unit.is_some() {
        world.commands().entity(entity).queue(|unit: EntityWorldMut| {
            forget_arena(unit);
        });
    }
}

/// Takes a unit or an obstacle out of its arena.
fn leave(world: &mut DeferredWorld, entity: Entity) {
    strike_off(world, entity);
    leave_group(world, entity);
    if let Some(mut enlisted) = world.get_mut::<Enlisted>(entity) {
        enlisted.0 = None;
    }
}

/// Takes a unit or an obstacle off the roster.
fn strike_off(world: &mut DeferredWorld, entity: Entity) {
    let Some(arena) = world.get::<Enlisted>(entity).and_then(|enlisted| enlisted.0) else { return };
    if !is_listed(world, entity, arena) {
        return;
    }
    change_ground(world, entity, arena, false);
    let unit = world.get::<Unit>(entity).map(|unit| unit.id);
    let obstacle = world.get::<Obstacle>(entity).map(|obstacle| obstacle.0.id);
    if let Some(mut roster) = world.get_mut::<Roster>(arena) {
        unit.map(|id| roster.units.remove(&id));
        obstacle.map(|id| roster.obstacles.remove(&id));
        if !roster.trusts {
            roster.by_host.removed_units.extend(unit);
            roster.by_host.removed_obstacles.extend(obstacle);
        }
    }
}

/// Whether the roster of an arena has this entity.
fn is_listed(world: &DeferredWorld, entity: Entity, arena: Entity) -> bool {
    let Some(roster) = world.get::<Roster>(arena) else { return false };
    let unit = world.get::<Unit>(entity).and_then(|unit| roster.units.get(&unit.id));
    let obstacle = world.get::<Obstacle>(entity).and_then(|o| roster.obstacles.get(&o.0.id));
    unit.or(obstacle) == Some(&entity)
}

/// Takes a unit out of its group. The simulation takes many out at once before it despawns them.
fn leave_group(world: &mut DeferredWorld, entity: Entity) {
    let arena = world.get::<Enlisted>(entity).and_then(|enlisted| enlisted.0);
    let group = world.get::<Orders>(entity).and_then(|orders| orders.group);
    let unit = world.get::<Unit>(entity).map(|unit| unit.id);
    let (Some(arena), Some(group), Some(unit)) = (arena, group, unit) else { return };
    let members = world.get::<Groups>(arena).and_then(|groups| groups.list.get(&group));
    if members.is_some_and(|group| group.members.binary_search(&unit).is_ok())
        && let Some(mut groups) = world.get_mut::<Groups>(arena)
    {
        groups.remove_members(group, &[unit]);
    }
}

/// Counts armed units, and blocks the cells of buildings and obstacles as long as they stand.
fn change_ground(world: &mut DeferredWorld, entity: Entity, arena: Entity, add: bool) {
    let kind = world.get::<Unit>(entity).map(|unit| unit.kind);
    let at = world.get::<Position>(entity).map(|position| position.0);
    let building = kind.zip(at).and_then(|(kind, at)| kind.footprint(at));
    let obstacle = world.get::<Obstacle>(entity).map(|obstacle| obstacle.0.area);
    if kind.is_some_and(|kind| kind.weapon.is_some())
        && let Some(mut roster) = world.get_mut::<Roster>(arena)
    {
        roster.armed = if add { roster.armed + 1 } else { roster.armed.saturating_sub(1) };
    }
    if let Some(area) = building.or(obstacle)
        && let Some(mut land) = world.get_mut::<Land>(arena)
    {
        land.change_cover(area, add);
    }
}

/// A unit that comes from another arena has no orders here.
pub(crate) fn forget_arena(mut unit: EntityWorldMut) -> EntityWorldMut {
    let at = unit.get::<Position>().copied().unwrap_or_default().0;
    unit.insert((
        (Orders::default(), Route::default(), Progress::default(), Status::default()),
        (Post::default(), Stepper::default(), Velocity::default(), PreviousPosition(at)),
        (Target::default(), Engagement::default(), Controller::default()),
    ));
    unit
}

fn admit_unit(
    world: &DeferredWorld,
    arena: Entity,
    entity: Entity,
    unit: &Unit,
) -> Result<(), Refusal> {
    let (Some(roster), Some(teams), Some(land)) =
        (world.get::<Roster>(arena), world.get::<Teams>(arena), world.get::<Land>(arena))
    else {
        return Err(Refusal::NoArena);
    };
    demand(!roster.units.contains_key(&unit.id), Refusal::UnitExists(unit.id))?;
    demand(roster.units.len() < MAX_UNITS, Refusal::TooManyUnits)?;
    demand(is_team(&teams.0, unit.team), Refusal::NoTeam(unit.team))?;
    demand_body(unit.kind)?;
    let at = world.get::<Position>(entity).map(|position| position.0);
    let at = at.filter(|at| at.is_finite()).ok_or(Refusal::NoPlace)?;
    let cell = Cell::containing(at);
    let area = unit.kind.footprint(at).unwrap_or(Rectangle::new(cell, 1, 1));
    let terrain = &land.terrain;
    let stands = match unit.kind.flying {
        true => terrain.bounds().holds(area),
        false => area.cells().all(|cell| terrain.is_passable(cell)),
    };
    demand(stands, Refusal::OnWall(cell))?;
    if world.get::<Board>(arena).is_some() && !unit.kind.is_building() {
        let stands_there = |&other: &Entity| {
            let stepping = world.get::<Stepper>(other).and_then(|stepper| stepper.cell);
            let standing = || Some(Cell::containing(world.get::<Position>(other)?.0));
            stepping.or_else(standing) == Some(cell)
        };
        demand(!roster.units.values().any(stands_there), Refusal::CellTaken(cell))?;
    }
    Ok(())
}

/// Refuses kinds made by hand with a body that the simulation cannot move.
pub(crate) fn demand_body(kind: &UnitKind) -> Result<(), Refusal> {
    let fault = crate::combat::body_fault(kind);
    fault.map_or(Ok(()), |fault| Err(Refusal::OutOfRange(fault)))
}

fn admit_obstacle(
    world: &DeferredWorld,
    arena: Entity,
    obstacle: &ObstacleSpec,
) -> Result<(), Refusal> {
    let (Some(roster), Some(land)) = (world.get::<Roster>(arena), world.get::<Land>(arena)) else {
        return Err(Refusal::NoArena);
    };
    demand(!roster.obstacles.contains_key(&obstacle.id), Refusal::ObstacleExists(obstacle.id))?;
    demand(roster.obstacles.len() < MAX_OBSTACLES, Refusal::TooManyObstacles)?;
    demand(land.terrain.bounds().holds(obstacle.area), Refusal::ObstacleOutside)
}

/// Takes what was refused out of the simulation, and says so.
fn reject(world: &mut DeferredWorld, entity: Entity, arena: Entity, refusal: Refusal) {
    let at = world.get::<Position>(entity).filter(|at| at.0.is_finite());
    let obstacle = world.get::<Obstacle>(entity).map(|obstacle| obstacle.0.area.at);
    let at = obstacle.or(at.map(|at| Cell::containing(at.0))).unwrap_or_default();
    let tick = world.get::<Clock>(arena).map_or(0, |clock| clock.tick);
    if let Some(mut events) = world.get_mut::<Events>(arena) {
        events.push(Event { tick, at, kind: EventKind::Refused(refusal.clone()) });
    }
    if let Some(mut enlisted) = world.get_mut::<Enlisted>(entity) {
        *enlisted = Enlisted(None, true);
    }
    world.commands().queue(move |world: &mut World| {
        if let Ok(mut entity) = world.get_entity_mut(entity) {
            entity.remove::<(Unit, Obstacle)>();
        }
        tell(world, Rejected { entity, arena: Some(arena), refusal });
    });
}

fn tell(world: &mut World, rejected: Rejected) {
    let Rejected { entity, refusal, .. } = &rejected;
    log::warn!("{entity} is not part of the simulation: {refusal}");
    if let Some(mut messages) = world.get_resource_mut::<Messages<Rejected>>() {
        messages.write(rejected.clone());
    }
    if world.get_entity(rejected.entity).is_ok() {
        world.trigger(rejected);
    }
}

type New = Or<(Added<Unit>, Added<Obstacle>)>;

/// Says which new units and obstacles have no arena. They may still get one.
pub(crate) fn report_strays(mut commands: Commands, added: Query<(Entity, &Enlisted), New>) {
    for (entity, _) in added.iter().filter(|(_, enlisted)| enlisted.0.is_none()) {
        let rejected = Rejected { entity, arena: None, refusal: Refusal::NoArena };
        commands.queue(move |world: &mut World| tell(world, rejected));
    }
}
