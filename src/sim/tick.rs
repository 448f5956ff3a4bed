//! The tick: every system of the simulation in its order of execution.
//!
//! This is the only file that says when a system runs. The systems of a stage run one after the other. A system marked
//! `.run_if(time_passes)` runs only in passes that make a tick. All other systems of `Command`, `Sense` and `Plan` also
//! run during a pause. There they read [`Pass`] to see whether their arena was edited. The stages from `Steer` on never
//! run during a pause.

use super::arena::{ArenaEvent, Clock, SendActions, send_events, tell_status};
use super::cells::{give_assignments, plan_while_paused, step_units};
use super::combat::chase_path::plan_chases;
use super::combat::combatant::{Energy, HitPoints};
use super::combat::positioning::engage_units;
use super::combat::strike::{fight, find_dying, recount_sides};
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
use super::transform_sync::TickFraction;
use super::unit::enlist::report_strays;
use super::unit::{Modifiers, Position, PreviousPosition, Rejected, Status, Velocity};
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

/// Whether time stands still in one arena, while it passes in others. It is as in a pause by [`Pace`]: what is sent is shown, and
/// done when time goes on.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct ArenaPaused(pub bool);

/// An arena that makes a tick in this pass.
#[derive(Component, Clone, Copy, Debug, Default)]
#[component(storage = "SparseSet")]
pub(crate) struct Ticking;

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

/// The simulation. Runs one pass of [`Tick`] whenever the host's schedule runs, or by a clock of its own.
///
/// It changes neither the clock nor the settings of the schedule. [`TICKS_PER_SECOND`] passes make one second of simulated time,
/// so in `FixedUpdate`, which runs at 64 Hz unless a game changes it, units would walk twice as fast: the plugin then says so in
/// the log. [`SimPlugin::self_timed`] needs no other rate.
///
/// ```
/// use bevy::prelude::*;
/// use phalanx::prelude::*;
///
/// let mut app = App::new();
/// app.add_plugins((MinimalPlugins, SimPlugin::self_timed()));
/// let arena = spawn_arena(app.world_mut(), &Scenario::blank(Bounds::new(20, 10)), 0);
/// let soldier = kind_named("soldier").unwrap();
/// let spawned = spawn_unit(app.world_mut(), arena, TeamId(0), soldier, Vec2::new(2.5, 5.5));
/// let (entity, id) = spawned.expect("there is room");
/// let order = Action::Order(GiveOrder::to([id], Order::Move(Cell::new(17, 5))));
/// app.world_mut().write_message(SendActions { arena, actions: vec![order] });
/// (0..40).for_each(|_| run_pass(app.world_mut()));
/// assert!(app.world().get::<Position>(entity).unwrap().0.x > 4.0);
/// ```
pub struct SimPlugin {
    schedule: InternedScheduleLabel,
    self_timed: bool,
    records: bool,
    splits: bool,
}

impl Default for SimPlugin {
    fn default() -> Self {
        Self::in_schedule(FixedUpdate)
    }
}

impl SimPlugin {
    /// Runs one pass whenever this schedule runs.
    pub fn in_schedule(schedule: impl ScheduleLabel) -> Self {
        Self { schedule: schedule.intern(), self_timed: false, records: false, splits: false }
    }

    /// Runs as many passes in each `Update` as the time of the game asks for, at most 8: [`TICKS_PER_SECOND`] a second. It needs
    /// Bevy's `TimePlugin`, and follows its pause and speed.
    pub fn self_timed() -> Self {
        Self { self_timed: true, ..Self::in_schedule(Update) }
    }

    /// Whether the journals of arenas keep what was sent, so that the run can be repeated. Off, because a game that never asks
    /// for it should not keep every order.
    pub fn recording(self, records: bool) -> Self {
        Self { records, ..self }
    }

    /// Whether groups that split at an obstacle and come together again are reported, as `EventKind::Split` and `Rejoined`. Off,
    /// because it costs searches.
    pub fn splits(self, splits: bool) -> Self {
        Self { splits, ..self }
    }
}

impl Plugin for SimPlugin {
    fn build(&self, app: &mut App) {
        if app.world().contains_resource::<Pace>() {
            log::warn!("SimPlugin was added twice; the first one stays");
            return;
        }
        state::register(app.world_mut());
        app.init_resource::<Pace>()
            .insert_resource(CaptureSearch { separation: self.splits, ..default() })
            .init_resource::<PassStopwatch>()
            .insert_resource(Records(self.records))
            .add_observer(find_members)
            .add_message::<ArenaEvent>()
            .add_message::<Rejected>()
            .add_message::<SendActions>()
            .register_type::<Position>()
            .register_type::<PreviousPosition>()
            .register_type::<Velocity>()
            .register_type::<Status>()
            .register_type::<Clock>()
            .register_type::<HitPoints>()
            .register_type::<Energy>()
            .register_type::<Modifiers>()
            .register_type::<ArenaPaused>()
            .add_schedule(tick());
        if self.self_timed {
            app.add_systems(self.schedule, keep_time.in_set(SimSystems));
        } else {
            app.add_systems(self.schedule, run_pass.in_set(SimSystems));
        }
        if is_fixed(self.schedule) {
            app.init_resource::<TickFraction>()
                .add_systems(self.schedule, watch_rate.before(SimSystems))
                .add_systems(Update, note_fraction.run_if(resource_exists::<Time<Fixed>>));
        }
    }

    /// The second one does nothing.
    fn is_unique(&self) -> bool {
        false
    }
}

/// What the plugin adds to the schedule of the host. Systems before it see the state before the tick, those after it the one after.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct SimSystems;

/// Whether journals keep what was sent.
#[derive(Resource, Clone, Copy, Debug)]
pub(crate) struct Records(pub bool);

/// Most passes in one frame by a clock of its own. After a longer frame the simulation is late, and stays so.
const MAX_PASSES: u32 = 8;

/// Runs the passes that are due by the time of the game.
fn keep_time(world: &mut World, mut owed: Local<f32>) {
    let Some(time) = world.get_resource::<Time>() else {
        if *owed >= 0.0 {
            log::warn!("SimPlugin::self_timed() needs Bevy's TimePlugin; no time passes");
            *owed = -1.0;
        }
        return;
    };
    *owed = (owed.max(0.0) + time.delta_secs()).min(MAX_PASSES as f32 * TICK);
    while *owed >= TICK {
        *owed -= TICK;
        run_pass(world);
    }
    world.insert_resource(TickFraction(*owed / TICK));
}

/// Notes how far the next tick of `FixedUpdate` is.
fn note_fraction(time: Res<Time<Fixed>>, mut fraction: ResMut<TickFraction>) {
    fraction.0 = time.overstep_fraction();
}

/// Whether a schedule runs at the rate of `Time<Fixed>`.
fn is_fixed(schedule: InternedScheduleLabel) -> bool {
    let fixed: [InternedScheduleLabel; 5] = [
        FixedFirst.intern(),
        FixedPreUpdate.intern(),
        FixedUpdate.intern(),
        FixedPostUpdate.intern(),
        FixedLast.intern(),
    ];
    fixed.contains(&schedule)
}

/// What is wrong with the rate of `FixedUpdate` for the simulation, if something is.
pub fn rate_fault(world: &World) -> Option<String> {
    let step = world.get_resource::<Time<Fixed>>()?.timestep().as_secs_f32();
    ((step / TICK - 1.0).abs() > 0.01).then(|| {
        format!(
            "the schedule of SimPlugin runs {:.1} times a second, and the simulation makes {TICKS_PER_SECOND} ticks a second: \
             everything goes {:.2} times as fast; insert Time::<Fixed>::from_hz(f64::from(TICKS_PER_SECOND)), or use \
             SimPlugin::self_timed()",
            1.0 / step,
            TICK / step,
        )
    })
}

/// Says once if the rate of the schedule is another one.
fn watch_rate(world: &World, mut said: Local<bool>) {
    if !*said && let Some(fault) = rate_fault(world) {
        log::warn!("{fault}");
        *said = true;
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

/// All systems of a tick. Two systems of a host may touch the same data without an order; those of the simulation must not, which
/// a test checks.
fn tick() -> Schedule {
    use TickSystems::*;
    let mut schedule = Schedule::new(Tick);
    schedule.configure_sets((Command, Sense, Plan).chain());
    schedule.configure_sets(
        (Steer, Move, Fight, Learn, Measure).chain().after(Plan).run_if(time_passes),
    );
    schedule.configure_sets(Report.after(Measure));
    schedule.add_systems((
        (start_stopwatch, report_strays, apply_actions, recount_sides, pursue.run_if(time_passes))
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
        (find_dying, fight).chain().in_set(Fight),
        learn_steps.in_set(Learn),
        (count_units, measure_stalls, measure_coherence, watch_splits, advance_clocks)
            .chain()
            .in_set(Measure),
        // Also runs during a pause, because plans made then are announced, too.
        (send_events, tell_status.run_if(time_passes)).chain().in_set(Report),
    ));
    // Most systems are short, so a single thread runs them all, and loops over units are parallel inside.
    schedule.set_executor(SingleThreadedExecutor::new());
    schedule.set_build_settings(ScheduleBuildSettings {
        ambiguity_detection: LogLevel::Ignore,
        ..default()
    });
    schedule
}
