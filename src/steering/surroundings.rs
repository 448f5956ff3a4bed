//! The units around a unit, four at a time.
//!
//! Most of the work of steering is a loop over the units nearby. Each number that the loop needs lies in a list of its
//! own, bucket by bucket, so that four units are handled by one vector instruction.

use super::parallel::{gather_lanes, largest};
use super::spatial_grid::{LANES, SpatialGrid};
use super::travellers::Traveller;
use crate::grid::Bounds;
use glam::{BVec4A, Vec2, Vec4};
use std::ops::Range;

/// Up to four units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Four {
    /// The index of the first one in [`SpatialGrid::points`]; the others follow.
    pub first: usize,
    /// Which of the four exist.
    pub present: BVec4A,
    /// Where they are, in cells.
    pub x: Vec4,
    /// Where they are, in cells.
    pub y: Vec4,
    /// Their velocities, in cells per second.
    pub velocity_x: Vec4,
    /// Their velocities, in cells per second.
    pub velocity_y: Vec4,
    /// Their radii, in cells.
    pub radius: Vec4,
    /// Which of them walk in the same group as the unit.
    pub companions: BVec4A,
}

/// Units sorted by where they are. Rebuilt every tick without allocating.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    grid: SpatialGrid,
    /// In the order of the grid's points, with padding at the end, so that four can be read from anywhere.
    velocity_x: Vec<f32>,
    velocity_y: Vec<f32>,
    radii: Vec<f32>,
    groups: Vec<f32>,
    /// In cells.
    largest_radius: f32,
}

/// A mask of the first `count` of four.
const PRESENT: [BVec4A; LANES + 1] = [
    BVec4A::new(false, false, false, false),
    BVec4A::new(true, false, false, false),
    BVec4A::new(true, true, false, false),
    BVec4A::new(true, true, true, false),
    BVec4A::new(true, true, true, true),
];

/// Groups are compared like the other numbers. A float holds the numbers of the first 16 million groups exactly.
fn lane(group: Option<u32>) -> f32 {
    group.map_or(-1.0, |group| group as f32)
}

impl Surroundings {
    /// Sorts units.
    pub fn rebuild(&mut self, bounds: Bounds, units: &[Traveller]) {
        self.grid.rebuild(bounds, units, |unit| unit.position);
        let Self { velocity_x, velocity_y, radii, groups, .. } = self;
        let lanes = [velocity_x, velocity_y, radii, groups];
        gather_lanes(self.grid.points(), lanes, (LANES - 1, 0.0), |i| {
            let Traveller { velocity, radius, group, .. } = units[i];
            [velocity.x, velocity.y, radius, lane(group)]
        });
        self.largest_radius = largest(&self.radii, |&radius| radius);
    }

    /// The largest radius of a unit, in cells.
    pub fn largest_radius(&self) -> f32 {
        self.largest_radius
    }

    /// The units, sorted into buckets; indices are indices there.
    pub fn grid(&self) -> &SpatialGrid {
        &self.grid
    }

    /// Candidates in a box; may include units outside it; those that walk in a group are companions.
    pub fn fours(
        &self,
        (low, high): (Vec2, Vec2),
        group: u32,
    ) -> impl Iterator<Item = Four> + use<'_> {
        let own = Vec4::splat(lane(Some(group)));
        Fours { around: self, own, rows: self.grid.ranges(low, high), row: 0..0 }
    }

    /// The bare lists. All have the same length, so that indices are checked once for all of them.
    #[inline(always)]
    fn lanes(&self) -> Lanes<'_> {
        let (xs, ys) = self.grid.coordinates();
        let length = xs.len();
        Lanes {
            xs,
            ys: &ys[..length],
            velocity_x: &self.velocity_x[..length],
            velocity_y: &self.velocity_y[..length],
            radii: &self.radii[..length],
            groups: &self.groups[..length],
        }
    }
}

/// The lists of [`Surroundings`].
#[derive(Clone, Copy)]
struct Lanes<'a> {
    xs: &'a [f32],
    ys: &'a [f32],
    velocity_x: &'a [f32],
    velocity_y: &'a [f32],
    radii: &'a [f32],
    groups: &'a [f32],
}

impl Lanes<'_> {
    /// The first four units of a row.
    #[inline(always)]
    fn first_of(&self, row: &Range<usize>, own: Vec4) -> Four {
        let first = row.start;
        let lane = |all: &[f32]| Vec4::from_slice(&all[first..first + LANES]);
        Four {
            first,
            present: PRESENT[row.len().min(LANES)],
            x: lane(self.xs),
            y: lane(self.ys),
            velocity_x: lane(self.velocity_x),
            velocity_y: lane(self.velocity_y),
            radius: lane(self.radii),
            companions: lane(self.groups).cmpeq(own),
        }
    }
}

/// Units row by row of buckets.
struct Fours<'a, R> {
    around: &'a Surroundings,
    /// The number of the group whose members are companions.
    own: Vec4,
    rows: R,
    /// What is left of the current row.
    row: Range<usize>,
}

impl<R: Iterator<Item = Range<usize>>> Iterator for Fours<'_, R> {
    type Item = Four;

    fn next(&mut self) -> Option<Four> {
        while self.row.is_empty() {
            self.row = self.rows.next()?;
        }
        let four = self.around.lanes().first_of(&self.row, self.own);
        self.row.start += LANES.min(self.row.len());
        Some(four)
    }

    /// Row by row, without the look-ups of each step.
    #[inline(always)]
    fn fold<B, F: FnMut(B, Four) -> B>(self, first: B, mut add: F) -> B {
        let Self { around, own, rows, row } = self;
        let lanes = around.lanes();
        let mut sum = first;
        let mut row = row;
        let mut rows = rows;
        loop {
            while row.start < row.end {
                sum = add(sum, lanes.first_of(&row, own));
                row.start += LANES;
            }
            let Some(next) = rows.next() else { return sum };
            row = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fours_hold_every_unit_in_the_rectangle_once_with_its_own_numbers() {
        let all: Vec<Traveller> = (0..1000u32)
            .map(|i| Traveller {
                position: Vec2::new((i * 37 % 101) as f32 / 5.0, (i * 53 % 97) as f32 / 6.0),
                velocity: Vec2::new(i as f32, -(i as f32)),
                group: (i % 4 > 0).then_some(i % 4),
                ..Traveller::default()
            })
            .collect();
        let mut around = Surroundings::default();
        around.rebuild(Bounds::new(20, 16), &all);
        for (low, high) in [((3.1, 2.2), (7.9, 11.0)), ((-5.0, -5.0), (99.0, 99.0))] {
            let (low, high) = (Vec2::from(low), Vec2::from(high));
            let mut found = Vec::new();
            let at_once = around.fours((low, high), 2).fold(Vec::new(), |mut all, four| {
                all.push(four);
                all
            });
            let mut one_by_one = Vec::new();
            for four in around.fours((low, high), 2) {
                one_by_one.push(four);
            }
            assert_eq!(at_once, one_by_one);
            for four in at_once {
                for lane in (0..LANES).filter(|&lane| four.present.test(lane)) {
                    let i = around.grid().points()[four.first + lane];
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
