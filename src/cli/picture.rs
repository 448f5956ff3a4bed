//! What `shot` and `film` have in common: what is simulated, and what is shown of it.

use super::{Failure, NoteArgs, PictureArgs, load, set_doctrines};
use phalanx::overlay::{OVERLAYS, Overlay, PLANNED_PATHS, overlay_named};
use phalanx::picture::{Caption, FilmError, Look, NoteFiles};
use phalanx::scenario::{Scenario, UnitId, nearest};
use std::collections::BTreeSet;

/// A picture as it was asked for.
pub struct Request {
    /// The scenarios of the arenas.
    pub scenarios: Vec<Scenario>,
    /// What is shown of them.
    pub look: Look,
    /// The words around it.
    pub caption: Caption,
    /// What is written down.
    pub notes: NoteFiles,
}

impl Request {
    pub fn new(args: PictureArgs) -> Result<Self, Failure> {
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
        let (width, height) = args.size;
        Ok(Self {
            look: Look { width, height, overlays, selection },
            caption: Caption::new(&scenarios),
            notes: args.notes.files(),
            scenarios,
        })
    }
}

impl NoteArgs {
    /// The files that were asked for.
    pub fn files(&self) -> NoteFiles {
        let Self { metrics, trajectories, paths } = self.clone();
        NoteFiles { metrics, trajectories, paths }
    }
}

impl From<FilmError> for Failure {
    fn from(error: FilmError) -> Self {
        Self::Failed(error.to_string())
    }
}

/// The overlays with these names, in their own order. Without names those that are on at the start, as far as they show
/// anything.
fn overlays(names: &[String], selected: bool) -> Result<Vec<&'static Overlay>, Failure> {
    let mut wanted = Vec::new();
    for name in names.iter().filter(|name| !name.eq_ignore_ascii_case("none")) {
        wanted.push(overlay_named(name).ok_or_else(|| unknown(name))?);
    }
    let is_shown = |overlay: &&Overlay| match names {
        [] => overlay.on && (selected || overlay.key == PLANNED_PATHS),
        _ => wanted.contains(overlay),
    };
    Ok(OVERLAYS.iter().filter(is_shown).collect())
}

fn unknown(name: &str) -> Failure {
    let words: Vec<String> = OVERLAYS.iter().map(|overlay| overlay.key.replace(' ', "-")).collect();
    let meant = nearest(name, words.iter().map(String::as_str));
    let meant = meant.map_or(String::new(), |word| format!(" (did you mean {word:?}?)"));
    let words = words.join(", ");
    Failure::Usage(format!("there is no overlay {name:?}{meant}; there are {words}, and none"))
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
