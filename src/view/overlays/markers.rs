//! The markers that the last group to plan with them has left behind.

use super::Overlays;
use super::cells::CellPictures;
use super::fields::{FieldView, Fields};
use super::legend::{Legend, Legends, grouped};
use crate::grid::Cell;
use crate::sim::Arena;
use crate::view::scene::canvas::DrawSystems;
use crate::view::theme;
use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(DrawSystems::Paint));
}

/// Finds the row and the legend.
pub const KEY: &str = "markers";

fn draw(
    mut pictures: CellPictures,
    overlays: Res<Overlays>,
    mut legends: ResMut<Legends>,
    fields: Fields,
    arenas: Query<Entity, With<Arena>>,
) {
    let view = |arena| fields.of(arena, |layers| layers.markers.is_some());
    let first = fields.first(arenas.iter());
    pictures.show(
        KEY,
        2,
        overlays.opacity(KEY),
        // The ends of the ramp move with the parameters.
        |arena| view(arena).map_or(0, |view| view.revision()),
        |arena, painter| {
            let Some(view) = view(arena) else { return };
            let marked = marked(&view);
            let low = lowest(&view, &marked);
            for &(cell, marker) in &marked {
                let strength = Legend::colour(1.0 - marker as f32, 0.0, 1.0 - low);
                painter.set(cell, theme::bytes(strength));
            }
            if Some(arena) == first {
                legends.set(KEY, legend(&view, marked.len(), low));
            }
        },
    );
}

/// The cells that have become more attractive, with their markers.
fn marked(view: &FieldView) -> Vec<(Cell, f64)> {
    let map = view.planner.0.markers();
    let marked = map.marked().iter().map(|&node| (node, map.values()[node as usize]));
    let terrain = &view.land.terrain;
    marked.filter(|&(_, marker)| marker < 1.0).map(|(n, m)| (terrain.cell(n), m)).collect()
}

/// The marker with the strongest colour: the cap, or the lowest there is if there is no cap.
fn lowest(view: &FieldView, marked: &[(Cell, f64)]) -> f32 {
    let cap = view.layers.markers.map_or(1.0, |markers| markers.cap);
    let lowest = marked.iter().map(|(_, marker)| *marker).fold(0.99, f64::min);
    if cap > 0.0 { lowest.min(cap) as f32 } else { lowest as f32 }
}

fn legend(view: &FieldView, marked: usize, low: f32) -> Legend {
    let Some(markers) = view.layers.markers else {
        return Legend::Empty(format!("{} plans without markers.", view.team_name));
    };
    if marked == 0 {
        return Legend::Empty("No group has planned with markers yet: give an order.".into());
    }
    let mut stops = theme::RAMP.to_vec();
    stops.reverse();
    Legend::Ramp {
        title: "marker: what the priority of a cell is multiplied by".into(),
        stops,
        low,
        high: 1.0,
        notes: vec![
            format!("factor {}, cap {}", markers.factor, markers.cap),
            format!("{} cells marked", grouped(marked as u64)),
        ],
    }
}
