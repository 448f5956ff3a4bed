//! The document with a real simulation, without a window.

#[path = "event_pause_tests.rs"]
mod event_pause_tests;
#[path = "facts_tests.rs"]
mod facts_tests;
#[path = "making_tests.rs"]
mod making_tests;
#[path = "motion_tests.rs"]
mod motion_tests;
#[path = "number_tests.rs"]
mod number_tests;
#[path = "random_use_tests.rs"]
mod random_use_tests;

use super::*;
use crate::grid::{Cell, CornerRule, Ground, Terrain};
use crate::planning::CellSteps;
use crate::scenario::{Action, GiveOrder, SetDoctrine};
use crate::scenario::{Motion, NewUnit, Order, Place, ScriptedOrder, Team, TeamId, UnitId, Who};
use crate::sim;
use crate::sim::{Land, Pace, Position, Roster, bake};
use crate::view::document::alone;

pub(in crate::view::document) fn app(rows: &[&str]) -> App {
    let mut app = alone(&Scenario::plain(Terrain::from_text(CornerRule::Free, rows)));
    frames(&mut app);
    app
}

/// Enough frames for an edit to be delivered, applied and reported.
pub(in crate::view::document) fn frames(app: &mut App) {
    for _ in 0..3 {
        app.world_mut().run_schedule(Update);
        app.world_mut().run_schedule(crate::sim::Tick);
    }
    app.world_mut().run_schedule(Update);
}

pub(in crate::view::document) fn run(app: &mut App, ticks: u64) {
    app.insert_resource(Pace { running: true, steps: 0 });
    (0..ticks).for_each(|_| app.world_mut().run_schedule(crate::sim::Tick));
    app.insert_resource(Pace { running: false, steps: 0 });
    app.world_mut().run_schedule(Update);
}

pub(in crate::view::document) fn perform(app: &mut App, name: &str, action: Action) {
    app.world_mut().resource_mut::<Document>().perform(Edit::new(name, vec![action]));
    frames(app);
}

pub(in crate::view::document) fn arena(app: &mut App) -> Entity {
    app.world_mut().query_filtered::<Entity, With<Arena>>().single(app.world()).unwrap()
}

/// What the first arena is made of now, without its units.
pub(in crate::view::document) fn shown(app: &mut App) -> Scenario {
    let world = app.world_mut();
    let first = world.query::<(Entity, &Arena)>().iter(world).find(|(_, arena)| arena.index == 0);
    let (arena, start) = (first.unwrap().0, world.resource::<Document>().start().clone());
    Scenario { units: Vec::new(), ..sim::scenario_of(world, arena, &start).unwrap() }
}

fn top_row(app: &mut App) -> String {
    let arena = arena(app);
    let land = app.world().get::<Land>(arena).unwrap();
    let width = land.terrain.bounds().width as i32;
    (0..width).map(|x| land.terrain.ground(Cell::new(x, 0)).letter()).collect()
}

fn position(app: &mut App, unit: UnitId) -> Option<Vec2> {
    let arena = arena(app);
    let entity = *app.world().get::<Roster>(arena)?.units.get(&unit)?;
    app.world().get::<Position>(entity).map(|p| p.0)
}

fn tick(app: &App) -> u64 {
    app.world().resource::<Document>().tick
}

fn wall() -> Action {
    Action::Paint(vec![(Cell::new(3, 0), Ground::Wall), (Cell::new(4, 0), Ground::Wall)])
}

fn drop_unit() -> Action {
    let at = Vec2::new(0.5, 1.5);
    Action::Spawn(vec![NewUnit { id: UnitId(0), team: TeamId(0), kind: "soldier".into(), at }])
}

fn go_right() -> Action {
    let order = Order::Move(Cell::new(7, 1));
    Action::Order(GiveOrder { units: vec![UnitId(0)], order, queued: false })
}

#[test]
fn an_edit_reaches_the_arena_and_undo_and_redo_follow_it() {
    let mut app = app(&["........", "........"]);
    perform(&mut app, "Paint wall", wall());
    assert_eq!(top_row(&mut app), "...@@...");
    assert!(app.world().resource::<Document>().is_dirty());
    app.world_mut().resource_mut::<Document>().undo();
    frames(&mut app);
    assert_eq!(top_row(&mut app), "........");
    let document = app.world().resource::<Document>();
    assert!(!document.is_dirty());
    app.world_mut().resource_mut::<Document>().redo();
    frames(&mut app);
    assert_eq!(top_row(&mut app), "...@@...");
}

#[test]
fn undo_right_after_an_edit_undoes_it() {
    let mut app = app(&["........", "........"]);
    let mut document = app.world_mut().resource_mut::<Document>();
    document.perform(Edit::new("Paint wall", vec![wall()]));
    document.undo();
    frames(&mut app);
    assert_eq!(top_row(&mut app), "........");
    assert_eq!(app.world().resource::<Document>().history().redo_name(), Some("Paint wall"));
}

/// The hash of the arena at each tick up to one, from the start of its run.
fn hashes(document: &Document, ticks: u64) -> Vec<u64> {
    let mut headless = sim::Simulation::new(&document.run().saved());
    (0..ticks).map(|_| (headless.run(1), headless.hash()).1).collect()
}

#[test]
fn every_edit_keeps_its_tick_through_restart_and_step_back() {
    let mut app = app(&["........", "........"]);
    perform(&mut app, "Drop unit", drop_unit());
    run(&mut app, 5);
    perform(&mut app, "Move order", go_right());
    run(&mut app, 15);
    perform(&mut app, "Paint wall", wall());
    run(&mut app, 180);
    let there = position(&mut app, UnitId(0)).unwrap();
    assert!(there.x > 7.0, "{there}");
    let arena_hash = |app: &mut App| {
        let arena = arena(app);
        sim::state_hash(app.world(), arena)
    };
    let expected = hashes(app.world().resource::<Document>(), 200);
    assert_eq!(arena_hash(&mut app), expected[199]);
    app.world_mut().resource_mut::<Document>().restart();
    frames(&mut app);
    assert_eq!((tick(&app), top_row(&mut app).as_str()), (0, "........"));
    run(&mut app, 19);
    assert_eq!(top_row(&mut app), "........");
    run(&mut app, 2);
    assert_eq!(top_row(&mut app), "...@@...");
    assert_eq!(arena_hash(&mut app), expected[20]);
    for to in [150, 7, 6, 30, 200] {
        app.world_mut().resource_mut::<Document>().go_to(to);
        frames(&mut app);
        assert_eq!(tick(&app), to);
        assert_eq!(arena_hash(&mut app), expected[to as usize - 1], "tick {to}");
    }
}

#[test]
fn an_edit_in_the_past_starts_a_branch_and_undo_returns_to_the_old_future() {
    let mut app = app(&["........", "........"]);
    perform(&mut app, "Drop unit", drop_unit());
    run(&mut app, 5);
    perform(&mut app, "Move order", go_right());
    run(&mut app, 60);
    let far = position(&mut app, UnitId(0)).unwrap();
    app.world_mut().resource_mut::<Document>().go_to(3);
    frames(&mut app);
    perform(&mut app, "Paint wall", wall());
    run(&mut app, 62);
    assert_eq!((tick(&app), top_row(&mut app).as_str()), (65, "...@@..."));
    assert!(position(&mut app, UnitId(0)).unwrap().x < 1.0, "the order is in the other future");
    app.world_mut().resource_mut::<Document>().undo();
    frames(&mut app);
    assert_eq!((tick(&app), top_row(&mut app).as_str()), (3, "........"));
    run(&mut app, 62);
    assert_eq!(position(&mut app, UnitId(0)).unwrap(), far);
    app.world_mut().resource_mut::<Document>().redo();
    frames(&mut app);
    assert_eq!((tick(&app), top_row(&mut app).as_str()), (65, "...@@..."));
}

#[test]
fn undoing_everything_gives_back_paths_and_counters() {
    let mut app = app(&["........", "........"]);
    perform(&mut app, "Drop unit", drop_unit());
    run(&mut app, 5);
    let numbers = |app: &mut App| {
        let arena = arena(app);
        let numbers = app.world().get::<sim::Numbers>(arena).unwrap();
        (numbers.paths_planned, numbers.expanded, numbers.distance_walked)
    };
    let before = numbers(&mut app);
    perform(&mut app, "Move order", go_right());
    run(&mut app, 20);
    perform(&mut app, "Paint wall", wall());
    run(&mut app, 20);
    assert_ne!(numbers(&mut app), before);
    for _ in 0..2 {
        app.world_mut().resource_mut::<Document>().undo();
        frames(&mut app);
    }
    assert_eq!((tick(&app), numbers(&mut app)), (5, before));
}

#[test]
fn a_restart_with_all_edits_has_them_at_the_start_and_can_be_undone() {
    let mut app = app(&["........", "........"]);
    perform(&mut app, "Drop unit", drop_unit());
    run(&mut app, 5);
    perform(&mut app, "Paint wall", wall());
    run(&mut app, 5);
    app.world_mut().resource_mut::<Document>().restart_with_all_edits();
    frames(&mut app);
    assert_eq!((tick(&app), top_row(&mut app).as_str()), (0, "...@@..."));
    assert!(app.world().resource::<Document>().run().saved().actions.is_empty());
    app.world_mut().resource_mut::<Document>().undo();
    frames(&mut app);
    assert_eq!(tick(&app), 10);
    assert_eq!(app.world().resource::<Document>().run().saved().actions.len(), 1);
}

#[test]
fn edits_during_pauses_and_while_running_run_alike_headless_and_saved() {
    let mut app = app(&["........", "........", "........", "........"]);
    perform(&mut app, "Drop unit", drop_unit());
    perform(&mut app, "Move order", go_right());
    run(&mut app, 9);
    perform(&mut app, "Paint wall", wall());
    let across = Action::Paint((0..3).map(|y| (Cell::new(5, y), Ground::Wall)).collect());
    perform(&mut app, "Paint wall", across);
    run(&mut app, 30);
    app.world_mut().resource_mut::<Document>().undo();
    frames(&mut app);
    app.world_mut().resource_mut::<Document>().redo();
    frames(&mut app);
    run(&mut app, 25);
    let document = app.world().resource::<Document>();
    let text = crate::scenario::to_ron(&document.run().saved());
    let loaded = crate::scenario::load_str(&text, "saved", None).unwrap();
    let mut again = sim::Simulation::new(&loaded);
    again.run(document.tick);
    let arena = arena(&mut app);
    assert_eq!(again.hash(), sim::state_hash(app.world(), arena));
}

#[test]
fn a_slider_that_moves_during_a_pause_leaves_its_last_value_only() {
    use crate::scenario::preset_named;
    let mut app = app(&["........", "........"]);
    perform(&mut app, "Drop unit", drop_unit());
    run(&mut app, 3);
    let set = |name: &str| {
        let doctrine = preset_named(name).unwrap().doctrine;
        Edit::part_of(
            "slider",
            "Tune",
            vec![Action::SetDoctrine(SetDoctrine { team: TeamId(0), doctrine })],
        )
    };
    for name in ["Map Marker", "WHCA*", "Marker A*"] {
        app.world_mut().resource_mut::<Document>().perform(set(name));
        frames(&mut app);
    }
    let document = app.world().resource::<Document>();
    assert_eq!(document.run().saved().actions.len(), 1);
    let arena = arena(&mut app);
    let shown = app.world().get::<sim::Teams>(arena).unwrap().0[0].doctrine;
    assert_eq!(shown, preset_named("Marker A*").unwrap().doctrine);
}

#[test]
fn the_doctrines_of_arenas_side_by_side_are_undone_and_redone() {
    use crate::scenario::{Doctrine, preset_named};
    let mut app = app(&["........", "........"]);
    perform(&mut app, "Drop unit", drop_unit());
    let state = app.world().resource::<Document>().state();
    let doctrine = |name: &str| preset_named(name).unwrap().doctrine;
    let compare = ComparisonIntent::Add { team: TeamId(0), doctrine: doctrine("Map Marker") };
    app.world_mut().resource_mut::<Document>().serve_comparison(&compare);
    frames(&mut app);
    let tune = Action::SetDoctrine(SetDoctrine { team: TeamId(0), doctrine: doctrine("WHCA*") });
    let edit = Edit::new("Change doctrine", vec![tune]).in_arena(1);
    app.world_mut().resource_mut::<Document>().perform(edit);
    frames(&mut app);
    let doctrines = |app: &mut App| -> Vec<Doctrine> {
        let mut query = app.world_mut().query::<(&Arena, &sim::Teams)>();
        let mut all: Vec<_> =
            query.iter(app.world()).map(|(a, t)| (a.index, t.0[0].doctrine)).collect();
        all.sort_by_key(|(index, _)| *index);
        all.into_iter().map(|(_, doctrine)| doctrine).collect()
    };
    let usual = Doctrine::default();
    assert_eq!(doctrines(&mut app), [usual, doctrine("WHCA*")]);
    assert_eq!(app.world().resource::<Document>().state(), state, "nothing of it is saved");
    app.world_mut().resource_mut::<Document>().undo();
    frames(&mut app);
    assert_eq!(doctrines(&mut app), [usual, doctrine("Map Marker")]);
    app.world_mut().resource_mut::<Document>().undo();
    frames(&mut app);
    assert_eq!(doctrines(&mut app), [usual]);
    assert!(position(&mut app, UnitId(0)).is_some());
    (0..2).for_each(|_| app.world_mut().resource_mut::<Document>().redo());
    frames(&mut app);
    assert_eq!(doctrines(&mut app), [usual, doctrine("WHCA*")]);
}

#[test]
fn a_scenario_of_an_experiment_runs_in_the_window_as_it_ran_headless() {
    let rows: Vec<String> = (0..20).map(|_| ".".repeat(24)).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let rules = CellSteps { visibility: 3.0, nodes_per_pass: 0, ..CellSteps::default() };
    for motion in [Motion::Steered, Motion::CellSteps(rules)] {
        let mut given = Scenario::plain(Terrain::from_text(CornerRule::Free, &rows));
        given.seed = 77;
        given.motion = motion;
        given.rules.start_variation = 0.2;
        given.teams = vec![Team::numbered(0), Team::numbered(1)];
        for (team, preset) in given.teams.iter_mut().zip(["Hybrid boids", "DM-8"]) {
            team.doctrine = crate::scenario::preset_named(preset).unwrap().doctrine;
        }
        let unit = |id: u32| NewUnit {
            id: UnitId(id),
            team: TeamId((id % 2) as u8),
            kind: "Marine".into(),
            at: Vec2::new(if id.is_multiple_of(2) { 2.5 } else { 21.5 }, 2.5 + id as f32),
        };
        let mut given = bake(&given, &[Action::Spawn((0..16).map(unit).collect())]);
        for team in 0..2 {
            let to = Place::At(Cell::new(if team == 0 { 20 } else { 3 }, 10));
            let who = Who::Team(TeamId(team));
            let order = Order::Patrol { to, rounds: 2 };
            given.orders.push(ScriptedOrder { tick: 0, who, order, queued: false });
        }
        let mut headless = crate::sim::Simulation::new(&given);
        let mut app = app(&["."]);
        // As `files` opens it: the scenario as it is, not paused.
        app.insert_resource(Document::new(&given, None));
        app.insert_resource(Pace { running: true, steps: 0 });
        app.world_mut().run_schedule(Update);
        for ticks in [1, 99, 300] {
            headless.run(ticks);
            (0..ticks).for_each(|_| app.world_mut().run_schedule(crate::sim::Tick));
            let arena = arena(&mut app);
            assert_eq!(sim::state_hash(app.world(), arena), headless.hash(), "{motion:?}");
        }
    }
}

#[test]
fn an_edit_beside_a_seek_to_the_same_tick_happens_once() {
    for ticks in [0, 10] {
        let mut app = app(&["........", "........"]);
        perform(&mut app, "Drop unit", drop_unit());
        run(&mut app, ticks);
        let mut document = app.world_mut().resource_mut::<Document>();
        document.go_to(ticks);
        document.perform(Edit::new("Move order", vec![go_right()]));
        frames(&mut app);
        run(&mut app, 30);
        let expected = hashes(app.world().resource::<Document>(), ticks + 30);
        let arena = arena(&mut app);
        assert_eq!(sim::state_hash(app.world(), arena), expected[ticks as usize + 29]);
    }
}

#[test]
fn an_edit_during_a_pause_leaves_no_trace_after_a_step_back_to_a_keyframe() {
    let mut app = app(&["........", "........"]);
    perform(&mut app, "Drop unit", drop_unit());
    run(&mut app, 300);
    perform(&mut app, "Paint wall", wall());
    for to in [200, 140, 290] {
        app.world_mut().resource_mut::<Document>().go_to(to);
        frames(&mut app);
        assert_eq!(tick(&app), to);
        assert_eq!(top_row(&mut app), "........");
    }
}
