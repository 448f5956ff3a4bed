//! Scenarios: RON in, checked once, into a type that cannot be wrong. No ECS.
//!
#![doc = include_str!("format.md")]

mod action;
mod catalogue;
mod check;
mod direction_presets;
mod doctrine;
mod doctrine_text;
mod edit;
mod error;
mod file;
mod free_space;
mod ground;
mod learned;
mod load;
mod locate;
mod model;
mod motion;
mod nearest;
mod origin;
mod patrols;
mod ranges;
mod rules;
mod shipped;
mod syntax;
mod write;

#[cfg(test)]
mod property_tests;
#[cfg(test)]
mod tests;

pub use action::{Action, Health, NewUnit};
pub use catalogue::{Catalogue, UNIT_FOLDER, folder_kinds, holds_kinds, load_kinds};
pub use doctrine::{Doctrine, Preset, preset_named, presets};
pub use doctrine_text::{doctrine_from, read_doctrine};
pub use error::ScenarioError;
pub use file::describe_format;
pub(crate) use free_space::nearest_cell;
pub use free_space::{Site, move_units_off_walls, place_unit};
pub use learned::{StartDirections, load_directions, save_directions};
pub use load::{MAP_FOLDER, load_file, load_str};
pub use model::{
    Goal, Motion, ObstacleId, ObstacleKind, ObstacleSpec, Order, Place, Scenario, ScriptedOrder,
    Team, TeamId, UnitId, UnitSpec, Who,
};
pub use nearest::nearest;
pub use origin::MapOrigin;
pub use patrols::load_patrols;
pub use rules::{Facts, MOST_OBSTACLES, MOST_TEAMS, MOST_UNITS, Refusal, admit, admit_unit};
pub use shipped::{Shipped, shipped, shipped_named};
pub use write::{save_file, to_ron};
