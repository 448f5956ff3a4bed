//! Bucket queue: many buckets of items, and a fast search for the next non-empty bucket.

const NONE: u32 = u32::MAX;

/// Number of buckets.
pub(super) const BUCKETS: usize = 1 << 16;

/// The buckets. Each bucket is a stack: last in, first out.
#[derive(Clone, Debug)]
pub(super) struct BucketQueue<T> {
    /// First entry of each bucket.
    heads: Vec<u32>,
    /// Each item with the index of the next entry of its bucket.
    entries: Vec<(T, u32)>,
    /// First unused entry.
    unused: u32,
    filled: Filled,
}

impl<T> Default for BucketQueue<T> {
    fn default() -> Self {
        Self {
            heads: vec![NONE; BUCKETS],
            entries: Vec::new(),
            unused: NONE,
            filled: Filled::default(),
        }
    }
}

impl<T: Copy> BucketQueue<T> {
    /// Empties all buckets.
    pub(super) fn clear(&mut self) {
        while let Some(bucket) = self.first_from(0) {
            self.heads[bucket] = NONE;
            self.filled.remove(bucket);
        }
        self.entries.clear();
        self.unused = NONE;
    }

    /// Puts an item into a bucket.
    #[inline]
    pub(super) fn push(&mut self, bucket: usize, item: T) {
        let next = self.heads[bucket];
        if next == NONE {
            self.filled.insert(bucket);
        }
        let entry = (item, next);
        let at = self.unused;
        if at == NONE {
            self.heads[bucket] = self.entries.len() as u32;
            self.entries.push(entry);
        } else {
            self.unused = self.entries[at as usize].1;
            self.entries[at as usize] = entry;
            self.heads[bucket] = at;
        }
    }

    /// Takes the newest item out of a bucket.
    #[inline]
    pub(super) fn pop(&mut self, bucket: usize) -> Option<T> {
        let at = self.heads[bucket];
        let entry = self.entries.get_mut(at as usize)?;
        let (item, next) = *entry;
        entry.1 = self.unused;
        self.unused = at;
        self.heads[bucket] = next;
        if next == NONE {
            self.filled.remove(bucket);
        }
        Some(item)
    }

    /// The first non-empty bucket at or after this one.
    #[inline]
    pub(super) fn first_from(&self, bucket: usize) -> Option<usize> {
        self.filled.first_from(bucket)
    }
}

/// A two-level bit set: one bit per non-empty bucket, and one bit per non-zero word of those.
#[derive(Clone, Debug)]
pub(super) struct Filled {
    buckets: Vec<u64>,
    words: [u64; BUCKETS / 64 / 64],
}

impl Default for Filled {
    fn default() -> Self {
        Self { buckets: vec![0; BUCKETS / 64], words: [0; BUCKETS / 64 / 64] }
    }
}

impl Filled {
    /// Marks a bucket as non-empty.
    #[inline]
    pub(super) fn insert(&mut self, bucket: usize) {
        let word = &mut self.buckets[bucket / 64];
        if *word == 0 {
            self.words[bucket / 4096] |= 1 << (bucket / 64 % 64);
        }
        *word |= 1 << (bucket % 64);
    }

    /// Marks a bucket as empty.
    #[inline]
    pub(super) fn remove(&mut self, bucket: usize) {
        let word = bucket / 64;
        self.buckets[word] &= !(1 << (bucket % 64));
        if self.buckets[word] == 0 {
            self.words[word / 64] &= !(1 << (word % 64));
        }
    }

    /// The first non-empty bucket at or after this one.
    #[inline]
    pub(super) fn first_from(&self, bucket: usize) -> Option<usize> {
        let word = bucket / 64;
        let here = self.buckets.get(word)? & (!0 << (bucket % 64));
        if here != 0 {
            return Some(word * 64 + here.trailing_zeros() as usize);
        }
        // Only words after this one.
        let mut words = self.words[word / 64] & (!0 << (word % 64)) << 1;
        for block in word / 64.. {
            if words != 0 {
                let word = block * 64 + words.trailing_zeros() as usize;
                return Some(word * 64 + self.buckets[word].trailing_zeros() as usize);
            }
            words = *self.words.get(block + 1)?;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn the_next_filled_bucket_is_found(
            work in proptest::collection::vec((0..BUCKETS, any::<bool>()), 0..200),
            from in proptest::collection::vec(0..BUCKETS + 64, 0..50),
        ) {
            let (mut filled, mut model) = (Filled::default(), BTreeSet::new());
            for (bucket, insert) in work {
                // Use few different buckets, so that some become empty again.
                let bucket = bucket / 577 * 577;
                if insert {
                    filled.insert(bucket);
                    model.insert(bucket);
                } else {
                    filled.remove(bucket);
                    model.remove(&bucket);
                }
            }
            for from in from {
                prop_assert_eq!(filled.first_from(from), model.range(from..).next().copied());
            }
        }
    }
}
