//! Cells, terrain, per-cell fields, connected regions, and MovingAI files. No ECS.

mod bounds;
mod cell;
mod field;
mod regions;
mod terrain;

pub use bounds::{Bounds, Rectangle};
pub use cell::{Cell, Direction};
pub use field::Field;
pub use regions::{Region, Regions, ring};
pub use terrain::{CornerRule, Ground, Node, Terrain};
