//! Which discs can touch each other within a tick.

use super::parallel::{for_each_of_few, gather_lanes, largest};
use super::spatial_grid::{LANES, SpatialGrid};
use glam::{Vec2, Vec4};

/// Number of discs per chunk of the search for contacts.
const CHUNK: usize = 128;

/// A disc with all the ground that it may cover within the tick.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extent {
    /// Where its centre is.
    pub(super) at: Vec2,
    /// Its radius and the furthest that it may go together, in cells.
    pub(super) reach: f32,
}

/// For each disc, the discs that it can touch, in the order in which they lie in buckets. Rebuilt every tick without
/// allocating.
#[derive(Debug, Default)]
pub(super) struct Contacts {
    /// How far each disc reaches, bucket by bucket, with a few more at the end, so that four can be read from anywhere.
    reaches: Vec<f32>,
    chunks: Vec<Chunk>,
}

/// The contacts of a few discs.
#[derive(Debug, Default)]
struct Chunk {
    /// Where the contacts of each disc end.
    ends: Vec<u32>,
    /// The contacts disc by disc, and more behind the last one.
    others: Vec<u32>,
}

impl Contacts {
    /// Finds the contacts of all discs. `buckets` has their positions.
    pub(super) fn rebuild(&mut self, buckets: &SpatialGrid, extents: &[Extent]) {
        let padding = (LANES - 1, 0.0);
        gather_lanes(buckets.points(), [&mut self.reaches], padding, |i| [extents[i].reach]);
        let largest = largest(&self.reaches, |&reach| reach);
        let count = extents.len().div_ceil(CHUNK);
        if self.chunks.len() < count {
            self.chunks.resize_with(count, Chunk::default);
        }
        let reaches = &self.reaches[..];
        for_each_of_few(&mut self.chunks[..count], extents.len(), |chunk, contacts| {
            let first = chunk * CHUNK;
            let last = (first + CHUNK).min(extents.len());
            contacts.find(first as u32, &extents[first..last], buckets, reaches, largest);
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
        reaches: &[f32],
        largest: f32,
    ) {
        let (xs, ys) = buckets.coordinates();
        let (ys, reaches) = (&ys[..xs.len()], &reaches[..xs.len()]);
        let points = &buckets.padded_points()[..xs.len()];
        self.ends.clear();
        let mut end = 0;
        for (disc, me) in (first..).zip(extents) {
            let around = Vec2::splat(me.reach + largest);
            for row in buckets.ranges(me.at - around, me.at + around) {
                // Every disc of the row is written down; those that cannot be touched are overwritten. The test is
                // unpredictable, and a branch misprediction costs more than an extra write.
                let most = end + row.len() + LANES;
                if self.others.len() < most {
                    self.others.resize(2 * most, 0);
                }
                for first in row.clone().step_by(LANES) {
                    let four = first..first + LANES;
                    let [x, y, reach] =
                        [xs, ys, reaches].map(|all| Vec4::from_slice(&all[four.clone()]));
                    let (x, y, reach) = (x - me.at.x, y - me.at.y, reach + me.reach);
                    let in_row = (1 << (row.end - first).min(LANES)) - 1;
                    let found = (x * x + y * y).cmplt(reach * reach).bitmask() & in_row;
                    for (lane, &other) in points[four].iter().enumerate() {
                        self.others[end] = other;
                        end += usize::from(found >> lane & 1 == 1 && other != disc);
                    }
                }
            }
            self.ends.push(end as u32);
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
