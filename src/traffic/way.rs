//! The ground beside a path: how much room there is, and how much of it is left further on.

use super::claims::{right_of, tangent};
use super::lane::Side;
use crate::grid::{Cell, Terrain};
use glam::Vec2;

/// Room between two flows, in cells on each side of the middle.
const MEDIAN: f32 = 0.05;
/// Cells between the places of a path at which the width of the way is measured, and how many.
const STEP: usize = 2;
const SAMPLES: usize = 5;
/// A way that is not as wide as this is narrow, in cells.
const NARROW: f32 = 4.0;

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
    /// Room to the left and to the right, at most `width`, in cells.
    here: [f32; 2],
    /// The least room from here on.
    ahead: [f32; 2],
    width: f32,
}

impl Way {
    /// Looks at the ground beside a place of a path, at most `width` cells to each side.
    pub fn measure(terrain: &Terrain, cells: &[Cell], place: usize, width: f32) -> Option<Self> {
        let along = tangent(cells, place)?;
        let right = right_of(along);
        let rooms = |place: usize, right: Vec2| {
            let at = cells[place].center();
            [-right, right].map(|direction| room(terrain, at, direction, width))
        };
        let here = rooms(place, right);
        let narrow = width.min(NARROW / 2.0) * 2.0;
        let (mut ahead, mut narrows) = (here, here.iter().sum::<f32>() < narrow);
        for place in (place..cells.len()).step_by(STEP).take(SAMPLES).skip(1) {
            let Some(along) = tangent(cells, place) else { continue };
            let rooms = rooms(place, right_of(along));
            narrows |= rooms.iter().sum::<f32>() < narrow;
            ahead = [0, 1].map(|side| ahead[side].min(rooms[side]));
        }
        Some(Self { middle: cells[place].center(), along, right, narrows, here, ahead, width })
    }

    /// How far a position lies to the right of the path, in cells.
    pub fn beside(&self, position: Vec2) -> f32 {
        (position - self.middle).dot(self.right)
    }

    /// 1 if there is more room to the right than to the left, else -1.
    pub fn outwards(&self) -> f32 {
        if self.here[1] > self.here[0] { 1.0 } else { -1.0 }
    }

    /// How far to the left (negative) and to the right of its path a unit may walk that has to use the same lane further on.
    pub fn limits(&self, radius: f32) -> (f32, f32) {
        self.between(self.ahead, radius)
    }

    /// How far to the left and to the right a unit may walk that keeps to one side of the way.
    pub fn limits_on(&self, side: Side, radius: f32) -> (f32, f32) {
        let (mut low, mut high) = self.between(self.here, radius);
        let centre = (self.here[1] - self.here[0]) / 2.0;
        match side {
            Side::Right => low = low.max((centre + radius + MEDIAN).min(high)),
            Side::Left => high = high.min((centre - radius - MEDIAN).max(low)),
        }
        (low, high)
    }

    fn between(&self, [left, right]: [f32; 2], radius: f32) -> (f32, f32) {
        // Without a wall the way has its full width.
        let edge = |room: f32| if room < self.width { room - radius } else { room };
        let (low, high) = (-edge(left), edge(right));
        let centre = (right - left) / 2.0;
        if low > high { (centre, centre) } else { (low, high) }
    }
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
    fn room_that_ends_further_on_does_not_count() {
        let rows = ["........", "........", "........", "....####", "....####"];
        let terrain = Terrain::from_text(CornerRule::BothSidesFree, &rows);
        let cells: Vec<Cell> = (0..8).map(|x| Cell::new(x, 2)).collect();
        let way = Way::measure(&terrain, &cells, 0, 2.0).unwrap();
        let (low, high) = way.limits(0.3);
        assert!((low + 2.0).abs() < 1e-5 && (high - 0.2).abs() < 1e-5, "{low} {high}");
    }
}
