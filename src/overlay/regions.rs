//! Ground that is cut off from the largest connected region.

use super::Overlay;
use super::drawing::{Drawing, Picture};
use super::legend::{Legend, Swatch};
use super::palette::distinct;
use super::scene::Scene;
use crate::grid::{Region, Regions, Terrain};
use crate::words::count;
use std::cmp::Reverse;
use std::ops::Range;

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
/// Cells of a row that are passed over together if all of them are blocked or of the largest region.
const BLOCK: usize = 16;

fn draw(scene: &Scene) -> Drawing {
    let terrain = scene.terrain();
    // The arena brings its own regions up to date only once a tick.
    let of_arena = Some(&*scene.land.regions).filter(|regions| regions.are_of(terrain));
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
    let runs = runs(terrain, regions);
    let ranks = ranks(regions, &runs);
    let bounds = terrain.bounds();
    let mut picture = Picture::of_cells(bounds);
    for run in &runs {
        let rank = ranks[run.region as usize];
        if rank > 0 {
            let first = run.y * bounds.width as usize;
            let texels = first + run.columns.start..first + run.columns.end;
            picture.texels[texels].fill(distinct(rank - 1).texel(255));
        }
    }
    Drawing { picture: Some(picture), legend: legend(regions, &ranks), ..Drawing::default() }
}

/// Cells beside each other in a row that belong to one region.
struct Run {
    y: usize,
    columns: Range<usize>,
    region: Region,
}

/// All cells that are open, row by row, but for those of the largest region if only one is as large: most cells of most maps
/// belong to it.
fn runs(terrain: &Terrain, regions: &Regions) -> Vec<Run> {
    let largest = regions.numbers().max_by_key(|&region| regions.size(region)).unwrap_or(0);
    let as_large = |&region: &Region| regions.size(region) == regions.size(largest);
    let left_out = if regions.numbers().filter(as_large).count() == 1 { largest } else { 0 };
    let mut runs: Vec<Run> = Vec::new();
    for y in 0..terrain.bounds().height as usize {
        for (block, cells) in regions.row(terrain, y as i32).chunks(BLOCK).enumerate() {
            if cells.iter().fold(false, |any, &region| any | (region != 0) & (region != left_out)) {
                for (place, &region) in cells.iter().enumerate() {
                    let x = block * BLOCK + place;
                    let goes_on =
                        |run: &&mut Run| (run.y, run.columns.end, run.region) == (y, x, region);
                    if let Some(run) = runs.last_mut().filter(goes_on) {
                        run.columns.end += 1;
                    } else if region != 0 && region != left_out {
                        runs.push(Run { y, columns: x..x + 1, region });
                    }
                }
            }
        }
    }
    runs
}

/// For every region its rank by size, the largest first, and of equal ones the one that is met first row by
/// row; blocked ground has none.
fn ranks(regions: &Regions, runs: &[Run]) -> Vec<usize> {
    let most = regions.numbers().max().unwrap_or(0) as usize;
    let mut met = vec![usize::MAX; most + 1];
    for (place, run) in runs.iter().enumerate() {
        let met = &mut met[run.region as usize];
        *met = place.min(*met);
    }
    let mut by_size: Vec<Region> = regions.numbers().collect();
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
        let ranks = ranks(&regions, &runs(&terrain, &regions));
        let rank = |x, y| ranks[regions.region(&terrain, Cell::new(x, y)) as usize];
        assert_eq!((rank(3, 1), rank(0, 0), rank(0, 2)), (0, 1, 2));
        assert_eq!(rank(1, 1), usize::MAX);
    }

    #[test]
    fn of_regions_of_one_size_the_first_one_comes_first() {
        let terrain = Terrain::from_text(CornerRule::Free, &["..#..", "..#..", "#####", ".#..."]);
        let regions = Regions::of(&terrain);
        let ranks = ranks(&regions, &runs(&terrain, &regions));
        let rank = |x, y| ranks[regions.region(&terrain, Cell::new(x, y)) as usize];
        assert_eq!((rank(0, 0), rank(3, 0), rank(2, 3), rank(0, 3)), (0, 1, 2, 3));
    }

    #[test]
    fn every_open_cell_outside_the_largest_region_is_in_one_run() {
        use crate::grid::{Bounds, Dice, Ground};
        let mut dice = Dice::new(4, 4);
        let mut terrain = Terrain::open(Bounds::new(61, 23), CornerRule::BothSidesFree);
        for _ in 0..700 {
            terrain.set_ground(Cell::new(dice.below(61), dice.below(23)), Ground::Wall);
        }
        let regions = Regions::of(&terrain);
        let runs = runs(&terrain, &regions);
        assert!(runs.iter().any(|run| run.columns.len() > 1) && regions.count() > 3);
        let largest = regions.numbers().max_by_key(|&region| regions.size(region));
        for cell in terrain.bounds().cells() {
            let region = regions.region(&terrain, cell);
            let (x, y) = (cell.x as usize, cell.y as usize);
            let here = runs.iter().filter(|run| run.y == y && run.columns.contains(&x));
            let here: Vec<Region> = here.map(|run| run.region).collect();
            let expected = region != 0 && Some(region) != largest;
            assert_eq!(here, if expected { vec![region] } else { vec![] }, "{cell}");
        }
    }
}
