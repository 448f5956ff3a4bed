//! A value per cell, stored densely.

use super::{Bounds, Cell};
use std::ops::{Index, IndexMut};

/// A value for every cell of a grid, row by row.
#[derive(Clone, PartialEq, Debug)]
pub struct Field<T> {
    bounds: Bounds,
    values: Vec<T>,
}

impl<T: Clone> Field<T> {
    /// A field with the same value everywhere.
    pub fn new(bounds: Bounds, value: T) -> Self {
        Self { bounds, values: vec![value; bounds.area()] }
    }

    /// Sets every cell to one value.
    pub fn fill(&mut self, value: T) {
        self.values.fill(value);
    }
}

impl<T> Field<T> {
    /// Width and height.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// The value of a cell, or `None` outside the grid.
    pub fn get(&self, cell: Cell) -> Option<&T> {
        self.bounds.index(cell).map(|i| &self.values[i])
    }

    /// The value of a cell to change, or `None` outside the grid.
    pub fn get_mut(&mut self, cell: Cell) -> Option<&mut T> {
        self.bounds.index(cell).map(|i| &mut self.values[i])
    }

    /// All values, row by row.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// Every cell with its value, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, &T)> {
        self.bounds.cells().zip(&self.values)
    }
}

impl<T> Index<Cell> for Field<T> {
    type Output = T;

    fn index(&self, cell: Cell) -> &T {
        self.get(cell).unwrap_or_else(|| panic!("{cell} lies outside the field"))
    }
}

impl<T> IndexMut<Cell> for Field<T> {
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        self.get_mut(cell).unwrap_or_else(|| panic!("{cell} lies outside the field"))
    }
}
