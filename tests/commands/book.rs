//! README and book agree with the program.
//!
//! Text between `<!-- begin NAME -->` and `<!-- end -->` is written by the program:
//! `cargo test --release --test commands -- --ignored write_the_book`.

use crate::book_text::text_of;
use phalanx::scenario::{load_str, presets, read_doctrine};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Maximum number of words of the README. It is a front door; the rest stands in the book.
const MAX_README_WORDS: usize = 1300;

const END: &str = "<!-- end -->";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// README, CONTRIBUTING and all pages of the book, with their texts.
fn pages() -> Vec<(PathBuf, String)> {
    let mut files = vec![root().join("README.md"), root().join("CONTRIBUTING.md")];
    let mut folders = vec![root().join("docs/src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                files.push(path);
            }
        }
    }
    files.sort();
    files.into_iter().map(|path| (path.clone(), std::fs::read_to_string(path).unwrap())).collect()
}

fn page(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

/// A page with what the program writes into it.
fn written(page: &str) -> String {
    let mut new = String::new();
    let mut rest = page;
    while let Some((before, after)) = rest.split_once("<!-- begin ") {
        let (name, after) = after.split_once(" -->").expect("a name and ` -->`");
        let (old, after) = after.split_once(END).expect("an end for every begin");
        let inside =
            text_of(name).map_or_else(|| old.into(), |text| format!("\n{}\n", text.trim_end()));
        new.push_str(&format!("{before}<!-- begin {name} -->{inside}{END}"));
        rest = after;
    }
    new + rest
}

#[test]
fn the_book_says_what_the_program_says() {
    for (path, text) in pages() {
        let new = written(&text);
        let differing = text.lines().zip(new.lines()).find(|(old, new)| old != new);
        assert!(
            text == new,
            "{} is stale: {differing:?}; write it with `cargo test --release --test commands -- \
             --ignored write_the_book`",
            path.display()
        );
    }
}

#[test]
#[ignore = "writes files"]
fn write_the_book() {
    for (path, text) in pages() {
        std::fs::write(path, written(&text)).unwrap();
    }
}

#[test]
fn links_lead_to_files_that_exist() {
    let mut count = 0;
    for (path, text) in pages() {
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for link in links.filter(|link| !link.starts_with("http") && !link.starts_with('#')) {
            let file = link.split('#').next().unwrap();
            let target = path.parent().unwrap().join(file);
            assert!(target.is_file(), "{}: {link} is missing", path.display());
            count += 1;
        }
    }
    assert!(count > 100, "only {count} links were found");
}

#[test]
fn the_summary_lists_every_chapter_once() {
    let summary = page("docs/src/SUMMARY.md");
    for (path, _) in pages() {
        let Ok(chapter) = path.strip_prefix(root().join("docs/src")) else { continue };
        let name = chapter.to_string_lossy().replace('\\', "/");
        let times = summary.matches(&format!("]({name})")).count();
        assert_eq!(times, usize::from(name != "SUMMARY.md"), "{name}");
    }
}

#[test]
fn the_readme_stays_short() {
    let words = page("README.md").split_whitespace().count();
    assert!(words <= MAX_README_WORDS, "{words} words");
}

#[test]
fn the_scenario_in_the_book_is_valid() {
    let text = page("docs/src/reference/scenario-format.md");
    let (_, rest) = text.split_once("```ron\n").expect("there is an example");
    let (example, _) = rest.split_once("```").unwrap();
    let scenario = load_str(example, "scenario-format.md", None).unwrap();
    assert_eq!(scenario.units.len(), 18);
}

#[test]
fn the_doctrine_in_the_book_is_valid() {
    let text = page("docs/src/reference/doctrines.md");
    let (_, rest) = text.split_once("```ron\n").expect("there is an example");
    let (example, _) = rest.split_once("```").unwrap();
    let parts = example.trim().strip_prefix("Custom").expect("a doctrine of its own");
    let doctrine = read_doctrine(parts.trim(), "doctrines.md").unwrap();
    assert!(doctrine.layers.markers.is_some());
}

#[test]
fn the_book_names_every_command() {
    let book = page("docs/src/reference/commands.md");
    let help = Command::new(env!("CARGO_BIN_EXE_phalanx"))
        .arg("--help")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let commands: Vec<&str> =
        commands.lines().map_while(|line| line.split_whitespace().next()).collect();
    assert!(commands.contains(&"solve"), "{commands:?}");
    for command in commands.into_iter().filter(|&c| c != "help") {
        assert!(book.contains(&format!("    phalanx {command} ")), "{command} is missing");
        assert!(book.contains(&format!("### phalanx {command}\n")), "{command} has no help");
    }
}

#[test]
fn the_book_lists_every_preset_with_what_it_does() {
    let book = page("docs/src/reference/doctrines.md");
    let rows = presets().into_iter().map(|preset| format!("| {} | {} |", preset.name, preset.doc));
    let missing: Vec<String> = rows.filter(|row| !book.contains(row)).collect();
    assert!(missing.is_empty(), "the table of presets lacks\n{}", missing.join("\n"));
}

#[test]
fn every_card_about_an_algorithm_has_a_chapter_and_every_other_card_stands_in_the_list() {
    let metrics = page("docs/src/reference/metrics.md");
    for card in phalanx::learn::cards() {
        let chapter = root().join(format!("docs/src/algorithms/{}.md", card.name));
        let begin = format!("<!-- begin card {} -->", card.name);
        match std::fs::read_to_string(&chapter) {
            Ok(text) => assert!(text.contains(&begin), "{} does not include its card", card.name),
            Err(_) => assert!(metrics.contains(&begin), "{} is in no chapter", card.name),
        }
    }
}

#[cfg(feature = "gui")]
#[test]
fn the_book_lists_every_key_with_what_it_does() {
    use phalanx::overlay::OVERLAYS;
    use phalanx::view::input::BINDINGS;
    let book = page("docs/src/reference/keys.md");
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
    let missing: Vec<_> = rows.iter().filter(|row| !book.contains(row.as_str())).collect();
    assert!(missing.is_empty(), "the table of keys lacks {missing:#?}");
}
