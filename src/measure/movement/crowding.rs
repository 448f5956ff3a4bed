//! Units that are close to each other: density, overlap, and what a unit would run into.

use glam::Vec2;

/// Units nearer than this count for density, in cells. No two discs touch from further away.
const CLOSE: f32 = 1.5;
/// Discs that overlap by less than this only touch, in cells.
const SLACK: f32 = 2e-3;
/// Pairs nearer than this part of the sum of their radii are counted as overlapping.
const OVERLAP_BELOW: f32 = 0.8;

/// A unit as a disc.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Body {
    /// Where its middle is, in cells.
    pub at: Vec2,
    /// Its radius, in cells.
    pub radius: f32,
    /// Where it wants to be after the tick, if it walks.
    pub wanted: Option<Vec2>,
    /// Whether it has a destination.
    pub tracked: bool,
}

/// Calls `visit` for every pair of bodies that are close, each once.
///
/// The bodies are sorted into bands as high as two can be apart, and by x in each band. A body is compared with those after it in its
/// band and with those around it in the next.
fn for_each_close_pair(bodies: &[Body], mut visit: impl FnMut(usize, usize, f32)) {
    let band = |i: usize| (bodies[i].at.y / CLOSE).floor() as i32;
    let mut order: Vec<usize> = (0..bodies.len()).collect();
    order.sort_unstable_by(|&a, &b| {
        band(a).cmp(&band(b)).then(bodies[a].at.x.total_cmp(&bodies[b].at.x)).then(a.cmp(&b))
    });
    let mut compare = |a: usize, others: &[usize]| {
        for &b in others {
            let between = bodies[b].at - bodies[a].at;
            if between.x > CLOSE {
                break;
            }
            let distance = between.length();
            if distance <= CLOSE {
                visit(a, b, distance);
            }
        }
    };
    let bands: Vec<&[usize]> = order.chunk_by(|&a, &b| band(a) == band(b)).collect();
    for (place, own) in bands.iter().enumerate() {
        let next = bands.get(place + 1).filter(|next| band(next[0]) == band(own[0]) + 1);
        let mut first = 0;
        for (rank, &a) in own.iter().enumerate() {
            compare(a, &own[rank + 1..]);
            let Some(next) = next else { continue };
            let left = bodies[a].at.x - CLOSE;
            first += next[first..].iter().take_while(|&&b| bodies[b].at.x < left).count();
            compare(a, &next[first..]);
        }
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

impl Crowding {
    pub(super) fn of(bodies: &[Body]) -> Self {
        let mut near = vec![0u32; bodies.len()];
        let mut seen = Self::default();
        for_each_close_pair(bodies, |a, b, distance| {
            if bodies[a].tracked && bodies[b].tracked {
                near[a] += 1;
                near[b] += 1;
            }
            let needed = bodies[a].radius + bodies[b].radius;
            if distance < needed - SLACK {
                let part = f64::from(distance / needed);
                seen.worst_overlap = seen.worst_overlap.max(100.0 - 100.0 * part);
                seen.overlaps += u64::from(distance < OVERLAP_BELOW * needed);
            }
        });
        seen.density = near.into_iter().max().unwrap_or(0);
        seen
    }
}

/// For each body, how many others ahead of it overlap the position that it wants. Two or more make a hard stop.
pub fn others_in_the_way(bodies: &[Body]) -> Vec<usize> {
    let mut others = vec![0; bodies.len()];
    for_each_close_pair(bodies, |a, b, _| {
        for (me, other) in [(a, b), (b, a)] {
            let (body, other) = (&bodies[me], &bodies[other]);
            let Some(wanted) = body.wanted else { continue };
            let ahead = (wanted - body.at).dot(other.at - body.at) > 0.0;
            let needed = body.radius + other.radius - SLACK;
            if ahead && wanted.distance_squared(other.at) < needed * needed {
                others[me] += 1;
            }
        }
    });
    others
}
