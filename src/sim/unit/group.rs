//! Orders, and the groups of units that received them together.

use crate::grid::Cell;
use crate::scenario::{Order, TeamId, UnitId};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The orders of a unit.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Orders {
    /// The group of its last order. The group may be finished.
    pub group: Option<GroupId>,
    /// Number of the group's orders that this unit has completed.
    pub leg: usize,
}

/// The id of a group, unique in its arena and never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GroupId(pub u32);

/// Units that received the same orders together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// The orders, in turn. Each unit keeps its own index among them. An attack on a unit is kept up to date with
    /// where that unit is.
    pub legs: Vec<Order>,
    /// The side; its doctrine plans for the group.
    pub team: TeamId,
    /// The units that follow the orders, in order of their numbers.
    pub members: Vec<UnitId>,
    /// The other end of a patrol: where the group came from or returns to.
    pub back: Cell,
    /// Number of completed one-way trips of a patrol.
    pub ways_done: u32,
    /// Whether the group needs new paths.
    pub needs_plan: bool,
}

impl Group {
    /// The orders from one on.
    pub fn orders(&self, from: usize) -> Vec<Order> {
        self.legs.get(from..).unwrap_or_default().to_vec()
    }

    /// The units that are to be attacked, by the index of the order in `legs`.
    pub fn quarries(&self) -> impl Iterator<Item = (usize, UnitId)> {
        self.legs.iter().enumerate().filter_map(|(leg, order)| match order {
            Order::AttackUnit { unit, .. } => Some((leg, *unit)),
            _ => None,
        })
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

/// Looks up groups, one after the other. Members of a group mostly follow each other, so most look-ups find the last group again.
pub(crate) struct GroupLookup<'a> {
    groups: &'a Groups,
    last: Option<(GroupId, &'a Group)>,
}

impl<'a> GroupLookup<'a> {
    /// Begins to look up.
    pub(crate) fn new(groups: &'a Groups) -> Self {
        Self { groups, last: None }
    }

    /// The group with an id, if it has orders left.
    #[inline]
    pub(crate) fn get(&mut self, id: GroupId) -> Option<&'a Group> {
        match self.last {
            Some((last, group)) if last == id => Some(group),
            _ => {
                let group = self.groups.list.get(&id)?;
                self.last = Some((id, group));
                Some(group)
            }
        }
    }
}

/// The groups of an arena that have orders left.
#[derive(Component, Clone, Debug, Default, Serialize, Deserialize)]
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

    /// Takes units, sorted by number, out of a group in one pass over its members; a group without units is gone.
    pub fn remove_members(&mut self, id: GroupId, units: &[UnitId]) {
        let Some(group) = self.list.get_mut(&id) else { return };
        let mut leaving = units.iter().copied().peekable();
        group.members.retain(|&member| {
            while leaving.next_if(|&unit| unit < member).is_some() {}
            leaving.next_if_eq(&member).is_none()
        });
        if group.members.is_empty() {
            self.list.remove(&id);
        }
    }
}
