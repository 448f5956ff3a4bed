//! The brush of the window: which cells it paints between two places.
//!
//! A paint that this foretells is written as a step of the brush instead of its cells.

use crate::grid::{Cell, Ground, Rectangle, Terrain};
use std::collections::BTreeSet;

/// The largest brush that is foretold, in cells.
pub const LARGEST: u32 = 32;
/// The longest step that is foretold, in cells on each axis.
pub const FARTHEST: i32 = 16;

/// A round brush over the square of `size` x `size` cells that begins at `corner`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Brush {
    pub corner: Cell,
    pub size: u32,
    pub ground: Ground,
}

impl Brush {
    fn square(self) -> Rectangle {
        Rectangle::new(self.corner, self.size, self.size)
    }

    /// The cells that it covers.
    fn cells(self) -> impl Iterator<Item = Cell> {
        // Twice the distance from the middle, which may lie between cells.
        let twice = move |at: i32, corner: i32| i64::from(2 * (at - corner) + 1 - self.size as i32);
        self.square().cells().filter(move |cell| {
            let (x, y) = (twice(cell.x, self.corner.x), twice(cell.y, self.corner.y));
            x * x + y * y <= i64::from(self.size * self.size)
        })
    }

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

    /// The cells that change while the brush moves by an offset, and the brush after it.
    pub fn paint(self, (dx, dy): (i32, i32), terrain: &Terrain) -> (Vec<Cell>, Self) {
        let mut cells = BTreeSet::new();
        let mut brush = self;
        for corner in line(self.corner, (dx, dy)) {
            brush.corner = corner;
            cells.extend(brush.cells().filter(|&cell| !self.is_done(terrain, cell)));
        }
        (cells.into_iter().collect(), brush)
    }

    /// Whether it would paint none but these sorted cells if it were put down.
    fn paints_only(self, cells: &[Cell], terrain: &Terrain) -> bool {
        let is_one = |cell| self.is_done(terrain, cell) || cells.binary_search(&cell).is_ok();
        self.cells().all(is_one)
    }

    /// The offset by which the brush moves to paint these sorted cells. Tries the `likely` one first.
    pub fn offset_to(
        self,
        cells: &[Cell],
        likely: (i32, i32),
        terrain: &Terrain,
    ) -> Option<(i32, i32)> {
        let (low, high) = extent(cells, terrain)?;
        let reach = self.size as i32 - 1;
        let is_candidate = |&(dx, dy): &(i32, i32)| {
            let at = Cell::new(self.corner.x + dx, self.corner.y + dy);
            let there = Self { corner: at, ..self };
            // Everything lies between the two squares, and the second square is done afterwards.
            low.x >= at.x.min(self.corner.x)
                && low.y >= at.y.min(self.corner.y)
                && high.x <= at.x.max(self.corner.x) + reach
                && high.y <= at.y.max(self.corner.y) + reach
                && there.is_usable(terrain)
                && there.paints_only(cells, terrain)
        };
        let near = |far: i32| (-far..=far).flat_map(move |x| (-far..=far).map(move |y| (x, y)));
        let ring = |far: i32| near(far).filter(move |(x, y)| x.abs().max(y.abs()) == far);
        std::iter::once(likely)
            .chain((0..=FARTHEST).flat_map(ring))
            .filter(is_candidate)
            .find(|&offset| self.paint(offset, terrain).0 == cells)
    }

    /// A brush that paints these sorted cells without moving. Tries the size of this one first.
    pub fn put_down(self, cells: &[Cell], ground: Ground, terrain: &Terrain) -> Option<Self> {
        let (low, high) = extent(cells, terrain)?;
        let least = low.x.abs_diff(high.x).max(low.y.abs_diff(high.y)) + 1;
        for size in [self.size, least] {
            let reach = size as i32 - 1;
            if !(least..=LARGEST).contains(&size) {
                continue;
            }
            for x in high.x - reach..=low.x {
                for y in high.y - reach..=low.y {
                    let brush = Self { corner: Cell::new(x, y), size, ground };
                    if brush.is_usable(terrain)
                        && brush.paints_only(cells, terrain)
                        && brush.paint((0, 0), terrain).0 == cells
                    {
                        return Some(brush);
                    }
                }
            }
        }
        None
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

/// The cells of a line, both ends included, each sharing a side with the one before: along the axis whose side the
/// straight line crosses first.
pub fn line(from: Cell, (dx, dy): (i32, i32)) -> impl Iterator<Item = Cell> {
    let (width, height) = (dx.abs(), dy.abs());
    let (mut x, mut y) = (0, 0);
    let more = move |at: &Cell| {
        if x == width && y == height {
            return None;
        }
        if y == height || x < width && (1 + 2 * x) * height < (1 + 2 * y) * width {
            x += 1;
            Some(Cell::new(at.x + dx.signum(), at.y))
        } else {
            y += 1;
            Some(Cell::new(at.x, at.y + dy.signum()))
        }
    };
    std::iter::successors(Some(from), more)
}
