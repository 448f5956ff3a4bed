//! The queue of the exact engine: nodes in exact order of priority and tie, most of them never sorted.
//!
//! Priorities are cut into narrow ranges. Each range has an unsorted bucket of nodes. A bucket is sorted when its turn
//! comes. Later entries at or below its range go into a small heap next to it. Entries beyond the last bucket wait in
//! one list. A range is given by the leading bits of the priority, so its width grows with the numbers. A larger
//! priority never lies in a lower range, so the order is that of one large heap for any priorities. They may even fall,
//! as they do with markers.
//!
//! Every entry of a search stays in one list, in the order of entry. The number of an entry breaks ties, links the
//! buckets, and finds the node of a key. An improved node enters again; the engine skips its older entries when they
//! come up.

use super::bucket_queue::{BUCKETS, Filled};
use super::heap::Heap;
use super::real::Real;
use super::sort_keys::sort_keys;
use crate::grid::Node;

/// The end of a bucket.
const NONE: u32 = u32::MAX;

/// Most sorted keys that a late key is compared with.
const NEAR: usize = 16;

/// A node in the queue: 16 bytes in single precision.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<R: Real> {
    pub(super) priority: R,
    /// The estimate of the node.
    pub(super) h: R,
    pub(super) node: Node,
    /// The entry before this one in the same bucket.
    link: u32,
    tie: R::Tie,
}

/// The queue.
#[derive(Clone, Debug)]
pub(super) struct Queue<R: Real> {
    /// Every entry of this search.
    entries: Vec<Entry<R>>,
    /// The current bucket, sorted so that the first key is at the end.
    sorted: Vec<R::Key>,
    /// Memory for sorting.
    spare: Vec<R::Key>,
    /// Entries that came after their bucket had been sorted.
    late: Heap<R::Key>,
    /// The first of those, or the last of all keys.
    first_late: R::Key,
    /// The last entry of each bucket, indexed by range, counted from `base`.
    heads: Box<[u32; BUCKETS]>,
    filled: Filled,
    /// Entries of ranges beyond the buckets.
    beyond: Vec<u32>,
    base: u32,
    /// The first range whose bucket has not been sorted yet.
    next: u32,
}

impl<R: Real> Default for Queue<R> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            sorted: Vec::new(),
            spare: Vec::new(),
            late: Heap::default(),
            first_late: R::LAST_KEY,
            heads: Box::new([NONE; BUCKETS]),
            filled: Filled::default(),
            beyond: Vec::new(),
            base: 0,
            next: 0,
        }
    }
}

impl<R: Real> Queue<R> {
    /// Empties the queue.
    pub(super) fn clear(&mut self) {
        while let Some(bucket) = self.filled.first_from(0) {
            self.heads[bucket] = NONE;
            self.filled.remove(bucket);
        }
        self.entries.clear();
        self.sorted.clear();
        self.late.clear();
        self.first_late = R::LAST_KEY;
        self.beyond.clear();
        (self.base, self.next) = (0, 0);
    }

    /// Number of entries since the queue was emptied.
    #[inline]
    pub(super) fn entered(&self) -> u32 {
        self.entries.len() as u32
    }

    /// An entry by its number.
    #[inline]
    pub(super) fn entry(&self, entry: u32) -> &Entry<R> {
        &self.entries[entry as usize]
    }

    /// All entries, in order.
    pub(super) fn entries(&self) -> &[Entry<R>] {
        &self.entries
    }

    /// Enters a node. Of nodes with the same priority the one with the lower tie comes first, then the one that entered
    /// first.
    #[inline(always)]
    pub(super) fn push(&mut self, node: Node, priority: R, h: R, tie: R::Tie) {
        let number = self.entered();
        let range = priority.range();
        let mut link = NONE;
        if range < self.next {
            self.push_late(priority.key(tie, number));
        } else {
            let bucket = (range - self.base) as usize;
            if let Some(head) = self.heads.get_mut(bucket) {
                link = std::mem::replace(head, number);
                // Without a branch, because it is hard to foresee whether the bucket is empty.
                self.filled.insert(bucket);
            } else {
                self.beyond.push(number);
            }
        }
        self.entries.push(Entry { priority, h, node, link, tie });
    }

    /// Enters a key at or below the current bucket: into the sorted keys if its place is near their end, where the lowest
    /// are, otherwise into the heap.
    #[inline(never)]
    fn push_late(&mut self, key: R::Key) {
        let length = self.sorted.len();
        if length >= NEAR && self.sorted[length - NEAR] < key {
            self.late.push(key);
            self.first_late = self.first_late.min(key);
            return;
        }
        self.sorted.push(key);
        let mut at = length;
        while at > 0 && self.sorted[at - 1] < key {
            self.sorted[at] = self.sorted[at - 1];
            at -= 1;
        }
        self.sorted[at] = key;
    }

    /// Takes out the first entry of the current bucket. Returns its number, or `None` if the bucket is empty.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<u32> {
        let key = match self.sorted.last() {
            Some(&sorted) if sorted < self.first_late => {
                self.sorted.pop();
                sorted
            }
            _ => self.pop_late()?,
        };
        Some(R::entry(key))
    }

    #[inline(never)]
    fn pop_late(&mut self) -> Option<R::Key> {
        let key = self.late.first()?;
        self.late.pop();
        self.first_late = self.late.first().unwrap_or(R::LAST_KEY);
        Some(key)
    }

    /// Sorts the next bucket that is not empty. Leaves out entries that are known to be old, given their number and node.
    /// `None` if nothing waits.
    pub(super) fn refill(&mut self, is_old: impl Fn(u32, Node) -> bool) -> Option<()> {
        let from = (self.next - self.base) as usize;
        let bucket = match self.filled.first_from(from) {
            Some(bucket) => bucket,
            None => {
                self.begin_buckets()?;
                self.filled.first_from(0)?
            }
        };
        let mut number = std::mem::replace(&mut self.heads[bucket], NONE);
        self.filled.remove(bucket);
        while number != NONE {
            let entry = &self.entries[number as usize];
            // Without a branch, because old entries are hard to foresee.
            let keep = usize::from(!is_old(number, entry.node));
            let length = self.sorted.len();
            self.sorted.push(entry.priority.key(entry.tie, number));
            self.sorted.truncate(length + keep);
            number = entry.link;
        }
        sort_keys::<R>(&mut self.sorted, &mut self.spare);
        self.next = self.base + bucket as u32 + 1;
        Some(())
    }

    /// Moves entries from the list beyond into buckets that begin at the lowest of them. `None` if there are none.
    #[cold]
    fn begin_buckets(&mut self) -> Option<()> {
        let ranges = self.beyond.iter().map(|&e| self.entries[e as usize].priority.range());
        let range = ranges.min()?;
        (self.base, self.next) = (range, range);
        for i in (0..self.beyond.len()).rev() {
            let number = self.beyond[i];
            let entry = &mut self.entries[number as usize];
            let bucket = (entry.priority.range() - range) as usize;
            if bucket < BUCKETS {
                entry.link = std::mem::replace(&mut self.heads[bucket], number);
                self.filled.insert(bucket);
                self.beyond.swap_remove(i);
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Close priorities, distant ones and negative ones, all exact in single precision.
    fn priorities() -> impl Strategy<Value = f64> {
        prop_oneof![
            (-9i32..9).prop_map(|p| f64::from(p) / 4.0),
            (0i32..4000).prop_map(|p| 300.0 + f64::from(p) / 512.0),
            (-120i32..120).prop_map(|p| 2f64.powi(p)),
        ]
    }

    fn lowest(model: &mut Vec<(f64, u32, u32)>) -> Option<u32> {
        let best = (0..model.len()).min_by(|&a, &b| model[a].partial_cmp(&model[b]).unwrap());
        best.map(|i| model.remove(i).2)
    }

    fn next<R: Real>(queue: &mut Queue<R>) -> Option<u32> {
        loop {
            let first = queue.pop();
            if first.is_some() {
                return first;
            }
            queue.refill(|_, _| false)?;
        }
    }

    fn check<R: Real>(work: &[(f64, u32, u32)], with_ties: bool) -> Result<(), TestCaseError> {
        let mut queue = Queue::<R>::default();
        queue.clear();
        queue.push(0, R::from_f64(1.0), R::default(), R::tie(0));
        queue.clear();
        prop_assert_eq!((next(&mut queue), queue.entered()), (None, 0));
        let mut model = Vec::new();
        for (number, &(priority, tie, take)) in (0..).zip(work) {
            let tie = if with_ties { tie } else { 0 };
            queue.push(number + 7, R::from_f64(priority), R::default(), R::tie(tie));
            prop_assert_eq!(queue.entry(number).node, number + 7);
            model.push((priority, tie, number));
            for _ in 0..take {
                prop_assert_eq!(next(&mut queue), lowest(&mut model));
            }
        }
        while !model.is_empty() {
            prop_assert_eq!(next(&mut queue), lowest(&mut model));
        }
        prop_assert_eq!((next(&mut queue), queue.entries().len()), (None, work.len()));
        Ok(())
    }

    proptest! {
        #[test]
        fn nodes_come_out_by_priority_then_tie_then_entry(
            work in proptest::collection::vec((priorities(), 0u32..4, 0u32..3), 0..300),
        ) {
            check::<f64>(&work, true)?;
            let positive: Vec<_> = work.iter().map(|&(p, tie, take)| (p.abs(), tie, take)).collect();
            check::<f32>(&positive, false)?;
        }
    }
}
