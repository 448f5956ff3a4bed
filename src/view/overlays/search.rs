//! The cells of the last search, coloured by the order of their expansion.

use super::Overlays;
use super::cells::CellPictures;
use super::legend::{Legend, Legends, grouped};
use crate::sim::{Land, LastSearch, Watch};
use crate::view::canvas::DrawSystems;
use crate::view::theme;
use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (watch, draw).in_set(DrawSystems::Paint));
}

/// Finds the row and the legend.
pub const KEY: &str = "search";

/// Searches on maps of at most so many cells are kept even while the overlay is off, for the read-out under
/// the pointer and so that there is something to see as soon as it is switched on.
const KEPT_BELOW: usize = 256 * 256;

/// Steps of colour; enough that neighbouring steps cannot be told apart.
const SHADES: usize = 256;

fn draw(
    mut pictures: CellPictures,
    overlays: Res<Overlays>,
    mut legends: ResMut<Legends>,
    searches: Query<&LastSearch>,
    mut explained: Local<Option<u64>>,
) {
    let opacity = overlays.opacity(KEY);
    pictures.show(
        KEY,
        1,
        opacity,
        |arena| searches.get(arena).map_or(0, |s| s.revision),
        |arena, painter| {
            let Ok(LastSearch { cells, .. }) = searches.get(arena) else { return };
            let shades: Vec<[u8; 4]> =
                (0..SHADES).map(|i| theme::bytes(Legend::colour(i as f32, 0.0, 255.0))).collect();
            for (order, searched) in cells.iter().enumerate() {
                painter.set(searched.cell, shades[order * SHADES / cells.len()]);
            }
        },
    );
    if let Some(search) = searches.iter().next()
        && opacity.is_some()
        && *explained != Some(search.revision)
    {
        *explained = Some(search.revision);
        legends.set(KEY, legend(search));
    }
}

fn watch(mut watch: ResMut<Watch>, overlays: Res<Overlays>, lands: Query<&Land>) {
    let small = lands.iter().all(|land| land.terrain.bounds().area() <= KEPT_BELOW);
    watch.set_if_neq(Watch { last_search: small || overlays.opacity(KEY).is_some() });
}

fn legend(search: &LastSearch) -> Legend {
    let (Some(first), Some(last)) = (search.cells.first(), search.cells.last()) else {
        return Legend::Empty("No search yet: give an order.".into());
    };
    let furthest = search.cells.iter().map(|c| c.g).fold(0.0, f32::max);
    Legend::ramp(
        "order of expansion",
        1.0,
        search.cells.len() as f32,
        vec![
            format!("{} cells expanded", grouped(search.cells.len() as u64)),
            format!("g up to {furthest:.1} cells"),
            format!("first {}, last {}", first.cell, last.cell),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Cell;
    use crate::sim::SearchedCell;

    #[test]
    fn the_legend_counts_the_cells_of_the_search() {
        let cell = |x, g| SearchedCell { cell: Cell::new(x, 0), g, h: 0.0, f: g };
        let search =
            LastSearch { cells: vec![cell(3, 0.0), cell(4, 2.5), cell(5, 1.0)], revision: 1 };
        let Legend::Ramp { low, high, notes, .. } = legend(&search) else { panic!("no ramp") };
        assert_eq!((low, high), (1.0, 3.0));
        assert!(notes.iter().any(|n| n.contains("2.5")), "{notes:?}");
        assert!(matches!(legend(&LastSearch::default()), Legend::Empty(_)));
    }
}
