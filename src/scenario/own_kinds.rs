//! The unit kinds that a scenario defines for itself: changed kinds, and copies under a new name.

use super::edit::{Facts, Refusal};
use super::read::Fault;
use super::read::Step::{Entry, Field};
use super::{Catalogue, Scenario};
use crate::combat::{KindDefinition, UnitKind};
use serde::{Deserialize, Serialize};

/// Most kinds that a scenario can define.
pub const MOST_KINDS: usize = 1000;

/// A change of the unit kinds of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(clippy::large_enum_variant, reason = "there are few actions at a time")]
pub enum KindAction {
    /// Changes the kind with this name, or adds it. All units of the kind change with it; they keep their share of hit points
    /// and energy. While there are units of the kind, it keeps its size, and units that fly do not land.
    Set(KindDefinition),
    /// Takes back what the scenario says about a kind: it is as in its file again. A kind that no file has is removed, if no
    /// unit is of that kind.
    Reset(String),
}

impl KindAction {
    /// The name of the kind.
    pub fn name(&self) -> &str {
        match self {
            Self::Set(definition) => &definition.name,
            Self::Reset(name) => name,
        }
    }

    /// What is wrong with its numbers, in a sentence.
    pub fn fault(&self) -> Option<String> {
        match self {
            Self::Set(definition) => definition.fault().map(|fault| fault.message),
            Self::Reset(_) => None,
        }
    }

    /// Whether it is admissible.
    pub(super) fn admit(&self, facts: &impl Facts) -> Result<(), Refusal> {
        let name = self.name();
        let now = facts.kind(name);
        let keeps_body = |size: u32, flying: bool| match now {
            Some(now) if (now.size != size || now.flying && !flying) && facts.uses_kind(name) => {
                Err(Refusal::OtherBody(name.into()))
            }
            _ => Ok(()),
        };
        let own = facts.catalogue().map_or(&[][..], Catalogue::own);
        match self {
            Self::Set(definition) => {
                if let Some(fault) = self.fault() {
                    return Err(Refusal::OutOfRange(fault));
                }
                if own.len() >= MOST_KINDS && !own.iter().any(|kind| kind.name == name) {
                    return Err(Refusal::TooManyKinds);
                }
                keeps_body(definition.size, definition.flying)
            }
            Self::Reset(_) => {
                if !own.iter().any(|kind| kind.name == name) {
                    return Err(Refusal::NoKind(name.into()));
                }
                match facts.catalogue().and_then(|catalogue| catalogue.original(name)) {
                    Some(original) => keeps_body(original.size, original.flying),
                    None if facts.uses_kind(name) => Err(Refusal::KindInUse(name.into())),
                    None => Ok(()),
                }
            }
        }
    }
}

impl Catalogue {
    /// Does an admissible change. Returns the kind that now has the name, if there is one.
    pub(crate) fn change(&mut self, action: &KindAction) -> Option<&'static UnitKind> {
        let name = action.name();
        let mut own = self.own().to_vec();
        match action {
            KindAction::Set(definition) => {
                if let Ok(kind) = definition.kind() {
                    match own.iter_mut().find(|known| known.name == name) {
                        Some(known) => *known = kind,
                        None => own.push(kind),
                    }
                }
            }
            KindAction::Reset(_) => own.retain(|known| known.name != name),
        }
        self.set_own(own);
        self.kind(name)
    }
}

impl Scenario {
    /// Does an admissible change of the unit kinds. Units of the kind change with it.
    pub(super) fn change_kinds(&mut self, action: &KindAction) {
        let Some(kind) = self.catalogue.change(action) else { return };
        for unit in self.units.iter_mut().filter(|unit| unit.kind.name == kind.name) {
            unit.kind = kind;
        }
    }
}

/// The kinds of a scenario file, checked.
pub(super) fn read_own_kinds(entries: &[KindDefinition]) -> Result<Vec<&'static UnitKind>, Fault> {
    let mut kinds: Vec<&'static UnitKind> = Vec::new();
    if entries.len() > MOST_KINDS {
        let message = format!("there are {} kinds; at most {MOST_KINDS}", entries.len());
        return Fault::at([Field("kinds")], message);
    }
    for (i, entry) in entries.iter().enumerate() {
        let path = [Field("kinds"), Entry(i)];
        if kinds.iter().any(|kind| kind.name == entry.name) {
            let name = &entry.name;
            let message = format!("there are two kinds named {name:?}; give each its own name");
            return Fault::at([&path[..], &[Field("name")]].concat(), message);
        }
        match entry.kind() {
            Ok(kind) => kinds.push(kind),
            Err(fault) => {
                let fields = fault.fields.iter().map(|&field| Field(field));
                let path: Vec<_> = path.into_iter().chain(fields).collect();
                return Fault::at(path, fault.message);
            }
        }
    }
    Ok(kinds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Bounds;
    use crate::scenario::{Action, NewUnit, TeamId, UnitId, load_str, to_ron};
    use glam::Vec2;

    fn soldiers() -> Scenario {
        let mut scenario = Scenario::blank(Bounds::new(8, 4));
        let unit = |id: u32| NewUnit {
            id: UnitId(id),
            team: TeamId(0),
            kind: "soldier".into(),
            at: Vec2::new(id as f32 + 0.5, 0.5),
        };
        scenario.apply(0, &Action::Spawn((0..3).map(unit).collect()));
        scenario
    }

    fn strong(scenario: &Scenario) -> KindDefinition {
        let soldier = scenario.catalogue.kind("soldier").unwrap();
        KindDefinition { hit_points: 77.5, speed: 3.1, ..KindDefinition::of(soldier) }
    }

    #[test]
    fn a_changed_kind_is_saved_read_and_taken_back() {
        let mut scenario = soldiers();
        let before = scenario.clone();
        scenario.apply(0, &Action::Kind(KindAction::Set(strong(&scenario))));
        assert!(scenario.units.iter().all(|unit| unit.kind.hit_points == 77.5));
        assert_ne!(scenario, before);
        let text = to_ron(&scenario);
        assert!(text.contains("kinds: [\n        (name:\"soldier\""), "{text}");
        assert_eq!(load_str(&text, "k.ron", None).unwrap(), scenario);
        scenario.apply(0, &Action::Kind(KindAction::Reset("soldier".into())));
        assert_eq!(scenario, before);
        assert!(!to_ron(&scenario).contains("kinds:"));
    }

    #[test]
    fn a_copy_can_be_dropped_and_stays_while_units_are_of_its_kind() {
        let mut scenario = soldiers();
        let copy = KindDefinition { name: "veteran".into(), ..strong(&scenario) };
        scenario.apply(0, &Action::Kind(KindAction::Set(copy)));
        let (id, team, at) = (UnitId(9), TeamId(0), Vec2::new(5.5, 2.5));
        let unit = NewUnit { id, team, kind: "veteran".into(), at };
        scenario.apply(0, &Action::Spawn(vec![unit]));
        assert_eq!(scenario.units[3].kind.hit_points, 77.5);
        let reset = Action::Kind(KindAction::Reset("veteran".into()));
        scenario.apply(0, &reset);
        assert_eq!(scenario.catalogue.own().len(), 1, "a unit is of this kind");
        scenario.apply(0, &Action::RemoveUnits(vec![id]));
        scenario.apply(0, &reset);
        assert!(
            scenario.catalogue.own().is_empty() && scenario.catalogue.kind("veteran").is_none()
        );
    }

    #[test]
    fn a_kind_in_use_keeps_its_size_and_does_not_land() {
        let mut scenario = soldiers();
        let before = scenario.clone();
        let usual = strong(&scenario);
        let building = KindDefinition { size: 2, speed: 0.0, radius: 0.0, ..usual.clone() };
        let set = |scenario: &mut Scenario, kind: &KindDefinition| {
            scenario.apply(0, &Action::Kind(KindAction::Set(kind.clone())));
        };
        for wrong in [building.clone(), KindDefinition { hit_points: 0.0, ..usual.clone() }] {
            set(&mut scenario, &wrong);
            assert_eq!(scenario, before);
        }
        set(&mut scenario, &KindDefinition { flying: true, ..usual.clone() });
        assert!(scenario.units.iter().all(|unit| unit.kind.flying));
        let in_the_air = scenario.clone();
        set(&mut scenario, &usual);
        scenario.apply(0, &Action::Kind(KindAction::Reset("soldier".into())));
        assert_eq!(scenario, in_the_air, "they might stand on a wall");
        let all = scenario.units.iter().map(|unit| unit.id).collect();
        scenario.apply(0, &Action::RemoveUnits(all));
        for kind in [usual, building] {
            set(&mut scenario, &kind);
            assert_eq!(KindDefinition::of(scenario.catalogue.kind("soldier").unwrap()), kind);
        }
    }

    #[test]
    fn a_wrong_kind_in_a_file_is_told_by_line_and_column() {
        let kind = "(name: \"orc\", hit_points: 5, speed: 99, radius: 0.4, sight: 8, influence: 8)";
        let text = format!("(version: 1, map: Rows([\"...\"]),\nkinds: [{kind}])");
        let error = load_str(&text, "k.ron", None).unwrap_err().to_string();
        assert_eq!(error, "k.ron:2:45: `speed` is 99; it goes from 0 to 7.5");
        let text = format!(
            "(version: 1, map: Rows([\"...\"]),\nkinds: [{0}, {0}])",
            kind.replace("99", "2")
        );
        let error = load_str(&text, "k.ron", None).unwrap_err().to_string();
        assert!(error.contains("two kinds named \"orc\""), "{error}");
    }
}
