use super::*;
use crate::scenario::{Motion, Scenario, UnitId, preset_named, shipped, shipped_named};
use crate::sim::{CaptureSearch, Simulation};
use std::collections::BTreeSet;

fn boulder(preset: &str, motion: Motion) -> Scenario {
    let mut scenario = shipped()[shipped_named("map-marker-boulder").unwrap()].load().unwrap();
    scenario.teams[0].doctrine = preset_named(preset).unwrap().doctrine;
    scenario.motion = motion;
    scenario
}

fn after(scenario: &Scenario, ticks: u64) -> Simulation {
    let mut simulation = Simulation::new(scenario);
    simulation.watch(CaptureSearch { last_search: false, separation: true });
    simulation.run(ticks);
    simulation
}

fn whys(simulation: &Simulation) -> Vec<Why> {
    let scene = Scene::new(simulation.world(), simulation.arena()).unwrap();
    let units: Vec<UnitId> = scene.units().map(|unit| unit.unit.id).collect();
    let why = |id| {
        let only: BTreeSet<UnitId> = [id].into();
        why_this_way(&scene.with_selection(&only)).unwrap()
    };
    units.into_iter().map(why).collect()
}

fn motions() -> [Motion; 2] {
    [Motion::Steered, Motion::CellSteps(Default::default())]
}

#[test]
fn map_marker_at_the_boulder_says_that_units_follow_those_that_planned_before() {
    for motion in motions() {
        let simulation = after(&boulder("Map Marker", motion), 40);
        let whys = whys(&simulation);
        let follows = |why: &&Why| {
            why.reason.contains("planned before it")
                && why.reason.contains("draws the searches of the next units to its cells")
        };
        assert!(
            whys.iter().filter(follows).count() * 2 > whys.len(),
            "{motion:?}: {:#?}",
            whys.iter().map(|w| &w.reason).collect::<Vec<_>>()
        );
        let equal = |why: &Why| why.reason.contains("both paths are equally long");
        assert!(
            whys.iter().any(equal),
            "{motion:?}: {:#?}",
            whys.iter().map(|w| &w.reason).collect::<Vec<_>>()
        );
    }
}

#[test]
fn plain_a_star_says_that_only_length_counts_and_that_nothing_keeps_the_group_together() {
    for motion in motions() {
        let simulation = after(&boulder("A* per unit", motion), 40);
        let with_path = whys(&simulation).into_iter().filter(|why| why.comparison.is_some());
        for why in with_path {
            assert!(why.reason.contains("only length counts"), "{motion:?}: {}", why.reason);
            assert!(
                why.notes.iter().any(|n| n.contains("nothing keeps them together")),
                "{motion:?}: {:?}",
                why.notes
            );
        }
    }
}

#[test]
fn every_preset_gives_a_reason_in_both_kinds_of_motion() {
    for motion in motions() {
        for preset in crate::scenario::presets() {
            let simulation = after(&boulder(preset.name, motion), 20);
            let why = &whys(&simulation)[0];
            assert!(why.reason.ends_with('.'), "{}: {:?}", preset.name, why.reason);
            assert_eq!(why.comparison.is_some(), !why.prices().is_empty(), "{}", preset.name);
        }
    }
}

#[test]
fn asking_changes_nothing_and_an_idle_unit_has_no_reason_to_go() {
    let scenario = boulder("Map Marker", Motion::Steered);
    let (asked, not_asked) = (after(&scenario, 60), after(&scenario, 60));
    whys(&asked);
    assert_eq!(asked.hash(), not_asked.hash());
    let mut idle = scenario.clone();
    (idle.orders, idle.actions) = (Vec::new(), Vec::new());
    let why = &whys(&after(&idle, 2))[0];
    assert_eq!(
        (why.reason.as_str(), why.prices().len()),
        ("It has no order, so it has no path.", 0)
    );
}
