//! Every overlay on small scenarios, without a window.

mod cells;
mod units;

use super::*;
use crate::combat::kind_named;
use crate::grid::{Cell, Ground};
use crate::scenario::{Action, Scenario, UnitId, load_str};
use crate::sim::{CaptureSearch, Simulation};
use std::collections::BTreeSet;

/// Four blue units in the west that go to the east, and two orange units there, both of a kind.
fn scenario(kind: &str, preset: &str) -> Scenario {
    let text = format!(
        r#"(
            version: 1,
            map: Rectangles(size: (24, 8)),
            teams: [(name: "blue", doctrine: Named("{preset}")), (name: "orange")],
            units: [
                (team: "blue", kind: "{kind}", at: (2, 3), block: (2, 2)),
                (team: "orange", kind: "{kind}", at: (20, 3), block: (1, 2)),
            ],
            orders: [(who: Team("blue"), order: Move(At(17, 4)))],
        )"#
    );
    load_str(&text, "test", None).unwrap()
}

fn after(scenario: &Scenario, ticks: u64) -> Simulation {
    let mut simulation = Simulation::new(scenario);
    simulation.watch(CaptureSearch { last_search: true, separation: false });
    simulation.run(ticks);
    simulation
}

/// A kind of unit without a weapon, and one with.
const UNARMED: &str = "soldier";
const ARMED: &str = "Marine";

fn overlay(title: &str) -> &'static Overlay {
    OVERLAYS.iter().find(|overlay| overlay.title == title).unwrap()
}

fn selection(units: &[u32]) -> BTreeSet<UnitId> {
    units.iter().map(|&unit| UnitId(unit)).collect()
}

/// What an overlay shows with some units selected.
fn draw(title: &str, simulation: &Simulation, selected: &[u32]) -> Drawing {
    let selected = selection(selected);
    let scene = Scene::new(simulation.world(), simulation.arena()).unwrap();
    (overlay(title).draw)(&scene.with_selection(&selected))
}

/// How many of a drawing's figures have such a shape.
fn count(drawing: &Drawing, layer: Layer, is: impl Fn(&Shape) -> bool) -> usize {
    drawing.layer(layer).filter(|figure| is(&figure.shape)).count()
}

fn why_empty(drawing: &Drawing) -> &str {
    assert!(drawing.figures.is_empty() && drawing.picture.is_none(), "{drawing:?}");
    match &drawing.legend {
        Legend::Empty(why) => why,
        legend => panic!("not empty: {legend:?}"),
    }
}

fn labels(legend: &Legend) -> Vec<&str> {
    match legend {
        Legend::Swatches(swatches) => swatches.iter().map(|s| s.label.as_str()).collect(),
        Legend::Ramp { title, notes, .. } => {
            std::iter::once(title).chain(notes).map(String::as_str).collect()
        }
        Legend::Several(legends) => legends.iter().flat_map(labels).collect(),
        Legend::Empty(_) => Vec::new(),
    }
}

fn has_label(drawing: &Drawing, part: &str) {
    let labels = labels(&drawing.legend);
    assert!(labels.iter().any(|label| label.contains(part)), "{part}: {labels:?}");
}

#[test]
fn overlays_have_their_own_names_and_keys() {
    let keys: BTreeSet<_> = OVERLAYS.iter().map(|overlay| overlay.key).collect();
    let hotkeys: BTreeSet<_> = OVERLAYS.iter().map(|overlay| overlay.hotkey).collect();
    assert_eq!((keys.len(), hotkeys.len()), (OVERLAYS.len(), OVERLAYS.len()));
    assert!(OVERLAYS.iter().all(|overlay| overlay.doc.ends_with('.')));
}

#[test]
fn every_overlay_without_data_says_why_it_is_empty() {
    let mut scenario = scenario(UNARMED, "A*");
    scenario.orders.clear();
    let simulation = Simulation::new(&scenario);
    for overlay in OVERLAYS.iter().filter(|overlay| overlay.title != "Occupancy") {
        let drawing = draw(overlay.title, &simulation, &[]);
        assert!(why_empty(&drawing).ends_with('.'), "{}", overlay.title);
    }
}

/// The window draws an overlay again only when its revision changes.
#[test]
fn a_drawing_changes_only_with_its_revision() {
    for (kind, preset) in
        [(ARMED, "Hybrid potential field"), (ARMED, "Influence"), (UNARMED, "Map Marker")]
    {
        let mut simulation = after(&scenario(kind, preset), 0);
        let mut drawn = vec![None; OVERLAYS.len()];
        let mut repeated = 0;
        for step in 0..60 {
            // Units are selected and walls are painted now and then.
            let selected = selection(&[0, 1, 2][..step / 10 % 4]);
            if step % 20 == 7 {
                let wall = (Cell::new(8 + step as i32 / 10, 2), Ground::Wall);
                simulation.send([Action::Paint(vec![wall])]);
            }
            if step % 3 == 0 {
                simulation.run(8);
            }
            let scene = Scene::new(simulation.world(), simulation.arena()).unwrap();
            let scene = scene.with_selection(&selected);
            for (overlay, last) in OVERLAYS.iter().zip(&mut drawn) {
                let Some(revision) = overlay.revision else { continue };
                let now = (revision(&scene), (overlay.draw)(&scene));
                if let Some((before, drawing)) = last.take()
                    && before == now.0
                {
                    repeated += 1;
                    assert!(drawing == now.1, "{}, {preset}, step {step}", overlay.title);
                }
                *last = Some(now);
            }
        }
        assert!(repeated > 100, "{preset}: {repeated}");
    }
}

#[test]
fn the_kinds_of_these_tests_are_armed_as_their_names_say() {
    assert!(kind_named(UNARMED).unwrap().weapon.is_none());
    assert!(kind_named(ARMED).unwrap().weapon.is_some());
}
