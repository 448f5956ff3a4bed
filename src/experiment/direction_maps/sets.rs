//! The maps and start files: the authors' own if they are there, else maps of the same shape and drawn starts.

use super::super::{ExperimentError, Settings};
use crate::grid::{Bounds, Cell, CornerRule, Ground, Rectangle, ScenProblem, Terrain};
use crate::scenario::{ScenarioError, read_map_file, read_scen_file};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A map with its start files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Set {
    /// Table 1 and Figure 8: 32 x 32 cells, a wall in the lower half, 20 units.
    Small,
    /// Table 2: the same shape with 64 x 64 cells, 100 units.
    Wall,
    /// Table 3: two halls and a chamber with pillars between them, 100 units.
    Chamber,
    /// Figure 5: an empty map of 64 x 64 cells, 100 units.
    Empty,
}

/// A map and its starts.
#[derive(Clone, Debug)]
pub(super) struct Case {
    /// The name of the start file, or of the drawn starts.
    pub name: String,
    pub terrain: Arc<Terrain>,
    pub problems: Vec<ScenProblem>,
}

impl Set {
    /// The authors' names of the map and of the start files.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Small => ("test_s1_ground", "Map1_L10_R10"),
            Self::Wall => ("test_s1_64", "Map1Big_L50_R50"),
            Self::Chamber => ("test_s2_64", "Map2_L50_R50"),
            Self::Empty => ("empty_64", "MapEmpty_L100"),
        }
    }

    /// How many units walk on it.
    pub fn units(self) -> u64 {
        if self == Self::Small { 20 } else { 100 }
    }

    /// One of the start files, counted from 0.
    pub fn case(self, source: &Source, number: u32) -> Result<Case, ExperimentError> {
        let failed = |error: ScenarioError| ExperimentError::Failed(error.to_string());
        match source {
            Source::Files(folder) => {
                let (map, starts) = self.names();
                let terrain = read_map_file(&folder.join(format!("{map}.map"))).map_err(failed)?;
                let name = format!("{starts}_{}", number + 1);
                let file = folder.join(format!("{name}.scen"));
                let problems = read_scen_file(&file).map_err(failed)?;
                Ok(Case { name, terrain: Arc::new(terrain), problems })
            }
            Source::Drawn(seed) => Ok(self.draw(*seed, number)),
        }
    }

    /// A map of the same shape, with starts drawn at random from the same halves.
    fn draw(self, seed: u64, number: u32) -> Case {
        let wall = |x, y, w, h| Rectangle::new(Cell::new(x, y), w, h);
        let (side, walls, left, right, pairs) = match self {
            Self::Small => {
                (30, vec![wall(14, 15, 2, 15)], wall(0, 22, 14, 8), wall(16, 22, 14, 8), 20)
            }
            Self::Wall => {
                (60, vec![wall(28, 30, 4, 30)], wall(0, 44, 28, 16), wall(32, 44, 28, 16), 100)
            }
            Self::Chamber => {
                let mut walls = vec![wall(28, 0, 4, 24), wall(28, 36, 4, 24)];
                walls.extend([wall(14, 22, 2, 16), wall(44, 22, 2, 16)]);
                walls.extend(
                    [(22, 26), (26, 31), (33, 27), (36, 33), (29, 29), (24, 34)]
                        .map(|(x, y)| wall(x, y, 2, 2)),
                );
                (60, walls, wall(0, 0, 12, 60), wall(48, 0, 12, 60), 100)
            }
            Self::Empty => (64, vec![], wall(0, 0, 64, 64), wall(0, 0, 64, 64), 100),
        };
        let mut terrain = Terrain::open(Bounds::new(side, side), CornerRule::BothSidesFree);
        for cell in walls.iter().flat_map(|area| area.cells()) {
            terrain.set_ground(cell, Ground::Wall);
        }
        let mut dice = Pcg64Mcg::seed_from_u64(seed << 20 ^ u64::from(number) << 3 ^ self as u64);
        let mut taken = Vec::new();
        let mut draw = |area: Rectangle| loop {
            let (width, height) = area.size;
            let x = area.at.x + dice.random_range(0..width) as i32;
            let y = area.at.y + dice.random_range(0..height) as i32;
            let cell = Cell::new(x, y);
            if terrain.is_passable(cell) && !taken.contains(&cell) {
                taken.push(cell);
                return cell;
            }
        };
        let problems = (0..pairs)
            .map(|i| {
                let (from, to) = if i < pairs / 2 { (left, right) } else { (right, left) };
                let (start, goal) = (draw(from), draw(to));
                ScenProblem { width: side, height: side, start, goal, ..ScenProblem::default() }
            })
            .collect();
        let name = format!("drawn starts {} for {}", number + 1, self.names().0);
        Case { name, terrain: Arc::new(terrain), problems }
    }
}

/// Where maps and starts come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// The authors' files in a folder.
    Files(PathBuf),
    /// Drawn from a seed.
    Drawn(u64),
}

impl Source {
    /// The authors' files if the map folder holds them, directly or in `direction-maps`; else drawn starts.
    pub fn find(settings: &Settings) -> Self {
        let holds = |folder: &Path| folder.join("test_s1_ground.map").is_file();
        let folder = settings.maps.as_deref();
        let places = folder.into_iter().flat_map(|f| [f.join("direction-maps"), f.to_owned()]);
        match places.into_iter().find(|place| holds(place)) {
            Some(folder) => Self::Files(folder),
            None => Self::Drawn(settings.seed),
        }
    }

    /// The note for the reader.
    pub fn note(&self) -> String {
        match self {
            Self::Files(folder) => {
                format!("Maps and starts are the authors' own files, from {}.", folder.display())
            }
            Self::Drawn(seed) => format!(
                "The authors' files were not found (name the folder that holds `direction-maps` with --maps, or in \
                 PHALANX_MAPS), so this ran on maps of the same shape with starts drawn from seed {seed}; the paper's \
                 numbers are for its own maps."
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Regions;

    #[test]
    fn drawn_starts_are_free_distinct_and_connected() {
        for set in [Set::Small, Set::Wall, Set::Chamber, Set::Empty] {
            let Case { terrain, problems, .. } = set.case(&Source::Drawn(7), 3).unwrap();
            let regions = Regions::of(&terrain);
            let mut cells: Vec<Cell> = problems.iter().flat_map(|p| [p.start, p.goal]).collect();
            for problem in &problems {
                assert!(regions.connected(&terrain, problem.start, problem.goal), "{set:?}");
            }
            cells.sort();
            cells.dedup();
            assert_eq!(cells.len(), 2 * problems.len(), "{set:?}");
            let again = set.case(&Source::Drawn(7), 3).unwrap();
            assert_eq!(again.problems, problems);
        }
    }
}
