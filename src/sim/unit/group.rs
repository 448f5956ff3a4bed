//! Orders, and the groups of units that received them together.

use crate::grid::Cell;
use crate::scenario::{Order, TeamId, UnitId};
use bevy::prelude::*;
use std::collections::BTreeMap;

/// The orders of a unit.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Orders {
    /// The group of its last order. The group may be finished.
    pub group: Option<GroupId>,
    /// Number of the group's orders that this unit has completed.
    pub leg: usize,
}

/// The id of a group, unique in its arena and never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupId(pub u32);

/// Units that received the same orders together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The orders, in sequence. Each unit keeps its own index into them. An attack on a unit is stored as an attack on
    /// the cell of that unit.
    pub legs: Vec<Order>,
    /// The units to attack, by index of the order in `legs`.
    pub quarries: BTreeMap<usize, UnitId>,
    /// The team. Its doctrine plans for the group.
    pub team: TeamId,
    /// The units that follow the orders, sorted by id.
    pub members: Vec<UnitId>,
    /// The other end of a patrol: where the group came from or returns to.
    pub back: Cell,
    /// Number of completed one-way trips of a patrol.
    pub ways_done: u32,
    /// Whether the group needs new paths.
    pub needs_plan: bool,
}

impl Group {
    /// The orders from an index on, as they were given. An attack on a unit has the current cell of that unit.
    pub fn orders(&self, from: usize) -> Vec<Order> {
        let told = |(leg, order): (usize, &Order)| match (*order, self.quarries.get(&leg)) {
            (Order::Attack(at), Some(&unit)) => Order::AttackUnit { unit, at },
            (order, _) => order,
        };
        self.legs.iter().enumerate().skip(from).map(told).collect()
    }

    /// The cell to which an order of the group leads now. A patrol changes it when it turns.
    pub fn goal(&self, leg: usize) -> Option<Cell> {
        let order = self.legs.get(leg)?;
        match order {
            Order::Patrol { .. } if self.ways_done % 2 == 1 => Some(self.back),
            _ => order.place(),
        }
    }
}

/// The groups of an arena that have orders left.
#[derive(Component, Clone, Debug, Default)]
pub struct Groups {
    /// The groups by id.
    pub list: BTreeMap<GroupId, Group>,
    /// The id of the next group.
    pub next: u32,
}

impl Groups {
    /// Adds a group and returns its id.
    pub fn add(&mut self, group: Group) -> GroupId {
        let id = GroupId(self.next);
        self.next += 1;
        self.list.insert(id, group);
        id
    }

    /// Removes a unit from a group. A group without units is deleted.
    pub fn remove_member(&mut self, id: GroupId, unit: UnitId) {
        if let Some(group) = self.list.get_mut(&id) {
            group.members.retain(|&m| m != unit);
            if group.members.is_empty() {
                self.list.remove(&id);
            }
        }
    }
}
