//! The route of a unit: a path being walked.

use crate::grid::Cell;
use crate::steering::{PathPlace, Trail};
use bevy::prelude::*;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ops::Deref;
use std::sync::Arc;

/// The cells of a path. Paths are most of the memory of units, so snapshots share them until one of both changes.
#[derive(Clone, Debug, Default)]
struct SharedCells(Option<Arc<Vec<Cell>>>);

impl SharedCells {
    /// The cells, to be changed.
    fn change(&mut self) -> &mut Vec<Cell> {
        Arc::make_mut(self.0.get_or_insert_default())
    }
}

impl Deref for SharedCells {
    type Target = [Cell];

    #[inline]
    fn deref(&self) -> &[Cell] {
        self.0.as_deref().map_or(&[], Vec::as_slice)
    }
}

impl From<Vec<Cell>> for SharedCells {
    fn from(cells: Vec<Cell>) -> Self {
        Self((!cells.is_empty()).then(|| Arc::new(cells)))
    }
}

impl PartialEq for SharedCells {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Serialize for SharedCells {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for SharedCells {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::from)
    }
}

/// The path that a unit is walking. Planning writes it, steering advances along it.
#[derive(Component, Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Route {
    cells: SharedCells,
    place: PathPlace,
    /// For each remaining order, the index of the cell at which it is completed.
    pub leg_ends: Vec<usize>,
    /// Where the unit will come to rest: its own slot near the common goal, in cells.
    pub rest: Vec2,
    /// How close the unit must come to a waypoint, in cells. Larger for larger groups.
    pub pass_within: f32,
    /// Whether the true goal cannot be reached and the path only leads near it.
    pub falls_short: bool,
    /// Whether it is only the beginning of a path: the rest is still being planned.
    pub partial: bool,
    /// Number of nodes expanded to plan it.
    pub expanded: u64,
    /// The tick at which it was planned. For display only, so it is not part of the state hash.
    pub planned_at: u64,
}

impl Route {
    /// A route along some cells that heads for the cell at index `next`.
    pub fn new(cells: Vec<Cell>, next: usize) -> Self {
        let place = PathPlace::on(&cells, next);
        Self { cells: cells.into(), place, ..Self::default() }
    }

    /// The planned cells from the unit's cell at planning time through all waypoints to its last goal. Empty if there
    /// is no plan.
    #[inline]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The index of the cell that the unit heads for, or the number of cells if it heads for `rest`.
    #[inline]
    pub fn next(&self) -> usize {
        self.place.index()
    }

    /// The cells and the current place on them.
    #[inline]
    pub fn trail(&self) -> Trail<'_> {
        Trail::at(&self.cells, self.place)
    }

    /// Replaces the cells. The other fields stay.
    pub fn set_cells(&mut self, cells: Vec<Cell>, next: usize) {
        self.cells = cells.into();
        self.head_for(next);
    }

    /// Replaces the route by the unit's own cell.
    pub fn stay(&mut self, cell: Cell) {
        let cells = self.cells.change();
        cells.clear();
        cells.push(cell);
        self.head_for(1);
    }

    /// Heads for another index of the cells.
    pub fn head_for(&mut self, next: usize) {
        self.place = PathPlace::on(&self.cells, next);
    }

    /// Heads for a place found on its trail.
    pub(crate) fn move_on(&mut self, place: PathPlace) {
        self.place = place;
    }

    /// Appends cells at the end.
    pub fn extend(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.cells.change().extend(cells);
        self.head_for(self.next());
    }

    /// The remaining cells.
    pub fn ahead(&self) -> &[Cell] {
        self.cells.get(self.next()..).unwrap_or(&[])
    }

    /// The last cell, or the cell of `rest` if there is no plan.
    pub fn end(&self) -> Cell {
        self.cells.last().copied().unwrap_or(Cell::containing(self.rest))
    }

    /// The index of the cell of the next waypoint or of the goal.
    #[inline]
    pub fn way_point(&self) -> usize {
        let last = self.cells.len().saturating_sub(1);
        // Most units have one order, which is completed at the end of the path.
        if self.leg_ends.len() <= 1 {
            return last;
        }
        self.leg_ends.iter().copied().find(|&end| end >= self.next()).unwrap_or(last)
    }

    /// The index after the cell of the last waypoint that the unit has passed; 0 before the first one.
    #[inline]
    pub fn leg_start(&self) -> usize {
        // The last one is the goal.
        let way_points = self.leg_ends.split_last().map_or(&[][..], |(_, before)| before);
        let passed = way_points.iter().rev().find(|&&end| end < self.next());
        passed.map_or(0, |end| end + 1)
    }

    /// Number of remaining orders.
    pub fn legs_ahead(&self) -> usize {
        self.leg_ends.iter().filter(|&&end| end >= self.next()).count()
    }

    /// The approximate distance to go from a position, in cells.
    #[inline]
    pub fn distance_to_go(&self, position: Vec2) -> f32 {
        let trail = self.trail();
        let target = trail.cell().map_or(self.rest, |c| c.center());
        trail.left() as f32 + position.distance(target)
    }

    /// Removes the route.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}
