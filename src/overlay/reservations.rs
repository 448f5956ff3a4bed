//! The cells that units have reserved for their next steps, under WHCA*.

use super::Overlay;
use super::drawing::{Drawing, Ink, Layer};
use super::legend::{Legend, Swatch};
use super::palette::Rgb;
use super::scene::Scene;
use crate::scenario::UnitId;
use crate::sim::Board;
use crate::words::count;
use bevy::math::Vec2;
use std::collections::BTreeMap;

/// The overlay.
pub const OVERLAY: Overlay = Overlay {
    key: "reservations",
    title: "Reservations",
    doc: "The cells that units have reserved for their next steps, under WHCA*.",
    hotkey: "F11",
    on: false,
    opacity: 0.8,
    revision: None,
    draw,
};

/// How much fainter each further step is drawn.
const FADING: f32 = 0.72;

fn draw(scene: &Scene) -> Drawing {
    let mut drawing = Drawing::default();
    let mut pen = drawing.on(Layer::Cells);
    let (mut cells, mut furthest) = (0, 0);
    let mut reserving: BTreeMap<&str, Rgb> = BTreeMap::new();
    let table = scene.get::<Board>().map(|board| &board.cooperation.table);
    for (unit, ahead, cell) in table.into_iter().flat_map(|table| table.list(scene.terrain())) {
        cells += 1;
        furthest = furthest.max(ahead);
        // A unit that died a moment ago still has reservations until the next pass, but no team.
        let unit = scene.unit(UnitId(unit)).filter(|_| ahead > 0);
        let Some(team) = unit.and_then(|unit| scene.team(unit.unit.team)) else { continue };
        reserving.insert(&team.name, team.colour.into());
        let half = Vec2::splat(0.42);
        let ink = Ink::new(team.colour.into(), 0.6 * FADING.powi(ahead as i32 - 1));
        pen.fill(cell.center() - half, cell.center() + half, ink);
    }
    if cells == 0 {
        return Drawing::empty(
            "No unit reserves cells: choose the search WHCA*, and a scenario with cell steps.",
        );
    }
    let teams = reserving.into_iter().map(|(name, colour)| Swatch::new(colour, name));
    let count = Swatch::note(format!(
        "{}, up to {} ahead; later ones are fainter",
        count(cells as u64, "reservation"),
        count(furthest, "step"),
    ));
    drawing.legend = Legend::Swatches(teams.chain([count]).collect());
    drawing
}
