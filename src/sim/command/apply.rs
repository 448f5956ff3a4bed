//! The only entrance of an arena: actions from outside are applied between ticks, recorded, and returned with what
//! undoes them.

use crate::grid::{Cell, Ground};
use crate::planning::LearnedCell;
use crate::scenario::{
    Action, Health, NewUnit, ObstacleId, ObstacleSpec, Refusal, UnitId, admit,
    move_units_off_walls, place_unit,
};
use crate::sim::Pace;
use crate::sim::arena::{Arena, Clock, Event, EventKind, Events};
use crate::sim::arena::{Land, Obstacle, Roster, Script, Teams};
use crate::sim::combat::combatant::{Energy, HitPoints, Warfare, unit_bundle};
use crate::sim::command::motion::set_motion;
use crate::sim::command::orders::{give_order, leave_groups, orders_ahead, restore_orders};
use crate::sim::command::preview::{drop_preview, preview};
use crate::sim::command::site::ArenaSite;
use crate::sim::fields::arena_fields::ArenaFields;
use crate::sim::tick::Pass;
use crate::sim::unit::{Groups, Position, Unit};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Actions that wait for the next pass. Write here, and nowhere else, to change an arena.
#[derive(Component, Clone, Debug, Default)]
pub struct Inbox(pub Vec<Action>);

/// Actions that were applied together, followed by planning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Batch {
    /// The tick before which they are applied.
    pub tick: u64,
    /// What was applied.
    pub actions: Vec<Action>,
}

/// Everything that came through the inbox since the arena was built. Scenario, seed and log give the run again.
#[derive(Component, Clone, Debug, Default)]
pub struct Log(pub Vec<Batch>);

/// The actions of the last passes, each with the actions that undo it. A history takes them out.
#[derive(Component, Clone, Debug, Default)]
pub struct Applied(pub Vec<(Action, Vec<Action>)>);

pub(crate) fn apply_actions(world: &mut World) {
    let paused = !world.resource::<Pace>().ticks();
    let mut arenas: Vec<(u32, Entity)> = world
        .query::<(Entity, &Arena)>()
        .iter(world)
        .map(|(entity, arena)| (arena.index, entity))
        .collect();
    arenas.sort_unstable();
    for (_, arena) in arenas {
        let pass = if paused {
            preview(world, arena)
        } else {
            drop_preview(world, arena);
            let actions = give_what_is_due(world, arena);
            if !actions.is_empty() {
                let tick = tick_of(world, arena);
                if let Some(mut log) = world.get_mut::<Log>(arena) {
                    log.0.push(Batch { tick, actions });
                }
            }
            Pass::Tick
        };
        if let Some(mut current) = world.get_mut::<Pass>(arena) {
            *current = pass;
        }
    }
}

/// Gives the orders and applies the actions that are due, from the script and from the inbox. Returns the actions.
pub(super) fn give_what_is_due(world: &mut World, arena: Entity) -> Vec<Action> {
    let tick = tick_of(world, arena);
    while let Some(due) = world.get_mut::<Script>(arena).and_then(|mut s| s.take_order(tick)) {
        give_order(world, arena, &due.units, due.order, due.queued);
    }
    let script = world.get_mut::<Script>(arena);
    let mut actions = script.map(|mut script| script.take_actions(tick)).unwrap_or_default();
    if let Some(mut inbox) = world.get_mut::<Inbox>(arena) {
        actions.append(&mut inbox.0);
    }
    let changes = ground_changes(world, arena);
    for action in &actions {
        let undo = apply(world, arena, action);
        if let Some(mut applied) = world.get_mut::<Applied>(arena) {
            applied.0.push((action.clone(), undo));
        }
    }
    if ground_changes(world, arena) != changes {
        move_units_off_walls(&mut ArenaSite::new(world, arena));
    }
    actions
}

/// How many cells changed their passability since paths were last checked.
pub(super) fn ground_changes(world: &World, arena: Entity) -> usize {
    world.get::<Land>(arena).map_or(0, |land| land.closed.len() + land.opened.len())
}

/// Applies one action, if it is admissible. Returns the actions that undo it, in order.
fn apply(world: &mut World, arena: Entity, action: &Action) -> Vec<Action> {
    let site = ArenaSite::new(world, arena);
    if let Err(refusal) = admit(action, &site) {
        let at = match action {
            Action::PlaceObstacle { area, .. } => area.at,
            Action::MoveObstacle { id, to } => {
                site.obstacle_entity(*id).map_or(*to, |(_, spec)| spec.area.at)
            }
            _ => Cell::default(),
        };
        refuse(world, arena, at, &refusal);
        return Vec::new();
    }
    match action {
        Action::Paint(cells) => paint(world, arena, cells),
        Action::SetCorners(corners) => {
            let Some(mut land) = world.get_mut::<Land>(arena) else { return Vec::new() };
            let before = land.terrain.corners();
            land.terrain.set_corners(*corners);
            land.corners_changed |= before != *corners;
            vec![Action::SetCorners(before)]
        }
        &Action::PlaceObstacle { id, kind, area } => {
            world.spawn((ChildOf(arena), Obstacle(ObstacleSpec { id, kind, area })));
            vec![Action::RemoveObstacle(id)]
        }
        &Action::MoveObstacle { id, to } => move_obstacle(world, arena, id, to),
        Action::RemoveObstacle(id) => {
            let Some((entity, spec)) = site.obstacle_entity(*id) else { return Vec::new() };
            world.despawn(entity);
            vec![Action::PlaceObstacle { id: spec.id, kind: spec.kind, area: spec.area }]
        }
        Action::Spawn(units) => spawn_units(world, arena, units),
        Action::RemoveUnits(units) => remove_units(world, arena, units),
        Action::Order { units, order, queued } => {
            let before = give_order(world, arena, units, *order, *queued);
            vec![Action::RestoreOrders(before)]
        }
        Action::RestoreOrders(orders) => {
            let ids: Vec<UnitId> = orders.iter().map(|(id, _)| *id).collect();
            let before = ids
                .iter()
                .filter_map(|id| Some((*id, *world.get::<Roster>(arena)?.units.get(id)?)))
                .map(|(id, entity)| (id, orders_ahead(world, arena, entity)))
                .collect();
            restore_orders(world, arena, orders);
            vec![Action::RestoreOrders(before)]
        }
        Action::RestoreHealth(list) => restore_health(world, arena, list),
        &Action::SetDoctrine { team, doctrine } => {
            let Some(mut teams) = world.get_mut::<Teams>(arena) else { return Vec::new() };
            let Some(side) = teams.0.get_mut(usize::from(team.0)) else { return Vec::new() };
            let before = std::mem::replace(&mut side.doctrine, doctrine);
            if (before.search, before.layers) != (doctrine.search, doctrine.layers)
                && let Some(mut groups) = world.get_mut::<Groups>(arena)
            {
                groups
                    .list
                    .values_mut()
                    .filter(|g| g.team == team)
                    .for_each(|g| g.needs_plan = true);
            }
            vec![Action::SetDoctrine { team, doctrine: before }]
        }
        Action::SetRules(rules) => {
            let Some(mut warfare) = world.get_mut::<Warfare>(arena) else { return Vec::new() };
            vec![Action::SetRules(std::mem::replace(&mut warfare.rules, *rules))]
        }
        Action::SetDirections(cells) => set_directions(world, arena, cells),
        &Action::SetMotion(motion) => set_motion(world, arena, motion),
    }
}

fn set_directions(world: &mut World, arena: Entity, cells: &[LearnedCell]) -> Vec<Action> {
    let Some(terrain) = world.get::<Land>(arena).map(|land| land.terrain.clone()) else {
        return Vec::new();
    };
    let Some(mut fields) = world.get_mut::<ArenaFields>(arena) else { return Vec::new() };
    let before = fields.layers.directions.learned(&terrain);
    fields.layers.directions.restore(&terrain, cells);
    let followers: Vec<bool> = world
        .get::<Teams>(arena)
        .map(|teams| teams.0.iter().map(|t| t.doctrine.layers.directions.is_some()).collect())
        .unwrap_or_default();
    if let Some(mut groups) = world.get_mut::<Groups>(arena) {
        let follows = |team: usize| followers.get(team) == Some(&true);
        let all = groups.list.values_mut().filter(|g| follows(usize::from(g.team.0)));
        all.for_each(|g| g.needs_plan = true);
    }
    vec![Action::SetDirections(before)]
}

fn paint(world: &mut World, arena: Entity, cells: &[(Cell, Ground)]) -> Vec<Action> {
    let Some(mut land) = world.get_mut::<Land>(arena) else { return Vec::new() };
    let bounds = land.terrain.bounds();
    let mut before = Vec::with_capacity(cells.len());
    for &(cell, ground) in cells.iter().filter(|(cell, _)| bounds.contains(*cell)) {
        before.push((cell, land.terrain.ground(cell)));
        if land.terrain.set_ground(cell, ground) {
            land.note_change(cell);
        }
    }
    // A cell that was painted twice gets back what it had first.
    before.reverse();
    vec![Action::Paint(before)]
}

fn move_obstacle(world: &mut World, arena: Entity, id: ObstacleId, to: Cell) -> Vec<Action> {
    let obstacle = ArenaSite::new(world, arena).obstacle_entity(id);
    let Some((entity, mut spec)) = obstacle else { return Vec::new() };
    let from = std::mem::replace(&mut spec.area.at, to);
    world.entity_mut(entity).insert(Obstacle(spec));
    vec![Action::MoveObstacle { id, to: from }]
}

fn spawn_units(world: &mut World, arena: Entity, units: &[NewUnit]) -> Vec<Action> {
    let mut site = ArenaSite::new(world, arena);
    let mut spawned = Vec::new();
    for new in units {
        match place_unit(new, &site) {
            Ok((kind, at)) => {
                let bundle = (ChildOf(arena), unit_bundle(new.id, new.team, kind, at));
                let unit = site.world.spawn(bundle).id();
                site.note(unit);
                spawned.push(new.id);
            }
            Err(refusal) => refuse(site.world, arena, Cell::containing(new.at), &refusal),
        }
    }
    vec![Action::RemoveUnits(spawned)]
}

fn remove_units(world: &mut World, arena: Entity, units: &[UnitId]) -> Vec<Action> {
    let mut removed = Vec::new();
    let mut orders = Vec::new();
    let mut hurt = Vec::new();
    let mut entities = BTreeMap::new();
    for &id in units {
        let Some(entity) = world.get::<Roster>(arena).and_then(|r| r.units.get(&id)).copied()
        else {
            continue;
        };
        let (Some(unit), Some(position)) =
            (world.get::<Unit>(entity), world.get::<Position>(entity))
        else {
            continue;
        };
        // A number that is named twice counts once.
        if entities.insert(id, entity).is_some() {
            continue;
        }
        let kind = unit.kind.name.to_string();
        let whole = Health { hit_points: unit.kind.hit_points, energy: unit.kind.energy };
        hurt.extend(health(world, entity).filter(|h| *h != whole).map(|h| (id, h)));
        removed.push(NewUnit { id, team: unit.team, kind, at: position.0 });
        orders.push((id, orders_ahead(world, arena, entity)));
    }
    leave_groups(world, arena, &entities);
    for entity in entities.into_values() {
        world.despawn(entity);
    }
    let mut undo = vec![Action::Spawn(removed), Action::RestoreOrders(orders)];
    if !hurt.is_empty() {
        undo.push(Action::RestoreHealth(hurt));
    }
    undo
}

fn health(world: &World, unit: Entity) -> Option<Health> {
    let hit_points = world.get::<HitPoints>(unit)?.0;
    Some(Health { hit_points, energy: world.get::<Energy>(unit)?.0 })
}

/// Gives units the health that they had: at most that of their kind, and never so little that they die.
fn restore_health(world: &mut World, arena: Entity, list: &[(UnitId, Health)]) -> Vec<Action> {
    let mut before = Vec::new();
    for &(id, to) in list {
        let unit = world.get::<Roster>(arena).and_then(|r| r.units.get(&id)).copied();
        let Some((entity, had)) = unit.and_then(|e| Some((e, health(world, e)?))) else { continue };
        let Some(kind) = world.get::<Unit>(entity).map(|unit| unit.kind) else { continue };
        if !(to.hit_points > 0.0 && to.energy >= 0.0) {
            continue;
        }
        before.push((id, had));
        let new =
            (HitPoints(to.hit_points.min(kind.hit_points)), Energy(to.energy.min(kind.energy)));
        world.entity_mut(entity).insert(new);
    }
    vec![Action::RestoreHealth(before)]
}

/// Reports why an action, or a unit of it, is refused.
fn refuse(world: &mut World, arena: Entity, at: Cell, refusal: &Refusal) {
    let tick = tick_of(world, arena);
    if let Some(mut events) = world.get_mut::<Events>(arena) {
        events.push(Event { tick, at, kind: EventKind::Refused(refusal.to_string()) });
    }
}

pub(super) fn tick_of(world: &World, arena: Entity) -> u64 {
    world.get::<Clock>(arena).map_or(0, |clock| clock.tick)
}
