//! Nothing hangs: pipes are read once and not waited for without end, and what a file says costs no more than it is worth.

use crate::{Answer, Desk, SMALL, command};
use std::fs;
use std::io::Write;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Calls the program with a text on stdin.
fn fed(desk: &Desk, words: &[&str], text: &[u8]) -> Answer {
    let mut child = command(desk.0.path(), words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may end before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(text);
    Answer::of(child.wait_with_output().unwrap())
}

#[test]
fn scenarios_can_come_from_stdin() {
    let desk = Desk::with(&[("small.ron", SMALL)]);
    let plain = desk.phalanx(&["run", "small.ron", "--ticks", "9", "--json"]).json();
    let run = ["run", "-", "--ticks", "9", "--json"];
    assert_eq!(fed(&desk, &run, SMALL).ends_with(0).json()["hash"], plain["hash"]);
    assert!(fed(&desk, &["check", "-"], SMALL).ends_with(0).out.contains("valid"));
    let said = fed(&desk, &["check", "-"], b"(version: 1)").ends_with(1).out;
    assert!(said.starts_with("stdin:1:") && said.contains("map"), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_pipe_is_read_once() {
    let desk = Desk::with(&[("small.ron", SMALL)]);
    for words in [&["check", "/dev/stdin"][..], &["run", "/dev/stdin", "--ticks", "3"]] {
        fed(&desk, words, SMALL).ends_with(0);
    }
    let trace = ["run", "small.ron", "--ticks", "5", "--trace", "a.trace"];
    desk.phalanx(&trace).ends_with(0);
    let trace = fs::read(desk.path("a.trace")).unwrap();
    let same = fed(&desk, &["diff", "/dev/stdin", "a.trace"], &trace).ends_with(0);
    assert_eq!(same.out, "no difference in 5 ticks\n");
    let doctrine = ["run", "small.ron", "--ticks", "3", "--doctrine", "pipe.ron"];
    std::os::unix::fs::symlink("/dev/stdin", desk.path("pipe.ron")).unwrap();
    fed(&desk, &doctrine, b"(search: Whca())").ends_with(0);
}

#[cfg(unix)]
#[test]
fn a_pipe_without_another_end_is_given_up() {
    let desk = Desk::with(&[("small.ron", SMALL)]);
    let begun = Instant::now();
    std::thread::scope(|scope| {
        // Each has its own pipe, so that none meets another one at its other end.
        for words in [
            &["check", "a"][..],
            &["run", "b"],
            &["solve", "c", "c"],
            &["run", "small.ron", "--load-directions", "d"],
            &["run", "small.ron", "--metrics", "e"],
        ] {
            let desk = &desk;
            scope.spawn(move || {
                let pipe = desk.path(words[words.len() - 1]);
                let made = std::process::Command::new("mkfifo").arg(pipe).status();
                assert!(made.unwrap().success());
                let answer = desk.phalanx(words).ends_with(1);
                let said = format!("{}{}", answer.out, answer.err);
                assert!(said.contains("nobody opened the other end"), "{words:?}: {said}");
            });
        }
    });
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_trace_with_ticks_that_do_not_follow_is_damaged() {
    let desk = Desk::with(&[("small.ron", SMALL)]);
    let words = ["run", "small.ron", "--ticks", "5", "--trace", "a.trace"];
    desk.phalanx(&words).ends_with(0);
    let mut bytes = fs::read(desk.path("a.trace")).unwrap();
    // The first tick stands behind the two lines of the head.
    let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at);
    let first = ends.take(2).last().unwrap() + 1;
    // Its length, then the tick: nine bytes of seven bits each instead of the one of tick 0.
    let (length, record) = (first..first + 4, first + 4);
    let longer = u32::from_le_bytes(bytes[length.clone()].try_into().unwrap()) + 8;
    bytes.splice(length, longer.to_le_bytes());
    assert_eq!(bytes[record], 0);
    bytes.splice(record..=record, [[0xff; 8].as_slice(), &[0x7f]].concat());
    fs::write(desk.path("huge.trace"), &bytes).unwrap();
    let answer = desk.phalanx(&["diff", "huge.trace", "a.trace"]).ends_with(1);
    assert!(answer.err.contains("damaged: tick 9223372036854775807 follows"), "{}", answer.err);
    desk.phalanx(&["check", "huge.trace"]).ends_with(1);
}

#[test]
fn a_long_title_costs_no_more_than_what_is_shown_of_it() {
    let title = "long ".repeat(40_000);
    let text = String::from_utf8_lossy(SMALL).replace("Small", &title);
    let desk = Desk::with(&[("long.ron", text.as_bytes())]);
    let begun = Instant::now();
    desk.phalanx(&["shot", "long.ron", "--tick", "0", "--out", "a.png"]).ends_with(0);
    assert!(begun.elapsed() < Duration::from_secs(20));
}

#[test]
fn no_escape_code_reaches_the_terminal() {
    let evil = "\\u{1b}]0;owned\\u{7}\\u{1b}[31m\\u{9b}2J";
    let text = String::from_utf8_lossy(SMALL)
        .replace("Small", &format!("Title {evil} in\\ntwo lines"))
        .replace("\"blue\"", &format!("\"blue {evil}\""))
        .replace("    units:", &format!("    teams: [(name: \"blue {evil}\")],\n    units:"));
    let desk = Desk::with(&[("evil.ron", text.as_bytes())]);
    let missing = "\u{1b}[31mred.ron";
    for words in [
        &["check", "evil.ron"][..],
        &["run", "evil.ron", "--ticks", "3"],
        &["run", "evil.ron", "--ticks", "3", "--json"],
        &["plan", "evil.ron"],
        &["open", "evil.ron"],
        &["run", "evil.ron", "--doctrine", "nobody=A*"],
        &["check", missing],
        &["run", missing],
        &["solve", missing, missing],
    ] {
        let answer = desk.phalanx(words);
        let said = format!("{}{}", answer.out, answer.err);
        let is_control = |letter: char| letter.is_control() && letter != '\n';
        assert!(!said.contains(is_control), "{words:?}: {said:?}");
        if words.contains(&"--json") {
            let title = answer.json()["scenario"].as_str().unwrap().to_string();
            assert!(title.contains("\u{1b}[31m"), "nothing is lost: {title:?}");
        }
    }
    let shown = desk.phalanx(&["run", "evil.ron", "--ticks", "1"]).out;
    assert!(shown.lines().next().unwrap().ends_with("in two lines"), "{shown}");
}

#[test]
fn mistakes_that_swallow_the_rest_of_a_file_are_told_where_they_are() {
    for (text, place, words) in [
        ("\n/* never /* closed */\n(version: 1)", "x.ron:2:1: ", "this comment is not closed"),
        (
            "(version: 1, seed: 1e308, map: Rows([\".\"]))",
            "x.ron:1:20: ",
            "a whole number is expected",
        ),
        (
            "(version: 1, seed: 1.5, map: Rows([\".\"]))",
            "x.ron:1:20: ",
            "a whole number is expected",
        ),
    ] {
        let desk = Desk::with(&[("x.ron", text.as_bytes())]);
        let said = desk.phalanx(&["check", "x.ron"]).ends_with(1).out;
        assert!(said.starts_with(place) && said.contains(words), "{said}");
    }
    let twice = b"type octile\nheight 1\nwidth 1\nheight 1\nmap\n.\n";
    let desk = Desk::with(&[("h.map", twice)]);
    let said = desk.phalanx(&["check", "h.map"]).ends_with(1).out;
    assert!(said.starts_with("h.map:4:1: `height` is there twice"), "{said}");
    let said = fed(&desk, &["convert", "-", "a.map"], b"..\n.?\n").ends_with(1).err;
    assert!(said.starts_with("stdin:2:2: "), "{said}");
    let said = desk.phalanx(&["generate", "caves", "--size", "4x4", "--out", "no/x.map"]);
    let said = said.ends_with(1).err;
    assert!(said.starts_with("no/x.map: ") && said.contains("cannot be written"), "{said}");
}
