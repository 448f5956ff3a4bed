//! The whole window, paused, on an empty map.

use super::*;
use crate::grid::{Bounds, Cell};
use crate::scenario::{
    Action, GiveOrder, NewMap, NewUnit, Order, Scenario, SetDoctrine, TeamId, UnitId, preset_named,
};
use crate::sim::{Arena, NodeBudget, Route};
use crate::view::app::headless;
use crate::view::document::intent::{ShowIntent, TimeIntent};
use crate::view::document::{Document, Edit};
use crate::view::input::events::tests::holding;
use crate::view::panels::dialogs::{Dialog, Dialogs};
use crate::view::panels::notices::Notice;
use bevy::input::keyboard::KeyCode;
use bevy::time::TimeUpdateStrategy;
use bevy::window::WindowOccluded;

/// Length of a frame that is asked for at once.
const FRAME: Duration = Duration::from_millis(16);
const MAX_REST: Option<Duration> = Some(RESTS[0]);

fn window() -> App {
    let mut app = headless::window((1440, 900), Scenario::blank(Bounds::new(40, 30)));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(FRAME));
    app
}

/// Draws a frame. Returns how long the window rests then; nothing if it draws on at once.
fn draw(app: &mut App) -> Option<Duration> {
    app.update();
    let now = !app.world().resource::<Messages<RequestRedraw>>().is_empty();
    let UpdateMode::Reactive { wait, .. } = app.world().resource::<WinitSettings>().focused_mode
    else {
        panic!("the window never rests")
    };
    (!now).then_some(wait)
}

/// What asks for the next frame.
fn why(app: &mut App) -> String {
    let mut contexts = app.world_mut().query::<&mut bevy_egui::EguiContext>();
    let context = contexts.single_mut(app.world_mut()).unwrap().get_mut().clone();
    let moving = app.world_mut().run_system_cached(|work: Work| work.moving()).unwrap();
    format!("{moving:?}, {:?}", context.repaint_causes())
}

/// Draws until no further frame is due. Returns the number of frames, and the seconds that they took.
fn draw_until_calm(app: &mut App) -> (usize, f64) {
    let (mut frames, mut seconds) = (0, 0.0);
    loop {
        let rest = draw(app);
        let due = app.world_mut().run_system_cached(|work: Work| work.due()).unwrap();
        if due == Duration::MAX {
            app.insert_resource(TimeUpdateStrategy::ManualDuration(FRAME));
            return (frames, seconds);
        }
        assert!(frames < 2000, "the window never rests: {}", why(app));
        let length = rest.unwrap_or(FRAME);
        app.insert_resource(TimeUpdateStrategy::ManualDuration(length));
        frames += 1;
        seconds += length.as_secs_f64();
    }
}

fn calm() -> App {
    let mut app = window();
    draw_until_calm(&mut app);
    app
}

#[test]
fn the_rest_before_a_moment_is_never_longer_than_the_time_to_it() {
    for (due, rest) in [(0, None), (49, None), (50, Some(50)), (249, Some(50)), (999, Some(250))] {
        assert_eq!(rest_until(Duration::from_millis(due)), rest.map(Duration::from_millis));
    }
    assert_eq!(rest_until(Duration::MAX), MAX_REST);
}

#[test]
fn a_paused_window_rests_until_something_happens() {
    let mut app = calm();
    for _ in 0..100 {
        assert_eq!(draw(&mut app), MAX_REST);
    }
    let window = Entity::PLACEHOLDER;
    let event = WindowEvent::WindowOccluded(WindowOccluded { window, occluded: false });
    app.world_mut().write_message(event);
    let (frames, seconds) = draw_until_calm(&mut app);
    assert!(frames >= Echo::FRAMES as usize && seconds >= Echo::TIME.as_secs_f64());
    app.world_mut().write_message(Intent::Show(ShowIntent::CloseHelp));
    assert!(draw_until_calm(&mut app).0 >= Echo::FRAMES as usize);
}

#[test]
fn a_slow_window_still_draws_the_frames_that_follow_an_event() {
    let mut app = calm();
    app.insert_resource(TimeUpdateStrategy::ManualDuration(2 * Echo::TIME));
    app.world_mut().write_message(Intent::Show(ShowIntent::CloseHelp));
    for _ in 0..Echo::FRAMES {
        assert_eq!(draw(&mut app), None);
    }
}

/// Something that begins, and how it ends.
type Phase = fn(&mut World);

#[test]
fn while_something_moves_every_frame_is_drawn() {
    let moving: [(&str, usize, Phase, Phase); 5] = [
        (
            "time",
            100,
            |world| world.resource_mut::<Pace>().running = true,
            |world| world.resource_mut::<Pace>().running = false,
        ),
        (
            "a held key",
            100,
            |world| world.insert_resource(holding(&[KeyCode::KeyW])),
            |world| world.insert_resource(InputEvents::default()),
        ),
        (
            "the camera",
            10,
            |world| world.resource_mut::<View>().goal.zoom *= 2.0,
            |world| world.resource_mut::<View>().jump(),
        ),
        (
            "a camera that has just been fitted",
            3,
            |world| world.resource_mut::<View>().fit_at_once(),
            |world| world.resource_mut::<View>().settle(),
        ),
        (
            "a screenshot",
            100,
            |world| {
                world.spawn(Screenshot::primary_window());
            },
            |world| {
                let mut taken = world.query_filtered::<Entity, With<Screenshot>>();
                let taken: Vec<Entity> = taken.iter(world).collect();
                taken.into_iter().for_each(|entity| world.entity_mut(entity).despawn());
            },
        ),
    ];
    for (what, frames, begin, end) in moving {
        let mut app = calm();
        begin(app.world_mut());
        for _ in 0..frames {
            assert_eq!(draw(&mut app), None, "{what}");
        }
        end(app.world_mut());
        // What egui fades in or out meanwhile.
        let (frames, _) = draw_until_calm(&mut app);
        assert!(frames < 20, "{what}: {frames} frames");
    }
}

#[test]
fn behind_a_dialog_time_stands_still_and_the_window_rests() {
    let unsaved = Dialog::Unsaved { name: "a".into() };
    for dialog in [unsaved, Dialog::NewMap(NewMap::blank(Bounds::new(8, 8)))] {
        let mut app = calm();
        app.world_mut().resource_mut::<Pace>().running = true;
        app.world_mut().resource_mut::<Dialogs>().open(dialog.clone());
        draw_until_calm(&mut app);
        let tick = |app: &App| app.world().resource::<Document>().tick;
        let stopped = tick(&app);
        for _ in 0..50 {
            assert_eq!(draw(&mut app), MAX_REST, "{dialog:?}");
        }
        assert_eq!(tick(&app), stopped, "{dialog:?}");
        app.insert_resource(Dialogs::default());
        app.insert_resource(TimeUpdateStrategy::ManualDuration(FRAME));
        for _ in 0..50 {
            assert_eq!(draw(&mut app), None, "{dialog:?}");
        }
        assert!(tick(&app) > stopped, "{dialog:?}");
    }
}

#[test]
fn every_tick_of_a_step_and_of_a_seek_is_made_before_the_window_rests() {
    let mut app = calm();
    app.world_mut().write_message(Intent::Time(TimeIntent::Step));
    draw_until_calm(&mut app);
    assert_eq!(app.world().resource::<Document>().tick, 1);
    app.world_mut().write_message(Intent::Time(TimeIntent::GoTo(500)));
    draw_until_calm(&mut app);
    assert_eq!(app.world().resource::<Document>().tick, 500);
}

#[test]
fn a_plan_that_takes_many_frames_is_finished_before_the_window_rests() {
    let mut app = calm();
    let units: Vec<UnitId> = (0..60).map(UnitId).collect();
    let dropped = units.iter().map(|&id| {
        let at = Vec2::new((id.0 % 10) as f32, (id.0 / 10) as f32) + 1.5;
        NewUnit { id, team: TeamId(0), kind: "soldier".into(), at }
    });
    // One search for each unit.
    let doctrine = preset_named("Map Marker").unwrap().doctrine;
    let actions = vec![
        Action::SetDoctrine(SetDoctrine { team: TeamId(0), doctrine }),
        Action::Spawn(dropped.collect()),
    ];
    app.world_mut().write_message(Intent::perform(Edit::new("Edit", actions)));
    app.world_mut().write_message(Intent::Time(TimeIntent::Step));
    draw_until_calm(&mut app);
    let world = app.world_mut();
    let mut arenas = world.query_filtered::<&mut NodeBudget, With<Arena>>();
    arenas.single_mut(world).unwrap().0 = 1;
    let order = Order::Move(Cell::new(38, 28));
    let order = Action::Order(GiveOrder { units, order, queued: false });
    world.write_message(Intent::perform(Edit::new("Edit", vec![order])));
    let (frames, _) = draw_until_calm(&mut app);
    assert!(frames > 60, "{frames} frames for the paths of 60 units, at most one in each");
    let world = app.world_mut();
    let mut plans = world.query::<&PlanQueue>();
    assert!(!plans.single(world).unwrap().is_unfinished());
    let mut routes = world.query::<&Route>();
    assert!(routes.iter(world).all(|route| route.cells().len() > 20));
}

#[test]
fn a_notice_stands_still_and_then_fades() {
    let mut app = calm();
    app.world_mut().write_message(Notice::new("Saved"));
    let (frames, seconds) = draw_until_calm(&mut app);
    assert_eq!(app.world().resource::<Toasts>().due(), None, "it is gone");
    assert!((4.0..6.0).contains(&seconds), "after {seconds} s");
    // One second of fading out, less than a quarter of one of fading in, and little else.
    let fading = (1.0 / FRAME.as_secs_f64()) as usize;
    assert!((fading - 5..fading + 30).contains(&frames), "{frames} frames");
}

#[test]
fn egui_gets_a_frame_when_it_wants_one() {
    let mut app = calm();
    let output = egui::Context::default().run_ui(egui::RawInput::default(), |_| {});
    let wants = |delay: Duration| {
        let mut output = output.clone();
        output.viewport_output.values_mut().for_each(|view| view.repaint_delay = delay);
        EguiFullOutput(Some(output))
    };
    let context = app.world_mut().spawn(wants(Duration::from_millis(300))).id();
    assert_eq!(draw(&mut app), Some(RESTS[1]));
    app.world_mut().entity_mut(context).insert(wants(Duration::ZERO));
    assert_eq!(draw(&mut app), None);
    app.world_mut().entity_mut(context).insert(wants(Duration::MAX));
    assert_eq!(draw(&mut app), MAX_REST);
}

#[test]
fn the_hint_of_a_lesson_comes_although_nothing_happens() {
    let mut app = calm();
    let now = app.world().resource::<Time<Real>>().elapsed_secs_f64();
    app.world_mut().resource_mut::<Course>().begin(0, 0, now);
    app.world_mut().resource_mut::<Course>().update(false, now);
    let (mut passed, mut frames) = (0.0, 0);
    let waits = |app: &App| {
        let now = app.world().resource::<Time<Real>>().elapsed_secs_f64();
        lessons::due(app.world().resource::<Course>(), now).is_some()
    };
    while waits(&app) {
        let length = draw(&mut app).unwrap_or(FRAME);
        app.insert_resource(TimeUpdateStrategy::ManualDuration(length));
        passed += length.as_secs_f64();
        frames += 1;
        assert!(passed < 22.0, "the hint does not come");
    }
    // The frame in which it came is followed by a rest.
    let passed = passed - RESTS[0].as_secs_f64();
    assert!(
        (19.9..20.1).contains(&passed),
        "the hint is due after 20 s and comes after {passed} s"
    );
    assert!(frames < 100, "{frames} frames");
    let (frames, _) = draw_until_calm(&mut app);
    assert!(frames < 600, "{frames} frames");
}
