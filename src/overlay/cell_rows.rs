//! A set of cells as spans of rows, for overlays that show something in a small part of a large map.

use crate::grid::{Bounds, Cell, Rectangle};

/// Cells of a map. They are visited row by row, as [`Bounds::cells`] visits all.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct CellRows {
    /// By row: first and last column of spans that neither touch nor overlap, from left to right.
    rows: Vec<Vec<(i32, i32)>>,
}

impl CellRows {
    /// The cells of rectangles that lie inside the bounds.
    pub fn of(bounds: Bounds, areas: impl Iterator<Item = Rectangle>) -> Self {
        let mut rows = vec![Vec::new(); bounds.height as usize];
        let (right, bottom) = (bounds.width as i32 - 1, bounds.height as i32 - 1);
        for Rectangle { at, size } in areas {
            let end = |from: i32, length: u32| from.saturating_add_unsigned(length) - 1;
            let columns = (at.x.max(0), end(at.x, size.0).min(right));
            let lines = (at.y.max(0), end(at.y, size.1).min(bottom));
            if columns.0 <= columns.1 && lines.0 <= lines.1 {
                rows[lines.0 as usize..=lines.1 as usize].iter_mut().for_each(|r| r.push(columns));
            }
        }
        rows.iter_mut().for_each(merge);
        Self { rows }
    }

    /// The cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        (0..).zip(&self.rows).flat_map(|(y, spans)| {
            spans.iter().flat_map(move |&(from, to)| (from..=to).map(move |x| Cell::new(x, y)))
        })
    }

    /// The smallest rectangle around them; `None` without cells.
    pub fn area(&self) -> Option<Rectangle> {
        let mut filled = (0..).zip(&self.rows).filter(|(_, spans)| !spans.is_empty());
        let (top, _) = filled.next()?;
        let bottom = filled.last().map_or(top, |(y, _)| y);
        let left = self.rows.iter().filter_map(|spans| Some(spans.first()?.0)).min()?;
        let right = self.rows.iter().filter_map(|spans| Some(spans.last()?.1)).max()?;
        let size = ((right - left + 1) as u32, (bottom - top + 1) as u32);
        Some(Rectangle::new(Cell::new(left, top), size.0, size.1))
    }
}

fn merge(spans: &mut Vec<(i32, i32)>) {
    spans.sort_unstable();
    spans.dedup_by(|next, last| {
        let touches = next.0 <= last.1 + 1;
        if touches {
            last.1 = last.1.max(next.1);
        }
        touches
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn each_cell_of_a_rectangle_is_visited_once_in_order(
            areas in proptest::collection::vec((-9..22, -9..15, 0u32..9, 0u32..9), 0..8),
        ) {
            let bounds = Bounds::new(17, 11);
            let areas: Vec<Rectangle> = areas
                .into_iter()
                .map(|(x, y, width, height)| Rectangle::new(Cell::new(x, y), width, height))
                .collect();
            let rows = CellRows::of(bounds, areas.iter().copied());
            let covered = |cell: &Cell| areas.iter().any(|area| area.contains(*cell));
            let expected: Vec<Cell> = bounds.cells().filter(covered).collect();
            prop_assert_eq!(rows.cells().collect::<Vec<_>>(), expected.clone());
            match rows.area() {
                None => prop_assert!(expected.is_empty()),
                Some(area) => {
                    prop_assert!(expected.iter().all(|cell| area.contains(*cell)));
                    let xs = || expected.iter().map(|cell| cell.x);
                    prop_assert_eq!(xs().max().unwrap() - xs().min().unwrap() + 1, area.size.0 as i32);
                }
            }
        }
    }
}
