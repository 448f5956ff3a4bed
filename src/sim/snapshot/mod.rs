//! The whole state of an arena as a value: captured between two ticks, stored, and put back later, in the same world or in
//! another one. A run that continues from a snapshot has the same hash at every tick as one that was never interrupted.
//!
//! A snapshot holds everything that decides how a run goes on, and the numbers and events that are shown. It leaves out what
//! is computed again (regions, memory of searches), what is only recorded on request (visited nodes), and what belongs to the
//! scenario (unit kinds of its files). So it is put back into an arena that was built from the same scenario.
//!
//! Capturing costs a copy of the map, the units and their paths: about 1 ms for 500 units on 128 x 128 cells.

mod arena_state;
mod bytes;
mod unit_state;

pub use bytes::SnapshotError;

use crate::combat::KindDefinition;
use crate::scenario::{ObstacleId, ObstacleSpec, UnitId};
use crate::sim::arena::{Clock, Journal, Kinds, Obstacle, Roster, Script};
use crate::sim::command::preview::Preview;
use arena_state::ArenaState;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use unit_state::UnitState;

/// The state of an arena between two ticks.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Snapshot {
    /// The names of the unit kinds that units and shots refer to.
    kinds: Vec<String>,
    /// The kinds that the scenario or an action defines.
    #[serde(with = "crate::ron_text")]
    own_kinds: Vec<KindDefinition>,
    script: Script,
    arena: ArenaState,
    obstacles: Vec<ObstacleSpec>,
    /// In the order of their ids.
    units: Vec<UnitState>,
}

/// How often the state of an arena was replaced or previewed. A drawing that is kept from frame to frame is out of date when
/// this number changes, even at the same tick.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Generation(pub u64);

impl Snapshot {
    /// The state of an arena. `None` if the entity is not an arena.
    pub fn capture(world: &World, arena: Entity) -> Option<Self> {
        let roster = world.get::<Roster>(arena)?;
        let mut names = Names::default();
        let obstacles = roster.obstacles.values().filter_map(|&e| world.get::<Obstacle>(e));
        Some(Self {
            arena: ArenaState::capture(world, arena, &mut names)?,
            script: world.get::<Script>(arena)?.clone(),
            obstacles: obstacles.map(|obstacle| obstacle.0).collect(),
            units: roster
                .units
                .values()
                .filter_map(|&unit| UnitState::capture(world, unit, &mut names))
                .collect(),
            kinds: names.0,
            own_kinds: (world.get::<Kinds>(arena).into_iter())
                .flat_map(|kinds| kinds.0.own())
                .map(|kind| KindDefinition::of(kind))
                .collect(),
        })
    }

    /// The tick of this state.
    pub fn tick(&self) -> u64 {
        self.arena.tick()
    }

    /// Puts an arena into this state. The arena must have been built from the same scenario. If the arena lacks a unit kind,
    /// nothing changes.
    pub fn restore(&self, world: &mut World, arena: Entity) -> Result<(), SnapshotError> {
        let mut catalogue =
            world.get::<Kinds>(arena).map(|kinds| kinds.0.clone()).unwrap_or_default();
        catalogue.set_own(self.own_kinds.iter().filter_map(|kind| kind.kind().ok()).collect());
        let kind = |name: &String| {
            catalogue.kind(name).ok_or_else(|| SnapshotError::UnknownKind(name.clone()))
        };
        let kinds: Vec<_> = self.kinds.iter().map(kind).collect::<Result<_, _>>()?;
        let Some(roster) = world.get::<Roster>(arena).cloned() else {
            return Err(SnapshotError::NoArena);
        };
        world.entity_mut(arena).insert(Kinds(catalogue));
        self.place_obstacles(world, arena, &roster.obstacles);
        let known: BTreeMap<UnitId, &UnitState> = self.units.iter().map(|u| (u.id(), u)).collect();
        for (id, &unit) in &roster.units {
            // A unit whose kind or side differs is another one with the same id.
            if known.get(id).is_none_or(|state| !state.is_of(world, unit, &kinds)) {
                world.despawn(unit);
            }
        }
        for state in &self.units {
            let there = world.get::<Roster>(arena).and_then(|r| r.units.get(&state.id())).copied();
            state.restore(world, arena, there, &kinds);
        }
        // After units and obstacles, which change the ground as they come and go.
        self.arena.restore(world, arena, &kinds);
        world.entity_mut(arena).insert(self.script.clone());
        rewind(world, arena, self.tick());
        Ok(())
    }

    fn place_obstacles(
        &self,
        world: &mut World,
        arena: Entity,
        there: &BTreeMap<ObstacleId, Entity>,
    ) {
        let wanted: BTreeMap<ObstacleId, &ObstacleSpec> =
            self.obstacles.iter().map(|spec| (spec.id, spec)).collect();
        for (id, &entity) in there {
            let spec = world.get::<Obstacle>(entity).map(|obstacle| obstacle.0);
            if wanted.get(id).copied().copied() != spec {
                world.despawn(entity);
            }
        }
        for spec in &self.obstacles {
            let there =
                world.get::<Roster>(arena).is_some_and(|r| r.obstacles.contains_key(&spec.id));
            if !there {
                world.spawn((ChildOf(arena), Obstacle(*spec)));
            }
        }
    }
}

/// The part of an arena that follows from its tick: what was due before it has been done.
fn rewind(world: &mut World, arena: Entity, tick: u64) {
    let mut entity = world.entity_mut(arena);
    if let Some(mut clock) = entity.get_mut::<Clock>() {
        clock.tick = tick;
    }
    if let Some(mut journal) = entity.get_mut::<Journal>() {
        journal.rewind(tick);
    }
    // A pause may have shown a preview; the state under it is replaced, too.
    if let Some(mut preview) = entity.get_mut::<Preview>() {
        *preview = Preview::default();
    }
    if let Some(mut generation) = entity.get_mut::<Generation>() {
        generation.0 += 1;
    }
}

/// Names of unit kinds, each once.
#[derive(Default)]
struct Names(Vec<String>);

impl Names {
    fn place_of(&mut self, name: &str) -> u32 {
        let place = self.0.iter().position(|known| known == name).unwrap_or_else(|| {
            self.0.push(name.to_owned());
            self.0.len() - 1
        });
        place as u32
    }
}
