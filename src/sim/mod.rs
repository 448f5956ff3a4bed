//! The simulation: arenas, units, commands and the tick, as an ECS without a window.
//!
//! The order of a tick stands here and nowhere else: see [`TickSystems`]. Everything that changes a
//! running simulation from outside goes through an arena's [`Inbox`].

mod arena;
mod battle;
mod cells;
mod chase;
mod combatant;
mod command;
mod engage;
mod engagement;
mod events;
mod fight;
mod flock_path;
mod flocks;
mod group_numbers;
mod hash;
mod influence;
mod last_search;
mod learning;
mod look_round;
mod measuring;
mod motion;
mod movement;
mod numbers;
mod orders;
mod places;
mod placing;
mod plan;
mod plan_job;
mod pursue;
mod ranks;
mod route;
mod run;
mod sense;
mod separation;
mod steer;
mod unit;

pub use arena::{
    Arena, Clock, DueOrder, Kinds, Land, Obstacle, Roster, Script, Teams, spawn_arena,
};
pub use battle::{Battles, TeamBattle};
pub use cells::{Board, Errand, Occupants, PatrolNumbers, Patrols, Stepper, Tally, Turn};
pub use combatant::{
    Armament, Controller, Energy, Engagement, HitPoints, HoldsGround, Score, Shots, Side, Target,
    Warfare,
};
pub use command::{Applied, Batch, Inbox, Log};
pub use events::{Event, EventKind, Events};
pub use group_numbers::{GroupNumbers, PathNumbers};
pub use hash::state_hash;
pub use influence::{Influences, presence};
pub use last_search::{GroupSearch, LastSearch};
pub use learning::Learned;
pub use numbers::{Numbers, Watch};
pub use plan::{Planner, UnderWay};
pub use run::{Simulation, replay};
pub use separation::{GroupSeparation, Separations};
pub use unit::{
    Group, GroupId, Groups, Orders, Position, PreviousPosition, Progress, Route, Status, Steering,
    Unit, Velocity, WaitReason,
};

use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings, SingleThreadedExecutor};
use bevy::prelude::*;

/// Ticks in a second of simulated time; an exact binary fraction.
pub const TICKS_PER_SECOND: u32 = 32;

/// Simulated seconds in a tick.
pub const TICK: f32 = 1.0 / TICKS_PER_SECOND as f32;

/// The stages of a tick, in order. Each reads what the earlier ones wrote, and is the only one that
/// writes its own components.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum TickSystems {
    /// Scripted orders and the inbox: edits, orders, doctrines.
    Command,
    /// Which groups need a new plan: changed ground, reached way-points, units that are stuck.
    Sense,
    /// New paths.
    Plan,
    /// The velocity that each unit wants.
    Steer,
    /// Where each unit goes.
    Move,
    /// Shots and damage.
    Fight,
    /// What the fields learn from the moves made.
    Learn,
    /// Counters, and the clock moves on.
    Measure,
}

/// Whether simulated time passes. Edits are applied and planned even while it does not.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Whether ticks follow one another.
    pub running: bool,
    /// How many single ticks to make while not running.
    pub steps: u32,
}

impl Default for Pace {
    fn default() -> Self {
        Self { running: true, steps: 0 }
    }
}

impl Pace {
    /// Whether this pass makes a tick.
    pub fn ticks(&self) -> bool {
        self.running || self.steps > 0
    }
}

/// The simulation, ticking in [`FixedUpdate`].
pub struct SimPlugin;

impl Plugin for SimPlugin {
    fn build(&self, app: &mut App) {
        use TickSystems::*;
        app.init_resource::<Pace>()
            .insert_resource(Time::<Fixed>::from_hz(f64::from(TICKS_PER_SECOND)))
            .configure_sets(FixedUpdate, (Command, Sense, Plan).chain())
            .configure_sets(
                FixedUpdate,
                (Steer, Move, Fight, Learn, Measure)
                    .chain()
                    .after(Plan)
                    .run_if(|pace: Res<Pace>| pace.ticks()),
            )
            .init_resource::<Watch>()
            .add_plugins((
                command::plugin,
                pursue::plugin,
                sense::plugin,
                plan::plugin,
                chase::plugin,
                steer::plugin,
                engage::plugin,
                movement::plugin,
                fight::plugin,
                learning::plugin,
                measuring::plugin,
            ));
        app.edit_schedule(FixedUpdate, |schedule| {
            schedule.set_executor(SingleThreadedExecutor::new());
            schedule.set_build_settings(ScheduleBuildSettings {
                ambiguity_detection: LogLevel::Error,
                ..default()
            });
        });
    }
}
