//! Units in the order of their numbers, gathered in the order in which they are stored.
//!
//! Walking through the ECS in storage order costs a few nanoseconds per unit, looking units up by number
//! many times that. The simulation must not depend on storage order; so the gathered list is put into the order of
//! the numbers, which nearly always is the same order.

use crate::steering::gather;

/// For each unit in storage order, its rank by number, or by another key.
#[derive(Debug)]
pub(crate) struct StableOrder<K> {
    keys: Vec<K>,
    /// By storage order; empty if the orders are the same.
    ranks: Vec<u32>,
    /// By rank: the index in storage order; empty if the orders are the same.
    stored: Vec<u32>,
}

impl<K> Default for StableOrder<K> {
    fn default() -> Self {
        Self { keys: Vec::new(), ranks: Vec::new(), stored: Vec::new() }
    }
}

impl<K: Ord + Copy> StableOrder<K> {
    /// Takes the keys that `fill` puts into an empty list, those of the units in storage order.
    pub(crate) fn rebuild<E>(
        &mut self,
        fill: impl FnOnce(&mut Vec<K>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.keys.clear();
        fill(&mut self.keys)?;
        self.ranks.clear();
        self.stored.clear();
        if self.keys.is_sorted() {
            return Ok(());
        }
        self.stored.extend(0..self.keys.len() as u32);
        self.stored.sort_unstable_by_key(|&k| self.keys[k as usize]);
        self.ranks.resize(self.keys.len(), 0);
        for (rank, &stored) in self.stored.iter().enumerate() {
            self.ranks[stored as usize] = rank as u32;
        }
        Ok(())
    }

    /// The number of units.
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Puts values from storage order into the order of numbers. `spare` is memory that is used again.
    pub(crate) fn arrange<T: Copy + Send + Sync>(&self, values: &mut Vec<T>, spare: &mut Vec<T>) {
        if !self.stored.is_empty() {
            gather(&self.stored, spare, |&k| values[k as usize]);
            std::mem::swap(values, spare);
        }
    }

    /// The rank of the unit at an index in storage order.
    fn of(&self, stored: usize) -> usize {
        self.ranks.get(stored).map_or(stored, |&rank| rank as usize)
    }

    /// The ranks of the next `count` units in storage, of which only some belong to this arena.
    /// `first` is the number of units of this arena before them, and is advanced.
    pub(crate) fn ranks_of(
        &self,
        first: &mut usize,
        count: usize,
        counts: impl Fn(usize) -> bool,
    ) -> impl Fn(usize) -> Option<usize> {
        let start = *first;
        let counted = (0..count).filter(|&k| counts(k)).count();
        // Fast path: usually all of them do.
        let places: Option<Vec<Option<usize>>> = (counted < count).then(|| {
            let mut next = start..;
            (0..count).map(|k| counts(k).then(|| next.next()).flatten()).collect()
        });
        *first += counted;
        move |k| {
            let stored = places.as_ref().map_or(Some(start + k), |places| places[k]);
            stored.map(|stored| self.of(stored))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taking(ids: &[u32]) -> impl FnOnce(&mut Vec<u32>) -> Result<(), ()> + use<'_> {
        move |keys| {
            keys.extend(ids);
            Ok(())
        }
    }

    #[test]
    fn values_are_put_into_the_order_of_numbers_and_found_again() {
        for ids in [vec![2, 3, 5, 9], vec![9, 2, 5, 3], vec![]] {
            let mut ranks = StableOrder::default();
            ranks.rebuild(taking(&ids)).unwrap();
            let mut values = ids.clone();
            ranks.arrange(&mut values, &mut Vec::new());
            assert!(values.is_sorted());
            assert_eq!(ranks.len(), ids.len());
            let mut first = 0;
            for chunk in ids.chunks(3) {
                let ranks = ranks.ranks_of(&mut first, chunk.len(), |_| true);
                for (k, id) in chunk.iter().enumerate() {
                    assert_eq!(ranks(k).map(|rank| values[rank]), Some(*id));
                }
            }
        }
    }

    #[test]
    fn units_of_other_arenas_between_them_have_no_rank() {
        let (here, all) = ([5, 2, 9], [5, 7, 2, 7, 7, 9]);
        let mut order = StableOrder::default();
        order.rebuild(taking(&here)).unwrap();
        let mut found = Vec::new();
        let mut first = 0;
        for chunk in all.chunks(4) {
            let ranks = order.ranks_of(&mut first, chunk.len(), |k| chunk[k] != 7);
            found.extend((0..chunk.len()).map(&ranks));
        }
        assert_eq!(found, [Some(1), None, Some(0), None, None, Some(2)]);
    }
}
