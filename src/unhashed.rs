//! A field that snapshots store and state hashes leave out: `#[serde(with = "crate::unhashed")]`. Either it decides nothing, like
//! the name of a team, or it is given from outside, like rules and doctrines: two runs under different rules are compared by what
//! the units do.
//!
//! Hashes read the state in a form for people, snapshots are written in a binary one.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(crate) fn serialize<T: Serialize, S: Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match serializer.is_human_readable() {
        true => serializer.serialize_unit(),
        false => value.serialize(serializer),
    }
}

pub(crate) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    T::deserialize(deserializer)
}

/// A field that enters hashes only when it is in use: `#[serde(with = "crate::unhashed::unless_default")]`.
pub(crate) mod unless_default {
    use super::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<T: Serialize + Default + PartialEq, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match serializer.is_human_readable() && *value == T::default() {
            true => serializer.serialize_unit(),
            false => value.serialize(serializer),
        }
    }

    pub(crate) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        T::deserialize(deserializer)
    }
}
