//! What an arena remembers for the layers of its teams, cell by cell.

pub(crate) mod arena_fields;
pub(crate) mod learning;
