//! Every key that a card, a lesson, the README or the book names is in the table of keys, and means there what the text says.

use phalanx::learn::{CARD_FILES, LESSON_FILES};
use phalanx::overlay::OVERLAYS;
use phalanx::view::input::BINDINGS;
use std::path::{Path, PathBuf};

/// What a sentence may say instead of the words of the table.
const ALSO: &[(&str, &[&str])] = &[
    ("Space", &["start", "watch", "run"]),
    ("Up", &["speed"]),
    ("Down", &["speed"]),
    ("Q", &["*select*"]),
];

/// A key with what the table says about it, in lower case.
struct Known {
    key: String,
    meaning: String,
    is_overlay: bool,
}

fn known() -> Vec<Known> {
    let mut list = Vec::new();
    for binding in BINDINGS {
        let keys = binding.keys.split(", ").flat_map(|keys| {
            let one = keys.contains('+') || keys.contains("..") || keys.contains('-');
            if one { vec![keys] } else { keys.split_whitespace().collect() }
        });
        let meaning = binding.what.to_lowercase();
        list.extend(keys.map(|key| Known {
            key: key.into(),
            meaning: meaning.clone(),
            is_overlay: false,
        }));
    }
    list.extend(OVERLAYS.iter().map(|overlay| Known {
        key: overlay.hotkey.into(),
        meaning: overlay.title.to_lowercase(),
        is_overlay: true,
    }));
    list
}

/// Whether words in backquotes are meant as a key.
fn is_key(code: &str) -> bool {
    let letter = code.len() == 1 && code.chars().all(|c| c.is_ascii_uppercase());
    let function = code.strip_prefix('F').is_some_and(|n| n.parse::<u8>().is_ok());
    let named = ["Space", "Up", "Down", "Left", "Right", "Home", "Tab", "Esc", "Delete"];
    let joined = ["Ctrl+", "Shift+"].iter().any(|start| code.starts_with(start));
    letter || function || joined || named.contains(&code)
}

/// The sentences of a text: of each paragraph, row of a table or entry of a list. Blocks of code are left out.
fn sentences(text: &str) -> Vec<String> {
    let mut blocks = vec![String::new()];
    let mut in_code = false;
    for line in text.lines().map(str::trim) {
        if line.starts_with("```") {
            in_code = !in_code;
        }
        let begins =
            line.is_empty() || line.starts_with(['|', '-', '#']) || line.starts_with("```");
        if begins || line.split_once(". ").is_some_and(|(n, _)| n.parse::<u8>().is_ok()) {
            blocks.push(String::new());
        }
        if !in_code && !line.starts_with("```") {
            let block = blocks.last_mut().expect("there is always a block");
            block.push_str(line);
            block.push(' ');
        }
    }
    let split = |block: &String| block.split(". ").map(str::to_owned).collect::<Vec<_>>();
    blocks.iter().flat_map(split).collect()
}

/// What is wrong with the keys of a text.
fn faults(name: &str, text: &str) -> Vec<String> {
    let known = known();
    let mut faults = Vec::new();
    for sentence in sentences(text) {
        let lower = sentence.to_lowercase();
        // The letters of map files.
        if lower.contains("movingai") {
            continue;
        }
        for code in sentence.split('`').skip(1).step_by(2).filter(|code| is_key(code)) {
            let meanings: Vec<&Known> = known.iter().filter(|known| known.key == code).collect();
            if meanings.is_empty() {
                faults.push(format!("{name}: no key is called `{code}`: {sentence}"));
            }
            let also =
                ALSO.iter().find(|(key, _)| *key == code).map_or(&[][..], |(_, words)| words);
            let says = |known: &&Known| {
                if known.is_overlay {
                    return lower.contains(&known.meaning);
                }
                let words = known.meaning.split(|c: char| !c.is_alphanumeric());
                let stems =
                    words.filter(|word| word.len() >= 3).map(|word| &word[..word.len().min(4)]);
                stems.into_iter().any(|stem| lower.contains(stem))
                    || also.iter().any(|word| lower.contains(word))
            };
            if !meanings.is_empty() && !meanings.iter().any(says) {
                let table: Vec<&str> = meanings.iter().map(|known| &*known.meaning).collect();
                faults.push(format!("{name}: `{code}` means {table:?}, not: {sentence}"));
            }
        }
    }
    faults
}

fn pages() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = vec![root.join("README.md")];
    for folder in ["", "guide", "research", "crate", "development"] {
        let entries = std::fs::read_dir(root.join("docs/src").join(folder)).unwrap();
        let files = entries.map(|entry| entry.unwrap().path());
        pages.extend(files.filter(|path| path.extension().is_some_and(|ending| ending == "md")));
    }
    pages.into_iter().map(|path| (path.clone(), std::fs::read_to_string(path).unwrap())).collect()
}

#[test]
fn every_key_that_a_text_names_means_what_the_text_says() {
    let mut found = Vec::new();
    for file in CARD_FILES.iter().chain(LESSON_FILES) {
        found.extend(faults(file.name, file.text));
    }
    for (path, text) in pages() {
        found.extend(faults(&path.display().to_string(), &text));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_wrong_key_is_found() {
    assert_eq!(faults("a", "`N` (*Split groups*) outlines the obstacle.").len(), 0);
    assert_eq!(faults("a", "`G` outlines the obstacle and counts the units.").len(), 1);
    assert_eq!(faults("a", "`F5` shows markers.").len(), 1);
    assert_eq!(faults("a", "Press `Ctrl+B` to paint.").len(), 1);
    assert_eq!(faults("a", "Press `B` to paint a wall.").len(), 0);
    assert_eq!(faults("a", "the letters `g`, `DV` and `A*` are no keys").len(), 0);
}
