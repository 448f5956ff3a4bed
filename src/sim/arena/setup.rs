//! The components of an arena, and how to build one from a scenario.

use super::land::{Land, Obstacle};
use crate::combat::{Stream, draw, draw_between};
use crate::grid::{Regions, Terrain};
use crate::scenario::{Catalogue, Motion, ObstacleId, Order, Scenario, Team, UnitId, UnitSpec};
use crate::sim::arena::Events;
use crate::sim::cells::{Board, Patrols};
use crate::sim::combat::combatant::{Returning, Score, Shots, Warfare, unit_bundle};
use crate::sim::command::apply::{Applied, Inbox, Log};
use crate::sim::fields::arena_fields::ArenaFields;
use crate::sim::metrics::group_numbers::GroupNumbers;
use crate::sim::metrics::last_search::LastSearch;
use crate::sim::metrics::numbers::Numbers;
use crate::sim::metrics::separation::Separations;
use crate::sim::metrics::splits::Splits;
use crate::sim::plan::queue::{NodeBudget, PlanQueue, Planner};
use crate::sim::steered::steer::SteeringMemory;
use crate::sim::tick::Pass;
use crate::sim::unit::Groups;
use bevy::prelude::*;
use std::collections::BTreeMap;

/// One battlefield: a terrain with its units and obstacles as children.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Clock, Roster, Inbox, Log, Applied, Pass, Events, Groups, LastSearch, Numbers)]
#[require(ArenaFields, GroupNumbers, Patrols, Planner, Returning, Score, Separations, Shots)]
#[require(NodeBudget, PlanQueue, Splits, SteeringMemory)]
pub struct Arena {
    /// Its index among arenas shown side by side.
    pub index: u32,
}

/// The simulated time of an arena.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Clock {
    /// Ticks since the start.
    pub tick: u64,
}

/// The teams of an arena with their doctrines, indexed by [`TeamId`](crate::scenario::TeamId).
#[derive(Component, Clone, Debug)]
pub struct Teams(pub Vec<Team>);

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

/// The orders that the scenario itself gives.
#[derive(Component, Clone, Debug, Default)]
pub struct Script {
    /// Sorted by tick.
    pub orders: Vec<DueOrder>,
    /// Index of the next order to give.
    pub next: usize,
}

/// An order that becomes due at a tick.
#[derive(Clone, Debug, PartialEq)]
pub struct DueOrder {
    /// When it is due, in ticks from the start.
    pub tick: u64,
    /// The units that receive it.
    pub units: Vec<UnitId>,
    /// The order.
    pub order: Order,
    /// Whether it waits until earlier orders are done.
    pub queued: bool,
}

/// Builds an arena from a scenario.
pub fn spawn_arena(world: &mut World, scenario: &Scenario, index: u32) -> Entity {
    let orders = scenario
        .orders
        .iter()
        .filter_map(|o| {
            let (units, order) = (scenario.members(&o.who), scenario.order_to_cell(o.order)?);
            Some(DueOrder { tick: o.tick, units, order, queued: o.queued })
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
            Kinds(scenario.catalogue.clone()),
            Warfare { seed: scenario.seed, rules: scenario.rules },
            Script { orders, next: 0 },
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
