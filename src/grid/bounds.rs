//! The extent of a grid, and rectangles of cells inside it.

use super::Cell;
use serde::{Deserialize, Serialize};

/// Width and height of a grid in cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bounds {
    /// Number of columns.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
}

impl Bounds {
    /// Largest width or height that the program accepts, in cells.
    pub const MAX_SIDE: u32 = 4096;

    /// A grid of `width` columns and `height` rows.
    pub const fn new(width: u32, height: u32) -> Self {
        Self { width, height }
    }

    /// Number of cells.
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether a cell lies inside.
    pub const fn contains(self, cell: Cell) -> bool {
        (cell.x as u32) < self.width && (cell.y as u32) < self.height
    }

    /// Whether all of a rectangle lies inside, and it has at least one cell.
    pub const fn holds(self, area: Rectangle) -> bool {
        area.size.0 > 0 && area.size.1 > 0 && self.contains(area.at) && self.contains(area.last())
    }

    /// Index of a cell in row order, or `None` outside.
    pub fn index(self, cell: Cell) -> Option<usize> {
        self.contains(cell).then(|| cell.y as usize * self.width as usize + cell.x as usize)
    }

    /// The nearest cell inside.
    pub fn clamp(self, cell: Cell) -> Cell {
        Cell::new(cell.x.clamp(0, self.width as i32 - 1), cell.y.clamp(0, self.height as i32 - 1))
    }

    /// All cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        self.rectangle().cells()
    }

    /// The rectangle of all cells.
    pub const fn rectangle(self) -> Rectangle {
        Rectangle::new(Cell::new(0, 0), self.width, self.height)
    }
}

/// A rectangle of cells, given by its upper left cell and its size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rectangle {
    /// The upper left cell.
    pub at: Cell,
    /// Columns and rows.
    pub size: (u32, u32),
}

impl Rectangle {
    /// A rectangle of `width` by `height` cells with `at` as its upper left cell.
    pub const fn new(at: Cell, width: u32, height: u32) -> Self {
        Self { at, size: (width, height) }
    }

    /// The smallest rectangle around two cells.
    pub fn spanning(a: Cell, b: Cell) -> Self {
        let at = Cell::new(a.x.min(b.x), a.y.min(b.y));
        Self::new(at, a.x.abs_diff(b.x) + 1, a.y.abs_diff(b.y) + 1)
    }

    /// The lower right cell.
    pub const fn last(self) -> Cell {
        Cell::new(
            self.at.x.saturating_add_unsigned(self.size.0).saturating_sub(1),
            self.at.y.saturating_add_unsigned(self.size.1).saturating_sub(1),
        )
    }

    /// Whether a cell lies inside.
    pub const fn contains(self, cell: Cell) -> bool {
        let last = self.last();
        cell.x >= self.at.x && cell.y >= self.at.y && cell.x <= last.x && cell.y <= last.y
    }

    /// All cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let last = self.last();
        (self.at.y..=last.y).flat_map(move |y| (self.at.x..=last.x).map(move |x| Cell::new(x, y)))
    }
}
