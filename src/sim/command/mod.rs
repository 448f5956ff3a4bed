//! The first stage of a tick: actions from outside and scripted orders. Nothing else enters an arena.

pub(crate) mod apply;
mod kinds;
pub(crate) mod motion;
pub(crate) mod orders;
pub(crate) mod preview;
mod script;
mod site;
mod teams;
