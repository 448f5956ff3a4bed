//! The rules of fights that a scenario can set.

use super::kind::{UnitKind, Weapon};
use super::targeting::Targeting;

crate::choice! {
    /// What a unit does when its fight is over.
    pub enum AfterFight {
        /// It plans a new path from where it stands.
        PlanAnew,
        /// It goes back to the next cell of its old path, as in map-marker's trial.
        ResumePath,
    }
}

crate::choice! {
    /// Which enemy in range a weapon shoots at first.
    pub enum TargetRule {
        /// As the file of the unit's kind says.
        ByWeapon,
        /// The nearest, whatever the file says.
        Nearest,
        /// The one with the fewest hit points, whatever the file says.
        Weakest,
        /// Buildings the one with the fewest hit points, as the tower of flocking-influence-glest; units the nearest.
        BuildingsWeakest,
    }
}

impl TargetRule {
    /// How a weapon of a kind chooses.
    pub fn of(self, kind: &UnitKind, weapon: &Weapon) -> Targeting {
        match self {
            Self::ByWeapon => weapon.targeting,
            Self::BuildingsWeakest if kind.is_building() => Targeting::Weakest,
            Self::Nearest | Self::BuildingsWeakest => Targeting::Nearest,
            Self::Weakest => Targeting::Weakest,
        }
    }
}

crate::parameters! {
    /// The rules of fights, and of swamp. Random draws start from the scenario's seed.
    pub struct Rules {
        /// What a unit does when its fight is over.
        after_fight: AfterFight = AfterFight::PlanAnew;
        /// Which enemy in range weapons shoot at first.
        targeting: TargetRule = TargetRule::ByWeapon;
        /// A unit that is ready to shoot but gets no nearer to a target for this long follows its path again.
        patience: f64 = 2.0, in 0.25..=60.0, unit "s";
        /// How long a unit stands still after each attack.
        stop_after_attack: f64 = 0.0, in 0.0..=2.0, unit "s";
        /// Maximum difference of a cooldown from its kind's, up or down.
        cooldown_variation: f64 = 0.0, in 0.0..=1.0, unit "s";
        /// The longest that a unit waits before its first attack on a target.
        first_attack_delay: f64 = 0.0, in 0.0..=1.0, unit "s";
        /// Maximum offset of a unit from the centre of its cell at the start, on each axis.
        start_variation: f64 = 0.0, in 0.0..=0.3, unit "cells";
        /// How many times as long a steered unit takes for its way through swamp, and how many times as much a step into swamp
        /// costs every search. 1: swamp is like floor.
        swamp: f64 = 1.0, in 1.0..=10.0;
    }
}
