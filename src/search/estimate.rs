//! Heuristics: estimates of the remaining cost.

use super::cost::DIAGONAL_LENGTH;
use crate::grid::{Bounds, Cell, Direction, Node};

/// A heuristic: an estimate of the cost from a node to the goal.
///
/// A search asks when it finds a path to a node, and the answer must not change while it runs. Plain A* is optimal if the heuristic is admissible: if it never exceeds the true cost.
pub trait Estimate {
    /// The heuristic of a node. `cell` is the cell of that node.
    fn estimate(&self, node: Node, cell: Cell) -> f64;

    /// The estimates of the eight cells around a cell in the order of [`Direction::ALL`], if that is cheaper than one
    /// after the other. All of them are numbers of single precision, and the same that `estimate` gives.
    #[inline]
    fn around(&self, cell: Cell) -> Option<[f32; 8]> {
        let _ = cell;
        None
    }
}

/// Straight-line distance to a cell, as in the Map Marker papers.
#[derive(Clone, Copy, Debug)]
pub struct Euclidean(pub Cell);

impl Estimate for Euclidean {
    #[inline]
    fn estimate(&self, _: Node, cell: Cell) -> f64 {
        cell.euclidean(self.0)
    }
}

/// [`Euclidean`], rounded to single precision, for maps that are not too large.
#[derive(Clone, Copy, Debug)]
pub struct SingleEuclidean(Cell);

impl SingleEuclidean {
    /// Up to this distance along each axis, sums of squares are exact in single precision.
    const MAX_SIZE: u32 = 2896;

    /// The distance to a cell; `None` if the map is too large.
    pub fn new(cell: Cell, bounds: Bounds) -> Option<Self> {
        let fits = bounds.contains(cell) && bounds.width.max(bounds.height) < Self::MAX_SIZE;
        fits.then_some(Self(cell))
    }
}

const STEPS: [(f32, f32); 8] = {
    let mut steps = [(0.0, 0.0); 8];
    let mut i = 0;
    while i < 8 {
        let (x, y) = Direction::ALL[i].offset();
        steps[i] = (x as f32, y as f32);
        i += 1;
    }
    steps
};

impl Estimate for SingleEuclidean {
    #[inline]
    fn estimate(&self, _: Node, cell: Cell) -> f64 {
        let (x, y) = ((cell.x - self.0.x) as f32, (cell.y - self.0.y) as f32);
        f64::from((x * x + y * y).sqrt())
    }

    /// A root in double precision has more than twice the bits of single precision, so rounding it gives the root in
    /// single precision. The compiler makes this four roots at a time.
    #[inline]
    fn around(&self, cell: Cell) -> Option<[f32; 8]> {
        let (dx, dy) = ((cell.x - self.0.x) as f32, (cell.y - self.0.y) as f32);
        let mut around = [0.0; 8];
        for (estimate, (x, y)) in around.iter_mut().zip(STEPS) {
            let (x, y) = (dx + x, dy + y);
            *estimate = (x * x + y * y).sqrt();
        }
        Some(around)
    }
}

/// Length of the shortest path to a cell on an empty grid, in the numbers of [`Lengths`](super::Lengths).
#[derive(Clone, Copy, Debug)]
pub struct Octile(pub Cell);

impl Estimate for Octile {
    #[inline]
    fn estimate(&self, _: Node, cell: Cell) -> f64 {
        let (dx, dy) = (cell.x.abs_diff(self.0.x), cell.y.abs_diff(self.0.y));
        f64::from(dx.max(dy)) + (DIAGONAL_LENGTH - 1.0) * f64::from(dx.min(dy))
    }
}

/// No heuristic: the search is ordered by cost alone.
#[derive(Clone, Copy, Debug)]
pub struct Nothing;

impl Estimate for Nothing {
    #[inline]
    fn estimate(&self, _: Node, _: Cell) -> f64 {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_precision_is_the_straight_line_rounded_once() {
        let most = SingleEuclidean::MAX_SIZE;
        assert!(SingleEuclidean::new(Cell::new(0, 0), Bounds::new(most, 1)).is_none());
        let bounds = Bounds::new(most - 1, most - 1);
        let goal = SingleEuclidean::new(Cell::new(0, 0), bounds).unwrap();
        let double = Euclidean(Cell::new(0, 0));
        for y in 0..bounds.height as i32 {
            for x in (0..bounds.width as i32).step_by(1 + y as usize % 7) {
                let cell = Cell::new(x, y);
                let each = Direction::ALL.map(|step| double.estimate(0, cell.step(step)) as f32);
                assert_eq!(goal.around(cell), Some(each), "{cell}");
                assert_eq!(goal.estimate(0, cell.step(Direction::East)) as f32, each[6], "{cell}");
            }
        }
    }
}
