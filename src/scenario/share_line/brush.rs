//! The brush of the window: which cells it paints between two places.
//!
//! Cells that one step of the brush would paint are written as that step.

use crate::grid::{Cell, Ground, Terrain, disc, tight_line};
use std::collections::BTreeSet;

/// The largest brush that is tried, in cells.
pub const LARGEST: u32 = 32;
/// The longest step that is tried, in cells on each axis.
pub const FARTHEST: i32 = 16;

/// A move of the brush, in columns and rows.
pub type Step = (i32, i32);

/// A round brush over the square of `size` x `size` cells that begins at `corner`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Brush {
    /// The upper left cell of its square.
    pub corner: Cell,
    /// Its diameter, in cells.
    pub size: u32,
    /// What it paints.
    pub ground: Ground,
}

impl Brush {
    /// Whether its square is near enough to the map for its cells to be computed.
    pub fn is_usable(self, terrain: &Terrain) -> bool {
        let (bounds, margin) = (terrain.bounds(), (LARGEST + 1) as i32);
        let fits = |at: i32, size: u32| at >= -margin && i64::from(at) <= i64::from(size);
        (1..=LARGEST).contains(&self.size)
            && fits(self.corner.x, bounds.width)
            && fits(self.corner.y, bounds.height)
    }

    /// Whether a cell has the ground of the brush, or cannot be painted.
    fn is_done(self, terrain: &Terrain, cell: Cell) -> bool {
        !terrain.bounds().contains(cell) || terrain.ground(cell) == self.ground
    }

    /// The brush after a step.
    fn after(self, (dx, dy): Step) -> Self {
        Self { corner: Cell::new(self.corner.x + dx, self.corner.y + dy), ..self }
    }

    /// The cells that change in a step of the brush, and the brush after it.
    pub fn paint(self, step: Step, terrain: &Terrain) -> (Vec<Cell>, Self) {
        let mut cells = BTreeSet::new();
        for corner in tight_line(self.corner, self.after(step).corner) {
            cells.extend(disc(corner, self.size).filter(|&cell| !self.is_done(terrain, cell)));
        }
        (cells.into_iter().collect(), self.after(step))
    }

    /// Whether it would paint none but these sorted cells if it stood still.
    fn paints_only(self, cells: &[Cell], terrain: &Terrain) -> bool {
        let is_one = |cell| self.is_done(terrain, cell) || cells.binary_search(&cell).is_ok();
        disc(self.corner, self.size).all(is_one)
    }

    /// The step in which the brush paints these sorted cells. Tries the `last` one first.
    pub fn step_to(self, cells: &[Cell], last: Step, terrain: &Terrain) -> Option<Step> {
        let (low, high) = extent(cells, terrain)?;
        let reach = self.size as i32 - 1;
        // Everything lies between the two squares.
        let lies_between = |low: i32, high: i32, from: i32, by: i32| {
            low >= from + by.min(0) && high <= from + by.max(0) + reach
        };
        let ring = |far: i32| {
            let side = move |x: i32| if x.abs() == far { 1 } else { 2 * far.max(1) as usize };
            (-far..=far).flat_map(move |x| (-far..=far).step_by(side(x)).map(move |y| (x, y)))
        };
        std::iter::once(last)
            .chain((0..=FARTHEST).flat_map(ring))
            .filter(|&(dx, dy)| {
                lies_between(low.x, high.x, self.corner.x, dx)
                    && lies_between(low.y, high.y, self.corner.y, dy)
            })
            .find(|&step| self.reaches(step, cells, terrain))
    }

    /// A brush at a new place that paints these sorted cells: without moving, or in a step about as long as the `last`
    /// one. A brush that passed over its own ground painted nothing there, and comes out of it somewhere else.
    pub fn new_start(
        self,
        cells: &[Cell],
        ground: Ground,
        last: Step,
        terrain: &Terrain,
    ) -> Option<(Self, Step)> {
        let (low, high) = extent(cells, terrain)?;
        let least = low.x.abs_diff(high.x).max(low.y.abs_diff(high.y)) + 1;
        let around = (-1..=1).flat_map(|x| (-1..=1).map(move |y| (last.0 + x, last.1 + y)));
        let sizes = [(self.size, (0, 0)), (least, (0, 0))].into_iter();
        sizes.chain(around.map(|step| (self.size, step))).find_map(|(size, step)| {
            let brush = Self { size, ground, ..self };
            brush
                .starts(low, high, step)
                .find(|start| start.reaches(step, cells, terrain))
                .map(|start| (start, step))
        })
    }

    /// The brushes from which a step can cover a rectangle.
    fn starts(self, low: Cell, high: Cell, (dx, dy): Step) -> impl Iterator<Item = Self> {
        let reach = self.size.min(LARGEST) as i32 - 1;
        let range = move |low: i32, high: i32, by: i32| high - reach - by.max(0)..=low - by.min(0);
        range(low.x, high.x, dx).flat_map(move |x| {
            range(low.y, high.y, dy).map(move |y| Self { corner: Cell::new(x, y), ..self })
        })
    }

    /// Whether a step paints these sorted cells.
    fn reaches(self, step: Step, cells: &[Cell], terrain: &Terrain) -> bool {
        let end = self.after(step);
        step.0.abs().max(step.1.abs()) <= FARTHEST
            && self.is_usable(terrain)
            && end.is_usable(terrain)
            && end.paints_only(cells, terrain)
            && self.paints_only(cells, terrain)
            && self.paint(step, terrain).0 == cells
    }
}

/// The least and the greatest column and row of cells; `None` if a cell lies outside the map, where no brush paints.
fn extent(cells: &[Cell], terrain: &Terrain) -> Option<(Cell, Cell)> {
    let first = *cells.first()?;
    cells.iter().try_fold((first, first), |(low, high), cell| {
        let low = Cell::new(low.x.min(cell.x), low.y.min(cell.y));
        let high = Cell::new(high.x.max(cell.x), high.y.max(cell.y));
        terrain.bounds().contains(*cell).then_some((low, high))
    })
}
