//! What can differ between two runs of one scenario: gap width, arrangement, mirror image, kinds of units.

use super::arrangement::Arrangement;
use super::layout::Reading;
use crate::grid::{Bounds, Cell, Ground, Terrain};
use glam::Vec2;
use std::sync::Arc;

/// One way to run a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// How wide the gaps are.
    pub reading: Reading,
    /// Where the blocks stand.
    pub arrangement: Arrangement,
    /// The mirror image to run.
    pub mirror: Mirror,
    /// A kind that takes the place of all kinds with orders.
    pub kind: Option<&'static str>,
}

impl Variant {
    /// A reading and an arrangement of the benchmark itself.
    pub const fn new(reading: Reading, arrangement: Arrangement) -> Self {
        Self { reading, arrangement, mirror: Mirror::No, kind: None }
    }
}

/// A mirror image of a map with all that stands on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mirror {
    /// As it is.
    #[default]
    No,
    /// Left and right exchanged.
    LeftRight,
    /// Above and below exchanged.
    UpDown,
    /// Columns and rows exchanged.
    Diagonal,
}

impl Mirror {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::No, Self::LeftRight, Self::UpDown, Self::Diagonal];

    /// The size of the mirrored map.
    pub fn bounds(self, bounds: Bounds) -> Bounds {
        match self {
            Self::Diagonal => Bounds::new(bounds.height, bounds.width),
            _ => bounds,
        }
    }

    /// Where a position of a map of some size lies in the mirror image.
    pub fn position(self, bounds: Bounds, at: Vec2) -> Vec2 {
        match self {
            Self::No => at,
            Self::LeftRight => Vec2::new(bounds.width as f32 - at.x, at.y),
            Self::UpDown => Vec2::new(at.x, bounds.height as f32 - at.y),
            Self::Diagonal => Vec2::new(at.y, at.x),
        }
    }

    /// Where a cell lies in the mirror image.
    pub fn cell(self, bounds: Bounds, cell: Cell) -> Cell {
        Cell::containing(self.position(bounds, cell.center()))
    }

    /// The mirrored ground.
    pub fn terrain(self, terrain: Arc<Terrain>) -> Arc<Terrain> {
        if self == Self::No {
            return terrain;
        }
        let (bounds, mirrored) = (terrain.bounds(), self.bounds(terrain.bounds()));
        let mut rows = vec![Ground::Floor; (mirrored.width * mirrored.height) as usize];
        for cell in bounds.cells() {
            if let Some(index) = mirrored.index(self.cell(bounds, cell)) {
                rows[index] = terrain.ground(cell);
            }
        }
        Arc::new(Terrain::from_ground(mirrored, terrain.corners(), rows))
    }
}
