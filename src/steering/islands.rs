//! Crowds that cannot touch each other, so that each can be moved on its own, by any thread.

use super::contacts::Contacts;
use super::parallel::for_each_chunk;

/// Number of discs per chunk whose contacts with each other are joined.
const CHUNK: usize = 2048;

/// Discs in groups: two are in one group if a chain of contacts leads from one to the other. Rebuilt every tick
/// without allocating.
///
/// Every disc points to another one of its island with a lower number, and the first one to itself. Contacts among the discs of
/// a chunk are joined by any thread; members of a group mostly have numbers in a row, so few contacts are left for the end.
#[derive(Clone, Debug, Default)]
pub(super) struct Islands {
    /// By disc: another one of its island with a lower number, or itself.
    towards_first: Vec<u32>,
    /// By chunk: contacts with discs of chunks before it.
    across: Vec<Vec<(u32, u32)>>,
    /// By first disc: where the next member goes in `members`.
    places: Vec<u32>,
    /// Indices of discs, island by island, in order.
    pub(super) members: Vec<u32>,
    /// Where each island ends in `members`.
    pub(super) ends: Vec<usize>,
    batches: Vec<usize>,
    /// Where each batch ends in `members`.
    pub(super) batch_ends: Vec<usize>,
}

/// The first disc of an island, found from any of its discs with path compression. `base` is the number of
/// the first disc of the list.
fn first_of(towards_first: &mut [u32], base: u32, mut disc: u32) -> u32 {
    loop {
        let next = towards_first[(disc - base) as usize];
        if next == disc {
            return disc;
        }
        let after = towards_first[(next - base) as usize];
        towards_first[(disc - base) as usize] = after;
        disc = after;
    }
}

/// Makes one island of those of two discs.
fn join(towards_first: &mut [u32], base: u32, one: u32, other: u32) {
    let (one, other) = (first_of(towards_first, base, one), first_of(towards_first, base, other));
    towards_first[(one.max(other) - base) as usize] = one.min(other);
}

impl Islands {
    /// Finds the islands of this many discs.
    pub(super) fn rebuild(&mut self, contacts: &Contacts, discs: usize) {
        self.towards_first.clear();
        self.towards_first.extend(0..discs as u32);
        let chunks = discs.div_ceil(CHUNK);
        if self.across.len() < chunks {
            self.across.resize_with(chunks, Vec::new);
        }
        let parts = &mut self.towards_first[..];
        for_each_chunk(parts, CHUNK, &mut self.across[..chunks], |chunk, part, across| {
            across.clear();
            let base = (chunk * CHUNK) as u32;
            for disc in base..base + part.len() as u32 {
                // So far it is an island of its own: discs are joined when the later one has its turn.
                let mut first = disc;
                // Both discs know of a contact; one of them is enough.
                for &other in contacts.of(disc as usize).iter().filter(|&&other| other < disc) {
                    if other >= base {
                        let of_other = first_of(part, base, other);
                        part[(first.max(of_other) - base) as usize] = first.min(of_other);
                        first = first.min(of_other);
                    } else {
                        across.push((disc, other));
                    }
                }
            }
        });
        for &(disc, other) in self.across[..chunks].iter().flatten() {
            join(&mut self.towards_first, 0, disc, other);
        }
        self.list_members();
    }

    /// Lists the members of each island, in the order of their first members.
    fn list_members(&mut self) {
        let discs = self.towards_first.len();
        self.places.clear();
        self.places.resize(discs, 0);
        for disc in 0..discs {
            // The disc that it points to has a lower number and already points to the first one.
            let first = self.towards_first[self.towards_first[disc] as usize];
            self.towards_first[disc] = first;
            self.places[first as usize] += 1;
        }
        self.ends.clear();
        let mut end = 0;
        for (disc, place) in self.places.iter_mut().enumerate() {
            if self.towards_first[disc] as usize == disc {
                let start = end;
                end += *place as usize;
                self.ends.push(end);
                *place = start as u32;
            }
        }
        self.members.resize(discs, 0);
        for (disc, &first) in (0..).zip(&self.towards_first) {
            let place = &mut self.places[first as usize];
            self.members[*place as usize] = disc;
            *place += 1;
        }
    }

    /// Islands one after the other with at least this many members in total, as a batch: the number of islands up to
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
    fn islands_reach_across_chunks_and_are_found_whatever_the_order_of_their_discs() {
        // Every third disc belongs to one long chain that runs through all chunks; the others stand alone or in pairs.
        let count = 3 * CHUNK + 7;
        let at = |i: usize| {
            let shuffled = i * 2741 % count;
            let (x, y) = match i % 3 {
                0 => (shuffled as f32 * 0.3, 1.0),
                1 => (i as f32 * 0.3, 5.0),
                _ => ((i / 6) as f32 * 1.8 + (i % 2) as f32 * 0.9, 9.0),
            };
            Extent { at: Vec2::new(x, y), reach: 0.46 }
        };
        let discs: Vec<Extent> = (0..count).map(at).collect();
        let mut buckets = SpatialGrid::default();
        buckets.rebuild(Bounds::new(count as u32, 10), &discs, |disc| disc.at);
        let mut contacts = Contacts::default();
        contacts.rebuild(&buckets, &discs);
        let mut islands = Islands::default();
        islands.rebuild(&contacts, count);
        let mut island_of = vec![usize::MAX; count];
        let starts = std::iter::once(0).chain(islands.ends.iter().copied());
        for (island, (start, &end)) in starts.zip(&islands.ends).enumerate() {
            assert!(islands.members[start..end].is_sorted());
            for &disc in &islands.members[start..end] {
                assert_eq!(island_of[disc as usize], usize::MAX, "in two islands");
                island_of[disc as usize] = island;
            }
        }
        // A search over the contacts finds the same.
        let mut reached = vec![false; count];
        let mut found = 0;
        for first in 0..count {
            if reached[first] {
                continue;
            }
            found += 1;
            let mut open = vec![first];
            reached[first] = true;
            while let Some(disc) = open.pop() {
                assert_eq!(island_of[disc], island_of[first]);
                for &other in contacts.of(disc) {
                    if !std::mem::replace(&mut reached[other as usize], true) {
                        open.push(other as usize);
                    }
                }
            }
        }
        assert_eq!(found, islands.ends.len());
        assert!(found > 100 && found < count);
    }

    #[test]
    fn chains_of_contacts_are_islands_and_batches_hold_them_all() {
        let at = |x: f32| Extent { at: Vec2::new(x, 1.0), reach: 0.5 };
        let mut contacts = Contacts::default();
        let row = [1.0, 5.0, 1.9, 8.0, 5.5, 2.8];
        let mut buckets = SpatialGrid::default();
        buckets.rebuild(Bounds::new(10, 2), &row, |&x| at(x).at);
        contacts.rebuild(&buckets, &row.map(at));
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
