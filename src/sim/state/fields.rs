//! The fields of the state: where they are, and what they hold.

use super::column::Columns;
use super::walk::{Leaf, Part, Sink};
use crate::scenario::UnitId;
use crate::sim::arena::Roster;
use bevy::prelude::{Entity, World};
use std::fmt::{self, Write};

/// A field of an arena or of one of its units.
#[derive(Clone, Debug, PartialEq)]
pub struct StateField {
    /// The unit; `None` for a field of the arena.
    pub unit: Option<UnitId>,
    /// The component that it belongs to.
    pub component: &'static str,
    /// Where it is in the component, such as `legs[2].to.x`; empty if the component is one value.
    pub path: String,
    /// Its value.
    pub value: FieldValue,
}

/// The value of a field. Two values are equal if their bits are: 0 and -0 differ, and a NaN equals itself.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the variants are named after their types")]
pub enum FieldValue {
    Flag(bool),
    Whole(i128),
    F32(f32),
    F64(f64),
    /// The variant of an enumeration.
    Name(&'static str),
    Text(String),
}

impl PartialEq for FieldValue {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Flag(a), Self::Flag(b)) => a == b,
            (Self::Whole(a), Self::Whole(b)) => a == b,
            (Self::F32(a), Self::F32(b)) => a.to_bits() == b.to_bits(),
            (Self::F64(a), Self::F64(b)) => a.to_bits() == b.to_bits(),
            (Self::Name(a), Self::Name(b)) => a == b,
            (Self::Text(a), Self::Text(b)) => a == b,
            _ => false,
        }
    }
}

impl fmt::Display for FieldValue {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Flag(value) => write!(f, "{value}"),
            Self::Whole(value) => write!(f, "{value}"),
            Self::F32(value) => write!(f, "{value}"),
            Self::F64(value) => write!(f, "{value}"),
            Self::Name(value) => write!(f, "{value}"),
            Self::Text(value) => write!(f, "{value:?}"),
        }
    }
}

/// The fields of some components, in the order in which they are hashed.
pub fn state_fields(world: &World, arena: Entity, components: &[&str]) -> Vec<StateField> {
    let Some(columns) = world.get_resource::<Columns>() else { return Vec::new() };
    let units = world.get::<Roster>(arena).map(|roster| &roster.units);
    let mut all = Fields::default();
    let wanted = |name: &&'static str| components.contains(name);
    for column in columns.arena().filter(|column| wanted(&column.name)) {
        all.begin(None, column.name);
        (column.fields)(world, arena, &mut all);
    }
    for (&id, &entity) in units.into_iter().flatten() {
        for column in columns.unit().filter(|column| wanted(&column.name)) {
            all.begin(Some(id), column.name);
            (column.fields)(world, entity, &mut all);
        }
    }
    all.list
}

/// Lists the leaves of a walk with their paths.
#[derive(Default)]
pub(super) struct Fields {
    list: Vec<StateField>,
    unit: Option<UnitId>,
    component: &'static str,
    path: String,
    /// How long the path was before each part that it leads into.
    lengths: Vec<usize>,
    /// The key that is being read.
    key: Option<String>,
}

impl Fields {
    fn begin(&mut self, unit: Option<UnitId>, component: &'static str) {
        (self.unit, self.component) = (unit, component);
        self.path.clear();
        self.lengths.clear();
    }

    fn push(&mut self, path: String, value: FieldValue) {
        let (unit, component) = (self.unit, self.component);
        self.list.push(StateField { unit, component, path, value });
    }
}

impl Sink for Fields {
    fn leaf(&mut self, leaf: Leaf) {
        let value = match leaf {
            Leaf::Flag(value) => FieldValue::Flag(value),
            Leaf::U8(value) => FieldValue::Whole(value.into()),
            Leaf::U16(value) => FieldValue::Whole(value.into()),
            Leaf::U32(value) => FieldValue::Whole(value.into()),
            Leaf::U64(value) => FieldValue::Whole(value.into()),
            Leaf::I32(value) => FieldValue::Whole(value.into()),
            Leaf::I64(value) => FieldValue::Whole(value.into()),
            Leaf::F32(value) => FieldValue::F32(value),
            Leaf::F64(value) => FieldValue::F64(value),
            Leaf::Text(value) => FieldValue::Text(value.into()),
            Leaf::Variant(_, name) => FieldValue::Name(name),
            Leaf::IsThere(true) => return,
            Leaf::IsThere(false) => FieldValue::Name("none"),
            Leaf::Length(_) if self.key.is_some() => return,
            Leaf::Length(length) => {
                let path = format!("{}.len", self.path);
                return self.push(path, FieldValue::Whole(length as i128));
            }
        };
        match &mut self.key {
            Some(key) => {
                let _ = write!(key, "{}{value}", if key.is_empty() { "" } else { ", " });
            }
            None => self.push(self.path.clone(), value),
        }
    }

    fn enter(&mut self, part: Part) {
        self.lengths.push(self.path.len());
        if self.key.is_none() {
            let _ = match part {
                Part::Field(name) if self.path.is_empty() => write!(self.path, "{name}"),
                Part::Field(name) => write!(self.path, ".{name}"),
                Part::Item(place) => write!(self.path, "[{place}]"),
            };
        }
    }

    fn key(&mut self) {
        self.key = Some(String::new());
    }

    fn key_ends(&mut self) {
        self.lengths.push(self.path.len());
        if let Some(key) = self.key.take() {
            let _ = write!(self.path, "[{key}]");
        }
    }

    fn leave(&mut self) {
        let length = self.lengths.pop().unwrap_or(0);
        self.path.truncate(length);
    }
}
