//! Reads `src` and fails on an import that points the wrong way, on files that grew too long, and on
//! what could panic on input.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What each module may import of ours. All may use what they hold themselves.
const ARROWS: &[(&str, &[&str])] = &[
    ("parameters", &[]),
    ("parts", &["parameters"]),
    ("grid", &[]),
    ("search", &["grid"]),
    ("planning", &["grid", "search", "parameters", "parts"]),
    ("steering", &["grid", "parameters", "parts"]),
    ("combat", &["grid", "parameters", "parts"]),
    ("measure", &["grid", "parameters", "parts"]),
    ("scenario", &BELOW_SIM),
    ("sim", &BELOW_SIM),
    ("report", &BELOW_SIM),
    ("overlay", &BELOW_OVERLAY),
    ("experiment", &BELOW_EXPERIMENT),
    ("view", &BELOW_EXPERIMENT),
    ("cli", &EVERYTHING),
    ("main", &EVERYTHING),
    ("lib", &EVERYTHING),
];

const BELOW_SIM: [&str; 9] = [
    "parameters",
    "parts",
    "grid",
    "search",
    "planning",
    "steering",
    "combat",
    "measure",
    "scenario",
];
const BELOW_OVERLAY: [&str; 10] = [
    "parameters",
    "parts",
    "grid",
    "search",
    "planning",
    "steering",
    "combat",
    "measure",
    "scenario",
    "sim",
];
const BELOW_EXPERIMENT: [&str; 12] = [
    "parameters",
    "parts",
    "grid",
    "search",
    "planning",
    "steering",
    "combat",
    "measure",
    "scenario",
    "sim",
    "overlay",
    "report",
];
const EVERYTHING: [&str; 14] = [
    "parameters",
    "parts",
    "grid",
    "search",
    "planning",
    "steering",
    "combat",
    "measure",
    "scenario",
    "sim",
    "overlay",
    "report",
    "experiment",
    "view",
];

/// Modules that know the ECS; all others use only vectors of Bevy.
const WITH_ECS: &[&str] = &["sim", "overlay", "view"];

/// Macros that stand at the root of the crate, and the module that they belong to.
const MACROS: &[(&str, &str)] = &[
    ("parameters", "parameters"),
    ("range_of", "parameters"),
    ("choice", "parameters"),
    ("part", "parts"),
];

/// Longest file without a reason, in lines.
const LONGEST: usize = 450;

/// Longer files, and why.
const LONG_FOR_A_REASON: &[(&str, &str)] = &[];

/// Code that may panic, and why.
const MAY_PANIC: &[(&str, &str, &str)] = &[
    ("grid/field.rs", "lies outside the field", "an index out of range, as for any slice"),
    ("grid/terrain.rs", "unknown letter", "maps drawn in tests, documented"),
    ("parameters.rs", "has no parameter", "an index out of range, as for any slice"),
    ("view/autosave.rs", "some name is free", "ends an endless iterator"),
];

#[derive(Debug)]
struct Source {
    /// Relative to `src`.
    path: String,
    text: String,
}

impl Source {
    /// The top module that the file belongs to.
    fn module(&self) -> &str {
        self.path.split('/').next().unwrap().trim_end_matches(".rs")
    }

    /// Whether the file holds only tests.
    fn is_tests(&self) -> bool {
        let name = self.path.rsplit('/').next().unwrap();
        self.path.split('/').any(|part| part == "tests") || name.ends_with("tests.rs")
    }

    /// The lines with code, numbered from 1, without tests at the end, comments and texts.
    fn code(&self) -> Vec<(usize, String)> {
        if self.is_tests() {
            return Vec::new();
        }
        let lines: Vec<&str> = self.text.lines().collect();
        let end = lines
            .windows(2)
            .position(|pair| pair[0].trim() == "#[cfg(test)]" && pair[1].starts_with("mod tests {"))
            .unwrap_or(lines.len());
        (1..).zip(&lines[..end]).map(|(n, line)| (n, without_comment(line).to_string())).collect()
    }
}

fn without_comment(line: &str) -> &str {
    line.find("//").map_or(line, |at| &line[..at])
}

/// The first names after `crate::` and `phalanx::`, those in braces included, and likewise for `bevy::`.
fn paths(code: &[(usize, String)], root: &str) -> Vec<(usize, String)> {
    let text: String = code.iter().map(|(_, line)| format!("{line}\n")).collect();
    let first = code.first().map_or(1, |(n, _)| *n);
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    for (at, _) in text.match_indices(root) {
        if text[..at].ends_with(is_name) {
            continue;
        }
        let line = first + text[..at].matches('\n').count();
        let rest = &text[at + root.len()..];
        let names: Vec<&str> = match rest.strip_prefix('{') {
            None => vec![rest],
            Some(list) => {
                let (mut depth, mut start, mut names) = (0, 0, Vec::new());
                for (i, c) in list.char_indices() {
                    match c {
                        '{' => depth += 1,
                        '}' if depth == 0 => {
                            names.push(&list[start..i]);
                            break;
                        }
                        '}' => depth -= 1,
                        ',' if depth == 0 => {
                            names.push(&list[start..i]);
                            start = i + 1;
                        }
                        _ => {}
                    }
                }
                names
            }
        };
        for name in names {
            let name: String = name.trim_start().chars().take_while(|&c| is_name(c)).collect();
            if !name.is_empty() {
                found.push((line, name));
            }
        }
    }
    found
}

/// Imports that point the wrong way.
fn forbidden_imports(source: &Source) -> Vec<String> {
    let module = source.module();
    let Some((_, allowed)) = ARROWS.iter().find(|(name, _)| *name == module) else {
        return vec![format!("{}: `{module}` is not in the list of modules", source.path)];
    };
    let code = source.code();
    let mut wrong = Vec::new();
    for root in ["crate::", "phalanx::"] {
        for (line, name) in paths(&code, root) {
            let is_macro = MACROS.iter().find(|(m, _)| {
                *m == name
                    && code.iter().any(|(n, l)| *n == line && l.contains(&format!("{root}{m}!")))
            });
            let name = is_macro.map_or(name.as_str(), |(_, home)| home);
            let is_module = ARROWS.iter().any(|(m, _)| *m == name);
            // The binary's own modules lie at the root of its crate.
            let own = name == module || (module == "main" && name == "cli");
            if !own && (!is_module || !allowed.contains(&name)) {
                wrong.push(format!("{}:{line}: {module} may not import {name}", source.path));
            }
        }
    }
    if !WITH_ECS.contains(&module) {
        for (line, name) in paths(&code, "bevy::") {
            if name != "math" {
                wrong.push(format!("{}:{line}: {module} may not use bevy::{name}", source.path));
            }
        }
    }
    wrong
}

/// What could panic on input. Texts with `panic!` in them are told apart by the list of exceptions.
fn possible_panics(source: &Source) -> Vec<String> {
    const WORDS: [&str; 6] =
        [".unwrap()", ".expect(", "panic!(", "unreachable!(", "todo!(", "unimplemented!("];
    source
        .code()
        .into_iter()
        .filter(|(_, line)| WORDS.iter().any(|word| line.contains(word)))
        .filter(|(_, line)| {
            !MAY_PANIC.iter().any(|(path, words, _)| source.path == *path && line.contains(words))
        })
        .map(|(n, line)| format!("{}:{n}: {}", source.path, line.trim()))
        .collect()
}

fn sources() -> Vec<Source> {
    fn visit(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                visit(&path, files);
            } else if path.extension().is_some_and(|e| e == "rs") {
                files.push(path);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    visit(&root, &mut files);
    files.sort();
    let source = |path: PathBuf| Source {
        text: std::fs::read_to_string(&path).unwrap(),
        path: path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/"),
    };
    files.into_iter().map(source).collect()
}

fn made_up(path: &str, text: &str) -> Source {
    Source { path: path.into(), text: text.into() }
}

#[test]
fn imports_follow_the_arrows() {
    let wrong: Vec<String> = sources().iter().flat_map(forbidden_imports).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_module_of_the_list_exists() {
    let all = sources();
    let there: BTreeSet<&str> = all.iter().map(Source::module).collect();
    let listed: BTreeSet<&str> = ARROWS.iter().map(|(name, _)| *name).collect();
    assert_eq!(there, listed);
}

#[test]
fn files_stay_short() {
    let all = sources();
    let long = |s: &&Source| s.text.lines().count() > LONGEST;
    let has_reason = |s: &&Source| LONG_FOR_A_REASON.iter().any(|(path, _)| s.path == *path);
    let without: Vec<&str> =
        all.iter().filter(long).filter(|s| !has_reason(s)).map(|s| s.path.as_str()).collect();
    assert!(without.is_empty(), "over {LONGEST} lines: {without:?}");
    for (path, _) in LONG_FOR_A_REASON {
        assert!(all.iter().filter(long).any(|s| s.path == *path), "{path} is short again");
    }
}

#[test]
fn nothing_outside_tests_panics_on_input() {
    let all = sources();
    let panics: Vec<String> = all.iter().flat_map(possible_panics).collect();
    assert!(panics.is_empty(), "{}", panics.join("\n"));
    for (path, words, _) in MAY_PANIC {
        let still = all.iter().any(|s| s.path == *path && s.text.contains(words));
        assert!(still, "{path} no longer holds {words:?}");
    }
}

#[test]
fn the_checker_finds_imports_that_point_the_wrong_way() {
    for (path, text) in [
        ("grid/cell.rs", "use crate::search::Path;\n"),
        ("grid/cell.rs", "use bevy::prelude::*;\n"),
        ("grid.rs", "pub fn f() -> crate::sim::Pace { todo() }\n"),
        ("search/heap.rs", "use crate::{grid::Cell, planning::AStar};\n"),
        ("search/heap.rs", "use crate::{\n    grid::{Cell, Node},\n    scenario::Doctrine,\n};\n"),
        ("planning/a_star.rs", "use crate::measure::cohesion;\n"),
        ("steering/mod.rs", "use crate::search::Path;\n"),
        ("scenario/model.rs", "use crate::sim::Unit;\n"),
        ("scenario/model.rs", "use bevy::{math::Vec2, ecs::component::Component};\n"),
        ("sim/run.rs", "use crate::view::Options;\n"),
        ("experiment/plan.rs", "use crate::view::Options;\n"),
        ("report/table.rs", "use crate::experiment::EXPERIMENTS;\n"),
        ("view/mod.rs", "use crate::experiment::solve;\n"),
        ("parameters.rs", "use crate::grid::Cell;\n"),
        ("grid/cell.rs", "crate::part! { enum A {} }\n"),
        ("network/mod.rs", "fn f() {}\n"),
    ] {
        assert!(!forbidden_imports(&made_up(path, text)).is_empty(), "{path}: {text}");
    }
}

#[test]
fn the_checker_lets_pass_what_is_right() {
    for (path, text) in [
        ("search/heap.rs", "use crate::grid::{Cell, Node};\nuse super::cost::Cost;\n"),
        ("planning/mod.rs", "crate::part! {\n pub enum Search {} }\nuse crate::search::Path;\n"),
        ("grid/cell.rs", "//! See crate::sim for more.\nuse bevy::math::Vec2;\n"),
        ("grid/cell.rs", "fn f() {}\n\n#[cfg(test)]\nmod tests {\n    use crate::sim::Unit;\n}\n"),
        ("sim/run.rs", "use bevy::prelude::*;\nuse crate::scenario::Action;\n"),
        ("cli/run.rs", "use phalanx::{experiment::solve, view::Options};\n"),
    ] {
        assert_eq!(forbidden_imports(&made_up(path, text)), Vec::<String>::new(), "{path}: {text}");
    }
}

#[test]
fn the_checker_finds_what_could_panic() {
    let bad = "fn f() {\n    g().unwrap();\n}\n#[cfg(test)]\nmod tests {\n    h().unwrap();\n}\n";
    assert_eq!(possible_panics(&made_up("sim/run.rs", bad)).len(), 1);
    let fine = "// never panic!(\nfn f() {\n    g().unwrap_or_default();\n}\n";
    assert!(possible_panics(&made_up("sim/run.rs", fine)).is_empty());
}
