//! One order for many: units with a goal each set off at once on the first part of a path and get the rest later; a large
//! group with one goal is served within a second; and every run is the same.

use crate::laws::{self, Case};
use phalanx::grid::{Bounds, Cell, Ground, MapKind, generate};
use phalanx::scenario::{Action, Batch, GiveOrder, Order, Scenario, TeamId, UnitId, UnitSpec};
use phalanx::sim::{
    EventKind, Land, NodeBudget, PlanQueue, Position, Route, Simulation, Status, TICKS_PER_SECOND,
};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;

/// Units on random cells of a generated map, and as many random goals.
struct Crowd {
    scenario: Scenario,
    goals: Vec<Cell>,
}

fn crowd(kind: MapKind, side: u32, units: usize) -> Crowd {
    drawn(kind, side, units, 5)
}

fn drawn(kind: MapKind, side: u32, units: usize, seed: u64) -> Crowd {
    let mut scenario = Scenario::plain(generate(kind, Bounds::new(side, side), 11));
    let terrain = scenario.terrain.clone();
    let mut cells: Vec<Cell> =
        terrain.bounds().cells().filter(|&cell| terrain.is_passable(cell)).collect();
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    cells.shuffle(&mut random);
    let kind = phalanx::combat::built_in()[0];
    scenario.units = (0..)
        .zip(&cells[..units])
        .map(|(id, &at)| UnitSpec { id: UnitId(id), team: TeamId(0), kind, at })
        .collect();
    cells.shuffle(&mut random);
    Crowd { scenario, goals: cells[..units].to_vec() }
}

impl Crowd {
    /// An order to every unit, each to its own goal.
    fn orders(&self) -> Vec<Action> {
        let order = |(id, &goal): (u32, &Cell)| {
            Action::Order(GiveOrder {
                units: vec![UnitId(id)],
                order: Order::Move(goal),
                queued: false,
            })
        };
        (0..).zip(&self.goals).map(order).collect()
    }

    /// One order to all units.
    fn order(&self) -> Action {
        let units = (0..self.goals.len() as u32).map(UnitId).collect();
        Action::Order(GiveOrder { units, order: Order::Move(self.goals[0]), queued: false })
    }

    /// A run in which every unit has its own goal.
    fn each(&self) -> Simulation {
        let mut simulation = Simulation::new(&self.scenario);
        simulation.send(self.orders());
        simulation
    }

    /// A run in which all units have the same goal.
    fn together(&self) -> Simulation {
        let mut simulation = Simulation::new(&self.scenario);
        simulation.send([self.order()]);
        simulation
    }
}

/// Number of units whose status and route pass a test.
fn count(simulation: &Simulation, test: impl Fn(Status, &Route) -> bool) -> usize {
    let units = simulation.units().map(|(id, _)| id);
    let both = |id| Some((*simulation.unit::<Status>(id)?, simulation.unit::<Route>(id)?));
    units.filter_map(both).filter(|&(status, route)| test(status, route)).count()
}

fn goes(status: Status) -> bool {
    matches!(status, Status::Walking | Status::Arrived)
}

fn has_full_path(status: Status, route: &Route) -> bool {
    goes(status) && !route.partial
}

fn unfinished(simulation: &Simulation) -> bool {
    simulation.get::<PlanQueue>().is_some_and(PlanQueue::is_unfinished)
}

/// Every unit stands on free ground, and every cell ahead of it is a legal step.
fn assert_legal(simulation: &Simulation) {
    let terrain = &simulation.get::<Land>().unwrap().terrain;
    for (id, _) in simulation.units() {
        let (position, route) =
            (simulation.unit::<Position>(id).unwrap(), simulation.unit::<Route>(id).unwrap());
        assert!(terrain.is_passable(Cell::containing(position.0)), "unit {}", id.0);
        let ahead = &route.cells()[route.next().saturating_sub(1).min(route.cells().len())..];
        assert!(terrain.can_walk(ahead), "unit {} at tick {}", id.0, simulation.tick());
    }
}

#[test]
fn units_with_a_goal_each_walk_within_two_seconds_and_get_their_full_paths() {
    let second = u64::from(TICKS_PER_SECOND);
    for kind in [MapKind::Rooms, MapKind::Scatter] {
        let crowd = crowd(kind, 384, 800);
        let mut simulation = crowd.each();
        simulation.run(1);
        assert!(unfinished(&simulation), "one pass was enough: this tests nothing");
        let mut once_partial = 0;
        while simulation.tick() < 2 * second {
            simulation.run(1);
            assert_legal(&simulation);
            once_partial = once_partial.max(count(&simulation, |_, route| route.partial));
        }
        assert!(once_partial > 100, "{kind:?}: {once_partial}");
        assert!(simulation.numbers().head_starts >= once_partial as u64);
        assert_eq!(count(&simulation, |status, _| goes(status)), 800, "{kind:?}");
        while unfinished(&simulation) && simulation.tick() < 25 * second {
            simulation.run(1);
            assert_legal(&simulation);
        }
        // A unit that has arrived has no path any more.
        assert_eq!(count(&simulation, has_full_path), 800, "{kind:?}");
        assert_eq!(simulation.numbers().paths_planned, 800, "{kind:?}");
        for (id, _) in simulation.units() {
            let route = simulation.unit::<Route>(id).unwrap();
            let end = crowd.goals[id.0 as usize];
            assert!(route.cells().is_empty() || route.end() == end, "unit {}", id.0);
        }
    }
}

#[test]
fn units_with_one_goal_walk_within_a_second() {
    let mut simulation = crowd(MapKind::Scatter, 384, 1600).together();
    simulation.run(1);
    assert!(unfinished(&simulation), "one pass was enough: this tests nothing");
    while simulation.tick() < u64::from(TICKS_PER_SECOND) {
        simulation.run(1);
        assert_legal(&simulation);
    }
    assert_eq!(count(&simulation, has_full_path), 1600);
    let mut rests: Vec<Cell> = simulation
        .units()
        .map(|(id, _)| Cell::containing(simulation.unit::<Route>(id).unwrap().rest))
        .collect();
    rests.sort_unstable();
    rests.dedup();
    assert_eq!(rests.len(), 1600, "each has its own slot");
}

/// Chance decides which units get stuck in a crowd, so several runs are compared with the same runs without parts.
#[test]
fn parts_of_paths_cost_no_arrivals() {
    const UNITS: usize = 400;
    let arrivals = |seed, budget| {
        let mut simulation = drawn(MapKind::Scatter, 160, UNITS, seed).each();
        simulation.set_budget(NodeBudget(budget));
        let told = |status| matches!(status, Status::Arrived | Status::Waiting(_));
        while count(&simulation, |status, _| told(status)) < UNITS {
            simulation.run(u64::from(TICKS_PER_SECOND));
            assert!(simulation.tick() < 400 * u64::from(TICKS_PER_SECOND));
        }
        assert_eq!(count(&simulation, |_, route| route.partial), 0);
        let arrived = count(&simulation, |status, _| status == Status::Arrived);
        (arrived, simulation.numbers().head_starts)
    };
    let (mut with, mut without, mut parts) = (0, 0, 0);
    for seed in 1..=3 {
        let (arrived, head_starts) = arrivals(seed, 20_000);
        (with, parts) = (with + arrived, parts + head_starts);
        let (arrived, head_starts) = arrivals(seed, u64::MAX);
        assert_eq!(head_starts, 0);
        without += arrived;
    }
    assert!(parts > 2 * UNITS as u64, "{parts} parts: this tests nothing");
    // A jam holds some twenty units for good. Chance may put one or two into these runs and not into the others.
    assert!(with + 3 * UNITS / 30 >= without, "{with} with parts, {without} without");
}

#[test]
fn slices_are_the_same_on_any_number_of_threads() {
    // Above the number of units from which loops run in parallel.
    let crowd = crowd(MapKind::Rooms, 192, 2_500);
    let hashes = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut simulation = crowd.each();
            let hash = |_| {
                simulation.run(8);
                simulation.hash()
            };
            let hashes = (0..12).map(hash).collect::<Vec<u64>>();
            assert!(simulation.numbers().head_starts > 0, "this tests nothing");
            hashes
        })
    };
    let one = hashes(1);
    assert_eq!(one, hashes(3));
}

#[test]
fn laws_hold_while_plans_are_under_way() {
    let crowd = crowd(MapKind::Rooms, 192, 600);
    for (name, actions) in [("each", crowd.orders()), ("together", vec![crowd.order()])] {
        laws::hold(Case::of(name, crowd.scenario.clone(), vec![Batch { tick: 0, actions }], 45));
    }
}

#[test]
fn a_wall_across_a_part_stops_nobody_for_long() {
    let mut simulation = crowd(MapKind::Scatter, 256, 800).each();
    simulation.run(24);
    assert!(count(&simulation, |_, route| route.partial) > 100);
    // A wall with gaps across the whole map, where nobody stands.
    let standing: Vec<Cell> = simulation
        .units()
        .map(|(id, _)| Cell::containing(simulation.unit::<Position>(id).unwrap().0))
        .collect();
    let wall = (0..256).filter(|x| x % 32 > 2).map(|x| Cell::new(x, 128));
    let wall = wall.filter(|cell| !standing.contains(cell));
    simulation.send([Action::Paint(wall.map(|cell| (cell, Ground::Wall)).collect())]);
    simulation.run(1);
    let stopped = count(&simulation, |status, _| status == Status::Planning);
    assert!(stopped > 0, "the wall crosses no part: this tests nothing");
    for _ in 0..60 {
        simulation.run(1);
        assert_legal(&simulation);
    }
    assert_eq!(count(&simulation, |status, _| status == Status::Planning), 0);
}

#[test]
fn goals_that_cannot_be_reached_are_told() {
    let mut crowd = crowd(MapKind::Rooms, 192, 400);
    let terrain = crowd.scenario.terrain.clone();
    let mut walls = terrain.bounds().cells().filter(|&cell| !terrain.is_passable(cell));
    let unreachable: Vec<usize> = (0..400).step_by(10).collect();
    for &unit in &unreachable {
        crowd.goals[unit] = walls.by_ref().nth(40).unwrap();
    }
    let mut simulation = crowd.each();
    let mut told = 0;
    while simulation.tick() < 2 || unfinished(&simulation) {
        simulation.run(1);
        let events = simulation.take_events();
        let is_told = |kind: &EventKind| matches!(kind, EventKind::GoalUnreachable { .. });
        told += events.iter().filter(|event| is_told(&event.kind)).count();
        assert!(simulation.tick() < 2000);
    }
    assert_eq!(told, unreachable.len());
    assert_eq!(count(&simulation, |_, route| route.falls_short), unreachable.len());
}
