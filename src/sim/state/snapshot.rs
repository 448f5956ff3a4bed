//! The whole state of an arena as a value: captured between two ticks, stored, and put back later, in the same world or in
//! another one. A run that continues from a snapshot has the same hash at every tick as one that was never interrupted.
//!
//! A snapshot holds every component that is registered as state. It leaves out what is computed again (regions, memory of
//! searches), what is only recorded on request (visited nodes), and what belongs to the scenario (unit kinds of its files). So it
//! is put back into an arena that was built from the same scenario.
//!
//! Capturing costs a copy of the map, the units and their paths: about 1 ms for 500 units on 128 x 128 cells.

use super::bytes::SnapshotError;
use super::column::{Column, Columns, Stored, Values};
use crate::combat::{KindDefinition, UnitKind};
use crate::scenario::{ObstacleId, ObstacleSpec, TeamId, UnitId};
use crate::sim::arena::{Clock, Journal, Kinds, Obstacle, Roster};
use crate::sim::combat::combatant::unit_bundle;
use crate::sim::command::preview::Preview;
use crate::sim::unit::enlist::unchecked;
use crate::sim::unit::{Position, Unit, despawn_units};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// The state of an arena between two ticks. Cheap to copy.
///
/// ```
/// use phalanx::prelude::*;
///
/// let scenario = Scenario::blank(Bounds::new(20, 10));
/// let mut simulation = Simulation::new(&scenario);
/// simulation.run(10);
/// let (bytes, hash) = (simulation.snapshot().unwrap().to_bytes(), simulation.hash());
/// simulation.run(10);
/// let earlier = Snapshot::from_bytes(&bytes).unwrap();
/// let again = Simulation::from_snapshot(&scenario, &earlier).unwrap();
/// assert_eq!((again.tick(), again.hash()), (10, hash));
/// ```
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub(super) head: Arc<Head>,
    /// By name.
    pub(super) components: BTreeMap<String, Kept>,
}

/// What is there.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Head {
    tick: u64,
    /// The names of the unit kinds that units refer to.
    kinds: Vec<String>,
    /// The kinds that the scenario or an action defines.
    #[serde(with = "crate::ron_text")]
    own_kinds: Vec<KindDefinition>,
    obstacles: Vec<ObstacleSpec>,
    /// In the order of their ids.
    units: Vec<UnitHead>,
}

#[derive(Debug, Serialize, Deserialize)]
struct UnitHead {
    id: UnitId,
    team: TeamId,
    /// The index of its kind in the list.
    kind: u32,
    at: Vec2,
}

/// The values of a component.
#[derive(Clone)]
pub(super) enum Kept {
    Live(Values, Stored),
    Packed(Arc<[u8]>),
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Live(..) => f.write_str("Live"),
            Self::Packed(bytes) => write!(f, "Packed({})", bytes.len()),
        }
    }
}

/// An arena was put into an earlier state. What points into the arena is to be found again.
#[derive(EntityEvent, Clone, Copy, Debug)]
pub(crate) struct Restored {
    #[event_target]
    pub arena: Entity,
}

/// How often the state of an arena was replaced or previewed. A drawing that is kept from frame to frame is out of date when
/// this number changes, even at the same tick.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Generation(pub u64);

impl Snapshot {
    /// The state of an arena. `None` if the entity is not an arena.
    pub fn capture(world: &World, arena: Entity) -> Option<Self> {
        let (roster, columns) = (world.get::<Roster>(arena)?, world.get_resource::<Columns>()?);
        let entities: Vec<Entity> = roster.units.values().copied().collect();
        let capture = |column: &Column| {
            let stored = column.stored?;
            let of = if column.is_of_units { &entities[..] } else { &[arena] };
            Some((column.name.to_string(), Kept::Live((stored.capture)(world, of), stored)))
        };
        Some(Self {
            head: Arc::new(Head::of(world, arena, roster)?),
            components: columns.all().filter_map(capture).collect(),
        })
    }

    /// The tick of this state.
    pub fn tick(&self) -> u64 {
        self.head.tick
    }

    /// Puts an arena into this state. The arena must have been built from the same scenario. If the arena lacks a unit kind, or
    /// the program has another kind of state, nothing changes.
    pub fn restore(&self, world: &mut World, arena: Entity) -> Result<(), SnapshotError> {
        let columns = world.get_resource::<Columns>().cloned().unwrap_or_default();
        let values = |column: &Column| {
            let stored = column.stored?;
            let values = match self.components.get(column.name) {
                None => Err(SnapshotError::NoComponent(column.name.into())),
                Some(Kept::Live(values, _)) => Ok(values.clone()),
                Some(Kept::Packed(bytes)) => (stored.read)(bytes).ok_or(SnapshotError::Damaged),
            };
            Some(values.map(|values| (column.is_of_units, stored, values)))
        };
        let values: Vec<_> = columns.all().filter_map(values).collect::<Result<_, _>>()?;
        let units = unchecked(world, arena, |world| self.head.restore(world, arena))?;
        // After units and obstacles, which change the ground as they come and go.
        for (is_of_units, stored, values) in values {
            let of = if is_of_units { &units[..] } else { &[arena] };
            (stored.restore)(world, of, &values);
        }
        rewind(world, arena);
        Ok(())
    }
}

impl Head {
    fn of(world: &World, arena: Entity, roster: &Roster) -> Option<Self> {
        let mut kinds: Vec<String> = Vec::new();
        let mut place_of = |name: &str| {
            let known = kinds.iter().position(|known| known == name);
            known.unwrap_or_else(|| {
                kinds.push(name.to_owned());
                kinds.len() - 1
            }) as u32
        };
        let head = |(&id, &entity): (&UnitId, &Entity)| {
            let unit = world.get::<Unit>(entity)?;
            let at = world.get::<Position>(entity).map_or(Vec2::ZERO, |at| at.0);
            Some(UnitHead { id, team: unit.team, kind: place_of(unit.kind.name), at })
        };
        let units = roster.units.iter().filter_map(head).collect();
        let obstacles = roster.obstacles.values().filter_map(|&e| world.get::<Obstacle>(e));
        let catalogue = world.get::<Kinds>(arena).map(|kinds| &kinds.0);
        // A host may spawn units of kinds that the arena does not know.
        let foreign = used_kinds(world, roster).into_iter().filter(|kind| {
            catalogue.and_then(|catalogue| catalogue.kind(kind.name)) != Some(*kind)
        });
        let mut own_kinds: Vec<&UnitKind> =
            catalogue.into_iter().flat_map(|catalogue| catalogue.own().iter().copied()).collect();
        for kind in foreign {
            if own_kinds.iter().all(|known| known.name != kind.name) {
                own_kinds.push(kind);
            }
        }
        Some(Self {
            tick: world.get::<Clock>(arena)?.tick,
            units,
            kinds,
            own_kinds: own_kinds.into_iter().map(KindDefinition::of).collect(),
            obstacles: obstacles.map(|obstacle| obstacle.0).collect(),
        })
    }

    /// Gives the arena its kinds, obstacles and units. Returns the units, in the order of their ids.
    fn restore(&self, world: &mut World, arena: Entity) -> Result<Vec<Entity>, SnapshotError> {
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
        let known: BTreeMap<UnitId, &UnitHead> = self.units.iter().map(|u| (u.id, u)).collect();
        let is_other = |(id, unit): &(&UnitId, &Entity)| {
            known.get(id).is_none_or(|head| !head.is_of(world, **unit, &kinds))
        };
        let others: Vec<Entity> = roster.units.iter().filter(is_other).map(|(_, e)| *e).collect();
        despawn_units(world, arena, &others);
        let there = world.get::<Roster>(arena).map(|r| r.units.clone()).unwrap_or_default();
        let unit = |head: &UnitHead| {
            let &UnitHead { id, team, kind, at } = head;
            there.get(&id).copied().or_else(|| {
                let kind = kinds.get(kind as usize)?;
                Some(world.spawn((ChildOf(arena), unit_bundle(id, team, kind, at))).id())
            })
        };
        self.units.iter().map(unit).collect::<Option<_>>().ok_or(SnapshotError::Damaged)
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

/// The kinds of the units of an arena, each once.
pub(crate) fn used_kinds(world: &World, roster: &Roster) -> Vec<&'static UnitKind> {
    let mut used: Vec<&'static UnitKind> = Vec::new();
    for unit in roster.units.values().filter_map(|&unit| world.get::<Unit>(unit)) {
        if !used.iter().rev().any(|known| std::ptr::eq(*known, unit.kind)) {
            used.push(unit.kind);
        }
    }
    used
}

impl UnitHead {
    /// Whether an entity has the same side and kind: if not, it is another unit with the same id.
    fn is_of(&self, world: &World, entity: Entity, kinds: &[&'static UnitKind]) -> bool {
        let kind = kinds.get(self.kind as usize).copied();
        world.get::<Unit>(entity).is_some_and(|unit| {
            (unit.team, unit.id) == (self.team, self.id)
                && kind.is_some_and(|kind| std::ptr::eq(kind, unit.kind) || kind == unit.kind)
                // A building covers the cells at its place.
                && (!unit.kind.is_building() || world.get(entity) == Some(&Position(self.at)))
        })
    }
}

/// The part of an arena that follows from its tick: what was due before it has been done.
fn rewind(world: &mut World, arena: Entity) {
    world.trigger(Restored { arena });
    let mut entity = world.entity_mut(arena);
    let tick = entity.get::<Clock>().map_or(0, |clock| clock.tick);
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
