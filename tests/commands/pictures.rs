//! Pictures and films without a display: what they show, the files that go with them, and the commands.

use phalanx::overlay::{OVERLAYS, Overlay, overlay_named};
use phalanx::picture::{
    Camera, Caption, Film, FilmError, Image, Look, NoteFiles, Notes, Reel, Stage, simulate,
};
use phalanx::report::Progress;
use phalanx::scenario::{Scenario, Source, UnitId, doctrine_from, load_file, load_str};
use phalanx::sim::{HitPoints, Position, Simulation, Velocity};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A team that walks towards another one, both armed; a part of the map is cut off.
fn scenario(doctrine: &str, motion: &str) -> Scenario {
    let text = format!(
        r#"(
            version: 1,
            title: "Test",
            description: "Two teams meet.",
            motion: {motion},
            map: Rectangles(size: (24, 12), areas: [(at: (0, 9), size: (24, 1))]),
            teams: [(name: "blue"), (name: "orange")],
            units: [
                (team: "blue", kind: "Marine", at: (2, 3), block: (2, 2)),
                (team: "orange", kind: "Marine", at: (20, 3), block: (1, 2)),
            ],
            goals: [(name: "camp", at: (17, 4))],
            orders: [(who: Team("blue"), order: Move(Goal("camp")))],
        )"#
    );
    let mut scenario = load_str(&text, "test", None).unwrap();
    for team in &mut scenario.teams {
        team.doctrine = doctrine_from(doctrine).unwrap();
    }
    scenario
}

/// A group that splits at a boulder.
fn boulder() -> Scenario {
    let mut scenario = load_file(Path::new("scenarios/12-map-marker-boulder.ron")).unwrap();
    scenario.teams[0].doctrine = doctrine_from("A*").unwrap();
    scenario
}

/// Two units that meet in a corridor of one cell.
fn head_on() -> Scenario {
    let text = r#"(
        version: 1,
        map: Rows(["...................."]),
        units: [(team: "blue", at: (0, 0)), (team: "blue", at: (19, 0))],
        orders: [
            (who: Units([0]), order: Move(At(19, 0))),
            (who: Units([1]), order: Move(At(0, 0))),
        ],
    )"#;
    load_str(text, "test", None).unwrap()
}

fn look(overlays: &[&str]) -> Look {
    let overlays = overlays.iter().map(|name| overlay_named(name).unwrap()).collect();
    Look { width: 640, height: 480, overlays, selection: Default::default() }
}

fn draw(stage: &dyn Stage, look: Look, caption: &Caption) -> Image {
    Camera::new(look, caption.clone()).look(stage).render()
}

/// How many pixels of a part of two pictures differ.
fn differing(a: &Image, b: &Image, part: impl Fn(u32, u32) -> bool) -> usize {
    let pixels = (0..a.height).flat_map(|y| (0..a.width).map(move |x| (x, y)));
    pixels.filter(|&(x, y)| part(x, y) && a.at(x, y) != b.at(x, y)).count()
}

/// The left edge of the map: the column with the numbers of one arena ends there.
const MAP: u32 = 212;

#[test]
fn every_overlay_can_be_seen_and_has_a_legend() {
    for overlay in OVERLAYS {
        let (doctrine, motion) = match overlay.key {
            "markers" | "price difference" => ("Map Marker", "Steered"),
            "influence" => ("Influence", "Steered"),
            "potential field" => ("Hybrid potential field", "Steered"),
            "sectors" => ("(search: Sectors(size: 4))", "Steered"),
            "reservations" => ("(search: Whca())", "CellSteps()"),
            "directions" => ("Direction map", "CellSteps()"),
            "traffic" => ("A* with traffic", "Steered"),
            _ => ("A*", "Steered"),
        };
        let scenario = match overlay.key {
            "standing still" => head_on(),
            "groups" => boulder(),
            _ => scenario(doctrine, motion),
        };
        let caption = Caption::new(std::slice::from_ref(&scenario));
        let mut stage = simulate(std::slice::from_ref(&scenario));
        let with = |overlays: Vec<&'static Overlay>| Look {
            width: 900,
            // High enough for every legend to fit below the numbers, so that the map does not move.
            height: 1000,
            overlays,
            selection: [UnitId(0)].into(),
        };
        let mut seen = false;
        while !seen {
            stage.iter_mut().for_each(|simulation| simulation.run(4));
            assert!(stage.tick() < 800, "{} shows nothing", overlay.title);
            let scene = &stage.scenes()[0];
            let selection = [UnitId(0)].into();
            seen = !(overlay.draw)(&scene.with_selection(&selection)).legend.is_empty();
        }
        let (without, shown) =
            (draw(&stage, with(vec![]), &caption), draw(&stage, with(vec![overlay]), &caption));
        let on_map = differing(&without, &shown, |x, y| x >= MAP && y > 34);
        assert!(on_map > 40, "{}: {on_map} pixels on the map", overlay.title);
        let in_column = differing(&without, &shown, |x, _| x < MAP);
        assert!(in_column > 300, "{}: {in_column} pixels of its legend", overlay.title);
    }
}

#[test]
fn an_overlay_without_data_says_why() {
    let mut scenario = scenario("A*", "Steered");
    scenario.orders.clear();
    let caption = Caption::new(std::slice::from_ref(&scenario));
    let stage = simulate(std::slice::from_ref(&scenario));
    let without = draw(&stage, look(&[]), &caption);
    let with = draw(&stage, look(&["markers"]), &caption);
    assert!(differing(&without, &with, |x, _| x < MAP) > 300);
    assert_eq!(differing(&without, &with, |x, _| x >= MAP), 0);
}

#[test]
fn pictures_show_units_teams_title_time_and_numbers() {
    let scenario = scenario("A*", "Steered");
    let caption = Caption::new(std::slice::from_ref(&scenario));
    let mut stage = simulate(std::slice::from_ref(&scenario));
    let first = draw(&stage, look(&[]), &caption);
    for colour in [[0, 114, 178], [230, 159, 0]] {
        let near = |p: &[u8; 3]| p.iter().zip(colour).all(|(&a, b)| a.abs_diff(b) < 24);
        let count = first.pixels.iter().filter(|pixel| near(pixel)).count();
        assert!(count > 8, "{colour:?}: {count}");
    }
    let untitled = Caption { title: String::new(), ..caption.clone() };
    let bare = draw(&stage, look(&[]), &untitled);
    assert!(differing(&first, &bare, |_, y| y < 33) > 100, "the title");
    let no_goals = Caption { goals: Vec::new(), ..caption.clone() };
    let bare = draw(&stage, look(&[]), &no_goals);
    assert!(differing(&first, &bare, |x, y| x >= MAP && y > 34) > 200, "flag and name of the goal");
    stage[0].run(96);
    let later = draw(&stage, look(&[]), &caption);
    assert!(differing(&first, &later, |x, y| x < 150 && y < 33) > 30, "the time");
    assert!(differing(&first, &later, |x, y| x < MAP && y > 34) > 100, "the numbers");
    assert!(differing(&first, &later, |x, y| x >= MAP && y > 34) > 200, "the units");
}

#[test]
fn hurt_units_have_a_bar_and_dead_ones_leave_a_mark() {
    let scenario = scenario("A*", "Steered");
    let caption = Caption::new(std::slice::from_ref(&scenario));
    let mut stage = simulate(std::slice::from_ref(&scenario));
    let dead = |stage: &Vec<Simulation>| stage[0].numbers().casualties > 0;
    let mut bars = 0;
    while !dead(&stage) {
        stage[0].run(2);
        assert!(stage.tick() < 1000, "nobody dies");
        let image = draw(&stage, look(&[]), &caption);
        // The green of full health mixed with some red, as nothing else has it.
        let is_bar = |p: &&[u8; 3]| {
            let [red, green, blue] = p.map(i32::from);
            green > 120 && green > blue + 10 && green + 10 > red && blue > 90
        };
        bars = bars.max(image.pixels.iter().filter(is_bar).count());
    }
    assert!(bars > 10, "{bars}");
}

#[test]
fn two_arenas_are_drawn_side_by_side_with_their_doctrines() {
    let scenarios = [scenario("A*", "Steered"), scenario("Map Marker", "Steered")];
    let caption = Caption::new(&scenarios);
    assert_eq!(caption.arenas, ["A*", "Map Marker"]);
    let mut stage = simulate(&scenarios);
    stage.iter_mut().for_each(|simulation| simulation.run(64));
    let both = draw(&stage, look(&["paths"]), &caption);
    let nameless = Caption { arenas: Vec::new(), ..caption.clone() };
    let without = draw(&stage, look(&["paths"]), &nameless);
    let names = differing(&both, &without, |x, _| x >= MAP);
    assert!(names > 150, "{names} pixels of the names");
    let blue = |image: &Image, rows: std::ops::Range<u32>| {
        let pixels = rows.flat_map(|y| (MAP..image.width).map(move |x| (x, y)));
        pixels.filter(|&(x, y)| image.at(x, y)[2] > 140 && image.at(x, y)[0] < 60).count()
    };
    // Maps that are wider than high lie one below the other.
    assert!(blue(&both, 34..257) > 20 && blue(&both, 257..480) > 20);
}

/// A film of a scenario in a file; the bytes of the file.
fn film(folder: &Path, name: &str, scenarios: &[Scenario], notes: &NoteFiles) -> Vec<u8> {
    let film = Film { from: 8, to: 40, frames_per_second: 16 };
    let look = look(&["paths", "markers"]);
    let path = folder.join(name);
    let mut reel = Reel::create(&path, &look, &film).unwrap();
    let caption = Caption::new(scenarios);
    let (mut stage, mut notes) = (simulate(scenarios), Notes::create(notes).unwrap());
    let mut camera = Camera::new(look, caption.clone());
    let progress = Progress::default();
    film.shoot(&mut stage, &mut camera, &mut reel, &mut notes, &progress).unwrap();
    notes.finish(&stage, &caption).unwrap();
    reel.finish().unwrap();
    assert_eq!(progress.runs(), (17, 17));
    assert_eq!(progress.fraction(), 1.0);
    if path.is_dir() { Vec::new() } else { std::fs::read(path).unwrap() }
}

#[test]
fn the_same_input_gives_the_same_bytes_on_any_number_of_threads() {
    let folder = TempDir::new().unwrap();
    let scenarios = [scenario("A*", "Steered"), scenario("Map Marker", "Steered")];
    let with = |threads: usize, name: &str| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        // The simulation cannot change its thread, so the film is made inside the pool from the start.
        pool.install(|| film(folder.path(), name, &scenarios, &NoteFiles::default()))
    };
    let one = with(1, "one.gif");
    assert!(one.len() > 10_000 && one == with(3, "three.gif"));
    assert_eq!(one, with(1, "again.gif"));
}

#[test]
fn a_frame_of_a_film_is_the_picture_of_its_tick() {
    let folder = TempDir::new().unwrap();
    let scenarios = [scenario("Map Marker", "Steered")];
    film(folder.path(), "frames", &scenarios, &NoteFiles::default());
    let mut names: Vec<PathBuf> = std::fs::read_dir(folder.path().join("frames"))
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    names.sort();
    assert_eq!(names.len(), 17);
    assert!(names[0].ends_with("00000.png") && names[16].ends_with("00016.png"));
    let caption = Caption::new(&scenarios);
    let mut stage = simulate(&scenarios);
    let mut camera = Camera::new(look(&["paths", "markers"]), caption);
    let (mut notes, progress) = (Notes::default(), Progress::default());
    camera.run_to(24, &mut stage, &mut notes, &progress).unwrap();
    let mut picture = Vec::new();
    camera.look(&stage).render().write_png(&mut picture).unwrap();
    assert!(picture == std::fs::read(&names[8]).unwrap());
}

#[test]
fn a_cancelled_film_leaves_no_file() {
    let folder = TempDir::new().unwrap();
    let scenarios = [scenario("A*", "Steered")];
    let (look, film) = (look(&[]), Film { from: 0, to: 500, frames_per_second: 16 });
    let path = folder.path().join("film.gif");
    let mut reel = Reel::create(&path, &look, &film).unwrap();
    let progress = Progress::default();
    progress.cancel();
    let (mut stage, mut notes) = (simulate(&scenarios), Notes::default());
    let mut camera = Camera::new(look, Caption::new(&scenarios));
    let shot = film.shoot(&mut stage, &mut camera, &mut reel, &mut notes, &progress);
    assert_eq!(shot, Err(FilmError::Cancelled));
    drop(reel);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// The rows of a CSV file as maps from column to field.
fn rows(path: &Path) -> Vec<BTreeMap<String, String>> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines = text.lines().map(|line| line.split(',').map(String::from).collect::<Vec<_>>());
    let names = lines.next().unwrap();
    lines
        .map(|fields| {
            assert_eq!(fields.len(), names.len(), "{fields:?}");
            names.iter().cloned().zip(fields).collect()
        })
        .collect()
}

#[test]
fn tables_hold_the_numbers_of_the_simulation_exactly() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| Some(folder.path().join(name));
    let notes = NoteFiles {
        metrics: path("m.csv"),
        trajectories: path("t.csv"),
        paths: path("p.svg"),
        ..NoteFiles::default()
    };
    let scenarios = [scenario("A*", "Steered"), scenario("Map Marker", "Steered")];
    film(folder.path(), "film.gif", &scenarios, &notes);
    let (metrics, places) =
        (rows(&folder.path().join("m.csv")), rows(&folder.path().join("t.csv")));
    assert_eq!((metrics.len(), places.len()), (33 * 2, 33 * 2 * 6));
    let mut stage = simulate(&scenarios);
    stage.iter_mut().for_each(|simulation| simulation.run(8));
    let (mut metrics, mut places) = (metrics.iter(), places.iter());
    for tick in 8..=40_u64 {
        for (simulation, arena) in stage.iter().zip(["A", "B"]) {
            let (row, numbers) = (metrics.next().unwrap(), simulation.numbers());
            assert_eq!((row["arena"].as_str(), &row["tick"]), (arena, &tick.to_string()));
            assert_eq!(row["units"], numbers.units.to_string());
            assert_eq!(row["expanded"], numbers.expanded.to_string());
            assert_eq!(row["all_arrived_at"], "");
            assert_eq!(row["spread"].parse(), Ok(numbers.spread));
            assert_eq!(row["distance_walked"].parse(), Ok(numbers.distance_walked));
            assert_eq!(row["cohesion"].parse(), Ok(numbers.cohesion));
            for (id, _) in simulation.units() {
                let row = places.next().unwrap();
                let at = simulation.unit::<Position>(id).unwrap().0;
                let velocity = simulation.unit::<Velocity>(id).unwrap().0;
                assert_eq!((&row["tick"], &row["unit"]), (&tick.to_string(), &id.0.to_string()));
                assert_eq!((row["x"].parse(), row["y"].parse()), (Ok(at.x), Ok(at.y)));
                assert_eq!(
                    (row["vx"].parse(), row["vy"].parse()),
                    (Ok(velocity.x), Ok(velocity.y))
                );
                let points = simulation.unit::<HitPoints>(id).unwrap().0;
                assert_eq!(row["hit_points"].parse(), Ok(points));
                assert_eq!(row["team"], if id.0 < 4 { "blue" } else { "orange" });
                assert_eq!(row["kind"], "Marine");
            }
        }
        stage.iter_mut().for_each(|simulation| simulation.run(1));
    }
    let svg = std::fs::read_to_string(folder.path().join("p.svg")).unwrap();
    assert_eq!(svg.matches("<circle").count(), 2 * 6, "a disc for each unit");
    assert!(svg.matches("<polyline").count() >= 2 * 6, "a line for each unit");
    assert!(
        svg.contains("A*") && svg.contains("Map Marker") && svg.contains("after 1.2 s"),
        "{svg}"
    );
}

/// Runs the program in a folder; returns its exit code and what it said.
fn phalanx(folder: &Path, words: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_phalanx"))
        .args(words)
        .current_dir(folder)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!said.contains("panicked"), "{said}");
    (output.status.code(), said)
}

#[test]
fn the_commands_write_what_was_asked_for() {
    let folder = TempDir::new().unwrap();
    let tables = ["--metrics", "m.csv", "--trajectories", "t.csv", "--paths", "p.svg", "--force"];
    let check = |name: &str, begin: &[u8], ticks: usize| {
        let bytes = std::fs::read(folder.path().join(name)).unwrap();
        assert!(bytes.starts_with(begin), "{name}");
        assert_eq!(rows(&folder.path().join("m.csv")).len(), ticks, "{name}");
        assert_eq!(rows(&folder.path().join("t.csv")).len(), ticks * 18, "{name}");
        assert!(std::fs::read(folder.path().join("p.svg")).unwrap().starts_with(b"<svg "));
        let left = std::fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(left, 4, "no temporary file is left");
        std::fs::remove_file(folder.path().join(name)).unwrap();
    };
    let shot = ["shot", "boulder", "--tick", "9", "--size", "480x360", "--out", "a.png"];
    assert_eq!(phalanx(folder.path(), &[&shot[..], &tables].concat()).0, Some(0));
    check("a.png", b"\x89PNG", 10);
    let film =
        ["film", "boulder", "--from", "4", "--to", "9", "--size", "480x360", "--out", "a.gif"];
    let (code, said) = phalanx(folder.path(), &[&film[..], &tables].concat());
    assert_eq!((code, said.contains("3 frames")), (Some(0), true), "{said}");
    check("a.gif", b"GIF89a", 6);
    let run = ["run", "boulder", "--ticks", "20", "--save-directions", "d.ron"];
    assert_eq!(phalanx(folder.path(), &[&run[..], &tables].concat()).0, Some(0));
    check("d.ron", b"", 21);
}

#[test]
fn notes_do_not_change_a_run() {
    let folder = TempDir::new().unwrap();
    let hash = |words: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_phalanx"))
            .args([&["run", "boulder", "--ticks", "64"], words].concat())
            .current_dir(folder.path())
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().last().unwrap().to_string()
    };
    assert_eq!(hash(&[]), hash(&["--metrics", "m.csv", "--paths", "p.svg"]));
}

#[test]
fn wrong_arguments_get_one_clear_sentence() {
    let folder = TempDir::new().unwrap();
    std::fs::create_dir(folder.path().join("full")).unwrap();
    std::fs::write(folder.path().join("full/x"), "").unwrap();
    let shot = |words: &[&str]| phalanx(folder.path(), &[&["shot", "boulder"], words].concat());
    let film = |words: &[&str]| phalanx(folder.path(), &[&["film", "boulder"], words].concat());
    let out = ["--out", "a.png"];
    let cases = [
        (shot(&["--tick", "-3", out[0], out[1]]), 2, "'-3'"),
        (shot(&["--tick", "9999999999", out[0], out[1]]), 2, "is not in 0..=1000000"),
        (shot(&["--tick", "3", "--size", "0x0", out[0], out[1]]), 2, "from 480x360 to 4096x4096"),
        (shot(&["--tick", "3", "--size", "90000x9", out[0], out[1]]), 2, "such as 1280x720"),
        (shot(&["--tick", "3", "--size", "big", out[0], out[1]]), 2, "width x height in pixels"),
        (shot(&["--tick", "3", "--out", "a.jpg"]), 2, "must end in .png"),
        (shot(&["--tick", "3", "--out", "none/a.png"]), 1, "choose another place"),
        (
            shot(&["--tick", "3", "--overlay", "marker", out[0], out[1]]),
            2,
            "did you mean \"markers\"?",
        ),
        (shot(&["--tick", "3", "--select", "99", out[0], out[1]]), 2, "the units 0 to 17"),
        (shot(&["--tick", "3", "--doctrine", "Map Maker", out[0], out[1]]), 2, "Map Marker"),
        (shot(&["--tick", "3", "--beside", "Map Maker", out[0], out[1]]), 2, "Map Marker"),
        (shot(&["--tick", "3", "--metrics", "none/m.csv", out[0], out[1]]), 1, "none/m.csv"),
        (film(&["--from", "9", "--to", "3", "--out", "a.gif"]), 2, "--to 3 lies before --from 9"),
        (film(&["--from", "0", "--to", "3", "--out", "a.mp4"]), 2, "a .gif file, or a folder"),
        (film(&["--from", "0", "--to", "3", "--out", "full"]), 1, "the folder is not empty"),
        (film(&["--from", "0", "--to", "3", "--out", "none/a.gif"]), 1, "choose another place"),
        (film(&["--from", "0", "--to", "3", "--fps", "0", "--out", "a.gif"]), 2, "1..=32"),
        (film(&["--from", "0", "--to", "3"]), 2, "--out"),
    ];
    for ((code, said), expected, words) in cases {
        assert_eq!(code, Some(expected), "{said}");
        assert!(said.contains(words), "{said}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing was written");
}

#[test]
fn help_lists_the_columns_of_the_tables() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_phalanx")).args(["film", "--help"]).output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    for word in ["distance_walked", "hit_points", "--beside", "one row per unit and tick"] {
        assert!(help.contains(word), "{word}: {help}");
    }
}

#[test]
fn shipped_scenarios_can_be_drawn_at_every_size() {
    for (name, size) in
        [("two-base", (480, 360)), ("corridor-1", (1000, 2000)), ("glest-1", (2000, 400))]
    {
        let scenario = Source::named(Path::new(name)).load().unwrap();
        let caption = Caption::new(std::slice::from_ref(&scenario));
        let mut stage = simulate(std::slice::from_ref(&scenario));
        stage[0].run(2);
        let look = Look { width: size.0, height: size.1, ..look(&["paths", "occupancy"]) };
        let image = draw(&stage, look, &caption);
        assert_eq!((image.width, image.height), size);
        let colours: std::collections::BTreeSet<[u8; 3]> = image.pixels.iter().copied().collect();
        assert!(colours.len() > 300, "{name}: {} colours", colours.len());
    }
}
