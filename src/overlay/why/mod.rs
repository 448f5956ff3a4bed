//! Why the selected unit takes its path: its path and the path that plain A* would take, with their costs.

mod reason;
mod words;

pub use reason::{Why, why_this_way};
pub use words::PriceRow;

use super::Overlay;
use super::drawing::{Drawing, Ink, Layer, Shape};
use super::legend::{Legend, Swatch};
use super::palette::{DISTINCT, Rgb};
use super::paths::corners;
use super::scene::Scene;
use crate::grid::Cell;
use bevy::math::Vec2;

/// The overlay.
pub const OVERLAY: Overlay = Overlay {
    key: "why",
    title: "Why this way",
    doc: "The path of a selected unit, of several the last one, and the shortest path that plain A* finds between the same ends, with their \
          prices.",
    hotkey: "L",
    on: true,
    opacity: 0.9,
    revision: Some(reason::revision),
    draw,
};

/// The colour of the unit's own path.
pub const OWN: Rgb = DISTINCT[2];
/// The colour of the path of plain A*, which is dashed.
pub const SHORTEST: Rgb = DISTINCT[6];

fn draw(scene: &Scene) -> Drawing {
    let Some(why) = why_this_way(scene) else {
        return Drawing::empty("Select a unit to see why it takes its path.");
    };
    let Some(comparison) = &why.comparison else { return Drawing::empty(why.reason) };
    let mut drawing = Drawing::default();
    let mut pen = drawing.on(Layer::Ground);
    let line = |path: &[Cell]| corners(path).map(Cell::center).collect::<Vec<Vec2>>();
    let price = |length: f64, price: f64| match (length - price).abs() < 0.05 {
        true => format!("{length:.1} cells"),
        false => format!("{length:.1} cells, cost {price:.1}"),
    };
    pen.polyline(line(&why.path), 5.0, Ink::new(OWN, 0.55));
    let own = price(comparison.own.length, comparison.own.total());
    let mut rows = vec![Swatch::new(OWN, format!("path of unit {}: {own}", why.unit.0))];
    if let Some((path, shortest)) = why.other_path() {
        for pair in line(path).windows(2) {
            let dashes = Shape::Dashes { from: pair[0], to: pair[1], width: 3.0, dash: 8.0 };
            pen.add(dashes, Ink::new(SHORTEST, 0.95));
        }
        let price = price(shortest.length, shortest.total());
        rows.push(Swatch::new(SHORTEST, format!("plain A*: {price}")));
    }
    rows.push(Swatch::note(why.reason));
    drawing.legend = Legend::Swatches(rows);
    drawing
}

#[cfg(test)]
mod tests;
