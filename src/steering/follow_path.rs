//! Walking along a planned path.
//!
//! A unit aims at the furthest point of its path that lies within its look-ahead and that it can reach in
//! a straight line, so that the corners of a grid path become smooth curves. Other units add two terms:
//! separation pushes away from units that come too near, and a side step, always to the right, lets
//! units that meet pass each other. Costs a few line checks and one pass over the neighbours per unit.

use super::attention::Attention;
use super::crowd::MAX_RADIUS;
use super::others::{NOTICE, Others, PASSING_ROOM, PERSONAL_GAP};
use super::terms::Terms;
use super::trail::{PathPlace, Trail};
use super::travel::{Course, Scene, TravelRule};
use super::travellers::{Neighbour, Walker};
use super::walls::is_clear;
use crate::grid::{Cell, Direction, Terrain};
use glam::Vec2;

crate::parameters! {
    /// Parameters of following a path.
    pub struct FollowPath {
        /// How far ahead on its path a unit aims, where nothing stands between. 0 walks from cell to cell.
        look_ahead: f64 = 3.0, in 0.0..=12.0, unit "cells";
        /// How strongly a unit keeps away from others that come too near.
        separation: f64 = 0.6, in 0.0..=2.0;
        /// How strongly a unit steps to its right for others that come towards it.
        side_step: f64 = 0.8, in 0.0..=2.0;
    }
}

/// Distance from its path at which a unit looks for a path back to it, in cells.
const OFF_PATH: f32 = 1.0;
/// Cells by which a unit may move along its path in one tick.
const MAX_ADVANCES: usize = 4;
/// Fraction of its speed at which a queueing unit steps back to make room.
const STEP_BACK: f32 = 0.4;
/// Distance from its resting place over which a unit slows down, in cells.
const BRAKING: f32 = 0.4;

/// Whether the cell that a unit heads for lies behind it: it stands on it, or could step from where it stands straight to
/// the cell after.
fn can_skip(position: Vec2, trail: &Trail, terrain: &Terrain) -> bool {
    let here = Cell::containing(position);
    trail.cell() == Some(here)
        || trail.following().is_some_and(|after| {
            Direction::between(here, after).is_some_and(|d| terrain.allows(here, d))
        })
}

impl TravelRule for FollowPath {
    type Shared = ();

    fn steer(&self, (): &(), scene: &Scene, walker: &Walker) -> Option<Course> {
        let place = self.advance(scene.terrain(walker.flies), walker);
        let walker = walker.at(place);
        let level = scene.units.level(walker.flies);
        let attention = Self::attention(&walker, Self::heading(&walker));
        let attention = Self::among(attention, &walker, level.largest_radius());
        let neighbours = level.neighbours(&walker, &attention);
        Some(Course { place, terms: self.steer_among(&walker, neighbours) })
    }
}

impl FollowPath {
    /// The place in its path that a unit should head for now.
    pub fn advance(&self, terrain: &Terrain, walker: &Walker) -> PathPlace {
        // A unit beside its path looks as far along it as one on it.
        let look_ahead = match walker.guidance.beside {
            0.0 => self.look_ahead as f32,
            beside => Vec2::new(self.look_ahead as f32, beside).length(),
        };
        Self::advance_while(terrain, walker, look_ahead, |_, following| {
            walker.position.distance(following) <= look_ahead
        })
    }

    /// Moves on while the following point of the path is in reach and nothing stands between. `in_reach` is given the point that
    /// the unit heads for and the following one. A unit that is further than `sight` from its aim returns to the path.
    #[inline]
    pub(super) fn advance_while(
        terrain: &Terrain,
        walker: &Walker,
        sight: f32,
        in_reach: impl Fn(Vec2, Vec2) -> bool,
    ) -> PathPlace {
        let mut trail = walker.trail;
        let point = |cell: Option<Cell>| cell.map_or(walker.rest, |cell| cell.center());
        return_to_path(terrain, walker, &mut trail, sight);
        for _ in 0..MAX_ADVANCES {
            if trail.left() == 0 {
                break;
            }
            let (target, following) = (point(trail.cell()), point(trail.following()));
            let next = trail.next();
            let at_way_point = next == walker.way_point && trail.left() > 1;
            let may_go_on = if at_way_point {
                walker.position.distance(target) < walker.pass_within
            } else {
                in_reach(target, following)
                    && is_clear(terrain, walker.position, following, walker.radius)
                    || can_skip(walker.position, &trail, terrain)
            };
            if !may_go_on {
                break;
            }
            trail.head_for(next + 1);
        }
        trail.place()
    }

    /// Towards the point that a unit heads for.
    #[inline]
    pub(super) fn heading(walker: &Walker) -> Vec2 {
        (walker.aim() - walker.position).normalize_or_zero()
    }

    /// Where others matter to a unit that walks along `heading`.
    #[inline]
    pub(super) fn attention(walker: &Walker, heading: Vec2) -> Attention {
        let touching = walker.radius + MAX_RADIUS;
        let strip = (touching + PASSING_ROOM, NOTICE);
        Attention::new(walker.position, heading, touching + PERSONAL_GAP, strip)
    }

    /// Narrows the attention if no unit has a radius above `largest`, in cells. Fewer units are examined, with the same result.
    #[inline]
    pub(super) fn among(attention: Attention, walker: &Walker, largest: f32) -> Attention {
        let touching = walker.radius + largest.min(MAX_RADIUS);
        attention.among(touching + PERSONAL_GAP, touching + PASSING_ROOM)
    }

    /// The terms of the velocity that a unit wants among some neighbours, in cells per second: along the path, away from
    /// neighbours, and to the side.
    pub fn steer_among(
        &self,
        walker: &Walker,
        neighbours: impl Iterator<Item = Neighbour>,
    ) -> Terms {
        let mut others = Others::new(walker, Self::heading(walker));
        neighbours.for_each(|other| others.add(&other));
        Terms::new(&["path", "separation", "side step"], self.parts(walker, &others))
    }

    /// The vectors of these terms, in this order, once all neighbours have been added.
    #[inline]
    pub(super) fn parts(&self, walker: &Walker, others: &Others) -> [Vec2; 3] {
        let (speed, pace) = Self::speed_and_pace(walker, others);
        let separation = others.separation.clamp_length_max(1.0);
        [
            others.heading * speed * pace,
            separation * self.separation as f32 * speed,
            others.right * others.side_step * self.side_step as f32 * speed,
        ]
    }

    /// How fast a unit would like to be, in cells per second, and the part of it that it walks at.
    #[inline]
    pub(super) fn speed_and_pace(walker: &Walker, others: &Others) -> (f32, f32) {
        let speed = if walker.trail.left() == 0 || walker.guidance.waits {
            let to_rest = walker.aim().distance(walker.position);
            others.speed * (to_rest / BRAKING).min(1.0)
        } else {
            others.speed
        };
        // Where discs have locked into an arch before a door, only stepping back dissolves it. Its front may be wedged
        // between the corner and the units beside it, with none ahead.
        // Units that traffic holds back stand still for a reason.
        let held_back = walker.guidance.waits || walker.guidance.pace < 1.0;
        let stuck = !held_back && (others.pace < 1.0 || walker.is_wedged);
        let pace = if walker.makes_room && stuck {
            -STEP_BACK
        } else {
            others.pace.min(walker.guidance.pace)
        };
        (speed, pace)
    }
}

/// A unit that was pushed off its path heads for the last cell before that it can still see. Waypoints that it has passed
/// stay behind it.
fn return_to_path(terrain: &Terrain, walker: &Walker, trail: &mut Trail, sight: f32) {
    let far = OFF_PATH.max(sight + OFF_PATH);
    if trail.left() == 0 || walker.position.distance(walker.target()) < far {
        return;
    }
    let path = trail.cells();
    let visible = (walker.leg_start..=trail.next())
        .rev()
        .take(24)
        .find(|&i| is_clear(terrain, walker.position, path[i].center(), walker.radius));
    if let Some(visible) = visible {
        trail.head_for(visible);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CornerRule;
    use crate::steering::Traveller;

    fn path(cells: &[(i32, i32)]) -> Vec<Cell> {
        cells.iter().map(|&c| c.into()).collect()
    }

    fn walker(path: &[Cell], x: f32, y: f32) -> Walker<'_> {
        let unit = Traveller { position: Vec2::new(x, y), ..Traveller::default() };
        Walker { pass_within: 0.75, ..Walker::new(&unit, path) }
    }

    #[test]
    fn on_open_ground_a_unit_aims_as_far_as_it_looks() {
        let terrain = Terrain::from_text(CornerRule::Free, &["........"; 3]);
        let cells = path(&[(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)]);
        let far = FollowPath::default().advance(&terrain, &walker(&cells, 0.5, 1.5));
        assert_eq!(far.index(), 3);
        let near = FollowPath { look_ahead: 0.0, ..FollowPath::default() };
        assert_eq!(near.advance(&terrain, &walker(&cells, 0.5, 1.5)).index(), 1);
    }

    #[test]
    fn no_aim_lies_behind_a_wall() {
        let terrain = Terrain::from_text(CornerRule::BothSidesFree, &["....", ".##.", "...."]);
        let cells = path(&[(0, 1), (0, 2), (1, 2), (2, 2), (3, 2), (3, 1)]);
        let next = FollowPath::default().advance(&terrain, &walker(&cells, 0.5, 1.5));
        assert_eq!(next.index(), 1, "the cell (1, 2) cannot be reached in a straight line");
    }

    #[test]
    fn a_unit_off_its_path_never_goes_back_before_a_way_point_that_it_has_passed() {
        let rows = ["..........", "..######..", ".........."];
        let terrain = Terrain::from_text(CornerRule::BothSidesFree, &rows);
        // Along the lower row to the waypoint, and back along the upper row.
        let cells = path(&[(7, 2), (6, 2), (3, 2), (1, 2), (1, 1), (1, 0), (3, 0), (7, 0)]);
        let next = |leg_start| {
            let trail = Trail::new(&cells, 7);
            let walker = Walker { trail, leg_start, ..walker(&cells, 6.5, 2.5) };
            FollowPath { look_ahead: 0.0, ..FollowPath::default() }
                .advance(&terrain, &walker)
                .index()
        };
        assert!(next(0) <= 4, "it sees the cells before the waypoint");
        assert_eq!(next(5), 7, "it sees none of the cells after it");
    }

    #[test]
    fn units_that_meet_both_step_to_their_own_right() {
        let cells = path(&[(0, 0), (5, 0)]);
        let me = Walker { trail: Trail::new(&cells, 1), ..walker(&cells, 0.5, 0.5) };
        let oncoming = Neighbour {
            offset: Vec2::new(1.2, 0.0),
            velocity: Vec2::new(-3.0, 0.0),
            radius: 0.36,
            goes_first: false,
        };
        let terms = FollowPath::default().steer_among(&me, [oncoming].into_iter());
        let side = terms.get("side step");
        assert!(side.y > 0.1, "heading east, right is south: {side}");
    }

    #[test]
    fn the_front_of_an_arch_steps_back_only_if_it_is_wedged_and_it_is_its_turn() {
        let cells = path(&[(0, 0), (5, 0)]);
        let steer = |makes_room, is_wedged| {
            let trail = Trail::new(&cells, 1);
            let me = Walker { trail, makes_room, is_wedged, ..walker(&cells, 0.5, 0.5) };
            FollowPath::default().steer_among(&me, std::iter::empty()).get("path").x
        };
        assert!(steer(true, true) < 0.0);
        assert!(steer(true, false) > 0.0 && steer(false, true) > 0.0);
    }

    #[test]
    fn a_unit_comes_to_a_halt_at_its_place() {
        let cells = path(&[(0, 0)]);
        let there = Walker { trail: Trail::new(&cells, 1), ..walker(&cells, 0.5, 0.5) };
        let terms = FollowPath::default().steer_among(&there, std::iter::empty());
        assert_eq!(terms.get("path"), Vec2::ZERO);
    }
}
