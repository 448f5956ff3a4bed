//! Orders become groups: units that were given the same orders together.

use crate::grid::Cell;
use crate::scenario::{Order, TeamId, UnitId};
use crate::sim::arena::{Clock, Land, Roster};
use crate::sim::arena::{Event, EventKind, Events};
use crate::sim::combat::combatant::HoldsGround;
use crate::sim::unit::{Group, GroupId, Groups, Orders, Position, Progress, Route, Status, Unit};
use bevy::prelude::*;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Gives an order to units of an arena.
pub(crate) fn give_order(
    world: &mut World,
    arena: Entity,
    units: &[UnitId],
    order: Order,
    queued: bool,
) {
    let mut told: BTreeMap<UnitId, Vec<Order>> = BTreeMap::new();
    for (id, entity) in existing(world, arena, units) {
        let mut legs = if queued { orders_ahead(world, arena, entity) } else { Vec::new() };
        // An endless patrol would never reach the orders queued behind it.
        legs.retain(|leg| !matches!(leg, Order::Patrol { rounds: 0, .. }));
        legs.push(order);
        told.insert(id, legs);
    }
    set_orders(world, arena, told);
}

/// The orders that a unit has not carried out yet.
pub(crate) fn orders_ahead(world: &World, arena: Entity, unit: Entity) -> Vec<Order> {
    let (Some(orders), Some(groups)) = (world.get::<Orders>(unit), world.get::<Groups>(arena))
    else {
        return Vec::new();
    };
    orders
        .group
        .and_then(|id| groups.list.get(&id))
        .map(|group| group.orders(orders.leg))
        .unwrap_or_default()
}

fn existing(world: &World, arena: Entity, units: &[UnitId]) -> Vec<(UnitId, Entity)> {
    let roster = world.get::<Roster>(arena);
    units.iter().filter_map(|id| Some((*id, *roster?.units.get(id)?))).collect()
}

/// Takes units out of their groups and forms new ones: one for each team and list of orders. Orders to
/// places outside the map lead to its edge.
fn set_orders(world: &mut World, arena: Entity, told: BTreeMap<UnitId, Vec<Order>>) {
    let Some(bounds) = world.get::<Land>(arena).map(|land| land.terrain.bounds()) else { return };
    let ids: Vec<UnitId> = told.keys().copied().collect();
    let units: BTreeMap<UnitId, Entity> = existing(world, arena, &ids).into_iter().collect();
    leave_groups(world, arena, &units);
    // In the order of their first members, so that groups are numbered alike in every run.
    let mut groups: Vec<(TeamId, Vec<Order>, Vec<UnitId>)> = Vec::new();
    let mut places: HashMap<(TeamId, Vec<Order>), usize> = HashMap::new();
    for (id, legs) in told {
        let Some(&entity) = units.get(&id) else { continue };
        let Some(team) = world.get::<Unit>(entity).map(|u| u.team) else { continue };
        stop(world, entity);
        let holds = HoldsGround(legs.last() == Some(&Order::Hold));
        world.entity_mut(entity).insert(holds);
        // Holding leads nowhere: only the orders after it remain.
        let legs: Vec<Order> = legs
            .into_iter()
            .filter(|leg| leg.place().is_some())
            .map(|leg| leg.map(|to| bounds.clamp(to)))
            .collect();
        if legs.is_empty() {
            continue;
        }
        match places.entry((team, legs)) {
            Entry::Occupied(place) => groups[*place.get()].2.push(id),
            Entry::Vacant(place) => {
                groups.push((team, place.key().1.clone(), vec![id]));
                place.insert(groups.len() - 1);
            }
        }
    }
    for (team, legs, members) in groups {
        form_group(world, arena, team, legs, members);
    }
}

fn form_group(
    world: &mut World,
    arena: Entity,
    team: TeamId,
    legs: Vec<Order>,
    members: Vec<UnitId>,
) {
    let units = existing(world, arena, &members);
    let back = gathering_place(world, arena, &units, &legs);
    let group = Group { legs, team, members, back, ways_done: 0, needs_plan: true };
    let Some(id) = world.get_mut::<Groups>(arena).map(|mut groups| groups.add(group)) else {
        return;
    };
    let tick = world.get::<Clock>(arena).map_or(0, |clock| clock.tick);
    if let Some(mut events) = world.get_mut::<Events>(arena) {
        events.push(Event { tick, at: back, kind: EventKind::Ordered { units: units.len() } });
    }
    for (_, entity) in units {
        world.entity_mut(entity).insert((
            Orders { group: Some(id), leg: 0 },
            Status::Planning,
            Progress::FRESH,
        ));
    }
}

/// Where a patrol comes back to: the last waypoint before it, or the middle of the group.
fn gathering_place(
    world: &World,
    arena: Entity,
    units: &[(UnitId, Entity)],
    legs: &[Order],
) -> Cell {
    let way_point = legs
        .iter()
        .take_while(|leg| !matches!(leg, Order::Patrol { .. }))
        .filter_map(Order::place)
        .last();
    let positions = units.iter().filter_map(|&(_, e)| world.get::<Position>(e)).map(|p| p.0);
    let middle = positions.clone().sum::<Vec2>() / units.len().max(1) as f32;
    let nearest =
        positions.min_by(|a, b| a.distance_squared(middle).total_cmp(&b.distance_squared(middle)));
    let center = Cell::containing(middle);
    let standing_free = world.get::<Land>(arena).is_some_and(|l| l.terrain.is_passable(center));
    way_point.unwrap_or(match nearest {
        Some(nearest) if !standing_free => Cell::containing(nearest),
        _ => center,
    })
}

/// Makes a unit forget its orders and its path.
fn stop(world: &mut World, unit: Entity) {
    world.entity_mut(unit).insert((
        Orders::default(),
        Route::default(),
        Progress::FRESH,
        Status::Idle,
    ));
}

/// Takes units out of their groups: one pass over each group, however many leave it.
pub(crate) fn leave_groups(world: &mut World, arena: Entity, units: &BTreeMap<UnitId, Entity>) {
    let mut leaving: BTreeMap<GroupId, BTreeSet<UnitId>> = BTreeMap::new();
    for (&id, &unit) in units {
        if let Some(group) = world.get::<Orders>(unit).and_then(|orders| orders.group) {
            leaving.entry(group).or_default().insert(id);
        }
    }
    if let Some(mut groups) = world.get_mut::<Groups>(arena) {
        for (group, units) in leaving {
            groups.remove_members(group, &units);
        }
    }
}
