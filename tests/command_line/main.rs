//! The real program on the command line.
#![cfg(feature = "cli")]

mod answers;
mod help;
mod names;
mod outputs;
mod problems;
mod recordings;
mod streams;

use serde_json::Value;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The result of a call of the program.
struct Answer {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Answer {
    fn of(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program prints text");
        let answer =
            Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) };
        answer.assert_no_panic();
        answer
    }

    fn assert_no_panic(&self) {
        for word in ["panicked at", "RUST_BACKTRACE", "overflow"] {
            assert!(!self.err.contains(word), "{}", self.err);
        }
        assert!(
            self.code.is_some_and(|code| (0..=3).contains(&code)),
            "{:?}: {}",
            self.code,
            self.err
        );
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}\n{}", self.out))
    }

    /// Expects an exit code.
    #[track_caller]
    fn ends_with(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "stdout: {}\nstderr: {}", self.out, self.err);
        self
    }
}

/// The program without a display, in an empty folder.
fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_phalanx"));
    command
        .args(arguments)
        .current_dir(folder)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("PHALANX_MAPS")
        .stdin(Stdio::null());
    command
}

fn phalanx(arguments: &[&str]) -> Answer {
    let folder = tempfile::tempdir().unwrap();
    Answer::of(command(folder.path(), arguments).output().unwrap())
}

/// A folder with files in it.
struct Desk(tempfile::TempDir);

impl Desk {
    fn with(files: &[(&str, &[u8])]) -> Self {
        let desk = Self(tempfile::tempdir().unwrap());
        for (name, bytes) in files {
            std::fs::write(desk.path(name), bytes).unwrap();
        }
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn phalanx(&self, arguments: &[&str]) -> Answer {
        Answer::of(command(self.0.path(), arguments).output().unwrap())
    }
}

const SMALL: &[u8] = b"(
    version: 1,
    title: \"Small\",
    map: Rows([
        \"........\",
        \"...##...\",
        \"........\",
    ]),
    units: [(team: \"blue\", at: (0, 0), block: (2, 1))],
    orders: [(order: Move(At(7, 2)))],
)
";

const MAP: &[u8] = b"type octile\nheight 4\nwidth 6\nmap\n......\n.@@@@.\n.@....\n......\n";

#[test]
fn help_has_examples_of_every_command() {
    let help = phalanx(&["--help"]).ends_with(0);
    assert!(help.err.is_empty());
    assert!(help.out.contains("\nExamples"), "{}", help.out);
    for command in ["open", "run", "plan", "experiment", "list", "check", "generate", "convert"] {
        assert!(help.out.contains(&format!("  phalanx {command} ")), "{command}: {}", help.out);
        phalanx(&[command, "--help"]).ends_with(0);
    }
    phalanx(&["--version"]).ends_with(0);
}

#[test]
fn run_names_a_scenario_without_a_title_by_its_file() {
    let untitled = String::from_utf8_lossy(SMALL).replace("title: \"Small\",", "");
    let desk =
        Desk::with(&[("small.ron", SMALL), ("bare.ron", untitled.as_bytes()), ("a.map", MAP)]);
    for (file, name) in [("small.ron", "Small"), ("bare.ron", "bare.ron"), ("a.map", "a")] {
        let text = desk.phalanx(&["run", file, "--ticks", "1"]).ends_with(0);
        assert_eq!(text.out.lines().next(), Some(name), "{}", text.out);
        let json = desk.phalanx(&["run", file, "--ticks", "1", "--json"]).ends_with(0);
        assert_eq!(json.json()["scenario"], name);
        // Without a display the window does the same.
        let shown = desk.phalanx(&["open", file]).ends_with(0);
        assert_eq!(shown.out.lines().next(), Some(name), "{}", shown.out);
    }
}

#[test]
fn run_prints_numbers_and_the_same_hash_every_time() {
    let desk = Desk::with(&[("small.ron", SMALL)]);
    let text = desk.phalanx(&["run", "small.ron", "--ticks", "50"]).ends_with(0);
    assert!(text.err.is_empty(), "{}", text.err);
    assert!(text.out.contains("Small") && text.out.contains("state hash"), "{}", text.out);

    let json = desk.phalanx(&["run", "small.ron", "--ticks", "50", "--json"]).ends_with(0);
    assert!(json.err.is_empty(), "{}", json.err);
    let value = json.json();
    assert_eq!(value["ticks"], 50);
    let hash = value["hash"].as_str().unwrap();
    assert!(text.out.contains(hash), "both forms tell the same");
    assert_eq!(value["metrics"]["units"], 2);
    assert!(value["metrics"]["distance_walked"].as_f64().unwrap() > 1.0);
    assert_eq!(
        keys(&value),
        [
            "end",
            "groups",
            "hash",
            "ignored",
            "metrics",
            "scenario",
            "seed",
            "teams",
            "ticks",
            "unreachable",
            "waiting"
        ]
    );

    let arguments = ["run", "small.ron", "--ticks", "51", "--seed", "9", "--json"];
    let other = desk.phalanx(&arguments).ends_with(0).json();
    assert_ne!(other["hash"], value["hash"]);
    assert_eq!(other["seed"], 9);
    let whole = desk.phalanx(&["run", "small.ron", "--json"]).ends_with(0).json();
    assert_eq!(whole["metrics"]["arrived"], 2, "without --ticks it runs until all have arrived");
    desk.phalanx(&["run", "small.ron", "--ticks", "0"]).ends_with(0);
}

#[test]
fn plan_prints_every_path() {
    let desk = Desk::with(&[("small.ron", SMALL)]);
    let text = desk.phalanx(&["plan", "small.ron"]).ends_with(0);
    assert!(text.out.contains("average length") && text.out.contains("cohesion"), "{}", text.out);
    for doctrine in ["A*", "a* per unit"] {
        let arguments = ["plan", "small.ron", "--json", "--doctrine", doctrine];
        let value = desk.phalanx(&arguments).ends_with(0).json();
        assert_eq!(
            keys(&value),
            ["average_length", "cohesion", "expanded", "separation", "sides", "units"]
        );
        let group = &value["separation"][0];
        assert_eq!((&group["units"], &group["separated"]), (&2.into(), &false.into()), "{group}");
        let units = value["units"].as_array().unwrap();
        assert_eq!(units.len(), 2);
        let first = &units[0];
        assert_eq!(keys(first), ["expanded", "goal", "id", "length", "path", "reachable", "start"]);
        assert_eq!(first["start"], serde_json::json!([0, 0]));
        assert_eq!(first["goal"], serde_json::json!([7, 2]));
        let path = first["path"].as_array().unwrap();
        assert_eq!(path.first(), Some(&first["start"]));
        assert_eq!(path.last(), Some(&first["goal"]));
        let longest_side: f64 = path
            .windows(2)
            .flat_map(|pair| {
                [0, 1].map(|i| pair[1][i].as_f64().unwrap() - pair[0][i].as_f64().unwrap())
            })
            .map(f64::abs)
            .fold(0.0, f64::max);
        assert_eq!(longest_side, 1.0, "every step leads to a neighbour");
        // Five straight steps and two diagonal ones: two rows down over eight columns.
        assert!((first["length"].as_f64().unwrap() - 7.828427).abs() < 1e-5, "{first}");
        let sum: u64 = units.iter().map(|u| u["expanded"].as_u64().unwrap()).sum();
        assert_eq!(value["expanded"], sum);
    }
}

#[test]
fn solve_compares_with_the_optimum() {
    // By hand: both paths around the wall have only corners that may not be cut.
    let scen = "version 1\n\
        0\tsmall.map\t6\t4\t0\t0\t5\t0\t5\n\
        1\tsmall.map\t6\t4\t0\t0\t2\t2\t6\n\
        1\tsmall.map\t6\t4\t3\t2\t3\t2\t0\n";
    let wrong = scen.replace("2\t2\t6", "2\t2\t4.5");
    let desk = Desk::with(&[
        ("small.map", MAP),
        ("small.map.scen", scen.as_bytes()),
        ("wrong.scen", wrong.as_bytes()),
    ]);
    let value = desk.phalanx(&["solve", "small.map", "small.map.scen", "--json"]).json();
    for name in ["problems", "solved", "optimal", "worst_excess", "expanded", "seconds"] {
        assert!(value[name].is_number(), "{name} in {value}");
    }
    assert_eq!((&value["problems"], &value["solved"]), (&3.into(), &3.into()));
    let finding = desk.phalanx(&["solve", "small.map", "wrong.scen"]).ends_with(1);
    assert!(finding.err.contains("wrong.scen:3: problem 2"), "{}", finding.err);
    let one = desk.phalanx(&["solve", "small.map", "wrong.scen", "--limit", "1"]).ends_with(0);
    assert!(one.err.is_empty(), "{}", one.err);
    assert_eq!(value["optimal"], 3, "{value}");
}

#[test]
fn generated_maps_are_valid_repeatable_and_solvable() {
    let desk = Desk::with(&[]);
    for kind in ["caves", "rooms", "two-base", "scatter"] {
        let make = |seed: &str, out: &str| {
            let arguments = ["generate", kind, "--size", "48x40", "--seed", seed, "--out", out];
            let made = desk.phalanx(&[&arguments[..], &["--force"]].concat()).ends_with(0);
            assert!(made.out.is_empty() && made.err.contains(out), "{} {}", made.out, made.err);
            std::fs::read(desk.path(out)).unwrap()
        };
        assert_eq!(make("3", "a.map"), make("3", "b.map"), "{kind}");
        assert_ne!(make("3", "a.map"), make("4", "c.map"), "{kind}");
        make("3", "a.ron");
        desk.phalanx(&["check", "a.map", "a.ron"]).ends_with(0);
        let set = match kind {
            "caves" => "rock=30",
            "rooms" => "smallest-room=9",
            "two-base" => "wilderness=0",
            _ => "cells_per_obstacle=20",
        };
        let size = ["--size", "48x40", "--seed", "3"];
        let with =
            |out| [&["generate", kind, "--force", "--set", set, "--out", out], &size[..]].concat();
        desk.phalanx(&with("d.map")).ends_with(0);
        desk.phalanx(&with("d.ron")).ends_with(0);
        let read = |file: &str| std::fs::read_to_string(desk.path(file)).unwrap();
        assert_ne!(read("d.map"), read("a.map"), "{kind} {set}");
        assert!(read("d.ron").contains("parameters: {"), "{}", read("d.ron"));
        desk.phalanx(&["check", "d.ron"]).ends_with(0);

        let rows: Vec<String> = std::fs::read_to_string(desk.path("a.map"))
            .unwrap()
            .lines()
            .skip(4)
            .map(String::from)
            .collect();
        let free: Vec<(usize, usize)> = (0..40)
            .flat_map(|y| (0..48).map(move |x| (x, y)))
            .filter(|&(x, y)| rows[y].as_bytes()[x] == b'.')
            .collect();
        let (from, to) = (free[0], free[free.len() - 1]);
        // The optimum of a new map is not known, so the program computes the length.
        let scen = format!("version 1\n0 a.map 48 40 {} {} {} {} 0\n", from.0, from.1, to.0, to.1);
        std::fs::write(desk.path("a.scen"), scen).unwrap();
        let value = desk.phalanx(&["solve", "a.map", "a.scen", "--json"]).json();
        assert_eq!(value["solved"], 1, "{kind}: {value}");
    }
}

#[test]
fn check_says_what_is_wrong_and_where() {
    let unknown_team = String::from_utf8(SMALL.to_vec()).unwrap().replace("\"blue\"", "\"bleu\"");
    let on_wall = String::from_utf8(SMALL.to_vec()).unwrap().replace("at: (0, 0)", "at: (3, 1)");
    let desk = Desk::with(&[
        ("good.ron", SMALL),
        ("team.ron", unknown_team.as_bytes()),
        ("wall.ron", on_wall.as_bytes()),
        ("typo.ron", b"(\n    version: 1,\n    mpa: Rows([\".\"]),\n)"),
        ("bad.map", b"type octile\nheight 2\nwidth 3\nmap\n...\n.x.\n"),
        ("bad.scen", b"version 1\n0 a.map 6 4 0 0 five 0 5\n"),
        ("good.map", MAP),
    ]);
    let good = desk.phalanx(&["check", "good.ron", "good.map"]).ends_with(0);
    assert_eq!(good.out.lines().count(), 2);
    assert!(good.out.contains("good.ron: valid"), "{}", good.out);
    for (file, place, word) in [
        ("team.ron", "team.ron:9:", "bleu"),
        ("wall.ron", "wall.ron:9:", "wall"),
        ("typo.ron", "typo.ron:3:5", "mpa"),
        ("bad.map", "bad.map:6:2", "x"),
        ("bad.scen", "bad.scen:2:", "five"),
    ] {
        let answer = desk.phalanx(&["check", file]).ends_with(1);
        let (line, rest) = (answer.out.trim_end(), &answer.err);
        assert!(line.contains(place) && line.contains(word), "{file}: {line}");
        assert!(!line.contains('\n') && rest.is_empty(), "one sentence: {line} {rest}");
    }
    let both = desk.phalanx(&["check", "good.ron", "team.ron", "good.map"]).ends_with(1);
    assert_eq!(both.out.lines().count(), 3, "all files are looked at: {}", both.out);
}

#[test]
fn wrong_usage_names_the_right_one() {
    let desk = Desk::with(&[("small.ron", SMALL)]);
    for command in ["run", "plan"] {
        let answer = desk.phalanx(&[command, "small.ron", "--doctrine", "Z*"]).ends_with(2);
        assert!(answer.err.contains("did you mean \"A*\"?"), "{}", answer.err);
        assert!(answer.out.is_empty());
    }
    for arguments in [
        &["run"][..],
        &["fly", "small.ron"],
        &["run", "small.ron", "--ticks", "-5"],
        &["run", "small.ron", "--ticks", "1e3"],
        &["run", "small.ron", "--ticks", "18446744073709551616"],
        &["run", "small.ron", "--seed", "x"],
        &["solve", "small.map"],
        &["check"],
        &["generate", "caves", "--size", "0x5", "--out", "a.map"],
        &["generate", "caves", "--size", "99999x99999", "--out", "a.map"],
        &["generate", "caves", "--size", "-4x4", "--out", "a.map"],
        &["generate", "caves", "--size", "4", "--out", "a.map"],
        &["generate", "caves", "--size", "4x4"],
        &["generate", "caves", "--size", "4x4", "--out", "a.gif"],
        &["generate", "sea", "--size", "4x4", "--out", "a.map"],
        &["generate", "caves", "--size", "4x4", "--out", "a.map", "--set", "rock"],
        &["generate", "caves", "--size", "4x4", "--out", "a.map", "--set", "rock=99"],
        &["generate", "caves", "--size", "4x4", "--out", "a.map", "--set", "doors=1"],
    ] {
        let answer = desk.phalanx(arguments).ends_with(2);
        assert!(answer.out.is_empty() && !answer.err.is_empty(), "{arguments:?}");
    }
    let kinds = phalanx(&["generate", "sea", "--size", "4x4", "--out", "a.map"]).err;
    assert!(kinds.contains("caves") && kinds.contains("two-base"), "{kinds}");
}

/// Files with every kind of error, for every command that reads one.
#[test]
fn no_file_makes_the_program_panic() {
    let big = b"(version: 1, map: Rectangles(size: (4294967295, 4294967295), areas: []))";
    let generated = b"(version: 1, map: Generated(kind: Caves, size: (100000, 100000), seed: 1))";
    let negative = b"(version: 1, map: Rows([\"...\"]), units: [(team: \"blue\", at: (-1, 0))])";
    let far = b"(version: 1, map: Rows([\"...\"]), obstacles: [(at: (2147483647, 0), size: (4294967295, 1))])";
    let deep = "(".repeat(100_000);
    let files: &[(&str, &[u8])] = &[
        ("empty.ron", b""),
        ("empty.map", b""),
        ("empty.scen", b""),
        ("blank.ron", b"  \n\n"),
        ("binary.ron", &[0, 159, 146, 150, 255, 0, 7]),
        ("binary.map", &[0xff; 4000]),
        ("binary.scen", &[0xff, 0xfe, 0]),
        ("big.ron", big),
        ("generated.ron", generated),
        ("negative.ron", negative),
        ("far.ron", far),
        ("deep.ron", deep.as_bytes()),
        ("zero.map", b"type octile\nheight 0\nwidth 0\nmap\n"),
        ("huge.map", b"type octile\nheight 4294967295\nwidth 4294967295\nmap\n"),
        ("minus.map", b"type octile\nheight -1\nwidth 3\nmap\n...\n"),
        ("short.map", b"type octile\nheight 3\nwidth 3\nmap\n...\n"),
        ("half.map", b"type octile\nheight 3\n"),
        ("future.ron", b"(version: 99, map: Rows([\".\"]))"),
        ("future.scen", b"version 99\n"),
        ("noversion.ron", b"(map: Rows([\".\"]))"),
        ("list.ron", b"[1, 2, 3]"),
        ("letter.ron", b"(version: 1, map: Rows([\".?.\"]))"),
        ("ragged.ron", b"(version: 1, map: Rows([\"...\", \"..\"]))"),
        ("nothing.ron", b"(version: 1, map: Rows([]))"),
        ("lost.ron", b"(version: 1, map: File(\"nowhere.map\"))"),
        ("itself.ron", b"(version: 1, map: File(\"itself.ron\"))"),
    ];
    let desk = Desk::with(files);
    std::fs::create_dir(desk.path("folder.ron")).unwrap();
    std::fs::create_dir(desk.path("folder.map")).unwrap();
    std::fs::write(desk.path("good.map"), MAP).unwrap();
    let names = files.iter().map(|(name, _)| *name);
    for name in names.chain(["folder.ron", "folder.map", "missing.ron", "missing.map"]) {
        let is_scen = name.ends_with(".scen");
        let mut answers = vec![desk.phalanx(&["check", name])];
        if is_scen {
            answers.push(desk.phalanx(&["solve", "good.map", name]));
        } else {
            answers.push(desk.phalanx(&["run", name]));
            answers.push(desk.phalanx(&["plan", name, "--json"]));
            answers.push(desk.phalanx(&["open", name]));
            answers.push(desk.phalanx(&["solve", name, name]));
        }
        for (i, answer) in answers.into_iter().enumerate() {
            if name == "empty.scen" && answer.code == Some(0) {
                continue;
            }
            let said = format!("{}{}", answer.out, answer.err);
            assert_eq!(answer.code, Some(1), "{name}, call {i}: {said}");
            assert!(said.contains(name) && said.len() < 2000, "{name}, call {i}: {said}");
        }
    }
}

#[test]
fn open_of_a_wrong_file_says_why() {
    let desk = Desk::with(&[("bad.ron", b"(version: 1,\n map: Rows([\".x.\"]))")]);
    for display in [None, Some(":9876")] {
        let mut command = command(desk.0.path(), &["open", "bad.ron"]);
        if let Some(display) = display {
            command.env("DISPLAY", display);
        }
        let answer = Answer::of(command.output().unwrap()).ends_with(1);
        assert!(answer.err.starts_with("bad.ron:2:15"), "{}", answer.err);
        assert!(answer.out.is_empty());
    }
}

/// `phalanx` without a display is not an error.
#[test]
fn without_a_display_the_default_scenario_runs_and_the_commands_are_named() {
    let folder = tempfile::tempdir().unwrap();
    for display in [None, Some(""), Some(":9876"), Some("nonsense"), Some("127.0.0.1:9999")] {
        let mut command = command(folder.path(), &[]);
        if let Some(display) = display {
            command.env("DISPLAY", display);
        }
        let answer = Answer::of(command.output().unwrap()).ends_with(0);
        let first = answer.err.lines().next().unwrap();
        assert!(first.contains("without a window") && first.ends_with('.'), "{first}");
        for command in ["run", "plan", "solve", "check", "generate"] {
            assert!(answer.err.contains(&format!("phalanx {command}")), "{}", answer.err);
        }
        assert!(
            answer.out.contains("state hash") && answer.out.contains("units"),
            "{}",
            answer.out
        );
    }
}

/// A broken pipe, as in `phalanx plan ... | head -1`.
#[test]
fn a_broken_pipe_is_not_an_error() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [
        &["plan", "two-base", "--json"][..],
        &["plan", "two-base"],
        &["run", "bridge", "--ticks", "3"],
        &["check", "--help"],
    ] {
        let mut child = command(folder.path(), arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        let code = child.wait().unwrap().code();
        assert_eq!((code, said.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
fn shipped_scenarios_have_names() {
    for name in ["bridge", "01-bridge", "01-bridge.ron", "Bridge", "u-trap"] {
        phalanx(&["run", name, "--ticks", "1"]).ends_with(0);
    }
    let answer = phalanx(&["run", "brigde", "--ticks", "1"]).ends_with(1);
    assert!(answer.err.contains("brigde"), "{}", answer.err);
}

fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

/// The level that every file in `tests/maps` holds.
const LEVEL: &str = include_str!("../maps/level.txt");

/// A folder with the same level in every format that is read.
fn levels() -> Desk {
    let desk = Desk::with(&[
        ("level.tmx", include_bytes!("../maps/level.tmx")),
        ("level.tmj", include_bytes!("../maps/level.tmj")),
        ("level.tsx", include_bytes!("../maps/level.tsx")),
        ("level.txt", LEVEL.as_bytes()),
    ]);
    desk.phalanx(&["convert", "level.txt", "level.png"]).ends_with(0);
    desk.phalanx(&["convert", "level.txt", "level.map"]).ends_with(0);
    desk
}

#[test]
fn every_command_takes_maps_of_every_format() {
    let desk = levels();
    let hash = |file: &str| {
        let value = desk.phalanx(&["run", file, "--ticks", "40", "--json"]).ends_with(0).json();
        assert!(value["metrics"]["distance_walked"].as_f64().unwrap() > 0.0, "{value}");
        value["hash"].clone()
    };
    let expected = hash("level.map");
    for file in ["level.png", "level.tmx", "level.tmj", "level.txt"] {
        let check = desk.phalanx(&["check", file]).ends_with(0);
        assert!(check.out.contains("8 x 5 cells, 1 team, 8 units"), "{}", check.out);
        assert_eq!(hash(file), expected, "{file}");
        let plan = desk.phalanx(&["plan", file]).ends_with(0);
        assert!(plan.out.contains("average length"), "{}", plan.out);
        desk.phalanx(&["diff", "level.map", file, "--ticks", "5"]).ends_with(0);
        std::fs::write(desk.path("a.scen"), "version 1\n0 m 8 5 0 0 7 4 0\n").unwrap();
        desk.phalanx(&["solve", file, "a.scen"]).ends_with(0);
        let patrol = ["run", file, "--scen", "a.scen", "--patrol", "1", "--json"];
        assert_eq!(desk.phalanx(&patrol).ends_with(0).json()["metrics"]["units"], 1);
        let scenario = format!("(version: 1, map: File({file:?}))");
        std::fs::write(desk.path("named.ron"), scenario).unwrap();
        desk.phalanx(&["check", "named.ron"]).ends_with(0);
    }
    desk.phalanx(&["shot", "level.tmx", "--tick", "9", "--out", "shot.png"]).ends_with(0);
    assert!(desk.path("shot.png").is_file());
}

#[test]
fn convert_writes_the_same_ground_in_every_format() {
    let desk = levels();
    for (from, to) in [
        ("level.tmx", "a.map"),
        ("a.map", "b.png"),
        ("b.png", "c.txt"),
        ("c.txt", "d.ron"),
        ("d.ron", "e.txt"),
        ("level.tmj", "f.txt"),
    ] {
        let told = desk.phalanx(&["convert", from, to]).ends_with(0);
        assert!(
            told.out.is_empty() && told.err.contains("8 x 5 cells, 32 of them free"),
            "{}",
            told.err
        );
    }
    for text in ["c.txt", "e.txt", "f.txt"] {
        assert_eq!(std::fs::read_to_string(desk.path(text)).unwrap(), LEVEL, "{text}");
    }
    let scenario = std::fs::read_to_string(desk.path("d.ron")).unwrap();
    assert!(scenario.contains("map: Rows(") && scenario.contains("units:"), "{scenario}");
    // A shipped scenario, and rows from stdin.
    desk.phalanx(&["convert", "boulder", "boulder.map"]).ends_with(0);
    let mut command = command(desk.0.path(), &["convert", "-", "pasted.map"]);
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"  ..#\n  .W.\n").unwrap();
    Answer::of(child.wait_with_output().unwrap()).ends_with(0);
    let pasted = std::fs::read_to_string(desk.path("pasted.map")).unwrap();
    assert_eq!(pasted, "type octile\nheight 2\nwidth 3\nmap\n..@\n.W.\n");
}

#[test]
fn convert_takes_options_for_pictures_and_refuses_what_it_cannot_do() {
    let desk = levels();
    desk.phalanx(&["convert", "level.png", "large.txt", "--cell-size", "4"]).ends_with(0);
    assert_eq!(std::fs::read_to_string(desk.path("large.txt")).unwrap(), "..\n#.\n");
    desk.phalanx(&["convert", "level.png", "bright.txt", "--threshold", "0"]).ends_with(0);
    assert!(!std::fs::read_to_string(desk.path("bright.txt")).unwrap().contains('#'));
    std::fs::write(desk.path("bad.tmx"), "<map orientation='isometric'/>").unwrap();
    for (arguments, code, words) in [
        (&["convert", "level.png", "a.gif"][..], 2, ".ron, .map, .png, .txt"),
        (&["convert", "level.map", "a.txt", "--threshold", "9"], 2, "are for pictures"),
        (&["convert", "level.png", "a.txt", "--cell-size", "0"], 2, "--cell-size"),
        (&["convert", "none.png", "a.txt"], 1, "there is no such file"),
        (&["convert", "bad.tmx", "a.txt"], 1, "bad.tmx:1:1: the map is isometric; only orthogonal"),
    ] {
        let answer = desk.phalanx(arguments).ends_with(code);
        assert!(answer.err.contains(words), "{arguments:?}: {}", answer.err);
        assert!(!desk.path("a.txt").exists());
    }
}

#[test]
fn options_for_pictures_work_wherever_a_map_is_taken() {
    let desk = levels();
    std::fs::write(desk.path("a.scen"), "version 1\n0 m 2 2 0 0 1 1 0\n").unwrap();
    desk.phalanx(&["convert", "level.png", "small.map", "--cell-size", "4"]).ends_with(0);
    let options = ["--cell-size", "4"];
    let with = |words: &[&str]| desk.phalanx(&[words, &options].concat()).ends_with(0);
    assert!(with(&["check", "level.png"]).out.contains("2 x 2 cells"));
    assert!(with(&["check", "level.png", "level.map"]).out.contains("8 x 5 cells"));
    let run = with(&["run", "level.png", "--ticks", "20", "--json", "--trace", "a.trace"]).json();
    let same = desk.phalanx(&["run", "small.map", "--ticks", "20", "--json"]).ends_with(0).json();
    assert_eq!(run["hash"], same["hash"]);
    with(&["diff", "level.png", "small.map", "--ticks", "5"]);
    // A trace keeps the options of its run.
    desk.phalanx(&["run", "level.png", "--ticks", "20", "--trace", "b.trace"]).ends_with(0);
    let told = desk.phalanx(&["diff", "a.trace", "b.trace"]);
    assert!(told.out.contains("difference"), "{}", told.out);
    with(&["plan", "level.png"]);
    with(&["solve", "level.png", "a.scen"]);
    with(&["run", "level.png", "--scen", "a.scen", "--patrol", "1"]);
    with(&["shot", "level.png", "--tick", "1", "--out", "a.png"]);
    let bright = desk.phalanx(&["check", "level.png", "--threshold", "0"]).ends_with(0);
    assert!(bright.out.contains("8 x 5 cells"));
    desk.phalanx(&["convert", "level.png", "dark.txt", "--invert"]).ends_with(0);
    let dark = std::fs::read_to_string(desk.path("dark.txt")).unwrap();
    assert_eq!(dark.lines().count(), LEVEL.lines().count());
    assert!(dark.starts_with('#') && LEVEL.starts_with('.'), "{dark}");
    for words in [
        &["run", "level.map", "--threshold", "9"][..],
        &["plan", "bridge", "--cell-size", "2"],
        &["check", "level.txt", "--invert"],
        &["open", "level.tmx", "--threshold", "3"],
    ] {
        let answer = desk.phalanx(words).ends_with(2);
        assert!(answer.err.contains("are for pictures (.png)"), "{words:?}: {}", answer.err);
    }
}
