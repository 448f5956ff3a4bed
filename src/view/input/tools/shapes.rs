//! Shapes of cells: strokes of a round brush, blocks of units.

use crate::grid::{Bounds, Cell, Rectangle, disc, tight_line};
use bevy::math::Vec2;
use std::collections::BTreeSet;

/// The upper left cell of the square of `size` x `size` cells whose centre is nearest to a position.
pub fn corner_of_square(at: Vec2, size: u32) -> Cell {
    Cell::containing(at - Vec2::splat((size.max(1) - 1) as f32 / 2.0))
}

/// The rectangle of cells whose centre is nearest to a position.
pub fn rectangle_around(at: Vec2, size: (u32, u32)) -> Rectangle {
    let x = corner_of_square(at, size.0).x;
    let y = corner_of_square(at, size.1).y;
    Rectangle::new(Cell::new(x, y), size.0, size.1)
}

/// The cells inside the map that a brush covers between two positions.
pub fn stroke(bounds: Bounds, from: Vec2, to: Vec2, size: u32) -> BTreeSet<Cell> {
    let (from, to) = (corner_of_square(from, size), corner_of_square(to, size));
    let inside = |cell: &Cell| bounds.contains(*cell);
    // A long line far outside the map costs nothing.
    let margin = size as i32 + 1;
    tight_line(from, to)
        .filter(|c| c.x >= -margin && c.y >= -margin)
        .filter(|c| c.x <= bounds.width as i32 && c.y <= bounds.height as i32)
        .flat_map(|corner| disc(corner, size))
        .filter(inside)
        .collect()
}

/// The positions of `count` units in a nearly square block around a position, row by row.
pub fn block(at: Vec2, count: u32) -> Vec<Vec2> {
    let columns = (count as f32).sqrt().ceil().max(1.0) as u32;
    let rows = count.div_ceil(columns);
    let area = rectangle_around(at, (columns, rows.max(1)));
    area.cells().map(Cell::center).take(count as usize).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(cells: impl IntoIterator<Item = Cell>, width: i32, height: i32) -> Vec<String> {
        let cells: BTreeSet<_> = cells.into_iter().collect();
        (0..height)
            .map(|y| {
                (0..width)
                    .map(|x| if cells.contains(&Cell::new(x, y)) { '#' } else { '.' })
                    .collect()
            })
            .collect()
    }

    #[test]
    fn a_brush_is_centred_on_the_pointer() {
        assert_eq!(corner_of_square(Vec2::new(3.7, 3.2), 1), Cell::new(3, 3));
        assert_eq!(corner_of_square(Vec2::new(3.7, 3.2), 2), Cell::new(3, 2));
        assert_eq!(corner_of_square(Vec2::new(3.7, 3.2), 3), Cell::new(2, 2));
    }

    #[test]
    fn a_stroke_stays_on_the_map_and_crosses_it_without_holes() {
        let bounds = Bounds::new(6, 3);
        let (from, to) = (Vec2::new(-40.5, 1.5), Vec2::new(60.5, 1.5));
        assert_eq!(picture(stroke(bounds, from, to, 1), 6, 3), ["......", "######", "......"]);
        assert!(stroke(bounds, from, to, 1).iter().all(|&c| bounds.contains(c)));
    }

    #[test]
    fn blocks_hold_every_unit_on_its_own_cell() {
        for count in 1..40 {
            let cells: BTreeSet<_> =
                block(Vec2::new(10.2, 10.9), count).into_iter().map(Cell::containing).collect();
            assert_eq!(cells.len(), count as usize);
        }
        let cells = block(Vec2::new(1.5, 1.5), 8).into_iter().map(Cell::containing);
        assert_eq!(picture(cells, 3, 3), ["###", "###", "##."]);
    }
}
