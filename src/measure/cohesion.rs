//! How much the paths of a group share, and how long they are.
//!
//! Cohesion as in the marker-cohesion paper: over the distinct cells on any path, the mean
//! number of paths that contain the cell or one of its eight neighbours. It costs nine counts per
//! cell of a path. It says how close paths lie, not whether the group separates.

use crate::grid::{Bounds, Cell, Field, Rectangle, walk_length};

/// Mean number of paths that pass a cell or touch it, over the distinct cells on any path. 0 if there
/// are none.
pub fn cohesion<P: AsRef<[Cell]>>(paths: &[P]) -> f64 {
    let Some(area) = area_around(paths) else { return 0.0 };
    let inside = |cell: Cell| Cell::new(cell.x - area.at.x, cell.y - area.at.y);
    let mut near = Field::new(Bounds::new(area.size.0, area.size.1), Near::default());
    for (number, path) in (1..).zip(paths) {
        for &cell in path.as_ref() {
            near[inside(cell)].on_path = true;
            for touched in std::iter::once(cell).chain(cell.neighbours()) {
                let near = &mut near[inside(touched)];
                if near.last != number {
                    near.last = number;
                    near.paths += 1;
                }
            }
        }
    }
    let on_path = || near.values().iter().filter(|n| n.on_path);
    on_path().map(|n| f64::from(n.paths)).sum::<f64>() / on_path().count() as f64
}

/// Mean length of paths in cells. 0 if there are none.
pub fn average_length<P: AsRef<[Cell]>>(paths: &[P]) -> f64 {
    if paths.is_empty() {
        return 0.0;
    }
    paths.iter().map(|p| walk_length(p.as_ref())).sum::<f64>() / paths.len() as f64
}

/// What is counted per cell.
#[derive(Clone, Copy, Default)]
struct Near {
    /// Paths on the cell or beside it.
    paths: u32,
    /// The last path that was counted, from 1.
    last: u32,
    on_path: bool,
}

/// The cells of all paths with one more on every side.
fn area_around<P: AsRef<[Cell]>>(paths: &[P]) -> Option<Rectangle> {
    let mut cells = paths.iter().flat_map(|p| p.as_ref()).copied();
    let first = cells.next()?;
    let (low, high) = cells.fold((first, first), |(low, high), c| {
        (Cell::new(low.x.min(c.x), low.y.min(c.y)), Cell::new(high.x.max(c.x), high.y.max(c.y)))
    });
    Some(Rectangle::spanning(Cell::new(low.x - 1, low.y - 1), Cell::new(high.x + 1, high.y + 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(cells: &[(i32, i32)]) -> Vec<Cell> {
        cells.iter().map(|&c| c.into()).collect()
    }

    #[test]
    fn paths_are_counted_on_their_cells_and_beside_them() {
        // a a a .        The third path touches only the end of the second one,
        // b b b .        the first two touch each other everywhere.
        // . . . c
        let a = path(&[(0, 0), (1, 0), (2, 0)]);
        let b = path(&[(0, 1), (1, 1), (2, 1)]);
        let c = path(&[(3, 2)]);
        assert_eq!(cohesion(&[&a[..]]), 1.0);
        assert_eq!(cohesion(&[&a[..], &b]), 2.0);
        assert_eq!(cohesion(&[&a[..], &b, &c]), (2.0 * 5.0 + 3.0 + 2.0) / 7.0);
        assert_eq!(cohesion(&[&a[..], &a]), 2.0);
    }

    #[test]
    fn nothing_has_no_cohesion_and_no_length() {
        assert_eq!(cohesion::<Vec<Cell>>(&[]), 0.0);
        assert_eq!(cohesion(&[path(&[])]), 0.0);
        assert_eq!(average_length::<Vec<Cell>>(&[]), 0.0);
    }

    #[test]
    fn lengths_are_averaged() {
        let straight = path(&[(0, 0), (1, 0), (2, 0), (3, 0)]);
        let diagonal = path(&[(0, 0), (1, 1)]);
        let expected = (3.0 + std::f64::consts::SQRT_2) / 2.0;
        assert_eq!(average_length(&[straight, diagonal]), expected);
    }
}
