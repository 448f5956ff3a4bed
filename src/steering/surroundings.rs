//! Those around a unit, four at a time.
//!
//! Most of the work of steering is looking at everybody near by. What is needed of all of them lies in one list each, bucket
//! by bucket, so that the same is done to four at once.

use super::parallel::gather;
use super::spatial_grid::{LANES, SpatialGrid};
use crate::grid::Bounds;
use glam::{BVec4A, Vec2, Vec4};

/// Up to four of those around.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Four {
    /// The place of the first in [`SpatialGrid::points`]; the others follow.
    pub first: usize,
    /// Which of the four there are.
    pub present: BVec4A,
    /// Where they are, in cells.
    pub x: Vec4,
    /// Where they are, in cells.
    pub y: Vec4,
    /// Their velocities, in cells per second.
    pub velocity_x: Vec4,
    /// Their velocities, in cells per second.
    pub velocity_y: Vec4,
    /// Which of them walk with the unit.
    pub companions: BVec4A,
}

impl Four {
    /// The places of some of them.
    pub fn places(&self, which: BVec4A) -> impl Iterator<Item = usize> + use<> {
        let mut left = (which & self.present).bitmask();
        let first = self.first;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let place = first + left.trailing_zeros() as usize;
                left &= left - 1;
                place
            })
        })
    }
}

/// One of many, as far as all others look at it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Somebody {
    /// Where it is, in cells.
    pub position: Vec2,
    /// Its velocity, in cells per second.
    pub velocity: Vec2,
    /// The number of the flock that it walks in.
    pub flock: Option<u32>,
}

/// Many, sorted by where they are. Rebuilt every tick without allocating.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    buckets: SpatialGrid,
    /// By place in the buckets, with as many more at the end as there.
    velocity_x: Vec<f32>,
    velocity_y: Vec<f32>,
    flocks: Vec<f32>,
}

/// The numbers of four places.
const NUMBERS: Vec4 = Vec4::new(0.0, 1.0, 2.0, 3.0);

/// Flocks are compared as the other numbers are; there are never so many that two would look alike.
fn number(flock: Option<u32>) -> f32 {
    flock.map_or(-1.0, |flock| flock as f32)
}

impl Surroundings {
    /// Sorts everybody.
    pub fn rebuild<T: Sync>(
        &mut self,
        bounds: Bounds,
        all: &[T],
        see: impl Fn(&T) -> Somebody + Sync + Send,
    ) {
        self.buckets.rebuild(bounds, all, |one| see(one).position);
        let points = self.buckets.points();
        let see = |&i: &u32| see(&all[i as usize]);
        gather(points, &mut self.velocity_x, |i| see(i).velocity.x);
        gather(points, &mut self.velocity_y, |i| see(i).velocity.y);
        gather(points, &mut self.flocks, |i| number(see(i).flock));
        for lane in [&mut self.velocity_x, &mut self.velocity_y, &mut self.flocks] {
            lane.resize(points.len() + LANES - 1, 0.0);
        }
    }

    /// Everybody, sorted into buckets; places are places there.
    pub fn buckets(&self) -> &SpatialGrid {
        &self.buckets
    }

    /// All who may be between a low and a high corner, and more; those of a flock are companions.
    pub fn fours(
        &self,
        (low, high): (Vec2, Vec2),
        flock: u32,
    ) -> impl Iterator<Item = Four> + use<'_> {
        let own = Vec4::splat(number(Some(flock)));
        let mut rows = self.buckets.ranges(low, high);
        let mut row = 0..0;
        std::iter::from_fn(move || {
            while row.is_empty() {
                row = rows.next()?;
            }
            let (first, left) = (row.start, row.len());
            row.start += LANES.min(left);
            let four = |lane: &[f32]| Vec4::from_slice(&lane[first..first + LANES]);
            let (xs, ys) = self.buckets.coordinates();
            Some(Four {
                first,
                present: NUMBERS.cmplt(Vec4::splat(left as f32)),
                x: four(xs),
                y: four(ys),
                velocity_x: four(&self.velocity_x),
                velocity_y: four(&self.velocity_y),
                companions: four(&self.flocks).cmpeq(own),
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fours_hold_everybody_in_the_rectangle_once_with_what_belongs_to_them() {
        let all: Vec<Somebody> = (0..1000u32)
            .map(|i| Somebody {
                position: Vec2::new((i * 37 % 101) as f32 / 5.0, (i * 53 % 97) as f32 / 6.0),
                velocity: Vec2::new(i as f32, -(i as f32)),
                flock: (i % 4 > 0).then_some(i % 4),
            })
            .collect();
        let mut around = Surroundings::default();
        around.rebuild(Bounds::new(20, 16), &all, |somebody| *somebody);
        for (low, high) in [((3.1, 2.2), (7.9, 11.0)), ((-5.0, -5.0), (99.0, 99.0))] {
            let (low, high) = (Vec2::from(low), Vec2::from(high));
            let mut found = Vec::new();
            for four in around.fours((low, high), 2) {
                for place in four.places(BVec4A::splat(true)) {
                    let i = around.buckets().points()[place];
                    let lane = place - four.first;
                    assert_eq!(Vec2::new(four.x[lane], four.y[lane]), all[i as usize].position);
                    assert_eq!(
                        (four.velocity_x[lane], four.velocity_y[lane]),
                        (i as f32, -(i as f32))
                    );
                    assert_eq!(four.companions.test(lane), i % 4 == 2);
                    found.push(i);
                }
            }
            found.sort_unstable();
            assert!(found.windows(2).all(|pair| pair[0] < pair[1]));
            for (i, one) in (0..).zip(&all) {
                let inside = one.position.cmpge(low).all() && one.position.cmple(high).all();
                assert!(!inside || found.contains(&i));
            }
        }
    }
}
