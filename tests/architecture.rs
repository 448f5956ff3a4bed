//! Rules that the compiler cannot check. Reads `src` and fails on a clock or a file in the core, on mathematical functions
//! whose bits depend on the platform, on a component that is written where `src/sim/writers.md` does not allow it, on
//! files that are too long, and on code that could panic on input.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Longest file without a reason, in lines.
const LONGEST: usize = 400;

/// Longer files, and why.
const LONG_FOR_A_REASON: &[(&str, &str)] = &[];

/// Code that may panic, with the reasons.
const MAY_PANIC: &[(&str, &str, &str)] = &[
    ("grid/field.rs", "lies outside the field", "an index out of range, as for any slice"),
    ("grid/terrain.rs", "unknown letter", "maps drawn in tests, documented"),
    ("parameters.rs", "has no parameter", "an index out of range, as for any slice"),
];

#[derive(Debug)]
struct Source {
    /// Relative to `src`.
    path: String,
    text: String,
}

impl Source {
    /// Whether the file holds only tests.
    fn is_tests(&self) -> bool {
        let name = self.path.rsplit('/').next().unwrap();
        self.path.split('/').any(|part| part == "tests") || name.ends_with("tests.rs")
    }

    /// The lines of code, numbered from 1, without tests at the end, comments and strings.
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

/// Folders of the core. The core reads no clock, file or environment.
const CORE: &[&str] = &[
    "combat",
    "grid",
    "maths.rs",
    "measure",
    "parameters.rs",
    "parts.rs",
    "planning",
    "search",
    "steering",
    "traffic",
];

/// What decides a run besides the core.
const SIMULATION: &[&str] = &["scenario", "sim"];

/// What the core must not use outside tests.
const PLATFORM: &[&str] = &["std::env", "std::fs", "std::net", "std::process", "std::time"];

/// Uses of the platform in the core. Cargo features keep the upper layers out of the core, but not the standard
/// library.
fn platform_in_core(source: &Source) -> Vec<String> {
    if !CORE.iter().any(|folder| source.path.split('/').next() == Some(folder)) {
        return Vec::new();
    }
    let lines = source.code().into_iter();
    lines
        .filter(|(_, line)| PLATFORM.iter().any(|module| line.contains(module)))
        .map(|(n, line)| format!("{}:{n}: {}", source.path, line.trim()))
        .collect()
}

/// Functions of the standard library and of glam whose bits depend on the platform. `src/maths.rs` has those in use.
const PLATFORM_MATHS: &[&str] = &[
    "acos",
    "acosh",
    "angle_between",
    "angle_to",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "cos",
    "cosh",
    "element_product",
    "element_sum",
    "exp",
    "exp2",
    "exp_m1",
    "from_angle",
    "from_rotation_z",
    "gamma",
    "hypot",
    "ln",
    "ln_1p",
    "ln_gamma",
    "log",
    "log10",
    "log2",
    "mul_add",
    "powf",
    "powi",
    "rotate_towards",
    "sin",
    "sin_cos",
    "sinh",
    "slerp",
    "tan",
    "tanh",
    "to_angle",
];

/// Calls of such functions in the core and the simulation, as methods (`x.exp()`) or by path (`f64::exp`, `libm::exp`).
fn platform_maths(source: &Source) -> Vec<String> {
    let folder = source.path.split('/').next().unwrap();
    if source.path == "maths.rs" || !CORE.iter().chain(SIMULATION).any(|name| *name == folder) {
        return Vec::new();
    }
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let calls = |line: &str, name: &str| {
        line.match_indices(name).any(|(at, _)| {
            let (before, after) = (&line[..at], &line[at + name.len()..]);
            // `log()` without a base is no logarithm.
            let is_log = name == "log" && after.starts_with("()");
            let method = before.ends_with('.') && after.starts_with('(') && !is_log;
            let path = before.ends_with("::") && !before.ends_with("maths::");
            method || path && !after.starts_with(is_part)
        })
    };
    let lines = source.code().into_iter();
    lines
        .filter(|(_, line)| PLATFORM_MATHS.iter().any(|name| calls(line, name)))
        .map(|(n, line)| format!("{}:{n}: {}", source.path, line.trim()))
        .collect()
}

/// Code that could panic on input. The list of exceptions handles strings that contain `panic!`.
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
fn the_core_reads_no_clock_file_or_environment() {
    let all = sources();
    let found: Vec<String> = all.iter().flat_map(platform_in_core).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
    for folder in CORE {
        assert!(all.iter().any(|s| s.path.split('/').next() == Some(folder)), "{folder} is gone");
    }
}

#[test]
fn the_simulation_uses_no_maths_of_the_platform() {
    let all = sources();
    let found: Vec<String> = all.iter().flat_map(platform_maths).collect();
    assert!(found.is_empty(), "use crate::maths instead:\n{}", found.join("\n"));
    for folder in SIMULATION {
        assert!(all.iter().any(|s| s.path.split('/').next() == Some(folder)), "{folder} is gone");
    }
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
fn the_checker_finds_the_platform_in_the_core() {
    let bad =
        "use std::time::Instant;\nfn f() {}\n#[cfg(test)]\nmod tests {\n    use std::fs;\n}\n";
    assert_eq!(platform_in_core(&made_up("grid/cell.rs", bad)).len(), 1);
    assert!(platform_in_core(&made_up("cli/run.rs", bad)).is_empty());
}

#[test]
fn the_checker_finds_maths_of_the_platform() {
    for name in PLATFORM_MATHS {
        for bad in [format!("x.{name}(y)"), format!("f64::{name}"), format!("libm::{name}(x)")] {
            assert_eq!(platform_maths(&made_up("steering/orca.rs", &bad)).len(), 1, "{bad}");
            assert_eq!(platform_maths(&made_up("sim/cells/act.rs", &bad)).len(), 1, "{bad}");
            assert!(platform_maths(&made_up("view/scene/units.rs", &bad)).is_empty(), "{bad}");
            assert!(platform_maths(&made_up("maths.rs", &bad)).is_empty(), "{bad}");
        }
    }
    for fine in ["maths::exp(x)", "exp(x)", "x.expect(y)", "simulation.log()", "Log::log_all"] {
        assert!(platform_maths(&made_up("sim/headless.rs", fine)).is_empty(), "{fine}");
    }
}

#[test]
fn the_checker_finds_what_could_panic() {
    let bad = "fn f() {\n    g().unwrap();\n}\n#[cfg(test)]\nmod tests {\n    h().unwrap();\n}\n";
    assert_eq!(possible_panics(&made_up("sim/run.rs", bad)).len(), 1);
    let fine = "// never panic!(\nfn f() {\n    g().unwrap_or_default();\n}\n";
    assert!(possible_panics(&made_up("sim/run.rs", fine)).is_empty());
}

/// The components of the simulation, each with the files that write it. Code that applies actions between ticks
/// (`command/`) may write everything and is skipped, like the file that declares a component.
fn writers(sources: &[Source]) -> BTreeMap<String, BTreeSet<String>> {
    let mut declared: BTreeMap<String, String> = BTreeMap::new();
    let sim = || sources.iter().filter(|s| s.path.starts_with("sim/"));
    for source in sim() {
        let mut is_component = false;
        for (_, line) in source.code() {
            let line = line.trim();
            // A long list of derives stands on a line of its own.
            let derives = line.starts_with("#[derive(") || line.starts_with("Component, ");
            is_component |= derives && line.contains("Component");
            let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric()).collect();
            let place = words.iter().position(|word| ["struct", "enum"].contains(word));
            if let Some(place) = place {
                if is_component {
                    declared.insert(words[place + 1].to_string(), source.path.clone());
                }
                is_component = false;
            }
        }
    }
    let mut writers: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for source in sim().filter(|s| !s.path.starts_with("sim/command/")) {
        let code: String = source.code().into_iter().map(|(_, line)| line + "\n").collect();
        for name in declared.keys() {
            let mutable = code.match_indices(&format!("mut {name}")).any(|(at, found)| {
                let before =
                    code[..at].trim_end_matches(|c: char| c.is_alphanumeric() || "' _".contains(c));
                let after = code[at + found.len()..].chars().next();
                before.ends_with('&') && !after.is_some_and(|c| c.is_alphanumeric() || c == '_')
            });
            if mutable || code.contains(&format!("get_mut::<{name}>")) {
                let file = source.path.trim_start_matches("sim/").to_string();
                writers.entry(name.clone()).or_default().insert(file);
            }
        }
    }
    writers
}

#[test]
fn components_are_written_only_where_the_table_says() {
    let table = include_str!("../src/sim/writers.md");
    let names = |cell: &str| -> BTreeSet<String> {
        cell.split('`').skip(1).step_by(2).map(str::to_string).collect()
    };
    let mut told: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in table.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.split('|').collect();
        for component in names(cells[1]) {
            told.entry(component).or_default().extend(names(cells[2]));
        }
    }
    let found = writers(&sources());
    let rows = |table: &BTreeMap<String, BTreeSet<String>>| -> String {
        let row = |(name, files): (&String, &BTreeSet<String>)| format!("{name}: {files:?}\n");
        table.iter().map(row).collect()
    };
    assert_eq!(rows(&told), rows(&found), "left the table, right the source");
}
