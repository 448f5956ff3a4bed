//! Ready-made stamps: what one enemy adds to the tiles round it.

use super::raster::BLOCK;
use super::{Potential, Profile};
use glam::IVec2;

/// Maximum number of cached stamps; further kinds of pairs are computed again.
const MAX: usize = 48;

/// What an enemy adds to the tiles round it, row by row, with a margin of zeros as wide as a block, so that
/// a block that touches the stamp lies inside its rows.
#[derive(Clone, Debug)]
pub(super) struct Stamp {
    profile: Profile,
    /// Tiles from the centre to the edge, with the margin.
    half: i32,
    side: usize,
    values: Vec<Potential>,
}

impl Stamp {
    fn new(profile: Profile) -> Self {
        let half = profile.reach() + BLOCK as i32;
        let side = (2 * half + 1) as usize;
        let offsets = |y| (-half..=half).map(move |x| IVec2::new(x, y));
        let values = (-half..=half).flat_map(offsets).map(|offset| profile.at(offset)).collect();
        Self { profile, half, side, values }
    }

    /// The first value of the stamp on a block, or `None` if the block lies outside its reach.
    pub(super) fn first(&self, block: IVec2, enemy: IVec2) -> Option<usize> {
        let corner = block - enemy + IVec2::splat(self.half);
        let last = self.side as i32 - BLOCK as i32;
        let inside = corner.x >= 0 && corner.y >= 0 && corner.x <= last && corner.y <= last;
        inside.then(|| corner.y as usize * self.side + corner.x as usize)
    }

    /// One row of a block, from its first value.
    pub(super) fn row(&self, first: usize, row: usize) -> Option<&[Potential; BLOCK]> {
        self.values.get(first + row * self.side..)?.first_chunk()
    }
}

/// Stamps by their profiles.
#[derive(Clone, Debug, Default)]
pub(super) struct Stamps(Vec<Stamp>);

impl Stamps {
    /// Forgets everything if there is too much of it; called while no index is in use.
    pub(super) fn tidy(&mut self) {
        if self.0.len() > MAX {
            self.0.clear();
        }
    }

    /// The index of a profile's stamp, which is made if it is missing.
    pub(super) fn index(&mut self, profile: Profile) -> usize {
        self.0.iter().position(|stamp| stamp.profile == profile).unwrap_or_else(|| {
            self.0.push(Stamp::new(profile));
            self.0.len() - 1
        })
    }

    pub(super) fn get(&self, index: usize) -> &Stamp {
        &self.0[index]
    }
}
