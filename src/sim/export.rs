//! An arena as a scenario: as it is before its first tick, and at a moment of a run.

use crate::combat::UnitKind;
use crate::grid::Cell;
use crate::scenario::{
    Action, Batch, FactAction, Health, MapOrigin, NewUnit, Order, Place, Scenario, ScriptedOrder,
    SetCosts, SetModifiers, StartDirections, TeamId, UnitId, UnitSpec, Who,
};
use crate::sim::TICKS_PER_SECOND;
use crate::sim::arena::{Clock, Roster, spawn_arena};
use crate::sim::combat::combatant::{Energy, HitPoints, HoldsGround, Warfare};
use crate::sim::command::apply::apply;
use crate::sim::command::order::orders_ahead;
use crate::sim::facts::ArenaFacts;
use crate::sim::fields::arena_fields::ArenaFields;
use crate::sim::unit::{Modifiers, Position, Unit};
use bevy::prelude::*;
use std::collections::HashMap;

/// An arena as a scenario. `start` is the scenario that the arena was built from: it says what the arena does not know.
///
/// Before the first tick nothing is lost: the arena that is built from the scenario is the same one, apart from health.
/// Later, units are listed on the cells that they stand on.
pub fn scenario_of(world: &World, arena: Entity, start: &Scenario) -> Option<Scenario> {
    let facts = ArenaFacts::of(world, arena)?;
    let directions = &world.get::<ArenaFields>(arena)?.layers.directions;
    let mut scenario = Scenario {
        seed: world.get::<Warfare>(arena)?.seed,
        motion: facts.motion,
        terrain: facts.bare_ground(&start.terrain),
        rules: *facts.rules,
        catalogue: facts.catalogue.clone(),
        directions: StartDirections::new(facts.terrain, &directions.learned(facts.terrain)),
        teams: facts.teams.to_vec(),
        goals: facts.goals.to_vec(),
        units: units(world, facts.roster),
        orders: facts.orders.to_vec(),
        obstacles: facts.obstacles,
        actions: Vec::new(),
        ..start.clone()
    };
    if scenario.directions == start.directions {
        scenario.directions = start.directions.clone();
    }
    // What was there from the start keeps its place in the lists.
    let places: HashMap<_, _> = start.units.iter().map(|unit| unit.id).zip(0..).collect();
    scenario.units.sort_by_key(|unit| places.get(&unit.id).copied().unwrap_or(usize::MAX));
    let places: HashMap<_, _> = start.obstacles.iter().map(|o| o.id).zip(0..).collect();
    scenario.obstacles.sort_by_key(|o| places.get(&o.id).copied().unwrap_or(usize::MAX));
    Some(scenario)
}

/// The scenario with actions worked in: what a run is that starts with them before its first tick. What units have lost of
/// their health has no place in a scenario; it stays an action.
pub fn bake(start: &Scenario, actions: &[Action]) -> Scenario {
    let mut start = Scenario { actions: Vec::new(), ..start.clone() };
    for action in actions {
        match action {
            Action::Fact(FactAction::Title(title)) => start.title.clone_from(title),
            Action::Fact(FactAction::Description(text)) => start.description.clone_from(text),
            _ => {}
        }
    }
    let mut world = World::new();
    let arena = spawn_arena(&mut world, &start, 0);
    actions.iter().for_each(|action| apply(&mut world, arena, action));
    let own = world.get::<Roster>(arena).map(|roster| own_numbers(&world, arena, roster));
    let own = own.unwrap_or_default();
    let mut baked = scenario_of(&world, arena, &start).unwrap_or(start);
    if !own.is_empty() {
        baked.actions = vec![Batch { tick: 0, actions: own }];
    }
    baked
}

/// An arena as it is now, as a scenario that starts there: ground, obstacles, units with their health and the orders that
/// are left, doctrines, rules, motion and learned directions. `of` is the scenario that the arena was built from.
///
/// A scenario has its units on cells of their own, so units that walk move to the centre of the nearest free cell, and a
/// fight starts with weapons that are ready.
pub fn moment(world: &World, arena: Entity, of: &Scenario) -> Option<Scenario> {
    let roster = world.get::<Roster>(arena)?;
    let tick = world.get::<Clock>(arena)?.tick;
    let empty = Scenario {
        title: format!("{} at {:.1} s", of.title, tick as f64 / f64::from(TICKS_PER_SECOND)),
        origin: MapOrigin::Inline,
        units: Vec::new(),
        orders: Vec::new(),
        ..scenario_of(world, arena, of)?
    };
    let all = roster.units.values().filter_map(|&entity| {
        let (unit, position) = (world.get::<Unit>(entity)?, world.get::<Position>(entity)?);
        let kind = unit.kind.name.to_string();
        Some(NewUnit { id: unit.id, team: unit.team, kind, at: position.0 })
    });
    let mut actions = vec![Action::Spawn(all.collect())];
    actions.extend(own_numbers(world, arena, roster));
    Some(Scenario { orders: orders(world, arena, roster), ..bake(&empty, &actions) })
}

fn units(world: &World, roster: &Roster) -> Vec<UnitSpec> {
    let corner =
        |kind: &UnitKind, at: Vec2| kind.footprint(at).map_or(Cell::containing(at), |area| area.at);
    let all = roster.units.values().filter_map(|&entity| {
        let (unit, position) = (world.get::<Unit>(entity)?, world.get::<Position>(entity)?);
        let &Unit { id, team, kind } = unit;
        Some(UnitSpec { id, team, kind, at: corner(kind, position.0) })
    });
    all.collect()
}

/// What units have lost of their health, their factors, and the costs of cells: what a scenario says only by actions.
fn own_numbers(world: &World, arena: Entity, roster: &Roster) -> Vec<Action> {
    let hurt = hurt_units(world, roster);
    let mut actions = Vec::new();
    if !hurt.is_empty() {
        actions.push(Action::SetHealth(hurt));
    }
    let mut changed: Vec<SetModifiers> = Vec::new();
    for (&id, &entity) in &roster.units {
        let Some(&modifiers) = world.get::<Modifiers>(entity) else { continue };
        match changed.iter_mut().find(|known| known.modifiers == modifiers) {
            _ if modifiers == Modifiers::default() => {}
            Some(known) => known.units.push(id),
            None => changed.push(SetModifiers { units: vec![id], modifiers }),
        }
    }
    actions.extend(changed.into_iter().map(Action::SetModifiers));
    let costs = world.get::<ArenaFields>(arena).map_or(&[][..], |fields| &fields.costs);
    for (team, costs) in (0..).zip(costs) {
        let cells = costs.iter().flat_map(|costs| costs.iter());
        let cells: Vec<(Cell, f32)> = cells.map(|(cell, factor, _)| (cell, factor)).collect();
        if !cells.is_empty() {
            actions.push(Action::SetCosts(SetCosts { team: Some(TeamId(team)), cells }));
        }
    }
    actions
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
