//! The queue of the fast search: one bucket per integer priority.
//!
//! All priorities that wait at one time span less than the ring of buckets: a consistent heuristic on this grid keeps
//! them within two diagonal steps. So the low bits alone select the bucket, and the order is exact. Each bucket is last
//! in, first out, which drives a search towards its goal.

use super::bucket_queue::{BUCKETS, BucketQueue};
use crate::grid::Node;

/// The ring of buckets.
#[derive(Clone, Debug, Default)]
pub(super) struct BucketRing {
    /// Indexed by the low bits of the priority.
    buckets: BucketQueue<Node>,
    current: usize,
}

impl BucketRing {
    /// Empties the queue. The next priorities are equal to `lowest` or a little above it.
    pub(super) fn begin(&mut self, lowest: u32) {
        self.buckets.clear();
        self.current = lowest as usize % BUCKETS;
    }

    /// Enters a node. Its priority must not be below that of the last node taken out.
    #[inline]
    pub(super) fn push(&mut self, priority: u32, node: Node) {
        self.buckets.push(priority as usize % BUCKETS, node);
    }

    /// Takes out a node of the lowest priority.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<Node> {
        self.buckets.pop(self.current).or_else(|| {
            let ahead = self.buckets.first_from(self.current);
            self.current = ahead.or_else(|| self.buckets.first_from(0))?;
            self.buckets.pop(self.current)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Works like a search: each new priority is at most two diagonal steps above the last one taken out, and the
        /// numbers wrap around at 32 bits.
        #[test]
        fn nodes_come_out_in_order_of_priority(
            begin: u32,
            work in proptest::collection::vec((0u32..39_203, any::<bool>()), 0..300),
        ) {
            let mut queue = BucketRing::default();
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
