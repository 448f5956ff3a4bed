//! The scripted orders. Whom an order concerns, and where its goal is, is found out when it is given.

use super::apply::tick_of;
use super::order::{give_order, report_missing};
use super::site::ArenaSite;
use crate::grid::Cell;
use crate::scenario::{Known, Order, Place, ScriptedOrder, UnitId, Who};
use crate::sim::arena::{Goals, Land, Roster, Script, Teams};
use crate::sim::unit::Unit;
use bevy::prelude::*;

/// Gives the orders that are due.
pub(super) fn give_orders(world: &mut World, arena: Entity) {
    let tick = tick_of(world, arena);
    while let Some(due) = world.get_mut::<Script>(arena).and_then(|mut s| s.take(tick)) {
        let units = members(world, arena, due.who);
        if let Some(order) = order_to_cell(world, arena, due.order) {
            give_order(world, arena, &units, order, due.queued);
        }
    }
}

/// Replaces the orders.
pub(super) fn set_orders(world: &mut World, arena: Entity, orders: &[ScriptedOrder]) {
    let tick = tick_of(world, arena);
    if let Some(mut script) = world.get_mut::<Script>(arena) {
        script.set_orders(orders.to_vec(), tick);
    }
}

/// An order by hand before the first tick: the scenario then gives it at the start, after its own.
pub(super) fn order_at_start(
    world: &mut World,
    arena: Entity,
    units: &[UnitId],
    order: Order,
    queued: bool,
) {
    let (who, order) = (Who::Units(units.to_vec()), order.map(Place::At));
    if let Some(mut script) = world.get_mut::<Script>(arena) {
        script.add_at_start(ScriptedOrder { tick: 0, who, order, queued });
    }
}

/// At the start, orders that concern nobody or lead nowhere leave the script, as they would if the scenario was saved.
pub(super) fn tidy_orders(world: &mut World, arena: Entity) {
    let entity = world.entity(arena);
    let (Some(land), Some(teams), Some(goals), Some(roster), Some(script)) = (
        entity.get::<Land>(),
        entity.get::<Teams>(),
        entity.get::<Goals>(),
        entity.get::<Roster>(),
        entity.get::<Script>(),
    ) else {
        return;
    };
    let missing: Vec<UnitId> = script
        .orders()
        .iter()
        .filter_map(|order| if let Who::Units(units) = &order.who { Some(units) } else { None })
        .flatten()
        .copied()
        .filter(|unit| !roster.units.contains_key(unit))
        .collect();
    let known = Known { bounds: land.terrain.bounds(), teams: &teams.0, goals: &goals.0 };
    let mut orders = script.orders().to_vec();
    known.tidy(&mut orders, |unit| roster.units.contains_key(&unit).then_some(unit));
    set_orders(world, arena, &orders);
    report_missing(&mut ArenaSite::new(world, arena), &missing, Cell::default());
}

/// The units that an order is for now, in the order of their ids.
fn members(world: &World, arena: Entity, who: Who) -> Vec<UnitId> {
    let of_team = match who {
        Who::Units(units) => return units,
        Who::Team(team) => Some(team),
        Who::Everyone => None,
    };
    let team = |unit: Entity| world.get::<Unit>(unit).map(|unit| unit.team);
    let roster = world.get::<Roster>(arena).into_iter().flat_map(|roster| &roster.units);
    let members = roster.filter(|(_, unit)| of_team.is_none() || team(**unit) == of_team);
    members.map(|(id, _)| *id).collect()
}

/// An order with its place as a cell: that of its goal now. `None` if there is no such goal.
fn order_to_cell(world: &World, arena: Entity, order: Order<Place>) -> Option<Order> {
    let cell = match order.place() {
        Some(Place::At(cell)) => cell,
        Some(Place::Goal(id)) => world.get::<Goals>(arena)?.0.iter().find(|goal| goal.id == id)?.at,
        None => Default::default(),
    };
    Some(order.map(|_| cell))
}
