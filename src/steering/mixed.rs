//! Boids and potential field together.
//!
//! J. Hagelbäck, Hybrid Pathfinding in StarCraft, IEEE Transactions on Computational Intelligence and AI
//! in Games 8(4), 2016, section VI names as future work to combine the two; how is left open. Here both decide with their
//! printed constants, and the wanted velocities are averaged by weight. Costs both.

use super::boids::Boids;
use super::engage::{Battle, Decision, EngageScratch};
use super::potential_field::{Combine, PotentialField};
use super::terms::Terms;

crate::parameters! {
    /// Parameters of mixing boids with a potential field.
    pub struct Mixed {
        /// Weight of what the boids want.
        boids_weight: f64 = 1.0, in 0.0..=1.0;
        /// Weight of what the potential field wants.
        field_weight: f64 = 1.0, in 0.0..=1.0;
        /// How the fields of several enemies combine.
        combine: Combine = Combine::Sum;
        /// Whether the field drives units away while their weapons cool down.
        retreats: bool = true;
    }
}

impl Mixed {
    /// The potential field that it mixes in.
    pub(super) fn field(&self) -> PotentialField {
        PotentialField {
            combine: self.combine,
            retreats: self.retreats,
            ..PotentialField::default()
        }
    }

    /// Decides for everybody who asks.
    pub(super) fn decide(
        &self,
        battle: &Battle,
        scratch: &mut EngageScratch,
        decisions: &mut [Option<Decision>],
    ) {
        let field = self.field();
        Boids::default().decide(battle, &mut scratch.boids, decisions);
        scratch.spare.clear();
        scratch.spare.resize(decisions.len(), None);
        field.decide(battle, &mut scratch.field, &mut scratch.spare);
        let whole = (self.boids_weight + self.field_weight).max(f64::EPSILON);
        let share = |weight: f64| (weight / whole) as f32;
        let (boids_share, field_share) = (share(self.boids_weight), share(self.field_weight));
        for (boids, field) in decisions.iter_mut().zip(&scratch.spare) {
            if let (Some(boids), Some(field)) = (boids, field) {
                let parts = [boids.desired * boids_share, field.desired * field_share];
                let terms = Terms::new(&["boids", "potential field"], parts);
                *boids = Decision { desired: terms.sum(), terms };
            }
        }
    }
}
