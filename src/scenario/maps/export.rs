//! Writes the ground of a scenario as a map file.

use super::{MAP_FORMATS, map_format};
use crate::grid::{Ground, Terrain};
use crate::scenario::write_file::{is_stream, write_bytes};
use crate::scenario::{MapOrigin, ObstacleKind, Scenario, ScenarioError, save_file};
use std::path::Path;

/// The ground with its obstacles as kinds of ground, because map files have no obstacles: trees as trees, others as walls.
pub fn flat_ground(scenario: &Scenario) -> Terrain {
    let mut terrain = Terrain::clone(&scenario.terrain);
    for obstacle in &scenario.obstacles {
        let ground = match obstacle.kind {
            ObstacleKind::Tree => Ground::Trees,
            ObstacleKind::Boulder | ObstacleKind::Wall => Ground::Wall,
        };
        obstacle.area.cells().for_each(|cell| {
            terrain.set_ground(cell, ground);
        });
    }
    terrain
}

/// The endings of all files that [`save_map`] writes, without dots: scenarios, and those maps that are not only read.
pub fn written_extensions() -> impl Iterator<Item = &'static str> {
    let maps = MAP_FORMATS.iter().filter(|format| format.write.is_some());
    std::iter::once("ron").chain(maps.flat_map(|format| format.extensions).copied())
}

/// Writes a scenario into a file by the ending of its name: its ground as a map, or all of it as a scenario (`.ron`) that
/// needs no map file. All of it or nothing is written.
pub fn save_map(scenario: &Scenario, path: &Path) -> Result<(), ScenarioError> {
    if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ron")) {
        return save_file(&Scenario { origin: MapOrigin::Inline, ..scenario.clone() }, path);
    }
    let whole = |message: String| ScenarioError::whole(&path.display().to_string(), message);
    // In a pipe without an ending, a map is a MovingAI map.
    let format = map_format(path).or_else(|| MAP_FORMATS.first().filter(|_| is_stream(path)));
    let Some(write) = format.and_then(|format| format.write) else {
        let endings: Vec<String> = written_extensions().map(|e| format!(".{e}")).collect();
        let message = format!("the name must end in one of {}", endings.join(", "));
        return Err(whole(message));
    };
    let bytes = write(&flat_ground(scenario)).map_err(whole)?;
    write_bytes(path, &bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Bounds, Cell, CornerRule, MapKind, Rectangle, generate};
    use crate::scenario::{ObstacleId, ObstacleSpec, load_file, read_map_file};

    fn all_kinds() -> Terrain {
        Terrain::from_text(CornerRule::default(), &[".S#TW", "WT#S.", "....."])
    }

    #[test]
    fn ground_that_is_written_and_read_again_is_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let generated = MapKind::ALL.map(|kind| generate(kind, Bounds::new(64, 48), 3));
        for terrain in generated.into_iter().chain([all_kinds()]) {
            let scenario = Scenario::plain(terrain.clone());
            for ending in ["map", "png", "txt", "ron"] {
                let path = folder.path().join(format!("ground.{ending}"));
                save_map(&scenario, &path).unwrap();
                assert_eq!(*load_file(&path).unwrap().terrain, terrain, "{ending}");
            }
        }
    }

    #[test]
    fn obstacles_become_ground_in_maps_and_stay_obstacles_in_scenarios() {
        let folder = tempfile::tempdir().unwrap();
        let obstacle = |id, kind, x| ObstacleSpec {
            id: ObstacleId(id),
            kind,
            area: Rectangle::new(Cell::new(x, 2), 1, 1),
        };
        let obstacles =
            vec![obstacle(0, ObstacleKind::Tree, 1), obstacle(1, ObstacleKind::Boulder, 3)];
        let scenario = Scenario { obstacles, ..Scenario::plain(all_kinds()) };
        let at = |name: &str| folder.path().join(name);
        save_map(&scenario, &at("flat.map")).unwrap();
        let flat = read_map_file(&at("flat.map")).unwrap();
        assert_eq!(flat.ground(Cell::new(1, 2)), Ground::Trees);
        assert_eq!(flat.ground(Cell::new(3, 2)), Ground::Wall);
        save_map(&scenario, &at("whole.ron")).unwrap();
        assert_eq!(load_file(&at("whole.ron")).unwrap(), scenario);
    }

    #[test]
    fn an_ending_that_cannot_be_written_is_refused() {
        let message =
            save_map(&Scenario::plain(all_kinds()), Path::new("a.tmx")).unwrap_err().message;
        assert_eq!(message, "the name must end in one of .ron, .map, .png, .txt");
    }
}
