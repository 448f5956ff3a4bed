//! The map moves only when the user moves it: panels, legends, selections, dialogs and running units leave it where it is.

use super::headless::{frames, window};
use crate::grid::{Cell, Ground};
use crate::overlay::OVERLAYS;
use crate::scenario::{NewMap, UnitId, shipped};
use crate::sim::{Arena, Land, Pace, Roster};
use crate::view::document::intent::{FileIntent, Intent, ShowIntent, TimeIntent, ToolIntent};
use crate::view::input::camera::LookAt;
use crate::view::input::{Selection, Tool, ToolOptions, View};
use crate::view::panels::dialogs::{Dialog, Dialogs};
use crate::view::panels::layout::{MapArea, Shown};
use crate::view::panels::places::{Side, Tab};
use bevy::input::ButtonState;
use bevy::input::mouse::MouseButtonInput;
use bevy::prelude::*;
use bevy::window::{CursorMoved, PrimaryWindow, RequestRedraw, WindowEvent};
use std::collections::BTreeSet;

const SIZES: [(u32, u32); 4] = [(640, 480), (1280, 720), (1440, 900), (2560, 1440)];

fn opened(name: &str, size: (u32, u32)) -> App {
    let shipped = shipped().iter().find(|shipped| shipped.name == name).unwrap();
    window(size, shipped.load().unwrap())
}

/// Where two corners of the map are on the screen: what a user sees of the camera.
fn seen(app: &App) -> (Vec2, Vec2) {
    let view = app.world().resource::<View>();
    (view.screen_at(Vec2::ZERO), view.screen_at(Vec2::splat(10.0)))
}

/// Sends an intent and lets a few frames pass, while time runs.
fn wish(app: &mut App, intent: Intent) {
    app.world_mut().write_message(intent);
    frames(app, 8);
}

fn all_units(app: &mut App) -> BTreeSet<UnitId> {
    let mut rosters = app.world_mut().query::<&Roster>();
    rosters.iter(app.world()).next().unwrap().units.keys().copied().collect()
}

#[track_caller]
fn is_still(app: &App, before: (Vec2, Vec2), what: &str) {
    let now = seen(app);
    let moved = (now.0 - before.0).length().max((now.1 - before.1).length());
    assert!(moved < 0.01, "{what} moved the map by {moved} pixels: {before:?}, {now:?}");
}

#[test]
fn panels_legends_selections_and_dialogs_leave_the_map_where_it_is() {
    for size in SIZES {
        let mut app = opened("00-welcome", size);
        app.world_mut().resource_mut::<Pace>().running = true;
        let before = seen(&app);
        let show = |intent| Intent::Show(intent);
        for (place, overlay) in OVERLAYS.iter().enumerate() {
            wish(&mut app, show(ShowIntent::ToggleOverlay(place)));
            is_still(&app, before, &format!("{size:?}: {}", overlay.key));
        }
        let units = all_units(&mut app);
        let first: BTreeSet<UnitId> = units.iter().copied().take(1).collect();
        for selected in [first, units.iter().copied().take(9).collect(), units, BTreeSet::new()] {
            let what = format!("{size:?}: selecting {}", selected.len());
            wish(&mut app, Intent::Tool(ToolIntent::Select(Selection::units(selected))));
            is_still(&app, before, &what);
        }
        for intent in [
            ShowIntent::Tab(Tab::Scenario),
            ShowIntent::Tab(Tab::Overlays),
            ShowIntent::Tab(Tab::Doctrine),
            ShowIntent::ToggleSide(Side::Left),
            ShowIntent::ToggleSide(Side::Right),
            ShowIntent::ToggleSide(Side::Time),
            ShowIntent::ToggleSide(Side::Right),
            ShowIntent::ToggleHelp,
            ShowIntent::ToggleHelp,
            ShowIntent::TogglePanels,
            ShowIntent::TogglePanels,
        ] {
            wish(&mut app, show(intent));
            is_still(&app, before, &format!("{size:?}: {intent:?}"));
        }
        let fold = |app: &mut App, hidden| {
            app.world_mut().resource_mut::<Shown>().places.legends_hidden = hidden;
            frames(app, 4);
        };
        for hidden in [true, false] {
            fold(&mut app, hidden);
            is_still(&app, before, &format!("{size:?}: folding the legends"));
        }
        let map = NewMap::blank(crate::grid::Bounds::new(8, 8));
        for dialog in [Dialog::NewMap(map), Dialog::Unsaved { name: "a".into() }] {
            app.world_mut().resource_mut::<Dialogs>().open(dialog.clone());
            frames(&mut app, 4);
            is_still(&app, before, &format!("{size:?}: {dialog:?}"));
            app.insert_resource(Dialogs::default());
        }
        wish(&mut app, Intent::Time(TimeIntent::Restart));
        is_still(&app, before, &format!("{size:?}: a restart"));
    }
}

#[test]
fn f_a_new_scenario_and_another_size_of_the_window_fit_the_whole_map() {
    let mut app = opened("12-map-marker-boulder", (1440, 900));
    let is_fitted = |app: &mut App, what: &str| {
        frames(app, 40);
        let (view, area) = (*app.world().resource::<View>(), app.world().resource::<MapArea>().0);
        let shown = Rect::from_corners(view.screen_at(Vec2::ZERO), view.screen_at(view.map()));
        assert!(area.union(shown) == area, "{what}: {shown:?} in {area:?}");
        let room = area.size() - shown.size();
        assert!(room.min_element() < 60.0, "{what}: as large as fits, {shown:?} in {area:?}");
    };
    is_fitted(&mut app, "the first scenario");
    app.world_mut().write_message(LookAt::Position(Vec2::splat(3.0)));
    frames(&mut app, 40);
    wish(&mut app, Intent::Show(ShowIntent::FitMap));
    is_fitted(&mut app, "F");
    for (width, height) in [(1280.0, 720.0), (2560.0, 1440.0), (900.0, 700.0)] {
        let mut windows = app.world_mut().query_filtered::<&mut Window, With<PrimaryWindow>>();
        windows.single_mut(app.world_mut()).unwrap().resolution.set(width, height);
        is_fitted(&mut app, &format!("{width} x {height}"));
    }
    let welcome = shipped()[0].load().unwrap();
    wish(&mut app, Intent::File(FileIntent::OpenGiven(std::sync::Arc::new(welcome))));
    is_fitted(&mut app, "another scenario");
}

#[test]
fn a_paused_window_that_nobody_touches_asks_for_no_frame() {
    for name in ["00-welcome", "12-map-marker-boulder"] {
        let mut app = opened(name, (1600, 1000));
        frames(&mut app, 300);
        let mut contexts = app.world_mut().query::<&mut bevy_egui::EguiContext>();
        let context = contexts.single_mut(app.world_mut()).unwrap().get_mut().clone();
        for frame in 0..50 {
            app.update();
            let asked = app.world().resource::<Messages<RequestRedraw>>().len();
            let causes = context.repaint_causes();
            assert_eq!(asked, 0, "{name}, frame {frame}: {causes:?}");
        }
    }
}

fn send(app: &mut App, event: WindowEvent) {
    match &event {
        WindowEvent::CursorMoved(moved) => _ = app.world_mut().write_message(moved.clone()),
        WindowEvent::MouseButtonInput(input) => _ = app.world_mut().write_message(*input),
        _ => {}
    }
    app.world_mut().write_message(event);
}

/// Drags with the left button from one point of the window to another, one pixel per frame.
fn drag(app: &mut App, from: Vec2, to: Vec2) {
    let mut windows = app.world_mut().query_filtered::<Entity, With<PrimaryWindow>>();
    let window = windows.single(app.world()).unwrap();
    let moved = |position| WindowEvent::CursorMoved(CursorMoved { window, position, delta: None });
    let button = |state| {
        let button = MouseButton::Left;
        WindowEvent::MouseButtonInput(MouseButtonInput { button, state, window })
    };
    send(app, moved(from));
    frames(app, 1);
    send(app, button(ButtonState::Pressed));
    frames(app, 1);
    let pixels = (to - from).length().round() as u32;
    for pixel in 1..=pixels {
        send(app, moved(from.lerp(to, pixel as f32 / pixels as f32)));
        frames(app, 1);
    }
    send(app, button(ButtonState::Released));
    frames(app, 4);
}

fn walls(app: &mut App) -> BTreeSet<Cell> {
    let mut lands = app.world_mut().query::<(&Arena, &Land)>();
    let terrain = &lands.iter(app.world()).next().unwrap().1.terrain;
    terrain.bounds().cells().filter(|cell| terrain.ground(*cell) == Ground::Wall).collect()
}

/// Step 2 of the tour: the teams of *Welcome* are on the move, and a wall is painted across the upper bridge. The legend grows
/// while units plan again.
#[test]
fn a_stroke_paints_the_cells_under_it_pixel_by_pixel_while_units_walk_and_legends_grow() {
    for size in [(1280, 720), (1440, 900), (1600, 1000), (2560, 1440)] {
        for pixels in [1.0, 25.0, 60.0] {
            let mut app = opened("00-welcome", size);
            app.world_mut().resource_mut::<Pace>().running = true;
            frames(&mut app, 30);
            wish(&mut app, Intent::Tool(ToolIntent::Take(Tool::Paint)));
            app.world_mut().resource_mut::<ToolOptions>().brush = 1;
            let view = *app.world().resource::<View>();
            let middle = (view.map() / 2.0).floor() + 0.5;
            let floor = |app: &mut App, at: Vec2| !walls(app).contains(&Cell::containing(at));
            // The first row below the upper edge with floor in the centre of the map.
            let row = (0..view.map().y as i32).map(|y| Vec2::new(middle.x, y as f32 + 0.5));
            let start = { row }.find(|at| floor(&mut app, *at)).unwrap();
            let before = walls(&mut app);
            let from = view.screen_at(start);
            let to = from + Vec2::Y * pixels;
            let camera = seen(&app);
            drag(&mut app, from, to);
            is_still(&app, camera, "the stroke");
            let steps = pixels as u32;
            let under = (0..=steps).map(|p| view.cells_at(from + Vec2::Y * p as f32));
            let under: BTreeSet<Cell> = under.map(Cell::containing).collect();
            let painted: BTreeSet<Cell> = walls(&mut app).difference(&before).copied().collect();
            let expected: BTreeSet<Cell> = under.difference(&before).copied().collect();
            assert_eq!(painted, expected, "{size:?}, {pixels} pixels");
        }
    }
}
