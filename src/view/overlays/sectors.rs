//! The sectors of the last plan by sectors, and the way of the selected unit through them.

use super::Overlays;
use super::legend::{Legend, Legends};
use crate::grid::{Cell, Rectangle};
use crate::sim::{Arena, Land, Planner, Roster, Route};
use crate::view::scene::canvas::{Canvas, DrawSystems, Layer, Painter};
use crate::view::shared::{Selection, arena_origin};
use crate::view::theme::{self, fade};
use bevy::prelude::*;
use std::collections::BTreeSet;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(DrawSystems::Paint));
}

/// Finds the row and the legend.
pub const KEY: &str = "sectors";

/// Sectors that are drawn at most.
const MOST: usize = 20_000;

fn draw(
    mut canvas: ResMut<Canvas>,
    overlays: Res<Overlays>,
    mut legends: ResMut<Legends>,
    selection: Res<Selection>,
    arenas: Query<(&Arena, &Land, &Roster, &Planner)>,
    routes: Query<&Route>,
) {
    let Some(opacity) = overlays.opacity(KEY) else { return };
    let mut told = Legend::Empty("No plan by sectors yet: choose the search Sectors.".into());
    for (arena, land, roster, planner) in &arenas {
        let Some(map) = planner.0.sectors() else { continue };
        let mut painter = canvas.on(Layer::Cells, arena_origin(arena.index, land.terrain.bounds()));
        let parts: Vec<Rectangle> = (1..).map_while(|part| map.sector(part)).take(MOST).collect();
        for &sector in &parts {
            outline(&mut painter, sector, fade(theme::GRID, 0.5 * opacity));
        }
        let selected = selection.units.first().and_then(|id| roster.units.get(id));
        let route = selected.and_then(|&unit| routes.get(unit).ok());
        // What is planned may end at the next sector; the place of rest is where it goes in the end.
        let ends =
            route.and_then(|route| Some((*route.ahead().first()?, Cell::containing(route.rest))));
        let way = ends.and_then(|(from, to)| {
            let from = map.part(&land.terrain, from)?;
            map.way(from, map.part(&land.terrain, to)?).0
        });
        for part in way.iter().flatten() {
            if let Some(sector) = map.sector(*part) {
                let (min, max) = corners(sector);
                painter.fill(min, max, fade(theme::GOAL, 0.16 * opacity));
                outline(&mut painter, sector, fade(theme::GOAL, 0.8 * opacity));
            }
        }
        let squares: BTreeSet<(i32, i32)> = parts.iter().map(|s| (s.at.x, s.at.y)).collect();
        let mut rows = vec![(
            theme::GRID,
            format!("{} sectors with {} connected parts", squares.len(), parts.len()),
        )];
        rows.push(match &way {
            Some(way) => (theme::GOAL, format!("way of the selected unit: {} sectors", way.len())),
            None => (Color::NONE, "select a unit that walks to see its way".into()),
        });
        told = Legend::swatches(rows);
    }
    legends.set(KEY, told);
}

fn corners(sector: Rectangle) -> (Vec2, Vec2) {
    let min = Vec2::new(sector.at.x as f32, sector.at.y as f32);
    (min, min + Vec2::new(sector.size.0 as f32, sector.size.1 as f32))
}

fn outline(painter: &mut Painter, sector: Rectangle, colour: LinearRgba) {
    let (min, max) = corners(sector);
    let half = (max - min) / 2.0;
    if painter.sees(min + half, half.max_element()) {
        painter.outline(min, max, 1.0, colour);
    }
}
