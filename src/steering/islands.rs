//! Crowds that cannot touch each other, so that each can be moved on its own, by any thread.

use super::buckets::Buckets;

/// Points in groups: two are in one group if a chain of buckets that touch and are not empty leads from one to the
/// other. Rebuilt every tick without allocating.
#[derive(Clone, Debug, Default)]
pub(super) struct Islands {
    /// By bucket: whether it has been reached. Cleared after use.
    reached: Vec<bool>,
    /// Buckets that were reached, island by island.
    buckets: Vec<u32>,
    /// Indices of points, island by island.
    pub(super) members: Vec<u32>,
    /// Where each island ends in `members`.
    pub(super) ends: Vec<usize>,
}

impl Islands {
    /// Finds the islands of all points in buckets.
    pub(super) fn rebuild(&mut self, buckets: &Buckets) {
        self.members.clear();
        self.ends.clear();
        self.reached.resize(buckets.count().max(self.reached.len()), false);
        for &point in buckets.points() {
            let bucket = buckets.bucket_of(point);
            if self.reached[bucket] {
                continue;
            }
            self.flood(buckets, bucket);
            self.ends.push(self.members.len());
        }
        for &bucket in &self.buckets {
            self.reached[bucket as usize] = false;
        }
        self.buckets.clear();
    }

    fn flood(&mut self, buckets: &Buckets, first: usize) {
        let mut next = self.buckets.len();
        self.reached[first] = true;
        self.buckets.push(first as u32);
        while let Some(&bucket) = self.buckets.get(next) {
            next += 1;
            self.members.extend_from_slice(buckets.items(bucket as usize));
            for beside in buckets.beside(bucket as usize) {
                if !self.reached[beside] && !buckets.items(beside).is_empty() {
                    self.reached[beside] = true;
                    self.buckets.push(beside as u32);
                }
            }
        }
    }
}
