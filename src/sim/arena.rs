//! Arenas, and the obstacles that stand in them.

use super::cells::{Board, Patrols};
use super::combatant::{Returning, Score, Shots, Warfare, unit_bundle};
use super::command::{Applied, Edited, Inbox, Log};
use super::events::Events;
use super::group_numbers::GroupNumbers;
use super::influence::Influences;
use super::last_search::LastSearch;
use super::learning::Learned;
use super::numbers::Numbers;
use super::plan::{Planner, UnderWay};
use super::separation::Separations;
use super::unit::Groups;
use crate::combat::{Stream, UnitKind, draw, draw_between};
use crate::grid::{Cell, Rectangle, Regions, Terrain};
use crate::scenario::{
    Catalogue, Motion, ObstacleId, ObstacleSpec, Order, Scenario, Team, UnitId, UnitSpec,
};
use bevy::ecs::lifecycle::HookContext;
use bevy::ecs::world::DeferredWorld;
use bevy::prelude::*;
use std::collections::BTreeMap;

/// One battlefield: a terrain with its units and obstacles as children.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Clock, Roster, Inbox, Log, Applied, Edited, Events, Groups, LastSearch, Learned, Numbers)]
#[require(GroupNumbers, Influences, Patrols, Planner, Returning, Score, Separations, Shots)]
#[require(UnderWay)]
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

/// The ground of an arena with its obstacles stamped in, and what changed on it.
#[derive(Component, Clone, Debug)]
pub struct Land {
    /// Which cells are passable, and the legal steps.
    pub terrain: Terrain,
    /// What is connected with what; brought up to date once a tick.
    pub regions: Regions,
    /// Cells that became blocked since paths were last checked.
    pub closed: Vec<Cell>,
    /// Cells that became passable since paths were last checked.
    pub opened: Vec<Cell>,
    /// Whether the corner rule changed since paths were last checked.
    pub corners_changed: bool,
    /// The same map without anything in the way, for those who fly; there once one has planned.
    pub sky: Option<Terrain>,
}

impl Land {
    /// What is in the way of a kind of unit.
    pub fn terrain_for(&self, kind: &UnitKind) -> &Terrain {
        self.sky.as_ref().filter(|_| kind.flying).unwrap_or(&self.terrain)
    }

    /// Puts something on cells, or takes it off them.
    pub(super) fn change_cover(&mut self, area: Rectangle, add: bool) {
        for cell in area.cells() {
            let changed = if add { self.terrain.cover(cell) } else { self.terrain.uncover(cell) };
            if changed {
                self.note_change(cell);
            }
        }
    }

    /// Notes a change of passability.
    pub fn note_change(&mut self, cell: Cell) {
        if self.terrain.is_passable(cell) {
            self.opened.push(cell);
        } else {
            self.closed.push(cell);
        }
    }
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

/// An obstacle. Child of its arena; blocks its cells as long as it exists.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[component(immutable, on_insert = stamp, on_discard = lift)]
pub struct Obstacle(pub ObstacleSpec);

fn stamp(world: DeferredWorld, context: HookContext) {
    change_cover(world, context.entity, true);
}

fn lift(world: DeferredWorld, context: HookContext) {
    change_cover(world, context.entity, false);
}

fn change_cover(mut world: DeferredWorld, entity: Entity, add: bool) {
    let Some((obstacle, arena)) = world
        .get::<Obstacle>(entity)
        .map(|o| o.0)
        .zip(world.get::<ChildOf>(entity).map(ChildOf::parent))
    else {
        return;
    };
    if let Some(mut land) = world.get_mut::<Land>(arena) {
        land.change_cover(obstacle.area, add);
    }
    if let Some(mut roster) = world.get_mut::<Roster>(arena) {
        if add {
            roster.obstacles.insert(obstacle.id, entity);
        } else {
            roster.obstacles.remove(&obstacle.id);
        }
    }
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
