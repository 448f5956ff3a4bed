//! Plays every lesson to its end without a window: "Show me" at each step, through the same intents, document and
//! simulation as in the window.

use super::*;
use crate::learn::{Condition, Point};
use crate::scenario::{Action, Scenario, SetDoctrine, TeamId, preset_named};
use crate::sim::{Land, Position, Roster, Tick};
use crate::view::app::headless;
use crate::view::document::ShowIntent;
use crate::view::document::history::Edit;
use crate::view::input::View;
use crate::view::lessons::spotlight::{self, Used};
use crate::view::panels::layout::MapArea;
use bevy::ecs::system::RunSystemOnce;
use bevy_egui::{EguiContext, PrimaryEguiContext, egui};

/// Maximum number of ticks that a step may take.
const MAX_TICKS: u64 = 6000;
/// Sizes of windows.
const SIZES: [(u32, u32); 3] = [(1280, 720), (1440, 900), (2560, 1440)];

fn app() -> App {
    headless::window(SIZES[1], Scenario::blank(crate::grid::Bounds::new(8, 8)))
}

fn send(app: &mut App, intent: LearnIntent) {
    app.world_mut().write_message(Intent::Learn(intent));
    // Enough frames for edits to be delivered, applied and reported, and for the panels to find their places.
    headless::frames(app, 8);
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

/// Checks that nothing covers what a step is about: every arena lies in the free part of the window, and so does the control, the
/// unit or the cell that the step points at.
fn nothing_covers_the_subject(app: &mut App, name: &str) {
    let map = app.world().resource::<MapArea>().0;
    let view = *app.world().resource::<View>();
    let arenas: Vec<(u32, Rect)> = app
        .world_mut()
        .query::<(&Arena, &Land)>()
        .iter(app.world())
        .map(|(arena, land)| {
            let bounds = land.terrain.bounds();
            let origin = view.origin(arena.index);
            let size = Vec2::new(bounds.width as f32, bounds.height as f32);
            (arena.index, Rect::from_corners(origin, origin + size))
        })
        .collect();
    for (arena, cells) in &arenas {
        let shown = Rect::from_corners(view.screen_at(cells.min), view.screen_at(cells.max));
        let covered = map.union(shown) != map;
        assert!(!covered, "{name}: arena {arena} at {shown:?} lies outside {map:?}");
    }
    let Some(step) = open(app).step() else { return };
    let mut contexts =
        app.world_mut().query_filtered::<&mut EguiContext, With<PrimaryEguiContext>>();
    let context = contexts.single_mut(app.world_mut()).unwrap().get_mut().clone();
    let open_points = move |used: Used| {
        let is_open = |point: &&Point| !matches!(point, Point::Control(name) if used.holds(name));
        step.point.iter().filter(is_open).collect::<Vec<_>>()
    };
    let points = app.world_mut().run_system_once(open_points).unwrap();
    let last = context.cumulative_pass_nr() - 1;
    let in_sight = |point: &&&Point| match point {
        Point::Control(control) => {
            spotlight::marked_in(&context, control, last).is_some_and(|rect| {
                let screen = context.content_rect();
                rect.is_positive() && screen.contains_rect(rect)
            })
        }
        Point::Place(cell) => map.contains(view.screen_at(cell.center())),
        Point::Unit(number) => position_of(app.world(), *number)
            .is_some_and(|position| map.contains(view.screen_at(position))),
    };
    let waits = matches!(open(app).progress, Progress::New | Progress::Waiting);
    assert!(
        points.is_empty() || !waits || points.iter().any(|point| in_sight(&point)),
        "{name}: none of {points:?} is in sight"
    );
}

/// Checks that no window lies over the map in which a step was shown.
fn no_window_covers_the_map(app: &mut App, name: &str) {
    let map = app.world().resource::<MapArea>().0;
    let map = egui::Rect::from_min_max(map.min.to_array().into(), map.max.to_array().into());
    let mut contexts =
        app.world_mut().query_filtered::<&mut EguiContext, With<PrimaryEguiContext>>();
    let context = contexts.single_mut(app.world_mut()).unwrap().get_mut().clone();
    let windows: Vec<egui::Rect> = context.memory(|memory| {
        let layers = memory.areas().visible_layer_ids().into_iter();
        let windows = layers.filter(|layer| layer.order == egui::Order::Middle);
        windows.filter_map(|layer| memory.area_rect(layer.id)).collect()
    });
    assert!(!windows.iter().any(|window| window.intersects(map)), "{name}: {windows:?} over {map}");
}

/// Where a unit of the first arena is.
fn position_of(world: &World, number: u32) -> Option<Vec2> {
    let mut arenas: Vec<_> = world
        .iter_entities()
        .filter_map(|e| Some((e.get::<Arena>()?.index, e.get::<Roster>()?)))
        .collect();
    arenas.sort_by_key(|(index, _)| *index);
    let unit = arenas.first()?.1.units.get(&crate::scenario::UnitId(number))?;
    world.get::<Position>(*unit).map(|position| position.0)
}

/// Plays a lesson to its end in a window, and checks the facts that its texts state. The map stays where it is, except that another
/// arena beside it makes it smaller.
fn play(index: usize) {
    for size in SIZES {
        play_in(index, size);
    }
}

fn play_in(index: usize, size: (u32, u32)) {
    let mut app = headless::window(size, Scenario::blank(crate::grid::Bounds::new(8, 8)));
    send(&mut app, LearnIntent::Start(index));
    let lesson = open(&app).lesson().expect("the lesson exists");
    assert!(!app.world().resource::<Pace>().running, "a lesson begins in a pause");
    let mut shown: Option<(usize, Vec2, f32)> = None;
    for (place, step) in lesson.steps.iter().enumerate() {
        assert_eq!(open(&app).step, place);
        let name = format!("{}, step {}, {size:?}", lesson.title, place + 1);
        // The panels scroll to what a step points at.
        headless::frames(&mut app, 4);
        nothing_covers_the_subject(&mut app, &name);
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
                ticks < MAX_TICKS,
                "{name} never ends: {:?}\n{}",
                step.until,
                numbers(&mut app)
            );
            if app.world().resource::<Pace>().running {
                (0..7).for_each(|_| app.world_mut().run_schedule(Tick));
            }
            app.update();
            ticks += 8;
        }
        let arenas = app.world_mut().query::<&Arena>().iter(app.world()).count();
        let view = *app.world().resource::<View>();
        let now = (arenas, view.screen_at(Vec2::ZERO), view.pixel());
        if let Some((before, corner, pixel)) = shown
            && before == arenas
        {
            let moved = (now.1 - corner).length();
            assert!(
                moved < 0.01 && now.2 == pixel,
                "{name}: the map has moved, {shown:?}, {now:?}"
            );
        }
        shown = Some(now);
        println!("{name}: tick {}", app.world().resource::<Document>().tick);
        assert!(step.until == Condition::Read || holds(&mut app, &step.until), "{name}");
        if !matches!(step.until, Condition::Read | Condition::Card(_) | Condition::Experiments) {
            no_window_covers_the_map(&mut app, &name);
        }
        if open(&app).step == place {
            send(&mut app, LearnIntent::Next);
        }
    }
    nothing_covers_the_subject(&mut app, &format!("{}, its end", lesson.title));
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
fn the_lesson_about_a_star_shows_what_a_misleading_heuristic_costs() {
    play(7);
}

#[test]
fn the_lesson_about_crowds_compares_a_flow_field_with_orca() {
    play(8);
}

#[test]
fn the_lesson_about_traffic_opens_a_corridor() {
    play(9);
}

#[test]
fn every_lesson_has_a_test_above() {
    assert_eq!(lessons().len(), 10);
}

#[test]
fn a_lesson_waits_while_another_scenario_is_open_and_can_be_left_at_any_time() {
    let mut app = app();
    send(&mut app, LearnIntent::Start(0));
    let other = Document::new(&Scenario::blank(crate::grid::Bounds::new(8, 8)), None);
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
    let change = Action::SetDoctrine(SetDoctrine { team: TeamId(0), doctrine });
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
fn overlays_do_not_give_away_what_the_first_step_asks() {
    let mut app = app();
    let hidden = |app: &App| app.world().resource::<Overlays>().are_hidden();
    send(&mut app, LearnIntent::Start(0));
    headless::frames(&mut app, 2);
    assert!(hidden(&app));
    send(&mut app, LearnIntent::Answer(0));
    headless::frames(&mut app, 2);
    assert!(!hidden(&app));
    send(&mut app, LearnIntent::Start(0));
    headless::frames(&mut app, 2);
    assert!(hidden(&app));
    send(&mut app, LearnIntent::Close);
    headless::frames(&mut app, 2);
    assert!(!hidden(&app));
}

#[test]
fn the_overlays_of_a_lesson_go_when_it_ends_and_are_not_kept_for_the_next_start() {
    let mut app = app();
    let row = |app: &App, key: &str| {
        let rows = &app.world().resource::<Overlays>().rows;
        rows.iter().find(|row| row.overlay.key == key).unwrap().clone()
    };
    let place = |app: &App, key: &str| {
        let rows = &app.world().resource::<Overlays>().rows;
        rows.iter().position(|row| row.overlay.key == key).unwrap()
    };
    let chosen = place(&app, "reservations");
    app.world_mut().resource_mut::<Overlays>().rows[chosen].on = true;
    for lesson in [0, 2] {
        send(&mut app, LearnIntent::Start(lesson));
        let markers = place(&app, "markers");
        app.world_mut().write_message(Intent::Show(ShowIntent::ToggleOverlay(markers)));
        headless::frames(&mut app, 2);
        assert!(row(&app, "markers").on && !row(&app, "markers").is_chosen());
        assert!(!row(&app, "reservations").on && row(&app, "reservations").is_chosen());
    }
    send(&mut app, LearnIntent::Close);
    assert!(!row(&app, "markers").on, "the lesson had switched it on");
    assert!(row(&app, "reservations").on, "the user had switched it on");
}

#[test]
fn a_lesson_that_was_not_opened_because_of_unsaved_work_does_not_begin_later() {
    let mut app = app();
    app.world_mut().resource_mut::<Course>().waiting = Some((0, 99));
    app.world_mut().write_message(Answer::Cancel);
    send(&mut app, LearnIntent::HideOffer);
    assert!(app.world().resource::<Course>().open().is_none());
}
