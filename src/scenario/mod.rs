//! Scenarios: RON in, checked once, into a type that cannot be wrong. No ECS.

mod action;
mod doctrine;
mod edit;
mod model;

pub use action::{Action, NewUnit};
pub use doctrine::{Doctrine, Preset, preset_named, presets};
pub use model::{
    Goal, Motion, ObstacleId, ObstacleKind, ObstacleSpec, Order, Place, Scenario, ScriptedOrder,
    Team, TeamId, UnitId, UnitSpec, Who,
};
