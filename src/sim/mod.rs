//! The simulation: arenas, units, commands and the tick, as an ECS without a window.
//!
//! [`Tick`] runs every system; `tick.rs` is the only file that says in which order. Everything that changes a running
//! simulation from outside goes through an arena's [`Journal`].

mod arena;
mod cells;
mod combat;
mod command;
mod export;
mod facts;
mod fields;
mod headless;
mod keyframes;
mod metrics;

mod plan;
mod recording;
mod run;
mod save;
mod state;
mod steered;
mod tick;
mod traffic;
mod transform_sync;
mod unit;

pub use arena::{
    Arena, Clock, Goals, Journal, Kinds, Land, NextIds, Obstacle, Roster, Script, SendActions,
    Start, Teams, spawn_arena,
};
pub use arena::{ArenaEvent, Event, EventKind, Events, StatusChanged, UnitDied, UnreachableReason};
pub use cells::{Assignment, Board, Occupants, PatrolNumbers, Patrols, Stepper, Tally, Turn};
pub use combat::combatant::{
    Armament, Controller, Energy, Engagement, HitPoints, HoldsGround, Score, Shots, Side, Target,
    Warfare, unit_bundle,
};
pub use combat::snapshot::TeamBattle;
pub use command::{
    Action, Batch, FactAction, GiveOrder, GoalAction, Health, KindAction, MoveObstacle, NewUnit,
    PlaceObstacle, Refusal, ResizeObstacle, SetCosts, SetDoctrine, SetModifiers, TeamAction,
    spawn_unit,
};
pub use export::{bake, moment, scenario_of};
pub use facts::{AllFacts, ArenaFacts};
pub use fields::arena_fields::{ArenaFields, presence};
pub use headless::Simulation;
pub use keyframes::Keyframes;
pub use metrics::group_numbers::{GroupNumbers, PathNumbers};
pub use metrics::last_search::{GroupSearch, LastSearch};
pub use metrics::numbers::{CaptureSearch, Numbers};
pub use metrics::separation::{GroupSeparation, Separations};
pub use metrics::splits::Splits;
pub use metrics::stalls::Stalls;
pub use plan::queue::{NodeBudget, PlanQueue, Planner};
pub use recording::{Replay, ReplayCheck};
pub use run::{Entry, Run, To};
pub use save::{RestoredArena, SaveError, SaveGame};
pub use state::{
    Difference, Divergence, FieldValue, Gap, Generation, RegisterState, Repeatable, Role, STAGES,
    Snapshot, SnapshotError, State, StateField, TraceComparison, TraceError, TraceHead,
    TraceReader, TraceSide, TraceTick, TraceWriter, compare_traces, component_hashes,
    component_names, first_divergence, state_fields, state_hash, unit_hashes,
};
pub use tick::{
    ArenaPaused, Pace, SimPlugin, SimSystems, TICK, TICKS_PER_SECOND, Tick, TickSystems,
    has_ticked, rate_fault, run_pass,
};
pub(crate) use traffic::TrafficControl;
pub use traffic::{Post, RightsOfWay};
pub use transform_sync::{TickFraction, TransformSync};
pub use unit::{
    Enlisted, Group, GroupId, Groups, Guided, Modifiers, Orders, Position, PreviousPosition,
    Progress, Rejected, Route, Status, Steering, Unit, Velocity, WaitReason,
};
