//! Ground that is cut off from the largest connected region.

use super::Overlays;
use super::cells::CellPictures;
use super::legend::{Legend, Legends, grouped};
use crate::grid::{Regions, Terrain};
use crate::sim::Land;
use crate::view::scene::canvas::DrawSystems;
use crate::view::theme::{self, DISTINCT};
use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(DrawSystems::Paint));
}

/// Finds the row and the legend.
pub const KEY: &str = "regions";

/// Regions that the legend lists one by one.
const LISTED: usize = 6;

fn draw(
    mut pictures: CellPictures,
    overlays: Res<Overlays>,
    mut legends: ResMut<Legends>,
    lands: Query<&Land>,
) {
    pictures.show(
        KEY,
        0,
        overlays.opacity(KEY),
        |arena| lands.get(arena).map_or(0, |land| land.terrain.revision()),
        |arena, painter| {
            let Ok(Land { terrain, .. }) = lands.get(arena) else { return };
            // The arena brings its own regions up to date only once a tick; these are of this moment.
            let regions = Regions::of(terrain);
            let ranks = ranks(&regions);
            let colours = DISTINCT.map(theme::bytes);
            for cell in terrain.bounds().cells() {
                let rank = ranks[regions.region(terrain, cell) as usize];
                if rank > 0 && rank != usize::MAX {
                    painter.set(cell, colours[(rank - 1) % colours.len()]);
                }
            }
            legends.set(KEY, legend(terrain, &regions, &ranks));
        },
    );
}

/// For every region its place in the order of sizes, the largest first; blocked ground has none.
fn ranks(regions: &Regions) -> Vec<usize> {
    let mut by_size: Vec<u32> = (1..=regions.count() as u32).collect();
    by_size.sort_by_key(|&region| (std::cmp::Reverse(regions.size(region)), region));
    let mut ranks = vec![usize::MAX; regions.count() + 1];
    for (rank, region) in by_size.into_iter().enumerate() {
        ranks[region as usize] = rank;
    }
    ranks
}

fn legend(terrain: &Terrain, regions: &Regions, ranks: &[usize]) -> Legend {
    let cells = |rank: usize| {
        let region = ranks.iter().position(|&r| r == rank).unwrap_or(0);
        u64::from(regions.size(region as u32))
    };
    match regions.count() {
        0 => Legend::Empty("No cell is passable.".into()),
        1 => Legend::Empty(format!(
            "All {} passable cells are connected.",
            grouped(terrain.passable_count() as u64)
        )),
        count => {
            let others = (1..count.min(LISTED + 1)).map(|rank| {
                let colour = DISTINCT[(rank - 1) % DISTINCT.len()];
                (colour, format!("cut off: {} cells", grouped(cells(rank))))
            });
            let main = (Color::NONE, format!("largest region: {} cells", grouped(cells(0))));
            let rest = (count > LISTED + 1)
                .then(|| (Color::NONE, format!("and {} smaller regions", count - LISTED - 1)));
            Legend::swatches(std::iter::once(main).chain(others).chain(rest))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, CornerRule};

    #[test]
    fn the_largest_region_comes_first_wherever_it_lies() {
        let terrain = Terrain::from_text(CornerRule::Free, &[".#...", "##...", ".#..."]);
        let regions = Regions::of(&terrain);
        let ranks = ranks(&regions);
        let rank = |x, y| ranks[regions.region(&terrain, Cell::new(x, y)) as usize];
        assert_eq!((rank(3, 1), rank(0, 0), rank(0, 2)), (0, 1, 2));
        assert_eq!(rank(1, 1), usize::MAX);
    }

    #[test]
    fn the_legend_names_sizes() {
        let terrain = Terrain::from_text(CornerRule::Free, &["..#...", "..#..."]);
        let regions = Regions::of(&terrain);
        let Legend::Swatches(swatches) = legend(&terrain, &regions, &ranks(&regions)) else {
            panic!("two regions")
        };
        assert!(swatches[0].label.contains('6') && swatches[1].label.contains('4'), "{swatches:?}");
    }
}
