//! `phalanx check`: whether files are valid, and the first error of each.

use super::{CheckArgs, Failure, MapArgs, Outcome, PatrolArgs, print, print_json, source};
use phalanx::scenario::{
    Checked, Scenario, ScenarioError, Source, check_other_file, is_problem_file, load_file,
    load_map, read_bytes, read_scen_file,
};
use phalanx::sim::{TraceError, TraceReader};
use serde::Serialize;
use std::io::Cursor;
use std::path::{Path, PathBuf};

/// What is known of a file.
#[derive(Serialize)]
struct FileReport {
    file: String,
    valid: bool,
    /// What it is; `null` if it is not valid.
    kind: Option<&'static str>,
    /// What is in it, in a few words.
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<String>,
    /// What its motion leaves out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ignored: Vec<String>,
    #[serde(flatten)]
    error: Option<ErrorReport>,
}

/// The first error of a file.
#[derive(Serialize)]
struct ErrorReport {
    /// The file that it is in, if another one, such as a map that a scenario names.
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<String>,
    line: Option<usize>,
    column: Option<usize>,
    error: String,
}

/// A valid file.
struct Valid {
    kind: &'static str,
    summary: String,
    ignored: Vec<String>,
}

/// What is wrong with a file: with a place, or as a whole.
enum Wrong {
    At(ScenarioError),
    Whole(String),
}

pub fn check(args: &CheckArgs) -> Outcome {
    let CheckArgs { files, map, json } = args;
    map.must_be_for_one_of(&files.iter().map(PathBuf::as_path).collect::<Vec<_>>())?;
    let mut reports = Vec::new();
    let mut all_valid = true;
    for file in files {
        let checked = check_one(file, map);
        all_valid &= checked.is_ok();
        if *json {
            reports.push(report(file, checked));
        } else {
            tell(file, checked)?;
        }
    }
    if *json {
        print_json(&reports)?;
    }
    if all_valid { Ok(()) } else { Err(Failure::Finding) }
}

fn tell(file: &Path, checked: Result<Valid, Wrong>) -> Outcome {
    match checked {
        Ok(Valid { summary, ignored, .. }) => {
            print(format!("{}: valid: {summary}", file.display()))?;
            ignored.iter().try_for_each(|sentence| print(format!("  {sentence}")))
        }
        Err(Wrong::At(error)) => print(error),
        Err(Wrong::Whole(message)) => print(message),
    }
}

fn report(file: &Path, checked: Result<Valid, Wrong>) -> FileReport {
    let name = file.display().to_string();
    let invalid = |error| FileReport {
        file: name.clone(),
        valid: false,
        kind: None,
        summary: None,
        ignored: Vec::new(),
        error: Some(error),
    };
    match checked {
        Ok(Valid { kind, summary, ignored }) => FileReport {
            file: name,
            valid: true,
            kind: Some(kind),
            summary: Some(summary),
            ignored,
            error: None,
        },
        Err(Wrong::At(ScenarioError { file, line, column, message })) => invalid(ErrorReport {
            of: (file != name).then_some(file),
            line: (line > 0).then_some(line),
            column: (line > 0).then_some(column),
            error: message,
        }),
        Err(Wrong::Whole(error)) => {
            invalid(ErrorReport { of: None, line: None, column: None, error })
        }
    }
}

fn check_one(file: &Path, map: &MapArgs) -> Result<Valid, Wrong> {
    let valid = |kind, summary| Valid { kind, summary, ignored: Vec::new() };
    if is_problem_file(file) {
        let problems = read_scen_file(file).map_err(Wrong::At)?;
        return Ok(valid("problems", count(problems.len(), "problem")));
    }
    if let Some(checked) = check_other_file(file) {
        let Checked { kind, summary } = checked.map_err(Wrong::At)?;
        return Ok(valid(kind, summary));
    }
    if let Some(checked) = check_trace(file) {
        return checked.map(|summary| valid("trace", summary)).map_err(Wrong::Whole);
    }
    let source =
        source(file, &PatrolArgs::default(), &map.of_one(file), 1).map_err(
            |failure| match failure {
                Failure::Failed(message) | Failure::Usage(message) => Wrong::Whole(message),
                _ => Wrong::Whole(format!("{}: the file cannot be read", file.display())),
            },
        )?;
    let scenario = match source {
        Source::File(path) => load_file(&path).map_err(Wrong::At)?,
        Source::Picture(path, options) => load_map(&path, options).map_err(Wrong::At)?.to_try_out(),
        other => other.load().map_err(Wrong::Whole)?,
    };
    Ok(Valid { ignored: scenario.ignored_parts(), ..valid("scenario", summary(&scenario)) })
}

/// Reads a trace to its end. `None` if the file is none.
fn check_trace(file: &Path) -> Option<Result<String, String>> {
    let bytes = read_bytes(file).ok().filter(|bytes| bytes.starts_with(b"phalanx trace"))?;
    let read = || -> Result<String, TraceError> {
        let mut trace = TraceReader::new(Cursor::new(bytes))?;
        let mut ticks = 0;
        while trace.next_tick()?.is_some() {
            ticks += 1;
        }
        Ok(format!("a trace of {:?}, {ticks} ticks", trace.head().scenario))
    };
    Some(read().map_err(|error| format!("{}: {error}", file.display())))
}

fn summary(scenario: &Scenario) -> String {
    let bounds = scenario.terrain.bounds();
    let counts = [
        count(scenario.teams.len(), "team"),
        count(scenario.units.len(), "unit"),
        count(scenario.obstacles.len(), "obstacle"),
        count(scenario.orders.len(), "order"),
    ];
    let (title, counts) = (&scenario.title, counts.join(", "));
    format!("{title:?}, {} x {} cells, {counts}", bounds.width, bounds.height)
}

fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
