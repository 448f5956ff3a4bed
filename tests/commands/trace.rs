//! `phalanx run --trace` and `phalanx diff` on the command line.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder with files in it.
struct Desk(tempfile::TempDir);

/// What the program prints on stdout and stderr.
struct Answer {
    out: String,
    err: String,
}

impl Desk {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Calls the program and expects an exit code.
    #[track_caller]
    fn phalanx(&self, code: i32, arguments: &[&str]) -> Answer {
        let output = Command::new(env!("CARGO_BIN_EXE_phalanx"))
            .args(arguments)
            .current_dir(self.0.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let answer = Answer { out: text(output.stdout), err: text(output.stderr) };
        let said = format!("{arguments:?}\nstdout: {}\nstderr: {}", answer.out, answer.err);
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert!(!answer.err.contains("panicked"), "{said}");
        answer
    }

    /// The message of a call that fails: one sentence, nothing else.
    #[track_caller]
    fn fails(&self, arguments: &[&str]) -> String {
        let Answer { out, err } = self.phalanx(1, arguments);
        assert!(out.is_empty(), "{out}");
        assert_eq!(err.trim_end().lines().count(), 1, "{err}");
        err
    }

    fn trace(&self, name: &str, arguments: &[&str]) {
        self.phalanx(0, &[&["run", "--trace", name], arguments].concat());
    }
}

fn write(path: &Path, bytes: &[u8]) {
    std::fs::write(path, bytes).unwrap();
}

#[test]
fn equal_runs_have_equal_traces_in_every_kind_of_run() {
    for scenario in ["bridge", "patrol", "hybrid-open"] {
        let desk = Desk::new();
        desk.trace("a.trace", &[scenario, "--ticks", "80"]);
        desk.trace("b.trace", &[scenario, "--ticks", "80"]);
        let same = desk.phalanx(0, &["diff", "a.trace", "b.trace"]);
        assert_eq!(same.out, "no difference in 80 ticks\n");
        let bytes = |name: &str| std::fs::read(desk.path(name)).unwrap();
        assert_eq!(bytes("a.trace"), bytes("b.trace"));
    }
}

#[test]
fn a_trace_does_not_change_the_run() {
    let desk = Desk::new();
    for more in [&["--ticks", "100"][..], &[]] {
        let run = [&["run", "bottleneck", "--json"], more].concat();
        let plain = desk.phalanx(0, &run).out;
        let traced = desk.phalanx(0, &[&run[..], &["--trace", "a.trace", "--force"]].concat()).out;
        let decides = |text: &str| {
            let is_time = |line: &&str| !line.contains("milliseconds") && !line.contains("micro");
            text.lines().filter(is_time).map(str::to_string).collect::<Vec<_>>()
        };
        assert_eq!(decides(&plain), decides(&traced));
    }
}

/// A scenario of one's own that changes under the same name between two traces.
#[test]
fn traces_that_differ_name_tick_stage_component_unit_and_values() {
    let desk = Desk::new();
    let scenario = |health: &str| {
        format!(
            "(version: 1, title: \"Small\", map: Rows([\"........\", \"...##...\", \"........\"]),\n\
             units: [(team: \"blue\", at: (0, 0), block: (2, 1))],\n\
             orders: [(order: Move(At(7, 2))){health}])"
        )
    };
    write(&desk.path("a.ron"), scenario("").as_bytes());
    write(&desk.path("b.ron"), scenario(", (tick: 20, order: Move(At(7, 0)))").as_bytes());
    desk.trace("a.trace", &["a.ron", "--ticks", "60"]);
    desk.trace("b.trace", &["b.ron", "--ticks", "60"]);
    for pair in [["a.trace", "b.trace"], ["a.ron", "b.ron"]] {
        let found = desk.phalanx(1, &["diff", pair[0], pair[1]]);
        assert!(found.err.is_empty(), "{}", found.err);
        let first = found.out.lines().next().unwrap();
        assert!(first.starts_with("first difference: tick 20, stage Command: Script"), "{first}");
        assert!(found.out.contains("\n  arena  Script.given  1  2  (1)\n"), "{}", found.out);
        assert!(found.out.contains("\n  unit 0  Orders.group  0  1  (1)\n"), "{}", found.out);
        assert!(found.out.lines().count() < 30, "{}", found.out);
    }
    let units = "units that differ after the tick: 0, 1";
    assert!(desk.phalanx(1, &["diff", "a.trace", "b.trace"]).out.contains(units));
    // Without the scenarios the traces still say when and where.
    std::fs::remove_file(desk.path("b.ron")).unwrap();
    let found = desk.phalanx(1, &["diff", "a.trace", "b.trace"]);
    assert!(found.out.starts_with("first difference: tick 20, stage Command"), "{}", found.out);
    assert!(found.out.contains("values unknown: ") && found.out.contains("b.ron"), "{}", found.out);
}

#[test]
fn a_difference_that_cannot_be_repeated_is_told_without_values() {
    let desk = Desk::new();
    desk.trace("a.trace", &["bridge", "--ticks", "30"]);
    let mut bytes = std::fs::read(desk.path("a.trace")).unwrap();
    // The last hash of the last unit.
    let place = bytes.len() - 9;
    bytes[place] ^= 1;
    write(&desk.path("b.trace"), &bytes);
    let found = desk.phalanx(1, &["diff", "a.trace", "b.trace"]);
    assert!(found.out.starts_with("first difference: tick 29"), "{}", found.out);
    assert!(found.out.contains("repeated here, the runs are equal"), "{}", found.out);
}

#[test]
fn two_scenarios_are_run_side_by_side() {
    let desk = Desk::new();
    let same = desk.phalanx(0, &["diff", "bridge", "bridge", "--ticks", "40"]);
    assert_eq!(same.out, "no difference in 40 ticks\n");
    let other = desk.phalanx(1, &["diff", "bridge", "boulder"]);
    assert!(other.out.starts_with("first difference: before tick 0: "), "{}", other.out);
}

#[test]
fn arguments_of_the_run_are_repeated() {
    let desk = Desk::new();
    let arguments =
        ["patrol", "--seed", "9", "--doctrine", "blue=(search: Whca())", "--ticks", "20"];
    desk.trace("a.trace", &arguments);
    let text = std::fs::read(desk.path("a.trace")).unwrap();
    let text = String::from_utf8_lossy(&text);
    assert!(text.contains("--seed=9") && text.contains("Whca"), "{}", &text[..400]);
    let other = desk.fails(&["diff", "a.trace", "nowhere.trace"]);
    assert!(other.contains("nowhere.trace"), "{other}");
}

#[test]
fn bad_traces_are_told_in_one_sentence() {
    let desk = Desk::new();
    desk.trace("a.trace", &["bridge", "--ticks", "30"]);
    let bytes = std::fs::read(desk.path("a.trace")).unwrap();
    write(&desk.path("short.trace"), &bytes[..bytes.len() / 2]);
    write(&desk.path("text.trace"), b"no trace\n");
    write(&desk.path("empty.trace"), b"");
    write(&desk.path("bytes.trace"), &[0xff; 4096]);
    let later = [b"phalanx trace 3", &bytes["phalanx trace 2".len()..]].concat();
    write(&desk.path("later.trace"), &later);
    desk.trace("boulder.trace", &["boulder", "--ticks", "30"]);
    desk.trace("seed.trace", &["bridge", "--ticks", "30", "--seed", "77"]);
    desk.trace("doctrine.trace", &["bridge", "--ticks", "30", "--doctrine", "Flock"]);
    for (other, words) in [
        ("short.trace", "breaks off after"),
        ("text.trace", "is no trace"),
        ("empty.trace", "is no trace"),
        ("bytes.trace", "is no trace"),
        ("later.trace", "version 3"),
        ("boulder.trace", "scenarios are"),
        ("seed.trace", "seeds are"),
        ("doctrine.trace", "doctrines are"),
    ] {
        for pair in [["a.trace", other], [other, "a.trace"]] {
            let message = desk.fails(&["diff", pair[0], pair[1]]);
            assert!(message.contains(words), "{pair:?}: {message}");
        }
    }
    desk.trace("longer.trace", &["bridge", "--ticks", "31"]);
    let length = desk.phalanx(1, &["diff", "longer.trace", "a.trace"]);
    let sentence = "no difference in the 30 ticks of a.trace; the other trace is longer\n";
    assert_eq!(length.out, sentence);
    let folder = desk.fails(&["run", "bridge", "--trace", "nowhere/a.trace"]);
    assert!(folder.contains("cannot be written"), "{folder}");
}
