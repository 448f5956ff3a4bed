//! The queue of the exact engine: nodes in exact order of priority and tie, most of them never sorted.
//!
//! Priorities are cut into narrow ranges. Each range has an unsorted bucket of nodes. A bucket is sorted when its turn
//! comes. Later entries at or below its range go into a small heap next to it. Entries beyond the last bucket wait in
//! one list. A range is given by the leading bits of the priority, so its width grows with the numbers. A larger
//! priority never lies in a lower range, so the order is that of one large heap for any priorities. They may even fall,
//! as they do with markers.
//!
//! An improved node enters again. Its older entries are skipped when they come up.

use super::bucket_queue::{BUCKETS, BucketQueue};
use super::heap::{Entry, Heap, ordered_bits};
use crate::grid::Node;

/// Number of low bits of a priority that do not count for its range. On paths of 256 to 512 cells a range is 1/32 cell
/// wide. The buckets span a factor of 256 in priority.
const RANGE_SHIFT: u32 = 39;

/// The queue.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue {
    /// The current bucket, sorted so that the first entry is at the end.
    sorted: Vec<Entry>,
    /// Entries that came after their bucket had been sorted.
    late: Heap,
    /// Indexed by range, counted from `base`.
    buckets: BucketQueue<Entry>,
    /// Entries of ranges beyond the buckets.
    beyond: Vec<Entry>,
    base: u64,
    /// The first range whose bucket has not been sorted yet.
    next: u64,
}

impl Queue {
    pub(super) fn clear(&mut self) {
        self.sorted.clear();
        self.late.clear();
        self.buckets.clear();
        self.beyond.clear();
        (self.base, self.next) = (0, 0);
    }

    /// Enters a node.
    #[inline]
    pub(super) fn push(&mut self, priority: f64, tie: u64, node: Node) {
        let entry = Entry { priority: ordered_bits(priority), tie, node };
        if entry.priority >> RANGE_SHIFT < self.next {
            self.late.push(entry);
        } else if let Some(bucket) = self.bucket(&entry) {
            self.buckets.push(bucket, entry);
        } else {
            self.beyond.push(entry);
        }
    }

    /// The bucket of an entry. The entry must not lie below the first bucket.
    #[inline]
    fn bucket(&self, entry: &Entry) -> Option<usize> {
        let bucket = ((entry.priority >> RANGE_SHIFT) - self.base) as usize;
        (bucket < BUCKETS).then_some(bucket)
    }

    /// The first node whose entry is still valid. `counts` decides this by tie and node.
    #[inline]
    pub(super) fn first(&mut self, counts: impl Fn(u64, Node) -> bool) -> Option<Node> {
        loop {
            while let Some(first) =
                if self.late_first() { self.late.first() } else { self.sorted.last() }
            {
                if counts(first.tie, first.node) {
                    return Some(first.node);
                }
                self.pop();
            }
            let from = (self.next - self.base) as usize;
            if let Some(bucket) = self.buckets.first_from(from) {
                let buckets = &mut self.buckets;
                let entries = std::iter::from_fn(|| buckets.pop(bucket));
                self.sorted.extend(entries.filter(|entry| counts(entry.tie, entry.node)));
                self.sorted.sort_unstable_by_key(|entry| std::cmp::Reverse(entry.key()));
                self.next = self.base + bucket as u64 + 1;
            } else {
                self.begin_buckets_at(self.beyond.iter().map(|e| e.priority).min()?);
            }
        }
    }

    /// Removes the node that [`first`](Self::first) returned.
    #[inline]
    pub(super) fn pop(&mut self) {
        if self.late_first() {
            self.late.pop();
        } else {
            self.sorted.pop();
        }
    }

    /// Whether the first entry is a late one.
    #[inline]
    fn late_first(&self) -> bool {
        match (self.late.first(), self.sorted.last()) {
            (Some(late), Some(sorted)) => late.key() < sorted.key(),
            (late, _) => late.is_some(),
        }
    }

    /// Moves entries from the list beyond into the buckets that now exist for them.
    #[cold]
    fn begin_buckets_at(&mut self, priority: u64) {
        self.base = priority >> RANGE_SHIFT;
        self.next = self.base;
        for i in (0..self.beyond.len()).rev() {
            if let Some(bucket) = self.bucket(&self.beyond[i]) {
                self.buckets.push(bucket, self.beyond.swap_remove(i));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Close priorities, distant ones and negative ones.
    fn priorities() -> impl Strategy<Value = f64> {
        prop_oneof![
            (-9i32..9).prop_map(|p| f64::from(p) / 4.0),
            (0i32..4000).prop_map(|p| 300.0 + f64::from(p) / 512.0),
            (-300i32..300).prop_map(|p| 2f64.powi(p)),
        ]
    }

    proptest! {
        #[test]
        fn nodes_come_out_by_priority_then_tie(
            work in proptest::collection::vec((priorities(), 0u32..3), 0..300),
        ) {
            let mut queue = Queue::default();
            queue.push(1.0, 0, 0);
            queue.clear();
            let mut model: Vec<(f64, usize)> = Vec::new();
            let lowest = |model: &mut Vec<(f64, usize)>| {
                let best = (0..model.len()).min_by(|&a, &b| model[a].partial_cmp(&model[b]).unwrap());
                best.map(|i| model.remove(i).1 as Node)
            };
            for (i, &(priority, take)) in work.iter().enumerate() {
                queue.push(priority, i as u64, i as Node);
                model.push((priority, i));
                for _ in 0..take {
                    prop_assert_eq!(queue.first(|_, _| true), lowest(&mut model));
                    queue.pop();
                }
            }
            // From here on only every second entry is valid.
            model.retain(|(_, i)| i % 2 == 0);
            while !model.is_empty() {
                prop_assert_eq!(queue.first(|tie, _| tie % 2 == 0), lowest(&mut model));
                queue.pop();
            }
            prop_assert_eq!(queue.first(|tie, _| tie % 2 == 0), None);
        }
    }
}
