//! Maps that commands write.

use super::{Failure, Outcome};
use phalanx::grid::{Bounds, Terrain};
use phalanx::scenario::{NewFile, is_stream, written_extensions};
use std::path::Path;

/// Refuses a name whose ending stands for no format that is written.
pub fn must_be_written(out: &Path) -> Outcome {
    let is_ending = |e: &str| out.extension().is_some_and(|found| found.eq_ignore_ascii_case(e));
    if is_stream(out) || written_extensions().any(is_ending) {
        return Ok(());
    }
    let endings: Vec<String> = written_extensions().map(|e| format!(".{e}")).collect();
    let (out, endings) = (out.display(), endings.join(", "));
    Err(Failure::Usage(format!(
        "{out}: the name must end in one of {endings}, or be `-` for a map on stdout"
    )))
}

/// Whether a name stands for a scenario rather than a map.
pub fn is_scenario(out: &Path) -> bool {
    out.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ron"))
}

/// Refuses a place where no file can be written, before the work. A pipe is opened later, once.
pub fn try_to_begin(out: &Path) -> Outcome {
    if is_stream(out) {
        return Ok(());
    }
    let begun = NewFile::create(out).map(drop);
    begun.map_err(|message| Failure::Failed(format!("{}: {message}", out.display())))
}

/// What was written, in a line.
pub fn describe_ground(out: &Path, terrain: &Terrain) -> String {
    let Bounds { width, height } = terrain.bounds();
    let free = terrain.passable_count();
    format!("{}: {width} x {height} cells, {free} of them free", out.display())
}
