//! Reads scenarios: from a text, from a file, or from a bare map.

use super::check::check;
use super::file::{ScenarioFile, VERSION, options};
use super::ground::Found;
use super::locate::Step::{Entry, Field};
use super::locate::{find_field, inside_string, locate, position, skip_blanks, token};
use super::syntax::explain;
use super::text_file::read_text;
use crate::grid::Bounds;
use crate::scenario::catalogue::{Catalogue, CatalogueError};
use crate::scenario::learned::{StartDirections, load_directions};
use crate::scenario::maps::{MapOptions, map_format, read_map_file, read_map_file_with};
use crate::scenario::{MapOrigin, Recording, Scenario, ScenarioError};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The environment variable that names a folder in which map files are looked for.
pub const MAP_FOLDER: &str = "PHALANX_MAPS";

/// Reads a scenario from a text. `name` is used in messages; map files are looked for in `folder`.
pub fn load_str(text: &str, name: &str, folder: Option<&Path>) -> Result<Scenario, ScenarioError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    check_version(text, name)?;
    let file: ScenarioFile =
        options().from_str(text).map_err(|error| explain(name, text, &error))?;
    let mut catalogue = Catalogue::with_user_folders();
    for (i, written) in file.catalogue.iter().enumerate() {
        catalogue.read(written, folder).map_err(|error| match error {
            CatalogueError::Wrong(error) => error,
            CatalogueError::Missing(message) => {
                let at = locate(text, &[Field("catalogue"), Entry(i)]);
                ScenarioError::new(name, position(text, at), message)
            }
        })?;
    }
    let directions = |written: &str, bounds| find_directions(written, folder, bounds);
    check(file, catalogue, |map| find_map(map, folder), directions).map_err(|fault| {
        let value = locate(text, &fault.path);
        let byte = fault.character.map_or(value, |n| inside_string(text, value, n));
        ScenarioError::new(name, position(text, byte), fault.message)
    })
}

/// Reads a scenario file or a recording (`.ron`), or opens a bare map as a scenario: with one team, a few units at one end
/// of the map, and a goal at the other.
pub fn load_file(path: &Path) -> Result<Scenario, ScenarioError> {
    let format = map_format(path);
    if format.is_some_and(|format| format.extensions != ["txt"]) {
        return load_map(path, MapOptions::default()).map(Scenario::to_try_out);
    }
    let (text, name) = (read_text(path)?, path.display().to_string());
    if let Some(recording) = Recording::from_text(&text, &name) {
        return recording.map(|recording| recording.scenario);
    }
    if format.is_some() {
        return load_map(path, MapOptions::default()).map(Scenario::to_try_out);
    }
    load_str(&text, &name, path.parent())
}

/// A bare map as a scenario with one team and no units.
pub fn load_map(path: &Path, options: MapOptions) -> Result<Scenario, ScenarioError> {
    let terrain = Arc::new(read_map_file_with(path, options)?);
    let written = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let title = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    // A scenario that names the file is read with the usual options.
    let origin = if options == MapOptions::default() {
        MapOrigin::File { written, found: path.to_path_buf(), terrain: terrain.clone() }
    } else {
        MapOrigin::Inline
    };
    let catalogue = Catalogue::with_user_folders();
    Ok(Scenario { title, origin, catalogue, ..Scenario::plain(terrain) })
}

/// A file of a newer version is refused by its version, not by the first unknown field in it.
fn check_version(text: &str, name: &str) -> Result<(), ScenarioError> {
    let example = format!("a scenario begins with `(version: {VERSION}, map: ...`");
    if skip_blanks(text, 0) >= text.len() {
        // A comment that is not closed swallows everything after it.
        let read = options().from_str::<serde::de::IgnoredAny>(text);
        if read.is_err_and(|error| error.code == ron::Error::UnclosedBlockComment) {
            let at = text.find("/*").unwrap_or_default();
            let message = "this comment is not closed; end it with `*/`";
            return Err(ScenarioError::new(name, position(text, at), message));
        }
        return Err(ScenarioError::whole(name, format!("the file is empty; {example}")));
    }
    let Some(at) = find_field(text, "version") else {
        let start = locate(text, &[]);
        let found = token(text, start);
        // A text that does not begin like a scenario gets a message of its own.
        return if found == "(" || found == "Scenario" {
            let message = format!("the scenario has no `version`; add `version: {VERSION},`");
            Err(ScenarioError::new(name, position(text, start), message))
        } else {
            let message = format!("`{found}` is not the beginning of a scenario; {example}");
            Err(ScenarioError::new(name, position(text, start), message))
        };
    };
    let written = token(text, at);
    match written.parse::<u64>() {
        Ok(version) if version == u64::from(VERSION) => Ok(()),
        Ok(version) if version > u64::from(VERSION) => Err(ScenarioError::new(
            name,
            position(text, at),
            format!("version {version} is newer than this program, which reads version {VERSION}"),
        )),
        _ => Err(ScenarioError::new(
            name,
            position(text, at),
            format!("version `{written}` does not exist; this program reads version {VERSION}"),
        )),
    }
}

/// Finds a map file and reads it.
fn find_map(written: &str, folder: Option<&Path>) -> Result<Found, String> {
    let path = find("map file", written, folder)?;
    match read_map_file(&path) {
        Ok(terrain) => Ok(Found { path, terrain }),
        Err(error) => Err(format!("the map file {written:?} cannot be used: {error}")),
    }
}

/// Finds a file with learned directions for a map of this size and reads it.
fn find_directions(
    written: &str,
    folder: Option<&Path>,
    bounds: Bounds,
) -> Result<StartDirections, String> {
    let path = find("file of directions", written, folder)?;
    load_directions(&path, bounds)
        .map_err(|error| format!("the file of directions {written:?} cannot be used: {error}"))
}

/// Where a file is: beside the scenario, else in the folder named by `PHALANX_MAPS`.
fn find(what: &str, written: &str, folder: Option<&Path>) -> Result<PathBuf, String> {
    let maps = std::env::var_os(MAP_FOLDER).map(PathBuf::from);
    let places: Vec<PathBuf> =
        folder.into_iter().chain(maps.as_deref()).map(|f| f.join(written)).collect();
    places.iter().find(|p| p.exists()).cloned().ok_or_else(|| {
        let looked: Vec<String> = places.iter().map(|p| p.display().to_string()).collect();
        let looked = if looked.is_empty() { "nowhere".into() } else { looked.join(" and ") };
        format!(
            "there is no {what} {written:?}; looked for {looked}; put it beside the scenario or set \
             {MAP_FOLDER} to its folder"
        )
    })
}
