//! Unit kinds, targeting, damage and shots. No ECS.

mod catalogue;
mod damage;
mod definition;
mod draw;
mod file;
mod kind;
mod limits;
mod reach;
mod rules;
mod shot;
mod targeting;

pub use catalogue::{Set, built_in, built_in_sets, kind_named};
pub use definition::{DefinitionFault, HealingDefinition, KindDefinition, WeaponDefinition};
pub use draw::{Stream, draw, draw_between};
pub use file::{KindFault, SetFile, intern};
pub use kind::{ArmourCounts, Healing, Measured, Targets, UnitKind, Weapon};
pub use limits::{Limit, MAX_SPEED, body_fault, limits};
pub use reach::{Body, distance_between};
pub use rules::{AfterFight, Rules, TargetRule};
pub use shot::{Hit, Shot, hits_of};
pub use targeting::{Candidate, Targeting, choose_target};
