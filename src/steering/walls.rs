//! Discs against blocked cells.

use crate::grid::{Cell, Rectangle, Terrain};
use glam::Vec2;

/// How deep a disc may reach into a wall before it counts as touching, in cells.
const SLACK: f32 = 1e-3;

/// The blocked cells that a disc at a position could touch, without the exempt ones.
fn blocked_near<'a>(
    terrain: &'a Terrain,
    position: Vec2,
    radius: f32,
    exempt: &'a [Cell],
) -> impl Iterator<Item = Cell> + 'a {
    let reach = Vec2::splat(radius);
    Rectangle::spanning(Cell::containing(position - reach), Cell::containing(position + reach))
        .cells()
        .filter(move |c| !terrain.is_passable(*c) && !exempt.contains(c))
}

/// The point of a cell's square that is nearest to a position.
pub(super) fn nearest_point(cell: Cell, position: Vec2) -> Vec2 {
    let corner = Vec2::new(cell.x as f32, cell.y as f32);
    position.clamp(corner, corner + Vec2::ONE)
}

/// Whether there is only open ground around a disc; on most maps that is so nearly everywhere.
#[inline]
pub(super) fn is_in_the_open(terrain: &Terrain, position: Vec2, radius: f32) -> bool {
    radius <= 1.0 && terrain.is_open_around(Cell::containing(position))
}

/// How deep a disc reaches into walls, in cells; 0 when it touches none.
pub fn depth_in_walls(terrain: &Terrain, position: Vec2, radius: f32, exempt: &[Cell]) -> f32 {
    if is_in_the_open(terrain, position, radius) {
        return 0.0;
    }
    blocked_near(terrain, position, radius, exempt)
        .map(|cell| radius - nearest_point(cell, position).distance(position))
        .fold(0.0, f32::max)
}

/// Moves a disc out of the walls that it touches, as little as possible. A disc with its centre inside
/// a blocked cell is left where it is: there is no telling on which side it belongs.
pub fn push_out(terrain: &Terrain, mut position: Vec2, radius: f32, exempt: &[Cell]) -> Vec2 {
    if is_in_the_open(terrain, position, radius) {
        return position;
    }
    for _ in 0..2 {
        let before = position;
        for cell in blocked_near(terrain, before, radius, exempt) {
            let away = position - nearest_point(cell, position);
            let distance = away.length();
            if distance < radius && distance > 0.0 {
                position += away * ((radius - distance) / distance);
            }
        }
        if position == before {
            break;
        }
    }
    position
}

/// Whether a disc can go straight from one position to another without touching a wall.
pub fn is_clear(terrain: &Terrain, from: Vec2, to: Vec2, radius: f32) -> bool {
    let reach = Vec2::splat(radius - SLACK);
    let (low, high) = (from.min(to) - reach, from.max(to) + reach);
    Rectangle::spanning(Cell::containing(low), Cell::containing(high))
        .cells()
        .filter(|&c| !terrain.is_passable(c))
        .all(|c| segment_to_cell(from, to, c) >= radius - SLACK)
}

/// Distance between a segment and a cell's square.
fn segment_to_cell(from: Vec2, to: Vec2, cell: Cell) -> f32 {
    let low = Vec2::new(cell.x as f32, cell.y as f32);
    let high = low + Vec2::ONE;
    if crosses_box(from, to, low, high) {
        return 0.0;
    }
    let ends = [from, to].map(|p| nearest_point(cell, p).distance(p));
    let corners = [low, Vec2::new(high.x, low.y), Vec2::new(low.x, high.y), high]
        .map(|corner| point_to_segment(corner, from, to));
    ends.into_iter().chain(corners).fold(f32::INFINITY, f32::min)
}

fn point_to_segment(point: Vec2, from: Vec2, to: Vec2) -> f32 {
    let along = to - from;
    let length_squared = along.length_squared();
    let t = if length_squared > 0.0 {
        ((point - from).dot(along) / length_squared).clamp(0.0, 1.0)
    } else {
        0.0
    };
    point.distance(from + along * t)
}

/// Whether a segment meets a box, by clipping it against the two slabs.
fn crosses_box(from: Vec2, to: Vec2, low: Vec2, high: Vec2) -> bool {
    let along = to - from;
    let (mut enter, mut leave) = (0.0f32, 1.0f32);
    for axis in 0..2 {
        if along[axis] == 0.0 {
            if from[axis] < low[axis] || from[axis] > high[axis] {
                return false;
            }
        } else {
            let (a, b) =
                ((low[axis] - from[axis]) / along[axis], (high[axis] - from[axis]) / along[axis]);
            enter = enter.max(a.min(b));
            leave = leave.min(a.max(b));
        }
    }
    enter <= leave
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CornerRule;

    fn terrain() -> Terrain {
        Terrain::from_text(CornerRule::Free, &["....", ".#..", "....", "..#."])
    }

    #[test]
    fn a_disc_beside_a_wall_is_pushed_out_to_its_radius() {
        let pushed = push_out(&terrain(), Vec2::new(0.9, 1.5), 0.4, &[]);
        assert!((pushed - Vec2::new(0.6, 1.5)).length() < 1e-6);
        assert!(depth_in_walls(&terrain(), pushed, 0.4, &[]) < 1e-5);
    }

    #[test]
    fn the_edge_of_the_map_is_a_wall() {
        let pushed = push_out(&terrain(), Vec2::new(0.1, 0.2), 0.4, &[]);
        assert!((pushed - Vec2::new(0.4, 0.4)).length() < 1e-5);
    }

    #[test]
    fn exempt_cells_do_not_push() {
        let at = Vec2::new(0.9, 1.5);
        assert_eq!(push_out(&terrain(), at, 0.4, &[Cell::new(1, 1)]), at);
    }

    #[test]
    fn a_straight_way_is_clear_only_with_room_for_the_disc() {
        let t = terrain();
        let clear = |a: (f32, f32), b: (f32, f32), r| is_clear(&t, a.into(), b.into(), r);
        assert!(clear((0.5, 0.5), (3.5, 0.5), 0.4));
        assert!(!clear((0.5, 1.5), (3.5, 1.5), 0.1));
        assert!(clear((0.5, 0.5), (0.5, 3.5), 0.45));
        assert!(!clear((0.5, 0.7), (3.5, 0.7), 0.4), "grazes the wall below");
    }
}
