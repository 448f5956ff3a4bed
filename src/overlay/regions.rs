//! Ground that is cut off from the largest connected region.

use super::Overlay;
use super::drawing::{Drawing, Picture};
use super::legend::{Legend, Swatch};
use super::palette::distinct;
use super::scene::Scene;
use crate::grid::{Regions, Terrain};
use crate::words::count;
use std::cmp::Reverse;

/// The overlay.
pub const OVERLAY: Overlay = Overlay {
    key: "regions",
    title: "Regions",
    doc: "Ground that cannot be reached from the largest connected region, a colour for each region.",
    hotkey: "F8",
    on: false,
    opacity: 0.5,
    revision: Some(|scene| scene.terrain().revision()),
    draw,
};

/// Regions that the legend lists one by one.
const LISTED: usize = 6;

fn draw(scene: &Scene) -> Drawing {
    let terrain = scene.terrain();
    // The arena brings its own regions up to date only once a tick.
    let of_arena = Some(&scene.land.regions).filter(|regions| regions.are_of(terrain));
    let of_now = of_arena.is_none().then(|| Regions::of(terrain));
    let Some(regions) = of_arena.or(of_now.as_ref()) else { return Drawing::default() };
    match regions.count() {
        0 => return Drawing::empty("No cell is passable."),
        1 => {
            let cells: u32 = regions.numbers().map(|region| regions.size(region)).sum();
            let cells = count(cells, "passable cell");
            return Drawing::empty(format!("All is connected: {cells}."));
        }
        _ => {}
    }
    let ranks = ranks(terrain, regions);
    let mut picture = Picture::of_cells(terrain.bounds());
    for cell in terrain.bounds().cells() {
        let rank = ranks[regions.region(terrain, cell) as usize];
        if rank > 0 && rank != usize::MAX {
            picture.set(cell, distinct(rank - 1).texel(255));
        }
    }
    Drawing { picture: Some(picture), legend: legend(regions, &ranks), ..Drawing::default() }
}

/// For every region its place in the order of sizes, the largest first, and of equal ones the one that is met first row by
/// row; blocked ground has none.
fn ranks(terrain: &Terrain, regions: &Regions) -> Vec<usize> {
    let most = regions.numbers().max().unwrap_or(0) as usize;
    let mut met = vec![usize::MAX; most + 1];
    for (place, cell) in terrain.bounds().cells().enumerate() {
        let met = &mut met[regions.region(terrain, cell) as usize];
        *met = place.min(*met);
    }
    let mut by_size: Vec<u32> = regions.numbers().collect();
    by_size.sort_by_key(|&region| (Reverse(regions.size(region)), met[region as usize]));
    let mut ranks = vec![usize::MAX; most + 1];
    for (rank, region) in by_size.into_iter().enumerate() {
        ranks[region as usize] = rank;
    }
    ranks
}

fn legend(regions: &Regions, ranks: &[usize]) -> Legend {
    let cells = |rank: usize| {
        let region = ranks.iter().position(|&r| r == rank).unwrap_or(0);
        count(regions.size(region as u32), "cell")
    };
    let regions = regions.count();
    let main = Swatch::note(format!("largest region: {}", cells(0)));
    let others = (1..regions.min(LISTED + 1))
        .map(|rank| Swatch::new(distinct(rank - 1), format!("cut off: {}", cells(rank))));
    let rest = (regions > LISTED + 1).then(|| {
        Swatch::note(format!("and {}", count((regions - LISTED - 1) as u64, "smaller region")))
    });
    Legend::Swatches(std::iter::once(main).chain(others).chain(rest).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, CornerRule};

    #[test]
    fn the_largest_region_comes_first_wherever_it_lies() {
        let terrain = Terrain::from_text(CornerRule::Free, &[".#...", "##...", ".#..."]);
        let regions = Regions::of(&terrain);
        let ranks = ranks(&terrain, &regions);
        let rank = |x, y| ranks[regions.region(&terrain, Cell::new(x, y)) as usize];
        assert_eq!((rank(3, 1), rank(0, 0), rank(0, 2)), (0, 1, 2));
        assert_eq!(rank(1, 1), usize::MAX);
    }
}
