//! The damage of a hit.
//!
//! Glest: max(1, (strength + variation - armour) x multiplier of damage against armour type).
//! StarCraft: max(0.5, strength x multiplier of damage against size - armour), for each hit of an attack.
//! Which of the two, and the multipliers, stand in the catalogue of the unit kinds.

use super::kind::{ArmourCounts, UnitKind, Weapon};

impl Weapon {
    /// The damage that an attack of a raw strength does to a kind of unit.
    pub fn damage_to(&self, strength: f32, target: &UnitKind) -> f32 {
        let multiplier = self
            .multipliers
            .iter()
            .find(|(armour, _)| *armour == target.armour_type)
            .map_or(1.0, |(_, factor)| *factor);
        let hit = match self.armour_counts {
            ArmourCounts::BeforeType => (strength - target.armour) * multiplier,
            ArmourCounts::AfterType => strength * multiplier - target.armour,
        };
        hit.max(self.least_damage) * self.hits as f32
    }

    /// The raw strength of an attack: the mean and a whole number between the variation's bounds.
    /// `draw` is evenly spread over all numbers.
    pub fn strength(&self, draw: u64) -> f32 {
        let span = 2 * u64::from(self.variation) + 1;
        let offset = ((draw >> 32) * span) >> 32;
        self.damage + offset as f32 - self.variation as f32
    }
}

#[cfg(test)]
mod tests {
    use crate::combat::kind_named;

    /// Mean damage of an attack.
    fn damage(attacker: &str, target: &str) -> f32 {
        let weapon = kind_named(attacker).unwrap().weapon.as_ref().unwrap();
        weapon.damage_to(weapon.damage, kind_named(target).unwrap())
    }

    /// Mean damage in a second.
    fn rate(attacker: &str, target: &str) -> f32 {
        damage(attacker, target) / kind_named(attacker).unwrap().weapon.as_ref().unwrap().cooldown
    }

    #[test]
    fn towers_hurt_as_reckoned_by_hand() {
        let tower = |target| rate("defence tower", target);
        assert_eq!(tower("battlemage"), 90.0, "(120 - 30) x 1.25 x 0.8");
        assert_eq!(tower("demon"), 100.0, "(120 - 20) x 1.25 x 0.8");
        assert_eq!(tower("drake rider"), 70.0, "(120 - 50) x 1.25 x 0.8");
        assert_eq!(tower("initiate"), 120.0, "120 x 1.25 x 0.8");
    }

    #[test]
    fn the_six_unit_flock_deals_about_411_a_second_to_a_tower() {
        let flock: f32 = ["drake rider", "demon", "battlemage"]
            .into_iter()
            .map(|kind| 2.0 * rate(kind, "defence tower"))
            .sum();
        assert!((flock - 411.0).abs() < 0.5, "{flock}");
    }

    #[test]
    fn starcraft_damage_goes_by_size_and_loses_the_armour() {
        assert_eq!(damage("Siege tank", "Marine"), 15.0, "explosive does half to small units");
        assert_eq!(damage("Siege tank", "Siege tank"), 29.0, "all to large ones, less armour");
        assert_eq!(damage("Firebat", "Siege tank"), 2.0, "two hits of 8 / 4 - 1");
        assert_eq!(damage("Vulture", "Goliath"), 4.0, "20 / 4 - 1");
    }

    #[test]
    fn armour_never_makes_a_hit_less_than_the_least() {
        let demon = kind_named("demon").unwrap().weapon.as_ref().unwrap();
        assert_eq!(demon.damage_to(10.0, kind_named("drake rider").unwrap()), 1.0);
    }

    #[test]
    fn strengths_fill_the_variation_evenly_and_never_leave_it() {
        let weapon = kind_named("demon").unwrap().weapon.as_ref().unwrap();
        assert_eq!(weapon.strength(0), 50.0);
        assert_eq!(weapon.strength(u64::MAX), 130.0);
        assert_eq!(weapon.strength(u64::MAX / 2), 90.0);
    }
}
