//! A queue of nodes by real priority: a heap in which each entry has four below it, which is
//! shallower than two and keeps those four side by side in memory.

use crate::grid::Node;

/// The queue. The lowest priority comes first, among equals the lowest tie.
#[derive(Clone, Debug, Default)]
pub(super) struct Heap {
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Orders like the number that it was made from.
    priority: u64,
    tie: u64,
    node: Node,
}

impl Entry {
    #[inline]
    fn key(&self) -> u128 {
        u128::from(self.priority) << 64 | u128::from(self.tie)
    }
}

const BELOW: usize = 4;

impl Heap {
    /// Empties the queue.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
    }

    /// Enters a node.
    #[inline]
    pub(super) fn push(&mut self, priority: f64, tie: u64, node: Node) {
        let entry = Entry { priority: ordered_bits(priority), tie, node };
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

    /// The node that comes first, and whether it was entered with the priority that it has now.
    #[inline]
    pub(super) fn first(&self, priority_now: impl FnOnce(Node) -> f64) -> Option<(Node, bool)> {
        let first = self.entries.first()?;
        Some((first.node, first.priority == ordered_bits(priority_now(first.node))))
    }

    /// Takes out the node that comes first.
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

/// Whole numbers that order as real numbers do.
#[inline]
fn ordered_bits(value: f64) -> u64 {
    let bits = value.to_bits();
    if bits >> 63 == 0 { bits | 1 << 63 } else { !bits }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn nodes_come_out_by_priority_then_tie(
            entries in proptest::collection::vec((-9i32..9, any::<bool>()), 0..200),
        ) {
            let mut heap = Heap::default();
            let mut model: Vec<(i32, usize)> = Vec::new();
            let priority = |p: i32| f64::from(p) / 4.0;
            for (i, &(p, take)) in entries.iter().enumerate() {
                heap.push(priority(p), i as u64, i as Node);
                model.push((p, i));
                if take {
                    let best = *model.iter().min().unwrap();
                    let first = heap.first(|_| priority(best.0));
                    prop_assert_eq!(first, Some((best.1 as Node, true)));
                    heap.pop();
                    model.retain(|m| *m != best);
                }
            }
            model.sort_unstable();
            for (_, i) in model {
                prop_assert_eq!(heap.first(|_| f64::MAX), Some((i as Node, false)));
                heap.pop();
            }
            prop_assert_eq!(heap.first(|_| 0.0), None);
        }
    }
}
