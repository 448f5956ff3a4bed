//! The same scenario, seed and actions give the same state, however the run is divided into updates. See also `laws.rs`.

use crate::common::scenario;
use bevy::ecs::schedule::{LogLevel, ScheduleBuildError, ScheduleBuildSettings};
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use phalanx::grid::{Cell, Ground};
use phalanx::scenario::{Action, Order, Place, Scenario, ScriptedOrder, TeamId, Who, shipped};
use phalanx::sim::{
    Arena, Clock, Pace, SimPlugin, Simulation, TeamBattle, Tick, TickSystems, spawn_arena,
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

/// Builds the schedule of a tick without running it. The plugin lets the systems of a host be ambiguous; here nothing may be.
fn build(app: &mut App) -> Result<(), ScheduleBuildError> {
    app.finish();
    app.cleanup();
    app.edit_schedule(Tick, |schedule| {
        schedule.set_build_settings(ScheduleBuildSettings {
            ambiguity_detection: LogLevel::Error,
            ..default()
        });
    });
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
