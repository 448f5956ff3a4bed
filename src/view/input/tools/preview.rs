//! What the current tool would do here. The tools write it, the scene draws it.

use crate::grid::{Cell, Rectangle};
use crate::scenario::{ObstacleKind, TeamId};
use bevy::prelude::*;

/// What the current tool would do with the pointer where it is. Written every frame.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Preview {
    /// What a drag will do here, in one line; nothing if the hint of the tool says it.
    pub hint: Option<String>,
    /// Cells that the brush would change.
    pub brush: Vec<Cell>,
    /// Whether the brush erases.
    pub erases: bool,
    /// An obstacle that would be placed or moved here, and whether it fits.
    pub obstacle: Option<(ObstacleKind, Rectangle, bool)>,
    /// A goal that would be placed or moved here, and whether it can be there.
    pub goal: Option<(Cell, bool)>,
    /// Units that would be dropped: team and position in cells.
    pub units: Vec<(TeamId, Vec2)>,
    /// The selection box: two opposite corners, in cells.
    pub selection_box: Option<(Vec2, Vec2)>,
    /// The enemy that a click would attack: position and radius, in cells.
    pub target: Option<(Vec2, f32)>,
    /// Waypoints of the order that is being queued, in cells.
    pub waypoints: Vec<Vec2>,
}
