//! Crowds that cannot touch each other, so that each can be moved on its own, by any thread.

use super::contacts::Contacts;
use std::ops::Range;

/// Discs in groups: two are in one group if a chain of contacts leads from one to the other. Rebuilt every tick
/// without allocating.
#[derive(Clone, Debug, Default)]
pub(super) struct Islands {
    reached: Vec<bool>,
    /// Indices of discs, island by island.
    pub(super) members: Vec<u32>,
    /// Where each island ends in `members`.
    pub(super) ends: Vec<usize>,
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

    /// Islands one after the other that have at least so many members together, as ranges of islands.
    pub(super) fn batches(&self, least: usize) -> Vec<Range<usize>> {
        let mut batches = Vec::with_capacity(self.members.len() / least + 1);
        let (mut first, mut start) = (0, 0);
        for (island, &end) in self.ends.iter().enumerate() {
            if end - start >= least || island + 1 == self.ends.len() {
                batches.push(first..island + 1);
                (first, start) = (island + 1, end);
            }
        }
        batches
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Bounds;
    use crate::steering::contacts::Extent;
    use glam::Vec2;

    #[test]
    fn chains_of_contacts_are_islands_and_batches_hold_them_all() {
        let at = |x: f32| Extent { at: Vec2::new(x, 1.0), reach: 0.5 };
        let mut contacts = Contacts::default();
        let row = [1.0, 5.0, 1.9, 8.0, 5.5, 2.8];
        contacts.rebuild(Bounds::new(10, 2), &row, |&x| at(x));
        let mut islands = Islands::default();
        islands.rebuild(&contacts, row.len());
        assert_eq!(islands.members, [0, 2, 5, 1, 4, 3]);
        assert_eq!(islands.ends, [3, 5, 6]);
        assert_eq!(islands.batches(3), [0..1, 1..3]);
        assert_eq!(islands.batches(9), std::slice::from_ref(&(0..3)));
    }
}
