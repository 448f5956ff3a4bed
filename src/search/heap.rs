//! A 4-ary heap: less deep than a binary heap, and its four children lie side by side in memory.

/// A heap with the lowest key on top.
#[derive(Clone, Debug)]
pub(super) struct Heap<K> {
    keys: Vec<K>,
}

impl<K> Default for Heap<K> {
    fn default() -> Self {
        Self { keys: Vec::new() }
    }
}

const BELOW: usize = 4;

impl<K: Copy + Ord> Heap<K> {
    pub(super) fn clear(&mut self) {
        self.keys.clear();
    }

    /// Adds a key.
    #[inline]
    pub(super) fn push(&mut self, key: K) {
        let mut at = self.keys.len();
        self.keys.push(key);
        while at > 0 {
            let above = (at - 1) / BELOW;
            if self.keys[above] <= key {
                break;
            }
            self.keys[at] = self.keys[above];
            at = above;
        }
        self.keys[at] = key;
    }

    /// The lowest key.
    #[inline]
    pub(super) fn first(&self) -> Option<K> {
        self.keys.first().copied()
    }

    /// Removes the lowest key.
    #[inline]
    pub(super) fn pop(&mut self) {
        let Some(last) = self.keys.pop() else { return };
        if self.keys.is_empty() {
            return;
        }
        let keys = self.keys.as_mut_slice();
        let mut at = 0;
        loop {
            let first = at * BELOW + 1;
            let best = match keys.get(first..first + BELOW) {
                // Compare two pairs, then the winners: no branch depends on the values.
                Some(below) => {
                    let left = usize::from(below[1] < below[0]);
                    let right = 2 + usize::from(below[3] < below[2]);
                    first + if below[right] < below[left] { right } else { left }
                }
                None => match (first..keys.len()).min_by_key(|&i| keys[i]) {
                    Some(best) => best,
                    None => break,
                },
            };
            if last <= keys[best] {
                break;
            }
            keys[at] = keys[best];
            at = best;
        }
        keys[at] = last;
    }
}
