//! The rules of traffic in a running simulation.

use crate::common::Stage;
use phalanx::grid::{Cell, Ground};
use phalanx::scenario::{Action, Doctrine, Scenario, SetDoctrine, TeamId, UnitId, preset_named};
use phalanx::sim::{Guided, RightsOfWay, Simulation, Status};
use phalanx::traffic::{Rules, Traffic};

/// Two groups on both sides of a gap that is too narrow for two units.
const GAP: [&str; 9] = [
    "..................",
    "..aaa.............",
    "..aaa.............",
    "########.#########",
    "########.#########",
    "..................",
    "..aaa.............",
    "..aaa.............",
    "..................",
];

fn scenario(rows: &[&str], traffic: Traffic) -> Scenario {
    let mut scenario = crate::common::scenario(rows);
    for team in &mut scenario.teams {
        team.doctrine = Doctrine { traffic, ..Doctrine::default() };
    }
    scenario
}

/// The units above go down through the gap, those below go up.
fn head_on(traffic: Traffic) -> Stage {
    let mut stage = Stage(Simulation::new(&scenario(&GAP, traffic)));
    stage.order_units(&[0, 1, 2, 3, 4, 5], Cell::new(8, 7));
    stage.order_units(&[6, 7, 8, 9, 10, 11], Cell::new(8, 1));
    stage
}

fn all_rules() -> Traffic {
    Traffic::On(Rules::default())
}

fn waiting(stage: &Stage) -> usize {
    let told = (0..12).filter_map(|id| stage.0.unit::<Guided>(UnitId(id)));
    told.filter(|guided| guided.0.waits).count()
}

#[test]
fn groups_take_turns_in_a_passage_too_narrow_for_two_and_all_arrive() {
    let mut stage = head_on(all_rules());
    let (mut turns, mut waited) = (0, 0);
    for _ in 0..60 * 32 {
        stage.run(1);
        stage.assert_discs_are_apart();
        turns = turns.max(stage.0.get::<RightsOfWay>().unwrap().0.len());
        waited = waited.max(waiting(&stage));
        if (0..12).all(|unit| stage.status(unit) == Status::Arrived) {
            break;
        }
    }
    assert_eq!((0..12).filter(|&u| stage.status(u) != Status::Arrived).count(), 0);
    assert_eq!(turns, 1, "one passage");
    assert!(waited > 0, "nobody waited");
    assert!(stage.0.get::<RightsOfWay>().unwrap().0.is_empty(), "forgotten when all are through");
}

#[test]
fn without_rules_nobody_is_told_anything() {
    let mut stage = head_on(Traffic::default());
    for _ in 0..200 {
        stage.run(1);
        assert!(stage.0.get::<RightsOfWay>().unwrap().0.is_empty());
        assert_eq!(waiting(&stage), 0);
    }
}

#[test]
fn enemies_are_never_obeyed() {
    let mut rows = GAP;
    rows[6] = "..bbb.............";
    rows[7] = "..bbb.............";
    let mut stage = Stage(Simulation::new(&scenario(&rows, all_rules())));
    stage.order_team('a', Cell::new(8, 7));
    stage.order_team('b', Cell::new(8, 1));
    for _ in 0..300 {
        stage.run(1);
        assert!(stage.0.get::<RightsOfWay>().unwrap().0.is_empty());
        assert_eq!(waiting(&stage), 0);
    }
}

#[test]
fn a_wall_painted_into_a_passage_in_use_ends_the_turns() {
    let mut stage = head_on(all_rules());
    for _ in 0..300 {
        stage.run(1);
        if !stage.0.get::<RightsOfWay>().unwrap().0.is_empty() {
            break;
        }
    }
    assert!(!stage.0.get::<RightsOfWay>().unwrap().0.is_empty());
    stage.send(Action::Paint(vec![(Cell::new(8, 3), Ground::Wall)]));
    stage.run(30 * 32);
    assert!(stage.0.get::<RightsOfWay>().unwrap().0.is_empty());
    let ended = |unit| !matches!(stage.status(unit), Status::Planning | Status::Walking);
    assert!((0..12).all(ended), "{}", stage.report());
}

#[test]
fn switching_traffic_off_in_a_conflict_frees_everyone() {
    let mut stage = head_on(all_rules());
    stage.run(120);
    let doctrine = preset_named("A*").unwrap().doctrine;
    stage.send(Action::SetDoctrine(SetDoctrine { team: TeamId(0), doctrine }));
    stage.run(1);
    assert_eq!(waiting(&stage), 0);
    assert!(stage.0.get::<RightsOfWay>().unwrap().0.is_empty());
}

#[test]
fn units_that_made_room_go_back_to_where_they_rested() {
    let rows = ["..........", "..........", "a....a....", "..........", ".........."];
    let distances = |traffic| {
        let mut stage = Stage(Simulation::new(&scenario(&rows, traffic)));
        stage.run(1);
        let before = stage.positions()[1];
        stage.order_units(&[0], Cell::new(5, 2));
        stage.run(8 * 32);
        let pushed = stage.positions()[1].distance(before);
        stage.order_units(&[0], Cell::new(0, 2));
        stage.run(8 * 32);
        (pushed, stage.positions()[1].distance(before))
    };
    let (pushed, left) = distances(all_rules());
    assert!(pushed > 0.4 && left < 0.3, "pushed {pushed}, left {left}");
    let without = Traffic::On(Rules { return_to_rest: false, ..Rules::default() });
    let (pushed, left) = distances(without);
    assert!(pushed > 0.4 && left > 0.4, "pushed {pushed}, left {left}");
}

#[test]
fn the_preset_has_every_rule_and_the_default_none() {
    let preset = preset_named("A* with traffic").unwrap().doctrine;
    assert_eq!(preset.traffic.rules(), Rules::default());
    assert_eq!(Traffic::default().rules(), Rules::none());
}
