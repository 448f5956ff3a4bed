//! Units that are close to each other: density, overlap, and what a unit would run into.

use crate::grid::Bounds;
use crate::steering::{SpatialGrid, gather};
use glam::{Vec2, Vec4};

/// Units nearer than this are included in the density, in cells. No two discs touch from further away.
const CLOSE: f32 = 1.5;
/// Discs that overlap by less than this only touch, in cells.
const SLACK: f32 = 2e-3;
/// Pairs nearer than this fraction of the sum of their radii are counted as overlapping.
const OVERLAP_BELOW: f32 = 0.8;

/// A unit as a disc.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Body {
    /// Where its centre is, in cells.
    pub at: Vec2,
    /// Its radius, in cells.
    pub radius: f32,
    /// Where it wants to be after the tick, if it walks.
    pub wanted: Option<Vec2>,
    /// Whether it has a destination.
    pub tracked: bool,
    /// Whether it is in nobody's way.
    pub ghost: bool,
}

impl Body {
    /// Whether another one ahead overlaps the position that it wants. No body is ahead of itself.
    pub fn is_stopped_by(&self, other: &Self) -> bool {
        let Some(wanted) = self.wanted else { return false };
        let needed = self.radius + other.radius - SLACK;
        wanted.distance_squared(other.at) < needed * needed
            && (wanted - self.at).dot(other.at - self.at) > 0.0
            && !other.ghost
    }
}

/// What is seen of a crowd after a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Crowding {
    /// The largest number of other tracked units near a tracked one.
    pub(super) density: u32,
    /// Pairs that overlap deeply.
    pub(super) overlaps: u64,
    /// The deepest overlap, in percent of the sum of radii.
    pub(super) worst_overlap: f64,
}

/// Finds the bodies around each body. Keep it from tick to tick: then it allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct Neighbours {
    buckets: SpatialGrid,
    in_the_way: Vec<u32>,
}

impl Neighbours {
    /// For each body, how many others ahead of it overlap the position that it wants. Two or more make a hard stop.
    pub fn in_the_way(&mut self, bodies: &[Body]) -> &[u32] {
        sort(&mut self.buckets, bodies);
        let (buckets, in_the_way) = (&self.buckets, &mut self.in_the_way);
        let largest = bodies.iter().map(|body| body.radius).fold(0.0, f32::max);
        gather(bodies, in_the_way, |body| {
            let Some(wanted) = body.wanted else { return 0 };
            let furthest = body.radius + largest;
            let near = |x: Vec4, y: Vec4| {
                let (x, y) = (x - wanted.x, y - wanted.y);
                (x * x + y * y).cmple(Vec4::splat(furthest * furthest))
            };
            let around = Vec2::splat(furthest);
            let places = buckets.within(wanted - around, wanted + around, near);
            let others = places.map(|place| &bodies[buckets.points()[place] as usize]);
            others.filter(|other| body.is_stopped_by(other)).count() as u32
        });
        in_the_way
    }

    /// How close the bodies are to each other.
    pub(super) fn crowding(&mut self, bodies: &[Body]) -> Crowding {
        sort(&mut self.buckets, bodies);
        let mut seen = Crowding::default();
        for (i, body) in bodies.iter().enumerate() {
            let mut density = 0;
            for j in self.buckets.near(body.at, CLOSE).filter(|&j| j != i) {
                let (other, distance) = (&bodies[j], bodies[j].at.distance(body.at));
                density += u32::from(body.tracked && other.tracked && distance <= CLOSE);
                let needed = body.radius + other.radius;
                // Each pair once.
                if j > i && distance < needed - SLACK {
                    let part = f64::from(distance / needed);
                    seen.worst_overlap = seen.worst_overlap.max(100.0 - 100.0 * part);
                    seen.overlaps += u64::from(distance < OVERLAP_BELOW * needed);
                }
            }
            seen.density = seen.density.max(density);
        }
        seen
    }
}

fn sort(buckets: &mut SpatialGrid, bodies: &[Body]) {
    let far = bodies.iter().fold(Vec2::ONE, |far, body| far.max(body.at));
    let bounds = Bounds::new(far.x.ceil() as u32, far.y.ceil() as u32);
    buckets.rebuild(bounds, bodies, |body| body.at);
}
