//! Changes of the orders that the scenario gives by itself, while an arena runs.

use super::apply::tick_of;
use crate::scenario::{ScriptedOrder, UnitId, Who};
use crate::sim::arena::{DueOrder, Goals, Roster, Script};
use crate::sim::unit::Unit;
use bevy::prelude::*;

/// Replaces the orders. They are for the units that exist now; those up to the present tick count as given.
pub(super) fn set_orders(world: &mut World, arena: Entity, orders: &[ScriptedOrder]) {
    let due = |order: &ScriptedOrder| DueOrder {
        tick: order.tick,
        units: members(world, arena, &order.who),
        order: order.order,
        queued: order.queued,
    };
    let orders = orders.iter().map(due).collect();
    let tick = tick_of(world, arena);
    if let Some(mut goals) = world.get_mut::<Goals>(arena) {
        goals.number_anew();
    }
    if let Some(mut script) = world.get_mut::<Script>(arena) {
        script.set_orders(orders, tick);
    }
}

/// The units that an order is for, in the order of their ids.
fn members(world: &World, arena: Entity, who: &Who) -> Vec<UnitId> {
    if let Who::Units(units) = who {
        return units.clone();
    }
    let is_member = |entity: Entity| match who {
        Who::Team(team) => world.get::<Unit>(entity).is_some_and(|unit| unit.team == *team),
        _ => true,
    };
    let roster = world.get::<Roster>(arena).into_iter().flat_map(|roster| &roster.units);
    roster.filter(|(_, entity)| is_member(**entity)).map(|(id, _)| *id).collect()
}
