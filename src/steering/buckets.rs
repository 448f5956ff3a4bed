//! Neighbour queries over many discs, by sorting them into square buckets.

use crate::grid::Bounds;
use bevy::math::Vec2;

/// Side of a bucket, in cells: about the distance over which units notice each other.
const SIDE: f32 = 2.0;

/// Indices of points, sorted into square buckets by counting. Rebuilt every tick without allocating.
#[derive(Clone, Debug, Default)]
pub struct Buckets {
    columns: usize,
    rows: usize,
    /// Where each bucket begins in `items`; one more entry than there are buckets.
    starts: Vec<u32>,
    items: Vec<u32>,
    /// By point: its bucket.
    bucket_of: Vec<u32>,
    cursor: Vec<u32>,
}

impl Buckets {
    /// Sorts points into buckets. Points outside the bounds go to the nearest bucket.
    pub fn rebuild(&mut self, bounds: Bounds, points: impl ExactSizeIterator<Item = Vec2>) {
        self.columns = (bounds.width as f32 / SIDE).ceil().max(1.0) as usize;
        self.rows = (bounds.height as f32 / SIDE).ceil().max(1.0) as usize;
        self.starts.clear();
        self.starts.resize(self.columns * self.rows + 1, 0);
        self.items.clear();
        self.items.resize(points.len(), 0);
        self.bucket_of.clear();
        for point in points {
            let bucket = self.bucket(point);
            self.bucket_of.push(bucket as u32);
            self.starts[bucket + 1] += 1;
        }
        for i in 1..self.starts.len() {
            self.starts[i] += self.starts[i - 1];
        }
        // `cursor` runs through each bucket as it is filled, in the order of the indices.
        self.cursor.clear();
        self.cursor.extend_from_slice(&self.starts);
        for (i, &bucket) in self.bucket_of.iter().enumerate() {
            let cursor = &mut self.cursor[bucket as usize];
            self.items[*cursor as usize] = i as u32;
            *cursor += 1;
        }
    }

    /// Indices of all points that may lie within a distance of a position, bucket by bucket.
    pub fn near(&self, position: Vec2, distance: f32) -> impl Iterator<Item = usize> + '_ {
        self.ranges(position, distance)
            .flat_map(|range| self.items[range].iter().map(|&i| i as usize))
    }

    /// The same as ranges of places in [`Buckets::points`], one for each row of buckets.
    pub fn ranges(
        &self,
        position: Vec2,
        distance: f32,
    ) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
        let (left, top) = self.column_and_row(position - Vec2::splat(distance));
        let (right, bottom) = self.column_and_row(position + Vec2::splat(distance));
        (top..=bottom).map(move |row| {
            let first = self.starts[row * self.columns + left] as usize;
            first..self.starts[row * self.columns + right + 1] as usize
        })
    }

    /// Number of buckets.
    pub(super) fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// All points, bucket by bucket.
    pub fn points(&self) -> &[u32] {
        &self.items
    }

    /// The bucket of a point.
    pub(super) fn bucket_of(&self, point: u32) -> usize {
        self.bucket_of[point as usize] as usize
    }

    /// The points in a bucket.
    pub(super) fn items(&self, bucket: usize) -> &[u32] {
        &self.items[self.starts[bucket] as usize..self.starts[bucket + 1] as usize]
    }

    /// The buckets that touch a bucket, and itself.
    pub(super) fn beside(&self, bucket: usize) -> impl Iterator<Item = usize> + use<> {
        let (columns, rows) = (self.columns, self.rows);
        let (row, column) = (bucket / columns, bucket % columns);
        let around = |at: usize, count: usize| at.saturating_sub(1)..(at + 2).min(count);
        around(row, rows).flat_map(move |r| around(column, columns).map(move |c| r * columns + c))
    }

    fn bucket(&self, point: Vec2) -> usize {
        let (column, row) = self.column_and_row(point);
        row * self.columns + column
    }

    fn column_and_row(&self, point: Vec2) -> (usize, usize) {
        let clamp = |v: f32, count: usize| ((v / SIDE).max(0.0) as usize).min(count - 1);
        (clamp(point.x, self.columns), clamp(point.y, self.rows))
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
        let mut buckets = Buckets::default();
        buckets.rebuild(Bounds::new(20, 16), points.iter().copied());
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
    fn points_outside_are_kept() {
        let points = [Vec2::new(-5.0, 2.0), Vec2::new(99.0, 99.0)];
        let mut buckets = Buckets::default();
        buckets.rebuild(Bounds::new(10, 10), points.iter().copied());
        assert_eq!(buckets.near(Vec2::new(5.0, 5.0), 20.0).count(), 2);
    }
}
