//! Units in the order of their numbers, gathered in the order in which they are stored.
//!
//! Walking through the ECS in storage order costs a few nanoseconds per unit, looking units up by number
//! many times that. The simulation must not depend on storage order; so what was gathered is put into the order of
//! the numbers, which nearly always is the same order.

/// For each unit in storage order, its place in the order of numbers, or of what else units are ordered by.
#[derive(Debug)]
pub(crate) struct StableOrder<K> {
    keys: Vec<K>,
    /// By storage order; empty if the orders are the same.
    ranks: Vec<u32>,
    /// By rank: the place in storage order; empty if the orders are the same.
    stored: Vec<u32>,
}

impl<K> Default for StableOrder<K> {
    fn default() -> Self {
        Self { keys: Vec::new(), ranks: Vec::new(), stored: Vec::new() }
    }
}

impl<K: Ord + Copy> StableOrder<K> {
    /// Takes the units' numbers in storage order.
    pub(crate) fn rebuild(&mut self, keys: impl Iterator<Item = K>) {
        self.keys.clear();
        self.keys.extend(keys);
        self.ranks.clear();
        self.stored.clear();
        if self.keys.is_sorted() {
            return;
        }
        self.stored.extend(0..self.keys.len() as u32);
        self.stored.sort_unstable_by_key(|&k| self.keys[k as usize]);
        self.ranks.resize(self.keys.len(), 0);
        for (rank, &stored) in self.stored.iter().enumerate() {
            self.ranks[stored as usize] = rank as u32;
        }
    }

    /// How many come before a key.
    pub(crate) fn before(&self, key: K) -> usize {
        self.keys.iter().filter(|&&k| k < key).count()
    }

    /// Puts values from storage order into the order of numbers.
    pub(crate) fn arrange<T: Copy>(&self, values: &mut Vec<T>) {
        if !self.stored.is_empty() {
            *values = self.stored.iter().map(|&k| values[k as usize]).collect();
        }
    }

    /// The place in the order of numbers of the unit at a place in storage order.
    pub(crate) fn of(&self, stored: usize) -> usize {
        self.ranks.get(stored).map_or(stored, |&rank| rank as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_put_into_the_order_of_numbers_and_found_again() {
        for ids in [vec![2, 3, 5, 9], vec![9, 2, 5, 3], vec![]] {
            let mut ranks = StableOrder::default();
            ranks.rebuild(ids.iter().copied());
            let mut values = ids.clone();
            ranks.arrange(&mut values);
            assert!(values.is_sorted());
            assert_eq!(ranks.before(5), ids.iter().filter(|&&id| id < 5).count());
            for (stored, id) in ids.iter().enumerate() {
                assert_eq!(values[ranks.of(stored)], *id);
            }
        }
    }
}
