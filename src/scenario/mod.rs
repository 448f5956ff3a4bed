//! Scenarios: RON in, checked once, into a type that cannot be wrong. No ECS.

mod doctrine;
mod model;

pub use doctrine::{Doctrine, Preset, preset_named, presets};
pub use model::{
    Goal, Motion, ObstacleId, ObstacleKind, ObstacleSpec, Order, Place, Scenario, ScriptedOrder,
    Team, TeamId, UnitId, UnitSpec, Who,
};
