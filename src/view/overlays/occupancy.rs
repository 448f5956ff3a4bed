//! Where units stand, and where they will come to rest.

use super::Overlays;
use super::legend::{Legend, Legends};
use crate::grid::Cell;
use crate::sim::{Arena, Land, Position, Route, Unit};
use crate::view::scene::canvas::{Canvas, DrawSystems, Layer};
use crate::view::shared::arena_origin;
use crate::view::theme::{DISTINCT, fade};
use bevy::prelude::*;
use std::collections::BTreeMap;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(DrawSystems::Paint));
}

/// Finds the row and the legend.
pub const KEY: &str = "occupancy";

const ONE: Color = DISTINCT[0];
const SEVERAL: Color = DISTINCT[6];
const REST: Color = DISTINCT[5];

fn draw(
    mut canvas: ResMut<Canvas>,
    overlays: Res<Overlays>,
    mut legends: ResMut<Legends>,
    arenas: Query<(Entity, &Arena, &Land)>,
    units: Query<(&Position, &Route, &ChildOf), With<Unit>>,
) {
    let Some(opacity) = overlays.opacity(KEY) else { return };
    let (mut single, mut several, mut resting) = (0, 0, 0);
    for (entity, arena, land) in &arenas {
        let origin = arena_origin(arena.index, land.terrain.bounds());
        let mut painter = canvas.on(Layer::Cells, origin);
        let here = || units.iter().filter(|(_, _, child)| child.parent() == entity);
        for (cell, count) in count_by_cell(here().map(|(position, ..)| position.0)) {
            let colour = if count == 1 { ONE } else { SEVERAL };
            if count == 1 {
                single += 1;
            } else {
                several += 1;
            }
            let middle = cell.center();
            if painter.sees(middle, 0.5) {
                painter.fill(middle - 0.5, middle + 0.5, fade(colour, 0.5 * opacity));
            }
        }
        for (_, route, _) in here().filter(|(_, route, _)| !route.cells().is_empty()) {
            resting += 1;
            if painter.sees(route.rest, 0.5) {
                let (min, max) = (route.rest - 0.36, route.rest + 0.36);
                painter.outline(min, max, 1.5, fade(REST, opacity));
            }
        }
    }
    legends.set(
        KEY,
        Legend::swatches([
            (ONE, format!("cells with one unit: {single}")),
            (SEVERAL, format!("cells with several: {several}")),
            (REST, format!("places of rest: {resting}")),
        ]),
    );
}

fn count_by_cell(positions: impl Iterator<Item = Vec2>) -> BTreeMap<Cell, usize> {
    let mut counts = BTreeMap::new();
    for position in positions {
        *counts.entry(Cell::containing(position)).or_default() += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_in_one_cell_are_counted_together() {
        let counts =
            count_by_cell([(1.2, 3.4), (1.9, 3.9), (2.0, 3.4)].map(Vec2::from).into_iter());
        assert_eq!(counts[&Cell::new(1, 3)], 2);
        assert_eq!(counts[&Cell::new(2, 3)], 1);
    }
}
