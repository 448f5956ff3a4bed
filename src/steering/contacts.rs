//! Which discs can touch each other within a tick.

use super::parallel::{for_each_of_few, gather, largest};
use super::spatial_grid::SpatialGrid;
use glam::{Vec2, Vec4};

/// Discs whose contacts are found at a stretch.
const CHUNK: usize = 128;

/// A disc with all the ground that it may cover within the tick.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extent {
    /// Where its middle is.
    pub(super) at: Vec2,
    /// Its radius and the furthest that it may go together, in cells.
    pub(super) reach: f32,
}

/// For each disc, the discs that it can touch, in the order in which they lie in buckets. Rebuilt every tick without
/// allocating.
#[derive(Debug, Default)]
pub(super) struct Contacts {
    /// The discs bucket by bucket, so that discs near each other lie together.
    near: Vec<(Extent, u32)>,
    chunks: Vec<Chunk>,
}

/// The contacts of a few discs.
#[derive(Debug, Default)]
struct Chunk {
    /// Where the contacts of each disc end.
    ends: Vec<u32>,
    others: Vec<u32>,
}

impl Contacts {
    /// Finds the contacts of all discs. `buckets` has their positions.
    pub(super) fn rebuild(&mut self, buckets: &SpatialGrid, extents: &[Extent]) {
        let largest = largest(extents, |extent| extent.reach);
        gather(buckets.points(), &mut self.near, |&i| (extents[i as usize], i));
        let count = extents.len().div_ceil(CHUNK);
        if self.chunks.len() < count {
            self.chunks.resize_with(count, Chunk::default);
        }
        let near = &self.near;
        for_each_of_few(&mut self.chunks[..count], extents.len(), |chunk, contacts| {
            let first = chunk * CHUNK;
            let last = (first + CHUNK).min(extents.len());
            contacts.find(first as u32, &extents[first..last], buckets, near, largest);
        });
    }

    /// The others that a disc can touch.
    #[inline]
    pub(super) fn of(&self, disc: usize) -> &[u32] {
        let (chunk, place) = (&self.chunks[disc / CHUNK], disc % CHUNK);
        let start = place.checked_sub(1).map_or(0, |before| chunk.ends[before]);
        &chunk.others[start as usize..chunk.ends[place] as usize]
    }
}

impl Chunk {
    fn find(
        &mut self,
        first: u32,
        extents: &[Extent],
        buckets: &SpatialGrid,
        near: &[(Extent, u32)],
        largest: f32,
    ) {
        self.ends.clear();
        self.others.clear();
        for (disc, me) in (first..).zip(extents) {
            let furthest = me.reach + largest;
            let around = Vec2::splat(furthest);
            let is_near = |x: Vec4, y: Vec4| {
                let (x, y) = (x - me.at.x, y - me.at.y);
                (x * x + y * y).cmple(Vec4::splat(furthest * furthest))
            };
            buckets.within(me.at - around, me.at + around, is_near).for_each(|place| {
                let (other, index) = near[place];
                let reach = me.reach + other.reach;
                if me.at.distance_squared(other.at) < reach * reach && index != disc {
                    self.others.push(index);
                }
            });
            self.ends.push(self.others.len() as u32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Bounds;

    #[test]
    fn contacts_are_those_who_can_reach_each_other() {
        let extents: Vec<Extent> = (0..700)
            .map(|i| Extent {
                at: Vec2::new((i * 37 % 101) as f32 / 4.0, (i * 53 % 97) as f32 / 5.0),
                reach: 0.3 + (i % 5) as f32 * 0.1,
            })
            .collect();
        let mut buckets = SpatialGrid::default();
        buckets.rebuild(Bounds::new(26, 20), &extents, |extent| extent.at);
        let mut contacts = Contacts::default();
        contacts.rebuild(&buckets, &extents);
        for (i, a) in extents.iter().enumerate() {
            let mut found = contacts.of(i).to_vec();
            found.sort_unstable();
            let touches = |b: &Extent| a.at.distance(b.at) < a.reach + b.reach;
            let expected: Vec<u32> =
                (0..700u32).filter(|&j| j as usize != i && touches(&extents[j as usize])).collect();
            assert_eq!(found, expected);
        }
    }
}
