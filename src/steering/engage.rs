//! Positioning in a fight: what the rules see of it, and what they decide.
//!
//! A caller fills in one [`Battle`] for each team and tick, and gets a decision for every fighter that
//! asks for one. All lengths are in cells and all times in seconds; the rules of the papers count in
//! pixels of StarCraft (32 to a cell) and walk tiles (4 to a cell), and convert.

use super::boids::{Boids, BoidsScratch};
use super::mixed::Mixed;
use super::potential_field::{FieldScratch, PotentialField};
use super::terms::Terms;
use crate::grid::Terrain;
use bevy::math::Vec2;

crate::parameters! {
    /// Parameters of `Hold`: none.
    pub struct Hold {}
}

crate::part! {
    /// How a unit positions itself once an enemy is in sight.
    pub enum Engage {
        /// Keeps walking its path.
        Hold(Hold),
        /// Keeps its distance by five rules and its squad together (hybrid-starcraft).
        Boids(Boids),
        /// Goes to the best tile nearby in the fields round enemies and friends (hybrid-starcraft).
        PotentialField(PotentialField),
        /// Boids and potential field mixed by weights (future work of hybrid-starcraft).
        Mixed(Mixed),
    }
}

/// One of the own units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fighter {
    /// Where it is.
    pub position: Vec2,
    /// How fast it moves, in cells per second; its heading.
    pub velocity: Vec2,
    /// Radius of its disc.
    pub radius: f32,
    /// Greatest speed, in cells per second.
    pub speed: f32,
    /// How far its weapon reaches, from the edge of its disc to the edge of the enemy's; 0 without one.
    pub weapon_range: f32,
    /// Whether its weapon can hit any of the enemies.
    pub can_attack: bool,
    /// Time until its weapon may be used again; 0 when it is ready.
    pub cooldown: f32,
    /// Whether it supports others, as a medic does.
    pub support: bool,
    /// Whether it flies, over any ground.
    pub flies: bool,
    /// The squad that it belongs to: any number that is the same for all of them.
    pub squad: u32,
    /// Where its squad wants to go.
    pub goal: Vec2,
    /// Whether it wants a decision now. Those who do not still count as companions.
    pub asks: bool,
}

/// One of the enemies in sight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foe {
    /// Where it is.
    pub position: Vec2,
    /// Radius of its disc.
    pub radius: f32,
    /// How far its weapon reaches, from edge to edge; 0 without one.
    pub weapon_range: f32,
    /// Whether it has a weapon.
    pub can_attack: bool,
}

/// A fight as one team sees it.
#[derive(Clone, Copy, Debug)]
pub struct Battle<'a> {
    /// The ground.
    pub terrain: &'a Terrain,
    /// The team's units.
    pub own: &'a [Fighter],
    /// The enemies that it sees.
    pub foes: &'a [Foe],
}

/// What a fighter should do.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Decision {
    /// Wanted velocity, in cells per second; zero to stay.
    pub desired: Vec2,
    /// The terms of it by name, for the arrows of a selected unit, in cells per second.
    pub terms: Terms,
}

/// Reused memory of [`Engage::decide`]. What it holds has no influence on the decisions.
#[derive(Clone, Debug, Default)]
pub struct EngageScratch {
    pub(super) boids: BoidsScratch,
    pub(super) field: FieldScratch,
    pub(super) spare: Vec<Option<Decision>>,
}

impl Engage {
    /// The potential field that the rule goes by, if it does.
    pub fn field(&self) -> Option<PotentialField> {
        match self {
            Self::Hold(_) | Self::Boids(_) => None,
            Self::PotentialField(field) => Some(*field),
            Self::Mixed(mixed) => Some(mixed.field()),
        }
    }

    /// Decides for everybody who asks. Afterwards `decisions` holds one entry for each of the own units;
    /// `None` for those who did not ask, and for those who are to keep to their path.
    pub fn decide(
        &self,
        battle: &Battle,
        scratch: &mut EngageScratch,
        decisions: &mut Vec<Option<Decision>>,
    ) {
        decisions.clear();
        decisions.resize(battle.own.len(), None);
        match self {
            Self::Hold(_) => {}
            Self::Boids(boids) => boids.decide(battle, &mut scratch.boids, decisions),
            Self::PotentialField(field) => field.decide(battle, &mut scratch.field, decisions),
            Self::Mixed(mixed) => mixed.decide(battle, scratch, decisions),
        }
    }
}

/// A velocity that leads along an offset: as fast as possible, and slower only if the offset would be
/// reached within `time` seconds.
pub(super) fn velocity_along(offset: Vec2, speed: f32, time: f32) -> Vec2 {
    (offset / time).clamp_length_max(speed)
}
