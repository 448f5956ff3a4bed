//! The cost of an order grows in proportion to the number of its units, also if all of them walk in one group.
//!
//! Compares the processor time of the stage that applies orders for 10,000 and for 80,000 units. Linear work takes 8 times as
//! long, quadratic work 64 times.

use bevy::prelude::*;
use phalanx::combat::built_in;
use phalanx::grid::{Bounds, Cell, CornerRule, Terrain};
use phalanx::scenario::{Action, GiveOrder, Order, Scenario, TeamId, UnitId, UnitSpec};
use phalanx::sim::{Groups, Journal, Roster, SimPlugin, Status, Tick, TickSystems, spawn_arena};
use std::time::Duration;

const FEW: u32 = 10_000;
const MANY: u32 = 80_000;
/// Eight times the units may take this many times as long: caches are missed more often.
const MOST: f64 = 28.0;
/// Times below this say nothing about growth.
const LEAST: Duration = Duration::from_millis(20);

/// The processor time of this thread, and how much of it the last Command stage took.
#[derive(Resource, Default)]
struct Spent {
    begun: Duration,
    command: Duration,
}

/// The time that this thread has run on a processor; zero where the system does not tell.
fn processor_time() -> Duration {
    // The system brings the number up to date when a thread yields.
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|first| first.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

/// Some units on open ground, all in one group that walks.
struct Crowd {
    app: App,
    arena: Entity,
    units: u32,
}

impl Crowd {
    fn walking(units: u32) -> Self {
        let columns = f64::from(units).sqrt().ceil() as u32;
        let side = columns + 40;
        let terrain = Terrain::open(Bounds::new(side, side), CornerRule::BothSidesFree);
        let mut scenario = Scenario::plain(terrain);
        let at = |id: u32| Cell::new((id % columns) as i32, (id / columns) as i32);
        let unit =
            |id| UnitSpec { id: UnitId(id), team: TeamId(0), kind: built_in()[0], at: at(id) };
        scenario.units = (0..units).map(unit).collect();
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, SimPlugin::default())).init_resource::<Spent>();
        app.add_systems(
            Tick,
            (
                (|mut spent: ResMut<Spent>| spent.begun = processor_time())
                    .before(TickSystems::Command),
                (|mut spent: ResMut<Spent>| spent.command = processor_time() - spent.begun)
                    .after(TickSystems::Command)
                    .before(TickSystems::Sense),
            ),
        );
        app.finish();
        app.cleanup();
        let arena = spawn_arena(app.world_mut(), &scenario, 0);
        let mut crowd = Self { app, arena, units };
        crowd.apply(crowd.order(Order::Move(Cell::new(side as i32 - 1, side as i32 - 1))));
        for _ in 0..200 {
            if crowd.walk() == units as usize {
                break;
            }
            crowd.app.world_mut().run_schedule(Tick);
        }
        assert_eq!(crowd.walk(), units as usize, "all of them walk");
        crowd
    }

    /// Number of walking units.
    fn walk(&self) -> usize {
        let world = self.app.world();
        let units = world.get::<Roster>(self.arena).unwrap().units.values();
        units.filter(|&&unit| world.get::<Status>(unit) == Some(&Status::Walking)).count()
    }

    fn everyone(&self) -> Vec<UnitId> {
        (0..self.units).map(UnitId).collect()
    }

    fn order(&self, order: Order) -> Action {
        Action::Order(GiveOrder { units: self.everyone(), order, queued: false })
    }

    /// Applies an action and returns the processor time of that.
    fn apply(&mut self, action: Action) -> Duration {
        let world = self.app.world_mut();
        world.get_mut::<Journal>(self.arena).unwrap().send([action]);
        world.run_schedule(Tick);
        world.resource::<Spent>().command
    }
}

/// The orders, each given to units that walk in one group.
fn actions(crowd: &Crowd) -> Vec<(&'static str, Action)> {
    let (near, far) = (Cell::new(5, 5), Cell::new(30, 60));
    let every_second = || crowd.everyone().into_iter().step_by(2).collect::<Vec<_>>();
    let queued = Action::Order(GiveOrder {
        units: crowd.everyone(),
        order: Order::Move(near),
        queued: true,
    });
    let some =
        Action::Order(GiveOrder { units: every_second(), order: Order::Move(far), queued: false });
    vec![
        ("hold", crowd.order(Order::Hold)),
        ("move", crowd.order(Order::Move(near))),
        ("queued move", queued),
        ("attack-move", crowd.order(Order::AttackMove(far))),
        ("attack", crowd.order(Order::Attack(far))),
        ("attack a unit", crowd.order(Order::AttackUnit { unit: UnitId(7), at: near })),
        ("patrol", crowd.order(Order::Patrol { to: far, rounds: 0 })),
        ("another group for every second unit", some),
        ("remove every second unit", Action::RemoveUnits(every_second())),
    ]
}

/// The time of each order.
fn times(units: u32) -> Vec<(&'static str, Duration)> {
    let mut crowd = Crowd::walking(units);
    let mut times = Vec::new();
    for (name, action) in actions(&crowd) {
        times.push((name, crowd.apply(action)));
    }
    let groups = &crowd.app.world().get::<Groups>(crowd.arena).unwrap().list;
    let left: Vec<usize> = groups.values().map(|group| group.members.len()).collect();
    assert_eq!(left, [units as usize / 2], "every second unit formed a group and was removed");
    times
}

#[test]
fn orders_cost_in_proportion_to_their_units() {
    let (few, many) = (times(FEW), times(MANY));
    for ((name, few), (_, many)) in few.into_iter().zip(many) {
        let growth = many.as_secs_f64() / few.as_secs_f64().max(1e-9);
        println!("{name}: {few:?} for {FEW}, {many:?} for {MANY} units: {growth:.1} times");
        assert!(many < LEAST || growth < MOST, "{name}: {few:?}, then {many:?}");
    }
}
