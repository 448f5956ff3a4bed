//! Arenas: what each of them holds, and how one is built from a scenario.

use super::land::{Land, Obstacle};
use crate::combat::{Stream, draw, draw_between};
use crate::grid::{Regions, Terrain};
use crate::scenario::{Catalogue, Motion, ObstacleId, Order, Scenario, Team, UnitId, UnitSpec};
use crate::sim::arena::Events;
use crate::sim::cells::{Board, Patrols};
use crate::sim::combat::combatant::{Returning, Score, Shots, Warfare, unit_bundle};
use crate::sim::command::apply::{Applied, Inbox, Log};
use crate::sim::fields::influence::Influences;
use crate::sim::fields::learning::Learned;
use crate::sim::metrics::group_numbers::GroupNumbers;
use crate::sim::metrics::last_search::LastSearch;
use crate::sim::metrics::numbers::Numbers;
use crate::sim::metrics::separation::Separations;
use crate::sim::plan::queue::{PlanQueue, Planner};
use crate::sim::steered::steer::SteeringMemory;
use crate::sim::tick::Pass;
use crate::sim::unit::Groups;
use bevy::prelude::*;
use std::collections::BTreeMap;

/// One battlefield: a terrain with its units and obstacles as children.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Clock, Roster, Inbox, Log, Applied, Pass, Events, Groups, LastSearch, Learned, Numbers)]
#[require(GroupNumbers, Influences, Patrols, Planner, Returning, Score, Separations, Shots)]
#[require(PlanQueue, SteeringMemory)]
pub struct Arena {
    /// Its place among the arenas side by side.
    pub index: u32,
}

/// The simulated time of an arena.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Clock {
    /// Ticks since the start.
    pub tick: u64,
}

/// The sides of an arena with their doctrines, by [`TeamId`](crate::scenario::TeamId).
#[derive(Component, Clone, Debug)]
pub struct Teams(pub Vec<Team>);

/// The unit kinds that can be dropped in an arena.
#[derive(Component, Clone, Debug, Default)]
pub struct Kinds(pub Catalogue);

/// The units and obstacles of an arena, by number.
#[derive(Component, Clone, Debug, Default)]
pub struct Roster {
    /// Units.
    pub units: BTreeMap<UnitId, Entity>,
    /// Obstacles.
    pub obstacles: BTreeMap<ObstacleId, Entity>,
    /// How many of the units have a weapon.
    pub armed: usize,
}

/// Orders that the scenario gives by itself.
#[derive(Component, Clone, Debug, Default)]
pub struct Script {
    /// In the order of their ticks.
    pub orders: Vec<DueOrder>,
    /// The first that has not been given yet.
    pub next: usize,
}

/// An order that becomes due at a tick.
#[derive(Clone, Debug, PartialEq)]
pub struct DueOrder {
    /// When, in ticks from the start.
    pub tick: u64,
    /// To whom.
    pub units: Vec<UnitId>,
    /// What.
    pub order: Order,
    /// Whether it waits until earlier orders are done.
    pub queued: bool,
}

/// Builds an arena from a scenario.
pub fn spawn_arena(world: &mut World, scenario: &Scenario, index: u32) -> Entity {
    let orders = scenario
        .orders
        .iter()
        .map(|o| DueOrder {
            tick: o.tick,
            units: scenario.members(&o.who),
            order: o.order.map(|place| scenario.cell_of(place)),
            queued: o.queued,
        })
        .collect();
    let mut learned = Learned::default();
    learned.0.restore(&scenario.terrain, scenario.directions.cells());
    let arena = world
        .spawn((
            Arena { index },
            learned,
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
    for unit in &scenario.units {
        let at = unit.kind.position_at(unit.at) + start_offset(scenario, unit);
        world.spawn((ChildOf(arena), unit_bundle(unit.id, unit.team, unit.kind, at)));
    }
    arena
}

/// How far from the middle of its cell a unit starts.
fn start_offset(scenario: &Scenario, unit: &UnitSpec) -> Vec2 {
    let most = scenario.rules.start_variation as f32;
    if most <= 0.0 || unit.kind.is_building() {
        return Vec2::ZERO;
    }
    let axis = |n| draw_between(-most, most, draw(scenario.seed, Stream::Start, unit.id.0, n));
    Vec2::new(axis(0), axis(1))
}
