//! The maps of the benchmark.

use super::layout::{Area, GroundPlan};
use crate::grid::{Cell, Ground, Rectangle};

const fn area(ground: Ground, x: i32, y: i32, width: u32, height: u32) -> Area {
    let drawn = Rectangle::new(Cell::new(x, y), width, height);
    Area { ground, drawn, wide: drawn }
}

const fn floor(x: i32, y: i32, width: u32, height: u32) -> Area {
    area(Ground::Floor, x, y, width, height)
}

const fn rock(x: i32, y: i32, width: u32, height: u32) -> Area {
    area(Ground::Wall, x, y, width, height)
}

impl Area {
    /// With another rectangle under [`Reading::SameRoom`](super::Reading::SameRoom).
    const fn wide(self, x: i32, y: i32, width: u32, height: u32) -> Self {
        Self { wide: Rectangle::new(Cell::new(x, y), width, height), ..self }
    }

    /// One column more under [`Reading::SameRoom`](super::Reading::SameRoom).
    const fn wider(self) -> Self {
        let Rectangle { at, size } = self.drawn;
        self.wide(at.x, at.y, size.0 + 1, size.1)
    }

    /// One row more under [`Reading::SameRoom`](super::Reading::SameRoom).
    const fn higher(self) -> Self {
        let Rectangle { at, size } = self.drawn;
        self.wide(at.x, at.y, size.0, size.1 + 1)
    }
}

/// A wall of three rows from side to side.
const WALL: Area = rock(0, 32, 64, 3);

/// A gap through it.
const fn gap(x: i32, width: u32) -> Area {
    floor(x, 32, width, 3).wider()
}

const fn open(areas: &'static [Area]) -> GroundPlan {
    GroundPlan { size: (64, 64), base: Ground::Floor, areas }
}

const fn carved(size: (u32, u32), areas: &'static [Area]) -> GroundPlan {
    GroundPlan { size, base: Ground::Wall, areas }
}

pub(super) const WALL_1: GroundPlan = open(&[WALL, gap(32, 1)]);
pub(super) const WALL_2: GroundPlan = open(&[WALL, gap(31, 2)]);
pub(super) const WALL_3: GroundPlan = open(&[WALL, gap(31, 3)]);
pub(super) const WALL_4: GroundPlan = open(&[WALL, gap(30, 4)]);
pub(super) const WALL_6: GroundPlan = open(&[WALL, gap(29, 6)]);
pub(super) const WALL_8: GroundPlan = open(&[WALL, gap(28, 8)]);
pub(super) const TWO_GAPS: GroundPlan = open(&[WALL, gap(23, 2), gap(39, 2)]);
pub(super) const OPEN_CORNER: GroundPlan = open(&[rock(11, 0, 18, 32)]);
/// The open corner with a wall on either side of it, so that corridors lead there.
pub(super) const RUSH_CORNER: GroundPlan = open(&[
    rock(11, 0, 18, 32),
    rock(0, 18, 6, 14).wide(0, 18, 5, 14),
    rock(10, 36, 7, 5).wide(10, 37, 7, 4),
]);
/// A stage, a leg down, a leg to the right, and the area of the goals.
pub(super) const CORNER: GroundPlan = carved(
    (64, 64),
    &[
        floor(22, 4, 20, 16),
        floor(30, 20, 2, 12).wide(30, 20, 3, 13),
        floor(30, 30, 22, 2).higher(),
        floor(50, 24, 12, 16),
    ],
);
/// A bay, its mouth, the pinch, a pocket, a passage with one bend, the plain, and the detour in three parts.
pub(super) const MOUNTAIN: GroundPlan = carved(
    (48, 36),
    &[
        floor(2, 12, 9, 15),
        floor(11, 22, 2, 3).wide(11, 22, 3, 3),
        floor(12, 20, 1, 2).wider(),
        floor(12, 15, 6, 5),
        floor(16, 11, 2, 4).wider(),
        floor(18, 11, 4, 2).higher(),
        floor(22, 2, 24, 14),
        floor(4, 27, 5, 1).wider(),
        floor(4, 28, 31, 5).higher(),
        floor(30, 16, 5, 12).wider(),
    ],
);
/// The tanks' bay, its door, the corridor, the east hall, the branch and the south hall.
pub(super) const RUSH_TURN: GroundPlan = carved(
    (48, 36),
    &[
        floor(2, 6, 8, 10),
        floor(10, 10, 2, 2).higher(),
        floor(12, 10, 21, 3).higher(),
        floor(33, 4, 12, 16),
        floor(20, 13, 5, 13).wider(),
        floor(15, 26, 15, 8),
    ],
);
