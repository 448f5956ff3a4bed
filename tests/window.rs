//! The real program in a real window: the tests send mouse and key events and check saved files and pictures.
//!
//! Without a virtual display the tests print a message and pass; with `PHALANX_WINDOW_TEST=required` they fail.
#![cfg(feature = "gui")]

mod desktop;

use bevy::math::Vec2;
use desktop::{Desktop, Program, colours, on_screen, wait_for};
use phalanx::grid::{Bounds, Cell, Ground, Regions};
use phalanx::scenario::{Order, Place, Scenario, Who, load_file};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// One window at a time: rendering without a graphics card needs every core.
static SCREEN: Mutex<()> = Mutex::new(());

const MAP: Bounds = Bounds::new(36, 20);
const FIELD: &str = r#"(
    version: 1,
    title: "Field",
    map: Rectangles(size: (36, 20)),
    units: [(team: "blue", at: (1, 1), block: (2, 2))],
    orders: [(order: Patrol(to: At(1, 17)))],
)"#;
const SAVED: &str = "field.ron - Phalanx";
const UNSAVED: &str = "field.ron* - Phalanx";

/// A drag from the upper edge of the map to the lower one, with few intermediate points.
const WALL: [(i32, i32); 4] = [(14, 0), (22, 6), (17, 13), (20, 19)];
const LEFT: Cell = Cell::new(8, 10);
const RIGHT: Cell = Cell::new(30, 10);

#[test]
fn a_session_of_painting_dropping_ordering_and_setting_is_saved_and_loaded_again() {
    let _alone = SCREEN.lock();
    let Some(desktop) = Desktop::start() else { return };
    let file = field_in(desktop.home());
    let program = desktop.open(&[&file]);
    program.wait_for_title(SAVED);
    hide_panels(&desktop, &program);

    paint_wall(&program);
    program.save();
    let walled = at_the_end(&file).unwrap();
    let painted: Vec<Cell> =
        MAP.cells().filter(|&c| walled.terrain.ground(c) == Ground::Wall).collect();
    for (x, y) in WALL {
        assert!(painted.contains(&Cell::new(x, y)), "({x}, {y}) is on the stroke: {painted:?}");
    }
    assert!(!connected(&walled), "the wall has a hole: {painted:?}");

    // A stroke that begins on a wall erases, with the same brush.
    let gap = painted.iter().find(|c| c.y == 10).unwrap();
    program.drag(&cells(&[(gap.x, gap.y), (gap.x + 6, gap.y)]));
    program.wait_for_unsaved_work();
    program.save();
    assert!(connected(&at_the_end(&file).unwrap()), "the wall was opened");

    program.key("u");
    program.click(1, at(LEFT));
    program.wait_for_unsaved_work();
    program.save();
    let dropped = at_the_end(&file).unwrap();
    let new: Vec<_> = dropped.units[4..].iter().map(|u| u.id).collect();
    assert_eq!(new.len(), 9, "a block of units is nine unless it is set otherwise");
    assert!(dropped.units[4..].iter().all(|u| u.at.chebyshev(LEFT) <= 2), "{:?}", dropped.units);

    program.key("q");
    program.key("Escape");
    program.drag(&cells(&[(LEFT.x - 3, LEFT.y - 3), (LEFT.x + 3, LEFT.y + 3)]));
    program.click(3, at(RIGHT));
    program.wait_for_unsaved_work();
    program.save();
    let ordered = at_the_end(&file).unwrap();
    assert_eq!(ordered.orders.len(), 2, "{:?}", ordered.orders);
    let order = ordered.orders.last().unwrap();
    assert_eq!(order.order, Order::Move(Place::At(RIGHT)));
    assert_eq!(order.who, Who::Units(new));
    assert!(order.tick > 0, "the simulation ran meanwhile");

    program.key("Tab");
    program.key("Escape");
    switch_a_layer_on(&program);
    quit_and_save(program);
    let left = at_the_end(&file).unwrap();
    assert_ne!(left.teams[0].doctrine, ordered.teams[0].doctrine, "the setting was saved");

    let program = desktop.open(&[&file]);
    program.wait_for_title(SAVED);
    let picture = desktop.home().join("picture.png");
    // The first frames may come before the map is drawn.
    wait_for("a picture of a map with walls and units", || {
        desktop.photograph(&picture);
        (colours(&picture, "600x400+420+250") > 100).then_some(())
    });
    assert!(colours(&picture, "1440x900+0+0") > 500, "the panels can be seen");
    program.key("ctrl+q");
    assert!(program.wait_for_end().success());
    assert_eq!(at_the_end(&file).unwrap(), left, "opening and closing changes nothing");
    assert!(desktop.autosaved().is_empty(), "no autosave is left");
}

#[test]
fn killed_work_is_offered_for_recovery() {
    let _alone = SCREEN.lock();
    let Some(desktop) = Desktop::start() else { return };
    let file = field_in(desktop.home());
    let program = desktop.open(&[&file]);
    program.wait_for_title(SAVED);
    hide_panels(&desktop, &program);
    paint_wall(&program);
    let is_walled =
        |path: &Path| at_the_end(path).is_some_and(|s| !connected(&s)).then(|| path.to_owned());
    wait_for("the autosave", || desktop.autosaved().iter().find_map(|p| is_walled(p)));
    program.kill();
    assert_eq!(is_walled(&file), None, "the file itself was not touched");

    let program = desktop.open(&[]);
    wait_for("the work to be restored", || {
        program.key("Return");
        (program.title() == UNSAVED).then_some(())
    });
    program.save();
    assert!(is_walled(&file).is_some(), "the work came back and was saved where it belongs");
    program.key("ctrl+q");
    assert!(program.wait_for_end().success());
    assert!(desktop.autosaved().is_empty(), "what was saved is not offered again");
}

#[test]
fn without_a_graphics_adapter_the_scenario_runs_without_a_window() {
    let Some(desktop) = Desktop::start() else { return };
    let output = desktop.run_without_driver(&[&field_in(desktop.home())]);
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{messages}");
    assert!(
        messages.contains("no graphics adapter") && !messages.contains("panicked"),
        "{messages}"
    );
    assert!(String::from_utf8_lossy(&output.stdout).contains("state hash"));
}

/// The scenario of a file with everything that was done during the run: edits keep their ticks.
fn at_the_end(file: &Path) -> Option<Scenario> {
    let mut scenario = load_file(file).ok()?;
    for batch in std::mem::take(&mut scenario.actions) {
        batch.actions.iter().for_each(|action| scenario.apply(batch.tick, action));
    }
    Some(scenario)
}

fn field_in(folder: &Path) -> PathBuf {
    let file = folder.join("field.ron");
    std::fs::write(&file, FIELD).unwrap();
    file
}

/// Without panels the map fills the window, so `on_screen` gives the positions of cells.
fn hide_panels(desktop: &Desktop, program: &Program) {
    let picture = desktop.home().join("panels.png");
    // The left part of the menu bar has many colours; without it only the backdrop is there.
    let wait_for_menu = |shown: bool| {
        wait_for("the panels to come or go", || {
            desktop.photograph(&picture);
            ((colours(&picture, "700x20+20+2") > 30) == shown).then_some(())
        })
    };
    wait_for_menu(true);
    program.key("Tab");
    wait_for_menu(false);
}

fn paint_wall(program: &Program) {
    program.key("b");
    program.drag(&cells(&WALL));
    program.wait_for_title(UNSAVED);
}

/// Clicks down the check boxes of the layers, at the right edge of the right panel, until a click changes something. So the
/// test does not depend on the height of a line of text.
fn switch_a_layer_on(program: &Program) {
    let places = (200..400).step_by(8).map(|y| Vec2::new(1418.0, y as f32));
    let found = places.into_iter().any(|place| {
        program.click(1, place);
        program.is_unsaved()
    });
    assert!(found, "no click in the right panel changed anything");
}

/// Quits with unsaved work: the program asks, and Enter saves first.
fn quit_and_save(mut program: Program) {
    program.wait_for_title(UNSAVED);
    program.key("ctrl+q");
    program.key("ctrl+q");
    assert!(program.runs(), "unsaved work is not discarded");
    program.key("Return");
    assert!(program.wait_for_end().success());
}

fn connected(scenario: &Scenario) -> bool {
    Regions::of(&scenario.terrain).connected(&scenario.terrain, LEFT, RIGHT)
}

fn at(cell: Cell) -> Vec2 {
    on_screen(MAP, cell)
}

fn cells(places: &[(i32, i32)]) -> Vec<Vec2> {
    places.iter().map(|&(x, y)| at(Cell::new(x, y))).collect()
}
