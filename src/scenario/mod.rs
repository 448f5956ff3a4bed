//! Scenarios: RON in, checked once, into a type that cannot be wrong. No ECS.
//!
#![doc = include_str!("format.md")]

mod catalogue;
mod direction_presets;
mod doctrine;
mod doctrine_text;
mod error;
mod file_watch;
mod learned;
mod limits;
mod maps;
mod model;
mod motion;
mod new_map;
mod order;
mod origin;
mod other_files;
mod own_kinds;
mod pasted;
mod patrols;
mod pipe;
mod preset_functions;
mod preset_group;
mod presets;
mod read;
mod recording;
mod share_line;
mod shipped;
mod sides;
mod source;
mod tidy;
mod write;
mod write_file;

#[cfg(test)]
mod property_tests;
#[cfg(test)]
mod tests;

// A file holds the actions of its run as they are; what one is and does stands in `sim/command`.
pub use crate::sim::{
    Action, Batch, FactAction, GiveOrder, GoalAction, Health, KindAction, MoveObstacle, NewUnit,
    PlaceObstacle, ResizeObstacle, SetCosts, SetDoctrine, SetModifiers, TeamAction,
};

pub use catalogue::{Catalogue, UNIT_FOLDER, holds_kinds, load_kinds, read_kinds};
pub use doctrine::{Doctrine, doctrine_names};
pub use doctrine_text::{doctrine_from, read_doctrine};
pub use error::ScenarioError;
pub use file_watch::FileWatch;
pub use learned::{
    StartDirections, directions_text, load_directions, read_directions, save_directions,
};
pub use limits::{MAX_GOALS, MAX_KINDS, MAX_OBSTACLES, MAX_ORDERS, MAX_TEAMS, MAX_UNITS};
pub use maps::{
    MAP_FORMATS, MapFile, MapFormat, MapOptions, MapPicture, colour_of, describe_map_files,
    flat_ground, is_picture, map_extensions, map_format, read_drawing, read_map_file,
    read_map_file_with, save_map, tileset_grounds, written_extensions,
};
pub use model::{
    Goal, GoalId, Motion, ObstacleId, ObstacleKind, ObstacleSpec, Scenario, Team, TeamId, UnitId,
    UnitSpec,
};
pub use new_map::NewMap;
pub use order::{Order, Place, ScriptedOrder, Who};
pub use origin::MapOrigin;
pub use other_files::{Checked, check_other_file};
pub use pasted::read_pasted;
pub use patrols::{PatrolFile, is_problem_file, load_patrols};
pub use pipe::is_read_once;
pub use preset_group::PresetGroup;
pub use presets::{Preset, preset_named, presets};
pub use read::{MAP_FOLDER, load_file, load_str, read_scen_file};
pub use read::{describe_format, load_map, nearest, read_bytes};
pub use recording::Recording;
pub use shipped::{Shipped, shipped, shipped_named};
pub use sides::{are_enemies, is_team, living_teams, side_of};
pub use source::Source;
pub(crate) use tidy::Known;
pub use write::{save_file, to_ron};
pub use write_file::{NewFile, is_stdout, is_stream, replace_file};
