//! The help is true: what it shows can be pasted.

use crate::{Answer, Desk, command, phalanx};

/// What the help says on a terminal of 80 columns.
fn help(words: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let output = command(folder.path(), words).env("COLUMNS", "80").output().unwrap();
    Answer::of(output).ends_with(0).out
}

#[test]
fn every_example_of_the_help_works_in_an_empty_folder() {
    let desk = Desk::with(&[]);
    let help = help(&["--help"]).replace("\\\n    ", "");
    let (_, examples) = help.split_once("Examples, to be tried in an empty folder:\n").unwrap();
    let examples: Vec<&str> = examples.lines().take_while(|line| !line.is_empty()).collect();
    assert!(examples.len() > 12, "{examples:?}");
    let program = env!("CARGO_BIN_EXE_phalanx");
    for example in examples {
        // What is said about it stands behind three blanks.
        let line = example.trim().split("   ").next().unwrap();
        let words = line.strip_prefix("phalanx").unwrap_or_else(|| panic!("{example}"));
        let output = std::process::Command::new("sh")
            .args(["-c", &format!("'{program}' {words}")])
            .current_dir(desk.0.path())
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{line}: {said}");
    }
    for file in ["bridge.csv", "bridge.ron", "boulder.png", "boulder.gif", "caves.ron"] {
        assert!(desk.path(file).is_file(), "{file}");
    }
}

#[test]
fn templates_of_the_format_can_be_pasted() {
    let manual = help(&["check", "--help"]);
    let templates: Vec<&str> =
        manual.split("```text\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert_eq!(templates.len(), 2);
    for (number, template) in templates.into_iter().enumerate() {
        let desk = Desk::with(&[("template.ron", template.as_bytes())]);
        let answer = desk.phalanx(&["check", "template.ron"]).ends_with(0);
        let words = ["2 teams, 4 units", "2 unit kinds"][number];
        assert!(answer.out.contains(words), "{}", answer.out);
    }
    let flat = manual.split_whitespace().collect::<Vec<_>>().join(" ");
    for field in [
        "first_attack_delay:",
        "start_variation:",
        "nodes_per_pass:",
        "AttackUnit(",
        "SetDoctrine(",
        "RemoveObstacle(",
        "air_weapon:",
        "travel: Orca",
    ] {
        assert!(flat.contains(field), "{field}");
    }
}

#[test]
fn manuals_are_written_for_80_columns() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["check", "convert"] {
        let manual = |columns: &str| {
            let words = [name, "--help"];
            let output = command(folder.path(), &words).env("COLUMNS", columns).output();
            let help = Answer::of(output.unwrap()).ends_with(0).out;
            help.split_once("Print help\n").unwrap().1.to_string()
        };
        assert_eq!(manual("80"), manual("200"), "lines of {name} are broken twice");
    }
}

#[test]
fn completions_and_manual_pages_know_every_command_and_are_not_in_the_way() {
    let help = help(&["--help"]);
    assert!(!help.contains("completions") && !help.contains("manual page"), "{help}");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = phalanx(&["completions", shell]).ends_with(0).out;
        assert!(script.contains("require-arrived") && script.contains("experiment"), "{shell}");
    }
    let page = phalanx(&["man"]).ends_with(0).out;
    assert!(page.contains(".TH phalanx") && page.contains("Exit codes"), "{page}");
    let run = phalanx(&["man", "run"]).ends_with(0).out;
    assert!(run.contains("phalanx\\-run") && run.contains("\\-\\-at\\-most"), "{run}");
}

#[cfg(feature = "gui")]
#[test]
fn a_wayland_session_without_x_is_told_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let output = command(folder.path(), &[]).env("WAYLAND_DISPLAY", "wayland-0").output().unwrap();
    let answer = Answer::of(output).ends_with(0);
    let first = answer.err.lines().next().unwrap();
    assert!(first.contains("Wayland") && first.contains("install Xwayland"), "{first}");
    assert!(answer.err.contains("phalanx diff"), "{}", answer.err);
}
