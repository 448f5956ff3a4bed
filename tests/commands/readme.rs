//! The statements of the README are true.

use phalanx::scenario::{load_str, presets};
use std::path::Path;
use std::process::Command;

const README: &str = include_str!("../../README.md");

#[test]
fn the_scenario_in_the_readme_is_valid() {
    let (_, rest) = README.split_once("```ron\n").expect("there is an example");
    let (example, _) = rest.split_once("```").unwrap();
    let scenario = load_str(example, "README.md", None).unwrap();
    assert_eq!(scenario.units.len(), 18);
}

#[test]
fn pictures_and_files_that_the_readme_shows_exist() {
    let links: Vec<&str> =
        README.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert!(links.contains(&"assets/screenshot.png"), "{links:?}");
    for link in links {
        assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join(link).is_file(), "{link} is missing");
    }
}

#[test]
fn the_readme_names_every_command() {
    let help = Command::new(env!("CARGO_BIN_EXE_phalanx")).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let commands: Vec<&str> =
        commands.lines().map_while(|line| line.split_whitespace().next()).collect();
    assert!(commands.contains(&"solve"), "{commands:?}");
    for command in commands.into_iter().filter(|&c| c != "help") {
        assert!(README.contains(&format!("    phalanx {command} ")), "{command} is missing");
    }
}

#[test]
fn the_readme_shows_what_a_run_prints() {
    let run = Command::new(env!("CARGO_BIN_EXE_phalanx")).args(["run", "bridge"]).output().unwrap();
    let printed = String::from_utf8(run.stdout).unwrap();
    let indented: String = printed.lines().map(|line| format!("    {line}\n")).collect();
    assert!(README.contains(&indented), "README.md shows another run than\n{indented}");
}

#[test]
fn the_readme_lists_every_preset_with_where_it_stands() {
    let rows = presets().into_iter().map(|preset| format!("| {} | {} |", preset.name, preset.doc));
    let missing: Vec<String> = rows.filter(|row| !README.contains(row)).collect();
    assert!(missing.is_empty(), "the table of presets in README.md lacks\n{}", missing.join("\n"));
}

#[cfg(feature = "gui")]
#[test]
fn the_readme_lists_every_key_with_what_it_does() {
    use phalanx::overlay::OVERLAYS;
    use phalanx::view::input::BINDINGS;
    let mut rows: Vec<String> = BINDINGS
        .iter()
        .filter(|binding| !binding.keys.is_empty())
        .map(|binding| format!("| `{}` | {} |", binding.keys, binding.what))
        .collect();
    rows.extend(
        OVERLAYS
            .iter()
            .map(|overlay| format!("| `{}` | Overlay: {} |", overlay.hotkey, overlay.title)),
    );
    let missing: Vec<_> = rows.iter().filter(|row| !README.contains(row.as_str())).collect();
    assert!(missing.is_empty(), "the table of keys in README.md lacks {missing:#?}");
}
