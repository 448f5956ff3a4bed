//! The units of an arena as the movement rules see them: one list, sorted by number and by place.

use super::attention::Attention;
use super::guidance::Guidance;
use super::parallel::side_by_side;
use super::spatial_grid::SpatialGrid;
use super::surroundings::{Four, Surroundings};
use super::trail::{PathPlace, Trail};
use crate::grid::{Bounds, Cell};
use glam::Vec2;

/// A unit as other units see it, on its way or not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Traveller {
    /// Its number.
    pub id: u32,
    /// The number of its team.
    pub team: u8,
    /// Whether it flies. Units that fly and units on the ground do not meet.
    pub flies: bool,
    /// Where it is, in cells.
    pub position: Vec2,
    /// Its velocity, in cells per second.
    pub velocity: Vec2,
    /// Radius of its disc, in cells.
    pub radius: f32,
    /// Maximum speed, in cells per second.
    pub speed: f32,
    /// Distance still to go, in cells; infinite if it does not walk.
    pub to_go: f32,
    /// The number of the group that it walks with; `None` if it does not walk.
    pub group: Option<u32>,
    /// The next waypoint or the end of its path. Known only if its movement rule [needs it](super::Travel::needs_goals) and
    /// it walks.
    pub goal: Option<Cell>,
}

impl Traveller {
    /// Whether it is on its way.
    #[inline]
    pub fn walks(&self) -> bool {
        self.to_go < f32::INFINITY
    }
}

impl Default for Traveller {
    fn default() -> Self {
        Self {
            id: 0,
            team: 0,
            flies: false,
            position: Vec2::ZERO,
            velocity: Vec2::ZERO,
            radius: 0.36,
            speed: 3.0,
            to_go: f32::INFINITY,
            group: None,
            goal: None,
        }
    }
}

/// All units of an arena in one tick. Rebuilt every tick without allocating.
#[derive(Clone, Debug, Default)]
pub struct Travellers {
    /// By number, all units on the ground before all that fly.
    units: Vec<Traveller>,
    on_ground: usize,
    /// Of the units on the ground, and of those that fly.
    surroundings: [Surroundings; 2],
}

impl Travellers {
    /// Takes the units that `fill` puts into an empty list, in the order of [`Travellers::key`].
    pub fn rebuild(&mut self, bounds: Bounds, fill: impl FnOnce(&mut Vec<Traveller>)) {
        let clear_and_fill = |units: &mut Vec<Traveller>| {
            units.clear();
            fill(units);
        };
        self.rebuild_beside(bounds, clear_and_fill, |_| ());
    }

    /// Like [`Self::rebuild`], and runs other work on the units in parallel. `fill` gets the units of the last tick, and replaces them.
    pub fn rebuild_beside(
        &mut self,
        bounds: Bounds,
        fill: impl FnOnce(&mut Vec<Traveller>),
        beside: impl FnOnce(&[Traveller]) + Send,
    ) {
        fill(&mut self.units);
        debug_assert!(self.units.is_sorted_by_key(Self::key), "units on the ground come first");
        self.on_ground = self.units.partition_point(|unit| !unit.flies);
        let (on_ground, flying) = self.units.split_at(self.on_ground);
        let surroundings = &mut self.surroundings;
        let sort = || {
            for (surroundings, units) in surroundings.iter_mut().zip([on_ground, flying]) {
                surroundings.rebuild(bounds, units);
            }
        };
        side_by_side(self.units.len(), sort, || beside(&self.units));
    }

    /// What the units are sorted by.
    pub fn key(unit: &Traveller) -> (bool, u32) {
        (unit.flies, unit.id)
    }

    /// All units, in order.
    #[inline]
    pub fn all(&self) -> &[Traveller] {
        &self.units
    }

    /// The number of units on the ground. They come before those that fly.
    pub fn on_ground(&self) -> usize {
        self.on_ground
    }

    /// The units on their way of one team, in order.
    pub fn walking(&self, team: u8) -> impl Iterator<Item = &Traveller> + Clone {
        walking(&self.units, team)
    }

    /// The units that a unit can meet: those that fly, or those on the ground.
    #[inline]
    pub fn level(&self, flies: bool) -> Level<'_> {
        let (on_ground, flying) = self.units.split_at(self.on_ground);
        Level {
            surroundings: &self.surroundings[usize::from(flies)],
            units: if flies { flying } else { on_ground },
        }
    }
}

/// Those of some units that are on their way and belong to one team, in order.
pub(super) fn walking(units: &[Traveller], team: u8) -> impl Iterator<Item = &Traveller> + Clone {
    units.iter().filter(move |unit| unit.team == team && unit.walks())
}

/// The units that can meet each other.
#[derive(Clone, Copy, Debug)]
pub struct Level<'a> {
    surroundings: &'a Surroundings,
    units: &'a [Traveller],
}

impl<'a> Level<'a> {
    /// The units sorted by where they are. Indices of its points are indices of the units of this level.
    pub fn buckets(self) -> &'a SpatialGrid {
        self.surroundings.grid()
    }

    /// The largest radius of a unit, in cells.
    pub fn largest_radius(self) -> f32 {
        self.surroundings.largest_radius()
    }

    /// Candidates within a distance of a position; may include units further away, and includes a unit at the position itself.
    pub fn near(self, position: Vec2, distance: f32) -> impl Iterator<Item = &'a Traveller> {
        self.surroundings.grid().near(position, distance).map(move |i| &self.units[i])
    }

    /// The neighbours that matter to a unit.
    pub fn neighbours(
        self,
        walker: &Walker,
        attention: &Attention,
    ) -> impl Iterator<Item = Neighbour> {
        let (low, high) = attention.corners();
        let places = self.surroundings.grid().within(low, high, |x, y| attention.matters(x, y));
        places.map(move |place| self.neighbour(walker, place))
    }

    /// Candidates in a box, in batches of four; may include units outside it.
    pub(super) fn fours(
        self,
        corners: (Vec2, Vec2),
        group: u32,
    ) -> impl Iterator<Item = Four> + use<'a> {
        self.surroundings.fours(corners, group)
    }

    /// The neighbour at an index of the grid. The unit itself is there too, at no distance.
    pub(super) fn neighbour(&self, walker: &Walker, place: usize) -> Neighbour {
        let other = &self.units[self.surroundings.grid().points()[place] as usize];
        Neighbour {
            offset: other.position - walker.position,
            velocity: other.velocity,
            radius: other.radius,
            goes_first: (other.to_go, other.id) < (walker.to_go, walker.id),
        }
    }
}

/// A unit on its way, with its path.
#[derive(Clone, Copy, Debug)]
pub struct Walker<'a> {
    /// Its number.
    pub id: u32,
    /// The number of the group that it walks with.
    pub group: Option<u32>,
    /// Whether it flies.
    pub flies: bool,
    /// Where it is, in cells.
    pub position: Vec2,
    /// Its velocity, in cells per second.
    pub velocity: Vec2,
    /// Radius of its disc, in cells.
    pub radius: f32,
    /// Maximum speed, in cells per second.
    pub speed: f32,
    /// Distance still to go, in cells.
    pub to_go: f32,
    /// Its path, and the place on it that it heads for; at the end it heads for `rest`.
    pub trail: Trail<'a>,
    /// Where it will come to rest.
    pub rest: Vec2,
    /// The place in its path of the next waypoint, which may not be cut short.
    pub way_point: usize,
    /// The place in its path before which it does not go back, if it has got no further for long: the one after the last
    /// waypoint that it has passed.
    pub leg_start: usize,
    /// How near to a waypoint it has to come, in cells.
    pub pass_within: f32,
    /// Whether it should step back if it has to queue: it has got no further for a while, and it is
    /// its turn to make room.
    pub makes_room: bool,
    /// Whether it should do so even if no unit is ahead of it: it has got no further for long.
    pub is_wedged: bool,
    /// Its guidance by the rules of traffic.
    pub guidance: Guidance,
}

impl<'a> Walker<'a> {
    /// A unit at the beginning of its path, which has no waypoints.
    pub fn new(unit: &Traveller, path: &'a [Cell]) -> Self {
        let rest = path.last().map_or(unit.position, |cell| cell.center());
        Self::on(unit, Trail::new(path, 0), rest)
    }

    /// A unit on its way to the end of its path, where it will rest.
    #[inline]
    pub fn on(unit: &Traveller, trail: Trail<'a>, rest: Vec2) -> Self {
        Self {
            id: unit.id,
            group: unit.group,
            flies: unit.flies,
            position: unit.position,
            velocity: unit.velocity,
            radius: unit.radius,
            speed: unit.speed,
            to_go: unit.to_go,
            trail,
            rest,
            way_point: trail.cells().len().saturating_sub(1),
            leg_start: 0,
            pass_within: 1.0,
            makes_room: false,
            is_wedged: false,
            guidance: Guidance::default(),
        }
    }

    /// This unit, headed for another place on its path.
    #[inline]
    pub fn at(self, place: PathPlace) -> Self {
        Self { trail: Trail::at(self.trail.cells(), place), ..self }
    }

    /// The point to walk to now: where the rules of traffic lead it, or on its path.
    #[inline]
    pub fn aim(&self) -> Vec2 {
        self.guidance.aim.unwrap_or_else(|| self.target())
    }

    /// The point of its path to walk to now.
    #[inline]
    pub fn target(&self) -> Vec2 {
        self.trail.cell().map_or(self.rest, |cell| cell.center())
    }
}

/// Another unit nearby.
#[derive(Clone, Copy, Debug)]
pub struct Neighbour {
    /// From this unit to the other.
    pub offset: Vec2,
    /// The other's velocity, in cells per second.
    pub velocity: Vec2,
    /// The other's radius, in cells.
    pub radius: f32,
    /// Whether it walks and has less far to go, so that this unit lets it go first.
    pub goes_first: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_meet_only_those_on_their_own_level() {
        let unit = |id, flies| Traveller { id, flies, position: Vec2::ONE, ..Traveller::default() };
        let mut travellers = Travellers::default();
        travellers.rebuild(Bounds::new(4, 4), |units| {
            units.extend([unit(1, false), unit(4, false), unit(0, true)]);
        });
        let met = |flies| -> Vec<u32> {
            travellers.level(flies).near(Vec2::ONE, 1.0).map(|unit| unit.id).collect()
        };
        assert_eq!((met(false), met(true)), (vec![1, 4], vec![0]));
    }

    #[test]
    fn the_unit_with_the_shorter_way_goes_first_and_one_that_stands_never_does() {
        let unit = |id, to_go| Traveller { id, to_go, ..Traveller::default() };
        let all = [unit(1, 5.0), unit(2, 4.0), unit(3, 5.0), unit(4, f32::INFINITY)];
        let mut travellers = Travellers::default();
        travellers.rebuild(Bounds::new(4, 4), |units| units.extend(all));
        let me = Walker::new(&all[2], &[]);
        let level = travellers.level(false);
        let first: Vec<bool> = (0..4).map(|i| level.neighbour(&me, i).goes_first).collect();
        assert_eq!(first, [true, true, false, false]);
    }
}
