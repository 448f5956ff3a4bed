//! A value as RON text inside a binary file. Doctrines leave out what is off, which only a format with names can read back.
//! Doctrines and kinds are given from outside, so state hashes leave them out like [`unhashed`](crate::unhashed) fields.

use serde::de::{DeserializeOwned, Error as _};
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(crate) fn serialize<T: Serialize, S: Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        return serializer.serialize_unit();
    }
    ron::to_string(value).map_err(S::Error::custom)?.serialize(serializer)
}

pub(crate) fn deserialize<'de, T: DeserializeOwned, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    ron::from_str(&String::deserialize(deserializer)?).map_err(D::Error::custom)
}
