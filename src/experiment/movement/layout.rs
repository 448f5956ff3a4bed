//! A scenario of the movement benchmark as plain data: ground, blocks of units, orders with their times.
//!
//! Numbers are those of Warzone 2100's benchmark: cells with (0, 0) at the upper left and y downwards, and times in its updates, ten a
//! second. [`build`](super::build) makes a scenario of it.

use crate::grid::{Bounds, Cell, CornerRule, Ground, Rectangle, Terrain};
use std::sync::Arc;

/// One scenario of the benchmark.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// The name, as on the command line and in Warzone's files.
    pub name: &'static str,
    /// What it shows, in a sentence.
    pub about: &'static str,
    /// The ground.
    pub ground: GroundPlan,
    /// Whether units pass a gap, so that both readings differ.
    pub has_gap: bool,
    /// In the order in which they are placed.
    pub blocks: &'static [Block],
    /// The longest run, in updates.
    pub updates: u64,
    /// Whether the run goes on when all have arrived.
    pub whole_budget: bool,
    /// What a good result is.
    pub wanted: Wanted,
}

/// What a good result is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// All units come near their places.
    Near,
    /// The enemies hold the gap: hardly any unit arrives.
    HeldBack,
    /// Orders change too often for anyone to arrive; the other figures decide.
    Reversals,
}

/// How wide the gaps are. Warzone tests only the centre of a unit against walls, Phalanx its whole disc.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reading {
    /// As many cells as there.
    #[default]
    SameDrawing,
    /// One cell more, so that the centres of units have about the same room.
    SameRoom,
}

impl Reading {
    /// Both.
    pub const ALL: [Self; 2] = [Self::SameDrawing, Self::SameRoom];

    /// The name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::SameDrawing => "same drawing",
            Self::SameRoom => "same room",
        }
    }
}

/// A map: one kind of ground with rectangles painted over it, in their order.
#[derive(Clone, Copy, Debug)]
pub struct GroundPlan {
    /// Columns and rows.
    pub size: (u32, u32),
    /// What is not painted.
    pub base: Ground,
    /// What is painted.
    pub areas: &'static [Area],
}

/// A rectangle of the map.
#[derive(Clone, Copy, Debug)]
pub struct Area {
    /// What it is painted with.
    pub ground: Ground,
    /// Where, under [`Reading::SameDrawing`].
    pub drawn: Rectangle,
    /// Where, under [`Reading::SameRoom`].
    pub wide: Rectangle,
}

/// Units that stand together and get the same orders.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// The kinds of its units, in turn.
    pub kinds: &'static [&'static str],
    /// How many.
    pub units: usize,
    /// Its first cell, or its centre.
    pub at: Cell,
    /// How the units stand.
    pub shape: Shape,
    /// Whose they are: 0 or 1.
    pub owner: u8,
    /// Whether arrangements shift it.
    pub shifts: bool,
    /// Its orders, in the order of their times.
    pub legs: &'static [BlockOrder],
}

/// How the units of a block stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Row by row.
    Rows {
        /// Units in a row.
        columns: usize,
        /// Where the next row lies.
        next: Next,
        /// Cells from one unit to the next, in both directions.
        pitch: i32,
    },
    /// Square rings of free cells round the centre, the nearest first, each row by row.
    Rings,
    /// A disc without a grid: unit i at radius .39 times the root of i + 1, each a golden angle further.
    Sunflower,
    /// Every cell of the gap.
    Plug,
}

/// Where the next row lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Above.
    Up,
    /// Below.
    Down,
}

impl Next {
    /// As a step in y.
    pub const fn step(self) -> i32 {
        match self {
            Self::Up => -1,
            Self::Down => 1,
        }
    }
}

/// An order to all units of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockOrder {
    /// When, in updates.
    pub update: u64,
    /// Where to.
    pub to: To,
}

/// Where a block is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// Each unit to a cell of its own, by an order of its own: in rows two cells apart.
    Fan {
        /// The cell of the first unit.
        at: Cell,
        /// Cells in a row.
        columns: usize,
        /// Where the next row lies.
        next: Next,
    },
    /// All units to one cell, by one order.
    OneCell(Cell),
    /// Each unit straight up or down to this row.
    Row(i32),
    /// Nowhere: they stop.
    Stop,
}

impl To {
    /// The cell for a unit of the block that starts at `start`; `None` if the units stop.
    pub fn cell(self, unit: usize, start: Cell) -> Option<Cell> {
        match self {
            Self::Fan { at, columns, next } => {
                let (column, row) = ((unit % columns) as i32, (unit / columns) as i32);
                Some(Cell::new(at.x + column, at.y + 2 * next.step() * row))
            }
            Self::OneCell(cell) => Some(cell),
            Self::Row(y) => Some(Cell::new(start.x, y)),
            Self::Stop => None,
        }
    }
}

impl Layout {
    /// How many blocks arrangements shift.
    pub fn shifted_blocks(&self) -> usize {
        self.blocks.iter().filter(|block| block.shifts).count()
    }

    /// The readings that differ here.
    pub fn readings(&self) -> &'static [Reading] {
        if self.has_gap { &Reading::ALL } else { &Reading::ALL[..1] }
    }
}

impl GroundPlan {
    /// The terrain. Diagonal steps need both sides free.
    pub fn terrain(&self, reading: Reading) -> Arc<Terrain> {
        let bounds = Bounds::new(self.size.0, self.size.1);
        let mut rows = vec![self.base; (bounds.width * bounds.height) as usize];
        for area in self.areas {
            for cell in area.rectangle(reading).cells() {
                if let Some(index) = bounds.index(cell) {
                    rows[index] = area.ground;
                }
            }
        }
        Arc::new(Terrain::from_ground(bounds, CornerRule::BothSidesFree, rows))
    }

    /// The area that was painted last: in the maps with one wall, its gap.
    pub fn gap(&self, reading: Reading) -> Option<Rectangle> {
        self.areas.last().map(|area| area.rectangle(reading))
    }
}

impl Area {
    /// Where it lies.
    pub fn rectangle(&self, reading: Reading) -> Rectangle {
        match reading {
            Reading::SameDrawing => self.drawn,
            Reading::SameRoom => self.wide,
        }
    }
}
