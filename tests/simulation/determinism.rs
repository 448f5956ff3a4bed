//! The same scenario, seed and actions give the same state, however the run is divided into updates.

use crate::common::scenario;
use bevy::ecs::schedule::ScheduleBuildError;
use bevy::math::Vec2;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use phalanx::combat::kind_named;
use phalanx::grid::{Bounds, Cell, CornerRule, Ground, MapKind, Rectangle, generate};
use phalanx::planning::CellSteps;
use phalanx::scenario::{
    Action, Motion, NewUnit, ObstacleId, ObstacleKind, Order, Place, Scenario, ScriptedOrder, Team,
    TeamId, UnitId, UnitSpec, Who, preset_named, presets, shipped,
};
use phalanx::sim::{
    Arena, Clock, Pace, Score, SimPlugin, Simulation, TeamBattle, Tick, TickSystems, spawn_arena,
    state_hash,
};

fn named(name: &str) -> Scenario {
    shipped().iter().find(|s| s.name.ends_with(name)).unwrap().load().unwrap()
}

fn hash_after(scenario: &Scenario, ticks: u64) -> u64 {
    let mut sim = Simulation::new(scenario);
    sim.run(ticks);
    sim.hash()
}

#[test]
fn two_runs_of_a_scenario_end_in_the_same_state() {
    for name in ["bottleneck", "four-way", "welcome"] {
        let scenario = named(name);
        assert_eq!(hash_after(&scenario, 400), hash_after(&scenario, 400), "{name}");
        assert_ne!(hash_after(&scenario, 400), hash_after(&scenario, 399), "{name}");
    }
}

/// An app as the window runs it: the fixed clock decides when ticks are made.
fn app_with(scenario: &Scenario, ticks_per_update: u32) -> (App, Entity) {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, SimPlugin::default()))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(ticks_per_update));
    app.finish();
    app.cleanup();
    let arena = spawn_arena(app.world_mut(), scenario, 0);
    (app, arena)
}

#[test]
fn ticks_per_update_do_not_matter() {
    let scenario = named("bottleneck");
    const TICKS: u64 = 7 * 60;
    let expected = hash_after(&scenario, TICKS);
    for ticks_per_update in [1, 7] {
        let (mut app, arena) = app_with(&scenario, ticks_per_update);
        // The first update only starts the clock.
        for _ in 0..=TICKS / u64::from(ticks_per_update) {
            app.update();
            if app.world().get::<Clock>(arena).unwrap().tick >= TICKS {
                break;
            }
        }
        assert_eq!(app.world().get::<Clock>(arena).unwrap().tick, TICKS, "{ticks_per_update}");
        assert_eq!(state_hash(app.world(), arena), expected, "{ticks_per_update} ticks per update");
    }
}

#[test]
fn reading_a_fight_changes_nothing() {
    let scenario = named("hybrid-rocks");
    let run = |look: bool| {
        let (mut app, arena) = app_with(&scenario, 1);
        let mut seen = 0;
        for _ in 0..500 {
            app.update();
            if look {
                let battle = TeamBattle::of(app.world(), arena, TeamId(0));
                seen += battle.map_or(0, |battle| battle.foes.len());
            }
        }
        (state_hash(app.world(), arena), seen)
    };
    let (looked_at, seen) = run(true);
    assert!(seen > 0, "no unit fought");
    assert_eq!(looked_at, run(false).0);
}

/// From this number of units on, loops over units use several threads (`steering/parallel.rs`).
const PARALLEL_FROM: usize = 2048;

/// Two crowds of one kind that walk into each other.
fn crowds(kind: &str, preset: &str, motion: Motion) -> Scenario {
    let terrain = generate(MapKind::Scatter, Bounds::new(128, 96), 5);
    let mut scenario = Scenario { seed: 1, motion, ..Scenario::on(terrain) };
    scenario.teams.push(Team::numbered(1));
    for team in &mut scenario.teams {
        team.doctrine = preset_named(preset).unwrap().doctrine;
    }
    let middle = 60..68;
    let free = |c: &Cell| scenario.terrain.is_passable(*c) && !middle.contains(&c.x);
    let mut free: Vec<Cell> = scenario.terrain.bounds().cells().filter(free).collect();
    // The cells nearest to the middle, so that the crowds meet soon.
    free.sort_by_key(|c| ((c.x - 64).abs(), c.y));
    for (id, &at) in (0..3000).zip(&free) {
        let team = TeamId(u8::from(at.x > 64));
        let kind = kind_named(kind).unwrap();
        scenario.units.push(UnitSpec { id: UnitId(id), team, kind, at });
    }
    for (team, x) in [(0, 120), (1, 7)] {
        let order = Order::AttackMove(Place::At(Cell::new(x, 48)));
        let who = Who::Team(TeamId(team));
        scenario.orders.push(ScriptedOrder { tick: 0, who, order, queued: false });
    }
    scenario
}

fn attacks(sim: &Simulation) -> u64 {
    sim.get::<Score>().unwrap().sides.iter().map(|side| side.attacks).sum()
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let steered = Motion::Steered;
    let cell_steps = Motion::CellSteps(CellSteps::default());
    for (kind, preset, motion) in [
        ("soldier", "A*", steered),
        ("soldier", "A* with traffic", steered),
        ("soldier", "Flock", steered),
        ("Marine", "A*", steered),
        ("Marine", "Hybrid boids", steered),
        ("Marine", "Hybrid potential field", steered),
        ("Marine", "Flock + influence", steered),
        ("soldier", "Direction map", cell_steps),
        ("Marine", "A*", cell_steps),
    ] {
        let scenario = crowds(kind, preset, motion);
        assert!(scenario.units.len() >= PARALLEL_FROM);
        let run = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let mut sim = Simulation::new(&scenario);
                sim.run(60);
                (sim.hash(), attacks(&sim), sim.numbers().units)
            })
        };
        let (hash, attacks, left) = run(1);
        let case = format!("{kind} under {preset}, {motion:?}");
        assert!(left >= PARALLEL_FROM, "{case}: so many died that one thread is enough");
        assert_eq!(attacks > 0, kind == "Marine", "{case}");
        for threads in [2, 5] {
            assert_eq!(run(threads).0, hash, "{case}, {threads} threads");
        }
    }
}

/// A session of edits of every kind, some of them during a pause.
fn session(scenario: &Scenario) -> Simulation {
    let mut sim = Simulation::new(scenario);
    let all: Vec<UnitId> = scenario.units.iter().map(|u| u.id).collect();
    let wall = (3..9).map(|y| (Cell::new(12, y), Ground::Wall)).collect();
    let new = |id, x, y| NewUnit {
        id: UnitId(id),
        team: TeamId(1),
        kind: "soldier".into(),
        at: Vec2::new(x, y),
    };
    let order = |units: Vec<UnitId>, order, queued| Action::Order { units, order, queued };
    let batches: Vec<(u64, Vec<Action>)> = vec![
        (0, vec![]),
        (0, vec![Action::Paint(wall)]),
        (20, vec![order(all.clone(), Order::Move(Cell::new(17, 6)), false)]),
        (0, vec![order(all[..2].to_vec(), Order::Move(Cell::new(2, 8)), true)]),
        (15, vec![Action::Spawn(vec![new(50, 10.5, 2.5), new(51, 10.6, 2.4), new(52, 12.5, 5.5)])]),
        (3, vec![order(vec![UnitId(50)], Order::Patrol { to: Cell::new(1, 1), rounds: 1 }, false)]),
        (
            0,
            vec![Action::PlaceObstacle {
                id: ObstacleId(3),
                kind: ObstacleKind::Boulder,
                area: Rectangle::new(Cell::new(7, 4), 2, 3),
            }],
        ),
        (30, vec![Action::MoveObstacle { id: ObstacleId(3), to: Cell::new(8, 5) }]),
        (9, vec![Action::SetDoctrine { team: TeamId(0), doctrine: presets()[1].doctrine }]),
        (7, vec![Action::SetDirections(vec![(Cell::new(5, 5), (0.5, -0.25))])]),
        (0, vec![Action::SetCorners(CornerRule::Free)]),
        (11, vec![Action::RemoveUnits(vec![all[1], UnitId(51)])]),
        (8, vec![Action::RemoveObstacle(ObstacleId(3)), order(all.clone(), Order::Hold, false)]),
        (0, vec![order(all.clone(), Order::AttackMove(Cell::new(3, 3)), false)]),
    ];
    for (ticks, actions) in batches {
        sim.send(actions);
        if ticks == 0 {
            sim.edit();
        } else {
            sim.run(ticks);
        }
    }
    sim.run(40);
    sim
}

#[test]
fn a_recording_replays_to_the_same_state() {
    let scenario = scenario(&[
        "....................",
        ".aaa................",
        ".aaa.......#.....bb.",
        ".aaa.......#.....bb.",
        "...........#........",
        "....#............bb.",
        "....#...............",
        "....#...............",
        "....................",
        "....................",
    ]);
    let sim = session(&scenario);
    let log = sim.log();
    let again = Simulation::replay(&scenario, &log, sim.tick());
    assert_eq!(again.tick(), sim.tick());
    assert_eq!(again.hash(), sim.hash());
    assert_eq!(again.log(), log);
}

#[test]
fn a_recording_survives_a_round_trip_through_text() {
    let scenario = scenario(&["..........", ".aa....b..", ".........."]);
    let mut sim = Simulation::new(&scenario);
    sim.send([Action::Paint(vec![(Cell::new(5, 1), Ground::Wall)])]);
    sim.edit();
    let (units, order) = (vec![UnitId(0), UnitId(1)], Order::Move(Cell::new(9, 1)));
    sim.send([Action::Order { units, order, queued: false }]);
    sim.run(100);
    let text = ron::to_string(&sim.log()).unwrap();
    let log: Vec<phalanx::sim::Batch> = ron::from_str(&text).unwrap();
    assert_eq!(Simulation::replay(&scenario, &log, 100).hash(), sim.hash());
}

/// The orders of a scenario are planned as soon as it is shown, even during a pause. A wall that is then painted beside
/// the paths must not change the plans of the replay.
#[test]
fn orders_planned_while_paused_replay_the_same() {
    let mut scenario = scenario(&["a.........", "..........", "..........", ".........."]);
    let order = Order::Move(Place::At(Cell::new(9, 3)));
    scenario.orders.push(ScriptedOrder { tick: 0, who: Who::Everyone, order, queued: false });
    let mut sim = Simulation::new(&scenario);
    sim.edit();
    let route = |sim: &Simulation| {
        let entity = *sim.get::<phalanx::sim::Roster>().unwrap().units.values().next().unwrap();
        sim.world().get::<phalanx::sim::Route>(entity).unwrap().cells().to_vec()
    };
    let planned = route(&sim);
    // A wall that leaves the path as it is.
    let beside: Vec<(Cell, Ground)> = scenario
        .terrain
        .bounds()
        .cells()
        .filter(|c| planned.iter().all(|p| p.chebyshev(*c) > 1))
        .map(|c| (c, Ground::Wall))
        .collect();
    assert!(!beside.is_empty());
    sim.send([Action::Paint(beside)]);
    sim.edit();
    assert_eq!(route(&sim), planned);
    sim.run(30);
    let again = Simulation::replay(&scenario, &sim.log(), 30);
    assert_eq!(again.hash(), sim.hash());
}

#[test]
fn arenas_side_by_side_run_as_they_do_alone() {
    let (one, other) = (named("bottleneck"), named("u-trap"));
    let (mut app, first) = app_with(&one, 1);
    let second = spawn_arena(app.world_mut(), &other, 1);
    while app.world().get::<Clock>(second).unwrap().tick < 300 {
        app.update();
    }
    assert_eq!(state_hash(app.world(), first), hash_after(&one, 300));
    assert_eq!(state_hash(app.world(), second), hash_after(&other, 300));
}

#[test]
fn no_two_systems_of_a_tick_are_ambiguous() {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, SimPlugin::default()));
    assert!(build(&mut app).is_ok());
}

#[test]
fn ambiguous_systems_are_an_error() {
    fn faster(mut arenas: Query<&mut Clock, With<Arena>>) {
        arenas.iter_mut().for_each(|mut clock| clock.tick += 1);
    }
    fn slower(mut arenas: Query<&mut Clock, With<Arena>>) {
        arenas.iter_mut().for_each(|mut clock| clock.tick -= 1);
    }
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, SimPlugin::default()));
    app.add_systems(Tick, (faster, slower).in_set(TickSystems::Fight));
    let error = build(&mut app).unwrap_err();
    let text = format!("{error:?}");
    assert!(text.contains("Ambig"), "{text}");
}

/// Builds the schedule of a tick without running it.
fn build(app: &mut App) -> Result<(), ScheduleBuildError> {
    app.finish();
    app.cleanup();
    app.world_mut().schedule_scope(Tick, |world, schedule| schedule.initialize(world).map(drop))
}

#[test]
fn a_pause_changes_nothing() {
    let (mut app, arena) = app_with(&named("bottleneck"), 1);
    for _ in 0..50 {
        app.update();
    }
    app.insert_resource(Pace { running: false, steps: 0 });
    let tick = |app: &App| app.world().get::<Clock>(arena).unwrap().tick;
    let before = (tick(&app), state_hash(app.world(), arena));
    for _ in 0..50 {
        app.update();
    }
    assert_eq!((tick(&app), state_hash(app.world(), arena)), before);
    app.insert_resource(Pace { running: false, steps: 2 });
    for _ in 0..5 {
        app.update();
    }
    assert_eq!(tick(&app), before.0 + 2);
}
