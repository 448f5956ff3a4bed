//! Direction maps that were learned before: in a file of their own, or in the scenario itself.
//!
//! The file is RON: `(version: 1, size: (64, 48), cells: [(3, 4, 0.5, -0.25), ...])`, for each cell that has a direction its
//! column, its row, and how far the direction points right and down. Cells that are not listed have none.

use super::Scenario;
use super::error::ScenarioError;
use super::origin::name_from;
use super::read::Step::{self, Entry, Field};
use super::read::{Fault, explain, locate, options, position, read_text};
use super::write_file::write_file;
use crate::grid::{Bounds, Cell, Terrain};
use crate::maths::hypot;
use crate::planning::{DirectionMap, LearnedCell};
use serde::Deserialize;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The version of the files that this program reads and writes.
const VERSION: u32 = 1;
/// By how much a vector may be longer than 1 because it was rounded.
const ROUNDING: f64 = 1e-6;

/// The learned directions at the start of a scenario.
#[derive(Clone, Debug, Default)]
pub struct StartDirections {
    cells: Arc<Vec<LearnedCell>>,
    /// The file they were read from: as the scenario names it, and where it was found.
    file: Option<(String, PathBuf)>,
}

/// Equal in everything but where they came from.
impl PartialEq for StartDirections {
    fn eq(&self, other: &Self) -> bool {
        self.cells == other.cells
    }
}

impl StartDirections {
    /// Directions on a terrain. Cells outside it are left out, vectors are cut to length 1.
    pub fn new(terrain: &Terrain, cells: &[LearnedCell]) -> Self {
        let mut map = DirectionMap::default();
        map.restore(terrain, cells);
        Self { cells: Arc::new(map.learned(terrain)), file: None }
    }

    /// These directions, not in a file of their own.
    pub(crate) fn inlined(self) -> Self {
        Self { file: None, ..self }
    }

    /// The file that they were read from.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_ref().map(|(_, found)| found.as_path())
    }

    /// Every cell that has a direction.
    pub fn cells(&self) -> &[LearnedCell] {
        &self.cells
    }

    /// The entry of a scenario file in `folder` (`None`: not saved yet), if there are directions.
    pub(super) fn written(
        &self,
        folder: Option<&Path>,
        quoted: fn(&str) -> String,
    ) -> Option<String> {
        match &self.file {
            Some((written, found)) => {
                let name = folder.map(|folder| name_from(folder, written, found));
                Some(format!("File({})", quoted(name.as_deref().unwrap_or(written))))
            }
            None if self.cells.is_empty() => None,
            None => Some(format!("Cells([\n{}    ])", listed(&self.cells, "        "))),
        }
    }
}

/// What a scenario file says about learned directions.
#[derive(Deserialize)]
#[serde(rename = "Directions", deny_unknown_fields)]
pub enum DirectionsEntry {
    File(String),
    Cells(Vec<(i32, i32, f64, f64)>),
}

#[derive(Deserialize)]
#[serde(rename = "Directions", deny_unknown_fields)]
struct DirectionsFile {
    version: u32,
    size: (u32, u32),
    cells: Vec<(i32, i32, f64, f64)>,
}

/// Checks what a scenario file says. `read` finds and reads the file that it names.
pub fn check_directions(
    entry: Option<&DirectionsEntry>,
    terrain: &Terrain,
    read: impl FnOnce(&str, Bounds) -> Result<StartDirections, String>,
) -> Result<StartDirections, Fault> {
    let path = [Field("directions"), Entry(0)];
    match entry {
        None => Ok(StartDirections::default()),
        Some(DirectionsEntry::File(written)) => match read(written, terrain.bounds()) {
            Ok(StartDirections { cells, file }) => {
                let file = file.map(|(_, found)| (written.clone(), found));
                Ok(StartDirections { cells, file })
            }
            Err(message) => Fault::at(path, message),
        },
        Some(DirectionsEntry::Cells(cells)) => {
            let cells = check_cells(cells, terrain.bounds(), &path)?;
            Ok(StartDirections::new(terrain, &cells))
        }
    }
}

fn check_cells(
    cells: &[(i32, i32, f64, f64)],
    bounds: Bounds,
    path: &[Step],
) -> Result<Vec<LearnedCell>, Fault> {
    let mut known = HashSet::new();
    let check = |(i, &(column, row, x, y)): (usize, &(i32, i32, f64, f64))| {
        let cell = Cell::new(column, row);
        let path = [path, &[Entry(i)]].concat();
        if !bounds.contains(cell) {
            let (right, bottom) = (i64::from(bounds.width) - 1, i64::from(bounds.height) - 1);
            let message = format!(
                "this direction is at {cell}, outside the map; the map goes from (0, 0) to ({right}, {bottom})"
            );
            return Fault::at(path, message);
        }
        if !known.insert(cell) {
            return Fault::at(path, format!("the cell {cell} has two directions; remove one"));
        }
        let length = hypot(x, y);
        if !(0.0..=1.0 + ROUNDING).contains(&length) {
            let message = format!(
                "the direction ({x}, {y}) of {cell} has length {length:.3}; it must lie between 0 and 1"
            );
            return Fault::at(path, message);
        }
        Ok((cell, (x, y)))
    };
    cells.iter().enumerate().map(check).collect()
}

/// Reads a direction map from a file; it must have been learned on a map of this size.
pub fn load_directions(path: &Path, bounds: Bounds) -> Result<StartDirections, ScenarioError> {
    let (_, cells) = read_directions(&read_text(path)?, &path.display().to_string(), Some(bounds))?;
    let written = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(StartDirections { cells: Arc::new(cells), file: Some((written, path.to_path_buf())) })
}

/// Reads such a text, for a map of a size if one is given. `name` is used in messages.
pub fn read_directions(
    text: &str,
    name: &str,
    bounds: Option<Bounds>,
) -> Result<(Bounds, Vec<LearnedCell>), ScenarioError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let wrong = |path: &[Step], message: String| {
        ScenarioError::new(name, position(text, locate(text, path)), message)
    };
    let file: DirectionsFile =
        options().from_str(text).map_err(|error| explain(name, text, &error))?;
    if file.version != VERSION {
        let message =
            format!("version {} is not known; this program reads version {VERSION}", file.version);
        return Err(wrong(&[Field("version")], message));
    }
    let bounds = bounds.unwrap_or(Bounds::new(file.size.0, file.size.1));
    if file.size != (bounds.width, bounds.height) {
        let message = format!(
            "these directions were learned on a map of {} x {} cells; this one has {} x {}",
            file.size.0, file.size.1, bounds.width, bounds.height
        );
        return Err(wrong(&[Field("size")], message));
    }
    let cells = check_cells(&file.cells, bounds, &[Field("cells")])
        .map_err(|fault| wrong(&fault.path, fault.message))?;
    Ok((bounds, cells))
}

/// Writes a direction map into a file, all of it or nothing.
pub fn save_directions(
    path: &Path,
    bounds: Bounds,
    cells: &[LearnedCell],
) -> Result<(), ScenarioError> {
    write_file(path, |_| directions_text(bounds, cells))
}

/// The text of such a file.
pub fn directions_text(bounds: Bounds, cells: &[LearnedCell]) -> String {
    let (width, height) = (bounds.width, bounds.height);
    let list = listed(cells, "    ");
    format!("(version: {VERSION}, size: ({width}, {height}), cells: [\n{list}])\n")
}

/// A line for each cell; numbers read back to the same bits.
fn listed(cells: &[LearnedCell], indent: &str) -> String {
    cells.iter().fold(String::new(), |mut text, (cell, (x, y))| {
        let _ = writeln!(text, "{indent}({}, {}, {x:?}, {y:?}),", cell.x, cell.y);
        text
    })
}

impl Scenario {
    /// Replaces the learned directions at the start.
    pub fn set_directions(&mut self, cells: &[LearnedCell]) {
        self.directions = StartDirections::new(&self.terrain, cells);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{load_file, load_str, save_file, to_ron};

    const SIZE: Bounds = Bounds::new(3, 2);

    fn learned() -> Vec<LearnedCell> {
        vec![((0, 0).into(), (0.1 + 0.2, -1.0 / 3.0)), ((2, 1).into(), (-1.0, 0.0))]
    }

    #[test]
    fn a_saved_map_reads_back_to_the_same_bits_and_only_on_its_own_size() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("learned.ron");
        save_directions(&path, SIZE, &learned()).unwrap();
        assert_eq!(load_directions(&path, SIZE).unwrap().cells(), learned());
        let error = load_directions(&path, Bounds::new(3, 3)).unwrap_err();
        assert_eq!((error.line, error.column), (1, 20));
        let expected = "these directions were learned on a map of 3 x 2 cells; this one has 3 x 3";
        assert_eq!(error.message, expected);
    }

    #[test]
    fn wrong_maps_are_refused_at_their_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("learned.ron");
        let file = |cells: &str| format!("(version: 1, size: (3, 2), cells: [\n{cells}])");
        let table = [
            (file("(0, 0, 1.0, 0.0),\n(3, 0, 0.0, 0.0)"), 3, "outside the map"),
            (file("(0, 0, 0.9, 0.9)"), 2, "it must lie between 0 and 1"),
            (file("(0, 0, 0.5, inf)"), 2, "it must lie between 0 and 1"),
            (file("(1, 1, 0.0, 0.0), (1, 1, 1.0, 0.0)"), 2, "has two directions"),
            (file("(1, 1, 0.0)"), 2, "is expected here"),
            ("(version: 7, size: (3, 2), cells: [])".into(), 1, "version 7 is not known"),
        ];
        for (text, line, part) in table {
            std::fs::write(&path, &text).unwrap();
            let error = load_directions(&path, SIZE).unwrap_err();
            assert!(error.line == line && error.message.contains(part), "{text}: {error}");
        }
        let missing = load_directions(&folder.path().join("none.ron"), SIZE).unwrap_err();
        assert!(missing.message.contains("there is no such file"), "{missing}");
    }

    #[test]
    fn a_scenario_names_its_learned_map_or_holds_it() {
        let folder = tempfile::tempdir().unwrap();
        save_directions(&folder.path().join("learned.ron"), SIZE, &learned()).unwrap();
        let text = "(version: 1, map: Rows([\"...\", \"...\"]), directions: File(\"learned.ron\"))";
        let mut scenario = load_str(text, "f", Some(folder.path())).unwrap();
        assert_eq!(scenario.directions.cells(), learned());
        let again = folder.path().join("again.ron");
        save_file(&scenario, &again).unwrap();
        assert!(
            std::fs::read_to_string(&again).unwrap().contains("directions: File(\"learned.ron\")")
        );
        assert_eq!(load_file(&again).unwrap(), scenario);
        scenario.set_directions(&learned()[..1]);
        let text = to_ron(&scenario);
        assert!(text.contains("Cells(["), "{text}");
        assert_eq!(load_str(&text, "f", None).unwrap(), scenario);
        let wrong = "(version: 1, map: Rows([\"...\"]), directions: File(\"learned.ron\"))";
        let error = load_str(wrong, "f", Some(folder.path())).unwrap_err();
        assert!(error.message.contains("learned.ron:1:20: these directions"), "{error}");
    }
}
