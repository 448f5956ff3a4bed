//! Neighbour queries over many discs, by sorting them into square buckets.

use super::parallel::{gather, gather_lanes};
use crate::grid::Bounds;
use glam::{BVec4A, Vec2, Vec4};
use std::ops::Range;

/// Side of a bucket, in cells: about the distance over which units notice each other.
const SIDE: f32 = 2.0;

/// Indices of points, sorted into square buckets by counting. Rebuilt every tick without allocating.
#[derive(Clone, Debug, Default)]
pub struct SpatialGrid {
    columns: usize,
    rows: usize,
    /// Where each bucket begins in `items`; one more entry than there are buckets.
    starts: Vec<u32>,
    /// With a few more at the end, so that four can be read from anywhere.
    items: Vec<u32>,
    /// By point: its bucket.
    bucket_of: Vec<u32>,
    cursor: Vec<u32>,
    /// The points themselves, in the order of `items`; with a few more at the end, so that four can be read from anywhere.
    xs: Vec<f32>,
    ys: Vec<f32>,
}

/// Where there is no point: further than any, and finite, so that nothing that is multiplied by 0 goes wrong.
const FAR: f32 = 1e15;
/// Points that are looked at together.
pub(crate) const LANES: usize = 4;

impl SpatialGrid {
    /// Sorts points into buckets. Points outside the bounds go to the nearest bucket.
    pub fn rebuild<T: Sync>(
        &mut self,
        bounds: Bounds,
        all: &[T],
        point: impl Fn(&T) -> Vec2 + Sync + Send,
    ) {
        // Without points one bucket is enough.
        let bounds = if all.is_empty() { Bounds::new(1, 1) } else { bounds };
        self.columns = (bounds.width as f32 / SIDE).ceil().max(1.0) as usize;
        self.rows = (bounds.height as f32 / SIDE).ceil().max(1.0) as usize;
        self.starts.clear();
        self.starts.resize(self.columns * self.rows + 1, 0);
        let mut bucket_of = std::mem::take(&mut self.bucket_of);
        gather(all, &mut bucket_of, |one| self.bucket(point(one)) as u32);
        self.bucket_of = bucket_of;
        for &bucket in &self.bucket_of {
            self.starts[bucket as usize + 1] += 1;
        }
        for i in 1..self.starts.len() {
            self.starts[i] += self.starts[i - 1];
        }
        // `cursor` runs through each bucket as it is filled, in the order of the indices.
        self.cursor.clear();
        self.cursor.extend_from_slice(&self.starts);
        self.items.resize(all.len() + LANES - 1, 0);
        for (i, &bucket) in (0..).zip(&self.bucket_of) {
            let cursor = &mut self.cursor[bucket as usize];
            self.items[*cursor as usize] = i;
            *cursor += 1;
        }
        let lanes = [&mut self.xs, &mut self.ys];
        let points = &self.items[..all.len()];
        gather_lanes(points, lanes, (LANES - 1, FAR), |i| point(&all[i]).into());
    }

    /// The indices in [`SpatialGrid::points`] of the points between a low and a high corner that `matters`, which is
    /// asked about four points at once, by their x and their y.
    pub fn within<M: Fn(Vec4, Vec4) -> BVec4A>(
        &self,
        low: Vec2,
        high: Vec2,
        matters: M,
    ) -> impl Iterator<Item = usize> + use<'_, M> {
        let rows = self.ranges(low, high);
        Within { grid: self, rows, matters, row: 0..0, first: 0, found: 0 }
    }

    /// Indices of all points that may lie within a distance of a position, bucket by bucket.
    pub fn near(&self, position: Vec2, distance: f32) -> impl Iterator<Item = usize> + '_ {
        let reach = Vec2::splat(distance);
        self.ranges(position - reach, position + reach)
            .flat_map(|range| self.items[range].iter().map(|&i| i as usize))
    }

    /// The indices in [`SpatialGrid::points`] of all points that may lie in the rectangle between a low and a high
    /// corner, as one range for each row of buckets.
    pub fn ranges(&self, low: Vec2, high: Vec2) -> impl Iterator<Item = Range<usize>> + '_ {
        let (left, top) = self.column_and_row(low);
        let (right, bottom) = self.column_and_row(high);
        (top..bottom + 1).map(move |row| {
            let first = self.starts[row * self.columns + left] as usize;
            first..self.starts[row * self.columns + right + 1] as usize
        })
    }

    /// All points, bucket by bucket.
    pub fn points(&self) -> &[u32] {
        &self.items[..self.items.len().saturating_sub(LANES - 1)]
    }

    /// All points with padding at the end, so that four can be read from any index.
    pub(super) fn padded_points(&self) -> &[u32] {
        &self.items
    }

    /// Their x and their y, in the same order, with a few more at the end, so that four can be read from anywhere.
    pub(super) fn coordinates(&self) -> (&[f32], &[f32]) {
        (&self.xs, &self.ys)
    }

    fn bucket(&self, point: Vec2) -> usize {
        let (column, row) = self.column_and_row(point);
        row * self.columns + column
    }

    fn column_and_row(&self, point: Vec2) -> (usize, usize) {
        // A conversion to 32 bits takes fewer instructions than one to 64.
        let clamp = |v: f32, count: usize| {
            ((v * (1.0 / SIDE)).max(0.0) as i32).min(count as i32 - 1) as usize
        };
        (clamp(point.x, self.columns), clamp(point.y, self.rows))
    }
}

/// Indices of points that matter, row by row of buckets.
struct Within<'a, R, M> {
    grid: &'a SpatialGrid,
    rows: R,
    matters: M,
    /// What is left of the current row.
    row: Range<usize>,
    /// Which of the four points from `first` on matter and were not returned yet, one bit each.
    first: usize,
    found: u32,
}

impl<R, M: Fn(Vec4, Vec4) -> BVec4A> Within<'_, R, M> {
    /// Which of the first four points of a row matter, one bit each. Both lists of coordinates have the same length.
    #[inline(always)]
    fn matter(&self, row: &Range<usize>, (xs, ys): (&[f32], &[f32])) -> u32 {
        let [x, y] = [xs, ys].map(|all| Vec4::from_slice(&all[row.start..row.start + LANES]));
        let in_row = (1 << row.len().min(LANES)) - 1;
        (self.matters)(x, y).bitmask() & in_row
    }
}

impl<R: Iterator<Item = Range<usize>>, M: Fn(Vec4, Vec4) -> BVec4A> Iterator for Within<'_, R, M> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        while self.found == 0 {
            if self.row.is_empty() {
                self.row = self.rows.next()?;
                continue;
            }
            self.first = self.row.start;
            self.found = self.matter(&self.row, (&self.grid.xs, &self.grid.ys));
            self.row.start += LANES.min(self.row.len());
        }
        let place = self.first + self.found.trailing_zeros() as usize;
        self.found &= self.found - 1;
        Some(place)
    }

    /// Row by row, without the look-ups of each step.
    #[inline(always)]
    fn fold<B, F: FnMut(B, usize) -> B>(mut self, first: B, mut add: F) -> B {
        let xs = &self.grid.xs[..];
        let ys = &self.grid.ys[..xs.len()];
        let (mut first, mut found, mut sum) = (self.first, self.found, first);
        let mut row = self.row.clone();
        loop {
            while found != 0 {
                sum = add(sum, first + found.trailing_zeros() as usize);
                found &= found - 1;
            }
            while row.start >= row.end {
                let Some(next) = self.rows.next() else { return sum };
                row = next;
            }
            first = row.start;
            found = self.matter(&row, (xs, ys));
            row.start += LANES;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_within_the_distance_is_found_once() {
        let points: Vec<Vec2> = (0..200)
            .map(|i| Vec2::new((i * 37 % 101) as f32 / 5.0, (i * 53 % 97) as f32 / 6.0))
            .collect();
        let mut buckets = SpatialGrid::default();
        buckets.rebuild(Bounds::new(20, 16), &points, |point| *point);
        for distance in [0.3, 1.0, 3.7] {
            for &p in &points {
                let mut found: Vec<usize> = buckets
                    .near(p, distance)
                    .filter(|&i| points[i].distance(p) <= distance)
                    .collect();
                found.sort_unstable();
                let expected: Vec<usize> =
                    (0..points.len()).filter(|&i| points[i].distance(p) <= distance).collect();
                assert_eq!(found, expected);
            }
        }
    }

    #[test]
    fn four_at_once_finds_the_same_as_one_by_one() {
        let points: Vec<Vec2> = (0..300)
            .map(|i| Vec2::new((i * 37 % 101) as f32 / 5.0, (i * 53 % 97) as f32 / 6.0))
            .collect();
        let mut buckets = SpatialGrid::default();
        buckets.rebuild(Bounds::new(20, 16), &points, |point| *point);
        for &p in &points {
            let (low, high) = (p - Vec2::new(1.3, 0.2), p + Vec2::new(2.0, 3.1));
            let inside = |x: Vec4, y: Vec4| {
                x.cmpge(Vec4::splat(low.x))
                    & x.cmple(Vec4::splat(high.x))
                    & y.cmpge(Vec4::splat(low.y))
                    & y.cmple(Vec4::splat(high.y))
            };
            let mut found = Vec::new();
            let places = buckets.within(low, high, inside);
            places.for_each(|place| found.push(buckets.points()[place]));
            let mut places = buckets.within(low, high, inside);
            let one_by_one = std::iter::from_fn(|| places.next());
            assert!(one_by_one.map(|place| buckets.points()[place]).eq(found.iter().copied()));
            let mut sorted = found.clone();
            sorted.sort_unstable();
            let inside = |q: Vec2| q.cmpge(low).all() && q.cmple(high).all();
            let expected: Vec<u32> =
                (0..points.len() as u32).filter(|&i| inside(points[i as usize])).collect();
            assert_eq!(sorted, expected);
        }
    }

    #[test]
    fn points_outside_are_kept() {
        let points = [Vec2::new(-5.0, 2.0), Vec2::new(99.0, 99.0)];
        let mut buckets = SpatialGrid::default();
        buckets.rebuild(Bounds::new(10, 10), &points, |point| *point);
        assert_eq!(buckets.near(Vec2::new(5.0, 5.0), 20.0).count(), 2);
    }
}
