//! A component of the state: everything that snapshots, hashes, traces and diffs need of its type.

use super::fields::Fields;
use super::hash::Bytes;
use super::walk::walk;
use crate::sim::arena::Arena;
use crate::sim::unit::Unit;
use bevy::ecs::component::Mutable;
use bevy::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::any::{Any, TypeId, type_name};
use std::sync::Arc;
use xxhash_rust::xxh64::xxh64;

/// The role of a component in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It decides how the run goes on: stored in snapshots, hashed, traced.
    Decides,
    /// One stage of a tick hands it to the next: stored and traced, so that it shows in which stage two runs diverge, but not hashed.
    HandedOn,
    /// It is given from outside, like rules: stored. Two runs under different rules are compared by what the units do.
    Given,
    /// It is only shown: stored.
    Shown,
}

/// A component that can be state. [`Default`] is how it is made; `serde` skips what is computed again.
///
/// Restoring an entity calls [`Clone::clone_from`], so a component may keep the memory that it has.
pub trait State:
    Component<Mutability = Mutable> + Clone + Default + Serialize + DeserializeOwned
{
}

impl<T> State for T where
    T: Component<Mutability = Mutable> + Clone + Default + Serialize + DeserializeOwned
{
}

/// Registers state. Each call makes a component part of building, snapshots, hashes, traces and diffs.
pub trait RegisterState: Sized {
    /// Every arena has this component, and it decides how a run goes on.
    fn arena_state<T: State>(&mut self) -> &mut Self {
        self.arena_state_as::<T>(Role::Decides)
    }

    /// Every unit has this component, and it decides how a run goes on.
    fn unit_state<T: State>(&mut self) -> &mut Self {
        self.unit_state_as::<T>(Role::Decides)
    }

    /// Every arena has this component, in another role.
    fn arena_state_as<T: State>(&mut self, role: Role) -> &mut Self {
        let world = self.world_of_state();
        let _ = world.try_register_required_components::<Arena, T>();
        add(world, Column::of::<T>(role, false).with_usual::<T>());
        self
    }

    /// Every unit has this component, in another role.
    fn unit_state_as<T: State>(&mut self, role: Role) -> &mut Self {
        let world = self.world_of_state();
        let _ = world.try_register_required_components::<Unit, T>();
        add(world, Column::of::<T>(role, true).with_usual::<T>());
        self
    }

    /// Some arenas have this component; having it decides, too.
    fn optional_arena_state<T: State>(&mut self) -> &mut Self {
        add(self.world_of_state(), Column::of::<T>(Role::Decides, false));
        self
    }

    /// Who spawns a unit gives it this component; having it decides, too.
    fn optional_unit_state<T: State>(&mut self) -> &mut Self {
        add(self.world_of_state(), Column::of::<T>(Role::Decides, true));
        self
    }

    /// The world that holds the list.
    #[doc(hidden)]
    fn world_of_state(&mut self) -> &mut World;
}

impl RegisterState for World {
    fn world_of_state(&mut self) -> &mut World {
        self
    }
}

impl RegisterState for App {
    fn world_of_state(&mut self) -> &mut World {
        self.world_mut()
    }
}

/// State of units that has a form of its own in snapshots: hashed, traced and compared, nothing else.
pub(super) trait View: 'static {
    const NAME: &'static str;
    type Value<'a>: Serialize;

    fn of(world: &World, unit: Entity) -> Option<Self::Value<'_>>;
}

/// Registers a view.
pub(super) fn add_view<V: View>(world: &mut World) {
    add(
        world,
        Column {
            name: V::NAME,
            full_name: V::NAME,
            role: Role::Decides,
            is_of_units: true,
            id: TypeId::of::<V>(),
            seed: seed(V::NAME),
            usual: None,
            bytes: |world, entity, bytes| {
                V::of(world, entity).inspect(|value| walk(value, bytes)).is_some()
            },
            fields: |world, entity, fields| {
                V::of(world, entity).inspect(|value| walk(value, fields));
            },
            stored: None,
        },
    );
}

/// The components of the state, in the order in which they were registered.
#[derive(Resource, Clone, Default)]
pub(crate) struct Columns(Arc<Vec<Column>>);

#[derive(Clone)]
pub(crate) struct Column {
    pub name: &'static str,
    /// Its name if another component has the short one.
    full_name: &'static str,
    pub role: Role,
    pub is_of_units: bool,
    id: TypeId,
    /// Distinguishes its hashes from those of others.
    pub(super) seed: u64,
    /// The hash of a component with its initial values, which is not added. `None` if it is added, too.
    pub(super) usual: Option<Vec<u8>>,
    /// Hands out what is hashed; returns whether the component is there.
    pub(super) bytes: fn(&World, Entity, &mut Bytes) -> bool,
    pub(super) fields: fn(&World, Entity, &mut Fields),
    pub(super) stored: Option<Stored>,
}

/// The values of a component by entity, in the order of the units.
pub(super) type Values = Arc<dyn Any + Send + Sync>;

/// How snapshots keep a component.
#[derive(Clone, Copy)]
pub(super) struct Stored {
    pub capture: fn(&World, &[Entity]) -> Values,
    pub restore: fn(&mut World, &[Entity], &Values),
    pub write: fn(&Values) -> Vec<u8>,
    pub read: fn(&[u8]) -> Option<Values>,
}

fn seed(name: &str) -> u64 {
    xxh64(name.as_bytes(), 0)
}

impl Column {
    fn of<T: State>(role: Role, is_of_units: bool) -> Self {
        let full_name = type_name::<T>();
        let name = full_name.rsplit("::").next().unwrap_or(full_name);
        Self {
            name,
            full_name,
            role,
            is_of_units,
            id: TypeId::of::<T>(),
            seed: seed(name),
            usual: None,
            bytes: |world, entity, bytes| {
                world.get::<T>(entity).inspect(|&value| walk(value, bytes)).is_some()
            },
            fields: |world, entity, fields| {
                world.get::<T>(entity).inspect(|&value| walk(value, fields));
            },
            stored: Some(Stored {
                capture: |world, entities| {
                    // A query finds the component once, and not for each entity.
                    let query = world.try_query::<&T>();
                    let value = |&entity: &Entity| {
                        let found = query.as_ref()?.get_manual(world, entity).ok();
                        // Queries leave out what a host has disabled.
                        found.or_else(|| world.get::<T>(entity)).cloned()
                    };
                    Arc::new(entities.iter().map(value).collect::<Vec<Option<T>>>())
                },
                restore: restore::<T>,
                write: |values| {
                    let values = values.downcast_ref::<Vec<Option<T>>>();
                    // Every length is known and memory grows, so nothing here can fail.
                    values.and_then(|values| postcard::to_stdvec(values).ok()).unwrap_or_default()
                },
                read: |bytes| {
                    let values: Vec<Option<T>> = postcard::from_bytes(bytes).ok()?;
                    Some(Arc::new(values))
                },
            }),
        }
    }

    /// Leaves values out of the hash that are as they were made.
    fn with_usual<T: State>(self) -> Self {
        Self { usual: Some(Bytes::of(&T::default())), ..self }
    }

    pub(super) fn is_traced(&self) -> bool {
        matches!(self.role, Role::Decides | Role::HandedOn)
    }
}

fn restore<T: State>(world: &mut World, entities: &[Entity], values: &Values) {
    let Some(values) = values.downcast_ref::<Vec<Option<T>>>() else { return };
    for (&entity, value) in entities.iter().zip(values) {
        match (world.get_mut::<T>(entity), value) {
            (Some(mut there), Some(value)) => there.clone_from(value),
            (None, Some(value)) => {
                world.entity_mut(entity).insert(value.clone());
            }
            (Some(_), None) => {
                world.entity_mut(entity).remove::<T>();
            }
            (None, None) => {}
        }
    }
}

/// Adds a component, unless it is there.
fn add(world: &mut World, mut column: Column) {
    let mut columns = world.get_resource_or_init::<Columns>();
    let list = Arc::make_mut(&mut columns.0);
    if list.iter().any(|known| known.id == column.id) {
        return;
    }
    if list.iter().any(|known| known.name == column.name) {
        column.name = column.full_name;
        column.seed = seed(column.name);
    }
    list.push(column);
}

impl Columns {
    /// Whether a component is registered.
    pub(super) fn has<T: 'static>(&self) -> bool {
        self.0.iter().any(|column| column.id == TypeId::of::<T>())
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Column> {
        self.0.iter()
    }

    pub(super) fn arena(&self) -> impl Iterator<Item = &Column> {
        self.0.iter().filter(|column| !column.is_of_units)
    }

    pub(super) fn unit(&self) -> impl Iterator<Item = &Column> {
        self.0.iter().filter(|column| column.is_of_units)
    }

    /// Those that are hashed after each stage.
    pub(super) fn traced(&self) -> impl Iterator<Item = &Column> {
        self.arena().chain(self.unit()).filter(|column| column.is_traced())
    }
}
