//! The length of a walk over cells.

use super::Cell;
use std::f64::consts::SQRT_2;

/// Length in cells of a walk from cell to touching cell.
///
/// Straight and diagonal steps are counted and multiplied once, so that two walks with the same
/// steps have exactly the same length in whatever order they take them.
pub fn walk_length(cells: &[Cell]) -> f64 {
    let (mut straight, mut diagonal) = (0u32, 0u32);
    for step in cells.windows(2) {
        match (step[0].x != step[1].x, step[0].y != step[1].y) {
            (true, true) => diagonal += 1,
            (false, false) => {}
            _ => straight += 1,
        }
    }
    f64::from(straight) + f64::from(diagonal) * SQRT_2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_count_1_or_the_root_of_2() {
        let cells = [(0, 0), (1, 0), (2, 1), (2, 2), (1, 3)].map(Cell::from);
        assert_eq!(walk_length(&cells), 2.0 + 2.0 * SQRT_2);
        assert_eq!(walk_length(&cells[..1]), 0.0);
        assert_eq!(walk_length(&[]), 0.0);
    }
}
