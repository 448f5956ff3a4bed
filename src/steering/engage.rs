//! Positioning in a fight: what the rules see of it, and what they decide.
//!
//! A rule implements [`EngageRule`] in its own file and joins the program by its line in the list of
//! [`Engage`](super::Engage). A caller fills in one [`Battle`] for each team and tick, and gets a decision for every
//! fighter that asks for one. All lengths are in cells and all times in seconds; the rules of the papers count in
//! pixels of StarCraft (32 to a cell) and walk tiles (4 to a cell), and convert.

use super::limits::Limit;
use super::potential_field::PotentialField;
use super::terms::Terms;
use crate::grid::Terrain;
use glam::Vec2;

/// How far a unit's weapons reach, from the edge of its disc to the edge of the other's, in cells; `None` where it has no
/// weapon.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reach {
    /// Against units that do not fly.
    pub ground: Option<f32>,
    /// Against units that fly.
    pub air: Option<f32>,
}

impl Reach {
    /// One range against all units.
    pub fn both(range: f32) -> Self {
        Self { ground: Some(range), air: Some(range) }
    }

    /// Against units that fly, or against units that do not.
    pub fn against(&self, flies: bool) -> Option<f32> {
        if flies { self.air } else { self.ground }
    }

    /// The longest; 0 without a weapon.
    pub fn longest(&self) -> f32 {
        self.ground.unwrap_or(0.0).max(self.air.unwrap_or(0.0))
    }
}

/// One of the own units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fighter {
    /// Where it is.
    pub position: Vec2,
    /// Where it looks, as a vector of length 1: along its velocity, or at its target while it stands. Zero if it has
    /// nothing to look at.
    pub heading: Vec2,
    /// Radius of its disc.
    pub radius: f32,
    /// Maximum speed, in cells per second.
    pub speed: f32,
    /// How far its weapons reach.
    pub reach: Reach,
    /// Time until its weapon may be used again; 0 when it is ready.
    pub cooldown: f32,
    /// Whether it supports others, as a medic does.
    pub support: bool,
    /// Whether it flies, over any ground.
    pub flies: bool,
    /// The number of the squad that it belongs to. `None` for a unit on its own.
    pub squad: Option<u32>,
    /// Where its squad wants to go. For a unit without a goal, where it is.
    pub goal: Vec2,
    /// Whether it wants a decision now. Fighters that do not still count as companions.
    pub asks: bool,
}

impl Fighter {
    /// Its maximum shooting distance to an enemy; `None` if it cannot attack it.
    pub fn range_to(&self, foe: &Foe) -> Option<f32> {
        self.reach.against(foe.flies)
    }
}

/// One of the enemies in sight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foe {
    /// Where it is.
    pub position: Vec2,
    /// Radius of its disc; 0 for a building.
    pub radius: f32,
    /// Half the side of the square that a building covers; 0 for a unit.
    pub half: f32,
    /// How far its weapons reach.
    pub reach: Reach,
    /// How far it sees.
    pub sight: f32,
    /// Whether it flies.
    pub flies: bool,
}

impl Foe {
    /// How far a fighter is from it, from edge to edge; negative if they overlap.
    pub fn distance_to(&self, me: &Fighter) -> f32 {
        let outside = (me.position - self.position).abs() - Vec2::splat(self.half);
        outside.max(Vec2::ZERO).length() - self.radius - me.radius
    }

    /// Its maximum shooting distance to one of the own units; `None` if it cannot attack it.
    pub fn range_to(&self, me: &Fighter) -> Option<f32> {
        self.reach.against(me.flies)
    }
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

/// The rule by which units position themselves in a fight.
pub trait EngageRule {
    /// Reused memory of [`EngageRule::decide`]. What it holds has no influence on the decisions.
    type Scratch: Clone + std::fmt::Debug + Default;

    /// Whether a unit that is ready and has no enemy in range goes straight for its target instead of asking the rule.
    fn chases(&self) -> bool;

    /// Decides for all fighters that ask. `decisions` holds one entry for each of the own units, `None` so far; `None`
    /// lets a fighter keep to its path.
    fn decide(
        &self,
        battle: &Battle,
        scratch: &mut Self::Scratch,
        decisions: &mut [Option<Decision>],
    );

    /// The potential field of the rule, if it has one.
    fn field(&self) -> Option<PotentialField> {
        None
    }

    /// The distances used by the rule for a fighter, towards companions of its own size and towards each of the
    /// enemies; see [`Engage::limits`](super::Engage::limits).
    fn limits(&self, _me: &Fighter, _foes: &[Foe]) -> Vec<Limit> {
        Vec::new()
    }
}

/// Declares the list of engage rules as a [`part!`](crate::part), and calls each by its [`EngageRule`].
macro_rules! engage_rules {
    (
        $(#[doc = $list_doc:literal])+
        pub enum Engage {
            $($(#[doc = $doc:literal])+ $option:ident($type:ty),)+
        }
    ) => {
        crate::part! {
            $(#[doc = $list_doc])+
            pub enum Engage {
                $($(#[doc = $doc])+ $option($type),)+
            }
        }

        /// Reused memory of [`Engage::decide`]. What it holds has no influence on the decisions.
        #[derive(Clone, Debug, Default)]
        #[expect(non_snake_case, reason = "a field has the name of its rule")]
        pub struct EngageScratch {
            $($option: <$type as EngageRule>::Scratch,)+
        }

        impl Engage {
            /// Whether a unit that is ready and has no enemy in range goes straight for its target instead of asking the
            /// rule.
            pub fn chases(&self) -> bool {
                match self {
                    $(Self::$option(rule) => EngageRule::chases(rule),)+
                }
            }

            /// The potential field of the rule, if it has one.
            pub fn field(&self) -> Option<PotentialField> {
                match self {
                    $(Self::$option(rule) => EngageRule::field(rule),)+
                }
            }

            /// The distances used by the rule for a fighter, towards companions of its own size and towards each of
            /// the enemies; each distance once.
            pub fn limits(&self, me: &Fighter, foes: &[Foe]) -> Vec<Limit> {
                Limit::each_once(match self {
                    $(Self::$option(rule) => EngageRule::limits(rule, me, foes),)+
                })
            }

            /// Decides for all fighters that ask. Afterwards `decisions` holds one entry for each of the own units;
            /// `None` for those that did not ask, and for those that are to keep to their path.
            pub fn decide(
                &self,
                battle: &Battle,
                scratch: &mut EngageScratch,
                decisions: &mut Vec<Option<Decision>>,
            ) {
                decisions.clear();
                decisions.resize(battle.own.len(), None);
                match self {
                    $(Self::$option(rule) => {
                        EngageRule::decide(rule, battle, &mut scratch.$option, decisions);
                    })+
                }
            }
        }
    };
}

pub(super) use engage_rules;

/// A velocity that leads along an offset: as fast as possible, and slower only if the offset would be
/// reached within `time` seconds.
pub(super) fn velocity_along(offset: Vec2, speed: f32, time: f32) -> Vec2 {
    (offset / time).clamp_length_max(speed)
}
