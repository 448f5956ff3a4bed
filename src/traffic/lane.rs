//! Where beside its path a unit walks.
//!
//! The path is the centre of a way that reaches to the walls on both sides, at most a few cells; where the path runs along a wall,
//! the way reaches further to the other side. On open ground a unit keeps
//! its distance from the path, so that a group stays as wide as it is and takes corners side by side: each unit leaves room for
//! the allies between it and the wall. A unit that queues moves outwards, and one that gets nowhere returns to its path.
//! Before a narrow place all units come together on the path. Where allies come the other way, a unit keeps to its side of
//! the centre of the way. Near the end of the path it moves over to its slot.
//!
//! Costs two rays for each of five places of the path and a few line checks per unit.

use super::claims::{right_of, tangent};
use super::companions::{Companion, Companions};
use super::corner::{Corner, corner_before};
use super::way::Way;
use crate::grid::Terrain;
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

/// Cells before a waypoint or the end of a path over which a unit moves over to it.
const LAST_STRETCH: f32 = 8.0;

/// The place of the path at which a unit is lies at most this many cells before the one that it heads for.
const BEHIND: usize = 16;
/// Cells on its path from a unit to the place beside which it walks next.
const AHEAD: usize = 4;

/// A unit that got no nearer for this long looks for room further out, in ticks.
const QUEUES_FOR: u32 = 5;
/// How fast it looks further out, in cells per tick.
const SPREADS: f32 = 0.1;

/// A unit that got no nearer for this long walks along its path as its movement rule does, in ticks.
const GIVES_UP: u32 = 96;
/// Room between a unit and the corner that it goes around, in cells.
const BESIDE_CORNER: f32 = 0.06;
/// A unit this close to the point beside a corner that it aims at has passed the corner, in cells.
const PASSED: f32 = 0.2;

/// A point to walk to beside a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lane {
    /// The point.
    pub aim: Vec2,
    /// Its distance from the path, in cells.
    pub beside: f32,
}

/// What decides how a unit chooses its lane.
#[derive(Clone, Copy, Debug)]
pub struct LaneChoice<'a> {
    /// Whether a unit keeps its distance from the path.
    pub whole_width: bool,
    /// The side that it keeps to, because allies come the other way.
    pub side: Option<Side>,
    /// How far from the path the way reaches at most, in cells.
    pub width: f32,
    /// Ticks since the unit last got nearer to its goal.
    pub stalled: u32,
    /// The allies that are on their way.
    pub companions: &'a Companions,
}

/// Where beside its path a unit walks; `None` if it walks as its movement rule does.
pub fn lane(terrain: &Terrain, walker: &Walker, choice: LaneChoice) -> Option<Lane> {
    let LaneChoice { whole_width, side, width, stalled, companions } = choice;
    let (trail, radius) = (&walker.trail, walker.radius);
    let keeps_off = whole_width && stalled < GIVES_UP;
    if trail.left() < 2 || (!keeps_off && side.is_none()) {
        return None;
    }
    let here = trail.nearest(walker.position, BEHIND)?;
    let place = (here + AHEAD).min(trail.next());
    let way = Way::measure(terrain, trail.cells(), place, width)?;
    let keeps = keeps_off && !way.narrows && side.is_none();
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
    let queues = (stalled.saturating_sub(QUEUES_FOR) as f32 * SPREADS).min(width / 2.0);
    // Its distance from the path where it is; a bend ahead does not change it.
    let right = right_of(tangent(trail.cells(), here)?);
    let own = (walker.position - trail.cells()[here].center()).dot(right);
    let now = if keeps { own + way.outwards() * queues } else { 0.0 };
    // Near a waypoint the unit returns to the path, near the end it moves over to its slot.
    let to_go = walker.way_point.saturating_sub(place) as f32;
    let at_end = walker.way_point + 1 >= trail.cells().len();
    let last = if at_end { way.beside(walker.rest) } else { 0.0 };
    let wanted = last + (now - last) * (to_go / LAST_STRETCH).min(1.0);
    let chosen = match side {
        Some(side) => {
            let (low, high) = way.limits_on(side, radius);
            wanted.clamp(low, high)
        }
        None => squeezed(&way, wanted, walker, companions, width),
    };
    let beside = [chosen, chosen * 0.5].into_iter().find_map(|beside| {
        let aim = way.middle + way.right * beside;
        clear(aim).then_some(Lane { aim, beside })
    });
    let otherwise = || {
        // In a lane it goes back to the last place from which it sees its path.
        let behind = (0..=trail.next()).rev().take(BEHIND).map(|i| trail.cells()[i].center());
        let back = || behind.into_iter().find(|&aim| clear(aim));
        let aim = if side.is_some() { back() } else { along_path() };
        Some(Lane { aim: aim?, beside: chosen })
    };
    let round = || {
        let unseen = (here + 1..=place).find(|&i| !clear(trail.cells()[i].center()))?;
        let corner = corner_before(terrain, walker.position, &trail.cells()[..=unseen])?;
        around(corner, terrain, walker, right * own, companions, width)
    };
    beside.or_else(|| round().filter(|_| keeps)).or_else(otherwise)
}

/// The point beside a corner that a unit aims at. It leaves room for allies between it and the corner, and keeps its distance
/// from its path. `off_path`: from the path to the unit.
fn around(
    corner: Corner,
    terrain: &Terrain,
    walker: &Walker,
    off_path: Vec2,
    companions: &Companions,
    reach: f32,
) -> Option<Lane> {
    let me = companion(walker);
    let along = (corner.at - me.position).normalize_or_zero();
    let outwards = corner.outwards - along * corner.outwards.dot(along);
    let inwards = -outwards.normalize_or_zero();
    let room = companions.abreast(me, along, inwards, reach).max(off_path.dot(corner.outwards));
    [room, room * 0.5, 0.0].into_iter().find_map(|beside| {
        let aim = corner.at + corner.outwards * (me.radius + BESIDE_CORNER + beside);
        let is_ahead = aim.distance(me.position) > PASSED;
        let sees = beside == 0.0 || is_clear(terrain, me.position, aim, me.radius);
        (is_ahead && sees).then_some(Lane { aim, beside })
    })
}

/// The distance from its path nearest to the wanted one at which a unit has room: between the walls, and beside the allies
/// that walk between it and a wall.
fn squeezed(way: &Way, wanted: f32, walker: &Walker, companions: &Companions, reach: f32) -> f32 {
    let (low, high) = way.limits(walker.radius);
    let me = companion(walker);
    let beside = |side: Vec2| companions.abreast(me, way.along, side, reach);
    let (low, high) = (low + beside(-way.right), high - beside(way.right));
    if low > high { (low + high) / 2.0 } else { wanted.clamp(low, high) }
}

fn companion(walker: &Walker) -> Companion {
    let &Walker { position, velocity, radius, .. } = walker;
    Companion { position, velocity, radius }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, CornerRule};
    use crate::steering::{Trail, Traveller};

    /// A corridor of this width, in cells.
    fn corridor(width: usize) -> Terrain {
        let mut rows = vec!["............"; width + 2];
        (rows[0], rows[width + 1]) = ("############", "############");
        Terrain::from_text(CornerRule::BothSidesFree, &rows)
    }

    fn beside(terrain: &Terrain, x: f32, y: f32, whole_width: bool, side: Option<Side>) -> f32 {
        let cells: Vec<Cell> = (0..12).map(|x| Cell::new(x, 2)).collect();
        let unit = Traveller { position: Vec2::new(x, y), radius: 0.3, ..Traveller::default() };
        let walker = Walker { trail: Trail::new(&cells, 4), ..Walker::new(&unit, &cells) };
        let companions = &Companions::default();
        let choice = LaneChoice { whole_width, side, width: 5.0, stalled: 0, companions };
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
}
