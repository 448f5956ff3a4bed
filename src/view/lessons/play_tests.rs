//! Plays every lesson to its end without a window: "Show me" at each step, through the same intents, document and
//! simulation as in the window.

use super::*;
use crate::learn::Condition;
use crate::scenario::{Action, Scenario, TeamId, preset_named};
use crate::sim::{CaptureSearch, SimPlugin, Tick};
use crate::view::document::ShowIntent;
use crate::view::document::history::Edit;
use crate::view::document::intent::ToolIntent;
use crate::view::panels::experiment_runs::ExperimentIntent;
use bevy::ecs::system::RunSystemOnce;

/// Most ticks that a step may take.
const MOST_TICKS: u64 = 6000;

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((
        MinimalPlugins,
        SimPlugin::default(),
        crate::view::frame::plugin,
        crate::view::document::intent::plugin,
        crate::view::input::time_control::plugin,
        crate::view::document::state::plugin,
        plugin,
    ))
    .add_message::<Answer>()
    .add_message::<Notice>()
    .init_resource::<Selection>()
    .init_resource::<Overlays>()
    .init_resource::<About>()
    .init_resource::<Course>()
    .init_resource::<ExperimentsPanel>()
    .insert_resource(Pace { running: false, steps: 0 })
    .insert_resource(Document::new(Scenario::blank(crate::grid::Bounds::new(8, 8)), None))
    .add_systems(Update, serve_the_rest.in_set(DocumentSystems::Serve).before(serve_edits));
    app.finish();
    app.cleanup();
    app.insert_resource(CaptureSearch { separation: true, ..CaptureSearch::default() });
    app
}

/// Serves what needs a window: opening files, overlays, the selection, the experiments.
fn serve_the_rest(
    mut intents: MessageReader<Intent>,
    mut document: ResMut<Document>,
    mut overlays: ResMut<Overlays>,
    mut selection: ResMut<Selection>,
    mut experiments: ResMut<ExperimentsPanel>,
    mut pace: ResMut<Pace>,
) {
    for intent in intents.read() {
        match intent {
            Intent::File(FileIntent::OpenGiven(scenario)) => {
                *document = Document::new(Scenario::clone(scenario), None);
                *selection = Selection::default();
                *pace = Pace { running: true, steps: 0 };
            }
            Intent::Show(ShowIntent::ToggleOverlay(index)) => {
                overlays.rows[*index].on = !overlays.rows[*index].on;
            }
            Intent::Tool(ToolIntent::Select(new)) => *selection = new.clone(),
            Intent::Experiment(ExperimentIntent::Toggle) => experiments.open = !experiments.open,
            _ => {}
        }
    }
}

fn send(app: &mut App, intent: LearnIntent) {
    app.world_mut().write_message(Intent::Learn(intent));
    // Enough frames for edits to be delivered, applied and reported.
    for _ in 0..3 {
        app.world_mut().run_schedule(Update);
        if !app.world().resource::<Pace>().running {
            app.world_mut().run_schedule(Tick);
        }
    }
    app.world_mut().run_schedule(Update);
}

fn open(app: &App) -> Open {
    app.world().resource::<Course>().open().expect("a lesson is open").clone()
}

fn holds(app: &mut App, condition: &Condition) -> bool {
    let (open, condition) = (open(app), condition.clone());
    let look = move |sight: Sight| condition.holds(&sight.look(&open));
    app.world_mut().run_system_once(look).unwrap()
}

fn numbers(app: &mut App) -> String {
    let show = |arenas: Query<(&Arena, &Numbers, &Score)>| {
        let mut lines: Vec<String> = arenas
            .iter()
            .map(|(arena, numbers, score)| format!("{}: {numbers:?} {score:?}", arena.index))
            .collect();
        lines.sort();
        lines.join("\n")
    };
    app.world_mut().run_system_once(show).unwrap()
}

/// Plays a lesson to its end, and checks the facts that its texts state.
fn play(index: usize) {
    let mut app = app();
    send(&mut app, LearnIntent::Start(index));
    let lesson = open(&app).lesson().expect("the lesson exists");
    assert!(!app.world().resource::<Pace>().running, "a lesson begins in a pause");
    for (place, step) in lesson.steps.iter().enumerate() {
        assert_eq!(open(&app).step, place);
        let name = format!("{}, step {}", lesson.title, place + 1);
        for fact in &step.facts {
            let tick = app.world().resource::<Document>().tick;
            assert!(holds(&mut app, fact), "{name}, tick {tick}: {fact:?}\n{}", numbers(&mut app));
        }
        if open(&app).progress == Progress::Waiting {
            send(&mut app, LearnIntent::ShowMe);
        }
        let mut ticks = 0;
        while open(&app).progress == Progress::Waiting {
            assert!(
                ticks < MOST_TICKS,
                "{name} never ends: {:?}\n{}",
                step.until,
                numbers(&mut app)
            );
            for _ in 0..8 {
                app.world_mut().run_schedule(Tick);
            }
            app.world_mut().run_schedule(Update);
            ticks += 8;
        }
        println!("{name}: tick {}", app.world().resource::<Document>().tick);
        assert!(step.until == Condition::Read || holds(&mut app, &step.until), "{name}");
        send(&mut app, LearnIntent::Next);
    }
    assert!(open(&app).step().is_none());
    assert!(app.world().resource::<Course>().finished.contains(&index));
}

#[test]
fn the_boulder_lesson_shows_that_a_star_splits_and_map_marker_does_not() {
    play(0);
}

#[test]
fn the_lesson_about_direction_maps_ends_with_streams() {
    play(1);
}

#[test]
fn the_lesson_about_whca_ends_with_fewer_failed_moves() {
    play(2);
}

#[test]
fn the_lesson_about_flocks_loses_alone_and_wins_together() {
    play(3);
}

#[test]
fn the_lesson_about_kiting_turns_the_fight() {
    play(4);
}

#[test]
fn the_lesson_about_influence_shows_three_values_of_sew() {
    play(5);
}

#[test]
fn the_lesson_about_the_benchmark_tells_a_queue_from_a_scrum() {
    play(6);
}

#[test]
fn every_lesson_has_a_test_above() {
    assert_eq!(lessons().len(), 7);
}

#[test]
fn a_lesson_waits_while_another_scenario_is_open_and_can_be_left_at_any_time() {
    let mut app = app();
    send(&mut app, LearnIntent::Start(0));
    let other = Document::new(Scenario::blank(crate::grid::Bounds::new(8, 8)), None);
    app.insert_resource(other);
    send(&mut app, LearnIntent::ShowMe);
    let before = open(&app);
    assert_ne!(before.serial, app.world().resource::<Document>().serial());
    send(&mut app, LearnIntent::Back);
    send(&mut app, LearnIntent::Close);
    assert!(app.world().resource::<Course>().open().is_none());
    for intent in
        [LearnIntent::Next, LearnIntent::ShowMe, LearnIntent::Answer(9), LearnIntent::Start(99)]
    {
        send(&mut app, intent);
    }
    assert!(app.world().resource::<Course>().open().is_none());
}

#[test]
fn the_next_lesson_asks_nothing_about_what_the_last_one_changed_but_about_ones_own_work() {
    let mut app = app();
    send(&mut app, LearnIntent::Start(3));
    let doctrine = preset_named("Flock").unwrap().doctrine;
    let change = Action::SetDoctrine { team: TeamId(0), doctrine };
    let perform = |app: &mut App, action: Action| {
        let edit = Edit::new("Change", vec![action]);
        app.world_mut().write_message(Intent::perform(edit));
        app.world_mut().run_schedule(Update);
    };
    let judged = |course: Res<Course>, document: Res<Document>| {
        (document.is_dirty(), is_only_a_lesson(&course, &document))
    };
    perform(&mut app, change);
    assert_eq!(app.world_mut().run_system_once(judged).unwrap(), (true, true));
    let wall = vec![(crate::grid::Cell::new(1, 1), crate::grid::Ground::Wall)];
    perform(&mut app, Action::Paint(wall));
    assert_eq!(app.world_mut().run_system_once(judged).unwrap(), (true, false));
}

#[test]
fn a_lesson_begins_without_the_overlays_of_the_last_one() {
    let mut app = app();
    let place = |app: &App, key: &str| {
        let rows = &app.world().resource::<Overlays>().rows;
        rows.iter().position(|row| row.overlay.key == key).unwrap()
    };
    for key in ["markers", "reservations", "regions"] {
        let place = place(&app, key);
        app.world_mut().resource_mut::<Overlays>().rows[place].on = true;
    }
    send(&mut app, LearnIntent::Start(0));
    let on = |key: &str| app.world().resource::<Overlays>().rows[place(&app, key)].on;
    assert!(!on("markers") && !on("reservations"), "steps ask for them");
    assert!(on("regions"), "no lesson asks for it, so it is the user's own choice");
}

#[test]
fn a_lesson_that_was_not_opened_because_of_unsaved_work_does_not_begin_later() {
    let mut app = app();
    app.world_mut().resource_mut::<Course>().waiting = Some((0, 99));
    app.world_mut().write_message(Answer::Cancel);
    send(&mut app, LearnIntent::HideOffer);
    assert!(app.world().resource::<Course>().open().is_none());
}
