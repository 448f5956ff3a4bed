//! The units around a unit, four at a time.
//!
//! Most of the work of steering is a loop over the units nearby. Each number that the loop needs lies in a list of its
//! own, bucket by bucket, so that four units are handled by one vector instruction.

use super::parallel::gather_lanes;
use super::spatial_grid::{LANES, SpatialGrid};
use super::travellers::Traveller;
use crate::grid::Bounds;
use glam::{BVec4A, Vec2, Vec4};

/// Up to four units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Four {
    /// The place of the first one in [`SpatialGrid::points`]; the others follow.
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
    /// Which of them walk in the same group as the unit.
    pub companions: BVec4A,
}

impl Four {
    /// The places in [`SpatialGrid::points`] of some of them.
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

/// Units sorted by where they are. Rebuilt every tick without allocating.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    grid: SpatialGrid,
    /// In the order of the grid's points, with padding at the end, so that four can be read from anywhere.
    velocity_x: Vec<f32>,
    velocity_y: Vec<f32>,
    groups: Vec<f32>,
}

/// The numbers of four places.
const NUMBERS: Vec4 = Vec4::new(0.0, 1.0, 2.0, 3.0);

/// Groups are compared like the other numbers. A float holds the numbers of the first 16 million groups exactly.
fn lane(group: Option<u32>) -> f32 {
    group.map_or(-1.0, |group| group as f32)
}

impl Surroundings {
    /// Sorts units.
    pub fn rebuild(&mut self, bounds: Bounds, units: &[Traveller]) {
        self.grid.rebuild(bounds, units, |unit| unit.position);
        let lanes = [&mut self.velocity_x, &mut self.velocity_y, &mut self.groups];
        gather_lanes(self.grid.points(), lanes, (LANES - 1, 0.0), |i| {
            let Traveller { velocity, group, .. } = units[i];
            [velocity.x, velocity.y, lane(group)]
        });
    }

    /// The units, sorted into buckets; places are places there.
    pub fn grid(&self) -> &SpatialGrid {
        &self.grid
    }

    /// All units that may lie between a low and a high corner, and more; those that walk in a group are companions.
    pub fn fours(
        &self,
        (low, high): (Vec2, Vec2),
        group: u32,
    ) -> impl Iterator<Item = Four> + use<'_> {
        let own = Vec4::splat(lane(Some(group)));
        let mut rows = self.grid.ranges(low, high);
        let mut row = 0..0;
        std::iter::from_fn(move || {
            while row.is_empty() {
                row = rows.next()?;
            }
            let (first, left) = (row.start, row.len());
            row.start += LANES.min(left);
            let four = |lane: &[f32]| Vec4::from_slice(&lane[first..first + LANES]);
            let (xs, ys) = self.grid.coordinates();
            Some(Four {
                first,
                present: NUMBERS.cmplt(Vec4::splat(left as f32)),
                x: four(xs),
                y: four(ys),
                velocity_x: four(&self.velocity_x),
                velocity_y: four(&self.velocity_y),
                companions: four(&self.groups).cmpeq(own),
            })
        })
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
            for four in around.fours((low, high), 2) {
                for place in four.places(BVec4A::splat(true)) {
                    let i = around.grid().points()[place];
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
