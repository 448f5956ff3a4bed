//! `phalanx check`: whether files are valid, and the first error of each.

use super::{Failure, MapArgs, Outcome, load, print};
use phalanx::scenario::{holds_kinds, is_picture, load_kinds, read_scen_file};
use std::path::{Path, PathBuf};

pub fn check(files: &[PathBuf], map: &MapArgs) -> Outcome {
    if let [file] = files {
        map.options_for(file)?;
    }
    let mut all_valid = true;
    for file in files {
        match check_one(file, map) {
            Ok((summary, ignored)) => {
                print(format!("{}: valid: {summary}", file.display()))?;
                ignored.iter().try_for_each(|sentence| print(format!("  {sentence}")))?;
            }
            Err(message) => {
                all_valid = false;
                print(message)?;
            }
        }
    }
    if all_valid { Ok(()) } else { Err(Failure::Finding) }
}

/// A summary of a valid file, and what its motion leaves out.
fn check_one(file: &Path, map: &MapArgs) -> Result<(String, Vec<String>), String> {
    if file.extension().is_some_and(|e| e.eq_ignore_ascii_case("scen")) {
        let problems = read_scen_file(file).map_err(|e| e.to_string())?;
        return Ok((format!("{} problems", problems.len()), Vec::new()));
    }
    if holds_kinds(file) {
        let kinds = load_kinds(file).map_err(|error| error.to_string())?;
        return Ok((format!("{} unit kinds", kinds.len()), Vec::new()));
    }
    // Of several files only the pictures are meant.
    let none = MapArgs::default();
    let map = if is_picture(file) { map } else { &none };
    let scenario = load(file, map).map_err(|failure| match failure {
        Failure::Failed(message) | Failure::Usage(message) => message,
        Failure::Finding | Failure::BrokenPipe => String::new(),
    })?;
    let bounds = scenario.terrain.bounds();
    let counts = [
        ("team", scenario.teams.len()),
        ("unit", scenario.units.len()),
        ("obstacle", scenario.obstacles.len()),
        ("order", scenario.orders.len()),
    ];
    let counts = counts.map(|(what, n)| format!("{n} {what}{}", if n == 1 { "" } else { "s" }));
    let (title, counts) = (&scenario.title, counts.join(", "));
    let summary = format!("{title:?}, {} x {} cells, {counts}", bounds.width, bounds.height);
    Ok((summary, scenario.ignored_parts()))
}
