//! The cells that the searches of a group's last plan expanded: by how many searches, or in which order if one search
//! served the whole group.

use super::Overlay;
use super::drawing::{Drawing, Picture};
use super::legend::Legend;
use super::palette::Scale;
use super::revision_of;
use super::scene::Scene;
use crate::planning::SearchedCell;
use crate::sim::{GroupSearch, LastSearch};
use crate::words::count;

/// The overlay.
pub const OVERLAY: Overlay = Overlay {
    key: "visited nodes",
    title: "Expanded nodes",
    doc: "Nodes expanded by the last plan of the selected unit's group, or of the group that planned last. Colour: number of \
          searches that expanded the node, or the order of expansion if one search served the group.",
    hotkey: "F3",
    on: false,
    opacity: 0.55,
    revision: Some(revision),
    draw,
};

/// Steps of colour; enough that neighbouring steps cannot be told apart.
const SHADES: usize = 256;

fn revision(scene: &Scene) -> u64 {
    let searches = scene.get::<LastSearch>().map_or(0, |last| last.revision);
    revision_of((searches, scene.selected_group(), scene.terrain().revision()))
}

fn draw(scene: &Scene) -> Drawing {
    let search = scene.get::<LastSearch>().and_then(|last| last.of(scene.selected_group()));
    let Some(search) = search.filter(|search| search.last.is_some()) else {
        return Drawing::empty(
            "No search has been recorded since this was switched on. Give an order, or restart.",
        );
    };
    let terrain = scene.terrain();
    let mut picture = Picture::of_cells(terrain.bounds());
    let shades: Vec<[u8; 4]> = (0..SHADES)
        .map(|i| scene.scale.between(i as f32, 0.0, (SHADES - 1) as f32).texel(255))
        .collect();
    let legend = if search.searches() == 1 {
        let count = search.cells.len().max(1);
        for (order, searched) in search.cells.iter().enumerate() {
            picture.set(searched.cell, shades[order * SHADES / count]);
        }
        match search.dropped() {
            0 => legend_of_order(search, scene.scale),
            _ => legend_of_counts(search, &search.counts(terrain), scene.scale),
        }
    } else {
        let counts = search.counts(terrain);
        let most = counts.iter().copied().max().unwrap_or(1).max(2) as usize - 1;
        for cell in terrain.bounds().cells() {
            let count = counts[terrain.node(cell) as usize] as usize;
            if count > 0 {
                picture.set(cell, shades[(count - 1) * (SHADES - 1) / most]);
            }
        }
        legend_of_counts(search, &counts, scene.scale)
    };
    Drawing { picture: Some(picture), legend, ..Drawing::default() }
}

/// What is known of the search for the unit that planned last.
fn last_search(search: &GroupSearch) -> String {
    let furthest = search.cells.iter().map(|c| c.g).fold(0.0, f32::max);
    let unit = search.last.map_or_else(String::new, |unit| format!(", for unit {}", unit.0));
    let expansions = count(search.cells.len() as u64, "expansion");
    format!("last search{unit}: {expansions}, g up to {furthest:.1} cells")
}

fn legend_of_order(search: &GroupSearch, scale: Scale) -> Legend {
    let place = |searched: Option<&SearchedCell>| {
        searched.map_or_else(String::new, |searched| searched.cell.to_string())
    };
    let ends = format!("from {} to {}", place(search.cells.first()), place(search.cells.last()));
    let mut notes = vec![last_search(search), ends];
    if search.from_goal {
        let is_guided = search.cells.first().is_some_and(|first| first.h > 0.0);
        let h = if is_guided { "h leads to the group" } else { "there is no h" };
        notes.push(format!("one search from the goal served all: g counts from the goal, {h}"));
    }
    if search.over_jump_points {
        notes.push(
            "only jump points: the straight and diagonal runs between are passed over".into(),
        );
    }
    Legend::ramp(scale, "order of expansion", (1.0, search.cells.len() as f32), notes)
}

/// `counts` says by node how many of the searches expanded it.
fn legend_of_counts(search: &GroupSearch, counts: &[u32], scale: Scale) -> Legend {
    let cells = counts.iter().filter(|&&count| count > 0).count();
    let visits: u64 = counts.iter().map(|&count| u64::from(count)).sum();
    let most = counts.iter().copied().max().unwrap_or(0);
    let mut notes = vec![
        match search.searches() {
            1 => "the last plan: 1 search".into(),
            searches => format!("the last plan: {searches} searches"),
        },
        format!("{} expanded, {}", count(cells as u64, "cell"), count(visits, "expansion")),
        last_search(search),
    ];
    if search.dropped() > 0 {
        notes.push(format!("{} more searches are not kept: too large", search.dropped()));
    }
    Legend::ramp(scale, "searches that expanded a cell", (1.0, most.max(1) as f32), notes)
}
