//! The way that a unit is following.

use crate::grid::Cell;
use crate::steering::{PathPlace, Trail};
use bevy::prelude::*;

/// The way that a unit is following. Written by planning; steering moves on along it.
#[derive(Component, Clone, Debug, PartialEq, Default)]
pub struct Route {
    cells: Vec<Cell>,
    place: PathPlace,
    /// For each order that is still ahead, the place in the cells at which it is carried out.
    pub leg_ends: Vec<usize>,
    /// Where it will come to rest: its own place near the common goal.
    pub rest: Vec2,
    /// How near to a way-point it has to come, in cells; more for larger groups.
    pub pass_within: f32,
    /// Whether the true goal cannot be reached, and the path leads only near it.
    pub falls_short: bool,
    /// Cells expanded to plan it.
    pub expanded: u64,
}

impl Route {
    /// A way along some cells, at one of them.
    pub fn new(cells: Vec<Cell>, next: usize) -> Self {
        let place = PathPlace::on(&cells, next);
        Self { cells, place, ..Self::default() }
    }

    /// The planned cells from where it stood when the plan was made, through all way-points, to its
    /// last goal. Empty: no plan.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The place in the cells that it heads for; the number of cells once it heads for `rest`.
    pub fn next(&self) -> usize {
        self.place.index()
    }

    /// The cells and the place together.
    pub fn trail(&self) -> Trail<'_> {
        Trail::at(&self.cells, self.place)
    }

    /// Goes along other cells from now on; the rest stays as it is.
    pub fn set_cells(&mut self, cells: Vec<Cell>, next: usize) {
        self.cells = cells;
        self.head_for(next);
    }

    /// Leads nowhere from now on but to where the unit stands.
    pub fn stay(&mut self, cell: Cell) {
        self.cells.clear();
        self.cells.push(cell);
        self.head_for(1);
    }

    /// Heads for another place in its cells.
    pub fn head_for(&mut self, next: usize) {
        self.place = PathPlace::on(&self.cells, next);
    }

    /// Heads for a place that was found on its trail.
    pub(crate) fn move_on(&mut self, place: PathPlace) {
        self.place = place;
    }

    /// Adds cells at the end.
    pub fn extend(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.cells.extend(cells);
        self.head_for(self.next());
    }

    /// The cells that are still ahead.
    pub fn ahead(&self) -> &[Cell] {
        self.cells.get(self.next()..).unwrap_or(&[])
    }

    /// The cell where it ends; without a plan, where it rests.
    pub fn end(&self) -> Cell {
        self.cells.last().copied().unwrap_or(Cell::containing(self.rest))
    }

    /// The place in the cells of the next way-point, or of the goal.
    pub fn way_point(&self) -> usize {
        let last = self.cells.len().saturating_sub(1);
        // Most have one order, which is carried out where their path ends.
        if self.leg_ends.len() <= 1 {
            return last;
        }
        self.leg_ends.iter().copied().find(|&end| end >= self.next()).unwrap_or(last)
    }

    /// How many orders are still ahead.
    pub fn legs_ahead(&self) -> usize {
        self.leg_ends.iter().filter(|&&end| end >= self.next()).count()
    }

    /// The distance still to go from a position, roughly, in cells.
    pub fn distance_to_go(&self, position: Vec2) -> f32 {
        let trail = self.trail();
        let target = trail.cell().map_or(self.rest, |c| c.center());
        trail.left() as f32 + position.distance(target)
    }

    /// Forgets the way.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}
