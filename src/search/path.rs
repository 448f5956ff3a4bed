//! Paths, and the check that a path is valid.

use crate::grid::{Cell, Direction, Terrain, walk_length};
use serde::{Deserialize, Serialize};

/// A sequence of touching cells, start and goal included.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Path {
    cells: Vec<Cell>,
}

impl Path {
    /// A path over these cells, in order.
    pub fn new(cells: Vec<Cell>) -> Self {
        Self { cells }
    }

    /// The cells from start to goal, both included.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The first cell.
    pub fn start(&self) -> Option<Cell> {
        self.cells.first().copied()
    }

    /// The last cell.
    pub fn goal(&self) -> Option<Cell> {
        self.cells.last().copied()
    }

    /// Number of steps.
    pub fn steps(&self) -> usize {
        self.cells.len().saturating_sub(1)
    }

    /// Length in cells: 1 per straight step, the square root of 2 per diagonal step.
    pub fn length(&self) -> f64 {
        walk_length(&self.cells)
    }

    /// The rest of the path from this index on. Empty beyond the end.
    pub fn remaining(&self, index: usize) -> &[Cell] {
        self.cells.get(index..).unwrap_or(&[])
    }

    /// The path in the opposite direction.
    pub fn reversed(mut self) -> Self {
        self.cells.reverse();
        self
    }

    /// Converts the path into its cells.
    pub fn into_cells(self) -> Vec<Cell> {
        self.cells
    }
}

impl AsRef<[Cell]> for Path {
    fn as_ref(&self) -> &[Cell] {
        &self.cells
    }
}

/// Checks that a path leads from start to goal by legal steps. The error says what is wrong.
pub fn check_path(terrain: &Terrain, path: &Path, start: Cell, goal: Cell) -> Result<(), String> {
    match (path.start(), path.goal()) {
        (Some(first), _) if first != start => {
            return Err(format!("the path begins at {first} instead of {start}"));
        }
        (_, Some(last)) if last != goal => {
            return Err(format!("the path ends at {last} instead of {goal}"));
        }
        (None, _) => return Err("the path has no cells".into()),
        _ => {}
    }
    if !terrain.is_passable(start) {
        return Err(format!("the path begins on the blocked cell {start}"));
    }
    for step in path.cells.windows(2) {
        let (from, to) = (step[0], step[1]);
        match Direction::between(from, to) {
            None => return Err(format!("{from} and {to} do not touch")),
            Some(d) if !terrain.allows(from, d) => {
                return Err(format!("the step from {from} to {to} is not legal"));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CornerRule;

    #[test]
    fn the_check_names_what_is_wrong() {
        let terrain = Terrain::from_text(CornerRule::BothSidesFree, &["...", ".#.", "..."]);
        let check = |cells: &[(i32, i32)]| {
            let path = Path::new(cells.iter().map(|&c| c.into()).collect());
            check_path(&terrain, &path, Cell::new(0, 0), Cell::new(2, 0))
        };
        assert_eq!(check(&[(0, 0), (1, 0), (2, 0)]), Ok(()));
        assert_eq!(check(&[]).unwrap_err(), "the path has no cells");
        assert!(check(&[(1, 0), (2, 0)]).unwrap_err().starts_with("the path begins at (1, 0)"));
        assert!(check(&[(0, 0), (1, 0)]).unwrap_err().starts_with("the path ends at (1, 0)"));
        assert_eq!(check(&[(0, 0), (2, 0)]).unwrap_err(), "(0, 0) and (2, 0) do not touch");
        let blocked = check(&[(0, 0), (1, 1), (2, 0)]).unwrap_err();
        assert_eq!(blocked, "the step from (0, 0) to (1, 1) is not legal");
    }

    #[test]
    fn the_rest_of_a_path_ends_at_its_goal() {
        let path = Path::new([(0, 0), (1, 1), (2, 1)].map(Cell::from).to_vec());
        assert_eq!(path.remaining(1), &path.cells()[1..]);
        assert!(path.remaining(7).is_empty());
        assert_eq!(path.steps(), 2);
        assert_eq!(path.length(), 1.0 + std::f64::consts::SQRT_2);
    }
}
