//! Shapes of cells that a brush paints: lines without gaps, and discs.

use super::{Cell, Rectangle};

/// The cells from `from` to `to`, both included, each sharing a side with the one before: along the axis whose side the
/// straight line crosses first. No diagonal step passes through a wall along such a line.
pub fn tight_line(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    let (dx, dy) = ((to.x - from.x).abs(), (to.y - from.y).abs());
    let (sx, sy) = ((to.x - from.x).signum(), (to.y - from.y).signum());
    let (mut x, mut y) = (0, 0);
    let next = move |at: &Cell| {
        if x == dx && y == dy {
            return None;
        }
        let along_x = i64::from(1 + 2 * x) * i64::from(dy) < i64::from(1 + 2 * y) * i64::from(dx);
        if y == dy || (x < dx && along_x) {
            x += 1;
            Some(Cell::new(at.x + sx, at.y))
        } else {
            y += 1;
            Some(Cell::new(at.x, at.y + sy))
        }
    };
    std::iter::successors(Some(from), next)
}

/// The cells of a disc with a diameter of `size` cells, whose square begins at `corner`.
pub fn disc(corner: Cell, size: u32) -> impl Iterator<Item = Cell> {
    // Twice the distance from the centre, which may lie between cells.
    let twice = move |at: i32, corner: i32| i64::from(2 * (at - corner) + 1) - i64::from(size);
    Rectangle::new(corner, size, size).cells().filter(move |cell| {
        let (x, y) = (twice(cell.x, corner.x), twice(cell.y, corner.y));
        x * x + y * y <= i64::from(size) * i64::from(size)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

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
    fn a_slanted_line_has_no_gap_even_at_corners() {
        let line = tight_line(Cell::new(0, 0), Cell::new(5, 2));
        assert_eq!(picture(line, 6, 3), ["##....", ".####.", "....##"]);
    }

    #[test]
    fn every_line_goes_from_end_to_end_by_steps_over_sides() {
        for x in -6..=6 {
            for y in -6..=6 {
                let (from, to) = (Cell::new(1, 2), Cell::new(1 + x, 2 + y));
                let line = tight_line(from, to).collect::<Vec<_>>();
                assert_eq!((line[0], line[line.len() - 1]), (from, to));
                assert!(
                    line.windows(2).all(|w| w[0].x.abs_diff(w[1].x) + w[0].y.abs_diff(w[1].y) == 1)
                );
                assert_eq!(line.len() as i32, x.abs() + y.abs() + 1, "no detour");
            }
        }
    }

    #[test]
    fn discs_are_round_and_grow_with_their_size() {
        let shape = |size| picture(disc(Cell::new(0, 0), size), size as i32, size as i32);
        assert_eq!(shape(1), ["#"]);
        assert_eq!(shape(2), ["##", "##"]);
        assert_eq!(shape(3), ["###", "###", "###"]);
        assert_eq!(shape(4), [".##.", "####", "####", ".##."]);
        assert_eq!(shape(5), [".###.", "#####", "#####", "#####", ".###."]);
    }
}
