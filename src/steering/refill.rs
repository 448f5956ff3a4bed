//! Lists that are refilled every tick.

use super::parallel::{MIN, SHARED_FROM};
use rayon::prelude::*;

/// A list with the values of the last tick, which new ones replace one after the other. What is left of the old ones is
/// removed at the end.
pub(crate) struct Refill<'a, T: Clone + Default + Send> {
    list: &'a mut Vec<T>,
    /// The number of new values.
    filled: usize,
}

impl<'a, T: Clone + Default + Send> Refill<'a, T> {
    pub(crate) fn new(list: &'a mut Vec<T>) -> Self {
        Self { list, filled: 0 }
    }

    /// Appends a value for each index below a limit for which `counts` is true, in order. `give` is called with the first of some numbers
    /// in a row and the slots for their values: written straight there, large values are not copied twice.
    pub(crate) fn add(
        &mut self,
        limit: usize,
        counts: impl Fn(usize) -> bool,
        give: impl Fn(usize, &mut [T]) + Sync + Send,
    ) {
        let most = self.filled + limit;
        if self.list.len() < most {
            self.list.resize(most, T::default());
        }
        let places = &mut self.list[self.filled..most];
        // Fast path: usually every index is included.
        if (0..limit).all(&counts) {
            if limit >= SHARED_FROM {
                let chunks = places.par_chunks_mut(MIN).enumerate();
                chunks.for_each(|(chunk, places)| give(chunk * MIN, places));
            } else {
                give(0, places);
            }
            self.filled = most;
        } else {
            let counted = (0..limit).filter(|&i| counts(i));
            for (i, place) in counted.zip(places) {
                give(i, std::slice::from_mut(place));
                self.filled += 1;
            }
        }
    }
}

impl<T: Clone + Default + Send> Drop for Refill<'_, T> {
    fn drop(&mut self) {
        self.list.truncate(self.filled);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without threads there is no number from which they start.
    const SHARED_FROM: usize = 2048;

    #[test]
    fn new_values_replace_old_ones_in_order() {
        for count in [0, 3, SHARED_FROM - 1, 5 * SHARED_FROM + 1] {
            for before in [0, 2, 2 * count, 9 * SHARED_FROM] {
                let mut list = vec![usize::MAX; before];
                let mut refill = Refill::new(&mut list);
                let give = |first: usize, places: &mut [usize]| {
                    (first..).zip(places).for_each(|(i, place)| *place = i);
                };
                refill.add(count, |_| true, give);
                refill.add(count, |i| i.is_multiple_of(3), give);
                refill.add(count, |_| true, give);
                drop(refill);
                let expected = (0..count).chain((0..count).step_by(3)).chain(0..count);
                assert!(list.into_iter().eq(expected), "{count} after {before}");
            }
        }
    }
}
