//! The ranges of the numbers of a unit kind.

use super::definition::{KindDefinition, WeaponDefinition};
use super::kind::UnitKind;
use std::ops::RangeInclusive;

/// Columns and rows that a kind can cover.
pub const SIZES: RangeInclusive<u32> = 1..=8;
/// Maximum number of letters of the name of a kind that a scenario defines.
pub const MAX_LETTERS: usize = 60;

/// Greatest speed of a unit, in cells per second.
pub const MAX_SPEED: f32 = 7.5;

/// A number of a kind and the range that it must lie in.
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    /// The fields that lead to it.
    pub fields: Vec<&'static str>,
    /// The number.
    pub value: f32,
    /// The range.
    pub range: RangeInclusive<f32>,
}

impl Limit {
    /// Whether the number lies in its range.
    pub fn holds(&self) -> bool {
        self.range.contains(&self.value)
    }

    /// What is wrong with a number that lies outside.
    pub fn sentence(&self) -> String {
        let name = self.fields.last().copied().unwrap_or_default();
        let (value, low, high) = (self.value, self.range.start(), self.range.end());
        if low == high {
            format!("`{name}` is {value}; for a building it can only be {low}")
        } else {
            format!("`{name}` is {value}; it goes from {low} to {high}")
        }
    }
}

/// The ranges of the radius and the speed of a kind with this size.
fn body_ranges(size: u32) -> [RangeInclusive<f32>; 2] {
    if size > 1 {
        return [0.0..=0.0, 0.0..=0.0];
    }
    // Twice this speed is as far as two discs may come towards each other in a tick.
    [0.1..=0.5, 0.0..=MAX_SPEED]
}

/// What is wrong with the body of a kind that was made by hand, in a sentence: the simulation cannot move larger or faster units.
pub fn body_fault(kind: &UnitKind) -> Option<String> {
    let [radii, speeds] = body_ranges(kind.size);
    let numbers = [
        ("radius", kind.radius, radii),
        ("speed", kind.speed, speeds),
        ("size", kind.size as f32, *SIZES.start() as f32..=*SIZES.end() as f32),
        ("sight", kind.sight, 0.0..=100.0),
        ("hit_points", kind.hit_points, 1.0..=1e6),
    ];
    let limits = numbers.map(|(field, value, range)| Limit { fields: vec![field], value, range });
    limits.iter().find(|limit| !limit.holds()).map(Limit::sentence)
}

/// Every number of a kind with its range.
pub fn limits(kind: &KindDefinition) -> Vec<Limit> {
    let [radii, speeds] = body_ranges(kind.size);
    let limit = |field, value, range| Limit { fields: vec![field], value, range };
    let mut list = vec![
        limit("radius", kind.radius, radii),
        limit("speed", kind.speed, speeds),
        limit("sight", kind.sight, 0.0..=100.0),
        limit("influence", kind.influence, 0.0..=100.0),
        limit("hit_points", kind.hit_points, 1.0..=1e6),
        limit("regeneration", kind.regeneration, 0.0..=1e6),
        limit("armour", kind.armour, 0.0..=1e6),
        limit("energy", kind.energy, 0.0..=1e6),
        limit("energy_regain", kind.energy_regain, 0.0..=1e6),
    ];
    for (field, weapon) in [("weapon", &kind.weapon), ("air_weapon", &kind.air_weapon)] {
        list.extend(weapon.iter().flat_map(|weapon| weapon_limits(field, weapon)));
    }
    if let Some(healing) = &kind.healing {
        let numbers = [
            ("rate", healing.rate),
            ("range", healing.range),
            ("energy_cost", healing.energy_cost),
        ];
        list.extend(numbers.map(|(field, value)| Limit {
            fields: vec!["healing", field],
            value,
            range: 0.0..=1e6,
        }));
    }
    list
}

fn weapon_limits(list: &'static str, weapon: &WeaponDefinition) -> Vec<Limit> {
    let limit = |(field, value, range)| Limit { fields: vec![list, field], value, range };
    let numbers = [
        ("damage", weapon.damage, 0.0..=1e6),
        ("variation", weapon.variation as f32, 0.0..=1e6),
        ("hits", weapon.hits as f32, 1.0..=100.0),
        ("range", weapon.range, 0.0..=100.0),
        ("cooldown", weapon.cooldown, 0.03..=1000.0),
        ("shot_speed", weapon.shot_speed, 0.0..=1000.0),
        ("splash", weapon.splash, 0.0..=20.0),
        ("energy_cost", weapon.energy_cost, 0.0..=1e6),
        ("least_damage", weapon.least_damage, 0.0..=1e6),
    ];
    let factors =
        weapon.multipliers.iter().map(|(_, factor)| ("multipliers", *factor, 0.0..=100.0));
    numbers.into_iter().chain(factors).map(limit).collect()
}
