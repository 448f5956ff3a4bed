//! Recordings and lines of text: made, repeated and compared.

use crate::{Desk, phalanx};
use serde_json::Value;

const TICKS: &str = "330";

/// A folder with a recording of ten hashes, the last of which can be wrong.
fn desk(last_is_wrong: bool) -> Desk {
    let desk = Desk::with(&[]);
    let words = ["run", "u-trap", "--ticks", TICKS, "--save-recording", "r.ron"];
    desk.phalanx(&words).ends_with(0);
    if last_is_wrong {
        let text = std::fs::read_to_string(desk.path("r.ron")).unwrap();
        let last = text.rfind("\",\n    ],\n    scenario").unwrap();
        let wrong = format!("{}0000000000000000{}", &text[..last - 16], &text[last..]);
        std::fs::write(desk.path("r.ron"), wrong).unwrap();
    }
    desk
}

#[test]
fn a_recording_repeats_the_run_with_its_options() {
    let desk = desk(false);
    let made = ["run", "u-trap", "--ticks", TICKS, "--json"];
    let first = desk.phalanx(&made).ends_with(0).json();
    let again = desk.phalanx(&["run", "r.ron", "--json"]).ends_with(0).json();
    assert_eq!(again["hash"], first["hash"]);
    let compared = &again["recording"];
    assert_eq!((&compared["hashes"], &compared["compared"]), (&10.into(), &10.into()));
    assert_eq!((&compared["equal"], &compared["ticks"]), (&true.into(), &330.into()));
    let text = desk.phalanx(&["run", "r.ron"]).ends_with(0).out;
    assert!(text.contains("10 hashes, all equal"), "{text}");

    let other = ["run", "u-trap", "--ticks", "64", "--seed", "5", "--doctrine", "A* per unit"];
    let other = desk.phalanx(&[&other[..], &["--save-recording", "o.ron", "--json"]].concat());
    let again = desk.phalanx(&["run", "o.ron", "--json"]).ends_with(0).json();
    assert_eq!(again["hash"], other.json()["hash"]);
    assert_eq!((&again["seed"], &again["recording"]["equal"]), (&5.into(), &true.into()));
    assert_eq!(again["teams"][0]["doctrine"], "A* per unit");
}

#[test]
fn a_recording_that_is_not_compared_is_not_called_equal() {
    let desk = desk(true);
    for (ticks, compared, equal, words) in [
        ("5", 0, Value::Null, "none of 10 hashes reached, so nothing was compared"),
        ("64", 2, Value::Bool(true), "2 of 10 hashes compared, all equal"),
    ] {
        let text = desk.phalanx(&["run", "r.ron", "--ticks", ticks]).ends_with(0).out;
        assert!(text.contains(words), "{text}");
        let json = desk.phalanx(&["run", "r.ron", "--ticks", ticks, "--json"]).ends_with(0).json();
        assert_eq!(json["recording"]["compared"], compared, "{json}");
        assert_eq!(json["recording"]["equal"], equal);
    }
    let whole = desk.phalanx(&["run", "r.ron"]).ends_with(1);
    assert!(whole.err.contains("equal until tick 288, different at tick 320"), "{}", whole.err);
    assert!(!whole.out.contains("all equal"), "{}", whole.out);
}

#[test]
fn a_divergence_is_json_with_its_ticks() {
    let desk = desk(true);
    let report = desk.phalanx(&["run", "r.ron", "--json"]).ends_with(1).json();
    let diverged = &report["recording"]["diverged"];
    assert_eq!((&diverged["equal_until"], &diverged["different_at"]), (&288.into(), &320.into()));
}

#[test]
fn a_run_is_a_line_of_text_and_back() {
    let line = phalanx(&["run", "bridge", "--ticks", "40", "--save-line", "-"]).ends_with(0);
    let hash = |report: &str| {
        let line = report.lines().find(|line| line.contains("state hash")).unwrap();
        line.split_whitespace().last().unwrap().to_string()
    };
    let text = line.out.trim_end();
    assert!(text.starts_with("phalanx:") && !text.contains('\n'), "{text}");
    let desk = Desk::with(&[("line.txt", text.as_bytes()), ("line", text.as_bytes())]);
    for argument in [text, "line.txt", "line"] {
        let again = desk.phalanx(&["run", argument, "--json"]).ends_with(0).json();
        assert_eq!((&again["ticks"], &again["hash"]), (&40.into(), &hash(&line.err).into()));
        desk.phalanx(&["check", "line.txt"]).ends_with(0);
    }
    let broken = &text[..text.len() - 9];
    let answer = desk.phalanx(&["run", broken]).ends_with(1);
    assert!(answer.err.lines().count() == 1, "{}", answer.err);
}
