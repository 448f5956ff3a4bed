//! Saved games: arenas with their start, what is known of their run, their state and the kinds of their units.
//!
//! A save is captured in one go, which costs a copy of the state; turning it into bytes can be left to another thread. What could
//! not be restored is refused when it is captured.

use crate::combat::{KindDefinition, UnitKind};
use crate::scenario::{Batch, Catalogue, ObstacleId, Recording, ScenarioError, UnitId};
use crate::sim::arena::{Arena, Clock, Journal, Kinds, Roster, Start, spawn_arena};
use crate::sim::state::{Snapshot, SnapshotError, used_kinds};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The first bytes of a save.
const MAGIC: &[u8; 8] = b"phalanxS";
/// Grows with every change of the format.
const FORMAT: u32 = 1;

/// A saved game: any number of arenas.
///
/// ```
/// # use bevy::prelude::*;
/// # use phalanx::prelude::*;
/// # fn new_app() -> App {
/// #     let mut app = App::new();
/// #     app.add_plugins((MinimalPlugins, SimPlugin::default()));
/// #     app
/// # }
/// #[derive(Component, Clone)]
/// struct Name(&'static str);
///
/// let mut app = new_app();
/// let arena = spawn_arena(app.world_mut(), &Scenario::blank(Bounds::new(20, 10)), 0);
/// let soldier = kind_named("soldier").unwrap();
/// let (entity, id) =
///     spawn_unit(app.world_mut(), arena, TeamId(0), soldier, Vec2::new(2.5, 5.5)).unwrap();
/// app.world_mut().entity_mut(entity).insert(Name("Ada"));
/// let bytes = SaveGame::capture(app.world(), [arena]).unwrap().to_bytes();
///
/// // Later, in another process. What the game knows of its units, it saves by their ids.
/// let mut app = new_app();
/// let arenas = SaveGame::from_bytes(&bytes).unwrap().restore(app.world_mut()).unwrap();
/// for &(unit, entity) in &arenas[0].units {
///     assert_eq!(unit, id);
///     app.world_mut().entity_mut(entity).insert(Name("Ada"));
/// }
/// ```
#[derive(Clone, Debug)]
pub struct SaveGame {
    arenas: Vec<SavedArena>,
}

#[derive(Clone, Debug)]
struct SavedArena {
    index: u32,
    tick: u64,
    start: Arc<crate::scenario::Scenario>,
    /// What the run has taken in and what is to come.
    batches: Vec<Batch>,
    /// Kinds of its units that do not come with the program.
    kinds: Vec<&'static UnitKind>,
    snapshot: Snapshot,
}

/// An arena in bytes.
#[derive(Serialize, Deserialize)]
struct Stored {
    index: u32,
    run: String,
    kinds: String,
    snapshot: Vec<u8>,
}

/// An arena that was restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestoredArena {
    /// Its new entity.
    pub arena: Entity,
    /// Its units with their new entities, in the order of their ids.
    pub units: Vec<(UnitId, Entity)>,
    /// Its obstacles with their new entities, in the order of their ids.
    pub obstacles: Vec<(ObstacleId, Entity)>,
}

/// Why a game cannot be saved or restored.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SaveError {
    /// The entity is none.
    #[error("{0} is no arena")]
    NoArena(Entity),
    /// Units of two different kinds with one name could not be told apart.
    #[error("there are units of two different kinds named {0:?}; give each kind a name of its own")]
    TwoKinds(String),
    /// A kind made by hand has numbers that no file may have.
    #[error("the kind {name:?} cannot be saved: {fault}")]
    WrongKind {
        /// Its name.
        name: String,
        /// What is wrong.
        fault: String,
    },
    /// These are other bytes.
    #[error("this is not a saved game")]
    NotASave,
    /// It was written by another version.
    #[error(
        "this game was saved by Phalanx {program} in format {format}; this is Phalanx {}, which reads format {FORMAT}",
        env!("CARGO_PKG_VERSION")
    )]
    OtherVersion {
        /// The version of the program that wrote it.
        program: String,
        /// The version of its format.
        format: u32,
    },
    /// Bytes are missing or differ.
    #[error("this saved game is damaged")]
    Damaged,
    /// The start of an arena cannot be read.
    #[error("the start of an arena cannot be read: {0}")]
    Start(ScenarioError),
    /// The state of an arena cannot be put back.
    #[error(transparent)]
    State(#[from] SnapshotError),
}

impl SaveGame {
    /// Captures arenas between two ticks.
    pub fn capture(
        world: &World,
        arenas: impl IntoIterator<Item = Entity>,
    ) -> Result<Self, SaveError> {
        let arenas = arenas.into_iter().map(|arena| SavedArena::capture(world, arena));
        Ok(Self { arenas: arenas.collect::<Result<_, _>>()? })
    }

    /// The game as bytes. Takes longer than to capture it, and needs no world.
    pub fn to_bytes(&self) -> Vec<u8> {
        let stored: Vec<Stored> = self.arenas.iter().map(SavedArena::stored).collect();
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&FORMAT.to_le_bytes());
        // Every length is known and memory grows, so nothing here can fail.
        let head = postcard::to_stdvec(env!("CARGO_PKG_VERSION")).unwrap_or_default();
        bytes.extend_from_slice(&head);
        bytes.extend(postcard::to_stdvec(&stored).unwrap_or_default());
        bytes
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SaveError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(SaveError::NotASave)?;
        let (format, rest) = rest.split_at_checked(4).ok_or(SaveError::NotASave)?;
        let format = u32::from_le_bytes(format.try_into().unwrap_or_default());
        let (program, rest): (String, &[u8]) =
            postcard::take_from_bytes(rest).map_err(|_| SaveError::Damaged)?;
        if format != FORMAT {
            return Err(SaveError::OtherVersion { program, format });
        }
        let stored: Vec<Stored> = postcard::from_bytes(rest).map_err(|_| SaveError::Damaged)?;
        let arenas = stored.into_iter().map(|stored| {
            stored.read().map_err(|error| match error {
                SaveError::State(SnapshotError::OtherVersion { found }) => {
                    SaveError::OtherVersion { program: program.clone(), format: found }
                }
                error => error,
            })
        });
        Ok(Self { arenas: arenas.collect::<Result<_, _>>()? })
    }

    /// Spawns the arenas into a world with the plugin. If one cannot be restored, none is.
    pub fn restore(&self, world: &mut World) -> Result<Vec<RestoredArena>, SaveError> {
        let mut restored = Vec::new();
        for saved in &self.arenas {
            match saved.restore(world) {
                Ok(arena) => restored.push(arena),
                Err((arena, error)) => {
                    let spawned = restored.iter().map(|restored: &RestoredArena| restored.arena);
                    let all: Vec<Entity> = spawned.chain([arena]).collect();
                    all.into_iter().for_each(|arena| {
                        world.despawn(arena);
                    });
                    return Err(error);
                }
            }
        }
        Ok(restored)
    }

    /// The ticks of the arenas.
    pub fn ticks(&self) -> impl Iterator<Item = u64> {
        self.arenas.iter().map(|arena| arena.tick)
    }
}

impl SavedArena {
    fn capture(world: &World, arena: Entity) -> Result<Self, SaveError> {
        let none = || SaveError::NoArena(arena);
        let parts = world.get_entity(arena).map_err(|_| none())?;
        let parts = parts.get_components::<(&Arena, &Clock, &Start, &Journal, &Roster)>();
        let (&Arena { index }, clock, start, journal, roster) = parts.map_err(|_| none())?;
        let used = used_kinds(world, roster);
        for (place, kind) in used.iter().enumerate() {
            if used[..place].iter().any(|other| other.name == kind.name && other != kind) {
                return Err(SaveError::TwoKinds(kind.name.into()));
            }
        }
        let built_in = Catalogue::built_in();
        let is_own = |kind: &&UnitKind| built_in.kind(kind.name) != Some(*kind);
        let kinds: Vec<&'static UnitKind> = used.into_iter().filter(is_own).collect();
        if let Some((kind, fault)) =
            kinds.iter().find_map(|kind| Some((kind, KindDefinition::of(kind).fault()?)))
        {
            let (name, fault) = (kind.name.into(), fault.message);
            return Err(SaveError::WrongKind { name, fault });
        }
        Ok(Self {
            index,
            tick: clock.tick,
            start: start.0.clone(),
            batches: journal.all(),
            kinds,
            snapshot: Snapshot::capture(world, arena).ok_or_else(none)?,
        })
    }

    fn stored(&self) -> Stored {
        let mut run = crate::scenario::Scenario::clone(&self.start);
        run.actions.clone_from(&self.batches);
        let kinds: Vec<KindDefinition> =
            self.kinds.iter().map(|kind| KindDefinition::of(kind)).collect();
        Stored {
            index: self.index,
            run: Recording::new(run, self.tick, 1).to_ron(),
            kinds: ron::to_string(&kinds).unwrap_or_default(),
            snapshot: self.snapshot.to_bytes(),
        }
    }

    fn restore(&self, world: &mut World) -> Result<RestoredArena, (Entity, SaveError)> {
        let arena = spawn_arena(world, &self.start, self.index);
        if let Some(mut kinds) = world.get_mut::<Kinds>(arena) {
            kinds.0.add_own(&self.kinds);
        }
        if let Some(mut journal) = world.get_mut::<Journal>(arena) {
            journal.replace(self.batches.iter().cloned().map(Arc::new).collect(), self.tick);
        }
        self.snapshot.restore(world, arena).map_err(|error| (arena, error.into()))?;
        let roster = world.get::<Roster>(arena).cloned().unwrap_or_default();
        Ok(RestoredArena {
            arena,
            units: roster.units.into_iter().collect(),
            obstacles: roster.obstacles.into_iter().collect(),
        })
    }
}

impl Stored {
    fn read(self) -> Result<SavedArena, SaveError> {
        let recording =
            Recording::from_ron(&self.run, "the saved game").map_err(SaveError::Start)?;
        let kinds: Vec<KindDefinition> =
            ron::from_str(&self.kinds).map_err(|_| SaveError::Damaged)?;
        let kinds = kinds.iter().map(|kind| kind.kind().map_err(|_| SaveError::Damaged));
        let mut start = recording.scenario;
        let batches = std::mem::take(&mut start.actions);
        Ok(SavedArena {
            index: self.index,
            tick: recording.ticks,
            start: Arc::new(start),
            batches,
            kinds: kinds.collect::<Result<_, _>>()?,
            snapshot: Snapshot::from_bytes(&self.snapshot)?,
        })
    }
}
