//! `phalanx convert`: a map in another format.

use super::input::files_of;
use super::output_file::is_scenario;
use super::{ConvertArgs, Failure, Outcome, Outputs, describe_ground, load, must_be_written, say};
use phalanx::grid::TextError;
use phalanx::scenario::{Scenario, flat_ground, load_map, map_format, read_drawing, save_map};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Maximum number of bytes read from stdin: four times the largest map.
const MAX_INPUT: u64 = 64 << 20;

pub fn convert(args: ConvertArgs) -> Outcome {
    let ConvertArgs { input, out, map, force } = args;
    must_be_written(&out)?;
    let options = map.options_for(&input)?;
    let is_stdin = input.as_path() == Path::new("-");
    let is_bare = is_stdin || input.exists() && map_format(&input).is_some();
    let scenario = match is_bare {
        _ if is_stdin => from_stdin()?,
        true => load_map(&input, options)?,
        false => load(&input, &map)?,
    };
    let inputs = files_of(&input, &scenario, &[]);
    Outputs::reading(inputs.iter().map(PathBuf::as_path)).and("OUT", Some(&out)).check(force)?;
    let is_map = !is_scenario(&out);
    let scenario = if is_bare && !is_map { scenario.with_first_units() } else { scenario };
    save_map(&scenario, &out)?;
    say(describe_ground(&out, &flat_ground(&scenario)));
    if is_map && !scenario.units.is_empty() {
        say(
            "A map file holds only ground: units, goals and orders are left out. A .ron file keeps them.",
        );
    }
    Ok(())
}

/// A map that was pasted, or comes from another program.
fn from_stdin() -> Result<Scenario, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::Failed(format!("stdin: {error}"));
    let mut text = String::new();
    let mut input = std::io::stdin().lock().take(MAX_INPUT + 1);
    input.read_to_string(&mut text).map_err(|error| failed(&error))?;
    if text.len() as u64 > MAX_INPUT {
        return Err(failed(&"the text exceeds the limit of 64 MiB"));
    }
    let terrain = read_drawing(&text).map_err(|TextError { line, column, message }| {
        Failure::Failed(format!("stdin:{line}:{column}: {message}"))
    })?;
    Ok(Scenario { title: "Map".into(), ..Scenario::plain(terrain) })
}
