//! How well the directions of neighbouring cells agree.
//!
//! As in the direction-maps paper: for every cell with a direction, the legal step that agrees best with it leads to a
//! neighbour; the length of the mean of both vectors is 1 if both have length 1 and point the same way.
//! The mean over all cells with a direction is the coherence. It costs eight dot products per cell.

use crate::grid::{Direction, Node, Terrain};
use glam::DVec2;

/// The coherence of a vector per node, from 0 to 1. 0 if no cell has a direction.
pub fn coherence(terrain: &Terrain, vector: impl Fn(Node) -> DVec2) -> f64 {
    let movements = Direction::ALL.map(|step| {
        let (dx, dy) = step.offset();
        (step, DVec2::new(f64::from(dx), f64::from(dy)) / step.length())
    });
    let offsets = terrain.offsets();
    let (mut cells, mut sum) = (0_u32, 0.0);
    for cell in terrain.bounds().cells() {
        let node = terrain.node(cell);
        let here = vector(node);
        if here == DVec2::ZERO {
            continue;
        }
        let legal = movements.iter().filter(|(step, _)| terrain.moves(node) & step.bit() != 0);
        let best = legal.reduce(|a, b| if here.dot(b.1) > here.dot(a.1) { b } else { a });
        if let Some((step, _)) = best {
            let there = vector(node.wrapping_add_signed(offsets[*step as usize]));
            cells += 1;
            sum += 0.5 * (here + there).length();
        }
    }
    if cells == 0 { 0.0 } else { sum / f64::from(cells) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, CornerRule};

    type Vector = ((i32, i32), (f64, f64));

    fn measured(rows: &[&str], vectors: &[Vector]) -> f64 {
        let terrain = Terrain::from_text(CornerRule::BothSidesFree, rows);
        let at = |node| {
            let cell = terrain.cell(node);
            let known = vectors.iter().find(|(c, _)| Cell::from(*c) == cell);
            known.map_or(DVec2::ZERO, |(_, v)| DVec2::from(*v))
        };
        coherence(&terrain, at)
    }

    #[test]
    fn a_stream_is_coherent_and_a_crossing_is_not() {
        assert_eq!(measured(&["..."], &[]), 0.0);
        let stream = [((0, 0), (1.0, 0.0)), ((1, 0), (1.0, 0.0))];
        // The last cell points at one without a direction: half.
        assert_eq!(measured(&["..."], &stream), (1.0 + 0.5) / 2.0);
        let against = [((0, 0), (1.0, 0.0)), ((1, 0), (-1.0, 0.0))];
        assert_eq!(measured(&[".."], &against), 0.0);
    }

    #[test]
    fn only_legal_steps_are_looked_at() {
        let east = [((0, 0), (1.0, 0.0)), ((1, 0), (1.0, 0.0)), ((0, 1), (0.0, 1.0))];
        // From (0, 0) a wall lies to the east, so south is the best legal step: |(1, 1)| / 2 there; from
        // (0, 1) north is the only one: the same.
        let expected = 0.5_f64.sqrt();
        assert!((measured(&[".#", ".#"], &[east[0], east[2]]) - expected).abs() < 1e-12);
    }
}
