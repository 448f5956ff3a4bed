//! Hashes of the state: of all of it, of each component, and of each unit.
//!
//! Values have a fixed width and stand in little-endian order; a variant of an enumeration stands as its number. So a hash does
//! not depend on the width of `usize`, the byte order of the machine or the names of fields. A component that is as it was made
//! does not enter: state that is new and not in use changes no hash. Neither does what is given from outside: a parameter that is
//! new and off changes no hash, and one that is on shows in what the units do.
//!
//! Costs one pass over the units and their paths.

use super::column::{Column, Columns, Role};
use super::walk::{Leaf, Sink};
use crate::scenario::UnitId;
use crate::sim::arena::Roster;
use bevy::prelude::{Entity, World};
use xxhash_rust::xxh64::Xxh64;

/// A hash over all state of an arena that decides how a run continues. Equal states have equal hashes.
pub fn state_hash(world: &World, arena: Entity) -> u64 {
    let mut sum = 0u64;
    // A sum, so that neither the order of the components matters nor those that are left out.
    each_component(world, arena, |column, hash| {
        if column.role == Role::Decides {
            sum = sum.wrapping_add(hash);
        }
    });
    sum
}

/// One hash for each component that is traced, over the arena and all its units; in the order of [`component_names`].
pub fn component_hashes(world: &World, arena: Entity) -> Vec<u64> {
    let mut hashes = Vec::new();
    each_component(world, arena, |_, hash| hashes.push(hash));
    hashes
}

/// The names of the components that are traced: first those of the arena.
pub fn component_names(world: &World) -> Vec<&'static str> {
    let columns = world.get_resource::<Columns>();
    columns.into_iter().flat_map(Columns::traced).map(|column| column.name).collect()
}

/// One hash for each unit, in the order of their ids.
pub fn unit_hashes(world: &World, arena: Entity) -> Vec<(UnitId, u64)> {
    let (Some(columns), Some(roster)) =
        (world.get_resource::<Columns>(), world.get::<Roster>(arena))
    else {
        return Vec::new();
    };
    let mut bytes = Bytes::default();
    let hash = |(&id, &entity): (&UnitId, &Entity)| {
        let mut hash = Xxh64::new(0);
        for column in columns.unit().filter(|column| column.is_traced()) {
            if bytes.read(column, world, entity, column.seed) {
                hash.update(&bytes.0);
            }
        }
        (id, hash.digest())
    };
    roster.units.iter().map(hash).collect()
}

/// Hands out the hash of each component that is traced; 0 if all is as it was made.
fn each_component(world: &World, arena: Entity, mut each: impl FnMut(&Column, u64)) {
    let Some(columns) = world.get_resource::<Columns>() else { return };
    let units = world.get::<Roster>(arena).map(|roster| &roster.units);
    let mut bytes = Bytes::default();
    for column in columns.traced() {
        let (mut hash, mut is_usual) = (Xxh64::new(column.seed), true);
        let mut add = |id: u64, entity: Entity| {
            if bytes.read(column, world, entity, id) {
                hash.update(&bytes.0);
                is_usual = false;
            }
        };
        match column.is_of_units {
            false => add(u64::MAX, arena),
            true => units.into_iter().flatten().for_each(|(id, &unit)| add(id.0.into(), unit)),
        }
        each(column, if is_usual { 0 } else { hash.digest() });
    }
}

/// The leaves of a walk as bytes.
#[derive(Default)]
pub(super) struct Bytes(Vec<u8>);

impl Bytes {
    /// The bytes of a value alone.
    pub fn of(value: &impl serde::Serialize) -> Vec<u8> {
        let mut bytes = Self::default();
        super::walk::walk(value, &mut bytes);
        bytes.0
    }

    /// Reads a component after a number. Returns whether it is there and not as it was made.
    fn read(&mut self, column: &Column, world: &World, entity: Entity, number: u64) -> bool {
        self.0.clear();
        self.0.extend_from_slice(&number.to_le_bytes());
        (column.bytes)(world, entity, self)
            && column.usual.as_ref().is_none_or(|usual| self.0[size_of::<u64>()..] != *usual)
    }
}

impl Sink for Bytes {
    #[inline]
    fn leaf(&mut self, leaf: Leaf) {
        let bytes = &mut self.0;
        match leaf {
            Leaf::Flag(value) | Leaf::IsThere(value) => bytes.push(u8::from(value)),
            Leaf::U8(value) => bytes.push(value),
            Leaf::U16(value) => bytes.extend_from_slice(&value.to_le_bytes()),
            Leaf::U32(value) | Leaf::Variant(value, _) => {
                bytes.extend_from_slice(&value.to_le_bytes());
            }
            Leaf::I32(value) => bytes.extend_from_slice(&value.to_le_bytes()),
            Leaf::F32(value) => bytes.extend_from_slice(&value.to_bits().to_le_bytes()),
            Leaf::U64(value) => bytes.extend_from_slice(&value.to_le_bytes()),
            Leaf::I64(value) => bytes.extend_from_slice(&value.to_le_bytes()),
            Leaf::F64(value) => bytes.extend_from_slice(&value.to_bits().to_le_bytes()),
            Leaf::Length(value) => bytes.extend_from_slice(&(value as u64).to_le_bytes()),
            Leaf::Text(value) => {
                bytes.extend_from_slice(&(value.len() as u64).to_le_bytes());
                bytes.extend_from_slice(value.as_bytes());
            }
        }
    }
}
