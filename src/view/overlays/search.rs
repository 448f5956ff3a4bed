//! The cells that the searches of a group's last plan expanded: by how many of them, or in which order if one search served
//! all.

use super::Overlays;
use super::cells::CellPictures;
use super::legend::{Legend, Legends, grouped};
use crate::grid::Terrain;
use crate::sim::{CaptureSearch, GroupId, GroupSearch, Land, LastSearch, Orders, Roster};
use crate::view::scene::canvas::DrawSystems;
use crate::view::shared::Selection;
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
    selection: Res<Selection>,
    arenas: Query<(&LastSearch, &Land, &Roster)>,
    orders: Query<&Orders>,
    mut explained: Local<Option<(u64, Option<GroupId>)>>,
) {
    let opacity = overlays.opacity(KEY);
    let group = |roster: &Roster| selected_group(&selection, roster, &orders);
    pictures.show(
        KEY,
        1,
        opacity,
        |arena| {
            arenas.get(arena).map_or(0, |(search, _, roster)| {
                search.revision << 16 | group(roster).map_or(0, |group| u64::from(group.0) + 1)
            })
        },
        |arena, painter| {
            let Ok((search, land, roster)) = arenas.get(arena) else { return };
            let Some(search) = search.of(group(roster)) else { return };
            let shades: Vec<[u8; 4]> =
                (0..SHADES).map(|i| theme::bytes(Legend::colour(i as f32, 0.0, 255.0))).collect();
            if search.searches() == 1 {
                let count = search.cells.len().max(1);
                for (order, searched) in search.cells.iter().enumerate() {
                    painter.set(searched.cell, shades[order * SHADES / count]);
                }
                return;
            }
            let counts = search.counts(&land.terrain);
            let most = counts.iter().copied().max().unwrap_or(1).max(2) as usize - 1;
            for cell in land.terrain.bounds().cells() {
                let count = counts[land.terrain.node(cell) as usize] as usize;
                if count > 0 {
                    painter.set(cell, shades[(count - 1) * (SHADES - 1) / most]);
                }
            }
        },
    );
    if let Some((search, land, roster)) = arenas.iter().next()
        && opacity.is_some()
    {
        let now = (search.revision, group(roster));
        if *explained != Some(now) {
            *explained = Some(now);
            legends.set(KEY, legend(search.of(now.1), &land.terrain));
        }
    }
}

/// The group of the first selected unit of an arena.
pub(super) fn selected_group(
    selection: &Selection,
    roster: &Roster,
    orders: &Query<&Orders>,
) -> Option<GroupId> {
    let mut selected = selection.units.iter().filter_map(|id| roster.units.get(id));
    selected.find_map(|&entity| orders.get(entity).ok()?.group)
}

fn watch(mut watch: ResMut<CaptureSearch>, overlays: Res<Overlays>, lands: Query<&Land>) {
    let small = lands.iter().all(|land| land.terrain.bounds().area() <= KEPT_BELOW);
    let last_search = small || overlays.opacity(KEY).is_some();
    watch.set_if_neq(CaptureSearch { last_search, separation: true });
}

fn legend(search: Option<&GroupSearch>, terrain: &Terrain) -> Legend {
    let Some((search, last)) = search.and_then(|search| Some((search, search.last?))) else {
        return Legend::Empty("No search since this was switched on: give an order.".into());
    };
    let furthest = search.cells.iter().map(|c| c.g).fold(0.0, f32::max);
    let of_last = format!(
        "last search, for unit {}: {} expansions, g up to {furthest:.1} cells",
        last.0,
        grouped(search.cells.len() as u64)
    );
    if search.searches() == 1 && search.dropped() == 0 {
        let (first, end) = (search.cells.first(), search.cells.last());
        let place = |searched: Option<&crate::planning::SearchedCell>| {
            searched.map_or_else(String::new, |searched| searched.cell.to_string())
        };
        let ends = format!("from {} to {}", place(first), place(end));
        let notes = vec![of_last, ends];
        return Legend::ramp("order of expansion", 1.0, search.cells.len() as f32, notes);
    }
    let counts = search.counts(terrain);
    let cells = counts.iter().filter(|&&count| count > 0).count();
    let visits: u64 = counts.iter().map(|&count| u64::from(count)).sum();
    let most = counts.iter().copied().max().unwrap_or(0);
    let mut notes = vec![
        format!("the last plan: {} searches", search.searches()),
        format!("{} cells visited, {} visits", grouped(cells as u64), grouped(visits)),
        of_last,
    ];
    if search.dropped() > 0 {
        notes.push(format!("{} more searches are not kept: too large", search.dropped()));
    }
    Legend::ramp("searches that expanded a cell", 1.0, most.max(1) as f32, notes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{load_str, preset_named};
    use crate::sim::Simulation;

    /// Four units that plan their way with a preset.
    fn planned(preset: &str) -> Simulation {
        let text = r#"(
            version: 1,
            map: Rows(["............", "............", "............"]),
            teams: [(name: "blue")],
            units: [(team: "blue", at: (0, 0), block: (2, 2))],
            orders: [(who: Everyone, order: Move(At(10, 1)))],
        )"#;
        let mut scenario = load_str(text, "test", None).unwrap();
        scenario.teams[0].doctrine = preset_named(preset).unwrap().doctrine;
        let mut simulation = Simulation::new(&scenario);
        simulation.watch(CaptureSearch { last_search: true, separation: false });
        simulation.edit();
        simulation
    }

    #[test]
    fn the_legend_counts_the_searches_of_the_group() {
        let simulation = planned("Map Marker");
        let (search, land) =
            (simulation.get::<LastSearch>().unwrap(), simulation.get::<Land>().unwrap());
        let Legend::Ramp { title, low, high, notes, .. } = legend(search.of(None), &land.terrain)
        else {
            panic!("no ramp")
        };
        assert_eq!((title.as_str(), low, high), ("searches that expanded a cell", 1.0, 4.0));
        assert!(notes.iter().any(|n| n.contains("4 searches")), "{notes:?}");
        assert!(matches!(legend(None, &land.terrain), Legend::Empty(_)));
    }
}
