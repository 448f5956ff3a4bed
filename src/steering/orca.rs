//! Optimal reciprocal collision avoidance (ORCA).
//!
//! J. van den Berg, S. J. Guy, M. Lin, D. Manocha, Reciprocal n-Body Collision Avoidance, International Symposium on
//! Robotics Research, 2009. A unit looks at its nearest neighbours. Each of them forbids the velocities that lead to a
//! collision within the time horizon (the velocity obstacle, section 4.1). The unit and the neighbour each take half of the
//! smallest change `u` that avoids the collision, so each neighbour permits a half-plane of velocities (section 4.2). A
//! linear program finds the permitted velocity nearest to the preferred one (section 5.1). If no velocity is permitted, a
//! second program finds the one that violates the worst half-plane least (section 5.3). The optimisation velocity is the
//! current velocity (section 5.2). The preferred velocity leads along the path, as under [`FollowPath`].
//!
//! Parameters: those of the Circle example of the authors' library RVO2 (neighbour distance 15, 10 neighbours, time horizon
//! 10 s, radius 1.5, speed 2), scaled to a unit of radius 0.36 and speed 3. So a unit sees 10 radii far (3.6 cells), and the
//! horizon is the time in which it walks 13.3 radii (1.6 s). The horizon for walls is that of the Blocks example (5 s,
//! radius 2, speed 2): the time in which a unit walks 5 radii (0.6 s). Written from the paper, without the library's code.
//!
//! Differs: walls are blocked cells, not the segments of section 5.4. The point of each blocked cell that is nearest to the
//! unit counts as a disc without radius that stands still; the unit avoids it alone, and such a half-plane is never
//! violated. As in the paper, standing still is always permitted by walls. A straight wall is thus a row of points, which
//! costs more half-planes than one segment; a unit that touches a wall may move along it or away from it. Where corners may be
//! cut, paths lead between walls that touch; there only the movement step keeps units out of walls. A unit that stands
//! counts like a wall: it does not take its half, so the walking unit takes all of `u`, within the horizon for walls. A unit that has been stuck for long steps back when it is its
//! turn, which is not in the paper: its agents have room to part. Half-planes are added nearest first, not in random order:
//! a run must repeat. Velocities change with the inertia of the movement step, which the paper does not have.
//!
//! Costs O(n) expected for n half-planes, at most 10 neighbours and 24 cells.

use super::follow_path::FollowPath;
use super::others::Others;
use super::terms::Terms;
use super::travel::{Course, Scene, TravelRule};
use super::travellers::{Traveller, Walker};
use super::walls::nearest_point;
use crate::grid::{Cell, CornerRule, Rectangle, Terrain};
use glam::Vec2;

crate::parameters! {
    /// Parameters of reciprocal collision avoidance.
    pub struct Orca {
        /// Distance over which a unit sees others.
        neighbour_distance: f64 = 3.6, in 0.5..=12.0, unit "cells";
        /// How many of the nearest neighbours a unit avoids.
        most_neighbours: u32 = 10, in 1..=32;
        /// Time for which velocities must be free of collisions with other units. Longer: earlier, smoother, slower.
        time_horizon: f64 = 1.6, in 0.1..=10.0, unit "s";
        /// Time for which velocities must be free of collisions with walls and with units that stand.
        wall_time_horizon: f64 = 0.6, in 0.05..=3.0, unit "s";
        /// How far ahead on its path a unit aims, where nothing stands between.
        look_ahead: f64 = 3.0, in 0.0..=12.0, unit "cells";
    }
}

/// The largest number of neighbours that can be chosen.
const NEIGHBOURS: usize = 32;
/// Maximum number of blocked cells considered, the nearest ones.
const WALLS: usize = 24;
/// Velocities closer than this count as equal, in cells per second.
const PRECISION: f32 = 1e-4;

impl TravelRule for Orca {
    type Shared = ();

    fn steer(&self, (): &(), scene: &Scene, walker: &Walker) -> Option<Course> {
        let terrain = scene.terrain(walker.flies);
        let path = FollowPath { look_ahead: self.look_ahead, ..FollowPath::default() };
        let mut walker = walker.at(path.advance(terrain, walker));
        let at_rest = walker.trail.left() == 0;
        // Stuck beside its slot: it may touch units that stand there, so that it settles. The movement step keeps them
        // apart.
        let squeezes = at_rest && (walker.makes_room || walker.is_wedged);
        // Stepping back dissolves jams on the way; at its slot a unit would only lose it.
        walker.makes_room &= !at_rest;
        let alone = Others::new(&walker, FollowPath::heading(&walker));
        let [preferred, ..] = path.parts(&walker, &alone);
        let near = scene.units.level(walker.flies);
        let near = near.near(walker.position, self.neighbour_distance as f32);
        let near = near.filter(|other| other.walks() || !squeezes);
        let velocity = self.velocity(&walker, preferred, terrain, near, scene.time_step);
        let terms = Terms::new(&["path", "avoidance"], [preferred, velocity - preferred]);
        Some(Course { place: walker.trail.place(), terms })
    }
}

impl Orca {
    /// The permitted velocity nearest to the preferred one, in cells per second.
    fn velocity<'a>(
        &self,
        walker: &Walker,
        preferred: Vec2,
        terrain: &Terrain,
        near: impl Iterator<Item = &'a Traveller>,
        time_step: f32,
    ) -> Vec2 {
        let mut planes = Planes::default();
        self.add_walls(walker, terrain, &mut planes);
        let walls = planes.count;
        self.add_neighbours(walker, near, time_step, &mut planes);
        planes.solve(walls, preferred, walker.speed)
    }

    /// The half-planes of the nearest blocked cells.
    fn add_walls(&self, walker: &Walker, terrain: &Terrain, planes: &mut Planes) {
        if terrain.corners() == CornerRule::Free {
            return;
        }
        let horizon = self.wall_time_horizon as f32;
        let reach = walker.speed * horizon + walker.radius;
        let at = walker.position;
        let area = Rectangle::spanning(
            Cell::containing(at - Vec2::splat(reach)),
            Cell::containing(at + Vec2::splat(reach)),
        );
        let mut nearest = Nearest::<Vec2, WALLS>::new(WALLS);
        for cell in area.cells().filter(|&cell| !terrain.is_passable(cell)) {
            let offset = nearest_point(cell, at) - at;
            let distance_squared = offset.length_squared();
            if distance_squared > 0.0 && distance_squared < reach * reach {
                nearest.add(distance_squared, offset);
            }
        }
        for &(distance_squared, offset) in nearest.list() {
            // A unit that touches the wall may not go further into it; the movement step moves it out.
            planes.add(if distance_squared <= walker.radius * walker.radius {
                HalfPlane { normal: -offset.normalize(), offset: 0.0 }
            } else {
                let escape = Escape::new(offset, walker.velocity, walker.radius, horizon);
                escape.half_plane(walker.velocity, 1.0)
            });
        }
    }

    /// The half-planes of the nearest neighbours.
    fn add_neighbours<'a>(
        &self,
        walker: &Walker,
        near: impl Iterator<Item = &'a Traveller>,
        time_step: f32,
        planes: &mut Planes,
    ) {
        let reach = self.neighbour_distance as f32;
        let mut nearest = Nearest::<Traveller, NEIGHBOURS>::new(self.most_neighbours as usize);
        for other in near.filter(|other| other.id != walker.id) {
            let distance_squared = other.position.distance_squared(walker.position);
            if distance_squared > 0.0 && distance_squared < reach * reach {
                nearest.add(distance_squared, *other);
            }
        }
        for &(distance_squared, ref other) in nearest.list() {
            let touching = walker.radius + other.radius;
            let overlap = distance_squared <= touching * touching;
            let (horizon, part) = match other.walks() {
                true => (self.time_horizon, 0.5),
                false => (self.wall_time_horizon, 1.0),
            };
            let horizon = if overlap { time_step } else { horizon as f32 };
            let relative = walker.velocity - other.velocity;
            let escape = Escape::new(other.position - walker.position, relative, touching, horizon);
            planes.add(escape.half_plane(walker.velocity, part));
        }
    }
}

/// The shortest vector out of a velocity obstacle (`u` of the paper, section 4.2).
struct Escape {
    /// Outwards at the nearest point of the boundary.
    normal: Vec2,
    /// Signed distance; negative outside.
    distance: f32,
}

impl Escape {
    /// For a disc at an offset with the sum of both radii, a relative velocity and a time horizon. The velocity obstacle is a
    /// cone from the origin round the disc, cut off by the disc scaled down by the horizon.
    fn new(offset: Vec2, velocity: Vec2, radius: f32, horizon: f32) -> Self {
        let distance = offset.length();
        let direction = offset / distance;
        let from_middle = velocity - offset / horizon;
        let length = from_middle.length();
        let sine = radius / distance;
        // The cut-off is nearest where it faces the origin: between the two points where the legs touch it.
        if sine >= 1.0 || -from_middle.dot(direction) > length * sine {
            let normal = if length > 0.0 { from_middle / length } else { -direction };
            return Self { normal, distance: radius / horizon - length };
        }
        // Units that meet head on both choose the leg on their right, as under `FollowPath`.
        let side = if direction.perp_dot(velocity) >= 0.0 { 1.0 } else { -1.0 };
        let cosine = (1.0 - sine * sine).sqrt();
        let leg = Vec2::new(cosine, side * sine).rotate(direction);
        let normal = leg.perp() * side;
        Self { normal, distance: -velocity.dot(normal) }
    }

    /// The velocities that are permitted to a unit which takes this share of the change.
    fn half_plane(&self, velocity: Vec2, part: f32) -> HalfPlane {
        HalfPlane { normal: self.normal, offset: velocity.dot(self.normal) + part * self.distance }
    }
}

/// The velocities `v` with `normal * v >= offset`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct HalfPlane {
    /// Of length 1.
    normal: Vec2,
    offset: f32,
}

impl HalfPlane {
    /// How far a velocity lies outside; negative inside.
    fn violation(&self, velocity: Vec2) -> f32 {
        self.offset - self.normal.dot(velocity)
    }

    /// The velocities that violate this half-plane no less than another one; `None` if all or none do.
    fn worse_than(&self, other: &Self) -> Option<Self> {
        let normal = other.normal - self.normal;
        let length = normal.length();
        let plane = Self { normal: normal / length, offset: (other.offset - self.offset) / length };
        (length > PRECISION).then_some(plane)
    }
}

/// What is best among the permitted velocities.
#[derive(Clone, Copy)]
enum Objective {
    /// The one nearest to a velocity.
    Nearest(Vec2),
    /// The one furthest along a direction.
    Along(Vec2),
}

/// Half-planes, those of walls first.
#[derive(Clone, Copy)]
struct Planes {
    list: [HalfPlane; NEIGHBOURS + WALLS],
    count: usize,
}

impl Default for Planes {
    fn default() -> Self {
        Self { list: [HalfPlane::default(); NEIGHBOURS + WALLS], count: 0 }
    }
}

impl Planes {
    fn add(&mut self, plane: HalfPlane) {
        self.list[self.count] = plane;
        self.count += 1;
    }

    fn list(&self) -> &[HalfPlane] {
        &self.list[..self.count]
    }

    /// The velocity nearest to the preferred one that all permit; if there is none, the one that violates the worst
    /// half-plane least, and none of those of the walls.
    fn solve(&self, walls: usize, preferred: Vec2, speed: f32) -> Vec2 {
        let (mut best, met) = self.optimise(Objective::Nearest(preferred), speed);
        let mut worst = 0.0;
        for (i, plane) in self.list().iter().enumerate().skip(met.max(walls)) {
            if plane.violation(best) <= worst + PRECISION {
                continue;
            }
            // This half-plane is now violated most. Among the velocities at which that stays so, take the one that violates
            // it least.
            let mut rivals = *self;
            rivals.count = walls;
            self.list[walls..i].iter().filter_map(|other| plane.worse_than(other)).for_each(|p| {
                rivals.add(p);
            });
            let (found, met) = rivals.optimise(Objective::Along(plane.normal), speed);
            // All are met but for rounding.
            if met == rivals.count {
                best = found;
            }
            worst = plane.violation(best).max(worst);
        }
        best
    }

    /// The best velocity that all half-planes permit, found by adding them one by one, and how many of them it meets:
    /// fewer than all if no velocity meets one more.
    fn optimise(&self, objective: Objective, speed: f32) -> (Vec2, usize) {
        let mut best = match objective {
            Objective::Nearest(velocity) => velocity.clamp_length_max(speed),
            Objective::Along(direction) => direction * speed,
        };
        for (i, plane) in self.list().iter().enumerate() {
            if plane.violation(best) <= 0.0 {
                continue;
            }
            // What was best is not permitted, so the best lies on the boundary.
            match self.best_on_boundary(i, objective, speed) {
                Some(found) => best = found,
                None => return (best, i),
            }
        }
        (best, self.count)
    }

    /// The best velocity on the boundary of a half-plane that all before it permit.
    fn best_on_boundary(&self, i: usize, objective: Objective, speed: f32) -> Option<Vec2> {
        let HalfPlane { normal, offset } = self.list[i];
        let half_squared = speed * speed - offset * offset;
        if half_squared < 0.0 {
            return None;
        }
        let (nearest, along) = (normal * offset, normal.perp());
        let half = half_squared.sqrt();
        let (mut low, mut high) = (-half, half);
        for other in &self.list[..i] {
            let slope = other.normal.dot(along);
            let missing = other.violation(nearest);
            if slope.abs() < PRECISION {
                if missing > PRECISION {
                    return None;
                }
            } else {
                // Not `max` and `min`: which of 0 and -0 they return depends on the platform.
                let bound = missing / slope;
                if slope > 0.0 {
                    low = if bound > low { bound } else { low };
                } else {
                    high = if bound < high { bound } else { high };
                }
            }
        }
        if low > high {
            return None;
        }
        let at = match objective {
            Objective::Nearest(velocity) => velocity.dot(along).clamp(low, high),
            Objective::Along(direction) if direction.dot(along) > 0.0 => high,
            Objective::Along(_) => low,
        };
        Some(nearest + along * at)
    }
}

/// The nearest of many, in order; of equally near ones the first that was added.
struct Nearest<T, const N: usize> {
    /// The square of each distance, and what lies there.
    items: [(f32, T); N],
    count: usize,
    most: usize,
}

impl<T: Copy + Default, const N: usize> Nearest<T, N> {
    fn new(most: usize) -> Self {
        Self { items: [(0.0, T::default()); N], count: 0, most: most.min(N) }
    }

    fn add(&mut self, distance_squared: f32, item: T) {
        let place = self.list().partition_point(|&(nearer, _)| nearer <= distance_squared);
        if place < self.most {
            self.count = (self.count + 1).min(self.most);
            self.items.copy_within(place..self.count - 1, place + 1);
            self.items[place] = (distance_squared, item);
        }
    }

    fn list(&self) -> &[(f32, T)] {
        &self.items[..self.count]
    }
}

#[cfg(test)]
#[path = "orca_tests.rs"]
mod tests;
