//! The few values that drawing, tools and panels have in common.

use crate::grid::{Cell, Rectangle};
use crate::scenario::{ObstacleId, ObstacleKind, TeamId, UnitId};
use bevy::prelude::*;
use std::collections::BTreeSet;

/// What is selected.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Selection {
    /// Units.
    pub units: BTreeSet<UnitId>,
    /// The obstacle, if one is.
    pub obstacle: Option<ObstacleId>,
}

/// Where the pointer is. Written before all tools run.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Pointer {
    /// Position on the map in cells (y downwards, as in the simulation); `None` if the pointer is over a
    /// panel, over a dialog, or outside the window.
    pub at: Option<Vec2>,
    /// Position in the window in logical pixels, if inside.
    pub screen: Option<Vec2>,
}

impl Pointer {
    /// The cell under the pointer; it may lie outside the map.
    pub fn cell(&self) -> Option<Cell> {
        self.at.map(Cell::containing)
    }
}

/// The part of the window, in logical pixels, that no panel covers. Written by the panels, read by the camera.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct MapArea(pub Rect);

/// What the current tool would do, drawn faintly under the pointer. Written by the tools each frame.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Preview {
    /// Cells that a brush would change.
    pub brush: Vec<Cell>,
    /// Whether the brush erases.
    pub erases: bool,
    /// An obstacle that would be placed or moved here, and whether it may stand there.
    pub obstacle: Option<(ObstacleKind, Rectangle, bool)>,
    /// Units that would be dropped, in cells.
    pub units: Vec<(TeamId, Vec2)>,
    /// The selection box, as two corners in cells.
    pub selection_box: Option<(Vec2, Vec2)>,
    /// Way-points of the order that is being given.
    pub way_points: Vec<Vec2>,
}

/// The stages of a frame in the window, in order, all in `Update`.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum FrameSystems {
    /// Where the pointer is.
    Pointer,
    /// Keys and tools, which send actions.
    Input,
    /// The camera moves.
    Camera,
    /// Everything is drawn.
    Draw,
}
