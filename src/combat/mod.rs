//! Unit kinds, and later targeting and damage. No ECS.

mod catalogue;

pub use catalogue::{BUILT_IN, UnitKind, kind_named};
