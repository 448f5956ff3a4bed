//! Maps that commands write.

use super::{Failure, Outcome};
use phalanx::grid::{Bounds, Terrain};
use phalanx::scenario::{is_stdout, written_extensions};
use std::path::Path;

/// Refuses a name whose ending stands for no format that is written.
pub fn must_be_written(out: &Path) -> Outcome {
    let is_ending = |e: &str| out.extension().is_some_and(|found| found.eq_ignore_ascii_case(e));
    if is_stdout(out) || written_extensions().any(is_ending) {
        return Ok(());
    }
    let endings: Vec<String> = written_extensions().map(|e| format!(".{e}")).collect();
    let (out, endings) = (out.display(), endings.join(", "));
    Err(Failure::Usage(format!(
        "{out}: the name must end in one of {endings}, or be `-` for a map on stdout"
    )))
}

/// What was written, in a line.
pub fn describe_ground(out: &Path, terrain: &Terrain) -> String {
    let Bounds { width, height } = terrain.bounds();
    let free = terrain.passable_count();
    format!("{}: {width} x {height} cells, {free} of them free", out.display())
}
