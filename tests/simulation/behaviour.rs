//! The behaviour of units from outside: scenarios are drawn as text, orders are sent as actions.

use crate::common::*;
use phalanx::combat::{KindDefinition, kind_named};
use phalanx::grid::{Cell, Ground};
use phalanx::planning::CellSteps;
use phalanx::scenario::{
    Action, GiveOrder, Goal, GoalId, KindAction, Motion, NewUnit, Order, Place, ScriptedOrder,
    TeamId, UnitId, Who, load_str, shipped, shipped_named, to_ron,
};
use phalanx::sim::{
    EventKind, Generation, Goals, Groups, Position, Simulation, Status, WaitReason,
};

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

/// Both kinds of motion.
const MOTIONS: [fn() -> Motion; 2] =
    [|| Motion::Steered, || Motion::CellSteps(CellSteps::default())];

#[test]
fn an_order_by_hand_leaves_later_orders_of_the_scenario() {
    for (motion, tick) in MOTIONS.into_iter().flat_map(|m| [0, 10].map(|tick| (m(), tick))) {
        let mut scenario = scenario(&["..........", ".a......a.", ".........."]);
        scenario.motion = motion;
        let order = |x| Order::Move(Cell::new(x, 2));
        let scripted = |tick, x| ScriptedOrder {
            tick,
            who: Who::Everyone,
            order: order(x).map(Place::At),
            queued: false,
        };
        scenario.orders = vec![scripted(0, 4), scripted(40, 6)];
        let mut sim = Simulation::new(&scenario);
        sim.run(tick);
        sim.send([Action::Order(GiveOrder {
            units: vec![UnitId(0)],
            order: order(1),
            queued: false,
        })]);
        let legs = |sim: &Simulation| {
            let groups = sim.get::<Groups>().unwrap();
            groups.list.values().flat_map(|group| group.legs.clone()).collect::<Vec<_>>()
        };
        for paused in [true, false] {
            if paused {
                sim.edit()
            } else {
                sim.run(1)
            }
            let given = legs(&sim);
            assert!(given.contains(&order(1)) && given.contains(&order(4)), "{given:?}");
        }
        sim.run(45);
        assert_eq!(legs(&sim), [order(6)], "{motion:?}, order at {tick}");
    }
}

#[test]
fn orders_to_a_team_reach_units_that_came_later() {
    for motion in MOTIONS {
        let mut scenario = scenario(&["..........", ".a........", "..........", ".........."]);
        scenario.motion = motion();
        let order = Order::Move(Place::At(Cell::new(8, 1)));
        let who = Who::Team(TeamId(0));
        scenario.orders = vec![ScriptedOrder { tick: 20, who, order, queued: false }];
        for tick in [0, 10] {
            let mut sim = Simulation::new(&scenario);
            sim.run(tick);
            let (id, at) = (UnitId(5), Cell::new(1, 3).center());
            sim.send([Action::Spawn(vec![NewUnit {
                id,
                team: TeamId(0),
                kind: "soldier".into(),
                at,
            }])]);
            sim.run(25 - tick);
            assert_ne!(sim.unit::<Status>(id), Some(&Status::Idle), "dropped at {tick}");
        }
    }
}

#[test]
fn a_wall_over_a_unit_moves_it_in_a_pause_as_in_the_run() {
    for (motion, tick) in MOTIONS.into_iter().flat_map(|m| [0, 10].map(|tick| (m(), tick))) {
        let mut scenario = scenario(&[".....", ".....", "..a..", ".....", "....."]);
        scenario.motion = motion;
        let mut sim = Simulation::new(&scenario);
        sim.run(tick);
        let stood = sim.unit::<Position>(UnitId(0)).unwrap().0;
        let at = |sim: &Simulation| Cell::containing(sim.unit::<Position>(UnitId(0)).unwrap().0);
        for ground in [Ground::Wall, Ground::Floor] {
            sim.send([Action::Paint(vec![(Cell::containing(stood), ground)])]);
            sim.edit();
        }
        let shown = at(&sim);
        assert_ne!(shown, Cell::containing(stood), "the wall moved the unit");
        sim.run(1);
        assert_eq!(at(&sim), shown, "{motion:?}, painted at {tick}");
    }
}

#[test]
fn only_goals_under_new_walls_move() {
    for motion in MOTIONS {
        for tick in [0, 10] {
            let mut scenario = scenario(&["#....", ".....", "....."]);
            scenario.motion = motion();
            let goal =
                |id, x, y| Goal { id: GoalId(id), name: format!("{id}"), at: Cell::new(x, y) };
            scenario.goals = vec![goal(0, 0, 0), goal(1, 3, 1)];
            let mut sim = Simulation::new(&scenario);
            sim.run(tick);
            sim.send([Action::Paint(vec![(Cell::new(3, 1), Ground::Wall)])]);
            sim.run(1);
            let goals = &sim.get::<Goals>().unwrap().0;
            assert_eq!(goals[0].at, Cell::new(0, 0), "it stood on a wall before");
            assert_ne!(goals[1].at, Cell::new(3, 1));
        }
    }
}

#[test]
fn a_kind_may_change_its_body_once_its_last_unit_has_died() {
    for motion in MOTIONS {
        let mut scenario = scenario(&["..........", "aaa.b.....", "..........", ".........."]);
        scenario.motion = motion();
        for (unit, kind) in
            scenario.units.iter_mut().zip(["Marine", "Marine", "Marine", "Zergling"])
        {
            unit.kind = kind_named(kind).unwrap();
        }
        let definition = KindDefinition::of(kind_named("Zergling").unwrap());
        let definition =
            KindDefinition { size: 2, speed: 0.0, radius: 0.0, weapon: None, ..definition };
        let change = Action::Kind(KindAction::Set(definition));
        let size = |sim: &Simulation| sim.facts().unwrap().catalogue.kind("Zergling").unwrap().size;
        let mut sim = Simulation::new(&scenario);
        sim.send([change.clone()]);
        sim.run(1);
        assert_eq!(size(&sim), 1, "a unit is of this kind");
        for _ in 0..2000 {
            sim.run(1);
            if !sim.facts().unwrap().has_unit(UnitId(3)) {
                break;
            }
        }
        assert!(!sim.facts().unwrap().has_unit(UnitId(3)), "three Marines kill a Zergling");
        for paused in [true, false] {
            sim.send(paused.then(|| change.clone()));
            if paused {
                sim.edit()
            } else {
                sim.run(1)
            }
            assert_eq!(size(&sim), 2);
        }
    }
}
