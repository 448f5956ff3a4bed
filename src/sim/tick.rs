//! The tick: every system of the simulation in its order of execution.
//!
//! This is the only file that says when a system runs. The systems of a stage run one after the other. A system marked
//! `.run_if(time_passes)` runs only in passes that make a tick. All other systems of `Command`, `Sense` and `Plan` also
//! run during a pause. There they read [`Pass`] to see whether their arena was edited. The stages from `Steer` on never
//! run during a pause.

use super::arena::{ArenaEvent, SendActions, send_events};
use super::cells::{give_assignments, plan_while_paused, step_units};
use super::combat::chase_path::plan_chases;
use super::combat::positioning::engage_units;
use super::combat::strike::{fight, recount_sides};
use super::combat::targeting::sense_enemies;
use super::command::apply::apply_actions;
use super::fields::arena_fields::{replan_for_fields, update_fields};
use super::fields::learning::learn_steps;
use super::metrics::group_numbers::{forget_removed_units, measure_groups};
use super::metrics::measuring::{
    PassStopwatch, advance_clocks, count_units, measure_coherence, start_stopwatch,
};
use super::metrics::numbers::CaptureSearch;
use super::metrics::separation::judge_separation;
use super::metrics::splits::watch_splits;
use super::metrics::stalls::measure_stalls;
use super::plan::detour::find_detours;
use super::plan::pursue::pursue;
use super::plan::queue::{find_members, plan_groups};
use super::plan::sense::{finish_groups, watch_progress, watch_the_ground};
use super::state;
use super::steered::movement::move_units;
use super::steered::steer::steer_units;
use super::traffic::{direct_traffic, exchange_slots, keep_posts};
use crate::steering::SHARED_FROM;
use bevy::ecs::schedule::{
    InternedScheduleLabel, LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor,
};
use bevy::prelude::*;

/// Ticks per second of simulated time. A power of two, so that [`TICK`] is exact.
pub const TICKS_PER_SECOND: u32 = 32;

/// Simulated seconds per tick.
pub const TICK: f32 = 1.0 / TICKS_PER_SECOND as f32;

/// The schedule of one pass. [`SimPlugin`] runs it from a schedule of the host. `World::run_schedule(Tick)` runs it by
/// hand.
#[derive(ScheduleLabel, Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Tick;

/// The stages of a tick, in order. Each reads what the earlier stages wrote.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum TickSystems {
    /// Scripted orders and the journal: edits, orders, doctrines.
    Command,
    /// Finds groups that need a new plan: changed ground, reached waypoints, stuck units.
    Sense,
    /// New paths.
    Plan,
    /// The desired velocity of each unit.
    Steer,
    /// The movement of each unit.
    Move,
    /// Shots and damage.
    Fight,
    /// Fields learn from the moves made.
    Learn,
    /// Counters and the clock.
    Measure,
    /// Events become messages. Runs in every pass.
    Report,
}

/// Whether simulated time passes. During a pause edits are still applied and planned.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Whether ticks run continuously.
    pub running: bool,
    /// Number of single ticks to make during a pause.
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

/// What the current pass does for an arena. Written at the start of the pass, when the actions are applied.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Pass {
    /// A pause without changes.
    #[default]
    Idle,
    /// A pause in which the arena was edited or a plan continues. Paths are planned.
    Edit,
    /// A tick.
    Tick,
}

impl Pass {
    /// Whether paths are planned in this pass.
    pub(crate) fn plans(self) -> bool {
        self != Self::Idle
    }
}

/// Whether the last pass made a tick in an arena. If not, the arena may show the preview of a pause.
pub fn has_ticked(world: &World, arena: Entity) -> bool {
    world.get::<Pass>(arena) == Some(&Pass::Tick)
}

fn time_passes(pace: Res<Pace>) -> bool {
    pace.ticks()
}

/// The simulation. Runs one pass of [`Tick`] whenever the host's schedule runs.
///
/// It changes neither the clock nor the settings of that schedule. [`TICKS_PER_SECOND`] passes make one second of
/// simulated time. The host decides how often the schedule runs.
pub struct SimPlugin {
    schedule: InternedScheduleLabel,
}

impl Default for SimPlugin {
    fn default() -> Self {
        Self::in_schedule(FixedUpdate)
    }
}

impl SimPlugin {
    /// Runs one pass whenever this schedule runs.
    pub fn in_schedule(schedule: impl ScheduleLabel) -> Self {
        Self { schedule: schedule.intern() }
    }
}

impl Plugin for SimPlugin {
    fn build(&self, app: &mut App) {
        state::register(app.world_mut());
        app.init_resource::<Pace>()
            .init_resource::<CaptureSearch>()
            .init_resource::<PassStopwatch>()
            .add_observer(find_members)
            .add_message::<ArenaEvent>()
            .add_message::<SendActions>()
            .add_schedule(tick())
            .add_systems(self.schedule, run_pass);
    }
}

/// Runs one pass. With many units it runs on one of the threads that share the loops over units, so that not every loop has to
/// be handed over to them.
pub fn run_pass(world: &mut World) {
    let units = world.get_resource::<PassStopwatch>().map_or(0, |last| last.units);
    if units >= SHARED_FROM {
        rayon::scope(|_| world.run_schedule(Tick));
    } else {
        world.run_schedule(Tick);
    }
}

/// All systems of a tick.
fn tick() -> Schedule {
    use TickSystems::*;
    let mut schedule = Schedule::new(Tick);
    schedule.configure_sets((Command, Sense, Plan).chain());
    schedule.configure_sets(
        (Steer, Move, Fight, Learn, Measure).chain().after(Plan).run_if(time_passes),
    );
    schedule.configure_sets(Report.after(Measure));
    schedule.add_systems((
        (start_stopwatch, apply_actions, recount_sides, pursue.run_if(time_passes))
            .chain()
            .in_set(Command),
        (
            watch_the_ground,
            watch_progress.run_if(time_passes),
            exchange_slots.run_if(time_passes),
            finish_groups.run_if(time_passes),
            sense_enemies.run_if(time_passes),
            update_fields,
            replan_for_fields.run_if(time_passes),
        )
            .chain()
            .in_set(Sense),
        (
            plan_groups,
            find_detours.run_if(time_passes),
            give_assignments,
            plan_while_paused,
            plan_chases.run_if(time_passes),
            forget_removed_units,
            judge_separation,
            measure_groups,
            count_units.run_if(not(time_passes)),
        )
            .chain()
            .in_set(Plan),
        (keep_posts, direct_traffic, steer_units, engage_units).chain().in_set(Steer),
        (move_units, step_units).chain().in_set(Move),
        fight.in_set(Fight),
        learn_steps.in_set(Learn),
        (count_units, measure_stalls, measure_coherence, watch_splits, advance_clocks)
            .chain()
            .in_set(Measure),
        // Also runs during a pause, because plans made then are announced, too.
        send_events.in_set(Report),
    ));
    // Most systems are short, so a single thread runs them all, and loops over units are parallel inside. Two systems
    // of one stage that touch the same data without an order are an error.
    schedule.set_executor(SingleThreadedExecutor::new());
    schedule.set_build_settings(ScheduleBuildSettings {
        ambiguity_detection: LogLevel::Error,
        ..default()
    });
    schedule
}
