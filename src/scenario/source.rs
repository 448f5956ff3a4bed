//! Where a scenario comes from, so that it can be read again.

use super::{Catalogue, Doctrine, MapOptions, MapOrigin, NewMap, Recording, Scenario, Team};
use super::{is_picture, map_format, shipped};
use super::{load_file, load_map, load_patrols, shipped_named};
use crate::grid::Bounds;
use crate::planning::CellSteps;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where a scenario comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// Open ground of this size, with two teams.
    New(Bounds),
    /// A new map with something on it.
    Made(NewMap),
    /// A scenario file, or a bare map.
    File(PathBuf),
    /// A picture as a map.
    Picture(PathBuf, MapOptions),
    /// A map with the patrols of a problem file.
    Patrols {
        /// The map.
        map: PathBuf,
        /// The problem file.
        problems: PathBuf,
        /// How often each unit goes there and back; 0: without end.
        rounds: u32,
        /// The rules of the units' steps.
        rules: CellSteps,
        /// How the map is read if it is a picture.
        options: MapOptions,
    },
    /// A scenario that comes with the program, by its index in [`shipped`].
    Shipped(usize),
    /// A scenario that was made by the program.
    Given(Arc<Scenario>),
    /// A scenario, map or run that was pasted as text.
    Pasted(Arc<Scenario>),
}

/// An empty map.
impl Default for Source {
    fn default() -> Self {
        Self::New(Self::NEW_MAP)
    }
}

impl Source {
    /// The size of a new map, in cells.
    pub const NEW_MAP: Bounds = Bounds::new(48, 32);

    /// A new map.
    pub fn of_new_map(map: NewMap) -> Self {
        if map.generator.is_none() && !map.units { Self::New(map.bounds) } else { Self::Made(map) }
    }

    /// The file with a name; if there is none, the scenario that comes with the program under that name.
    pub fn named(file: &Path) -> Self {
        match file.to_str().and_then(shipped_named) {
            Some(place) if !file.exists() => Self::Shipped(place),
            _ => Self::File(file.into()),
        }
    }

    /// Reads the scenario. If that fails, a sentence that says why.
    pub fn load(&self) -> Result<Scenario, String> {
        match self {
            &Self::New(bounds) => {
                let catalogue = Catalogue::with_user_folders();
                // A fight can be made at once.
                let teams = vec![Team::numbered(0), Team::numbered(1)];
                let blank = Scenario { catalogue, teams, ..Scenario::blank(bounds) };
                Ok(blank.under(Doctrine::a_star_with_traffic()))
            }
            Self::Made(map) => Self::New(map.bounds).load().map(|blank| map.on(blank)),
            Self::File(path) => load_file(path).map_err(|error| error.to_string()),
            Self::Picture(path, options) => load_map(path, *options)
                .map(Scenario::to_try_out)
                .map_err(|error| error.to_string()),
            Self::Patrols { map, problems, rounds, rules, options } => {
                load_patrols(map, *options, problems, *rounds, *rules)
            }
            &Self::Shipped(place) => {
                let shipped = shipped().get(place).ok_or("there is no such scenario")?;
                shipped.load().map_err(|error| error.to_string())
            }
            Self::Given(scenario) | Self::Pasted(scenario) => Ok(Scenario::clone(scenario)),
        }
    }

    /// Whether only the open document holds what it gives, so that it is unsaved from the start. Everything else can be opened
    /// again: files, pictures, scenarios of the program and of experiments, and open ground.
    pub fn is_unsaved(&self) -> bool {
        matches!(self, Self::Made(_) | Self::Pasted(_))
    }

    /// The source; a picture is read with these options.
    pub fn with_options(self, options: MapOptions) -> Self {
        match self {
            Self::File(path) if is_picture(&path) => Self::Picture(path, options),
            other => other,
        }
    }

    /// The file that it was read from, if any: a scenario or a map.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::File(path) | Self::Picture(path, _) => Some(path),
            Self::Patrols { map, .. } => Some(map),
            Self::New(_) | Self::Made(_) | Self::Shipped(_) => None,
            Self::Given(_) | Self::Pasted(_) => None,
        }
    }

    /// All files that a scenario from here was read from: its own, its problems, and the map that it names.
    pub fn files(&self, scenario: &Scenario) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> = self.file().map(PathBuf::from).into_iter().collect();
        if let Self::Patrols { problems, .. } = self {
            files.push(problems.clone());
        }
        if let MapOrigin::File { found, .. } = &scenario.origin
            && !files.is_empty()
            && !files.contains(found)
        {
            files.push(found.clone());
        }
        files
    }

    /// The file that the scenario is saved to again: a scenario file, not a map, and not a recording, which would lose its
    /// hashes.
    pub fn scenario_file(&self) -> Option<&Path> {
        match self {
            Self::File(path) if map_format(path).is_none() && !Recording::is_file(path) => {
                Some(path)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Generator, MapKind};
    use crate::scenario::save_file;

    #[test]
    fn a_name_means_a_file_before_a_scenario_that_comes_with_the_program() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bridge.ron");
        std::fs::write(&file, "(version: 1, map: Rows([\"..x\"]))").unwrap();
        assert_eq!(Source::named(&file), Source::File(file.clone()));
        let message = Source::File(file.clone()).load().unwrap_err();
        assert!(message.contains("bridge.ron"), "{message}");
        std::fs::remove_file(&file).unwrap();
        assert_eq!(Source::named(Path::new("bridge")), Source::Shipped(1));
    }

    #[test]
    fn a_recording_is_not_a_file_to_save_a_scenario_to() {
        let folder = tempfile::tempdir().unwrap();
        let scenario = shipped()[0].load().unwrap();
        let file = folder.path().join("run.ron");
        save_file(&scenario, &file).unwrap();
        assert_eq!(Source::File(file.clone()).scenario_file(), Some(&*file));
        Recording::new(scenario, 0, 1).save(&file).unwrap();
        assert_eq!(Source::File(file).scenario_file(), None);
    }

    #[test]
    fn only_what_no_file_holds_is_unsaved_from_the_start() {
        let (bounds, scenario) = (Source::NEW_MAP, Arc::new(Scenario::blank(Source::NEW_MAP)));
        let caves = Some(Generator::of(MapKind::Caves));
        for (map, unsaved) in [
            (NewMap::blank(bounds), false),
            (NewMap { generator: caves, ..NewMap::blank(bounds) }, true),
            (NewMap { units: true, ..NewMap::blank(bounds) }, true),
        ] {
            assert_eq!(Source::of_new_map(map).is_unsaved(), unsaved, "{map:?}");
        }
        assert!(Source::Pasted(scenario.clone()).is_unsaved());
        let picture = Source::Picture("a.png".into(), MapOptions::default());
        let file = Source::File("a.ron".into());
        for source in [Source::Given(scenario), Source::Shipped(0), file, picture] {
            assert!(!source.is_unsaved(), "{source:?}");
        }
    }

    #[test]
    fn a_map_is_not_a_file_to_save_a_scenario_to() {
        let file = |name: &str| Source::File(name.into()).scenario_file().map(PathBuf::from);
        for map in ["a.map", "a.PNG", "a.tmx", "a.tmj", "a.txt"] {
            assert_eq!(file(map), None, "{map}");
        }
        assert_eq!(file("a.ron"), Some("a.ron".into()));
        assert_eq!(Source::Shipped(0).scenario_file(), None);
    }
}
