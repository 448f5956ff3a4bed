//! From the velocity that a unit wants to the disc that [`Crowd`](super::Crowd) moves. All of it is for steps of 1/32 s.

use crate::grid::{Cell, CornerRule, Direction, Terrain};
use glam::Vec2;

/// Part of the difference between present and wanted velocity that is made up in one step.
const RESPONSE: f32 = 0.35;
/// How much further than at full speed a disc can be pushed in one step.
const PUSHED: f32 = 1.25;

/// The velocity of a unit in the next step, in cells per second: it turns towards the one that it wants, and is at most its top
/// speed.
#[inline]
pub fn next_velocity(velocity: Vec2, desired: Vec2, speed: f32) -> Vec2 {
    velocity.lerp(desired, RESPONSE).clamp_length_max(speed)
}

/// How far a unit with a top speed can be moved in a step, in cells.
#[inline]
pub fn reach_of(speed: f32, time_step: f32) -> f32 {
    speed * time_step * PUSHED
}

/// Where corners may be cut, a path may lead between two blocked cells that touch at a corner. A disc has no room there; so those
/// two cells do not count for a unit on such a step. `next`: the index of the cell of its path that it heads for.
pub fn squeezed_corners(
    terrain: &Terrain,
    position: Vec2,
    cells: &[Cell],
    next: usize,
) -> [Option<Cell>; 2] {
    if terrain.corners() != CornerRule::Free {
        return [None; 2];
    }
    let first = next.saturating_sub(2);
    let last = (next + 1).min(cells.len());
    for step in cells[first.min(last)..last].windows(2) {
        let (from, to) = (step[0], step[1]);
        let near = position.distance((from.center() + to.center()) / 2.0) < 1.0;
        if near && Direction::between(from, to).is_some_and(Direction::is_diagonal) {
            let corners = [Cell::new(from.x, to.y), Cell::new(to.x, from.y)];
            if corners.iter().all(|&c| !terrain.is_passable(c)) {
                return corners.map(Some);
            }
        }
    }
    [None; 2]
}
