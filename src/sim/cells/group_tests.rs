//! How the orders of groups end on cell steps.

use super::tests::{FAST, board, cell, cells, component, crossing};
use crate::combat::built_in;
use crate::grid::{Bounds, Cell, CornerRule, Terrain};
use crate::planning::{CellSteps, Search, StepClock, Whca};
use crate::scenario::{
    Motion, Order, Place, Scenario, ScriptedOrder, TeamId, UnitId, UnitSpec, Who, doctrine_from,
    preset_named, shipped,
};
use crate::sim::{Route, Simulation, Status, WaitReason};

/// A group on an open field with an order to go somewhere.
fn field(width: u32, height: u32, units: &[(i32, i32)], to: (i32, i32)) -> Scenario {
    let terrain = Terrain::open(Bounds::new(width, height), CornerRule::BothSidesFree);
    let mut scenario = Scenario::plain(terrain);
    scenario.motion = Motion::CellSteps(CellSteps::default());
    for (&(x, y), id) in units.iter().zip(0..) {
        let (id, at) = (UnitId(id), cell(x, y));
        scenario.units.push(UnitSpec { id, team: TeamId(0), kind: built_in()[0], at });
    }
    let order = Order::Move(Place::At(cell(to.0, to.1)));
    scenario.orders.push(ScriptedOrder { tick: 0, who: Who::Everyone, order, queued: false });
    scenario
}

#[test]
fn a_group_arrives_on_an_empty_field_wherever_it_goes() {
    for (x, y) in [(10, 6), (0, 0), (19, 11), (2, 6), (12, 11)] {
        let units = [(1, 1), (18, 2), (3, 10), (17, 9)];
        let mut sim = Simulation::new(&field(20, 12, &units, (x, y)));
        assert!(sim.run_until_arrived(600), "to {x}, {y}: {:?}", cells(&sim));
    }
}

#[test]
fn a_unit_that_gets_no_nearer_is_told_why_and_a_random_step_does_not_hide_it() {
    // The second unit blocks a corridor and has no order. The third one finds nobody, but its search cannot get out.
    let waits = |rows: &[&str], to, search| {
        let mut scenario = board(rows, FAST, &[(0, Order::Move(to))]);
        scenario.teams[0].doctrine.search = search;
        let mut sim = Simulation::new(&scenario);
        sim.run(3000);
        component::<Status>(&sim, 0)
    };
    let blocked = waits(&[".ab......"], cell(8, 0), Search::default());
    assert_eq!(blocked, Status::Waiting(WaitReason::Blocked));
    let greedy = preset_named("Greedy followers").unwrap().doctrine.search;
    let trap = [".........", "....###..", ".a....#..", "....###..", "........."];
    assert_eq!(waits(&trap, cell(8, 2), greedy), Status::Waiting(WaitReason::NoPath));
}

#[test]
fn groups_that_meet_in_a_passage_get_past_each_other() {
    // Without resistance the walk takes 10 s.
    for (name, seconds) in [("03-corridor-1", 60), ("04-corridor-3", 40)] {
        let file = shipped().iter().find(|s| s.name == name).unwrap();
        let motion = Motion::CellSteps(CellSteps::default());
        for preset in ["A*", "Map Marker"] {
            let mut scenario = Scenario { motion, ..file.load().unwrap() };
            let doctrine = preset_named(preset).unwrap().doctrine;
            scenario.teams.iter_mut().for_each(|team| team.doctrine = doctrine);
            let mut sim = Simulation::new(&scenario);
            assert!(sim.run_until_arrived(32 * seconds), "{name}, {preset}: {:?}", cells(&sim));
        }
    }
}

#[test]
fn a_unit_that_rests_does_not_give_way_and_nobody_swaps_or_shares_a_cell() {
    // The second unit has no order. The others meet head on.
    let rests = board(&["ab...."], FAST, &[(0, Order::Move(cell(5, 0)))]);
    let mut sim = Simulation::new(&rests);
    sim.run(40);
    assert_eq!(cells(&sim)[1], cell(1, 0));
    let orders = [(0, Order::Move(cell(6, 0))), (1, Order::Move(cell(0, 0)))];
    let mut sim = Simulation::new(&board(&["a.....b", "###.###"], FAST, &orders));
    for _ in 0..4000 {
        let before = cells(&sim);
        sim.run(1);
        let after = cells(&sim);
        assert_ne!(after[0], after[1], "one cell for two");
        assert!(before[0] != after[1] || before[1] != after[0], "a swap: {before:?} {after:?}");
        let far = |i: usize| before[i].chebyshev(after[i]);
        assert!(far(0) <= 1 && far(1) <= 1, "two steps in one action: {before:?} {after:?}");
    }
    assert_eq!(cells(&sim), [cell(6, 0), cell(0, 0)], "one has waited in the bay");
}

/// The first paths of a group round a boulder, as shown in a pause.
fn shown_paths(preset: &str, order: fn(Place) -> Order<Place>) -> Vec<Vec<Cell>> {
    let boulder = shipped().iter().find(|s| s.name == "12-map-marker-boulder").unwrap();
    let mut scenario = boulder.load().unwrap();
    scenario.motion = Motion::CellSteps(CellSteps::default());
    scenario.teams[0].doctrine = doctrine_from(preset).unwrap();
    let Some(to) = scenario.orders[0].order.place() else { panic!("no place") };
    scenario.orders[0].order = order(to);
    let mut sim = Simulation::new(&scenario);
    sim.edit();
    let units: Vec<u32> = sim.units().map(|(id, _)| id.0).collect();
    units.into_iter().map(|unit| component::<Route>(&sim, unit).cells().to_vec()).collect()
}

#[test]
fn markers_count_in_a_pause_and_under_the_dual_rule_only_for_attacks() {
    let moves = |preset| shown_paths(preset, Order::Move);
    let attacks = |preset| shown_paths(preset, Order::AttackMove);
    assert_ne!(moves("Map Marker"), moves("A* per unit"));
    assert_eq!(
        moves("Map Marker dual"),
        moves("(search: AStar(per_unit: true, heuristic: Euclidean))")
    );
    assert_eq!(attacks("Map Marker dual"), attacks("Map Marker"));
}

#[test]
fn reservations_hold_where_steps_take_their_length() {
    let failed = |clock, strict| {
        let whca = Search::Whca(Whca { strict, ..Whca::default() });
        let mut sim = Simulation::new(&crossing(whca, CellSteps { clock, ticks: 8, ..FAST }));
        assert!(sim.run_until_arrived(8 * 600), "{clock:?} {strict}: {:?}", cells(&sim));
        (sim.numbers().patrols.failed, sim.tick())
    };
    let fixed = failed(StepClock::OneAction, false);
    for strict in [false, true] {
        let by_length = failed(StepClock::ByLength, strict);
        println!("{strict} {by_length:?} {fixed:?}");
        assert!(by_length.0 < 2.0, "{by_length:?} {fixed:?}");
    }
}
