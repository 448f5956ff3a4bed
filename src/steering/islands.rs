//! Crowds that cannot touch each other, so that each can be moved on its own, by any thread.

use super::contacts::Contacts;

/// Discs in groups: two are in one group if a chain of contacts leads from one to the other. Rebuilt every tick
/// without allocating.
#[derive(Clone, Debug, Default)]
pub(super) struct Islands {
    reached: Vec<bool>,
    /// Indices of discs, island by island.
    pub(super) members: Vec<u32>,
    /// Where each island ends in `members`.
    pub(super) ends: Vec<usize>,
    batches: Vec<usize>,
    /// Where each batch ends in `members`.
    pub(super) batch_ends: Vec<usize>,
}

impl Islands {
    /// Finds the islands of so many discs.
    pub(super) fn rebuild(&mut self, contacts: &Contacts, discs: usize) {
        self.members.clear();
        self.ends.clear();
        self.reached.clear();
        self.reached.resize(discs, false);
        for first in 0..discs {
            if self.reached[first] {
                continue;
            }
            self.reached[first] = true;
            let mut next = self.members.len();
            self.members.push(first as u32);
            while let Some(&disc) = self.members.get(next) {
                next += 1;
                for &other in contacts.of(disc as usize) {
                    if !self.reached[other as usize] {
                        self.reached[other as usize] = true;
                        self.members.push(other);
                    }
                }
            }
            self.ends.push(self.members.len());
        }
    }

    /// Islands one after the other that have at least so many members together, as a batch: the number of islands up to
    /// the end of each batch, and where it ends in `members`.
    pub(super) fn batch(&mut self, least: usize) {
        self.batches.clear();
        self.batch_ends.clear();
        let mut start = 0;
        for (island, &end) in self.ends.iter().enumerate() {
            if end - start >= least || island + 1 == self.ends.len() {
                self.batches.push(island + 1);
                self.batch_ends.push(end);
                start = end;
            }
        }
    }

    /// The ends of the islands of a batch, counted from where the batch begins.
    pub(super) fn ends_in(&self, batch: usize) -> impl Iterator<Item = usize> {
        let before = batch.checked_sub(1);
        let first = before.map_or(0, |before| self.batches[before]);
        let start = before.map_or(0, |before| self.batch_ends[before]);
        self.ends[first..self.batches[batch]].iter().map(move |end| end - start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Bounds;
    use crate::steering::contacts::Extent;
    use crate::steering::spatial_grid::SpatialGrid;
    use glam::Vec2;

    #[test]
    fn chains_of_contacts_are_islands_and_batches_hold_them_all() {
        let at = |x: f32| Extent { at: Vec2::new(x, 1.0), reach: 0.5 };
        let mut contacts = Contacts::default();
        let row = [1.0, 5.0, 1.9, 8.0, 5.5, 2.8];
        let mut buckets = SpatialGrid::default();
        buckets.rebuild(Bounds::new(10, 2), &row, |&x| at(x).at);
        contacts.rebuild(&buckets, &row, |&x| at(x));
        let mut islands = Islands::default();
        islands.rebuild(&contacts, row.len());
        assert_eq!(islands.members, [0, 2, 5, 1, 4, 3]);
        assert_eq!(islands.ends, [3, 5, 6]);
        islands.batch(3);
        assert_eq!(islands.batch_ends, [3, 6]);
        assert!(islands.ends_in(0).eq([3]) && islands.ends_in(1).eq([2, 3]));
        islands.batch(9);
        assert_eq!(islands.batch_ends, [6]);
    }
}
