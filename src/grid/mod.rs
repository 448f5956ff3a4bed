//! Cells, terrain, per-cell fields, connected regions, and MovingAI files. No ECS.

mod bounds;
mod cell;
mod field;
mod generate;
mod movingai;
mod regions;
mod shapes;
mod terrain;
mod text_error;
mod walk;

pub use bounds::{Bounds, Rectangle};
pub use cell::{Cell, Direction};
pub use field::Field;
pub use generate::{Dice, MapKind, generate};
pub use movingai::{ScenProblem, read_map, read_scen, write_map};
pub use regions::{Region, Regions, ring};
pub use shapes::{disc, tight_line};
pub use terrain::{CornerRule, Ground, Node, Terrain};
pub use text_error::TextError;
pub use walk::walk_length;
