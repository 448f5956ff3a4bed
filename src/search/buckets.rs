//! A queue of nodes by whole-number priority, one bucket per priority.
//!
//! Priorities that wait at the same time span less than the ring of buckets (a consistent estimate on
//! our grid keeps them within two diagonal steps), so a bucket is found by the low bits alone and the
//! order is exact. Two levels of bits find the next bucket that is not empty. Within a bucket the last
//! comes first, which drives a search towards its goal.

use crate::grid::Node;

/// Number of buckets; the low 16 bits of a priority.
const RING: usize = 1 << 16;
const NONE: u32 = u32::MAX;

/// The queue.
#[derive(Clone, Debug)]
pub(super) struct Buckets {
    /// First entry of each bucket.
    heads: Vec<u32>,
    /// Node and next entry.
    entries: Vec<(Node, u32)>,
    /// First of the entries that are not in use.
    unused: u32,
    /// One bit per bucket that may hold something.
    filled: Vec<u64>,
    /// One bit per word of `filled` that is not zero.
    words: [u64; RING / 64 / 64],
    current: usize,
}

impl Default for Buckets {
    fn default() -> Self {
        Self {
            heads: vec![NONE; RING],
            entries: Vec::new(),
            unused: NONE,
            filled: vec![0; RING / 64],
            words: [0; RING / 64 / 64],
            current: 0,
        }
    }
}

impl Buckets {
    /// Empties the queue; the next priorities are at or a little above `lowest`.
    pub(super) fn begin(&mut self, lowest: u32) {
        for word in 0..self.filled.len() {
            while self.filled[word] != 0 {
                let bit = self.filled[word].trailing_zeros() as usize;
                self.filled[word] &= self.filled[word] - 1;
                self.heads[word * 64 + bit] = NONE;
            }
        }
        self.words.fill(0);
        self.entries.clear();
        self.unused = NONE;
        self.current = lowest as usize % RING;
    }

    /// Enters a node. The priority must not be below that of the last node taken out.
    #[inline]
    pub(super) fn push(&mut self, priority: u32, node: Node) {
        let bucket = priority as usize % RING;
        let entry = (node, self.heads[bucket]);
        let at = self.unused;
        if at == NONE {
            self.heads[bucket] = self.entries.len() as u32;
            self.entries.push(entry);
        } else {
            self.unused = self.entries[at as usize].1;
            self.entries[at as usize] = entry;
            self.heads[bucket] = at;
        }
        self.filled[bucket / 64] |= 1 << (bucket % 64);
        self.words[bucket / 4096] |= 1 << (bucket / 64 % 64);
    }

    /// Takes out a node of the lowest priority.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<Node> {
        let mut at = self.heads[self.current];
        if at == NONE {
            self.current = self.next_filled()?;
            at = self.heads[self.current];
        }
        let (node, next) = self.entries[at as usize];
        self.heads[self.current] = next;
        self.entries[at as usize].1 = self.unused;
        self.unused = at;
        if next == NONE {
            let word = self.current / 64;
            self.filled[word] &= !(1 << (self.current % 64));
            if self.filled[word] == 0 {
                self.words[word / 64] &= !(1 << (word % 64));
            }
        }
        Some(node)
    }

    /// The first filled bucket from the current one on, round the ring.
    fn next_filled(&self) -> Option<usize> {
        let word = self.current / 64;
        let here = self.filled[word] & (!0 << (self.current % 64));
        if here != 0 {
            return Some(word * 64 + here.trailing_zeros() as usize);
        }
        let count = self.words.len();
        for step in 0..=count {
            let block = (word / 64 + step) % count;
            let mut words = self.words[block];
            if step == 0 {
                // Only words after this one; the others come last, at `step == count`.
                words &= (!0 << (word % 64)) << 1;
            }
            if words != 0 {
                let word = block * 64 + words.trailing_zeros() as usize;
                return Some(word * 64 + self.filled[word].trailing_zeros() as usize);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Runs as a search would: what is entered lies at or up to two diagonal steps above what was
        /// taken out last, and the numbers run over the end of 32 bits.
        #[test]
        fn nodes_come_out_in_order_of_priority(
            begin: u32,
            work in proptest::collection::vec((0u32..39_203, any::<bool>()), 0..300),
        ) {
            let mut queue = Buckets::default();
            queue.push(5, 5);
            queue.begin(begin);
            let mut model: Vec<u64> = Vec::new();
            let mut lowest = u64::from(begin);
            let mut priorities: Vec<u64> = Vec::new();
            for (above, take) in work {
                model.push(lowest + u64::from(above));
                priorities.push(lowest + u64::from(above));
                queue.push((lowest + u64::from(above)) as u32, priorities.len() as u32 - 1);
                if take {
                    let got = priorities[queue.pop().unwrap() as usize];
                    let best = *model.iter().min().unwrap();
                    prop_assert_eq!(got, best);
                    model.remove(model.iter().position(|&p| p == best).unwrap());
                    lowest = best;
                }
            }
            model.sort_unstable();
            for best in model {
                prop_assert_eq!(queue.pop().map(|n| priorities[n as usize]), Some(best));
            }
            prop_assert_eq!(queue.pop(), None);
        }
    }
}
