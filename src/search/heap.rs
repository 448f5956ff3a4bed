//! Entries of the exact engine's queue, and a heap of them in which each entry has four below it, which
//! is shallower than two and keeps those four side by side in memory.

use crate::grid::Node;

/// A node that waits. The lowest priority comes first, among equals the lowest tie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// From [`ordered_bits`].
    pub(super) priority: u64,
    pub(super) tie: u64,
    pub(super) node: Node,
}

impl Entry {
    /// What entries are ordered by.
    #[inline]
    pub(super) fn key(&self) -> u128 {
        u128::from(self.priority) << 64 | u128::from(self.tie)
    }
}

/// Whole numbers that order as real numbers do.
#[inline]
pub(super) fn ordered_bits(value: f64) -> u64 {
    let bits = value.to_bits();
    if bits >> 63 == 0 { bits | 1 << 63 } else { !bits }
}

/// The heap.
#[derive(Clone, Debug, Default)]
pub(super) struct Heap {
    entries: Vec<Entry>,
}

const BELOW: usize = 4;

impl Heap {
    /// Empties the heap.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
    }

    /// Enters a node.
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

    /// The entry that comes first.
    #[inline]
    pub(super) fn first(&self) -> Option<&Entry> {
        self.entries.first()
    }

    /// Takes out the entry that comes first.
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
                // Two pairs, then the winners: without branches that depend on the numbers.
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
