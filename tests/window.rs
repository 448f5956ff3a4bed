//! The real program in a real window: the tests send mouse and key events and check saved files and pictures.
//!
//! Without a virtual display the tests print a message and pass; with `PHALANX_WINDOW_TEST=required` they fail.
#![cfg(feature = "gui")]

mod desktop;

use bevy::math::Vec2;
use desktop::{Desktop, Program, colours, on_screen, wait_for};
use phalanx::grid::{Bounds, Cell, Ground, MapKind, Regions, generate};
use phalanx::scenario::{Action, GiveOrder, Order, Scenario, load_file, shipped, shipped_named};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

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
/// Where the panels of the first start have their buttons on the screen of the tests.
const FIRST_LESSON: Vec2 = Vec2::new(835.0, 822.0);
const GUESS: Vec2 = Vec2::new(300.0, 764.0);
const ROOMS: Vec2 = Vec2::new(865.0, 270.0);
const SCENARIO_TAB: Vec2 = Vec2::new(1200.0, 93.0);
const ADD_TEAM: Vec2 = Vec2::new(1148.0, 286.0);
/// The upper end of the upper bridge of *Welcome*, and trees far from every path.
const BRIDGE: Vec2 = Vec2::new(735.0, 236.0);
const TREES: &str = "80x80+895+505";
/// Longer than the time between two autosaves.
const AUTOSAVE: Duration = Duration::from_secs(5);
/// The words of the step of a lesson, and the clock below them.
const CARD: &str = "500x64+300+655";
const CLOCK: &str = "140x30+260+838";

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
    let ordered = load_file(&file).unwrap();
    let order = Action::Order(GiveOrder { units: new, order: Order::Move(RIGHT), queued: false });
    let given = ordered.actions.iter().find(|batch| batch.actions.contains(&order));
    assert!(given.is_some_and(|batch| batch.tick > 0), "{:?}", ordered.actions);

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
fn a_newcomer_does_a_step_of_a_lesson_and_makes_a_map_that_comes_back_with_the_settings() {
    let _alone = SCREEN.lock();
    let Some(desktop) = Desktop::start() else { return };
    let program = desktop.open(&[]);
    program.wait_for_title("Welcome - Phalanx");
    wait_for("the first lesson", || {
        program.click(1, FIRST_LESSON);
        (program.title() == "Boulder - Phalanx").then_some(())
    });
    program.point(Vec2::new(700.0, 300.0));
    let first = still(&desktop, CARD);
    program.click(1, GUESS);
    wait_for("the second step", || (desktop.signature(CARD) != first).then_some(()));
    let second = still(&desktop, CARD);
    program.key("space");
    wait_for("the third step", || (desktop.signature(CARD) != second).then_some(()));
    assert_eq!(still(&desktop, CLOCK), still(&desktop, CLOCK), "time stands still to look");

    program.key("ctrl+n");
    std::thread::sleep(Duration::from_secs(2));
    program.click(1, ROOMS);
    program.key("Return");
    program.wait_for_title("New rooms map* - Phalanx");
    program.key("u");
    program.click(1, Vec2::new(500.0, 450.0));
    // The select tool, then nothing selected, so that the tabs are at the top of the panel.
    program.key("Escape");
    program.key("Escape");
    program.click(1, SCENARIO_TAB);
    program.click(1, ADD_TEAM);
    program.key("g");
    program.click(1, Vec2::new(800.0, 300.0));
    let made = |scenario: &Scenario| scenario.teams.len() == 3 && scenario.goals.len() == 1;
    let work = wait_for("the autosave with a team and a goal", || {
        desktop.autosaved().iter().filter_map(|path| at_the_end(path)).find(made)
    });
    let rooms = generate(MapKind::Rooms, Bounds::new(48, 32), 1);
    let same = |cell: Cell| work.terrain.ground(cell) == rooms.ground(cell);
    assert!(rooms.bounds().cells().all(same), "the ground is that of the generator");
    assert_eq!(work.units.len(), 9);
    assert!(work.units.iter().all(|unit| unit.kind.weapon.is_some()), "they can fight");

    program.key("m");
    program.key("ctrl+equal");
    let kept = |what: &str| {
        let text = std::fs::read_to_string(desktop.data().join("settings.ron")).ok()?;
        text.contains(what).then_some(())
    };
    wait_for("the kept overlay", || kept("\"markers\": (\n                on: true"));
    wait_for("the kept size", || kept("scale: 1.1,"));
    program.kill();
    let program = desktop.open(&[]);
    wait_for("the work to be restored", || {
        program.key("Return");
        (program.title() == "New rooms map* - Phalanx").then_some(())
    });
    program.key("ctrl+equal");
    // One step larger than what was kept, and the overlay is still on.
    wait_for("the next size", || kept("scale: 1.25,"));
    assert!(kept("\"markers\": (\n                on: true").is_some());
}

/// Step 2 of the tour. The paths change during the stroke, and with them the legend.
#[test]
fn a_stroke_across_the_bridge_paints_what_the_pointer_passes_and_the_map_stays() {
    let _alone = SCREEN.lock();
    let Some(desktop) = Desktop::start() else { return };
    let program = desktop.open(&[]);
    program.wait_for_title("Welcome - Phalanx");
    program.key("space");
    program.key("b");
    let (length, trees) = (25, still(&desktop, TREES));
    let under = |pixel: i32| BRIDGE + Vec2::Y * pixel as f32;

    // A click tells which cells lie under a pixel.
    let probe = |pixel: i32| {
        program.click(1, under(pixel));
        painted_and_undone(&desktop, &program)
    };
    let ends = [probe(0), probe(length)].concat();
    let columns = || ends.iter().map(|cell| cell.x);
    let rows = || ends.iter().map(|cell| cell.y);
    let (left, right) = (columns().min().unwrap(), columns().max().unwrap());
    let (top, bottom) = (rows().min().unwrap(), rows().max().unwrap());
    assert_eq!(right - left, 1, "the brush is two cells wide: {ends:?}");

    program.press(under(0));
    for pixel in 1..=length {
        program.point(under(pixel));
        assert_eq!(desktop.signature(TREES), trees, "the map moved at pixel {pixel}");
    }
    program.release();
    let painted = painted_and_undone(&desktop, &program);
    assert_eq!(still(&desktop, TREES), trees, "the map moved after the stroke");
    let rows = (top..=bottom).flat_map(|y| (left..=right).map(move |x| Cell::new(x, y)));
    assert_eq!(painted, rows.collect::<Vec<_>>());
}

#[test]
fn the_window_fits_its_screen_and_comes_back_where_it_was() {
    let _alone = SCREEN.lock();
    let Some(desktop) = Desktop::with_screen((1280, 720)) else { return };
    let open = || {
        let program = desktop.open(&[]);
        program.wait_for_title("Welcome - Phalanx");
        program
    };
    let quit = |program: Program| {
        program.key("ctrl+q");
        assert!(program.wait_for_end().success());
    };
    let program = open();
    wait_for("a window as large as the screen", || {
        (program.place() == [0, 0, 1280, 720]).then_some(())
    });
    let moved = [90, 40, 1000, 600];
    program.move_to(moved);
    wait_for("the window to move", || (program.place() == moved).then_some(()));
    quit(program);
    let program = open();
    wait_for("the window where it was", || (program.place() == moved).then_some(()));
    // Partly beside the screen, it is brought back onto it. Without a window manager only another size is noticed.
    program.move_to([700, 300, 1004, 604]);
    quit(program);
    let program = open();
    wait_for("the whole window", || (program.place() == [276, 116, 1004, 604]).then_some(()));
    quit(program);
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

/// The scenario of a file with everything that was done during the run worked in.
fn at_the_end(file: &Path) -> Option<Scenario> {
    let scenario = load_file(file).ok()?;
    let actions: Vec<_> = scenario.actions.iter().flat_map(|b| b.actions.clone()).collect();
    Some(phalanx::sim::bake(&scenario, &actions))
}

/// The walls that are in the autosave and not in *Welcome*, row by row. Then they are undone.
fn painted_and_undone(desktop: &Desktop, program: &Program) -> Vec<Cell> {
    let welcome = shipped()[shipped_named("welcome").unwrap()].load().unwrap().terrain;
    let new = |work: Scenario| -> Vec<Cell> {
        let is_new = |cell: &Cell| work.terrain.ground(*cell) != welcome.ground(*cell);
        welcome.bounds().cells().filter(is_new).collect()
    };
    let look = || {
        let works = desktop.autosaved().into_iter().filter_map(|path| at_the_end(&path));
        works.map(new).find(|cells| !cells.is_empty())
    };
    let mut last = Vec::new();
    // A part of a stroke may be autosaved, too.
    let painted = wait_for("the autosave of all painted cells", || {
        let now = look()?;
        let same = now == last;
        last = now;
        if !same {
            std::thread::sleep(AUTOSAVE);
        }
        same.then(|| last.clone())
    });
    program.key("ctrl+z");
    program.wait_for_title("Welcome - Phalanx");
    wait_for("the autosave to go", || desktop.autosaved().is_empty().then_some(()));
    painted
}

/// What a part of the screen shows, once it does not change any more.
fn still(desktop: &Desktop, part: &str) -> String {
    let mut last = String::new();
    wait_for("a part of the screen to stand still", || {
        let now = desktop.signature(part);
        let is_still = now == last;
        last = now.clone();
        is_still.then_some(now)
    })
}

fn field_in(folder: &Path) -> PathBuf {
    let file = folder.join("field.ron");
    std::fs::write(&file, FIELD).unwrap();
    file
}

/// Hides the panels and fits the map into the whole window, so `on_screen` gives the positions of cells.
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
    // The map stays where it is until it is fitted again, which takes a moment.
    program.key("f");
    std::thread::sleep(Duration::from_secs(2));
}

fn paint_wall(program: &Program) {
    program.key("b");
    program.drag(&cells(&WALL));
    program.wait_for_title(UNSAVED);
}

/// Clicks down the check boxes of the layers, at the right edge of the right panel, until a click changes something. So the
/// test does not depend on the height of a line of text.
fn switch_a_layer_on(program: &Program) {
    let places = (290..410).step_by(8).map(|y| Vec2::new(1418.0, y as f32));
    let found = places.into_iter().any(|place| {
        program.click(1, place);
        std::thread::sleep(Duration::from_millis(500));
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
