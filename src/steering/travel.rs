//! Movement rules, [`Travel`](super::Travel): how units follow their paths. The input and output of each rule.
//!
//! A movement rule implements [`TravelRule`] in its own file and joins the program by its line in the list of
//! [`Travel`](super::Travel). Once per tick, [`prepare`](super::Travel::prepare) works out what all units of a team share;
//! then [`steer`](super::Travel::steer) decides for each unit on its own, in any order and on any thread.

use super::spatial_grid::LANES;
use super::terms::Terms;
use super::trail::PathPlace;
use super::travellers::{Traveller, Travellers, Walker};
use crate::grid::Terrain;

/// The ground and the units of an arena in one tick.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// What is in the way of units on the ground.
    pub ground: &'a Terrain,
    /// What is in the way of units that fly.
    pub sky: &'a Terrain,
    /// All units.
    pub units: &'a Travellers,
    /// Length of a tick, in seconds.
    pub time_step: f32,
}

impl<'a> Scene<'a> {
    /// What is in the way of a unit.
    pub fn terrain(&self, flies: bool) -> &'a Terrain {
        if flies { self.sky } else { self.ground }
    }
}

/// Where a unit wants to go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// The place in its path that it heads for.
    pub place: PathPlace,
    /// The terms of the velocity that it wants, in cells per second.
    pub terms: Terms,
}

/// A movement rule.
pub trait TravelRule {
    /// What all units of a team share in a tick. It is kept from tick to tick, so that memory is used again and work that
    /// still holds need not be done again; it must not influence where units go in any other way.
    type Shared: Default + Send + Sync;

    /// Works out what depends on nothing but the units themselves, which come in the order of their numbers. Called once per tick,
    /// at the same time as they are sorted by where they are.
    fn survey(&self, _shared: &mut Self::Shared, _units: &[Traveller], _team: u8) {}

    /// Works out what else the units of a team share. Called once per tick after `survey`, before any unit is steered.
    fn prepare(&self, _shared: &mut Self::Shared, _scene: &Scene, _team: u8) {}

    /// Where a unit wants to go; `None` to stand.
    fn steer(&self, shared: &Self::Shared, scene: &Scene, walker: &Walker) -> Option<Course>;

    /// Steers up to four units at once, which may be faster than one by one. Their courses are written to `courses` at the
    /// indices of the units.
    fn steer_four(
        &self,
        shared: &Self::Shared,
        scene: &Scene,
        walkers: &[Walker],
        courses: &mut [Option<Course>; LANES],
    ) {
        for (walker, course) in walkers.iter().zip(courses) {
            *course = self.steer(shared, scene, walker);
        }
    }

    /// Whether a group has one path for all its members.
    fn shares_path(&self) -> bool {
        false
    }

    /// Whether all members of a group go for the enemy that one of them fights.
    fn fights_as_one(&self) -> bool {
        false
    }

    /// Whether [`Traveller::goal`](super::Traveller::goal) is needed.
    fn needs_goals(&self) -> bool {
        false
    }
}

/// Declares the list of movement rules as a [`part!`](crate::part), and calls each by its [`TravelRule`].
macro_rules! travels {
    (
        $(#[doc = $list_doc:literal])+
        pub enum Travel {
            $($(#[doc = $doc:literal])+ $option:ident($type:ty),)+
        }
    ) => {
        crate::part! {
            $(#[doc = $list_doc])+
            pub enum Travel {
                $($(#[doc = $doc])+ $option($type),)+
            }
        }

        /// What the units of a team share under their movement rule; see [`Travel::prepare`].
        #[derive(Default)]
        pub enum TravelMemory {
            /// Nothing is prepared yet.
            #[default]
            Empty,
            $(
                #[doc = concat!("Of `", stringify!($option), "`.")]
                $option(<$type as $crate::steering::travel::TravelRule>::Shared),
            )+
        }

        impl Travel {
            /// Works out what depends on nothing but the units. To be called once per tick before [`Travel::prepare`].
            pub fn survey(&self, memory: &mut TravelMemory, units: &[Traveller], team: u8) {
                match self {
                    $(Self::$option(rule) => {
                        if !matches!(memory, TravelMemory::$option(_)) {
                            *memory = TravelMemory::$option(Default::default());
                        }
                        if let TravelMemory::$option(shared) = memory {
                            $crate::steering::travel::TravelRule::survey(rule, shared, units, team);
                        }
                    })+
                }
            }

            /// Works out what the units of a team share. To be called once per tick before [`Travel::steer`].
            pub fn prepare(&self, memory: &mut TravelMemory, scene: &Scene, team: u8) {
                match self {
                    $(Self::$option(rule) => {
                        if let TravelMemory::$option(shared) = memory {
                            $crate::steering::travel::TravelRule::prepare(rule, shared, scene, team);
                        }
                    })+
                }
            }

            /// Where a unit wants to go, by what was prepared for its team; `None` to stand.
            pub fn steer(
                &self,
                memory: &TravelMemory,
                scene: &Scene,
                walker: &Walker,
            ) -> Option<Course> {
                match (self, memory) {
                    $((Self::$option(rule), TravelMemory::$option(shared)) => {
                        $crate::steering::travel::TravelRule::steer(rule, shared, scene, walker)
                    })+
                    _ => None,
                }
            }

            /// Steers up to four units; their courses are written to `courses`.
            pub fn steer_four(
                &self,
                memory: &TravelMemory,
                scene: &Scene,
                walkers: &[Walker],
                courses: &mut [Option<Course>; $crate::steering::spatial_grid::LANES],
            ) {
                match (self, memory) {
                    $((Self::$option(rule), TravelMemory::$option(shared)) => {
                        $crate::steering::travel::TravelRule::steer_four(
                            rule, shared, scene, walkers, courses,
                        );
                    })+
                    _ => {}
                }
            }

            /// Whether a group has one path for all its members.
            pub fn shares_path(&self) -> bool {
                match self {
                    $(Self::$option(rule) => {
                        $crate::steering::travel::TravelRule::shares_path(rule)
                    })+
                }
            }

            /// Whether all members of a group go for the enemy that one of them fights.
            pub fn fights_as_one(&self) -> bool {
                match self {
                    $(Self::$option(rule) => {
                        $crate::steering::travel::TravelRule::fights_as_one(rule)
                    })+
                }
            }

            /// Whether [`Traveller::goal`] is needed.
            pub fn needs_goals(&self) -> bool {
                match self {
                    $(Self::$option(rule) => {
                        $crate::steering::travel::TravelRule::needs_goals(rule)
                    })+
                }
            }
        }
    };
}

pub(super) use travels;
