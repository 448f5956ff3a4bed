//! Rings of cells around a cell, and the nearest cell that fits.

use super::{Bounds, Cell};

/// The cells at a king's-move distance of exactly `radius`, row by row.
pub fn ring(center: Cell, radius: i32) -> impl Iterator<Item = Cell> {
    let (mut dx, mut dy) = (-radius, -radius);
    std::iter::from_fn(move || {
        if dy > radius {
            return None;
        }
        let cell = Cell::new(center.x + dx, center.y + dy);
        // Between the first and the last row only the two ends belong to the ring.
        dx += if dy.abs() == radius { 1 } else { 2 * radius };
        if dx > radius {
            (dx, dy) = (-radius, dy + 1);
        }
        Some(cell)
    })
}

/// The cell with the lowest `distance` among those that fit in the first ring around `middle` that has any.
pub fn nearest_cell(
    bounds: Bounds,
    middle: Cell,
    fits: impl Fn(Cell) -> bool,
    distance: impl Fn(Cell) -> f32,
) -> Option<Cell> {
    (0..bounds.width.max(bounds.height) as i32).find_map(|radius| {
        let cells = ring(middle, radius).filter(|&cell| bounds.contains(cell) && fits(cell));
        cells.min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_cell_of_the_first_ring_is_taken_wherever_it_lies() {
        let bounds = Bounds::new(70, 90);
        let from = |middle: Cell, fits: &dyn Fn(Cell) -> bool| {
            nearest_cell(bounds, middle, fits, |cell| middle.euclidean(cell) as f32)
        };
        let middle = Cell::new(5, 5);
        assert_eq!(from(middle, &|_| true), Some(middle));
        assert_eq!(from(middle, &|cell| cell.y < 4), Some(Cell::new(5, 3)));
        assert_eq!(from(middle, &|cell| cell == Cell::new(69, 89)), Some(Cell::new(69, 89)));
        assert_eq!(from(middle, &|_| false), None);
    }

    #[test]
    fn rings_hold_each_cell_once() {
        assert_eq!(ring(Cell::new(3, 3), 0).count(), 1);
        assert_eq!(ring(Cell::new(3, 3), 2).count(), 16);
    }
}
