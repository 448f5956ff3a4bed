//! What an arena remembers of its units, cell by cell.

pub(crate) mod influence;
pub(crate) mod learning;
