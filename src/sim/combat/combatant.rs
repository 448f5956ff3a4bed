//! The combat components of a unit, and the combat state of an arena.

use crate::combat::{Rules, Shot, UnitKind};
use crate::grid::Cell;
use crate::scenario::{TeamId, UnitId};
use crate::sim::TICKS_PER_SECOND;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

use crate::sim::unit::{GroupId, Position, PreviousPosition, Status, Unit};

/// Remaining hit points. At 0 the unit dies.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize, Reflect)]
#[reflect(Component)]
pub struct HitPoints(pub f32);

/// Energy for attacks or healing.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize, Reflect)]
#[reflect(Component)]
pub struct Energy(pub f32);

/// The state of a unit's weapon.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Armament {
    /// Seconds until it may attack again. Ready at 0 and below.
    pub cooling: f32,
    /// Seconds for which the unit still stands after an attack.
    pub standing: f32,
    /// Number of attacks made.
    pub attacks: u64,
    /// The unit that it attacked or aimed at last.
    pub aimed_at: Option<UnitId>,
}

/// The target of a unit: an enemy, or a wounded ally for a healer.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Target {
    /// The id of the target.
    pub unit: Option<UnitId>,
    /// Whether the target is in range.
    pub in_range: bool,
}

/// The state of a unit's current fight.
#[derive(Component, Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Engagement {
    /// The smallest distance to its target so far, in cells.
    pub nearest: f32,
    /// Seconds for which it was ready to attack and got no closer to any target.
    pub idle: f32,
    /// Until this tick it follows its path and fights only targets in range.
    pub calm_until: u64,
    /// The path to a target that it cannot reach in a straight line.
    pub chase: Vec<Cell>,
    /// The index in `chase` that it heads for.
    pub next: usize,
}

/// Whether a unit holds its ground. Then it attacks only targets in range.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct HoldsGround(pub bool);

/// What controlled the movement of a unit in the last tick.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Controller {
    /// Its path, if it has one.
    #[default]
    Path,
    /// It stands and attacks.
    Attack,
    /// It chases its target.
    Chase,
    /// The engage rule of its doctrine.
    Engage,
}

impl Controller {
    /// What a unit with this status does, in a few words.
    pub fn sentence(self, status: Status) -> &'static str {
        match self {
            Self::Path if status == Status::Idle => "has no order",
            Self::Path if status == Status::Arrived => "has arrived",
            Self::Path if status == Status::Planning => "waits for its path",
            Self::Path if matches!(status, Status::Waiting(_)) => "has no path to follow",
            Self::Path => "follows its path",
            Self::Attack => "stands and attacks",
            Self::Chase => "chases its target",
            Self::Engage => "follows its engage rule",
        }
    }
}

/// Every component that a new unit needs. Spawn it as a child of its arena, with your own components if you like:
/// `commands.spawn((unit_bundle(id, team, kind, at), ChildOf(arena)))`. The id must be new in its arena.
///
/// A unit that is spawned this way is not part of a recording. A unit from [`Action::Spawn`](crate::scenario::Action)
/// is.
pub fn unit_bundle(id: UnitId, team: TeamId, kind: &'static UnitKind, at: Vec2) -> impl Bundle {
    (
        Unit { id, team, kind },
        Position(at),
        PreviousPosition(at),
        HitPoints(kind.hit_points),
        Energy(kind.energy),
        Armament::default(),
        Target::default(),
        Engagement::default(),
        HoldsGround::default(),
        Controller::default(),
    )
}

/// The combat settings of an arena.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Warfare {
    /// The seed of all random draws.
    pub seed: u64,
    /// The scenario's rules.
    pub rules: Rules,
}

/// Shots in flight.
#[derive(Component, Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Shots(#[serde(with = "super::stored_shots")] pub Vec<Shot>);

/// Units whose fight is over and that need a path back to their orders, by group.
#[derive(Component, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Returning(pub BTreeMap<GroupId, BTreeSet<UnitId>>);

/// The results of all fights of an arena so far.
#[derive(Component, Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Score {
    /// By team.
    pub sides: Vec<Side>,
    /// The tick of the first attack.
    pub first_attack: Option<u64>,
    /// Whether a unit fights now.
    pub fighting: bool,
    /// The smallest sum of the hit points of all units since the fights began; 0 before.
    pub lowest: f64,
    /// Ticks in which units fought since `lowest` fell, less the ticks in which none did.
    pub harmless: u32,
    /// The winner and the tick of its victory. The winner is the only one of several sides that can still fight.
    pub winner: Option<(TeamId, u64)>,
}

impl Score {
    /// Less damage than this does not last, in hit points.
    const LASTING: f64 = 0.5;
    /// After this time without lasting damage fights are a stalemate, in ticks.
    const STALEMATE_AFTER: u32 = 45 * TICKS_PER_SECOND;

    /// Whether units have fought for long without lasting damage: none was hurt, or wounds heal as fast. Until that changes
    /// they carry out their orders and attack only what comes into range, so that no order waits for a fight without end.
    pub fn is_stalemate(&self) -> bool {
        self.harmless > Self::STALEMATE_AFTER
    }

    /// Records a tick in which units fight or not.
    pub(crate) fn watch_for_stalemate(&mut self, fighting: bool) {
        let hit_points: f64 = self.sides.iter().map(|side| side.hit_points).sum();
        if self.lowest == 0.0 || hit_points < self.lowest - Self::LASTING {
            (self.lowest, self.harmless) = (hit_points, 0);
        } else if fighting {
            self.harmless = self.harmless.saturating_add(1);
        } else if !self.is_stalemate() {
            self.harmless = self.harmless.saturating_sub(1);
            if self.harmless == 0 {
                self.lowest = hit_points;
            }
        }
    }
}

/// The results of one side.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Side {
    /// Whether it ever had a unit with a weapon.
    pub took_part: bool,
    /// Number of its units.
    pub units: usize,
    /// Number of its units with a weapon.
    pub armed: usize,
    /// Sum of the hit points of its units.
    pub hit_points: f64,
    /// Number of units that died.
    pub casualties: usize,
    /// Damage dealt by its units.
    pub damage_dealt: f64,
    /// Number of attacks by its units.
    pub attacks: u64,
}

impl Side {
    /// Before its units are counted again.
    pub(crate) fn count_none(&mut self) {
        (self.units, self.armed, self.hit_points) = (0, 0, 0.0);
    }

    /// Counts a living unit.
    pub(crate) fn count(&mut self, kind: &UnitKind, hit_points: f32) {
        self.units += 1;
        self.armed += usize::from(kind.weapon.is_some());
        self.hit_points += f64::from(hit_points);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fight_without_lasting_damage_becomes_a_stalemate_until_there_is_some() {
        let with = |hit_points| vec![Side { hit_points, ..Side::default() }];
        let mut score = Score { sides: with(100.0), ..Score::default() };
        let fight = |score: &mut Score, hit_points, ticks| {
            score.sides = with(hit_points);
            (0..ticks).for_each(|_| score.watch_for_stalemate(true));
        };
        fight(&mut score, 90.0, 1000);
        assert!(!score.is_stalemate());
        // A wound that heals again.
        fight(&mut score, 100.0, 300);
        fight(&mut score, 90.0, 300);
        assert!(score.is_stalemate());
        (0..5000).for_each(|_| score.watch_for_stalemate(false));
        assert!(score.is_stalemate(), "nobody fights now, and nothing has changed");
        fight(&mut score, 80.0, 1);
        assert!(!score.is_stalemate());
    }

    #[test]
    fn pauses_between_fights_are_no_stalemate() {
        let sides = vec![Side { hit_points: 50.0, ..Side::default() }];
        let mut score = Score { sides, ..Score::default() };
        for _ in 0..100 {
            (0..100).for_each(|_| score.watch_for_stalemate(true));
            (0..100).for_each(|_| score.watch_for_stalemate(false));
        }
        assert!(!score.is_stalemate());
    }
}
