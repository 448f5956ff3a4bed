//! What makes one unit different from others of its kind: a slow spell, an upgrade, a veteran's bonus.

use crate::combat::{MAX_SPEED, UnitKind};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// Factors for the numbers of one unit, all 1 at first. Part of the state: hashed, saved, traced.
///
/// Set them by [`Action::SetModifiers`](crate::scenario::Action), which is recorded, or write the component. The speed counts
/// where units are steered; on cell steps all units are equally fast.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize, Reflect)]
#[reflect(Component)]
pub struct Modifiers {
    /// Of its greatest speed, 0 to 10. The result is at most [`MAX_SPEED`].
    pub speed: f32,
    /// Of the damage that it does, 0 to 100.
    pub damage: f32,
    /// Of the time between its attacks, 0.05 to 20.
    pub cooldown: f32,
    /// Of how far it sees, 0 to 10.
    pub sight: f32,
}

impl Default for Modifiers {
    fn default() -> Self {
        Self { speed: 1.0, damage: 1.0, cooldown: 1.0, sight: 1.0 }
    }
}

impl Modifiers {
    /// What is wrong with a factor, in a sentence.
    pub fn fault(&self) -> Option<String> {
        let numbers: [(&str, f32, RangeInclusive<f32>); 4] = [
            ("speed", self.speed, 0.0..=10.0),
            ("damage", self.damage, 0.0..=100.0),
            ("cooldown", self.cooldown, 0.05..=20.0),
            ("sight", self.sight, 0.0..=10.0),
        ];
        let wrong = numbers.into_iter().find(|(_, value, range)| !range.contains(value));
        wrong.map(|(name, value, range)| {
            format!(
                "the factor `{name}` is {value}; it goes from {} to {}",
                range.start(),
                range.end()
            )
        })
    }

    /// The greatest speed of a unit of a kind, in cells per second.
    #[inline]
    pub fn speed_of(&self, kind: &UnitKind) -> f32 {
        let speed = kind.speed * self.speed;
        // What is not a number is 0.
        if speed > 0.0 { speed.min(MAX_SPEED) } else { 0.0 }
    }

    /// How far a unit of a kind sees, in cells.
    #[inline]
    pub fn sight_of(&self, kind: &UnitKind) -> f32 {
        (kind.sight * self.sight).max(0.0)
    }
}
