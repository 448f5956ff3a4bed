//! The few values that drawing, tools and panels have in common.

use crate::grid::{Bounds, Cell, Rectangle};
use crate::scenario::{Goal, ObstacleId, ObstacleKind, TeamId, UnitId};
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
    /// The arena in whose cells the position is.
    pub arena: u32,
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
    /// An enemy that the next order would be to attack: where it is, and its radius in cells.
    pub target: Option<(Vec2, f32)>,
    /// Way-points of the order that is being given.
    pub way_points: Vec<Vec2>,
}

/// The named places of the open scenario, shown as flags. Written by the document.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Goals(pub Vec<Goal>);

/// Something to tell the user in passing, such as where a picture was saved.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// One sentence.
    pub text: String,
}

impl Notice {
    /// A notice with a text.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into() }
    }
}

/// Free columns or rows between arenas that stand side by side.
const GAP_BETWEEN_ARENAS: u32 = 4;

/// From cells (y downwards) to Bevy's world (y upwards); one cell is one unit in both.
pub fn to_world(cells: Vec2) -> Vec2 {
    Vec2::new(cells.x, -cells.y)
}

/// From Bevy's world to cells.
pub fn to_cells(world: Vec2) -> Vec2 {
    Vec2::new(world.x, -world.y)
}

/// Where the upper left corner of an arena is drawn, in cells: tall ones stand side by side, wide ones one
/// below the other.
pub fn arena_origin(index: u32, bounds: Bounds) -> Vec2 {
    if bounds.width > bounds.height {
        Vec2::new(0.0, (index * (bounds.height + GAP_BETWEEN_ARENAS)) as f32)
    } else {
        Vec2::new((index * (bounds.width + GAP_BETWEEN_ARENAS)) as f32, 0.0)
    }
}

/// The arena that a place belongs to, and its origin: the last one that begins left of it and above it.
pub fn arena_near(place: Vec2, arenas: impl Iterator<Item = (u32, Bounds)>) -> (u32, Vec2) {
    arenas
        .map(|(index, bounds)| (index, arena_origin(index, bounds)))
        .filter(|(_, origin)| origin.cmple(place).all())
        .max_by_key(|(index, _)| *index)
        .unwrap_or((0, Vec2::ZERO))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_belongs_to_the_arena_that_it_lies_in() {
        for bounds in [Bounds::new(20, 30), Bounds::new(30, 20)] {
            let arenas = || [2, 0, 1].map(|index| (index, bounds)).into_iter();
            for index in 0..3 {
                let origin = arena_origin(index, bounds);
                assert_eq!(arena_near(origin + Vec2::splat(7.0), arenas()), (index, origin));
            }
            assert_eq!(arena_near(Vec2::splat(-5.0), arenas()), (0, Vec2::ZERO));
        }
    }
}
