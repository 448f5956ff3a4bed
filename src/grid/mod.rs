//! Cells, terrain, per-cell fields, connected regions, and MovingAI files. No ECS.

mod bit_lines;
mod bounds;
mod canonical;
mod cell;
mod field;
mod generate;
mod ground;
mod journal;
mod jump_stops;
mod movingai;
mod passages;
mod region_repair;
mod regions;
mod ring;
mod shapes;
mod terrain;
mod text_error;
mod walk;

pub(crate) use bit_lines::BitLines;
pub use bounds::{Bounds, Rectangle};
pub(crate) use canonical::{MoveTable, canonical_moves, open_moves};
pub use cell::{Cell, Direction};
pub use field::Field;
pub use generate::{
    Caves, Dice, Generator, GeneratorFault, MapKind, Rooms, Scatter, TwoBase, generate,
};
pub use ground::{CornerRule, Ground};
pub use movingai::{ScenProblem, read_map, read_scen, write_map};
pub use passages::{Passage, Passages};
pub use regions::{Region, Regions};
pub use ring::{nearest_cell, ring};
pub use shapes::{disc, tight_line};
pub use terrain::{Node, Terrain};
pub use text_error::TextError;
pub use walk::walk_length;
