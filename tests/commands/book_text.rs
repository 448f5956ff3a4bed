//! What the program writes into README and book, by the name of the region.

use phalanx::learn::{CARD_FILES, Subject, card_named};
use phalanx::scenario::{PresetGroup, describe_format, describe_map_files, presets};
use std::fmt::Write;
use std::process::{Command, Stdio};

/// The text of a region. `None` without the window, for what only the window knows.
pub fn text_of(name: &str) -> Option<String> {
    let (kind, rest) = name.split_once(' ').unwrap_or((name, ""));
    match kind {
        "presets" => Some(preset_tables()),
        "keys" => key_table(),
        "help" => Some(help()),
        "run" => Some(indented(&phalanx(&["run", rest]))),
        "scenario-format" => Some(include_str!("../../src/scenario/format.md").into()),
        "every-field" => Some(every_field()),
        "map-files" => Some(include_str!("../../src/scenario/maps/map_files.md").into()),
        "writers" => Some(include_str!("../../src/sim/writers.md").into()),
        "example" => Some(example(rest)),
        "card" => Some(card(rest)),
        "worked" => Some(crate::worked_examples::worked(rest)),
        _ => panic!("nothing is known about the region `{name}`"),
    }
}

/// The part of the manual of scenarios that is listed from the types: every field, then every parameter.
fn every_field() -> String {
    let (_, fields) = describe_format().split_once("\nEvery field").expect("the list of fields");
    format!("```text\nEvery field{}\n```", fields.trim_end())
}

/// What the program prints. Lines are broken as without a terminal.
fn phalanx(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_phalanx"));
    command.args(arguments).env_remove("COLUMNS").stdin(Stdio::null());
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}

fn preset_tables() -> String {
    let mut text = String::new();
    for group in PresetGroup::ALL {
        let papers = group.papers();
        writeln!(text, "### {}\n\n{papers}.\n", group.title()).unwrap();
        writeln!(text, "| preset | what it does |\n|---|---|").unwrap();
        for preset in presets().into_iter().filter(|preset| preset.group == group) {
            writeln!(text, "| {} | {} |", preset.name, preset.doc).unwrap();
        }
        text.push('\n');
    }
    text
}

#[cfg(feature = "gui")]
fn key_table() -> Option<String> {
    use phalanx::overlay::OVERLAYS;
    use phalanx::view::input::BINDINGS;
    let mut text = String::from("| | keys | |\n|---|---|---|\n");
    let mut last = "";
    for binding in BINDINGS.iter().filter(|binding| !binding.keys.is_empty()) {
        let title = binding.group.title();
        let shown = if title == last { "" } else { title };
        writeln!(text, "| {shown} | `{}` | {} |", binding.keys, binding.what).unwrap();
        last = title;
    }
    for overlay in OVERLAYS {
        writeln!(text, "| | `{}` | Overlay: {} |", overlay.hotkey, overlay.title).unwrap();
    }
    Some(text)
}

#[cfg(not(feature = "gui"))]
fn key_table() -> Option<String> {
    None
}

/// The help of every command. The descriptions of files at the end of two of them are chapters of their own.
fn help() -> String {
    let all = phalanx(&["--help"]);
    let (_, commands) = all.split_once("Commands:\n").unwrap();
    let names = commands.lines().map_while(|line| line.split_whitespace().next());
    let mut text = String::new();
    for name in names.filter(|&name| name != "help") {
        let mut help = phalanx(&[name, "--help"]);
        for chapter in [describe_format(), describe_map_files()] {
            let first = chapter.lines().next().unwrap_or_default().to_owned();
            let words: Vec<&str> = first.split_whitespace().take(6).collect();
            if let Some(at) = help.find(&words.join(" ")) {
                help.truncate(at);
            }
        }
        writeln!(text, "### phalanx {name}\n\n```text\n{}\n```\n", help.trim_end()).unwrap();
    }
    text
}

/// An example without the comment at its head, or a piece of the tests of the book.
fn example(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");
    let code = match std::fs::read_to_string(format!("{folder}/{name}.rs")) {
        Ok(file) => {
            file.lines().skip_while(|line| line.starts_with("//!")).collect::<Vec<_>>().join("\n")
        }
        Err(_) => {
            let pieces = include_str!("worked_examples/mod.rs");
            let (_, after) =
                pieces.split_once(&format!("// begin {name}\n")).expect("a known example");
            let (piece, _) = after.split_once("// end").expect("an end");
            piece
                .lines()
                .map(|line| line.strip_prefix("    ").unwrap_or(line))
                .collect::<Vec<_>>()
                .join("\n")
        }
    };
    format!("```rust,no_run\n{}\n```", code.trim())
}

/// A card without its head and drawing, and the parameters of its subjects.
fn card(name: &str) -> String {
    let file = CARD_FILES.iter().find(|file| file.name == name).expect("a known card");
    let mut text = String::new();
    let mut lines = file.text.lines();
    let mut source = None;
    while let Some(line) = lines.next() {
        if line == "```drawing" {
            lines.by_ref().find(|line| *line == "```");
        } else if let Some(paper) = line.strip_prefix("Paper:").or(line.strip_prefix("Source:")) {
            source = Some(paper.trim());
        } else if let Some(heading) = line.strip_prefix("## ") {
            writeln!(text, "### {heading}").unwrap();
        } else if !line.starts_with("# ") && !line.starts_with("For:") {
            writeln!(text, "{line}").unwrap();
        }
    }
    let card = card_named(name).expect("the card is valid");
    for subject in &card.subjects {
        text.push_str(&parameters(subject));
    }
    if let Some(source) = source {
        writeln!(text, "\n### Source\n\n{source}.").unwrap();
    }
    while let Some(at) = text.find("\n\n\n") {
        text.remove(at);
    }
    text.trim_start().into()
}

fn parameters(subject: &Subject) -> String {
    let list = subject.parameters();
    if list.is_empty() {
        return String::new();
    }
    let mut text =
        String::from("\n### Parameters\n\n| name | default | what it does |\n|---|---|---|\n");
    for parameter in list {
        writeln!(text, "| {} | {} | {} |", parameter.label, parameter.values, parameter.doc)
            .unwrap();
    }
    text
}
