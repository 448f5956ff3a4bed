//! The queue of the exact engine: nodes in exact order of priority and tie, most of them never compared with another.
//!
//! Priorities are cut into ranges, and ranges into parts. Each range has an unsorted bucket of nodes. When its turn comes,
//! its nodes are distributed over the buckets of its parts. Most parts hold one node or none; those with more than two are
//! sorted when their turn comes. An entry whose part has had its turn is sorted in, or goes into a small heap if there are
//! many. Entries beyond the last bucket wait in one list. Ranges and parts are given by the leading bits of the priority, so their
//! width grows with the numbers. A larger priority never lies in a lower part, so the order is that of one large heap for any
//! priorities. They may even fall, as they do with markers.
//!
//! Every entry of a search stays in one list, in the order of entry. The number of an entry breaks ties, links the
//! buckets, and finds the node of a key. An improved node enters again; the engine skips its older entries when they
//! come up.

use super::bucket_queue::{BUCKETS, Filled};
use super::heap::Heap;
use super::real::{PARTS, Real};
use crate::grid::Node;

/// The end of a bucket.
const NONE: u32 = u32::MAX;

/// Maximum number of sorted keys that a late key is compared with.
const NEAR: usize = 16;

/// A node in the queue: 16 bytes in single precision.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<R: Real> {
    pub(super) priority: R,
    /// The heuristic of the node.
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
    /// Keys below part `next`, sorted so that the first one is at the end.
    sorted: Vec<R::Key>,
    /// More of them. Empty if `sorted` is.
    late: Heap<R::Key>,
    /// The first of those, or the last of all keys.
    first_late: R::Key,
    /// The last entry of each part of the current range.
    parts: [u32; PARTS as usize],
    /// One bit per part: whether it holds entries.
    filled_parts: u64,
    /// The first part that still takes new entries into its bucket, counted from the first part of the first range.
    next: u32,
    /// The last entry of the bucket of each range, counted from `base`.
    heads: Box<[u32; BUCKETS]>,
    filled: Filled,
    /// Entries of ranges beyond the buckets.
    beyond: Vec<u32>,
    base: u32,
    /// The current range.
    range: u32,
}

impl<R: Real> Default for Queue<R> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            sorted: Vec::new(),
            late: Heap::default(),
            first_late: R::LAST_KEY,
            parts: [NONE; PARTS as usize],
            filled_parts: 0,
            next: 0,
            heads: Box::new([NONE; BUCKETS]),
            filled: Filled::default(),
            beyond: Vec::new(),
            base: 0,
            range: 0,
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
        self.parts = [NONE; PARTS as usize];
        self.filled_parts = 0;
        self.beyond.clear();
        (self.base, self.range, self.next) = (0, 0, 0);
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
        let part = priority.part();
        let range = part / PARTS;
        let mut link = NONE;
        if part < self.next {
            self.push_late(priority.key(tie, number));
        } else if range == self.range {
            link = std::mem::replace(&mut self.parts[(part % PARTS) as usize], number);
            self.filled_parts |= 1 << (part % PARTS);
        } else if let Some(head) = self.heads.get_mut((range - self.base) as usize) {
            link = std::mem::replace(head, number);
            self.filled.insert((range - self.base) as usize);
        } else {
            self.beyond.push(number);
        }
        self.entries.push(Entry { priority, h, node, link, tie });
    }

    /// Enters a key below part `next`: into the sorted keys if it belongs near their end, where the lowest are,
    /// otherwise into the heap.
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

    /// Takes out the first entry of the current range. Returns its number, or `None` if there is none.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<u32> {
        if !self.sorted.is_empty() {
            return Some(R::entry(self.pop_key()));
        }
        if self.filled_parts == 0 {
            return None;
        }
        let part = self.filled_parts.trailing_zeros();
        self.next = self.range * PARTS + part;
        let last = self.parts[part as usize];
        if self.entries[last as usize].link != NONE {
            return Some(self.pop_of_several(part, last));
        }
        self.parts[part as usize] = NONE;
        self.filled_parts &= self.filled_parts - 1;
        Some(last)
    }

    /// Takes out the first entry of a part that has several, given the last one. If there are more than two, all of them are
    /// sorted.
    #[inline(never)]
    fn pop_of_several(&mut self, part: u32, last: u32) -> u32 {
        let before = self.entries[last as usize].link;
        if self.entries[before as usize].link == NONE {
            // Without a branch, because it is hard to foresee which of them is the first.
            let is_last = self.key(last) < self.key(before);
            let (first, second) = if is_last { (last, before) } else { (before, last) };
            self.entries[second as usize].link = NONE;
            self.parts[part as usize] = second;
            return first;
        }
        let mut number = last;
        while let Some(entry) = self.entries.get(number as usize) {
            self.sorted.push(entry.priority.key(entry.tie, number));
            number = entry.link;
        }
        self.sorted.sort_unstable_by(|a, b| b.cmp(a));
        self.parts[part as usize] = NONE;
        self.filled_parts &= self.filled_parts - 1;
        self.next += 1;
        R::entry(self.pop_key())
    }

    /// The key of an entry, given its number.
    fn key(&self, number: u32) -> R::Key {
        let entry = &self.entries[number as usize];
        entry.priority.key(entry.tie, number)
    }

    /// Takes out the first of the sorted keys and those in the heap. There must be a sorted one.
    #[inline(never)]
    fn pop_key(&mut self) -> R::Key {
        let last = self.sorted.len() - 1;
        if self.first_late < self.sorted[last] {
            return self.pop_late();
        }
        let key = self.sorted[last];
        self.sorted.truncate(last);
        if last == 0 && self.first_late < R::LAST_KEY {
            let first = self.pop_late();
            self.sorted.push(first);
        }
        key
    }

    /// Takes the first key out of the heap, which must not be empty.
    fn pop_late(&mut self) -> R::Key {
        self.late.pop();
        std::mem::replace(&mut self.first_late, self.late.first().unwrap_or(R::LAST_KEY))
    }

    /// Goes on to the next range that has entries. Leaves out those that are known to be old, given their number and node.
    /// `None` if nothing waits.
    pub(super) fn refill(&mut self, is_old: impl Fn(u32, Node) -> bool) -> Option<()> {
        let from = self.range.saturating_sub(self.base) as usize;
        let bucket = match self.filled.first_from(from) {
            Some(bucket) => bucket,
            None => {
                self.begin_buckets()?;
                self.filled.first_from(0)?
            }
        };
        self.range = self.base + bucket as u32;
        self.next = self.range * PARTS;
        let mut number = std::mem::replace(&mut self.heads[bucket], NONE);
        self.filled.remove(bucket);
        while number != NONE {
            let entry = &mut self.entries[number as usize];
            let link = entry.link;
            let part = entry.priority.part() % PARTS;
            // Branch-free, because stale entries are unpredictable.
            let keep = !is_old(number, entry.node);
            let head = &mut self.parts[part as usize];
            entry.link = *head;
            *head = if keep { number } else { *head };
            self.filled_parts |= u64::from(keep) << part;
            number = link;
        }
        Some(())
    }

    /// Moves entries from the list beyond into buckets that begin at the lowest of them. `None` if there are none.
    #[cold]
    fn begin_buckets(&mut self) -> Option<()> {
        let ranges = self.beyond.iter().map(|&e| self.entries[e as usize].priority.part() / PARTS);
        let range = ranges.min()?;
        self.base = range;
        for i in (0..self.beyond.len()).rev() {
            let number = self.beyond[i];
            let entry = &mut self.entries[number as usize];
            let bucket = (entry.priority.part() / PARTS - range) as usize;
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
            (0i32..400).prop_map(|p| 300.0 + f64::from(p) / 8192.0),
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
