//! The passage that a unit is in or comes to next.

use crate::grid::{Cell, Passages};
use crate::steering::Trail;
use glam::Vec2;

/// How far ahead on its path a unit looks for a passage, in cells.
const LOOKS: usize = 9;
/// A unit is at most this many cells of its path before the one that it heads for.
const BEHIND: usize = 6;

/// A passage on the path of a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PassageAhead {
    /// The first cell of the passage.
    pub passage: Cell,
    /// Room between its walls, in cells.
    pub width: f32,
    /// The mouth by which the unit will leave.
    pub exit: u8,
    /// Cells on the path to the passage; 0 if the unit is inside.
    pub distance: f32,
    /// The first cell of the path inside the passage.
    pub gate: Cell,
    /// The cell of the path before it.
    pub outside: Cell,
}

/// The passage that a unit at a position is in or comes to next.
pub(super) fn passage_ahead(
    passages: &Passages,
    trail: &Trail,
    position: Vec2,
) -> Option<PassageAhead> {
    let cells = trail.cells();
    let here = trail.nearest(position, BEHIND)?;
    let entry = (here..cells.len().min(here + LOOKS)).find(|&i| passages.at(cells[i]).is_some())?;
    let (first, passage) = passages.at(cells[entry])?;
    let inside = |i: &usize| passages.at(cells[*i]).is_some_and(|(other, _)| other == first);
    // The gate lies behind a unit that is inside.
    let gate = (0..=entry).rev().take_while(inside).last().unwrap_or(entry);
    let outside = cells[gate.saturating_sub(1)];
    let exit = (entry..cells.len()).find(|i| !inside(i)).and_then(|i| passage.mouth(cells[i]));
    // A path that ends inside leads away from where it comes from.
    let exit = exit.or_else(|| {
        let entered = passage.mouth(outside)?;
        (0..passage.mouth_count() as u8).find(|&mouth| mouth != entered)
    })?;
    let is_in = passages.at(Cell::containing(position)).is_some_and(|(other, _)| other == first);
    let distance = if is_in { 0.0 } else { (entry - here).max(1) as f32 };
    Some(PassageAhead {
        passage: first,
        width: passage.width,
        exit,
        distance,
        gate: cells[gate],
        outside,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{CornerRule, Terrain};

    fn ahead(path: &[Cell], next: usize, y: f32) -> Option<(u8, f32, Cell)> {
        let rows = ["...", "...", "#.#", "#.#", "...", "..."];
        let passages = Passages::of(&Terrain::from_text(CornerRule::BothSidesFree, &rows), 1);
        passage_ahead(&passages, &Trail::new(path, next), Vec2::new(1.5, y))
            .map(|ahead| (ahead.exit, ahead.distance, ahead.gate))
    }

    #[test]
    fn a_unit_knows_the_passage_before_it_and_around_it() {
        let down: Vec<Cell> = (0..6).map(|y| Cell::new(1, y)).collect();
        let up: Vec<Cell> = down.iter().rev().copied().collect();
        assert_eq!(ahead(&down, 2, 0.5), Some((1, 2.0, Cell::new(1, 2))));
        assert_eq!(ahead(&down, 4, 3.4), Some((1, 0.0, Cell::new(1, 2))));
        assert_eq!(ahead(&down, 5, 4.5), None, "it lies behind");
        assert_eq!(ahead(&up, 2, 5.5), Some((0, 2.0, Cell::new(1, 3))));
    }

    #[test]
    fn a_path_that_ends_inside_leads_to_the_other_mouth() {
        let down: Vec<Cell> = (0..4).map(|y| Cell::new(1, y)).collect();
        assert_eq!(ahead(&down, 2, 1.5), Some((1, 1.0, Cell::new(1, 2))));
    }
}
