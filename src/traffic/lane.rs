//! Where beside its path a unit walks.
//!
//! The path is the middle of a way that reaches to the walls on both sides, at most a few cells. On open ground a unit keeps
//! its distance from the path, so that a group stays as wide as it is and takes corners side by side. A unit that queues moves
//! outwards. Before a narrow place all units come together on the path. Where friends come the other way, a unit keeps to its
//! side of the middle of the way. Near the end of the path it moves over to its slot.
//!
//! Costs two rays for each of five places of the path and a few line checks per unit.

use super::claims::{right_of, tangent};
use crate::grid::{Cell, Terrain};
use crate::steering::{Walker, is_clear};
use glam::Vec2;

/// The side of a way, seen along it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The left.
    Left,
    /// The right.
    Right,
}

/// Room between two flows, in cells on each side of the middle.
const MEDIAN: f32 = 0.05;
/// Cells before a way-point or the end of a path over which a unit moves over to it.
const LAST_STRETCH: f32 = 8.0;

/// The place of the path at which a unit is lies at most this many cells before the one that it heads for.
const BEHIND: usize = 16;
/// Cells on its path from a unit to the place beside which it walks next.
const AHEAD: usize = 4;

/// Cells between the places of a path at which the width of the way is measured, and how many.
const STEP: usize = 2;
const SAMPLES: usize = 5;
/// A way that is not as wide as this is narrow, in cells.
const NARROW: f32 = 4.0;

/// A unit that got no nearer for this long looks for room further out, in ticks.
const QUEUES_FOR: u32 = 5;
/// How fast it looks further out, in cells per tick.
const SPREADS: f32 = 0.1;

/// A point to walk to beside a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lane {
    /// The point.
    pub aim: Vec2,
    /// Its distance from the path, in cells.
    pub beside: f32,
}

/// What decides how a unit chooses its lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LaneChoice {
    /// Whether a unit keeps its distance from the path.
    pub whole_width: bool,
    /// The side that it keeps to, because friends come the other way.
    pub side: Option<Side>,
    /// How far from the path the way reaches at most, in cells.
    pub width: f32,
    /// Ticks since the unit last got nearer to its goal.
    pub stalled: u32,
}

/// Where beside its path a unit walks; `None` if it walks as its travel does.
pub fn lane(terrain: &Terrain, walker: &Walker, choice: LaneChoice) -> Option<Lane> {
    let LaneChoice { whole_width, side, width, stalled } = choice;
    let (trail, radius) = (&walker.trail, walker.radius);
    if trail.left() < 2 || (!whole_width && side.is_none()) {
        return None;
    }
    let here = trail.nearest(walker.position, BEHIND)?;
    let place = (here + AHEAD).min(trail.next());
    let middle = trail.cells()[place].center();
    let along = tangent(trail.cells(), place)?;
    let right = right_of(along);
    let way = Way::measure(terrain, walker, place, right, width);
    let keeps = whole_width && !way.narrows && side.is_none();
    let clear = |to: Vec2| is_clear(terrain, walker.position, to, radius);
    // The furthest place of its path that a unit sees, or the next one if it stands before a corner.
    let along_path = || {
        let ahead = here + 1..=trail.next();
        let seen = ahead.clone().rev().find(|&i| clear(trail.cells()[i].center()));
        Some(trail.cells()[seen.or(ahead.min())?].center())
    };
    if !keeps && side.is_none() {
        let aim = if clear(walker.target()) { None } else { along_path() };
        return aim.map(|aim| Lane { aim, beside: 0.0 });
    }
    let outwards = if way.right > way.left { 1.0 } else { -1.0 };
    let queues = (stalled.saturating_sub(QUEUES_FOR) as f32 * SPREADS).min(width / 2.0);
    let now = if keeps { (walker.position - middle).dot(right) + outwards * queues } else { 0.0 };
    // Near a way-point the unit returns to the path, near the end it moves over to its slot.
    let to_go = walker.way_point.saturating_sub(place) as f32;
    let at_end = walker.way_point + 1 >= trail.cells().len();
    let last = if at_end { (walker.rest - middle).dot(right) } else { 0.0 };
    let wanted = last + (now - last) * (to_go / LAST_STRETCH).min(1.0);
    let (low, high) = way.limits(radius, side, width);
    let chosen = wanted.clamp(low, high);
    let beside = [chosen, chosen * 0.5].into_iter().find_map(|beside| {
        let aim = middle + right * beside;
        clear(aim).then_some(Lane { aim, beside })
    });
    let in_lane = side.is_some();
    let otherwise = || {
        // In a lane it goes back to the last place from which it sees its path.
        let behind = (0..=trail.next()).rev().take(BEHIND).map(|i| trail.cells()[i].center());
        let aim = if in_lane { behind.into_iter().find(|&aim| clear(aim)) } else { along_path() };
        Some(Lane { aim: aim?, beside: chosen })
    };
    beside.or_else(otherwise)
}

/// The ground beside a path at the place that a unit heads for.
struct Way {
    /// Room to the left and to the right, in cells.
    left: f32,
    right: f32,
    /// Whether a narrow place lies ahead.
    narrows: bool,
}

impl Way {
    fn measure(terrain: &Terrain, walker: &Walker, place: usize, right: Vec2, width: f32) -> Self {
        let trail = &walker.trail;
        let rooms = |place: usize, right: Vec2| {
            let at = trail.cells()[place].center();
            [-right, right].map(|direction| room(terrain, at, direction, width))
        };
        let [left_room, right_room] = rooms(place, right);
        let ahead = (place..trail.cells().len()).step_by(STEP).take(SAMPLES);
        let narrow = width.min(NARROW / 2.0) * 2.0;
        let narrows = ahead.into_iter().any(|place| {
            tangent(trail.cells(), place)
                .is_some_and(|along| rooms(place, right_of(along)).iter().sum::<f32>() < narrow)
        });
        Self { left: left_room, right: right_room, narrows }
    }

    /// How far to the left (negative) and to the right of its path a unit may walk, in cells.
    fn limits(&self, radius: f32, side: Option<Side>, width: f32) -> (f32, f32) {
        // Without a wall the way has its full width.
        let edge = |room: f32| if room < width { room - radius } else { width };
        let (mut low, mut high) = (-edge(self.left), edge(self.right));
        let centre = (self.right - self.left) / 2.0;
        if low > high {
            (low, high) = (centre, centre);
        }
        match side {
            Some(Side::Right) => low = low.max((centre + radius + MEDIAN).min(high)),
            Some(Side::Left) => high = high.min((centre - radius - MEDIAN).max(low)),
            None => {}
        }
        (low, high)
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
    use crate::steering::{Trail, Traveller};

    /// A corridor that is so many cells wide.
    fn corridor(width: usize) -> Terrain {
        let mut rows = vec!["............"; width + 2];
        (rows[0], rows[width + 1]) = ("############", "############");
        Terrain::from_text(CornerRule::BothSidesFree, &rows)
    }

    fn beside(terrain: &Terrain, x: f32, y: f32, whole_width: bool, side: Option<Side>) -> f32 {
        let cells: Vec<Cell> = (0..12).map(|x| Cell::new(x, 2)).collect();
        let unit = Traveller { position: Vec2::new(x, y), radius: 0.3, ..Traveller::default() };
        let walker = Walker { trail: Trail::new(&cells, 4), ..Walker::new(&unit, &cells) };
        let choice = LaneChoice { whole_width, side, width: 5.0, stalled: 0 };
        lane(terrain, &walker, choice).map_or(0.0, |lane| lane.beside)
    }

    #[test]
    fn a_unit_keeps_its_distance_from_the_path_and_from_walls() {
        let terrain = corridor(5);
        // Heading east, right is south; at most 3.2 cells of room, and 1.2 to the north.
        let kept = beside(&terrain, 1.5, 3.7, true, None);
        assert!(kept > 0.5 && kept <= 1.2, "{kept}");
        let at_wall = beside(&terrain, 1.5, 1.2, true, None);
        assert!((-1.2..-0.5).contains(&at_wall), "{at_wall}");
        assert_eq!(beside(&terrain, 1.5, 3.1, false, None), 0.0);
        assert_eq!(beside(&corridor(3), 1.5, 3.1, true, None), 0.0, "too narrow to keep it");
    }

    #[test]
    fn each_flow_keeps_to_its_side_of_the_middle() {
        let terrain = corridor(3);
        for whole_width in [false, true] {
            let right = beside(&terrain, 1.5, 2.5, whole_width, Some(Side::Right));
            assert!((0.349..1.3).contains(&right), "{right}");
            let left = beside(&terrain, 1.5, 2.5, whole_width, Some(Side::Left));
            assert!((-1.3..-0.349).contains(&left), "{left}");
        }
    }

    #[test]
    fn room_ends_at_walls() {
        let terrain = corridor(3);
        let at = Vec2::new(3.5, 1.5);
        assert!((room(&terrain, at, Vec2::Y, 9.0) - 2.5).abs() < 1e-5);
        assert!((room(&terrain, at, -Vec2::Y, 9.0) - 0.5).abs() < 1e-5);
        assert!((room(&terrain, at, Vec2::X, 4.0) - 4.0).abs() < 1e-5);
        let diagonal = Vec2::ONE.normalize();
        assert!((room(&terrain, at, diagonal, 9.0) - 2.5 * 2f32.sqrt()).abs() < 1e-4);
    }
}
