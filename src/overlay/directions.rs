//! The direction in which units have crossed each cell: an arrow as long as the direction is strong.
//!
//! Only what is in view is drawn, and when cells become small one arrow stands for the mean of several.

use super::Overlay;
use super::drawing::{Drawing, Ink, Layer, Pen};
use super::legend::Legend;
use super::palette::Scale;
use super::revision_of;
use super::scene::Scene;
use crate::grid::{Cell, Rectangle};
use crate::planning::DirectionMap;
use crate::sim::ArenaFields;
use crate::words::count;
use bevy::math::{DVec2, Vec2};

/// The overlay.
pub const OVERLAY: Overlay = Overlay {
    key: "directions",
    title: "Directions",
    doc: "The learned direction in which units cross each cell; the longer, the stronger.",
    hotkey: "V",
    on: false,
    opacity: 0.8,
    revision: Some(revision),
    draw,
};

/// Minimum distance between arrows, in pixels.
const SPACING: f32 = 14.0;
/// Shorter vectors are not drawn.
const MIN: f64 = 0.02;

fn revision(scene: &Scene) -> u64 {
    let learned =
        scene.get::<ArenaFields>().map_or(0, |fields| fields.layers.directions.revision());
    let (low, high) = cells_in_view(scene);
    let learned = (learned, scene.terrain().revision());
    revision_of((learned, (low.x, low.y), (high.x, high.y), cells_per_arrow(scene)))
}

fn draw(scene: &Scene) -> Drawing {
    let map = scene.get::<ArenaFields>().map(|fields| &fields.layers.directions);
    let cells = map.map_or(0, |map| map.vectors().iter().filter(|v| **v != DVec2::ZERO).count());
    let Some(map) = map.filter(|_| cells > 0) else {
        return Drawing::empty(
            "Nothing has been learned: units of a team with the layer Directions leave their directions here.",
        );
    };
    let mut drawing = Drawing::default();
    draw_vectors(&mut drawing.on(Layer::Ground), scene, map);
    drawing.legend = legend(cells, cells_per_arrow(scene), scene.scale);
    drawing
}

/// How many columns and rows one arrow stands for.
fn cells_per_arrow(scene: &Scene) -> u32 {
    (SPACING * scene.pixel).ceil().max(1.0) as u32
}

/// The first and the last cell in view.
fn cells_in_view(scene: &Scene) -> (Cell, Cell) {
    let bounds = scene.terrain().bounds();
    let inside = |place: Vec2| bounds.clamp(Cell::containing(place));
    (inside(scene.visible.min), inside(scene.visible.max))
}

fn draw_vectors(pen: &mut Pen, scene: &Scene, map: &DirectionMap) {
    let every = cells_per_arrow(scene);
    let block = |place: i32| place.div_euclid(every as i32);
    let (low, high) = cells_in_view(scene);
    for row in block(low.y)..=block(high.y) {
        for column in block(low.x)..=block(high.x) {
            let corner = Cell::new(column * every as i32, row * every as i32);
            let (mut sum, mut known, mut places) = (DVec2::ZERO, 0_u32, Vec2::ZERO);
            for cell in Rectangle::new(corner, every, every).cells() {
                let vector = map.at(scene.terrain(), cell);
                if vector.length() > MIN && scene.terrain().is_passable(cell) {
                    sum += vector;
                    places += cell.center();
                    known += 1;
                }
            }
            if known == 0 {
                continue;
            }
            let mean = (sum / f64::from(known)).as_vec2();
            let middle = places / known as f32;
            let half = mean * 0.46 * every as f32;
            let ink = Ink::new(scene.scale.at(mean.length()), 1.0);
            pen.arrow(middle - half, middle + half, 1.6, ink);
        }
    }
}

fn legend(cells: usize, every: u32, scale: Scale) -> Legend {
    let mut notes = vec![format!("directions in {}", count(cells as u64, "cell"))];
    if every > 1 {
        notes.push(format!("an arrow stands for the mean of {every} x {every} cells"));
    }
    Legend::ramp(scale, "strength of the direction", (0.0, 1.0), notes)
}
