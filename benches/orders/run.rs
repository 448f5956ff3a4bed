//! One run of an order: the ticks until every unit walks and until it has its full path, and the time of every tick.

use crate::draw::Draw;
use bevy::prelude::*;
use phalanx::combat::built_in;
use phalanx::grid::{Cell, walk_length};
use phalanx::scenario::{Action, GiveOrder, Order, Scenario, TeamId, UnitId, UnitSpec};
use phalanx::sim::{
    Journal, Numbers, PlanQueue, Roster, Route, SimPlugin, Status, TICKS_PER_SECOND, Tick,
    TickSystems, spawn_arena,
};
use std::time::{Duration, Instant};

/// A run ends after this many ticks, whether all units have their paths or not.
const MAX_TICKS: u64 = 60 * TICKS_PER_SECOND as u64;

/// When the stages of the current tick began.
#[derive(Resource)]
struct Stamps {
    sensed: Instant,
    planned: Instant,
    /// Processor time of this thread then.
    sensed_cpu: Duration,
    planned_cpu: Duration,
}

/// The time that this thread has run on a processor, or nothing where the system does not tell. What other programs take
/// from the machine does not count.
fn processor_time() -> Duration {
    // The system brings the number up to date when a thread yields; else it may be some milliseconds old.
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|first| first.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

/// The time that a tick took.
#[derive(Clone, Copy)]
pub struct TickTime {
    /// Everything.
    pub whole: Duration,
    /// The stage that plans.
    pub plan: Duration,
    /// Processor time of the thread that plans.
    pub plan_cpu: Duration,
    /// What it did, in nodes.
    pub nodes: u64,
    /// Applying the order.
    pub command: Duration,
}

/// What a run showed.
pub struct Run {
    /// The tick after which each unit had a path, full or not; `None` if it never had one.
    pub walks: Vec<Option<u64>>,
    /// The tick after which each unit had its full path.
    pub full: Vec<Option<u64>>,
    /// Units with a path that is no legal walk.
    pub illegal: usize,
    /// Sum of the lengths of all full paths, in cells.
    pub length: f64,
    /// The time of each tick.
    pub times: Vec<TickTime>,
}

impl TickTime {
    /// The time of the stage that plans, without what other programs took from the machine: it runs on one thread.
    pub fn planning(&self) -> Duration {
        if self.plan_cpu.is_zero() { self.plan } else { self.plan.min(self.plan_cpu) }
    }
}

impl Run {
    /// Keeps the lower time of each tick, of this run and of the same run again.
    pub fn keep_lower(&mut self, again: &Run) {
        for (time, again) in self.times.iter_mut().zip(&again.times) {
            time.whole = time.whole.min(again.whole);
            time.plan = time.plan.min(again.plan);
            time.plan_cpu = time.plan_cpu.min(again.plan_cpu);
            time.command = time.command.min(again.command);
        }
    }
}

/// Gives the units of a draw their goals: one for all, or one each.
pub fn run(draw: &Draw, one_goal: bool) -> Run {
    let mut scenario = Scenario::plain(draw.terrain.clone());
    let kind = built_in()[0];
    scenario.units = (0..)
        .zip(&draw.starts)
        .map(|(id, &at)| UnitSpec { id: UnitId(id), team: TeamId(0), kind, at })
        .collect();
    let mut app = App::new();
    let (now, cpu) = (Instant::now(), Duration::ZERO);
    app.add_plugins((MinimalPlugins, SimPlugin::default()))
        .insert_resource(Stamps { sensed: now, planned: now, sensed_cpu: cpu, planned_cpu: cpu })
        .add_systems(
            Tick,
            (
                (|mut stamps: ResMut<Stamps>| {
                    stamps.sensed_cpu = processor_time();
                    stamps.sensed = Instant::now();
                })
                .after(TickSystems::Sense)
                .before(TickSystems::Plan),
                (|mut stamps: ResMut<Stamps>| {
                    stamps.planned = Instant::now();
                    stamps.planned_cpu = processor_time();
                })
                .after(TickSystems::Plan)
                .before(TickSystems::Steer),
            ),
        );
    app.finish();
    app.cleanup();
    let world = app.world_mut();
    let arena = spawn_arena(world, &scenario, 0);
    // The first ticks build what every arena needs.
    for _ in 0..4 {
        world.run_schedule(Tick);
    }
    let order = |units: Vec<UnitId>, goal: Cell| {
        Action::Order(GiveOrder { units, order: Order::Move(goal), queued: false })
    };
    let ids = (0..draw.starts.len() as u32).map(UnitId);
    let actions: Vec<Action> = if one_goal {
        vec![order(ids.collect(), draw.goals[0])]
    } else {
        ids.zip(&draw.goals).map(|(id, &goal)| order(vec![id], goal)).collect()
    };
    if let Some(mut journal) = world.get_mut::<Journal>(arena) {
        journal.send(actions);
    }
    let units: Vec<Entity> =
        world.get::<Roster>(arena).map(|r| r.units.values().copied().collect()).unwrap_or_default();
    let mut run = Run {
        walks: vec![None; units.len()],
        full: vec![None; units.len()],
        illegal: 0,
        length: 0.0,
        times: Vec::new(),
    };
    for tick in 1..=MAX_TICKS {
        let clock = Instant::now();
        world.run_schedule(Tick);
        let whole = clock.elapsed();
        let stamps = world.resource::<Stamps>();
        run.times.push(TickTime {
            whole,
            plan: stamps.planned - stamps.sensed,
            plan_cpu: stamps.planned_cpu - stamps.sensed_cpu,
            nodes: world.get::<Numbers>(arena).map_or(0, |numbers| numbers.plan_work),
            command: stamps.sensed - clock,
        });
        for (unit, &entity) in units.iter().enumerate() {
            let (Some(route), Some(status)) =
                (world.get::<Route>(entity), world.get::<Status>(entity))
            else {
                continue;
            };
            let goes = matches!(status, Status::Walking | Status::Arrived);
            if goes && run.walks[unit].is_none() {
                run.walks[unit] = Some(tick);
                run.illegal += usize::from(!draw.terrain.can_walk(route.cells()));
            }
            if goes && !route.partial && run.full[unit].is_none() {
                run.full[unit] = Some(tick);
                run.length += walk_length(route.cells());
                run.illegal += usize::from(!draw.terrain.can_walk(route.cells()));
            }
        }
        let unfinished = world.get::<PlanQueue>(arena).is_some_and(PlanQueue::is_unfinished);
        if !unfinished && run.full.iter().all(Option::is_some) {
            break;
        }
    }
    run
}
