//! Canonical ordering: which moves are worth making after a step.
//!
//! N. Sturtevant, S. Rabin, "Canonical Orderings on Grids", IJCAI 2016. Most of the shortest paths between two cells
//! differ only in the order of their steps. After the step p -> x the move x -> s is skipped if, within the 3 x 3 cells
//! around x,
//!
//! 1. a strictly shorter path leads from p to s, or
//! 2. p -> x is straight, x -> s is diagonal, and the same two steps are also legal in the other order (diagonal
//!    first).
//!
//! The search stays optimal, whichever of several equal parents a node has. Proof: take the node s with the smallest
//! true cost that is not reached at that cost, and any x before s on a shortest path. If rule 1 skipped s, x was not on
//! a shortest path. If rule 2 skipped s, the node y of the other order is also before s on a shortest path, and its
//! last step is straight. So neither rule skips s at y.
//!
//! Both rules depend only on the direction of the step and on the eight cells around x, so a table holds the result.
//! Its index is the byte of legal moves at x. This byte gives the passability of every cell that matters. The one
//! exception is a diagonal cell behind a corner: the table takes it for blocked, which only skips fewer moves.

use crate::grid::{Cell, CornerRule, Direction};
use std::sync::LazyLock;

/// The moves worth making, indexed by direction of the last step and by legal moves.
pub(crate) type MoveTable = [[u8; 256]; 8];

/// The table for a corner rule.
pub(crate) fn canonical_moves(corners: CornerRule) -> &'static MoveTable {
    static TABLES: LazyLock<[Box<MoveTable>; 3]> =
        LazyLock::new(|| CornerRule::ALL.map(|corners| Box::new(table(corners, true))));
    &TABLES[index(corners)]
}

/// The table of moves that can still improve a path after the step p -> x: all but those to p and to the neighbours that p
/// has a step to. The expansion of p gave these a cost that a path through x exceeds. Unlike the canonical moves they keep
/// every one of several equal paths, so a search that uses them does exactly what it would do with all moves.
pub(crate) fn open_moves(corners: CornerRule) -> &'static MoveTable {
    static TABLES: LazyLock<[Box<MoveTable>; 3]> =
        LazyLock::new(|| CornerRule::ALL.map(|corners| Box::new(table(corners, false))));
    &TABLES[index(corners)]
}

fn index(corners: CornerRule) -> usize {
    CornerRule::ALL.iter().position(|&c| c == corners).unwrap_or_default()
}

fn table(corners: CornerRule, canonical: bool) -> MoveTable {
    let mut table = [[0; 256]; 8];
    for (last, row) in Direction::ALL.into_iter().zip(&mut table) {
        for (moves, entry) in (0..=u8::MAX).zip(row) {
            *entry = worthwhile(corners, last, moves, canonical);
        }
    }
    table
}

fn worthwhile(corners: CornerRule, last: Direction, moves: u8, canonical: bool) -> u8 {
    let x = Cell::new(0, 0);
    let p = x.step(last.opposite());
    let open = |cell: Cell| {
        cell == x || cell == p || Direction::between(x, cell).is_some_and(|d| moves & d.bit() != 0)
    };
    // Length of one step between two cells around x, if it is legal.
    let step = |from: Cell, to: Cell| {
        let direction = Direction::between(from, to)?;
        let sides = [Cell::new(from.x, to.y), Cell::new(to.x, from.y)].map(open);
        let corner_ok = !direction.is_diagonal()
            || match corners {
                CornerRule::Free => true,
                CornerRule::NotBetweenTwo => sides[0] || sides[1],
                CornerRule::BothSidesFree => sides[0] && sides[1],
            };
        (open(from) && open(to) && corner_ok).then_some((direction, direction.length()))
    };
    let mut keep = 0;
    for next in Direction::ALL.into_iter().filter(|d| moves & d.bit() != 0) {
        let s = x.step(next);
        let length = last.length() + next.length();
        let left_out = s == p
            || step(p, s).is_some()
            || canonical
                && x.neighbours().any(|y| match (step(p, y), step(y, s)) {
                    (Some((first, a)), Some((second, b))) => {
                        a + b < length
                            || (first, second) == (next, last)
                                && !last.is_diagonal()
                                && next.is_diagonal()
                    }
                    _ => false,
                });
        if !left_out {
            keep |= next.bit();
        }
    }
    keep
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(corners: CornerRule, last: Direction, moves: u8) -> Vec<Direction> {
        let kept = canonical_moves(corners)[last as usize][moves as usize];
        Direction::ALL.into_iter().filter(|d| kept & d.bit() != 0).collect()
    }

    #[test]
    fn on_open_ground_straight_goes_on_and_diagonal_fans_out() {
        use Direction::*;
        for corners in CornerRule::ALL {
            assert_eq!(kept(corners, East, 0xff), [East]);
            assert_eq!(kept(corners, SouthEast, 0xff), [South, East, SouthEast]);
        }
    }

    #[test]
    fn a_corner_behind_forces_the_turn() {
        use Direction::*;
        // East with the north-west cell blocked: p cannot go diagonally to the north cell.
        let moves = !NorthWest.bit();
        assert_eq!(kept(CornerRule::BothSidesFree, East, moves), [North, NorthEast, East]);
        // If corners may be cut, it can.
        assert_eq!(kept(CornerRule::Free, East, moves), [East]);
        // With the north cell itself blocked, the north-east cell can only be reached through x.
        let moves = !North.bit();
        assert_eq!(kept(CornerRule::Free, East, moves), [NorthEast, East]);
    }
}
