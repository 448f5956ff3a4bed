//! What is known to happen in an arena: the orders of its scenario, and actions with their ticks.

use crate::scenario::{Action, Batch, Goal, ScriptedOrder};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// What is known to happen: the orders that the scenario gives, and actions with their ticks.
#[derive(Component, Clone, Debug, Default)]
pub struct Script {
    orders: OrderList,
    /// Sorted by tick.
    batches: Vec<Batch>,
    /// Index of the next batch to apply.
    next_batch: usize,
    /// Whether the batches were replaced, so that what a pause shows of them is out of date.
    revised: bool,
}

/// Orders as a scenario has them. Whom an order concerns is found out when it is given.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct OrderList {
    /// Sorted by tick.
    list: Vec<ScriptedOrder>,
    /// How many have been given.
    given: usize,
}

impl Script {
    pub(crate) fn new(mut list: Vec<ScriptedOrder>, batches: Vec<Batch>) -> Self {
        list.sort_by_key(|order| order.tick);
        let orders = OrderList { list, given: 0 };
        let mut script = Self { orders, ..Self::default() };
        script.set_batches(batches, 0);
        script
    }

    /// The orders that the scenario gives, sorted by tick.
    pub fn orders(&self) -> &[ScriptedOrder] {
        &self.orders.list
    }

    /// The batches of actions, sorted by tick.
    pub fn batches(&self) -> &[Batch] {
        &self.batches
    }

    /// Replaces the batches. Those before the present tick count as done; the run is not changed by them.
    pub fn set_batches(&mut self, mut batches: Vec<Batch>, tick: u64) {
        batches.sort_by_key(|batch| batch.tick);
        self.next_batch = batches.partition_point(|batch| batch.tick < tick);
        self.batches = batches;
        self.revised = true;
    }

    /// Adds actions after all others.
    pub fn push(&mut self, batch: Batch) {
        self.batches.push(batch);
    }

    /// Replaces the orders. Those up to the present tick count as given, unless the run has not begun.
    pub(crate) fn set_orders(&mut self, mut list: Vec<ScriptedOrder>, tick: u64) {
        list.sort_by_key(|order| order.tick);
        let given = list.partition_point(|order| tick > 0 && order.tick <= tick);
        self.orders = OrderList { list, given };
    }

    /// Adds an order at the start, after the others there.
    pub(crate) fn add_at_start(&mut self, order: ScriptedOrder) {
        let place = self.orders.list.partition_point(|other| other.tick == 0);
        self.orders.list.insert(place, ScriptedOrder { tick: 0, ..order });
    }

    /// Orders to a goal that is removed lead to where it was.
    pub(crate) fn leave_goal(&mut self, gone: &Goal) {
        crate::scenario::leave_goal(&mut self.orders.list, gone);
    }

    /// The orders, and how many were given: the part of the script that actions change.
    pub(crate) fn order_list(&self) -> &OrderList {
        &self.orders
    }

    /// Puts back an earlier list of orders.
    pub(crate) fn restore_orders(&mut self, orders: OrderList) {
        self.orders = orders;
    }

    /// The number of orders given so far.
    pub(crate) fn orders_given(&self) -> usize {
        self.orders.given
    }

    /// Goes back to a tick: batches before it have been applied.
    pub(crate) fn rewind(&mut self, tick: u64) {
        self.next_batch = self.batches.partition_point(|batch| batch.tick < tick);
    }

    /// Whether something is due.
    pub(crate) fn is_due(&self, tick: u64) -> bool {
        self.next_order(tick).is_some()
            || self.batches.get(self.next_batch).is_some_and(|batch| batch.tick <= tick)
    }

    /// The next order, if it is due.
    pub(crate) fn take_order(&mut self, tick: u64) -> Option<ScriptedOrder> {
        let due = self.next_order(tick).cloned()?;
        self.orders.given += 1;
        Some(due)
    }

    fn next_order(&self, tick: u64) -> Option<&ScriptedOrder> {
        self.orders.list.get(self.orders.given).filter(|order| order.tick <= tick)
    }

    /// The actions that are due.
    pub(crate) fn take_actions(&mut self, tick: u64) -> Vec<Action> {
        let mut actions = Vec::new();
        while let Some(due) = self.batches.get(self.next_batch).filter(|b| b.tick <= tick) {
            actions.extend_from_slice(&due.actions);
            self.next_batch += 1;
        }
        actions
    }

    /// Whether the batches were replaced since the last call.
    pub(crate) fn take_revised(&mut self) -> bool {
        std::mem::take(&mut self.revised)
    }
}
