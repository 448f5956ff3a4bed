//! Units, the orders they have, and the groups that were ordered together.

use crate::combat::UnitKind;
use crate::grid::Cell;
use crate::scenario::{Order, TeamId, UnitId};
use bevy::ecs::lifecycle::HookContext;
use bevy::ecs::world::DeferredWorld;
use bevy::prelude::*;
use std::collections::{BTreeMap, VecDeque};

use super::arena::Roster;

/// A unit. Child of its arena, and listed in the arena's [`Roster`] as long as it exists.
#[derive(Component, Clone, Debug)]
#[component(immutable, on_insert = enlist, on_discard = discharge)]
#[require(PreviousPosition, Velocity, Orders, Route, Status, Steering)]
pub struct Unit {
    /// Its number.
    pub id: UnitId,
    /// Its side.
    pub team: TeamId,
    /// Its kind.
    pub kind: &'static UnitKind,
}

fn enlist(mut world: DeferredWorld, context: HookContext) {
    let entity = context.entity;
    if let Some((id, arena)) = unit_and_arena(&world, entity)
        && let Some(mut roster) = world.get_mut::<Roster>(arena)
    {
        roster.units.insert(id, entity);
    }
}

fn discharge(mut world: DeferredWorld, context: HookContext) {
    if let Some((id, arena)) = unit_and_arena(&world, context.entity)
        && let Some(mut roster) = world.get_mut::<Roster>(arena)
    {
        roster.units.remove(&id);
    }
}

fn unit_and_arena(world: &DeferredWorld, entity: Entity) -> Option<(UnitId, Entity)> {
    Some((world.get::<Unit>(entity)?.id, world.get::<ChildOf>(entity)?.parent()))
}

/// Where a unit stands, in cells.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default)]
pub struct Position(pub Vec2);

/// Where a unit stood one tick earlier, so that the window can draw it in between.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default)]
pub struct PreviousPosition(pub Vec2);

/// How fast a unit moved in the last tick, in cells per second.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default)]
pub struct Velocity(pub Vec2);

/// What a unit has been told.
#[derive(Component, Clone, Debug, PartialEq, Default)]
pub struct Orders {
    /// The group that it belongs to for its present order.
    pub group: Option<GroupId>,
    /// What comes after the present order.
    pub queue: VecDeque<Order>,
}

/// The way that a unit is following.
#[derive(Component, Clone, Debug, PartialEq, Default)]
pub struct Route {
    /// The planned cells from where it stood when the plan was made, to its goal. Empty: no plan.
    pub cells: Vec<Cell>,
    /// The place in `cells` that it heads for.
    pub next: usize,
    /// Where it will come to rest: its own place near the common goal.
    pub rest: Vec2,
}

impl Route {
    /// The cells that are still ahead.
    pub fn ahead(&self) -> &[Cell] {
        self.cells.get(self.next..).unwrap_or(&[])
    }

    /// Forgets the way.
    pub fn clear(&mut self) {
        self.cells.clear();
        self.next = 0;
    }
}

/// What a unit is doing.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Status {
    /// Nothing.
    #[default]
    Idle,
    /// Has an order and waits for its path.
    Planning,
    /// Walks.
    Walking,
    /// Reached its place, and stays.
    Arrived,
    /// Has an order and cannot go on.
    Waiting(WaitReason),
}

/// Why a unit cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitReason {
    /// It is walled in: no cell beyond its own can be reached.
    WalledIn,
    /// Other units stand in the way, and there is no way round.
    Blocked,
    /// A wall was built on top of it, and there was no room to step aside.
    Buried,
}

impl WaitReason {
    /// The reason in a few words.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::WalledIn => "it is walled in",
            Self::Blocked => "others stand in its way",
            Self::Buried => "it is under a wall",
        }
    }
}

/// The velocity that a unit wants, and the terms that it is made of.
#[derive(Component, Clone, Debug, PartialEq, Default)]
pub struct Steering {
    /// Wanted velocity, in cells per second.
    pub desired: Vec2,
    /// Each term by name, for the arrows of a selected unit, in cells per second.
    pub terms: Vec<(&'static str, Vec2)>,
}

/// The number of a group, unique in its arena and never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupId(pub u32);

/// Units that were given one order together.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The order.
    pub order: Order,
    /// The side; its doctrine plans for the group.
    pub team: TeamId,
    /// Who was ordered and still follows the order, in order of their numbers.
    pub members: Vec<UnitId>,
    /// The cell that the group is heading for now.
    pub goal: Cell,
    /// Where a patrolling group turns back to.
    pub back: Cell,
    /// Rounds of a patrol that are done.
    pub rounds_done: u32,
    /// Whether the group needs new paths.
    pub needs_plan: bool,
}

/// The groups of an arena that have something to do.
#[derive(Component, Clone, Debug, Default)]
pub struct Groups {
    /// By number.
    pub list: BTreeMap<GroupId, Group>,
    /// The number for the next group.
    pub next: u32,
}
