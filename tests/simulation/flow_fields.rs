//! Groups that steer by flow fields, seen from outside.

use crate::common::*;
use phalanx::grid::{Cell, Ground};
use phalanx::planning::CellSteps;
use phalanx::scenario::{Action, Motion, preset_named, shipped, shipped_named};
use phalanx::sim::{Simulation, Status};

const FIELD: &[&str] = &[
    "..............................",
    "..............................",
    "..............................",
    ".aa...........................",
    ".aa...........................",
    ".aa...........................",
    "..............................",
    "..............................",
    "..............................",
];

fn stage(rows: &[&str]) -> Stage {
    let mut scenario = scenario(rows);
    let doctrine = preset_named("Flow field").unwrap().doctrine;
    scenario.teams.iter_mut().for_each(|team| team.doctrine = doctrine);
    Stage(Simulation::new(&scenario))
}

/// Paints a wall in a column, with a gap at the bottom.
fn paint_wall(sim: &mut Stage, column: i32) {
    sim.send(Action::Paint((0..8).map(|y| (Cell::new(column, y), Ground::Wall)).collect()));
}

#[test]
fn every_unit_of_the_narrow_scenarios_arrives() {
    for name in ["bridge", "bottleneck", "u-trap", "four-way"] {
        let mut scenario = shipped()[shipped_named(name).unwrap()].load().unwrap();
        let doctrine = preset_named("Flow field").unwrap().doctrine;
        scenario.teams.iter_mut().for_each(|team| team.doctrine = doctrine);
        let mut sim = Simulation::new(&scenario);
        let arrived = sim.run_until_arrived(3840);
        let numbers = sim.numbers();
        println!("{name}: {} of {} after {} ticks", numbers.arrived, numbers.units, sim.tick());
        assert!(arrived, "{name}: {} of {} arrived", numbers.arrived, numbers.units);
    }
}

#[test]
fn a_wall_painted_in_the_way_is_walked_round_at_once() {
    let alone: Vec<String> = FIELD.iter().map(|row| row.replace('a', ".")).collect();
    let mut alone: Vec<&str> = alone.iter().map(String::as_str).collect();
    alone[4] = ".a............................";
    for rows in [FIELD, &alone] {
        let mut sim = stage(rows);
        sim.order_all(Cell::new(27, 4));
        sim.run(64);
        let before = sim.positions();
        assert!(before.iter().all(|p| p.x > 3.0), "all are on their way: {before:?}");
        paint_wall(&mut sim, 15);
        for _ in 0..600 {
            sim.run(1);
            sim.assert_discs_are_apart();
        }
        assert!(sim.run_until_arrived(300), "{}", sim.report());
        assert!(sim.positions().iter().all(|p| p.x > 20.0), "{}", sim.report());
    }
}

#[test]
fn a_removed_wall_opens_the_shorter_way_at_once() {
    let ticks = |opens: bool| {
        let mut sim = stage(FIELD);
        paint_wall(&mut sim, 15);
        sim.order_all(Cell::new(27, 1));
        sim.run(96);
        if opens {
            let floor = (0..8).map(|y| (Cell::new(15, y), Ground::Floor)).collect();
            sim.send(Action::Paint(floor));
        }
        assert!(sim.run_until_arrived(900), "{}", sim.report());
        sim.tick()
    };
    let (opened, closed) = (ticks(true), ticks(false));
    assert!(opened < closed, "{opened} ticks, {closed} with the wall");
}

#[test]
fn two_groups_with_two_goals_pass_each_other() {
    let mut rows = FIELD.to_vec();
    rows[3] = ".aa........................bb.";
    rows[4] = ".aa........................bb.";
    rows[5] = ".aa........................bb.";
    let mut sim = stage(&rows);
    sim.order_team('a', Cell::new(27, 4));
    sim.order_team('b', Cell::new(2, 4));
    assert!(sim.run_until_arrived(900), "{}", sim.report());
    let (a, b): (Vec<_>, Vec<_>) =
        sim.positions().into_iter().enumerate().partition(|(unit, _)| unit % 4 < 2);
    assert!(a.iter().all(|(_, p)| p.x > 22.0) && b.iter().all(|(_, p)| p.x < 8.0));
    sim.assert_discs_are_apart();
}

#[test]
fn way_points_are_passed_in_turn() {
    let mut sim = stage(FIELD);
    sim.order_all(Cell::new(20, 1));
    sim.queue_all(Cell::new(20, 7));
    sim.queue_all(Cell::new(3, 7));
    let mut furthest = 0.0f32;
    for _ in 0..1200 {
        sim.run(1);
        furthest = sim.positions().iter().map(|p| p.x).fold(furthest, f32::max);
    }
    assert!(furthest > 18.0, "{furthest}");
    assert!((0..6).all(|unit| sim.status(unit) == Status::Arrived), "{}", sim.report());
    assert!(sim.positions().iter().all(|p| p.x < 7.0 && p.y > 4.0), "{}", sim.report());
}

#[test]
fn a_goal_behind_walls_is_approached_as_near_as_possible() {
    let mut rows = FIELD.to_vec();
    rows[2] = "........................#####.";
    rows[3] = ".aa.....................#...#.";
    rows[4] = ".aa.....................#...#.";
    rows[5] = ".aa.....................#####.";
    let mut sim = stage(&rows);
    sim.order_all(Cell::new(26, 3));
    sim.run(900);
    assert!(sim.positions().iter().all(|p| p.x > 18.0), "{}", sim.report());
}

/// Fields are derived data: a run that begins in the middle of another has the same state at every tick.
#[test]
fn fields_are_no_part_of_the_state() {
    let mut one = stage(FIELD);
    one.order_all(Cell::new(27, 4));
    one.run(100);
    paint_wall(&mut one, 15);
    one.run(100);
    let mut scenario = scenario(FIELD);
    scenario.teams[0].doctrine = preset_named("Flow field").unwrap().doctrine;
    let again = Simulation::replay(&scenario, &one.log(), 200);
    assert_eq!(again.hash(), one.hash());
}

/// Travels have no effect on cell steps; nothing may break there.
#[test]
fn on_cell_steps_units_arrive_whatever_their_travel() {
    for preset in ["ORCA", "Flow field"] {
        let mut scenario = scenario(FIELD);
        scenario.teams[0].doctrine = preset_named(preset).unwrap().doctrine;
        scenario.motion = Motion::CellSteps(CellSteps::default());
        let mut sim = Stage(Simulation::new(&scenario));
        sim.order_all(Cell::new(27, 4));
        assert!(sim.run_until_arrived(3840), "{preset}: {}", sim.report());
    }
}
