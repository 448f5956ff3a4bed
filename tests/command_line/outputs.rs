//! What commands write: nothing is lost, and what is no plain file stays what it is.
#![cfg(unix)]

use crate::{Answer, Desk, SMALL, command};
use std::fs;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const RUN: [&str; 4] = ["run", "small.ron", "--ticks", "5"];

fn desk() -> Desk {
    Desk::with(&[("small.ron", SMALL)])
}

fn run<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&RUN[..], more].concat()
}

/// Runs a program of the system; whether it succeeded.
fn system(desk: &Desk, words: &[&str]) -> bool {
    let status = Command::new(words[0]).args(&words[1..]).current_dir(desk.0.path()).status();
    status.is_ok_and(|status| status.success())
}

impl Desk {
    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// The names of all files, sorted.
    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

#[test]
fn a_symbolic_link_stays_and_its_target_is_written() {
    let desk = desk();
    symlink("real.csv", desk.path("link.csv")).unwrap();
    desk.phalanx(&run(&["--metrics", "link.csv"])).ends_with(0);
    assert!(desk.path("link.csv").is_symlink());
    assert!(desk.text("real.csv").starts_with("arena,tick,units"));
    // The target is there now, so it is not lost without a word.
    desk.phalanx(&run(&["--metrics", "link.csv"])).ends_with(1);
    fs::write(desk.path("real.csv"), "old").unwrap();
    desk.phalanx(&run(&["--metrics", "link.csv", "--force"])).ends_with(0);
    assert!(desk.path("link.csv").is_symlink() && desk.text("real.csv").len() > 100);
}

#[test]
fn a_named_pipe_gets_the_rows_and_stays_a_pipe() {
    let desk = desk();
    assert!(system(&desk, &["mkfifo", "rows", "steps"]));
    for (pipe, option) in [("rows", "--metrics"), ("steps", "--trace")] {
        let path = desk.path(pipe);
        let reader = std::thread::spawn(move || fs::read(path).unwrap());
        desk.phalanx(&run(&[option, pipe])).ends_with(0);
        let read = reader.join().unwrap();
        let start: &[u8] = if option == "--trace" { b"phalanx trace" } else { b"arena,tick" };
        assert!(read.starts_with(start) && read.len() > 300, "{option}");
        assert!(fs::metadata(desk.path(pipe)).unwrap().file_type().is_fifo());
    }
    assert_eq!(desk.files(), ["rows", "small.ron", "steps"]);
}

#[test]
fn a_pipe_gets_a_picture_a_film_or_a_map_whatever_its_name() {
    let desk = desk();
    let small = ["small.ron", "--size", "480x360", "--out", "pipe"];
    let shot = [&["shot", "--tick", "1"], &small[..]].concat();
    let film = [&["film", "--from", "0", "--to", "2"], &small[..]].concat();
    for (words, start) in [
        (&shot[..], &b"\x89PNG"[..]),
        (&film, b"GIF89a"),
        (&["generate", "caves", "--size", "9x5", "--out", "pipe"], b"type octile\nheight 5"),
        (&["convert", "small.ron", "pipe"], b"type octile\nheight 3"),
    ] {
        assert!(system(&desk, &["mkfifo", "pipe"]));
        let path = desk.path("pipe");
        let reader = std::thread::spawn(move || fs::read(path).unwrap());
        desk.phalanx(words).ends_with(0);
        assert!(reader.join().unwrap().starts_with(start), "{words:?}");
        fs::remove_file(desk.path("pipe")).unwrap();
    }
}

/// Own device nodes, so that none of the system is at stake. Only root can make them.
#[test]
fn a_device_is_written_through_and_stays_a_device() {
    let desk = desk();
    if !system(&desk, &["mknod", "null", "c", "1", "3"]) {
        eprintln!("skipped: no device node can be made here");
        return;
    }
    assert!(system(&desk, &["mknod", "full", "c", "1", "7"]));
    for option in ["--metrics", "--trajectories", "--paths", "--trace", "--save-recording"] {
        let null = desk.phalanx(&run(&[option, "null"]));
        if fs::metadata(desk.path("null")).unwrap().len() == 0 && null.code == Some(1) {
            eprintln!("skipped: device nodes cannot be opened here: {}", null.err);
            return;
        }
        null.ends_with(0);
        let full = desk.phalanx(&run(&[option, "full"])).ends_with(1);
        assert!(
            full.err.contains("full: ") && full.err.contains("cannot be written"),
            "{}",
            full.err
        );
        for node in ["null", "full"] {
            let kind = fs::symlink_metadata(desk.path(node)).unwrap().file_type();
            assert!(kind.is_char_device(), "{option} {node}");
        }
    }
}

#[test]
fn a_read_only_file_is_not_overwritten_even_by_force() {
    let desk = desk();
    fs::write(desk.path("ro.csv"), "old").unwrap();
    fs::set_permissions(desk.path("ro.csv"), fs::Permissions::from_mode(0o400)).unwrap();
    let answer = desk.phalanx(&run(&["--metrics", "ro.csv", "--force"])).ends_with(1);
    assert!(answer.err.contains("read-only"), "{}", answer.err);
    assert_eq!(desk.text("ro.csv"), "old");
}

#[test]
fn nothing_is_overwritten_without_force() {
    let desk = desk();
    let small = ["small.ron", "--size", "480x360"];
    let cases: Vec<(Vec<&str>, &str)> = vec![
        (run(&["--metrics", "out.csv"]), "out.csv"),
        (run(&["--trajectories", "out.csv"]), "out.csv"),
        (run(&["--paths", "out.svg"]), "out.svg"),
        (run(&["--trace", "out.trace"]), "out.trace"),
        (run(&["--save-directions", "out.ron"]), "out.ron"),
        (run(&["--save-recording", "out.ron"]), "out.ron"),
        (run(&["--save-line", "out.line"]), "out.line"),
        ([&["shot"], &small[..], &["--tick", "1", "--out", "out.png"]].concat(), "out.png"),
        (
            [&["film"], &small[..], &["--from", "0", "--to", "2", "--out", "out.gif"]].concat(),
            "out.gif",
        ),
        (vec!["generate", "caves", "--size", "9x9", "--out", "out.map"], "out.map"),
        (vec!["generate", "caves", "--size", "9x9", "--out", "out.ron"], "out.ron"),
        (vec!["convert", "small.ron", "out.txt"], "out.txt"),
    ];
    for (words, file) in cases {
        fs::write(desk.path(file), "old").unwrap();
        let answer = desk.phalanx(&words).ends_with(1);
        assert!(
            answer.err.contains("--force") && answer.out.is_empty(),
            "{words:?}: {}",
            answer.err
        );
        assert_eq!(desk.text(file), "old", "{words:?}");
        let forced = [&words[..], &["--force"]].concat();
        desk.phalanx(&forced).ends_with(0);
        assert_ne!(fs::read(desk.path(file)).unwrap(), b"old", "{words:?}");
        fs::remove_file(desk.path(file)).unwrap();
    }
    assert_eq!(desk.files(), ["small.ron"], "no stray files");
}

#[test]
fn an_input_is_never_overwritten() {
    let desk = desk();
    symlink("small.ron", desk.path("other.ron")).unwrap();
    fs::hard_link(desk.path("small.ron"), desk.path("third.ron")).unwrap();
    for out in ["small.ron", "./small.ron", "other.ron", "third.ron"] {
        for words in [
            run(&["--trace", out, "--force"]),
            run(&["--save-recording", out, "--force"]),
            vec!["convert", "small.ron", out, "--force"],
        ] {
            let answer = desk.phalanx(&words).ends_with(2);
            assert!(answer.err.contains("which is read"), "{words:?}: {}", answer.err);
        }
    }
    fs::write(desk.path("mine.ron"), "(search: Whca())").unwrap();
    let doctrine = ["--doctrine", "mine.ron", "--metrics", "mine.ron", "--force"];
    desk.phalanx(&run(&doctrine)).ends_with(2);
    assert_eq!(desk.text("small.ron").as_bytes(), SMALL);
    assert_eq!(desk.text("mine.ron"), "(search: Whca())");
}

#[test]
fn two_outputs_with_one_name_are_refused_before_the_work() {
    let desk = desk();
    for [a, b] in [["x", "x"], ["x", "./x"], ["-", "/dev/stdout"]] {
        let answer = desk.phalanx(&run(&["--metrics", a, "--trajectories", b])).ends_with(2);
        assert!(answer.err.contains("each its own name"), "{}", answer.err);
    }
    let json = desk.phalanx(&run(&["--metrics", "-", "--json"])).ends_with(2);
    assert!(json.err.contains("want stdout"), "{}", json.err);
    assert_eq!(desk.files(), ["small.ron"]);
    // What is written into a device is gone anyway.
    desk.phalanx(&run(&["--metrics", "/dev/null", "--trajectories", "/dev/null"])).ends_with(0);
}

#[test]
fn an_output_can_be_stdout_and_the_report_goes_to_stderr() {
    let desk = desk();
    for name in ["-", "/dev/stdout"] {
        let answer = desk.phalanx(&run(&["--metrics", name])).ends_with(0);
        assert!(answer.out.starts_with("arena,tick,units"), "{}", answer.out);
        assert_eq!(answer.out.lines().count(), 7, "{}", answer.out);
        assert!(answer.err.contains("state hash"), "{}", answer.err);
    }
    let map = desk.phalanx(&["generate", "caves", "--size", "9x5", "--out", "-"]).ends_with(0);
    assert!(map.out.starts_with("type octile\nheight 5\n"), "{}", map.out);
    assert_eq!(desk.files(), ["small.ron"]);
}

#[test]
fn a_reader_who_goes_ends_a_long_run_quietly() {
    let desk = desk();
    let long = ["run", "patrol", "--ticks", "100000000", "--metrics", "-"];
    let mut child = command(desk.0.path(), &long)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 10];
    std::io::Read::read_exact(child.stdout.as_mut().unwrap(), &mut first).unwrap();
    drop(child.stdout.take());
    let answer = Answer::of(child.wait_with_output().unwrap()).ends_with(0);
    assert!(answer.err.contains("interrupted"), "{}", answer.err);
}

#[test]
fn what_cannot_be_written_is_told_before_the_work() {
    let desk = desk();
    let long = |option, name| ["run", "patrol", "--ticks", "100000000", option, name];
    let begun = Instant::now();
    for option in
        ["--metrics", "--trajectories", "--paths", "--trace", "--save-directions", "--save-line"]
    {
        for name in ["nowhere/x", "/proc/x", "."] {
            let answer = desk.phalanx(&long(option, name)).ends_with(1);
            assert!(answer.err.contains(name), "{option} {name}: {}", answer.err);
        }
    }
    desk.phalanx(&["experiment", "movement", "--out", "/proc/x"]).ends_with(1);
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[test]
fn an_interrupt_keeps_the_rows_and_leaves_no_stray_file() {
    // What is ignored here is ignored by the program as well: a closed terminal under `nohup`, Ctrl+C in a job that a shell
    // has put in the background.
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap_or("0");
    let ignored = u64::from_str_radix(ignored.trim(), 16).unwrap();
    for (signal, number) in [("HUP", 1), ("INT", 2), ("TERM", 15)] {
        if ignored >> (number - 1) & 1 == 1 {
            eprintln!("skipped: SIG{signal} is ignored here");
            continue;
        }
        let desk = desk();
        let long = [
            "run",
            "patrol",
            "--ticks",
            "100000000",
            "--metrics",
            "m.csv",
            "--trace",
            "a.trace",
            "--save-recording",
            "r.ron",
        ];
        let child = command(desk.0.path(), &long)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        let is_written = |name: &String| {
            name.starts_with("m.csv.")
                && fs::metadata(desk.path(name)).is_ok_and(|about| about.len() > 2000)
        };
        while !desk.files().iter().any(is_written) {
            assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", desk.files());
            std::thread::sleep(Duration::from_millis(20));
        }
        assert!(system(&desk, &["kill", &format!("-{signal}"), &child.id().to_string()]));
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(128 + number), "{signal}");
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains("interrupted") && said.contains("state hash"), "{said}");
        assert_eq!(desk.files(), ["a.trace", "m.csv", "r.ron", "small.ron"]);
        let rows = desk.text("m.csv");
        assert!(rows.ends_with('\n') && rows.lines().count() > 10, "{rows}");
        let ticks = rows.lines().count() - 2;
        assert!(said.contains(&format!("  ticks            {ticks} (")), "{said}\n{ticks}");
        desk.phalanx(&["check", "a.trace", "r.ron"]).ends_with(0);
        desk.phalanx(&["run", "r.ron"]).ends_with(0);
    }
}
