//! Units, the orders they have, and the groups that were ordered together.

use crate::combat::UnitKind;
use crate::grid::Cell;
use crate::scenario::{Order, TeamId, UnitId};
use crate::steering::Terms;
use bevy::ecs::lifecycle::HookContext;
use bevy::ecs::world::DeferredWorld;
use bevy::prelude::*;
use std::collections::BTreeMap;

use super::arena::{Land, Roster};
use super::cells::Stepper;
pub use super::route::Route;

/// A unit. Child of its arena, and listed in the arena's [`Roster`] as long as it exists.
#[derive(Component, Clone, Debug)]
#[component(immutable, on_insert = enlist, on_discard = discharge)]
#[require(PreviousPosition, Velocity, Orders, Route, Progress, Status, Steering, Ahead, Stepper)]
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
        change_forces(&mut world, entity, arena, true);
    }
}

fn discharge(mut world: DeferredWorld, context: HookContext) {
    if let Some((id, arena)) = unit_and_arena(&world, context.entity)
        && let Some(mut roster) = world.get_mut::<Roster>(arena)
    {
        roster.units.remove(&id);
        change_forces(&mut world, context.entity, arena, false);
    }
}

/// Counts those with weapons, and blocks the cells of buildings as long as they stand.
fn change_forces(world: &mut DeferredWorld, entity: Entity, arena: Entity, add: bool) {
    let Some(kind) = world.get::<Unit>(entity).map(|unit| unit.kind) else { return };
    let area = world.get::<Position>(entity).and_then(|position| kind.footprint(position.0));
    if kind.weapon.is_some()
        && let Some(mut roster) = world.get_mut::<Roster>(arena)
    {
        roster.armed = if add { roster.armed + 1 } else { roster.armed.saturating_sub(1) };
    }
    if let (Some(area), Some(mut land)) = (area, world.get_mut::<Land>(arena)) {
        land.change_cover(area, add);
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
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Orders {
    /// The group that it was last ordered with; it may have finished.
    pub group: Option<GroupId>,
    /// How many of the group's orders this unit has carried out.
    pub leg: usize,
}

/// Whether a unit gets on.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default)]
pub struct Progress {
    /// The least distance still to go that it has reached on this route, in cells.
    pub best: f32,
    /// Ticks since that got better.
    pub stalled: u32,
}

impl Progress {
    /// At the start of a route.
    pub const FRESH: Self = Self { best: f32::INFINITY, stalled: 0 };
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
    /// Fights; its path has to wait.
    Fighting,
    /// Reached its place, and stays.
    Arrived,
    /// Has an order and cannot go on.
    Waiting(WaitReason),
}

/// Why a unit cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitReason {
    /// It is walled in: it can get no nearer to its goal than it is.
    WalledIn,
    /// It went as near to its goal as it could.
    Unreachable,
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
            Self::Unreachable => "its goal cannot be reached",
            Self::Blocked => "others stand in its way",
            Self::Buried => "it is under a wall",
        }
    }
}

/// The velocity that a unit wants, and the terms that it is made of.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default)]
pub struct Steering {
    /// Wanted velocity, in cells per second.
    pub desired: Vec2,
    /// Each term by name, for the arrows of a selected unit, in cells per second.
    pub terms: Terms,
}

/// How far a unit that walks still has to go, in cells, as it was when it was last steered. Written by steering, so
/// that moving need not look at the route again.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default)]
pub(super) struct Ahead(pub(super) f32);

/// The number of a group, unique in its arena and never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupId(pub u32);

/// Units that were given the same orders together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The orders, in turn. Each unit keeps its own place among them. An attack on a unit stands here as an attack
    /// on the place where it is.
    pub legs: Vec<Order>,
    /// The units that are to be attacked, by the place of the order in `legs`.
    pub quarries: BTreeMap<usize, UnitId>,
    /// The side; its doctrine plans for the group.
    pub team: TeamId,
    /// Who follows the orders, in order of their numbers.
    pub members: Vec<UnitId>,
    /// The other end of a patrol: where the group came from, or goes back to.
    pub back: Cell,
    /// Ways of a patrol that are done: there counts one, back counts one.
    pub ways_done: u32,
    /// Whether the group needs new paths.
    pub needs_plan: bool,
}

impl Group {
    /// The orders from one on, as they were given; of an attack on a unit, where it is now.
    pub fn orders(&self, from: usize) -> Vec<Order> {
        let told = |(leg, order): (usize, &Order)| match (*order, self.quarries.get(&leg)) {
            (Order::Attack(at), Some(&unit)) => Order::AttackUnit { unit, at },
            (order, _) => order,
        };
        self.legs.iter().enumerate().skip(from).map(told).collect()
    }

    /// The cell that an order of the group leads to now; patrols change theirs when they turn.
    pub fn goal(&self, leg: usize) -> Option<Cell> {
        let order = self.legs.get(leg)?;
        match order {
            Order::Patrol { .. } if self.ways_done % 2 == 1 => Some(self.back),
            _ => order.place(),
        }
    }
}

/// The groups of an arena that have something to do.
#[derive(Component, Clone, Debug, Default)]
pub struct Groups {
    /// By number.
    pub list: BTreeMap<GroupId, Group>,
    /// The number for the next group.
    pub next: u32,
}

impl Groups {
    /// Adds a group and returns its number.
    pub fn add(&mut self, group: Group) -> GroupId {
        let id = GroupId(self.next);
        self.next += 1;
        self.list.insert(id, group);
        id
    }

    /// Takes a unit out of a group; a group without units is gone.
    pub fn remove_member(&mut self, id: GroupId, unit: UnitId) {
        if let Some(group) = self.list.get_mut(&id) {
            group.members.retain(|&m| m != unit);
            if group.members.is_empty() {
                self.list.remove(&id);
            }
        }
    }
}
