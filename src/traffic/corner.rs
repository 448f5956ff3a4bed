//! The corner of a wall that a path bends around.

use crate::grid::{Cell, Terrain};
use glam::Vec2;

/// A corner of a wall that reaches into a way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Corner {
    /// The point.
    pub at: Vec2,
    /// Away from the wall, of length 1.
    pub outwards: Vec2,
}

/// The corner between a position and a cell of a path that it does not see. `path`: the cells of the path up to that one.
pub(super) fn corner_before(terrain: &Terrain, from: Vec2, path: &[Cell]) -> Option<Corner> {
    let to = path.last()?.center();
    let nearest = |corner: &Corner| {
        let along = (to - from).normalize_or_zero();
        let offset = corner.at - from;
        let ahead = offset.dot(along).clamp(0.0, from.distance(to));
        corner.at.distance(from + along * ahead)
    };
    let cells = path.iter().rev().take(2);
    let points = cells
        .flat_map(|cell| [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| (cell.x + x, cell.y + y)));
    let corners = points.filter_map(|(x, y)| corner_at(terrain, x, y));
    corners.min_by(|a, b| nearest(a).total_cmp(&nearest(b)))
}

/// The corner at a point of the grid: one of the four cells around it is blocked.
pub(crate) fn corner_at(terrain: &Terrain, x: i32, y: i32) -> Option<Corner> {
    let around = [(-1, -1), (0, -1), (-1, 0), (0, 0)].map(|(dx, dy)| Cell::new(x + dx, y + dy));
    let mut blocked = around.into_iter().filter(|&cell| !terrain.is_passable(cell));
    let wall = blocked.next().filter(|_| blocked.next().is_none())?;
    let at = Vec2::new(x as f32, y as f32);
    Some(Corner { at, outwards: (at - wall.center()).normalize_or_zero() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CornerRule;

    #[test]
    fn a_path_bends_around_the_corner_beside_it() {
        let rows = ["......", "..##..", "..##..", "......"];
        for corners in [CornerRule::Free, CornerRule::BothSidesFree] {
            let terrain = Terrain::from_text(corners, &rows);
            let path = [(4, 3), (3, 3), (2, 3), (1, 2)].map(Cell::from);
            let corner = corner_before(&terrain, Vec2::new(3.5, 3.4), &path).unwrap();
            assert_eq!(corner.at, Vec2::new(2.0, 3.0));
            assert!(corner.outwards.x < -0.7 && corner.outwards.y > 0.7, "{corner:?}");
        }
    }

    #[test]
    fn straight_walls_have_no_corner() {
        let terrain = Terrain::from_text(CornerRule::Free, &["....", "####"]);
        let path = [(0, 0), (1, 0), (2, 0)].map(Cell::from);
        assert_eq!(corner_before(&terrain, Vec2::new(0.5, 0.5), &path), None);
    }
}
