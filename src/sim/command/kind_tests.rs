use super::*;
use crate::grid::Bounds;
use crate::scenario::{Action, NewUnit, Scenario, TeamId, UnitId, load_str, to_ron};
use crate::sim::bake;

fn soldiers() -> Scenario {
    let unit = |id: u32| NewUnit {
        id: UnitId(id),
        team: TeamId(0),
        kind: "soldier".into(),
        at: Vec2::new(id as f32 + 0.5, 0.5),
    };
    bake(&Scenario::blank(Bounds::new(8, 4)), &[Action::Spawn((0..3).map(unit).collect())])
}

fn strong(scenario: &Scenario) -> KindDefinition {
    let soldier = scenario.catalogue.kind("soldier").unwrap();
    KindDefinition { hit_points: 77.5, speed: 3.1, ..KindDefinition::of(soldier) }
}

#[test]
fn a_changed_kind_is_saved_read_and_taken_back() {
    let mut scenario = soldiers();
    let before = scenario.clone();
    scenario = bake(&scenario, &[Action::Kind(KindAction::Set(strong(&scenario)))]);
    assert!(scenario.units.iter().all(|unit| unit.kind.hit_points == 77.5));
    assert_ne!(scenario, before);
    let text = to_ron(&scenario);
    assert!(text.contains("kinds: [\n        (name:\"soldier\""), "{text}");
    assert_eq!(load_str(&text, "k.ron", None).unwrap(), scenario);
    scenario = bake(&scenario, &[Action::Kind(KindAction::Reset("soldier".into()))]);
    assert_eq!(scenario, before);
    assert!(!to_ron(&scenario).contains("kinds:"));
}

#[test]
fn a_copy_can_be_dropped_and_stays_while_units_are_of_its_kind() {
    let mut scenario = soldiers();
    let copy = KindDefinition { name: "veteran".into(), ..strong(&scenario) };
    scenario = bake(&scenario, &[Action::Kind(KindAction::Set(copy))]);
    let (id, team, at) = (UnitId(9), TeamId(0), Vec2::new(5.5, 2.5));
    let unit = NewUnit { id, team, kind: "veteran".into(), at };
    scenario = bake(&scenario, &[Action::Spawn(vec![unit])]);
    assert_eq!(scenario.units[3].kind.hit_points, 77.5);
    let reset = Action::Kind(KindAction::Reset("veteran".into()));
    scenario = bake(&scenario, std::slice::from_ref(&reset));
    assert_eq!(scenario.catalogue.own().len(), 1, "a unit is of this kind");
    scenario = bake(&scenario, &[Action::RemoveUnits(vec![id])]);
    scenario = bake(&scenario, std::slice::from_ref(&reset));
    assert!(scenario.catalogue.own().is_empty() && scenario.catalogue.kind("veteran").is_none());
}

#[test]
fn a_kind_in_use_keeps_its_size_and_does_not_land() {
    let mut scenario = soldiers();
    let before = scenario.clone();
    let usual = strong(&scenario);
    let building = KindDefinition { size: 2, speed: 0.0, radius: 0.0, ..usual.clone() };
    let set = |scenario: &mut Scenario, kind: &KindDefinition| {
        *scenario = bake(scenario, &[Action::Kind(KindAction::Set(kind.clone()))]);
    };
    for wrong in [building.clone(), KindDefinition { hit_points: 0.0, ..usual.clone() }] {
        set(&mut scenario, &wrong);
        assert_eq!(scenario, before);
    }
    set(&mut scenario, &KindDefinition { flying: true, ..usual.clone() });
    assert!(scenario.units.iter().all(|unit| unit.kind.flying));
    let in_the_air = scenario.clone();
    set(&mut scenario, &usual);
    scenario = bake(&scenario, &[Action::Kind(KindAction::Reset("soldier".into()))]);
    assert_eq!(scenario, in_the_air, "they might stand on a wall");
    let all = scenario.units.iter().map(|unit| unit.id).collect();
    scenario = bake(&scenario, &[Action::RemoveUnits(all)]);
    for kind in [usual, building] {
        set(&mut scenario, &kind);
        assert_eq!(KindDefinition::of(scenario.catalogue.kind("soldier").unwrap()), kind);
    }
}
