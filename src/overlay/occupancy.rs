//! Where units stand, and where they will come to rest.

use super::Overlay;
use super::drawing::{Drawing, Ink, Layer};
use super::legend::{Legend, Swatch};
use super::palette::{DISTINCT, Rgb};
use super::scene::Scene;
use crate::grid::Cell;
use crate::sim::{Position, Route};
use std::collections::BTreeMap;

/// The overlay.
pub const OVERLAY: Overlay = Overlay {
    key: "occupancy",
    title: "Occupancy",
    doc: "Cells on which units stand, and the slots that units are heading for.",
    hotkey: "F7",
    on: false,
    opacity: 0.6,
    revision: None,
    draw,
};

const ONE: Rgb = DISTINCT[0];
const SEVERAL: Rgb = DISTINCT[6];
const SLOT: Rgb = DISTINCT[5];

fn draw(scene: &Scene) -> Drawing {
    let mut drawing = Drawing::default();
    let mut pen = drawing.on(Layer::Cells);
    let mut units_on: BTreeMap<Cell, usize> = BTreeMap::new();
    for position in scene.units().filter_map(|unit| unit.get::<Position>()) {
        *units_on.entry(Cell::containing(position.0)).or_default() += 1;
    }
    for (cell, &count) in &units_on {
        let colour = if count == 1 { ONE } else { SEVERAL };
        pen.fill(cell.center() - 0.5, cell.center() + 0.5, Ink::new(colour, 0.5));
    }
    let routes = scene.units().filter_map(|unit| unit.get::<Route>());
    let mut slots = 0;
    for route in routes.filter(|route| !route.cells().is_empty()) {
        slots += 1;
        pen.outline(route.rest - 0.36, route.rest + 0.36, 1.5, Ink::new(SLOT, 1.0));
    }
    let single = units_on.values().filter(|&&count| count == 1).count();
    drawing.legend = Legend::Swatches(vec![
        Swatch::new(ONE, format!("cells with one unit: {single}")),
        Swatch::new(SEVERAL, format!("cells with several: {}", units_on.len() - single)),
        Swatch::new(SLOT, format!("slots: {slots}")),
    ]);
    drawing
}
