//! The maps, and the units and goals drawn on them.

use phalanx::grid::{Bounds, Cell, MapKind, Regions, Terrain, generate};
use phalanx::scenario::read_map_file;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;
use std::path::Path;

const SIDE: u32 = 512;
const STARCRAFT: [&str; 4] = ["Aftershock", "BigGameHunters", "Entanglement", "Triskelion"];

/// Units on a map and as many goals.
pub struct Draw {
    pub terrain: Terrain,
    pub starts: Vec<Cell>,
    pub goals: Vec<Cell>,
}

/// Four maps of 512 x 512 cells: StarCraft maps if `PHALANX_MAPS` names a folder with them, else generated ones.
pub fn maps() -> Vec<(String, Terrain)> {
    if let Some(folder) = std::env::var_os("PHALANX_MAPS") {
        let read = |name: &str| {
            let file = Path::new(&folder).join("starcraft").join(name).with_extension("map");
            (name.to_owned(), read_map_file(&file).unwrap())
        };
        return STARCRAFT.into_iter().map(read).collect();
    }
    let generated =
        |kind: MapKind| (kind.name().to_owned(), generate(kind, Bounds::new(SIDE, SIDE), 1));
    MapKind::ALL.into_iter().map(generated).collect()
}

/// Draws distinct starts and distinct goals in the largest region of a map.
pub fn draw(terrain: &Terrain, units: usize, seed: u64) -> Draw {
    let regions = Regions::of(terrain);
    let largest = (1..=regions.count() as u32).max_by_key(|&region| regions.size(region));
    let inside = |&cell: &Cell| Some(regions.region(terrain, cell)) == largest;
    let mut cells: Vec<Cell> = terrain.bounds().cells().filter(inside).collect();
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    cells.shuffle(&mut random);
    let starts = cells[..units].to_vec();
    cells.shuffle(&mut random);
    Draw { terrain: terrain.clone(), starts, goals: cells[..units].to_vec() }
}
