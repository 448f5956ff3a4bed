//! The behaviour of units from outside: scenarios are drawn as text, commands go through the inbox.

use crate::common::*;
use phalanx::grid::{Cell, Ground};
use phalanx::scenario::{
    Action, GoalId, Order, Place, ScriptedOrder, TeamId, Who, load_str, shipped, shipped_named, to_ron,
};
use phalanx::sim::{EventKind, Generation, Simulation, Status, WaitReason};

#[test]
fn a_group_ordered_onto_one_point_settles_round_it() {
    let mut sim = Stage::new(&[
        "....................",
        ".aaaaaa.............",
        ".aaaaaa.............",
        ".aaaaaa.............",
        "....................",
        "....................",
        "....................",
    ]);
    sim.order_all(Cell::new(15, 3));
    assert!(sim.run_until_arrived(900), "{}", sim.report());
    let settled = sim.positions();
    let far = settled.iter().map(|p| p.distance(Cell::new(15, 3).center())).fold(0.0, f32::max);
    assert!(far < 4.5, "18 units lie within a disc of about 2.4 cells, not {far}");
    sim.run(200);
    assert_eq!(settled, sim.positions(), "no unit moves after its arrival");
}

#[test]
fn units_neither_overlap_nor_enter_walls_on_the_way() {
    let mut sim = Stage::new(&[
        "aaaa......#.........",
        "aaaa......#.........",
        "aaaa................",
        "aaaa......#.........",
        "aaaa......#.........",
    ]);
    sim.order_all(Cell::new(17, 2));
    for _ in 0..600 {
        sim.run(1);
        sim.assert_discs_are_apart();
    }
    assert!(sim.run_until_arrived(600), "{}", sim.report());
}

#[test]
fn two_groups_pass_each_other_in_a_corridor_of_three() {
    let mut sim = Stage::new(&[
        "##############################",
        "aaa.......................bbb.",
        "aaa.......................bbb.",
        "aaa.......................bbb.",
        "##############################",
    ]);
    sim.order_team('a', Cell::new(28, 2));
    sim.order_team('b', Cell::new(1, 2));
    for _ in 0..40 {
        sim.run(50);
        sim.assert_discs_are_apart();
    }
    assert!(sim.run_until_arrived(1), "{}", sim.report());
}

#[test]
fn a_wall_across_the_path_is_replanned_within_the_tick() {
    let mut sim = Stage::new(&["..........", "a.........", ".........."]);
    sim.order_all(Cell::new(9, 1));
    sim.run(10);
    assert!(sim.route(0).contains(&Cell::new(5, 1)));
    sim.send(Action::Paint(vec![(Cell::new(5, 1), Ground::Wall), (Cell::new(5, 0), Ground::Wall)]));
    sim.run(1);
    assert!(!sim.route(0).contains(&Cell::new(5, 1)));
    assert!(sim.route(0).contains(&Cell::new(5, 2)), "{:?}", sim.route(0));
    assert!(sim.run_until_arrived(300));
}

#[test]
fn a_walled_in_unit_waits_reports_it_and_is_freed() {
    let mut sim = Stage::new(&[".......", ".......", ".a.....", ".......", "......."]);
    sim.order_all(Cell::new(6, 2));
    let ring: Vec<Cell> = Cell::new(1, 2).neighbours().collect();
    sim.send(Action::Paint(ring.iter().map(|&c| (c, Ground::Wall)).collect()));
    sim.run(40);
    assert_eq!(sim.status(0), Status::Waiting(WaitReason::WalledIn));
    assert!(sim.events().iter().any(|e| matches!(e, EventKind::Waiting(..))));
    sim.send(Action::Paint(ring.iter().map(|&c| (c, Ground::Floor)).collect()));
    sim.run(2);
    assert_eq!(sim.status(0), Status::Walking);
    assert!(sim.run_until_arrived(300));
}

#[test]
fn an_unreachable_goal_leads_to_the_nearest_cell_and_is_reported() {
    let mut sim = Stage::new(&["......#...", "a.....#...", "......#..."]);
    sim.order_all(Cell::new(8, 1));
    sim.run(200);
    assert_eq!(Cell::containing(sim.positions()[0]), Cell::new(5, 1));
    assert_eq!(sim.status(0), Status::Waiting(WaitReason::Unreachable));
    assert!(sim.events().iter().any(|e| matches!(e, EventKind::GoalUnreachable { .. })));
    sim.send(Action::Paint(vec![(Cell::new(6, 1), Ground::Floor)]));
    assert!(sim.run_until_arrived(200), "it continues when the wall is opened");
    assert_eq!(Cell::containing(sim.positions()[0]), Cell::new(8, 1));
}

#[test]
fn a_wall_built_on_a_unit_moves_it_aside() {
    let mut sim = Stage::new(&["....", ".a..", "...."]);
    sim.send(Action::Paint(vec![(Cell::new(1, 1), Ground::Wall)]));
    sim.run(1);
    assert_ne!(Cell::containing(sim.positions()[0]), Cell::new(1, 1));
    sim.assert_discs_are_apart();
}

#[test]
fn way_points_are_passed_in_turn_without_stopping() {
    let mut sim =
        Stage::new(&["..........", "a.........", "..........", "..........", ".........."]);
    sim.order_all(Cell::new(8, 1));
    sim.queue_all(Cell::new(8, 4));
    sim.queue_all(Cell::new(0, 4));
    let mut corners = [false; 2];
    for _ in 0..600 {
        sim.run(1);
        let at = sim.positions()[0];
        corners[0] |= at.distance(Cell::new(8, 1).center()) < 1.2;
        corners[1] |= corners[0] && at.distance(Cell::new(8, 4).center()) < 1.2;
    }
    assert_eq!(corners, [true; 2]);
    assert_eq!(Cell::containing(sim.positions()[0]), Cell::new(0, 4));
    assert_eq!(sim.status(0), Status::Arrived);
}

#[test]
fn a_patrol_goes_back_and_forth() {
    let mut sim = Stage::new(&["..........", "a.........", ".........."]);
    sim.give(Order::Patrol { to: Cell::new(8, 1), rounds: 2 });
    let mut visits = Vec::new();
    for _ in 0..900 {
        sim.run(1);
        let end = match sim.positions()[0].x {
            x if x < 0.7 => 'w',
            x if x > 8.3 => 'e',
            _ => continue,
        };
        if visits.last() != Some(&end) {
            visits.push(end);
        }
    }
    assert_eq!(visits, ['w', 'e', 'w', 'e', 'w'], "two rounds, then it stays");
    assert_eq!(sim.status(0), Status::Arrived);
}

#[test]
fn a_resting_friend_steps_aside_for_a_unit_on_its_way() {
    let mut sim = Stage::new(&["............", "a....a......", "............"]);
    sim.order_units(&[0], Cell::new(10, 1));
    assert!(sim.run_until_arrived(300), "{}", sim.report());
}

#[test]
fn what_refers_to_nothing_is_left_out_of_the_arena_and_of_the_file() {
    let mut scenario = scenario(&["aa.....", "aa...b.", "......."]);
    scenario.units[0].team = TeamId(9);
    scenario.units[1].at = Cell::new(-5, 99);
    let order = Order::Move(Place::Goal(GoalId(3)));
    for who in [Who::Everyone, Who::Team(TeamId(7))] {
        scenario.orders.push(ScriptedOrder { tick: 0, who, order, queued: false });
    }
    let mut sim = Simulation::new(&scenario);
    sim.run(40);
    assert_eq!(watch::units(&sim).len(), scenario.units.len() - 2);
    let read = load_str(&to_ron(&scenario), "saved", None).unwrap();
    assert_eq!(read.units.len(), scenario.units.len() - 2);
    assert_eq!(read.orders.len(), scenario.orders.len() - 2);
}

#[test]
fn a_pause_shows_an_edit_once() {
    let scenario = shipped()[shipped_named("bottleneck").unwrap()].load().unwrap();
    let mut simulation = Simulation::new(&scenario);
    simulation.run(10);
    let shown = |simulation: &Simulation| simulation.get::<Generation>().unwrap().0;
    // Units that died in the last tick are forgotten; then nothing is left to show.
    simulation.edit();
    let before = shown(&simulation);
    simulation.edit();
    assert_eq!(shown(&simulation), before);
    let id = scenario.units[0].id;
    simulation.send([Action::RemoveUnits(vec![id])]);
    simulation.edit();
    assert_eq!(shown(&simulation), before + 1);
    for _ in 0..5 {
        simulation.edit();
    }
    assert_eq!(shown(&simulation), before + 1);
}
