//! A moment of a run as a scenario of its own.

use crate::grid::Terrain;
use crate::scenario::{
    Action, Batch, Health, MapOrigin, Motion, NewUnit, Order, Place, Scenario, ScriptedOrder,
    StartDirections, UnitId, Who,
};
use crate::sim::TICKS_PER_SECOND;
use crate::sim::arena::{Clock, Goals, Kinds, Land, Obstacle, Roster, Teams};
use crate::sim::cells::Board;
use crate::sim::combat::combatant::{Energy, HitPoints, HoldsGround, Warfare};
use crate::sim::command::orders::orders_ahead;
use crate::sim::fields::arena_fields::ArenaFields;
use crate::sim::unit::{Position, Unit};
use bevy::prelude::*;

/// An arena as it is now, as a scenario that starts there: ground, obstacles, units with their health and the orders that
/// are left, doctrines, rules, motion and learned directions. `of` is the scenario that the arena was built from.
///
/// A scenario has its units on cells of their own, so units that walk move to the middle of the nearest free cell, and a
/// fight starts with weapons that are ready.
pub fn moment(world: &World, arena: Entity, of: &Scenario) -> Option<Scenario> {
    let (land, roster) = (world.get::<Land>(arena)?, world.get::<Roster>(arena)?);
    let tick = world.get::<Clock>(arena)?.tick;
    let bounds = land.terrain.bounds();
    let rows = bounds.cells().map(|cell| land.terrain.ground(cell)).collect();
    let ground = Terrain::from_ground(bounds, land.terrain.corners(), rows);
    let directions = &world.get::<ArenaFields>(arena)?.layers.directions;
    let obstacles = roster.obstacles.values().filter_map(|&entity| world.get::<Obstacle>(entity));
    let board = world.get::<Board>(arena);
    let mut scenario = Scenario {
        title: format!("{} at {:.1} s", of.title, tick as f64 / f64::from(TICKS_PER_SECOND)),
        motion: board.map_or(Motion::Steered, |board| Motion::CellSteps(board.rules)),
        terrain: ground.into(),
        origin: MapOrigin::Inline,
        rules: world.get::<Warfare>(arena)?.rules,
        catalogue: world.get::<Kinds>(arena)?.0.clone(),
        directions: StartDirections::new(&land.terrain, &directions.learned(&land.terrain)),
        teams: world.get::<Teams>(arena)?.0.clone(),
        goals: world.get::<Goals>(arena)?.0.clone(),
        obstacles: obstacles.map(|obstacle| obstacle.0).collect(),
        units: Vec::new(),
        orders: Vec::new(),
        actions: Vec::new(),
        ..of.clone()
    };
    scenario.apply(0, &Action::Spawn(units(world, roster)));
    scenario.orders = orders(world, arena, roster);
    let hurt = hurt_units(world, roster);
    if !hurt.is_empty() {
        scenario.actions = vec![Batch { tick: 0, actions: vec![Action::SetHealth(hurt)] }];
    }
    Some(scenario)
}

fn units(world: &World, roster: &Roster) -> Vec<NewUnit> {
    let all = roster.units.values().filter_map(|&entity| {
        let (unit, position) = (world.get::<Unit>(entity)?, world.get::<Position>(entity)?);
        let kind = unit.kind.name.to_string();
        Some(NewUnit { id: unit.id, team: unit.team, kind, at: position.0 })
    });
    all.collect()
}

fn hurt_units(world: &World, roster: &Roster) -> Vec<(UnitId, Health)> {
    let all = roster.units.iter().filter_map(|(&id, &entity)| {
        let kind = world.get::<Unit>(entity)?.kind;
        let hit_points = world.get::<HitPoints>(entity)?.0;
        let energy = world.get::<Energy>(entity)?.0;
        let whole = hit_points == kind.hit_points && energy == kind.energy;
        (!whole).then_some((id, Health { hit_points, energy }))
    });
    all.collect()
}

/// The orders that are left, one list for all units with the same ones.
fn orders(world: &World, arena: Entity, roster: &Roster) -> Vec<ScriptedOrder> {
    let mut groups: Vec<(Vec<Order>, Vec<UnitId>)> = Vec::new();
    for (&id, &entity) in &roster.units {
        let mut orders = orders_ahead(world, arena, entity);
        if orders.is_empty() && world.get::<HoldsGround>(entity).is_some_and(|holds| holds.0) {
            orders.push(Order::Hold);
        }
        match groups.iter_mut().find(|(known, _)| *known == orders) {
            Some((_, units)) => units.push(id),
            None => groups.push((orders, vec![id])),
        }
    }
    let scripted = groups.into_iter().flat_map(|(orders, units)| {
        orders.into_iter().enumerate().map(move |(place, order)| ScriptedOrder {
            tick: 0,
            who: Who::Units(units.clone()),
            order: order.map(Place::At),
            queued: place > 0,
        })
    });
    scripted.collect()
}
