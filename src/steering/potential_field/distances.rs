//! The distances used by a field, for display.

use super::{PotentialField, Shape, TILES};
use crate::steering::engage::{Fighter, Foe};

impl PotentialField {
    /// Whether an enemy's field drives a fighter away, and the distance from edge to edge up to which it does, or at which
    /// the field is best, in cells.
    pub fn enemy_distance(&self, me: &Fighter, foe: &Foe) -> (bool, f32) {
        match self.profile(me, foe).shape {
            Shape::Attack { msd, .. } => (false, msd / TILES),
            Shape::Retreat { distance, .. } => (true, distance / TILES),
        }
    }

    /// The distance between centres up to which a companion repels, in cells.
    pub fn companion_distance(&self) -> f32 {
        self.own_distance as f32 / TILES
    }
}
