//! The ground beside a path: how much room there is, and how much of it is left further on.

use super::claims::{right_of, tangent};
use super::lane::Side;
use crate::grid::{Cell, Terrain};
use glam::Vec2;

/// Room between two flows, in cells on each side of the centre.
const MEDIAN: f32 = 0.05;
/// Cells between the places of a path at which the width of the way is measured, and how many.
const STEP: usize = 2;
const SAMPLES: usize = 5;
/// A way that is not as wide as this is narrow, in cells.
const NARROW: f32 = 4.0;

/// The ground on one side of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Room {
    /// How far the way reaches, in cells.
    free: f32,
    /// Whether a wall ends it.
    ends_at_wall: bool,
}

/// The ground beside a path at one of its places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Way {
    /// The place.
    pub middle: Vec2,
    /// The direction of the path, and to the right of it.
    pub along: Vec2,
    pub right: Vec2,
    /// Whether a narrow place lies ahead.
    pub narrows: bool,
    /// Room to the left and to the right.
    here: [Room; 2],
    /// The minimum room from here on.
    ahead: [Room; 2],
}

impl Way {
    /// Looks at the ground beside a place of a path, at most `width` cells to each side. Shortest paths run along walls and
    /// around corners; there the way reaches further to the other side, so that it is as wide as in the open.
    pub fn measure(terrain: &Terrain, cells: &[Cell], place: usize, width: f32) -> Option<Self> {
        let along = tangent(cells, place)?;
        let right = right_of(along);
        let rooms = |place: usize, right: Vec2| {
            let (at, sides) = (cells[place].center(), [-right, right]);
            let near = sides.map(|side| room(terrain, at, side, width));
            [0, 1].map(|side| {
                let reach = 2.0 * width - near[1 - side];
                let is_open = near[side] >= width && reach > width;
                let free = if is_open { room(terrain, at, sides[side], reach) } else { near[side] };
                Room { free, ends_at_wall: free < reach }
            })
        };
        let is_narrow = |rooms: [Room; 2]| {
            rooms.iter().map(|room| room.free).sum::<f32>() < width.min(NARROW / 2.0) * 2.0
        };
        let here = rooms(place, right);
        let (mut ahead, mut narrows) = (here, is_narrow(here));
        for place in (place..cells.len()).step_by(STEP).take(SAMPLES).skip(1) {
            let Some(along) = tangent(cells, place) else { continue };
            let rooms = rooms(place, right_of(along));
            narrows |= is_narrow(rooms);
            for (least, room) in ahead.iter_mut().zip(rooms) {
                *least = if room.free < least.free { room } else { *least };
            }
        }
        Some(Self { middle: cells[place].center(), along, right, narrows, here, ahead })
    }

    /// How far a position lies to the right of the path, in cells.
    pub fn beside(&self, position: Vec2) -> f32 {
        (position - self.middle).dot(self.right)
    }

    /// 1 if there is more room to the right than to the left, else -1.
    pub fn outwards(&self) -> f32 {
        if self.here[1].free > self.here[0].free { 1.0 } else { -1.0 }
    }

    /// How far to the left (negative) and to the right of its path a unit may walk that has to use the same lane further on.
    pub fn limits(&self, radius: f32) -> (f32, f32) {
        between(self.ahead, radius)
    }

    /// How far to the left and to the right a unit may walk that keeps to one side of the way.
    pub fn limits_on(&self, side: Side, radius: f32) -> (f32, f32) {
        let (mut low, mut high) = between(self.here, radius);
        let centre = (self.here[1].free - self.here[0].free) / 2.0;
        match side {
            Side::Right => low = low.max((centre + radius + MEDIAN).min(high)),
            Side::Left => high = high.min((centre - radius - MEDIAN).max(low)),
        }
        (low, high)
    }
}

/// How far to the left (negative) and to the right of its path a unit may walk.
fn between([left, right]: [Room; 2], radius: f32) -> (f32, f32) {
    // Without a wall the way has its full width.
    let edge = |room: Room| if room.ends_at_wall { room.free - radius } else { room.free };
    let (low, high) = (-edge(left), edge(right));
    let centre = (right.free - left.free) / 2.0;
    if low > high { (centre, centre) } else { (low, high) }
}

/// The distance from a point to the first blocked cell in a direction, at most `most`, in cells.
fn room(terrain: &Terrain, from: Vec2, direction: Vec2, most: f32) -> f32 {
    let mut cell = Cell::containing(from);
    let step = [direction.x, direction.y].map(|d| if d > 0.0 { 1 } else { -1 });
    let per_cell = [direction.x, direction.y].map(|d| d.abs().max(1e-6).recip());
    let to_edge = |at: f32, d: f32| if d > 0.0 { at.floor() + 1.0 - at } else { at - at.floor() };
    let mut next =
        [to_edge(from.x, direction.x) * per_cell[0], to_edge(from.y, direction.y) * per_cell[1]];
    loop {
        let axis = usize::from(next[1] < next[0]);
        let distance = next[axis];
        if distance >= most {
            return most;
        }
        if axis == 0 {
            cell.x += step[0];
        } else {
            cell.y += step[1];
        }
        if !terrain.is_passable(cell) {
            return distance;
        }
        next[axis] += per_cell[axis];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CornerRule;

    #[test]
    fn room_ends_at_walls() {
        let rows = ["############", "............", "............", "............", "############"];
        let terrain = Terrain::from_text(CornerRule::BothSidesFree, &rows);
        let at = Vec2::new(3.5, 1.5);
        assert!((room(&terrain, at, Vec2::Y, 9.0) - 2.5).abs() < 1e-5);
        assert!((room(&terrain, at, -Vec2::Y, 9.0) - 0.5).abs() < 1e-5);
        assert!((room(&terrain, at, Vec2::X, 4.0) - 4.0).abs() < 1e-5);
        let diagonal = Vec2::ONE.normalize();
        assert!((room(&terrain, at, diagonal, 9.0) - 2.5 * 2f32.sqrt()).abs() < 1e-4);
    }

    #[test]
    fn beside_a_wall_the_way_reaches_further_to_the_other_side() {
        let rows = ["########", "........", "........", "........", "........", "........"];
        let terrain = Terrain::from_text(CornerRule::BothSidesFree, &rows);
        let limits = |y: i32, width: f32| {
            let cells: Vec<Cell> = (0..8).map(|x| Cell::new(x, y)).collect();
            let way = Way::measure(&terrain, &cells, 3, width).unwrap();
            (way.limits(0.3), way.limits_on(Side::Right, 0.3), way.limits_on(Side::Left, 0.3))
        };
        // Heading east, the wall is to the left. In the centre of the ground the way has its width on both sides.
        assert_eq!(limits(3, 1.5).0, (-1.5, 1.5));
        let ((low, high), (inner, _), (_, outer)) = limits(1, 1.5);
        assert!((low + 0.2).abs() < 1e-5 && (high - 2.5).abs() < 1e-5, "{low} {high}");
        // The lanes of two flows part in the centre between the wall and the other edge.
        assert!((inner - 1.35).abs() < 1e-5 && (outer - 0.65).abs() < 1e-5, "{inner} {outer}");
        // It never reaches into another wall: here the edge of the map.
        let ((_, high), ..) = limits(1, 4.0);
        assert!((high - 4.2).abs() < 1e-5, "{high}");
    }

    #[test]
    fn room_that_ends_further_on_does_not_count() {
        let rows = ["........", "........", "........", "....####", "....####"];
        let terrain = Terrain::from_text(CornerRule::BothSidesFree, &rows);
        let cells: Vec<Cell> = (0..8).map(|x| Cell::new(x, 2)).collect();
        let way = Way::measure(&terrain, &cells, 0, 2.0).unwrap();
        let (low, high) = way.limits(0.3);
        assert!((low + 2.0).abs() < 1e-5 && (high - 0.2).abs() < 1e-5, "{low} {high}");
    }
}
