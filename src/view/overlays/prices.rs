//! What the layers add to the price of cells, or take away from it.

use super::Overlays;
use super::cells::CellPictures;
use super::fields::Fields;
use super::legend::{Legend, Legends};
use crate::planning::Layers;
use crate::sim::Arena;
use crate::view::scene::canvas::DrawSystems;
use crate::view::theme;
use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(DrawSystems::Paint));
}

/// Finds the row and the legend.
pub const KEY: &str = "prices";

fn draw(
    mut pictures: CellPictures,
    overlays: Res<Overlays>,
    mut legends: ResMut<Legends>,
    fields: Fields,
    arenas: Query<Entity, With<Arena>>,
) {
    let view = |arena| fields.of(arena, |layers| *layers != Layers::default());
    let first = fields.first(arenas.iter());
    pictures.show(
        KEY,
        3,
        overlays.opacity(KEY),
        |arena| view(arena).map_or(0, |view| view.revision()),
        |arena, painter| {
            let Some(view) = view(arena) else { return };
            let prices = view.prices();
            let cells = view.land.terrain.bounds().cells();
            let differences: Vec<_> =
                cells.filter_map(|cell| Some((cell, prices.difference(cell)? as f32))).collect();
            let most = differences.iter().map(|(_, d)| d.abs()).fold(0.0, f32::max);
            for (cell, difference) in differences {
                painter.set(cell, theme::two_sided(difference / most.max(f32::MIN_POSITIVE)));
            }
            if Some(arena) == first {
                legends.set(KEY, legend(view.team_name, &view.layers, most));
            }
        },
    );
}

fn legend(team: &str, layers: &Layers, most: f32) -> Legend {
    if most == 0.0 {
        return Legend::Empty(format!("No layer changes a price for {team} now."));
    }
    let on: Vec<&str> = layers.on().map(|(_, name, _)| name).collect();
    Legend::Ramp {
        title: "price of a step with the layers minus without, in cells".into(),
        stops: theme::TWO_SIDED.to_vec(),
        low: -most,
        high: most,
        notes: vec![
            format!("as {team} sees it, with {}", on.join(", ")),
            "without the selected unit's own influence, as it plans; I shows influence with it"
                .into(),
        ],
    }
}
