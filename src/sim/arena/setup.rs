//! The components of an arena, and how to build one from a scenario.

use super::journal::Journal;
use super::land::{Land, Obstacle};
use super::script::Script;
use crate::grid::Terrain;
use crate::scenario::{Catalogue, Goal, ObstacleId, Scenario, Team, UnitId};
use crate::sim::combat::combatant::{Warfare, unit_bundle};
use crate::sim::command::preview::Preview;
use crate::sim::command::set_motion::set_first_motion;
use crate::sim::fields::arena_fields::ArenaFields;
use crate::sim::metrics::last_search::LastSearch;
use crate::sim::state::{self, Generation};
use crate::sim::steered::steer::SteeringMemory;
use crate::sim::tick::{ArenaPaused, Pass};
use crate::sim::traffic::TrafficControl;
use crate::sim::unit::enlist::unchecked;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// One battlefield: a terrain with its units and obstacles as children.
///
/// Its state is listed in `state/list.rs`; what it has besides follows from the state or is the host's.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(
    ArenaPaused,
    Generation,
    Journal,
    LastSearch,
    Pass,
    Preview,
    Roster,
    SteeringMemory,
    TrafficControl
)]
pub struct Arena {
    /// Its index among arenas shown side by side.
    pub index: u32,
}

/// The simulated time of an arena.
#[derive(
    Component, Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, Reflect,
)]
#[reflect(Component)]
pub struct Clock {
    /// Ticks since the start.
    pub tick: u64,
}

/// The teams of an arena with their doctrines, indexed by [`TeamId`](crate::scenario::TeamId).
#[derive(Component, Clone, Debug, Default, Serialize, Deserialize)]
pub struct Teams(pub Vec<Team>);

/// The goals of an arena.
#[derive(Component, Clone, Debug, Default, Serialize, Deserialize)]
pub struct Goals(pub Vec<Goal>);

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
    pub(crate) armed: usize,
    /// Whether the simulation itself adds units and obstacles now, which it has checked.
    pub(crate) trusts: bool,
    /// Whether a host has added obstacles since the last pass, for which units have to make way.
    pub(crate) built: bool,
    /// Whether a unit has no hit points left, so that it dies although nobody may fight.
    pub(crate) dying: bool,
    /// What a host has added and removed since the last tick, or since a pause began to show something.
    pub(crate) by_host: ByHost,
}

/// What a host has added and removed.
#[derive(Clone, Debug, Default)]
pub(crate) struct ByHost {
    pub added: Vec<Entity>,
    pub removed_units: Vec<UnitId>,
    pub removed_obstacles: Vec<ObstacleId>,
}

/// The ids of the next new unit and obstacle: greater than any so far, so that none is used again.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct NextIds {
    unit: u32,
    obstacle: u32,
}

impl NextIds {
    /// The id for a new unit.
    pub fn unit(&self) -> UnitId {
        UnitId(self.unit)
    }

    /// The id for a new obstacle.
    pub fn obstacle(&self) -> ObstacleId {
        ObstacleId(self.obstacle)
    }

    /// Notes ids that are in use.
    pub(crate) fn note(&mut self, unit: Option<UnitId>, obstacle: Option<ObstacleId>) {
        self.unit = self.unit.max(unit.map_or(0, |id| id.0.saturating_add(1)));
        self.obstacle = self.obstacle.max(obstacle.map_or(0, |id| id.0.saturating_add(1)));
    }
}

/// The scenario that an arena was built from, without its actions: the start of its run.
#[derive(Component, Clone, Debug)]
pub struct Start(pub Arc<Scenario>);

/// Builds an arena from a scenario.
pub fn spawn_arena(world: &mut World, scenario: &Scenario, index: u32) -> Entity {
    state::register(world);
    let mut fields = ArenaFields::default();
    fields.layers.directions.restore(&scenario.terrain, scenario.directions.cells());
    let arena = world
        .spawn((
            Arena { index },
            fields,
            Land::from(Terrain::clone(&scenario.terrain)),
            Teams(scenario.teams.clone()),
            Goals(scenario.goals.clone()),
            Kinds(scenario.catalogue.clone()),
            Warfare { seed: scenario.seed, rules: scenario.rules },
            Script::new(scenario.orders.clone()),
            Start(Arc::new(Scenario { actions: Vec::new(), ..scenario.clone() })),
            Journal::new(scenario.actions.clone()),
        ))
        .id();
    set_first_motion(world, arena, scenario.motion);
    unchecked(world, arena, |world| {
        for &obstacle in &scenario.obstacles {
            world.spawn((ChildOf(arena), Obstacle(obstacle)));
        }
        for unit in scenario.units.iter().filter(|unit| scenario.has_place_for(unit)) {
            let at = unit.kind.position_at(unit.at);
            world.spawn((ChildOf(arena), unit_bundle(unit.id, unit.team, unit.kind, at)));
        }
    });
    arena
}
