//! The sectors of the last plan by sectors, and the route of the selected unit through them.

use super::Overlay;
use super::drawing::{Drawing, Ink, Layer};
use super::legend::{Legend, Swatch};
use super::palette;
use super::scene::Scene;
use crate::grid::{Cell, Rectangle};
use crate::planning::SectorMap;
use crate::sim::{Planner, Route};
use bevy::math::Vec2;
use std::collections::BTreeSet;

/// The overlay.
pub const OVERLAY: Overlay = Overlay {
    key: "sectors",
    title: "Sectors",
    doc: "The sectors of the last plan by sectors, and the route of the selected unit through them.",
    hotkey: "F10",
    on: false,
    opacity: 0.8,
    revision: None,
    draw,
};

/// Sectors that are drawn at most.
const MAX: usize = 20_000;

fn draw(scene: &Scene) -> Drawing {
    let Some(map) = scene.get::<Planner>().and_then(|planner| planner.0.sectors()) else {
        return Drawing::empty("No plan by sectors yet: choose the search Sectors.");
    };
    let mut drawing = Drawing::default();
    let mut pen = drawing.on(Layer::Cells);
    let parts: Vec<Rectangle> = (1..).map_while(|part| map.sector(part)).take(MAX).collect();
    for &sector in &parts {
        let (min, max) = corners(sector);
        pen.outline(min, max, 1.0, Ink::new(palette::GRID, 0.5));
    }
    let way = way(scene, map);
    for sector in way.iter().flatten().filter_map(|&part| map.sector(part)) {
        let (min, max) = corners(sector);
        pen.fill(min, max, Ink::new(palette::GOAL, 0.16));
        pen.outline(min, max, 1.0, Ink::new(palette::GOAL, 0.8));
    }
    let squares: BTreeSet<(i32, i32)> = parts.iter().map(|s| (s.at.x, s.at.y)).collect();
    let all = format!("{} sectors with {} connected parts", squares.len(), parts.len());
    drawing.legend = Legend::Swatches(vec![
        Swatch::new(palette::GRID, all),
        match &way {
            Some(way) => {
                let label = format!("route of the selected unit: {} sectors", way.len());
                Swatch::new(palette::GOAL, label)
            }
            None => Swatch::note("select a unit that walks to see its route"),
        },
    ]);
    drawing
}

/// The connected parts of sectors that the first selected unit goes through.
fn way(scene: &Scene, map: &SectorMap) -> Option<Vec<u32>> {
    let route = scene.selected().next()?.get::<Route>()?;
    let part = |cell| map.part(scene.terrain(), cell);
    // What is planned may end at the next sector; the slot is where it goes in the end.
    let (from, to) = (*route.ahead().first()?, Cell::containing(route.rest));
    map.way(part(from)?, part(to)?).0
}

fn corners(sector: Rectangle) -> (Vec2, Vec2) {
    let min = Vec2::new(sector.at.x as f32, sector.at.y as f32);
    (min, min + Vec2::new(sector.size.0 as f32, sector.size.1 as f32))
}
