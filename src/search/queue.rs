//! The queue of the exact engine: nodes in exact order of priority and tie, most of them never sorted.
//!
//! Priorities are cut into narrow ranges. Each range has an unsorted bucket of nodes. A bucket is sorted when its turn
//! comes. Later entries at or below its range go into a small heap next to it. Entries beyond the last bucket wait in
//! one list. A range is given by the leading bits of the priority, so its width grows with the numbers. A larger
//! priority never lies in a lower range, so the order is that of one large heap for any priorities. They may even fall,
//! as they do with markers.
//!
//! Every entry of a search stays in one list, in the order of entry. The number of an entry breaks ties, links the
//! buckets, and finds the node of a key. An improved node enters again, and its older entry is dropped: it is skipped
//! when it comes up.

use super::bucket_queue::{BUCKETS, Filled};
use super::heap::Heap;
use super::real::Real;
use crate::grid::Node;

/// The end of a bucket.
const NONE: u32 = u32::MAX >> LINK_SHIFT;
const LINK_SHIFT: u32 = 5;
const DROPPED: u32 = 16;
const TAKEN: u32 = 8;
const DIRECTION: u32 = 7;

/// Most sorted keys that a late key is compared with.
const NEAR: usize = 16;

/// A node in the queue: 16 bytes in single precision.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<R: Real> {
    pub(super) priority: R,
    /// The estimate of the node.
    pub(super) h: R,
    pub(super) node: Node,
    /// From the upper bits down: link, flags "is dropped" and "is taken out", direction of the step that led here. The
    /// link is the entry before this one in the same bucket. After the entry is taken out, it is the order of that.
    tag: u32,
    tie: R::Tie,
}

impl<R: Real> Entry<R> {
    /// Direction of the step that led here.
    #[inline]
    pub(super) fn direction(&self) -> usize {
        (self.tag & DIRECTION) as usize
    }

    /// Whether the entry has been taken out of the queue.
    #[inline]
    pub(super) fn is_taken(&self) -> bool {
        self.tag & TAKEN != 0
    }

    /// How many were taken out before this one.
    pub(super) fn order(&self) -> Option<u32> {
        self.is_taken().then_some(self.tag >> LINK_SHIFT)
    }
}

/// The queue.
#[derive(Clone, Debug)]
pub(super) struct Queue<R: Real> {
    /// Every entry of this search.
    entries: Vec<Entry<R>>,
    /// The current bucket, sorted so that the first key is at the end.
    sorted: Vec<R::Key>,
    /// Entries that came after their bucket had been sorted.
    late: Heap<R::Key>,
    /// The last entry of each bucket, indexed by range, counted from `base`.
    heads: Vec<u32>,
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
            late: Heap::default(),
            heads: Vec::new(),
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
        self.heads.resize(BUCKETS, NONE);
        while let Some(bucket) = self.filled.first_from(0) {
            self.heads[bucket] = NONE;
            self.filled.remove(bucket);
        }
        self.entries.clear();
        self.sorted.clear();
        self.late.clear();
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

    /// Drops an entry, because its node enters again.
    #[inline]
    pub(super) fn drop_entry(&mut self, entry: u32) {
        self.entries[entry as usize].tag |= DROPPED;
    }

    /// Enters a node. Of nodes with the same priority the one with the lower tie comes first, then the one that entered
    /// first.
    #[inline(always)]
    pub(super) fn push(&mut self, node: Node, direction: u32, priority: R, h: R, tie: R::Tie) {
        let number = self.entered();
        let range = priority.range();
        let mut link = NONE;
        if range < self.next {
            self.push_late(priority.key(tie, number));
        } else {
            let bucket = (range - self.base) as usize;
            if let Some(head) = self.heads.get_mut(bucket) {
                link = std::mem::replace(head, number);
                if link == NONE {
                    self.filled.insert(bucket);
                }
            } else {
                self.beyond.push(number);
            }
        }
        let tag = link << LINK_SHIFT | direction;
        self.entries.push(Entry { priority, h, node, tag, tie });
    }

    /// Enters a key at or below the current bucket: into the sorted keys if its place is near their end, where the lowest
    /// are, otherwise into the heap.
    #[inline(never)]
    fn push_late(&mut self, key: R::Key) {
        let length = self.sorted.len();
        if length >= NEAR && self.sorted[length - NEAR] < key {
            self.late.push(key);
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

    /// Takes out the first entry that is not dropped, as number `order`.
    #[inline(always)]
    pub(super) fn pop(&mut self, order: u32) -> Option<&Entry<R>> {
        loop {
            let key = match (self.sorted.last().copied(), self.late.first()) {
                (Some(sorted), None) => {
                    self.sorted.pop();
                    sorted
                }
                (Some(sorted), Some(late)) if sorted < late => {
                    self.sorted.pop();
                    sorted
                }
                (_, Some(late)) => {
                    self.late.pop();
                    late
                }
                (None, None) => {
                    self.refill()?;
                    continue;
                }
            };
            let number = R::entry(key) as usize;
            if self.entries[number].tag & DROPPED == 0 {
                let entry = &mut self.entries[number];
                let order = order.min(u32::MAX >> LINK_SHIFT);
                entry.tag = order << LINK_SHIFT | TAKEN | entry.tag & DIRECTION;
                return Some(entry);
            }
        }
    }

    /// Whether all entries are taken out or dropped.
    #[cold]
    pub(super) fn is_empty(&self) -> bool {
        self.entries.iter().all(|entry| entry.tag & (TAKEN | DROPPED) != 0)
    }

    /// Sorts the next bucket that is not empty. `None` if nothing waits.
    #[inline(never)]
    fn refill(&mut self) -> Option<()> {
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
            if entry.tag & DROPPED == 0 {
                self.sorted.push(entry.priority.key(entry.tie, number));
            }
            number = entry.tag >> LINK_SHIFT;
        }
        if self.sorted.len() > 1 {
            self.sorted.sort_unstable_by(|a, b| b.cmp(a));
        }
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
                let link = std::mem::replace(&mut self.heads[bucket], number);
                entry.tag = link << LINK_SHIFT | entry.tag & !(NONE << LINK_SHIFT);
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

    fn check<R: Real>(work: &[(f64, u32, u32)], with_ties: bool) -> Result<(), TestCaseError> {
        let mut queue = Queue::<R>::default();
        queue.clear();
        queue.push(0, 0, R::from_f64(1.0), R::default(), R::tie(0));
        queue.clear();
        prop_assert!(queue.is_empty());
        let mut model = Vec::new();
        let mut taken = 0;
        for (number, &(priority, tie, take)) in (0..).zip(work) {
            let tie = if with_ties { tie } else { 0 };
            queue.push(number, number % 8, R::from_f64(priority), R::default(), R::tie(tie));
            model.push((priority, tie, number));
            for _ in 0..take {
                prop_assert_eq!(queue.is_empty(), model.is_empty());
                let first = queue.pop(taken).map(|entry| entry.node);
                prop_assert_eq!(first, lowest(&mut model));
                if let Some(node) = first {
                    let entry = queue.entry(node);
                    prop_assert_eq!(
                        (entry.order(), entry.direction()),
                        (Some(taken), node as usize % 8)
                    );
                    taken += 1;
                }
            }
        }
        // From here on every second entry is dropped.
        for (.., number) in model.extract_if(.., |(.., number)| *number % 2 == 0) {
            queue.drop_entry(number);
        }
        while !model.is_empty() {
            prop_assert_eq!(queue.pop(0).map(|entry| entry.node), lowest(&mut model));
        }
        prop_assert!(queue.is_empty() && queue.pop(0).is_none());
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
