//! The card that says why a unit takes its path, without a window.

use bevy_egui::egui;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use phalanx::overlay::Scene;
use phalanx::overlay::why::{Why, why_this_way};
use phalanx::scenario::{UnitId, preset_named, shipped, shipped_named};
use phalanx::sim::{CaptureSearch, Simulation};
use phalanx::view::panels::why_card;
use std::collections::BTreeSet;

/// Why a unit at the boulder takes its path under a preset.
fn why(preset: &str, unit: u32) -> Why {
    let mut scenario = shipped()[shipped_named("map-marker-boulder").unwrap()].load().unwrap();
    scenario.teams[0].doctrine = preset_named(preset).unwrap().doctrine;
    let mut simulation = Simulation::new(&scenario);
    simulation.watch(CaptureSearch { last_search: false, separation: true });
    simulation.run(30);
    let selection: BTreeSet<UnitId> = [UnitId(unit)].into();
    let scene = Scene::new(simulation.world(), simulation.arena()).unwrap();
    why_this_way(&scene.with_selection(&selection)).unwrap()
}

fn shown(why: &Why) -> Harness<'_, ()> {
    let size = egui::vec2(340.0, 600.0);
    let mut harness = Harness::builder().with_size(size).build_ui(|ui| why_card::show(ui, why, 1));
    harness.run();
    harness
}

#[test]
fn the_card_of_map_marker_has_the_reason_and_every_term() {
    let why = why("Map Marker", 17);
    let harness = shown(&why);
    assert!(harness.query_by_label_contains("draws the searches of the next units").is_some());
    for label in ["this path", "plain A*", "length", "markers", "total"] {
        assert!(harness.query_all_by_label(label).next().is_some(), "{label}");
    }
    assert!(harness.query_by_label_contains("Planned at 0.0 s").is_some());
}

#[test]
fn the_card_of_a_star_says_that_only_length_counts() {
    let why = why("A*", 3);
    let harness = shown(&why);
    assert!(harness.query_by_label_contains("only length counts").is_some());
    assert!(harness.query_by_label("markers").is_none(), "no layer is on");
}
