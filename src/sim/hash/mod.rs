//! The state hash: one number over all state of an arena that decides how a run continues.
//!
//! Every field is visited here with a fixed width, and every variant has its own number that never changes. So the hash
//! does not depend on names, `Debug` text, the width of `usize` or the byte order of the machine. Parameters
//! (doctrines, combat rules, kinds of motion) are not part of it: a new parameter that is off changes no hash, and one
//! that is on shows in what the units do.
//!
//! `arena` and `unit` say which fields there are. One visitor hashes them all, one each component, one each unit, and one
//! lists their values, so that two states can be compared field by field.
//!
//! Each costs one pass over the units and their paths.

mod arena;
mod fields;
mod unit;

pub use fields::{FieldValue, HashedComponent};

use crate::scenario::UnitId;
use crate::sim::arena::Roster;
use crate::sim::cells::Board;
use bevy::prelude::{Entity, World};
use fields::{Hasher, Visitor};
use std::array;

/// A hash over all state of an arena that decides how a run continues. Equal states have equal hashes.
pub fn state_hash(world: &World, arena: Entity) -> u64 {
    let mut total = Total { hash: Hasher::new(), counts: true };
    visit(world, arena, &mut total);
    total.hash.digest()
}

/// One hash for each component, over the arena and all its units, by place in [`HashedComponent::ALL`].
pub type ComponentHashes = [u64; HashedComponent::ALL.len()];

/// The hashes of each component.
pub fn component_hashes(world: &World, arena: Entity) -> ComponentHashes {
    let mut hashes = PerComponent { hashes: array::from_fn(|_| Hasher::new()), current: 0 };
    visit(world, arena, &mut hashes);
    hashes.hashes.map(Hasher::digest)
}

/// One hash for each unit, in the order of their ids.
pub fn unit_hashes(world: &World, arena: Entity) -> Vec<(UnitId, u64)> {
    let mut hashes = PerUnit { done: Vec::new(), current: None };
    visit(world, arena, &mut hashes);
    hashes.finish();
    hashes.done
}

/// A field of an arena or of one of its units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StateField {
    /// The unit; `None` for a field of the arena.
    pub unit: Option<UnitId>,
    /// The component that it belongs to.
    pub component: HashedComponent,
    /// Its name in the component.
    pub name: &'static str,
    /// How many fields of this name come before it in the component.
    pub index: u32,
    /// Its value.
    pub value: FieldValue,
}

/// The fields of some components, in the order in which they are hashed.
pub fn state_fields(
    world: &World,
    arena: Entity,
    components: &[HashedComponent],
) -> Vec<StateField> {
    let mut listed = Listed { components, fields: Vec::new(), current: None, first: 0 };
    visit(world, arena, &mut listed);
    listed.fields
}

fn visit(world: &World, arena: Entity, fields: &mut impl Visitor) {
    arena::visit(world, arena, fields);
    let units = world.get::<Roster>(arena).map(|roster| &roster.units);
    fields.component(None, HashedComponent::Roster);
    fields.count("units", units.map_or(0, |units| units.len()));
    let on_board = world.get::<Board>(arena).is_some();
    for (&id, &entity) in units.into_iter().flatten() {
        unit::visit(world, id, entity, on_board, fields);
    }
}

/// Hashes all that is state.
struct Total {
    hash: Hasher,
    /// Whether the present component is state.
    counts: bool,
}

impl Visitor for Total {
    fn component(&mut self, _: Option<UnitId>, component: HashedComponent) {
        self.counts = component.is_state();
    }

    #[inline]
    fn field(&mut self, _: &'static str, value: FieldValue) {
        if self.counts {
            self.hash.write(value);
        }
    }

    fn bytes(&mut self, _: &'static str, bytes: &[u8]) {
        if self.counts {
            self.hash.write_bytes(bytes);
        }
    }
}

/// Hashes each component by itself.
struct PerComponent {
    hashes: [Hasher; HashedComponent::ALL.len()],
    current: usize,
}

impl Visitor for PerComponent {
    #[inline]
    fn component(&mut self, unit: Option<UnitId>, component: HashedComponent) {
        self.current = component as usize;
        if let Some(unit) = unit {
            self.hashes[self.current].write(FieldValue::U32(unit.0));
        }
    }

    #[inline]
    fn field(&mut self, _: &'static str, value: FieldValue) {
        self.hashes[self.current].write(value);
    }

    fn bytes(&mut self, _: &'static str, bytes: &[u8]) {
        self.hashes[self.current].write_bytes(bytes);
    }
}

/// Hashes each unit by itself.
struct PerUnit {
    done: Vec<(UnitId, u64)>,
    current: Option<(UnitId, Hasher)>,
}

impl PerUnit {
    fn finish(&mut self) {
        self.done.extend(self.current.take().map(|(unit, hash)| (unit, hash.digest())));
    }
}

impl Visitor for PerUnit {
    fn component(&mut self, unit: Option<UnitId>, component: HashedComponent) {
        if unit != self.current.as_ref().map(|(unit, _)| *unit) {
            self.finish();
            self.current = unit.map(|unit| (unit, Hasher::new()));
        }
        // Units differ in the components that they have.
        self.u8("component", component as u8);
    }

    #[inline]
    fn field(&mut self, _: &'static str, value: FieldValue) {
        if let Some((_, hash)) = &mut self.current {
            hash.write(value);
        }
    }

    fn bytes(&mut self, _: &'static str, bytes: &[u8]) {
        if let Some((_, hash)) = &mut self.current {
            hash.write_bytes(bytes);
        }
    }
}

/// Lists the fields of some components.
struct Listed<'a> {
    components: &'a [HashedComponent],
    fields: Vec<StateField>,
    /// The present component, if it is listed.
    current: Option<(Option<UnitId>, HashedComponent)>,
    /// Where its fields begin.
    first: usize,
}

impl Visitor for Listed<'_> {
    fn component(&mut self, unit: Option<UnitId>, component: HashedComponent) {
        self.current = self.components.contains(&component).then_some((unit, component));
        self.first = self.fields.len();
    }

    fn field(&mut self, name: &'static str, value: FieldValue) {
        let Some((unit, component)) = self.current else { return };
        let before = self.fields[self.first..].iter().rev().find(|field| field.name == name);
        let index = before.map_or(0, |field| field.index + 1);
        self.fields.push(StateField { unit, component, name, index, value });
    }
}
