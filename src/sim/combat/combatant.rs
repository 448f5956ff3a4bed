//! What a unit needs to fight, and what an arena keeps of its fights.

use crate::combat::{Rules, Shot, UnitKind};
use crate::grid::Cell;
use crate::scenario::{TeamId, UnitId};
use bevy::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

use crate::sim::unit::{GroupId, Position, PreviousPosition, Unit};

/// How much a unit can still take. At 0 it dies.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default)]
pub struct HitPoints(pub f32);

/// What a unit has to spend on attacks or healing.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default)]
pub struct Energy(pub f32);

/// The state of a unit's weapon.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default)]
pub struct Armament {
    /// Seconds until it may attack again; ready at 0 and below.
    pub cooling: f32,
    /// Seconds for which the unit still stands after an attack.
    pub standing: f32,
    /// Attacks made.
    pub attacks: u64,
    /// Whom it attacked or aimed at last.
    pub aimed_at: Option<UnitId>,
}

/// Whom a unit fights: an enemy, or for one that heals a hurt friend.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Target {
    /// Its number.
    pub unit: Option<UnitId>,
    /// Whether it can be reached from here.
    pub in_range: bool,
}

/// How a unit's present fight goes.
#[derive(Component, Clone, Debug, PartialEq, Default)]
pub struct Engagement {
    /// The least distance from its target so far, in cells.
    pub nearest: f32,
    /// Seconds for which it was ready to attack and got no nearer to anybody.
    pub idle: f32,
    /// Until this tick it follows its path and fights only what comes into range.
    pub calm_until: u64,
    /// The way to a target that it cannot reach in a straight line.
    pub chase: Vec<Cell>,
    /// The place in `chase` that it heads for.
    pub next: usize,
}

/// Whether a unit was told to hold its ground: then it attacks only what comes into range.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct HoldsGround(pub bool);

/// What drove a unit in the last tick.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Controller {
    /// Its path, if it has one.
    #[default]
    Path,
    /// It stands and attacks.
    Attack,
    /// It goes for its target.
    Chase,
    /// The engage rule of its doctrine.
    Engage,
}

impl Controller {
    /// In a few words.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Path => "follows its path",
            Self::Attack => "stands and attacks",
            Self::Chase => "goes for its target",
            Self::Engage => "is driven by its engage rule",
        }
    }
}

/// Everything that a new unit needs. Spawn it as a child of its arena, with components of your own if you like:
/// `commands.spawn((unit_bundle(id, team, kind, at), ChildOf(arena)))`. The number must be new in its arena.
///
/// A unit that is spawned this way is not part of a recording; [`Action::Spawn`](crate::scenario::Action) is.
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

/// What decides how the fights of an arena go.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default)]
pub struct Warfare {
    /// What all random draws start from.
    pub seed: u64,
    /// The scenario's rules.
    pub rules: Rules,
}

/// Shots in flight.
#[derive(Component, Clone, Debug, PartialEq, Default)]
pub struct Shots(pub Vec<Shot>);

/// Units whose fight is over and who need a way back to what they were told, by group.
#[derive(Component, Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Returning(pub BTreeMap<GroupId, BTreeSet<UnitId>>);

/// What the fights of an arena have brought so far.
#[derive(Component, Clone, Debug, PartialEq, Default)]
pub struct Score {
    /// By team.
    pub sides: Vec<Side>,
    /// When somebody attacked first, in ticks.
    pub first_attack: Option<u64>,
    /// Whether somebody fights now.
    pub fighting: bool,
    /// Who has won, and when: the only side of several that can still fight.
    pub winner: Option<(TeamId, u64)>,
}

/// What the fights of an arena have brought one side.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Side {
    /// Whether it ever had a unit with a weapon.
    pub took_part: bool,
    /// Units that it has.
    pub units: usize,
    /// Those of them with a weapon.
    pub armed: usize,
    /// Hit points that its units have.
    pub hit_points: f64,
    /// Units that died.
    pub casualties: usize,
    /// Damage that its units did.
    pub damage_dealt: f64,
    /// Attacks that its units made.
    pub attacks: u64,
}
