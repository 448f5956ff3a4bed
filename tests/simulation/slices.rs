//! Plans that take longer than a pass: units keep moving meanwhile, no unit waits for ever, and every run is the same.

use crate::laws::{self, Case};
use phalanx::grid::{Bounds, Cell, Ground, MapKind, generate};
use phalanx::scenario::{
    Action, Batch, Doctrine, Order, Place, Scenario, ScriptedOrder, SetDoctrine, Team, TeamId,
    UnitId, UnitSpec, Who, presets,
};
use phalanx::sim::{Numbers, PlanQueue, Position, Roster, Route, Simulation, Status};

fn doctrine(name: &str) -> Doctrine {
    presets().iter().find(|preset| preset.name == name).unwrap().doctrine
}

/// Two groups in a corner of a large map. Each of their plans takes several passes.
fn heavy() -> Scenario {
    let terrain = generate(MapKind::Rooms, Bounds::new(256, 256), 3);
    let mut scenario = Scenario { seed: 1, ..Scenario::plain(terrain) };
    scenario.teams = vec![Team::numbered(0), Team::numbered(1)];
    let free: Vec<Cell> = scenario
        .terrain
        .bounds()
        .cells()
        .filter(|&c| c.x < 40 && c.y < 40 && scenario.terrain.is_passable(c))
        .collect();
    for (id, &at) in (0..80).zip(free.iter().step_by(3)) {
        let kind = phalanx::combat::built_in()[0];
        let team = TeamId(u8::from(id >= 40));
        scenario.units.push(UnitSpec { id: UnitId(id), team, kind, at });
    }
    let goal = scenario.terrain.bounds().cells().filter(|&c| scenario.terrain.is_passable(c));
    let goal = goal.max_by_key(|c| c.x + c.y).unwrap();
    for team in [0, 1] {
        let mut doctrine = doctrine("Map Marker");
        doctrine.layers.markers.as_mut().unwrap().cap = 1.0;
        scenario.teams[usize::from(team)].doctrine = doctrine;
        scenario.orders.push(ScriptedOrder {
            tick: 0,
            who: Who::Team(TeamId(team)),
            order: Order::Move(Place::At(goal)),
            queued: false,
        });
    }
    scenario
}

fn unfinished(sim: &Simulation) -> bool {
    sim.get::<PlanQueue>().unwrap().is_unfinished()
}

fn of_unit<C: bevy::prelude::Component>(sim: &Simulation, unit: u32) -> &C {
    let entity = sim.get::<Roster>().unwrap().units[&UnitId(unit)];
    sim.world().get::<C>(entity).unwrap()
}

fn factor(value: f64) -> Action {
    let mut doctrine = doctrine("Map Marker");
    doctrine.layers.markers.as_mut().unwrap().factor = value;
    Action::SetDoctrine(SetDoctrine { team: TeamId(0), doctrine })
}

#[test]
fn a_long_plan_is_made_in_slices_and_then_all_units_walk() {
    let mut sim = Simulation::new(&heavy());
    sim.run(1);
    assert!(unfinished(&sim), "one pass was enough: this tests nothing");
    let told = |status: Status| (0..80).filter(|&u| *of_unit::<Status>(&sim, u) == status).count();
    assert!(told(Status::Planning) >= 40, "the second group waits for its turn");
    assert!(told(Status::Walking) > 0, "units with a path set off");
    let mut passes = 1;
    while unfinished(&sim) {
        sim.run(1);
        passes += 1;
        assert!(passes < 500);
        let partial = (0..80).filter(|&u| of_unit::<Route>(&sim, u).partial).count();
        assert_eq!(partial, 0, "few units wait for the paths that their search plans");
    }
    assert!(passes > 3, "{passes}");
    let walks = |unit: u32| *of_unit::<Status>(&sim, unit) == Status::Walking;
    assert!((0..80).all(walks));
    assert_eq!(sim.numbers().paths_planned, 80);
}

#[test]
fn laws_hold_while_a_slider_moves_during_a_plan() {
    let batch = |(tick, value)| Batch { tick, actions: vec![factor(value)] };
    let actions = [(2, 0.8), (5, 0.99), (6, 0.9)].map(batch).into();
    laws::hold(Case::of("two slow groups", heavy(), actions, 40));
}

#[test]
fn dragging_a_slider_gives_one_plan_after_the_other() {
    let mut sim = Simulation::new(&heavy());
    while sim.numbers().paths_planned < 80 {
        sim.run(1);
    }
    let before: Numbers = sim.numbers();
    let stood = of_unit::<Position>(&sim, 0).0;
    for step in 0..64 {
        sim.send([factor(0.9 + 0.001 * f64::from(step))]);
        sim.run(1);
        assert_eq!(*of_unit::<Status>(&sim, 0), Status::Walking, "it keeps walking");
    }
    assert!(sim.numbers().paths_planned >= before.paths_planned + 3 * 40);
    assert!(of_unit::<Position>(&sim, 0).0.distance(stood) > 2.0);
}

#[test]
fn an_unfinished_plan_avoids_walls_painted_across_it() {
    let mut sim = Simulation::new(&heavy());
    sim.run(1);
    assert!(unfinished(&sim));
    for x in 0..120 {
        let wall = (0..3).map(|y| (Cell::new(x, 60 + y), Ground::Wall)).collect();
        sim.send([Action::Paint(wall)]);
        sim.run(1);
    }
    while unfinished(&sim) {
        sim.run(1);
    }
    let terrain = &sim.get::<phalanx::sim::Land>().unwrap().terrain;
    for unit in 0..80 {
        let route = of_unit::<Route>(&sim, unit);
        assert!(terrain.can_walk(route.ahead()), "unit {unit}");
    }
}
