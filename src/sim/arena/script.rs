//! The scripted orders.

use crate::scenario::{Goal, Place, ScriptedOrder};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// The orders of a scenario, as it has them. Whom an order concerns is found out when it is given.
#[derive(Component, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Script {
    /// Sorted by tick.
    #[serde(with = "crate::unhashed")]
    orders: Vec<ScriptedOrder>,
    /// How many have been given.
    given: usize,
}

impl Script {
    pub(crate) fn new(mut orders: Vec<ScriptedOrder>) -> Self {
        orders.sort_by_key(|order| order.tick);
        Self { orders, given: 0 }
    }

    /// The orders, sorted by tick.
    pub fn orders(&self) -> &[ScriptedOrder] {
        &self.orders
    }

    /// Replaces the orders. Those up to the present tick count as given, unless the run has not begun.
    pub(crate) fn set_orders(&mut self, orders: Vec<ScriptedOrder>, tick: u64) {
        *self = Self::new(orders);
        self.given = self.orders.partition_point(|order| tick > 0 && order.tick <= tick);
    }

    /// Adds an order at the start, after the others there.
    pub(crate) fn add_at_start(&mut self, order: ScriptedOrder) {
        let place = self.orders.partition_point(|other| other.tick == 0);
        self.orders.insert(place, ScriptedOrder { tick: 0, ..order });
    }

    /// Orders to a goal that is removed lead to where it was.
    pub(crate) fn leave_goal(&mut self, gone: &Goal) {
        for order in &mut self.orders {
            order.order = order.order.map(|place| match place {
                Place::Goal(id) if id == gone.id => Place::At(gone.at),
                other => other,
            });
        }
    }

    /// Whether an order is due.
    pub(crate) fn is_due(&self, tick: u64) -> bool {
        self.orders.get(self.given).is_some_and(|order| order.tick <= tick)
    }

    /// The next order, if it is due.
    pub(crate) fn take(&mut self, tick: u64) -> Option<ScriptedOrder> {
        let due = self.orders.get(self.given).filter(|order| order.tick <= tick)?;
        self.given += 1;
        Some(due.clone())
    }
}
