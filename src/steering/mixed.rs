//! A potential field says where to stand, boids move there.
//!
//! J. Hagelbäck, Hybrid Pathfinding in StarCraft, IEEE Transactions on Computational Intelligence and AI
//! in Games 8(4), 2016, section VI, proposes as future work to use potential fields for the tactical analysis of a fight
//! and boids for the movement; how is left open. Here the field names the best tile near each unit, and the pull towards it is
//! one more rule of the boids, beside goal, cohesion, alignment, separation and terrain. It takes the place of the rule
//! that keeps boids away from enemies, with the same full weight; `enemy_separation` brings that one back.
//!
//! Every parameter of both is here under its own name, with the same default but for `enemy_separation`. `field_divisor`
//! and the two weights are ours. Costs both.

use super::boids::{Boids, BoidsScratch, RULES};
use super::engage::{Battle, Decision, EngageRule, Fighter, Foe};
use super::limits::Limit;
use super::potential_field::{Combine, FieldScratch, PotentialField, RetreatReach};
use crate::parameters::Parameters;
use glam::Vec2;

crate::parameters! {
    /// Parameters of boids led by a potential field: those of both, and how strong each is.
    pub struct Mixed {
        /// Weight of the rules of the boids.
        boids_weight: f64 = 1.0, in 0.0..=1.0;
        /// Weight of the vector to the best tile of the field.
        field_weight: f64 = 1.0, in 0.0..=1.0;
        /// The vector to the best tile of the field is divided by this.
        field_divisor: f64 = 1.0, in 0.5..=100.0;
        /// The vector to the goal is divided by this.
        goal_divisor: f64 = 100.0, in 1.0..=1000.0;
        /// The vector to the centre of the squad is divided by this.
        cohesion_divisor: f64 = 100.0, in 1.0..=1000.0;
        /// The difference to the squad's heading is divided by this.
        alignment_divisor: f64 = 5.0, in 1.0..=100.0;
        /// The vectors to companions that are too near are divided by this.
        separation_divisor: f64 = 5.0, in 0.5..=100.0;
        /// Gap below which companions are too near.
        separation_gap: f64 = 2.0, in 0.0..=64.0, unit "pixels";
        /// Strength of keeping away from enemies by the boids' rule; the field does that already.
        enemy_separation: f64 = 0.0, in 0.0..=4.0;
        /// How much further than an enemy's range support units keep away.
        support_margin: f64 = 5.0, in 0.0..=256.0, unit "pixels";
        /// How far units keep away from enemies if neither can attack the other, beyond their radius.
        bystander_margin: f64 = 10.0, in 0.0..=256.0, unit "pixels";
        /// The vectors to walls that are too near are divided by this.
        terrain_divisor: f64 = 10.0, in 0.5..=100.0;
        /// Gap below which walls are too near: half a walk tile.
        terrain_gap: f64 = 4.0, in 0.0..=64.0, unit "pixels";
        /// Walk tiles on each side that are looked at.
        terrain_reach: u32 = 1, in 1..=2, unit "tiles";
        /// Offsets shorter than this are not worth a move.
        least_move: f64 = 1.0, in 0.0..=32.0, unit "pixels";
        /// Whether the sums of the boids grow inside the loops, as in the printed code.
        running_sums: bool = false;
        /// From this cooldown on the boids' rule keeps units out of enemies' sight. 0: never.
        sight_retreat: f64 = 0.0, in 0.0..=5.0, unit "s";
        /// How the fields of several enemies combine.
        combine: Combine = Combine::Sum;
        /// Potential at the maximum shooting distance from an enemy.
        attraction: f64 = 100.0, in 0.0..=1000.0;
        /// Potential just outside the maximum shooting distance; it falls by 1 with every tile.
        far_attraction: f64 = 80.0, in 0.0..=100.0;
        /// How much less than the weapon's range the maximum shooting distance is.
        short_of_range: f64 = 1.0, in 0.0..=16.0, unit "tiles";
        /// Distance that support units keep from enemies.
        support_distance: f64 = 6.0, in 1.0..=64.0, unit "tiles";
        /// Distance that units keep from enemies if neither can attack the other.
        unarmed_distance: f64 = 4.0, in 1.0..=64.0, unit "tiles";
        /// Whether units are driven away from enemies that they cannot attack, and from all while the weapon cools down.
        retreats: bool = true;
        /// Whether a weapon that cools down makes its bearer retreat; otherwise only units retreat that cannot attack.
        retreats_cooling: bool = true;
        /// Time that a weapon still has to cool down above which its bearer retreats.
        long_cooldown: f64 = 0.0, in 0.0..=5.0, unit "s";
        /// How far the field reaches that drives retreating units away.
        retreat_reach: RetreatReach = RetreatReach::EnemyWeapon;
        /// How much further than the enemy's weapon that is, with "Range of the enemy".
        retreat_margin: f64 = 8.0, in 0.0..=64.0, unit "tiles";
        /// Potential lost at the enemy's edge, with "Range of the enemy"; less with distance, down to nothing at the end of the reach.
        retreat_depth: f64 = 40.0, in 0.0..=1000.0;
        /// Distance from an enemy up to which the retreat field reaches, with `Fixed`.
        retreat_distance: f64 = 80.0, in 1.0..=100.0, unit "tiles";
        /// Potential that the retreat field gains with every tile, with `Fixed`, and near enemies if neither can attack the other.
        retreat_slope: f64 = 0.5, in 0.0..=10.0;
        /// Potential lost near each companion.
        own_repulsion: f64 = 25.0, in 0.0..=1000.0;
        /// How near that is.
        own_distance: f64 = 2.0, in 0.0..=5.0, unit "tiles";
        /// Potential lost on tiles that cannot be walked on.
        terrain_repulsion: f64 = 1000.0, in 0.0..=10000.0;
        /// Whether a unit that is ready and has no enemy in range goes straight for its target (ours).
        chases: bool = false;
    }
}

const NAMES: &[&str; RULES + 1] =
    &["goal", "cohesion", "alignment", "separation", "enemies", "terrain", "field"];

impl Mixed {
    /// The parameters of one part, by their names.
    fn part<P: Parameters + Default>(&self) -> P {
        let mut part = P::default();
        for (place, parameter) in part.list().iter().enumerate() {
            if let Some(found) = self.list().iter().position(|p| p.name == parameter.name) {
                part.set(place, self.value(found));
            }
        }
        part
    }
}

/// Reused memory of [`Mixed`].
#[derive(Clone, Debug, Default)]
pub struct MixedScratch {
    boids: BoidsScratch,
    field: FieldScratch,
    /// Where the field wants each unit to be.
    places: Vec<Option<Vec2>>,
}

impl EngageRule for Mixed {
    type Scratch = MixedScratch;

    fn chases(&self) -> bool {
        self.chases
    }

    fn decide(
        &self,
        battle: &Battle,
        scratch: &mut MixedScratch,
        decisions: &mut [Option<Decision>],
    ) {
        let MixedScratch { boids: boids_scratch, field: field_scratch, places } = scratch;
        self.part::<PotentialField>().best_places(battle, field_scratch, places);
        let boids: Boids = self.part();
        boids.for_each(battle, boids_scratch, |i, rules| {
            let me = &battle.own[i];
            let way = places[i].map_or(Vec2::ZERO, |place| place - me.position);
            let mut offsets = [Vec2::ZERO; RULES + 1];
            for (offset, rule) in offsets.iter_mut().zip(rules) {
                *offset = rule * self.boids_weight as f32;
            }
            offsets[RULES] = way * (self.field_weight / self.field_divisor) as f32;
            decisions[i] = Some(boids.decision(me, NAMES, offsets));
        });
    }

    fn field(&self) -> Option<PotentialField> {
        Some(self.part())
    }

    fn limits(&self, me: &Fighter, foes: &[Foe]) -> Vec<Limit> {
        let mut limits = self.part::<Boids>().limits(me, foes);
        limits.extend(self.part::<PotentialField>().limits(me, foes));
        limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steering::fixtures::{field, foe, marine};
    use crate::steering::{Engage, EngageScratch};

    #[test]
    fn every_parameter_of_both_parts_can_be_tuned() {
        let mut mixed = Mixed::default();
        let names: Vec<&str> = mixed.list().iter().map(|p| p.name).collect();
        let wanted = Boids::default().list().iter().chain(PotentialField::default().list());
        for parameter in wanted {
            let ours = mixed.list().iter().find(|p| p.name == parameter.name);
            assert_eq!(ours.map(|p| &p.kind), Some(&parameter.kind), "{}", parameter.name);
        }
        let parts = |mixed: &Mixed| -> (Boids, PotentialField) { (mixed.part(), mixed.part()) };
        let boids = Boids { enemy_separation: 0.0, ..Boids::default() };
        assert_eq!(parts(&mixed), (boids, PotentialField::default()));
        (mixed.goal_divisor, mixed.own_distance) = (7.0, 3.0);
        let (boids, field) = parts(&mixed);
        assert_eq!((boids.goal_divisor, field.own_distance), (7.0, 3.0));
        assert_eq!(names.len(), 35, "three of its own and one that both have");
    }

    fn decide(rule: Mixed, own: &[Fighter]) -> Decision {
        let (terrain, foes) = (field(), [foe(16.0, 6.0)]);
        let battle = Battle { terrain: &terrain, own, foes: &foes };
        let mut decisions = Vec::new();
        Engage::Mixed(rule).decide(&battle, &mut EngageScratch::default(), &mut decisions);
        decisions[0].unwrap()
    }

    #[test]
    fn the_field_says_where_and_the_boids_go_there_together() {
        let rule = Mixed::default();
        let near = decide(rule, &[marine(14.0, 6.0)]);
        assert!(near.desired.x < -1.0 && near.terms.get("field").x < -1.0, "{}", near.desired);
        assert_eq!(near.terms.get("enemies"), Vec2::ZERO);
        let far = decide(rule, &[marine(6.0, 6.0)]);
        assert!(far.desired.x > 1.0, "{}", far.desired);
        let with_friend = decide(rule, &[marine(6.0, 6.0), marine(6.0, 11.0)]);
        assert!(with_friend.terms.get("cohesion").y > 0.0);
        let without = decide(Mixed { field_weight: 0.0, ..rule }, &[marine(6.0, 6.0)]);
        assert_eq!(without.desired, Vec2::ZERO);
    }
}
