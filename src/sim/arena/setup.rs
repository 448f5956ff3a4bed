//! The components of an arena, and how to build one from a scenario.

use super::land::{Land, Obstacle};
use crate::combat::{Stream, draw, draw_between};
use crate::grid::{Cell, Regions, Terrain};
use crate::scenario::{
    Action, Batch, Catalogue, Goal, Motion, ObstacleId, Order, Place, Scenario, Team, UnitId,
    UnitSpec,
};
use crate::sim::arena::Events;
use crate::sim::cells::{Board, Patrols};
use crate::sim::combat::combatant::{Returning, Score, Shots, Warfare, unit_bundle};
use crate::sim::command::apply::{Inbox, Log};
use crate::sim::command::preview::Preview;
use crate::sim::fields::arena_fields::ArenaFields;
use crate::sim::metrics::group_numbers::GroupNumbers;
use crate::sim::metrics::last_search::LastSearch;
use crate::sim::metrics::numbers::Numbers;
use crate::sim::metrics::separation::Separations;
use crate::sim::metrics::splits::Splits;
use crate::sim::metrics::stalls::Stalls;
use crate::sim::plan::queue::{NodeBudget, PlanQueue, Planner};
use crate::sim::snapshot::Generation;
use crate::sim::steered::steer::SteeringMemory;
use crate::sim::tick::Pass;
use crate::sim::traffic::{RightsOfWay, TrafficControl};
use crate::sim::unit::Groups;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One battlefield: a terrain with its units and obstacles as children.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Clock, Roster, Inbox, Log, Pass, Events, Groups, LastSearch, Numbers)]
#[require(ArenaFields, GroupNumbers, Patrols, Planner, Returning, Score, Separations, Shots)]
#[require(Generation, NodeBudget, PlanQueue, Preview, Splits, Stalls, SteeringMemory)]
#[require(RightsOfWay, TrafficControl)]
pub struct Arena {
    /// Its index among arenas shown side by side.
    pub index: u32,
}

/// The simulated time of an arena.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Clock {
    /// Ticks since the start.
    pub tick: u64,
}

/// The teams of an arena with their doctrines, indexed by [`TeamId`](crate::scenario::TeamId).
#[derive(Component, Clone, Debug, Serialize, Deserialize)]
pub struct Teams(pub Vec<Team>);

/// The goals of an arena.
#[derive(Component, Clone, Debug, Default, Serialize, Deserialize)]
pub struct Goals {
    /// The goals as they are now.
    pub list: Vec<Goal>,
    /// The goals of the scenario, to which its orders lead: the name now, unless the goal was removed, and the place.
    pub(crate) first: Vec<(Option<String>, Cell)>,
}

impl Goals {
    /// From now on, orders know the goals by their place in the present list.
    pub(crate) fn number_anew(&mut self) {
        *self = Self::new(&self.list);
    }

    fn new(goals: &[Goal]) -> Self {
        let first = goals.iter().map(|goal| (Some(goal.name.clone()), goal.at)).collect();
        Self { list: goals.to_vec(), first }
    }
}

/// The unit kinds that can be placed in an arena.
#[derive(Component, Clone, Debug, Default)]
pub struct Kinds(pub Catalogue);

/// The units and obstacles of an arena by id.
#[derive(Component, Clone, Debug, Default)]
pub struct Roster {
    /// The living units.
    pub units: BTreeMap<UnitId, Entity>,
    /// The obstacles.
    pub obstacles: BTreeMap<ObstacleId, Entity>,
    /// Number of units with a weapon.
    pub armed: usize,
}

/// What is known to happen: the orders that the scenario gives, and actions with their ticks.
#[derive(Component, Clone, Debug, Default)]
pub struct Script {
    /// Sorted by tick.
    orders: Vec<DueOrder>,
    /// The orders of the scenario, if an action has replaced them.
    replaced: Option<Vec<DueOrder>>,
    /// Index of the next order to give.
    next_order: usize,
    /// Sorted by tick.
    batches: Vec<Batch>,
    /// Index of the next batch to apply.
    next_batch: usize,
    /// Whether the batches were replaced, so that what a pause shows of them is out of date.
    revised: bool,
}

impl Script {
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

    /// Replaces the orders. Those up to the present tick count as given.
    pub(crate) fn set_orders(&mut self, mut orders: Vec<DueOrder>, tick: u64) {
        orders.sort_by_key(|order| order.tick);
        self.next_order = orders.partition_point(|order| order.tick <= tick);
        let before = std::mem::replace(&mut self.orders, orders);
        self.replaced.get_or_insert(before);
    }

    /// The orders, if they are not those of the scenario.
    pub(crate) fn own_orders(&self) -> Option<&[DueOrder]> {
        self.replaced.as_ref().map(|_| self.orders.as_slice())
    }

    /// Puts back what [`own_orders`](Self::own_orders) returned.
    pub(crate) fn restore_orders(&mut self, own: Option<Vec<DueOrder>>) {
        match own {
            Some(orders) => self.set_orders(orders, 0),
            None => {
                if let Some(orders) = self.replaced.take() {
                    self.orders = orders;
                }
            }
        }
    }

    /// The number of orders given so far.
    pub(crate) fn orders_given(&self) -> usize {
        self.next_order
    }

    /// Goes back to a tick: what is due before it has been done.
    pub(crate) fn rewind(&mut self, tick: u64) {
        self.next_order = self.orders.partition_point(|order| order.tick < tick);
        self.next_batch = self.batches.partition_point(|batch| batch.tick < tick);
    }

    /// Whether something is due.
    pub(crate) fn is_due(&self, tick: u64) -> bool {
        self.orders.get(self.next_order).is_some_and(|order| order.tick <= tick)
            || self.batches.get(self.next_batch).is_some_and(|batch| batch.tick <= tick)
    }

    /// The next order, if it is due.
    pub(crate) fn take_order(&mut self, tick: u64) -> Option<DueOrder> {
        let due = self.orders.get(self.next_order).filter(|order| order.tick <= tick)?;
        self.next_order += 1;
        Some(due.clone())
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

/// An order that becomes due at a tick.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DueOrder {
    /// When it is due, in ticks from the start.
    pub tick: u64,
    /// The units that receive it.
    pub units: Vec<UnitId>,
    /// The order. A goal is a place in the scenario's list.
    pub order: Order<Place>,
    /// Whether it waits until earlier orders are done.
    pub queued: bool,
}

/// Builds an arena from a scenario.
pub fn spawn_arena(world: &mut World, scenario: &Scenario, index: u32) -> Entity {
    let orders = scenario
        .orders
        .iter()
        .filter(|o| scenario.order_to_cell(o.order).is_some())
        .map(|o| DueOrder {
            tick: o.tick,
            units: scenario.members(&o.who),
            order: o.order,
            queued: o.queued,
        })
        .collect();
    let mut fields = ArenaFields::default();
    fields.layers.directions.restore(&scenario.terrain, scenario.directions.cells());
    let arena = world
        .spawn((
            Arena { index },
            fields,
            Land {
                terrain: Terrain::clone(&scenario.terrain),
                regions: Regions::default(),
                closed: Vec::new(),
                opened: Vec::new(),
                corners_changed: false,
                sky: None,
            },
            Teams(scenario.teams.clone()),
            Goals::new(&scenario.goals),
            Kinds(scenario.catalogue.clone()),
            Warfare { seed: scenario.seed, rules: scenario.rules },
            Script { orders, batches: scenario.actions.clone(), ..Script::default() },
        ))
        .id();
    if let Motion::CellSteps(rules) = scenario.motion {
        let board = Board { rules, seed: scenario.seed, ..Board::default() };
        world.entity_mut(arena).insert(board);
    }
    for &obstacle in &scenario.obstacles {
        world.spawn((ChildOf(arena), Obstacle(obstacle)));
    }
    for unit in scenario.units.iter().filter(|unit| scenario.has_place_for(unit)) {
        let at = unit.kind.position_at(unit.at) + start_offset(scenario, unit);
        world.spawn((ChildOf(arena), unit_bundle(unit.id, unit.team, unit.kind, at)));
    }
    arena
}

/// The offset of a unit's start from the middle of its cell.
fn start_offset(scenario: &Scenario, unit: &UnitSpec) -> Vec2 {
    let most = scenario.rules.start_variation as f32;
    if most <= 0.0 || unit.kind.is_building() {
        return Vec2::ZERO;
    }
    let axis = |n| draw_between(-most, most, draw(scenario.seed, Stream::Start, unit.id.0, n));
    Vec2::new(axis(0), axis(1))
}
