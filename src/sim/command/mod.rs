//! The first stage: actions from outside and orders are applied, and nothing else enters an arena.

pub(crate) mod apply;
pub(crate) mod free_space;
pub(crate) mod motion;
pub(crate) mod orders;
