//! Queue entries of the exact engine, and a 4-ary heap of them. It is less deep than a binary heap, and its four
//! children lie side by side in memory.

use crate::grid::Node;

/// A waiting node. The lowest priority comes first, then the lowest tie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// From [`ordered_bits`].
    pub(super) priority: u64,
    pub(super) tie: u64,
    pub(super) node: Node,
}

impl Entry {
    /// The sort key.
    #[inline]
    pub(super) fn key(&self) -> u128 {
        u128::from(self.priority) << 64 | u128::from(self.tie)
    }
}

/// Maps floats to integers of the same order.
#[inline]
pub(super) fn ordered_bits(value: f64) -> u64 {
    let bits = value.to_bits();
    if bits >> 63 == 0 { bits | 1 << 63 } else { !bits }
}

/// A 4-ary heap.
#[derive(Clone, Debug, Default)]
pub(super) struct Heap {
    entries: Vec<Entry>,
}

const BELOW: usize = 4;

impl Heap {
    pub(super) fn clear(&mut self) {
        self.entries.clear();
    }

    /// Adds an entry.
    #[inline]
    pub(super) fn push(&mut self, entry: Entry) {
        let mut at = self.entries.len();
        self.entries.push(entry);
        while at > 0 {
            let above = (at - 1) / BELOW;
            if self.entries[above].key() <= entry.key() {
                break;
            }
            self.entries[at] = self.entries[above];
            at = above;
        }
        self.entries[at] = entry;
    }

    /// The first entry.
    #[inline]
    pub(super) fn first(&self) -> Option<&Entry> {
        self.entries.first()
    }

    /// Removes the first entry.
    #[inline]
    pub(super) fn pop(&mut self) {
        let Some(last) = self.entries.pop() else { return };
        if self.entries.is_empty() {
            return;
        }
        let entries = self.entries.as_mut_slice();
        let key = last.key();
        let mut at = 0;
        loop {
            let first = at * BELOW + 1;
            let best = match entries.get(first..first + BELOW) {
                // Compare two pairs, then the winners: no branch depends on the values.
                Some(below) => {
                    let left = usize::from(below[1].key() < below[0].key());
                    let right = 2 + usize::from(below[3].key() < below[2].key());
                    first + if below[right].key() < below[left].key() { right } else { left }
                }
                None => match (first..entries.len()).min_by_key(|&i| entries[i].key()) {
                    Some(best) => best,
                    None => break,
                },
            };
            if key <= entries[best].key() {
                break;
            }
            entries[at] = entries[best];
            at = best;
        }
        entries[at] = last;
    }
}
