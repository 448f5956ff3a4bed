//! The layers in a running simulation: influence that follows fights, directions that are learned, saved and cleared,
//! markers for attackers only.

use crate::common::Stage;
use phalanx::combat::kind_named;
use phalanx::grid::{Cell, Ground};
use phalanx::planning::{CellSteps, Directions, Influence, InfluenceMap, Layers, Markers};
use phalanx::scenario::{
    Action, Doctrine, GiveOrder, Motion, Order, Scenario, SetDoctrine, TeamId, UnitId, UnitSpec,
    shipped,
};
use phalanx::sim::{
    ArenaFields, HitPoints, Land, Position, Roster, Simulation, Status, Unit, presence,
};
use std::process::Command;

fn with_layers(mut scenario: Scenario, layers: Layers) -> Scenario {
    for team in &mut scenario.teams {
        team.doctrine = Doctrine { layers, ..Doctrine::default() };
    }
    scenario
}

fn influence(rule: Influence) -> Layers {
    Layers { influence: Some(rule), ..Layers::default() }
}

/// Units of team a come from the left. A stronger unit of team b stands above the gap in the wall. The path around the
/// wall is longer.
fn gap_below_a_guard() -> Scenario {
    let mut scenario = crate::common::scenario(&[
        "....................b.................",
        "......................................",
        "......................................",
        "......................................",
        "....................#.................",
        "....................#.................",
        "....................#.................",
        "....................#.................",
        "..aaa...............#.................",
        "..aaa...............#.................",
        "....................#.................",
        "....................#.................",
        "....................#.................",
        "....................#.................",
        "......................................",
        "......................................",
        "......................................",
    ]);
    for unit in &mut scenario.units {
        unit.kind = kind_named(if unit.team.0 == 1 { "battlemage" } else { "initiate" }).unwrap();
    }
    scenario
}

fn passes_the_guard(stage: &Stage) -> bool {
    (1..=6).all(|unit| stage.route(unit).iter().any(|c| c.x == 20 && c.y < 4))
}

fn send_past_the_guard(layers: Layers) -> Stage {
    let mut stage = Stage(Simulation::new(&with_layers(gap_below_a_guard(), layers)));
    stage.order_units(&[1, 2, 3, 4, 5, 6], Cell::new(36, 5));
    stage.0.edit();
    stage
}

#[test]
fn units_avoid_a_stronger_enemy_until_it_is_gone() {
    assert!(passes_the_guard(&send_past_the_guard(Layers::default())));
    let mut stage = send_past_the_guard(influence(Influence::default()));
    assert!(!passes_the_guard(&stage));
    stage.run(20);
    stage.send(Action::RemoveUnits(vec![UnitId(0)]));
    stage.run(70);
    assert!(passes_the_guard(&stage), "they notice within two seconds that it is gone");
}

#[test]
fn dragging_the_synergy_weight_replans_at_once() {
    let rule = |sew| Influence { flock: true, sew, ..Influence::default() };
    let mut stage = send_past_the_guard(influence(rule(40.0)));
    assert!(!passes_the_guard(&stage), "c_F is 2700 x 600 / 4000 = 405 against 980");
    let doctrine = Doctrine { layers: influence(rule(0.5)), ..Doctrine::default() };
    stage.send(Action::SetDoctrine(SetDoctrine { team: TeamId(0), doctrine }));
    stage.0.edit();
    assert!(passes_the_guard(&stage), "c_F is 32400");
}

/// c_F counts the whole flock even if each unit plans for itself: six initiates have 2700 x 600 / 400 = 4050, one alone
/// has 450 x 100 / 400 = 112.5, and the guard has 980.
#[test]
fn on_cell_steps_a_flock_plans_with_the_strength_of_all() {
    let routes = |flock, paused| {
        let rule = Influence { flock, sew: 4.0, ..Influence::default() };
        let mut scenario = with_layers(gap_below_a_guard(), influence(rule));
        scenario.motion = Motion::CellSteps(CellSteps::default());
        let mut stage = Stage(Simulation::new(&scenario));
        stage.order_units(&[1, 2, 3, 4, 5, 6], Cell::new(36, 5));
        if paused {
            stage.0.edit()
        } else {
            stage.run(24)
        }
        passes_the_guard(&stage)
    };
    for paused in [true, false] {
        assert!(routes(true, paused), "as a flock, paused: {paused}");
        assert!(!routes(false, paused), "each for itself, paused: {paused}");
    }
}

/// The same for steered units when one unit alone returns from a fight: the others count although they do not plan with
/// it.
#[test]
fn a_member_that_comes_back_from_a_fight_plans_with_the_strength_of_all() {
    let passes = |sew| {
        let rule = Influence { flock: true, sew, ..Influence::default() };
        let mut scenario = with_layers(gap_below_a_guard(), influence(rule));
        // Unarmed, and in range of unit 4 alone.
        let at = Cell::new(2, 13);
        let kind = kind_named("soldier").unwrap();
        scenario.units.push(UnitSpec { id: UnitId(7), at, kind, ..scenario.units[0].clone() });
        let mut stage = Stage(Simulation::new(&scenario));
        let guard = vec![UnitId(0)];
        stage.send(Action::Order(GiveOrder { units: guard, order: Order::Hold, queued: false }));
        let units = (1..=6).map(UnitId).collect();
        let order = Order::Attack(Cell::new(36, 5));
        stage.send(Action::Order(GiveOrder { units, order, queued: false }));
        let mut fought = false;
        for _ in 0..300 {
            stage.run(1);
            let fights = stage.status(4) == Status::Fighting;
            if fought && !fights {
                break;
            }
            fought |= fights;
        }
        assert!(fought && stage.status(4) == Status::Walking, "{:?}", stage.status(4));
        assert!([1, 2, 3, 5, 6].iter().all(|&unit| stage.status(unit) == Status::Walking));
        stage.route(4).iter().any(|c| c.x == 20 && c.y < 4)
    };
    assert!(passes(4.0), "c_F is 4050");
    assert!(!passes(40.0), "c_F is 405, and the guard is stronger");
}

/// The influence map of an arena, rebuilt from its units.
fn rebuilt(sim: &Simulation) -> InfluenceMap {
    let (world, land) = (sim.world(), sim.get::<Land>().unwrap());
    let mut map = InfluenceMap::default();
    for &entity in sim.get::<Roster>().unwrap().units.values() {
        let (unit, at) =
            (world.get::<Unit>(entity).unwrap(), world.get::<Position>(entity).unwrap());
        let presence = presence(unit, at.0, world.get::<HitPoints>(entity));
        map.place(&land.terrain, unit.id.0, unit.team.0, presence);
    }
    map
}

#[test]
fn during_a_battle_the_influence_map_equals_a_rebuilt_one() {
    let mut scenario = crate::common::scenario(&[
        "aaaa................bbbb",
        "aaaa................bbbb",
        "........................",
        "........................",
    ]);
    for unit in &mut scenario.units {
        unit.kind = kind_named("battlemage").unwrap();
    }
    let mut stage = Stage(Simulation::new(&scenario));
    let all = stage.numbers().units.max(scenario.units.len());
    stage.give(Order::AttackMove(Cell::new(12, 3)));
    let mut fewest = all;
    for _ in 0..30 {
        stage.run(16);
        // An edit that changes nothing updates the map to the current positions.
        stage.send(Action::Paint(vec![(Cell::new(0, 3), Ground::Floor)]));
        stage.0.edit();
        let (map, rebuilt) = (&stage.get::<ArenaFields>().unwrap().layers, rebuilt(&stage));
        let map = map.influence.of(0);
        let terrain = &stage.get::<Land>().unwrap().terrain;
        for cell in terrain.bounds().cells() {
            for team in 0..2 {
                assert_eq!(map.zeta(terrain, team, cell), rebuilt.zeta(terrain, team, cell));
            }
        }
        fewest = fewest.min(stage.get::<Roster>().unwrap().units.len());
    }
    assert!(fewest < all, "some have died");
}

fn learning() -> Scenario {
    let scenario = crate::common::scenario(&["aa..........", "aa..........", "............"]);
    with_layers(scenario, Layers { directions: Some(Directions::default()), ..Layers::default() })
}

#[test]
fn learned_directions_can_be_cleared_and_replaced() {
    let mut stage = Stage(Simulation::new(&learning()));
    stage.order_all(Cell::new(10, 1));
    stage.run(90);
    let learned =
        |stage: &Stage| stage.get::<ArenaFields>().unwrap().layers.directions.vectors().to_vec();
    let before = learned(&stage);
    assert!(!before.is_empty() && stage.numbers().coherence > 0.3, "{:?}", stage.numbers());
    stage.send(Action::SetDirections(Vec::new()));
    stage.0.edit();
    assert!(learned(&stage).is_empty());
    stage.send(Action::SetDirections(vec![(Cell::new(3, 1), (0.5, -0.25))]));
    stage.0.edit();
    assert_eq!(learned(&stage).iter().filter(|vector| vector.length() > 0.0).count(), 1);
    stage.run(1);
    assert_ne!(learned(&stage), before, "the run has lost them, too");
}

#[test]
fn only_attackers_use_markers_if_the_doctrine_says_so() {
    let boulder = shipped().iter().find(|s| s.name.ends_with("map-marker-boulder")).unwrap();
    let routes = |markers: Option<Markers>, attack: bool| {
        let layers = Layers { markers, ..Layers::default() };
        let mut scenario = with_layers(boulder.load().unwrap(), layers);
        for order in &mut scenario.orders {
            if let (true, Some(to)) = (attack, order.order.place()) {
                order.order = Order::AttackMove(to);
            }
        }
        let mut stage = Stage(Simulation::new(&scenario));
        stage.0.edit();
        (0..scenario.units.len() as u32).map(|unit| stage.route(unit)).collect::<Vec<_>>()
    };
    let dual = Markers { only_attack_move: true, ..Markers::default() };
    assert_eq!(routes(Some(dual), false), routes(None, false));
    assert_eq!(routes(Some(dual), true), routes(Some(Markers::default()), true));
    assert_ne!(routes(Some(dual), true), routes(None, true));
}

#[test]
fn a_run_saves_what_it_learned_and_another_starts_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("learned.ron");
    let run = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_phalanx"));
        command.args(["run", "bridge", "--ticks", "200", "--doctrine", "Direction map", "--json"]);
        let output = command.args(more).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap()
    };
    let file = path.to_str().unwrap();
    let first = run(&["--save-directions", file]);
    assert!(first["metrics"]["coherence"].as_f64().unwrap() > 0.0);
    assert_eq!(run(&[])["hash"], first["hash"]);
    assert_ne!(run(&["--load-directions", file])["hash"], first["hash"]);
}
