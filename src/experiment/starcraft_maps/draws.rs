//! Random groups on maps, as section IV.D of the Map Marker paper places them.

use crate::combat::built_in;
use crate::experiment::ExperimentError;
use crate::grid::{Cell, Dice, Direction, Regions, Terrain};
use crate::scenario::{
    MapOrigin, Order, Place, Scenario, ScriptedOrder, TeamId, UnitId, UnitSpec, Who,
};
use std::hash::Hasher;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use xxhash_rust::xxh64::Xxh64;

/// A group and its target.
#[derive(Clone)]
pub(super) struct Draw {
    /// Cells of the units, each but the first beside an earlier one.
    pub starts: Vec<Cell>,
    /// For each unit, the walk to it from the first unit along the units that they were placed beside.
    pub approaches: Vec<Vec<Cell>>,
    /// The common target.
    pub target: Cell,
}

/// How often a start and a target are drawn before giving up on a map.
const TRIES: u32 = 10_000;

impl Draw {
    /// Units in a group.
    pub const UNITS: usize = 50;

    /// Draws a start and a target that are connected, and places each unit on a random free cell beside the one before, or
    /// beside an earlier one if that has no free neighbour. `None` if the map has no room.
    pub fn new(terrain: &Terrain, map: &str, seed: u64, number: u32) -> Option<Self> {
        let mut name = Xxh64::new(u64::from(number));
        name.write(map.as_bytes());
        let mut dice = Dice::new(seed, name.finish());
        let regions = Regions::of(terrain);
        let bounds = terrain.bounds();
        let mut cell =
            || Cell::new(dice.below(bounds.width as i32), dice.below(bounds.height as i32));
        let (start, target) = (0..TRIES).map(|_| (cell(), cell())).find(|&(start, target)| {
            let room = regions.size(regions.region(terrain, start)) as usize;
            start != target && regions.connected(terrain, start, target) && room > Self::UNITS
        })?;
        let mut starts = vec![start];
        let mut approaches = vec![vec![start]];
        while starts.len() < Self::UNITS {
            let (beside, free) = (0..starts.len()).rev().find_map(|earlier| {
                let free: Vec<Cell> = Direction::ALL
                    .into_iter()
                    .filter(|&d| terrain.allows(starts[earlier], d))
                    .map(|d| starts[earlier].step(d))
                    .filter(|cell| !starts.contains(cell))
                    .collect();
                (!free.is_empty()).then_some((earlier, free))
            })?;
            let next = free[dice.below(free.len() as i32) as usize];
            starts.push(next);
            approaches.push(approaches[beside].iter().copied().chain([next]).collect());
        }
        Some(Self { starts, approaches, target })
    }

    /// The draw as a scenario.
    pub fn scenario(&self, terrain: &Arc<Terrain>, file: &Path) -> Scenario {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let mut scenario = Scenario::plain(terrain.clone());
        scenario.title = format!("{name}, {} to {}", self.starts[0], self.target);
        scenario.description = "A group on which A* separates.".into();
        scenario.origin = MapOrigin::File {
            written: format!("starcraft/{name}"),
            found: file.to_owned(),
            terrain: terrain.clone(),
        };
        scenario.units = (0..)
            .zip(&self.starts)
            .map(|(id, &at)| UnitSpec { id: UnitId(id), team: TeamId(0), kind: built_in()[0], at })
            .collect();
        scenario.orders.push(ScriptedOrder {
            tick: 0,
            who: Who::Everyone,
            order: Order::Move(Place::At(self.target)),
            queued: false,
        });
        scenario
    }
}

/// The maps of a folder, by name.
pub(super) fn map_files(folder: &Path) -> Result<Vec<PathBuf>, ExperimentError> {
    let cannot = |what: String| ExperimentError::Failed(format!("{}: {what}", folder.display()));
    let entries = std::fs::read_dir(folder)
        .map_err(|e| cannot(format!("this folder cannot be read ({e})")))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "map"))
        .collect();
    files.sort();
    if files.is_empty() { Err(cannot("there are no .map files".into())) } else { Ok(files) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Bounds, CornerRule};

    #[test]
    fn units_stand_beside_each_other_and_draws_repeat() {
        let terrain = Terrain::open(Bounds::new(40, 30), CornerRule::BothSidesFree);
        let draw = Draw::new(&terrain, "open", 3, 1).unwrap();
        assert_eq!(draw.starts.len(), Draw::UNITS);
        for (start, approach) in draw.starts.iter().zip(&draw.approaches) {
            assert_eq!((approach.first(), approach.last()), (draw.starts.first(), Some(start)));
            assert!(approach.windows(2).all(|step| step[0].chebyshev(step[1]) == 1));
        }
        let same = Draw::new(&terrain, "open", 3, 1).unwrap();
        assert_eq!((same.starts, same.target), (draw.starts.clone(), draw.target));
        let other = Draw::new(&terrain, "open", 3, 2).unwrap();
        assert_ne!((other.starts, other.target), (draw.starts, draw.target));
    }

    #[test]
    fn a_map_without_room_gives_nothing() {
        let terrain = Terrain::open(Bounds::new(6, 6), CornerRule::BothSidesFree);
        assert!(Draw::new(&terrain, "small", 1, 0).is_none());
    }
}
