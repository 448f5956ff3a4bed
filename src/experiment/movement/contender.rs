//! The doctrines that the benchmark compares.

use super::build::MotionKind;
use crate::experiment::ExperimentError;
use crate::parameters::{Kind, Parameters, Value};
use crate::scenario::{Doctrine, doctrine_from, preset_named};
use crate::traffic::Traffic;

/// A doctrine with a kind of motion.
#[derive(Clone, Debug, PartialEq)]
pub struct Contender {
    /// Its name in tables.
    pub name: String,
    /// The doctrine of every team.
    pub doctrine: Doctrine,
    /// How units move.
    pub motion: MotionKind,
}

/// A preset that is compared.
struct Entry {
    preset: &'static str,
    motion: MotionKind,
    /// Whether a quick run has it too.
    quick: bool,
}

const fn steered(preset: &'static str) -> Entry {
    Entry { preset, motion: MotionKind::Steered, quick: false }
}

const fn on_cells(preset: &'static str) -> Entry {
    Entry { preset, motion: MotionKind::CellSteps, quick: false }
}

impl Entry {
    const fn quick(self) -> Self {
        Self { quick: true, ..self }
    }
}

/// What is compared unless the settings choose one. A new preset takes one line here.
const ENTRIES: &[Entry] = &[
    steered(PLAIN).quick(),
    steered(TRAFFIC).quick(),
    steered("A* with congestion"),
    steered("Map Marker"),
    steered("Map Marker with traffic"),
    steered("Flow field").quick(),
    steered("ORCA").quick(),
    steered("Flock"),
    steered("Direction map"),
    on_cells(PLAIN),
    on_cells("WHCA*").quick(),
    on_cells("Direction map"),
];

/// The preset that all others are compared with.
pub(super) const PLAIN: &str = "A*";
/// The preset whose rules are switched off one by one.
pub(super) const TRAFFIC: &str = "A* with traffic";
/// Behind the name of a doctrine: units go from cell to cell.
const ON_CELL_STEPS: &str = " on cell steps";

impl Contender {
    fn new(name: &str, doctrine: Doctrine, motion: MotionKind) -> Self {
        let suffix = if motion == MotionKind::CellSteps { ON_CELL_STEPS } else { "" };
        Self { name: format!("{name}{suffix}"), doctrine, motion }
    }

    /// The contender for an argument: a preset, RON or a file, perhaps with ` on cell steps` behind it.
    pub fn named(word: &str) -> Result<Self, String> {
        let word = word.trim();
        // Names and suffixes are ASCII; a byte index inside a letter gives `None`.
        let cut = word.len().saturating_sub(ON_CELL_STEPS.len());
        let suffix = word.get(cut..).is_some_and(|end| end.eq_ignore_ascii_case(ON_CELL_STEPS));
        let (name, motion) = if suffix {
            (word[..cut].trim_end(), MotionKind::CellSteps)
        } else {
            (word, MotionKind::Steered)
        };
        let doctrine = doctrine_from(name)?;
        let name = doctrine.preset().map_or(name, |preset| preset.name);
        Ok(Self::new(name, doctrine, motion))
    }

    /// Whether it is plain A* with discs.
    pub(super) fn is_plain(&self) -> bool {
        self.name == PLAIN
    }

    /// The name for a file.
    pub(super) fn file_name(&self) -> String {
        let name = self.name.to_ascii_lowercase().replace('*', "-star");
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let name: String = name.chars().map(plain).collect();
        let parts: Vec<&str> = name.split('-').filter(|part| !part.is_empty()).collect();
        parts.join("-")
    }
}

/// What is compared: all, the few of a quick run, or the one that is named.
pub(super) fn contenders(
    quick: bool,
    only: Option<&str>,
) -> Result<Vec<Contender>, ExperimentError> {
    if let Some(word) = only {
        return Ok(vec![Contender::named(word).map_err(ExperimentError::Unknown)?]);
    }
    let entries = ENTRIES.iter().filter(|entry| entry.quick || !quick);
    entries
        .map(|entry| {
            let preset = preset_named(entry.preset).ok_or_else(|| {
                ExperimentError::Failed(format!("there is no preset {:?}", entry.preset))
            })?;
            Ok(Contender::new(preset.name, preset.doctrine, entry.motion))
        })
        .collect()
}

/// The preset with rules of traffic, with one of its rules switched off, for each rule; with the name of the rule.
pub(super) fn without_each_rule() -> Vec<(String, Contender)> {
    let Some(preset) = preset_named(TRAFFIC) else { return Vec::new() };
    let rules = preset.doctrine.traffic.rules();
    let switches = rules.list().iter().enumerate();
    switches
        .filter(|(i, rule)| rule.kind == Kind::Switch && rules.value(*i) == Value::Switch(true))
        .map(|(i, rule)| {
            let mut rest = rules;
            rest.set(i, Value::Switch(false));
            let doctrine = Doctrine { traffic: Traffic::On(rest), ..preset.doctrine };
            let name = format!("{} without {}", preset.name, rule.label());
            (rule.label(), Contender::new(&name, doctrine, MotionKind::Steered))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contender_is_a_preset_or_a_text_with_a_kind_of_motion() {
        let plain = Contender::named("a*").unwrap();
        assert_eq!((plain.name.as_str(), plain.motion), ("A*", MotionKind::Steered));
        let steps = Contender::named("WHCA* on cell steps").unwrap();
        assert_eq!(
            (steps.name.as_str(), steps.motion),
            ("WHCA* on cell steps", MotionKind::CellSteps)
        );
        assert_eq!(steps.file_name(), "whca-star-on-cell-steps");
        let custom = Contender::named("(layers: (markers: (factor: 0.5)))").unwrap();
        assert!(custom.doctrine.layers.markers.is_some());
        assert!(Contender::named("Map Maker").unwrap_err().contains("\"Map Marker\""));
    }

    #[test]
    fn each_rule_of_traffic_is_switched_off_once() {
        let without = without_each_rule();
        let all = preset_named(TRAFFIC).unwrap().doctrine;
        assert!(without.len() >= 5, "{without:?}");
        for (i, (_, contender)) in without.iter().enumerate() {
            assert_ne!(contender.doctrine, all);
            assert!(without[..i].iter().all(|(_, other)| other.doctrine != contender.doctrine));
        }
    }

    #[test]
    fn every_entry_is_a_preset_and_a_quick_run_has_fewer() {
        let [all, quick] = [false, true].map(|quick| contenders(quick, None).unwrap());
        assert_eq!(all.len(), ENTRIES.len());
        assert!(quick.len() < all.len() && quick[0].is_plain());
        let one = contenders(true, Some("Flock")).unwrap();
        assert_eq!(one.len(), 1);
    }
}
