//! A generator with its parameters.

use super::MapKind;
use super::caves::{Caves, caves};
use super::dice::Dice;
use super::rooms::{Rooms, rooms};
use super::scatter::{Scatter, scatter};
use super::two_base::{TwoBase, two_base};
use crate::grid::{Bounds, CornerRule, Field, Ground, Terrain};
use crate::parameters::{Kind, Parameter, Value};
use crate::parts::Part;
use std::collections::BTreeMap;

crate::part! {
    /// What is on a map, and the parameters of what draws it.
    pub enum Generator {
        /// Winding caves in rock, all connected.
        Caves(Caves),
        /// Rooms with walls between them, and doors.
        Rooms(Rooms),
        /// Two bases opposite each other behind cliffs with ramps; the same for both sides.
        TwoBase(TwoBase),
        /// Open ground with rocks, woods and ponds of many sizes.
        Scatter(Scatter),
    }
}

/// A parameter that a generator does not have, or not with this value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GeneratorFault {
    /// There is no such parameter.
    #[error("the generator `{kind}` has no parameter `{name}`; it has {known}")]
    Unknown {
        /// The kind of map.
        kind: &'static str,
        /// The name that was given.
        name: String,
        /// The names that there are.
        known: String,
    },
    /// The value lies outside the range.
    #[error("`{name}` is {value}; it goes from {least} to {most}")]
    OutOfRange {
        /// The parameter.
        name: &'static str,
        /// The value that was given.
        value: i64,
        /// The minimum value.
        least: i64,
        /// The greatest value.
        most: i64,
    },
}

impl Generator {
    /// The generator of a kind, with its usual parameters.
    pub fn of(kind: MapKind) -> Self {
        match kind {
            MapKind::Caves => Self::Caves(Caves::default()),
            MapKind::Rooms => Self::Rooms(Rooms::default()),
            MapKind::TwoBase => Self::TwoBase(TwoBase::default()),
            MapKind::Scatter => Self::Scatter(Scatter::default()),
        }
    }

    /// The generator of a kind with parameters given by name.
    pub fn with(kind: MapKind, parameters: &BTreeMap<String, i64>) -> Result<Self, GeneratorFault> {
        let mut generator = Self::of(kind);
        for (name, &value) in parameters {
            generator.set(name, value)?;
        }
        Ok(generator)
    }

    /// The kind of map that it makes.
    pub fn kind(&self) -> MapKind {
        match self {
            Self::Caves(_) => MapKind::Caves,
            Self::Rooms(_) => MapKind::Rooms,
            Self::TwoBase(_) => MapKind::TwoBase,
            Self::Scatter(_) => MapKind::Scatter,
        }
    }

    /// Sets a parameter by its name. Hyphens count as underscores.
    pub fn set(&mut self, name: &str, value: i64) -> Result<(), GeneratorFault> {
        let list = self.parameters().list();
        let written = name.replace('-', "_");
        let Some(place) = list.iter().position(|parameter| parameter.name == written) else {
            let names: Vec<String> = list.iter().map(|p| format!("`{}`", p.name)).collect();
            let (kind, known) = (self.kind().name(), names.join(", "));
            return Err(GeneratorFault::Unknown { kind, name: name.into(), known });
        };
        let Parameter { name, kind, .. } = &list[place];
        if let Kind::Whole(least, most) = *kind
            && !(least..=most).contains(&value)
        {
            return Err(GeneratorFault::OutOfRange { name, value, least, most });
        }
        self.parameters_mut().set(place, Value::Whole(value));
        Ok(())
    }

    /// The parameters that do not have their usual values.
    pub fn changed(&self) -> Vec<(&'static str, i64)> {
        let (usual, now) = (Self::of(self.kind()), self.parameters());
        let all = now.list().iter().enumerate();
        all.filter_map(|(place, parameter)| match now.value(place) {
            value if value == usual.parameters().value(place) => None,
            Value::Whole(value) => Some((parameter.name, value)),
            _ => None,
        })
        .collect()
    }

    /// Makes a map of a size, decided by the seed; diagonals as in MovingAI maps.
    pub fn make(&self, bounds: Bounds, seed: u64) -> Terrain {
        let ground = if bounds.area() == 0 {
            Field::new(bounds, Ground::Floor)
        } else {
            let mut dice = Dice::new(seed, self.kind() as u64 + 1);
            match *self {
                Self::Caves(with) => caves(bounds, with, &mut dice),
                Self::Rooms(with) => rooms(bounds, with, &mut dice),
                Self::TwoBase(with) => two_base(bounds, with, &mut dice),
                Self::Scatter(with) => scatter(bounds, with, &mut dice),
            }
        };
        Terrain::from_ground(bounds, CornerRule::BothSidesFree, ground.values().to_vec())
    }
}
