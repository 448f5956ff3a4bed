//! The rules of cell steps, on boards drawn as text.

use crate::combat::built_in;
use crate::grid::{Cell, CornerRule, Terrain};
use crate::planning::{CellSteps, Directions, Layers, Search, Sectors, StepClock, Whca};
use crate::scenario::{
    Action, Motion, NewUnit, Order, Place, Scenario, ScriptedOrder, TeamId, UnitId, UnitSpec, Who,
    preset_named,
};
use crate::sim::{
    ArenaFields, Patrols, Position, PreviousPosition, Roster, Route, Simulation, Status, Stepper,
};
use bevy::math::Vec2;
use std::collections::BTreeSet;

/// A board on which letters are units, `a` the first, with some orders.
pub(super) fn board(rows: &[&str], rules: CellSteps, orders: &[(u32, Order)]) -> Scenario {
    let is_unit = |c: char| c.is_ascii_lowercase();
    let ground: Vec<String> = rows.iter().map(|r| r.replace(is_unit, ".")).collect();
    let ground: Vec<&str> = ground.iter().map(String::as_str).collect();
    let mut scenario = Scenario::plain(Terrain::from_text(CornerRule::BothSidesFree, &ground));
    scenario.motion = Motion::CellSteps(rules);
    let letters =
        rows.iter().zip(0..).flat_map(|(row, y)| row.chars().zip(0..).map(move |c| (c, y)));
    for ((letter, x), y) in letters.filter(|((c, _), _)| is_unit(*c)) {
        let id = UnitId(u32::from(letter) - u32::from('a'));
        let at = Cell::new(x, y);
        scenario.units.push(UnitSpec { id, team: TeamId(0), kind: built_in()[0], at });
    }
    scenario.units.sort_by_key(|u| u.id);
    for &(unit, order) in orders {
        let who = Who::Units(vec![UnitId(unit)]);
        let order = order.map(Place::At);
        scenario.orders.push(ScriptedOrder { tick: 0, who, order, queued: false });
    }
    scenario
}

pub(super) const FAST: CellSteps = CellSteps {
    clock: StepClock::OneAction,
    ticks: 1,
    visibility: 5.0,
    action_time: 1.5,
    nodes_per_pass: 0,
    makes_room_after: 16,
    settles: true,
};

pub(super) fn cell(x: i32, y: i32) -> Cell {
    Cell::new(x, y)
}

fn patrol(x: i32, y: i32, rounds: u32) -> Order {
    Order::Patrol { to: cell(x, y), rounds }
}

pub(super) fn component<C: bevy::prelude::Component + Clone>(sim: &Simulation, unit: u32) -> C {
    let entity = sim.get::<Roster>().unwrap().units[&UnitId(unit)];
    sim.world().get::<C>(entity).unwrap().clone()
}

fn at(sim: &Simulation, unit: u32) -> Cell {
    Cell::containing(component::<Position>(sim, unit).0)
}

pub(super) fn cells(sim: &Simulation) -> Vec<Cell> {
    let units: Vec<u32> = sim.get::<Roster>().unwrap().units.keys().map(|u| u.0).collect();
    units.into_iter().map(|u| component::<Stepper>(sim, u).cell.unwrap_or(at(sim, u))).collect()
}

#[test]
fn a_patrol_turns_around_and_counts_its_work() {
    let mut sim = Simulation::new(&board(&["a...."], FAST, &[(0, patrol(4, 0, 2))]));
    sim.run(4);
    assert_eq!(at(&sim, 0), cell(4, 0));
    sim.run(4);
    assert_eq!(at(&sim, 0), cell(0, 0), "it turns around without losing an action");
    assert!(sim.run_until_arrived(100));
    let rounds = &sim.get::<Patrols>().unwrap().rounds;
    assert_eq!(rounds.len(), 2);
    assert_eq!(sim.get::<Patrols>().unwrap().slowest, 16.0);
    assert_eq!((rounds[1].units, rounds[1].length, rounds[1].failed), (1, 8.0, 0));
    // Each one-way trip expands the five cells of the row, start and goal included.
    assert_eq!(rounds[1].expanded, 10);
    let numbers = sim.numbers().patrols;
    assert_eq!((numbers.rounds, numbers.length, numbers.time), (2, 8.0, 16.0 * 1.5));
    assert_eq!(component::<Status>(&sim, 0), Status::Arrived);
}

#[test]
fn a_step_into_an_occupied_cell_fails_and_drops_the_path() {
    // The units do not see each other, so both walk straight on.
    let blind = CellSteps { visibility: 0.0, ..FAST };
    let mut sim = Simulation::new(&board(
        &["a.b.", "...."],
        blind,
        &[(0, patrol(3, 0, 1)), (1, patrol(0, 0, 1))],
    ));
    sim.run(1);
    assert_eq!(cells(&sim), [cell(1, 0), cell(2, 0)], "the first has gone, the second failed");
    let failed = component::<Stepper>(&sim, 1).tally.failed;
    assert_eq!(failed, 1);
    assert_eq!(component::<Route>(&sim, 1).ahead(), [], "the path is dropped");
}

#[test]
fn paths_avoid_units_in_sight() {
    let order = [(0, Order::Move(cell(6, 1)))];
    let mut sim = Simulation::new(&board(&[".......", "a..b...", "......."], FAST, &order));
    sim.run(1);
    let route = component::<Route>(&sim, 0);
    assert!(!route.cells().contains(&cell(3, 1)), "{:?}", route.cells());
    let far = CellSteps { visibility: 3.0, ..FAST };
    let mut sim = Simulation::new(&board(&[".......", "a..b...", "......."], far, &order));
    sim.run(1);
    assert!(component::<Route>(&sim, 0).cells().contains(&cell(3, 1)), "3 is not nearer than 3");
}

#[test]
fn units_never_share_a_cell() {
    let rows = ["abcdef......", "ghijkl......", "mnopqr...#..", ".........#..", "............"];
    let orders: Vec<(u32, Order)> =
        (0..18).map(|i| (i, patrol(11 - (i as i32 % 6), 2 + i as i32 / 9, 0))).collect();
    let mut scenario = board(&rows, CellSteps { ticks: 2, ..FAST }, &orders);
    scenario.teams[0].doctrine.layers.directions = Some(Directions::default());
    let mut sim = Simulation::new(&scenario);
    for tick in 0..300 {
        if tick == 100 {
            let wall = (0..4).map(|y| (cell(6, y), crate::grid::Ground::Wall)).collect();
            sim.send([Action::Paint(wall)]);
        }
        if tick == 150 {
            let unit = |id: u32| NewUnit {
                id: UnitId(id),
                team: TeamId(0),
                kind: "soldier".into(),
                at: Vec2::new(1.2, 1.7),
            };
            sim.send([Action::Spawn((30..36).map(unit).collect())]);
        }
        sim.run(1);
        let cells = cells(&sim);
        assert_eq!(
            cells.iter().collect::<BTreeSet<_>>().len(),
            cells.len(),
            "tick {tick}: {cells:?}"
        );
        let terrain = &sim.get::<crate::sim::Land>().unwrap().terrain;
        assert!(cells.iter().all(|&c| terrain.is_passable(c)), "tick {tick}: {cells:?}");
    }
    assert!(!sim.get::<ArenaFields>().unwrap().layers.directions.is_blank());
}

#[test]
fn each_member_of_a_group_gets_its_own_slot() {
    let rows = ["abc.........", "def.........", "ghi........."];
    let mut scenario = board(&rows, FAST, &[]);
    let order = Order::Move(Place::At(cell(9, 1)));
    scenario.orders.push(ScriptedOrder { tick: 0, who: Who::Everyone, order, queued: false });
    let mut sim = Simulation::new(&scenario);
    assert!(sim.run_until_arrived(60), "{:?}", cells(&sim));
    assert!(cells(&sim).iter().all(|c| c.chebyshev(cell(9, 1)) <= 2), "{:?}", cells(&sim));
}

#[test]
fn queued_orders_are_carried_out_one_after_the_other() {
    let mut scenario = board(&["a....", ".....", "....."], FAST, &[(0, Order::Move(cell(4, 0)))]);
    let order = Order::Move(Place::At(cell(0, 2)));
    scenario.orders.push(ScriptedOrder { tick: 0, who: Who::Everyone, order, queued: true });
    let mut sim = Simulation::new(&scenario);
    sim.run(4);
    assert_eq!(at(&sim, 0), cell(4, 0));
    assert!(sim.run_until_arrived(20));
    assert_eq!(at(&sim, 0), cell(0, 2));
}

#[test]
fn units_glide_and_diagonal_steps_take_their_time() {
    let rules = CellSteps { ticks: 4, clock: StepClock::ByLength, ..FAST };
    let mut sim = Simulation::new(&board(
        &["a...", "....", "....", "...."],
        rules,
        &[(0, Order::Move(cell(3, 3)))],
    ));
    sim.run(1);
    let (position, previous) =
        (component::<Position>(&sim, 0).0, component::<PreviousPosition>(&sim, 0).0);
    assert_eq!(previous, Vec2::new(0.5, 0.5));
    assert!(position.x > 0.5 && position.x < 1.0, "{position}");
    let arrived = (1..40).find(|_| {
        sim.run(1);
        component::<Position>(&sim, 0).0 == Vec2::new(3.5, 3.5)
    });
    // Three diagonal steps of 4 ticks times the square root of 2. The first had already begun.
    assert_eq!(arrived, Some(16));
}

#[test]
fn a_sector_path_is_planned_piece_by_piece() {
    let row = format!("a{}", ".".repeat(39));
    let mut scenario = board(&[&row, &".".repeat(40)], FAST, &[(0, Order::Move(cell(39, 0)))]);
    scenario.teams[0].doctrine.search = Search::Sectors(Sectors::default());
    let mut sim = Simulation::new(&scenario);
    sim.run(1);
    assert!(component::<Route>(&sim, 0).cells().len() < 20);
    assert!(sim.run_until_arrived(60));
    assert_eq!(sim.tick(), 39);
}

#[test]
fn a_walled_in_unit_waits_and_continues_when_the_wall_is_gone() {
    let mut sim = Simulation::new(&board(&["a#.."], FAST, &[(0, Order::Move(cell(3, 0)))]));
    sim.run(2);
    let waiting = component::<Status>(&sim, 0);
    assert_eq!(waiting, Status::Waiting(crate::sim::WaitReason::WalledIn));
    sim.send([Action::Paint(vec![(cell(1, 0), crate::grid::Ground::Floor)])]);
    assert!(sim.run_until_arrived(10));
}

#[test]
fn every_layer_works_and_a_run_repeats_exactly() {
    let rows = ["ab.....", "cd.#...", "ef.....", "......."];
    let orders: Vec<(u32, Order)> = (0..6).map(|i| (i, patrol(6, i as i32 % 4, 3))).collect();
    let mut scenario = board(&rows, FAST, &orders);
    scenario.teams[0].doctrine.layers = Layers::all();
    let run = || {
        let mut sim = Simulation::new(&scenario);
        sim.run(80);
        sim.hash()
    };
    assert_eq!(run(), run());
}

/// Twelve units that cross in a narrow place, each between two cells of its own, all with one search.
pub(super) fn crossing(search: Search, rules: CellSteps) -> Scenario {
    let rows = [
        "a.b...#...g.h",
        ".............",
        "c.d.......i.j",
        ".............",
        "e.f...#...k.l",
        "......#......",
    ];
    let own: Vec<Cell> = board(&rows, rules, &[]).units.iter().map(|u| u.at).collect();
    let to_other_side = |cell: &Cell| Cell::new(12 - cell.x, cell.y + 1);
    let orders: Vec<(u32, Order)> = own
        .iter()
        .zip(0..)
        .map(|(cell, unit)| (unit, Order::Patrol { to: to_other_side(cell), rounds: 3 }))
        .collect();
    let mut scenario = board(&rows, rules, &orders);
    scenario.teams[0].doctrine.search = search;
    scenario
}

#[test]
fn every_search_brings_units_through_a_crossing() {
    use crate::parts::Part;
    for place in 0..Search::LIST.len() {
        let mut sim = Simulation::new(&crossing(Search::at(place), FAST));
        let name = Search::LIST[place].name;
        assert!(sim.run_until_arrived(3000), "{name}: {:?}", cells(&sim));
        assert_eq!(sim.numbers().patrols.rounds, 12 * 3, "{name}");
    }
}

#[test]
fn cooperation_fails_less_often_and_strict_cooperation_least() {
    let failed = |search| {
        let mut sim = Simulation::new(&crossing(search, FAST));
        sim.run_until_arrived(3000);
        sim.numbers().patrols.failed
    };
    let whca = |strict| Search::Whca(Whca { strict, ..Whca::default() });
    let (alone, together, strictly) =
        (failed(Search::default()), failed(whca(false)), failed(whca(true)));
    assert!(strictly <= together && together < alone, "{strictly} {together} {alone}");
}

#[test]
fn a_unit_that_has_arrived_steps_aside_and_comes_back() {
    let rows = ["a.b...", "##.###"];
    let orders = [(0, Order::Move(cell(5, 0))), (1, Order::Move(cell(2, 0)))];
    let mut scenario = board(&rows, FAST, &orders);
    let whca = |step_aside| Search::Whca(Whca { step_aside, ..Whca::default() });
    scenario.teams[0].doctrine.search = whca(true);
    let mut sim = Simulation::new(&scenario);
    assert!(sim.run_until_arrived(60), "{:?}", cells(&sim));
    sim.run(10);
    assert_eq!(cells(&sim), [cell(5, 0), cell(2, 0)]);
    scenario.teams[0].doctrine.search = whca(false);
    scenario.motion = Motion::CellSteps(CellSteps::published());
    let mut sim = Simulation::new(&scenario);
    assert!(!sim.run_until_arrived(60), "the one that has arrived stays and blocks the row");
}

#[test]
fn published_rules_make_no_random_step_and_settle_nowhere() {
    // A corridor one cell wide: the second unit blocks it and has no order.
    let walked = |rules| {
        let orders = [(0, Order::Move(cell(8, 0)))];
        let mut sim = Simulation::new(&board(&[".ab......"], rules, &orders));
        sim.run(100);
        sim.numbers().distance_walked
    };
    let published = CellSteps::published();
    assert_eq!(walked(published), 0.0, "no path, no step");
    assert!(walked(FAST) > 0.0);
    let settled = |rules| {
        let orders = [(0, Order::Move(cell(3, 0)))];
        let mut sim = Simulation::new(&board(&["a..b"], rules, &orders));
        sim.run_until_arrived(100)
    };
    assert!(!settled(published) && settled(FAST));
}

#[test]
fn followers_expand_one_node_with_every_action() {
    let rows = ["a.......", "........", "........"];
    let mut scenario = board(&rows, FAST, &[(0, patrol(7, 0, 1))]);
    scenario.teams[0].doctrine = preset_named("Greedy followers").unwrap().doctrine;
    let mut sim = Simulation::new(&scenario);
    for tick in 1..=5 {
        sim.run(1);
        assert_eq!(sim.numbers().expanded, tick);
    }
}

#[test]
fn units_over_the_node_budget_plan_first_in_the_next_pass() {
    let rows = ["a........", "b........", "c........", "d........"];
    let orders: Vec<(u32, Order)> = (0..4).map(|i| (i, patrol(8, i as i32, 0))).collect();
    let scarce = CellSteps { nodes_per_pass: 10, ..FAST };
    let mut sim = Simulation::new(&board(&rows, scarce, &orders));
    sim.run(1);
    assert_eq!(cells(&sim).iter().filter(|c| c.x == 1).count(), 2, "two searches of nine nodes");
    sim.run(1);
    assert!(cells(&sim).iter().all(|c| c.x >= 1), "{:?}", cells(&sim));
}

#[test]
fn units_over_the_node_budget_plan_before_their_next_turn_within_the_same_budget() {
    let rows = ["a........", "b........", "c........", "d........", "e........", "f........"];
    let orders: Vec<(u32, Order)> = (0..6).map(|i| (i, patrol(8, i as i32, 0))).collect();
    let whca = Search::Whca(Whca::default());
    for search in [Search::default(), whca] {
        let scarce = CellSteps { nodes_per_pass: 10, ticks: 8, ..FAST };
        let mut scenario = board(&rows, scarce, &orders);
        scenario.teams[0].doctrine.search = search;
        let mut sim = Simulation::new(&scenario);
        let on_the_way = |sim: &Simulation| {
            (0..6).filter(|&i| !component::<Route>(sim, i).ahead().is_empty()).count()
        };
        sim.run(1);
        let first = on_the_way(&sim);
        assert!(first < 6, "{search:?}: {first}");
        let mut before = sim.numbers().expanded;
        for _ in 0..7 {
            sim.run(1);
            // A search that has begun is finished: at most nine cells of a row, or one window.
            let spent = sim.numbers().expanded - before;
            assert!(spent <= 10 + 60, "{search:?}: {spent} nodes in a tick");
            before += spent;
        }
        assert_eq!(on_the_way(&sim), 6, "{search:?}");
        assert_eq!(
            cells(&sim).iter().filter(|c| c.x == 1).count(),
            first,
            "no unit acts in between"
        );
        sim.run(1);
        assert!(cells(&sim).iter().all(|c| c.x >= 1), "{search:?}: {:?}", cells(&sim));
    }
}

#[test]
fn paths_are_visible_before_the_first_step() {
    let mut sim = Simulation::new(&board(&["a...."], FAST, &[(0, Order::Move(cell(4, 0)))]));
    sim.edit();
    assert_eq!(component::<Route>(&sim, 0).cells().len(), 5);
    assert_eq!((sim.tick(), at(&sim, 0)), (0, cell(0, 0)));
}
