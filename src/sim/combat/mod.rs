//! Fights: targets, positions, attacks and damage.

pub(crate) mod chase_path;
pub(crate) mod combatant;
mod patience;
pub(crate) mod positioning;
pub(crate) mod snapshot;
mod stored_shots;
pub(crate) mod strike;
pub(crate) mod targeting;
