//! What `shot` and `film` have in common: what is simulated, and what is shown of it.

use super::input::files_of;
use super::names::unknown;
use super::{Failure, NoteArgs, Outputs, PictureArgs, load, set_doctrines};
use phalanx::overlay::{OVERLAYS, Overlay, PLANNED_PATHS, overlay_named};
use phalanx::picture::{Caption, FilmError, Look, NoteFiles};
use phalanx::scenario::{Scenario, UnitId};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// A picture as it was asked for.
pub struct Request {
    /// The scenarios of the arenas.
    pub scenarios: Vec<Scenario>,
    /// What is shown of them.
    pub look: Look,
    /// The text around it.
    pub caption: Caption,
    /// What is written down.
    pub notes: NoteFiles,
}

impl Request {
    /// `out` is where the picture goes.
    pub fn new(args: PictureArgs, out: &PathBuf) -> Result<Self, Failure> {
        let overlays = overlays(&args.overlay, args.select.is_some())?;
        let mut scenario = load(&args.file, &args.map)?;
        scenario.seed = args.seed.unwrap_or(scenario.seed);
        let selection =
            args.select.map_or_else(|| Ok(BTreeSet::new()), |s| units(&s, &scenario))?;
        let mut scenarios = vec![scenario.clone()];
        set_doctrines(&mut scenarios[0], &args.doctrine)?;
        if !args.beside.is_empty() {
            set_doctrines(&mut scenario, &args.beside)?;
            scenarios.push(scenario);
        }
        let doctrines = [args.doctrine, args.beside].concat();
        let inputs = files_of(&args.file, &scenarios[0], &doctrines);
        Outputs::reading(inputs.iter().map(PathBuf::as_path))
            .and("--out", Some(out))
            .and("--metrics", args.notes.metrics.as_ref())
            .and("--trajectories", args.notes.trajectories.as_ref())
            .and("--paths", args.notes.paths.as_ref())
            .check(args.force)?;
        let (width, height) = args.size;
        Ok(Self {
            look: Look { width, height, overlays, selection },
            caption: Caption::new(&scenarios),
            notes: args.notes.files()?,
            scenarios,
        })
    }
}

impl NoteArgs {
    /// The files that were asked for.
    pub fn files(&self) -> Result<NoteFiles, Failure> {
        let Self { metrics, trajectories, paths, every } = self.clone();
        if every.is_some() && metrics.is_none() && trajectories.is_none() {
            let message = "--every is for --metrics and --trajectories; add one of them";
            return Err(Failure::Usage(message.into()));
        }
        Ok(NoteFiles { metrics, trajectories, paths, every: every.unwrap_or_default() })
    }
}

impl From<FilmError> for Failure {
    fn from(error: FilmError) -> Self {
        match error {
            FilmError::Cancelled => Self::Interrupted,
            FilmError::Failed(message) => Self::Failed(message),
        }
    }
}

/// The overlays with these names, in their own order. Without names those that are on at the start, as far as they show
/// anything.
fn overlays(names: &[String], selected: bool) -> Result<Vec<&'static Overlay>, Failure> {
    let mut wanted = Vec::new();
    for name in names.iter().filter(|name| !name.eq_ignore_ascii_case("none")) {
        wanted.push(overlay_named(name).ok_or_else(|| no_overlay(name))?);
    }
    let is_shown = |overlay: &&Overlay| match names {
        [] => overlay.on && (selected || overlay.key == PLANNED_PATHS),
        _ => wanted.contains(overlay),
    };
    Ok(OVERLAYS.iter().filter(is_shown).collect())
}

fn no_overlay(name: &str) -> Failure {
    let words: Vec<String> = OVERLAYS.iter().map(|overlay| overlay.key.replace(' ', "-")).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).chain(["none"]).collect();
    Failure::Usage(unknown("overlay", name, &words))
}

/// Units by their numbers, such as `0,4-7`, or `all`.
fn units(text: &str, scenario: &Scenario) -> Result<BTreeSet<UnitId>, Failure> {
    let count = scenario.units.len() as u32;
    if text.eq_ignore_ascii_case("all") {
        return Ok((0..count).map(UnitId).collect());
    }
    let mut units = BTreeSet::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        match (first.trim().parse::<u32>(), last.trim().parse::<u32>()) {
            (Ok(first), Ok(last)) if first <= last && last < count => {
                units.extend((first..=last).map(UnitId));
            }
            _ => {
                let last = count.saturating_sub(1);
                return Err(Failure::Usage(format!(
                    "--select {part:?}: write `all` or numbers of units, such as 0,4-7; this scenario \
                     has the units 0 to {last}"
                )));
            }
        }
    }
    Ok(units)
}
