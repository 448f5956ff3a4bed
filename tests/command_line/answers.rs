//! What commands say is true, as text and as JSON, and the exit code tells the same.

use crate::{Desk, SMALL, command, keys, phalanx};
use serde_json::{Value, json};
use std::process::Stdio;

/// A goal inside walls.
const UNREACHABLE: &[u8] = b"(version: 1, title: \"Walled\", map: Rows([
    \"..........\", \"....####..\", \"....#..#..\", \"....####..\", \"..........\"]),
    units: [(team: \"blue\", at: (0, 0), block: (3, 2))], orders: [(order: Move(At(5, 2)))])";

#[test]
fn no_ticks_still_have_units() {
    let value = phalanx(&["run", "bridge", "--ticks", "0", "--json"]).ends_with(0).json();
    assert_eq!((&value["ticks"], &value["metrics"]["units"]), (&0.into(), &90.into()));
    let text = phalanx(&["run", "bridge", "--ticks", "0"]).ends_with(0).out;
    assert!(text.contains("\n  units            90\n"), "{text}");
}

#[test]
fn goals_that_cannot_be_reached_are_named() {
    let steps = String::from_utf8_lossy(UNREACHABLE)
        .replace("title: \"Walled\",", "title: \"Walled\", motion: CellSteps(),");
    let desk = Desk::with(&[("steered.ron", UNREACHABLE), ("steps.ron", steps.as_bytes())]);
    for file in ["steered.ron", "steps.ron"] {
        let text = desk.phalanx(&["run", file]).ends_with(0).out;
        assert!(text.contains("of blue, to (5, 2): the goal cannot be reached"), "{text}");
        assert!(
            text.contains("cannot be reached (5, 2), the goal of 6 units: no path leads"),
            "{text}"
        );
        let value = desk.phalanx(&["run", file, "--json"]).ends_with(0).json();
        assert_eq!(value["unreachable"][0]["goal"], json!([5, 2]), "{value}");
        assert_eq!(value["unreachable"][0]["units"], 6);
        let waiting = value["waiting"].as_array().unwrap();
        let count: usize =
            waiting.iter().map(|group| group["units"].as_array().unwrap().len()).sum();
        assert_eq!(value["metrics"]["waiting"], count, "{value}");
        assert_eq!(
            (&waiting[0]["team"], &waiting[0]["reason"]),
            (&"blue".into(), &"Unreachable".into())
        );
        assert_eq!(value["end"], "stuck", "nobody waits for what cannot happen");
        assert!(value["ticks"].as_u64().unwrap() < 1000, "{value}");

        let plan = desk.phalanx(&["plan", file]).ends_with(0).out;
        assert!(plan.contains("cannot be reached (5, 2), the goal of 6 units"), "{plan}");
        assert!(plan.contains("cannot be reached; to ("), "{plan}");
        let plan = desk.phalanx(&["plan", file, "--json"]).ends_with(0).json();
        let units = plan["units"].as_array().unwrap();
        assert!(units.len() == 6 && units.iter().all(|unit| unit["reachable"] == false), "{plan}");
    }
    let plan = phalanx(&["plan", "bridge", "--json"]).ends_with(0).json();
    assert!(plan["units"].as_array().unwrap().iter().all(|unit| unit["reachable"] == true));
}

#[test]
fn json_says_what_the_text_says() {
    let value = phalanx(&["run", "four-way", "--ticks", "9", "--json", "--doctrine", "Flock"])
        .ends_with(0)
        .json();
    let text =
        phalanx(&["run", "four-way", "--ticks", "9", "--doctrine", "Flock"]).ends_with(0).out;
    for team in value["teams"].as_array().unwrap() {
        let (name, doctrine) = (team["name"].as_str().unwrap(), team["doctrine"].as_str().unwrap());
        assert!(text.contains(&format!("{name} ({doctrine})")), "{text}");
        assert_eq!(doctrine, "Flock");
    }
    // Flocks have no effect on cell steps, which is said on stderr, and here.
    let patrol = phalanx(&["run", "patrol", "--ticks", "2", "--doctrine", "Flock", "--json"]);
    let value = patrol.json();
    assert!(patrol.err.contains(value["ignored"][0].as_str().unwrap()), "{value}");
}

#[test]
fn check_speaks_json() {
    let desk = Desk::with(&[
        ("good.ron", SMALL),
        ("bad.ron", b"(version: 1,\n map: Rows([\".x.\"]))"),
        ("good.scen", b"version 1\n0 a.map 6 4 0 0 5 0 5\n"),
    ]);
    let files = ["good.ron", "bad.ron", "good.scen", "missing.ron"];
    let words = [&["check", "--json"], &files[..]].concat();
    let list = desk.phalanx(&words).ends_with(1).json();
    let valid: Vec<&Value> = list.as_array().unwrap().iter().map(|file| &file["valid"]).collect();
    assert_eq!(valid, [true, false, true, false]);
    assert_eq!(list[0]["kind"], "scenario");
    assert!(list[0]["summary"].as_str().unwrap().contains("8 x 3 cells"));
    assert_eq!((&list[1]["line"], &list[1]["column"]), (&2.into(), &15.into()));
    assert!(list[1]["error"].as_str().unwrap().contains("'x'"));
    assert_eq!(list[2]["summary"], "1 problem");
    assert_eq!(list[3]["line"], Value::Null);
    desk.phalanx(&["check", "good.ron", "--json"]).ends_with(0);
}

#[test]
fn check_knows_every_file_of_the_program() {
    let desk = Desk::with(&[
        ("doctrine.ron", b"(search: Whca())"),
        ("kinds.ron", b"(version: 1, kinds: [(name: \"orc\", hit_points: 5, speed: 1)])"),
        ("level.tsx", include_bytes!("../maps/level.tsx")),
    ]);
    let bridge = ["run", "bridge", "--ticks", "64"];
    for (option, file) in [
        ("--trace", "a.trace"),
        ("--save-directions", "learned.ron"),
        ("--save-recording", "recording.ron"),
        ("--save-line", "line.txt"),
    ] {
        desk.phalanx(&[&bridge[..], &[option, file]].concat()).ends_with(0);
    }
    for (file, words) in [
        ("doctrine.ron", "a doctrine"),
        ("kinds.ron", "1 unit kind"),
        ("level.tsx", "a tileset"),
        ("a.trace", "64 ticks"),
        ("learned.ron", "learned directions"),
        ("recording.ron", "64 ticks, 2 hashes"),
        ("line.txt", "64 ticks"),
    ] {
        let answer = desk.phalanx(&["check", file]).ends_with(0);
        let expected = format!("{file}: valid: ");
        assert!(answer.out.starts_with(&expected) && answer.out.contains(words), "{}", answer.out);
        assert!(!answer.out.contains("1 unit kinds"));
    }
}

#[test]
fn diff_and_the_list_of_experiments_speak_json() {
    let desk = Desk::with(&[]);
    for seed in ["1", "2"] {
        let file = format!("{seed}.trace");
        let words = ["run", "bridge", "--ticks", "40", "--seed", seed, "--trace", &file];
        desk.phalanx(&words).ends_with(0);
    }
    let same = desk.phalanx(&["diff", "1.trace", "1.trace", "--json"]).ends_with(0).json();
    assert_eq!((&same["equal"], &same["ticks"]), (&true.into(), &40.into()));
    let error = desk.phalanx(&["diff", "1.trace", "2.trace", "--json"]).ends_with(1);
    assert!(error.json()["error"].as_str().unwrap().contains("seeds are"), "{}", error.out);
    let other = desk.phalanx(&["diff", "bridge", "boulder", "--json"]).ends_with(1).json();
    assert_eq!(other["equal"], false);
    assert!(!other["difference"]["fields"].as_array().unwrap().is_empty(), "{other}");
    let list = phalanx(&["experiment", "--list", "--json"]).ends_with(0).json();
    assert_eq!(keys(&list[0]), ["about", "name", "paper"]);
    assert_eq!(list, phalanx(&["list", "experiments", "--json"]).ends_with(0).json());
}

#[test]
fn exit_codes_follow_one_table() {
    let desk = Desk::with(&[("small.ron", SMALL), ("walled.ron", UNREACHABLE)]);
    for (words, code) in [
        (&["run", "small.ron"][..], 0),
        (&["run", "small.ron", "--require-arrived"], 0),
        (&["run", "small.ron", "--require-arrived", "--ticks", "3"], 3),
        (&["run", "walled.ron"], 0),
        (&["run", "walled.ron", "--require-arrived", "--json"], 3),
        (&["run", "nowhere.ron"], 1),
        (&["check", "nowhere.ron"], 1),
        (&["experiment", "nosuch"], 2),
        (&["experiment"], 2),
        (&["experiment", "--list", "--quick"], 2),
        (&["experiment", "movement", "--scenario", "nosuch"], 2),
        (&["shot", "small.ron", "--tick", "0", "--out", "f.jpg"], 2),
        (&["film", "small.ron", "--from", "0", "--to", "1", "--out", "f.mp4"], 2),
        (&["run", "small.ron", "--rounds", "2-19"], 2),
        (&["run", "small.ron", "--every", "3"], 2),
        (&["run", "small.ron", "--ticks", "3", "--until", "arrived"], 2),
        (&["list", "nothing"], 2),
        (&["diff", "bridge", "bridge", "--threshold", "3"], 2),
        (&["check", "small.ron", "walled.ron", "--invert"], 2),
        (&["run", "phalanx:2:", "--cell-size", "3"], 2),
        (&["run", "phalanx:2:", "--scen", "x.scen", "--patrol", "1"], 2),
    ] {
        desk.phalanx(words).ends_with(code);
    }
}

/// A script reads only stdout.
#[test]
fn a_failure_is_json_too_where_json_is_asked_for() {
    for (words, code) in [
        (&["run", "brige", "--json"][..], 1),
        (&["run", "bridge", "--json", "--doctrine", "Map Maker"], 2),
        (&["experiment", "nosuch", "--json"], 2),
    ] {
        let answer = phalanx(words).ends_with(code);
        let sentence = answer.json()["error"].as_str().unwrap().to_string();
        assert_eq!(answer.err.trim_end(), sentence);
    }
    for words in [
        &["run", "bridge", "--json", "--ticks", "-5"][..],
        &["run", "bridge", "--json", "--tick", "5"],
        &["run", "--json"],
        &["rnu", "bridge", "--json"],
    ] {
        let answer = phalanx(words).ends_with(2);
        let sentence = answer.json()["error"].as_str().unwrap().to_string();
        assert!(answer.err.contains(&sentence) && !sentence.contains("Usage"), "{sentence}");
    }
    assert!(phalanx(&["run", "--json", "--help"]).ends_with(0).out.contains("Usage"));
}

#[test]
fn what_cannot_be_printed_is_a_failure_of_the_help_too() {
    let Ok(full) = std::fs::File::options().write(true).open("/dev/full") else { return };
    let folder = tempfile::tempdir().unwrap();
    for words in [&["--help"][..], &["check", "--help"], &["--version"], &["list", "presets"]] {
        let out = Stdio::from(full.try_clone().unwrap());
        let status = command(folder.path(), words).stdout(out).stderr(Stdio::null()).status();
        assert_eq!(status.unwrap().code(), Some(1), "{words:?}");
    }
}

#[test]
fn runs_end_when_they_are_asked_to() {
    let value = |words: &[&str]| {
        phalanx(&[&["run", "bottleneck", "--json"], words].concat()).ends_with(0).json()
    };
    let whole = value(&[]);
    assert_eq!(whole["end"], "arrived");
    let ticks = whole["ticks"].as_u64().unwrap();
    let limited = value(&["--at-most", "50"]);
    assert_eq!((&limited["end"], &limited["ticks"]), (&"ticks".into(), &50.into()));
    for words in [&["--until", "arrived"][..], &["--until", "arrived", "--at-most", "100000"]] {
        let value = value(words);
        assert_eq!((&value["ticks"], &value["hash"]), (&ticks.into(), &whole["hash"]));
    }
}

#[test]
fn rows_can_be_every_nth_tick_or_only_the_last() {
    let desk = Desk::with(&[("small.ron", SMALL)]);
    let ticks = |every: &str| {
        let words = ["run", "small.ron", "--ticks", "10", "--force", "--metrics", "m.csv"];
        let more = ["--trajectories", "t.csv", "--every", every];
        desk.phalanx(&[&words[..], &more].concat()).ends_with(0);
        let read = |name: &str| {
            let text = std::fs::read_to_string(desk.path(name)).unwrap();
            let tick = |line: &str| line.split(',').nth(1).unwrap().parse::<u64>().unwrap();
            let mut ticks: Vec<u64> = text.lines().skip(1).map(tick).collect();
            ticks.dedup();
            ticks
        };
        assert_eq!(read("m.csv"), read("t.csv"));
        read("m.csv")
    };
    assert_eq!(ticks("1"), (0..=10).collect::<Vec<u64>>());
    assert_eq!(ticks("4"), [0, 4, 8, 10]);
    assert_eq!(ticks("5"), [0, 5, 10]);
    assert_eq!(ticks("last"), [10]);
}
