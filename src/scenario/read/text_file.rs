//! Reads text files: scenarios, maps and problems. Nothing else in the program opens a text file of a user.

use super::locate::Position;
use super::syntax::not_text;
use crate::grid::{ScenProblem, Terrain, TextError, read_map, read_scen};
use crate::scenario::ScenarioError;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

/// Largest file that is read, in bytes: four times the largest map.
const LARGEST_FILE: u64 = 64 << 20;

/// Reads a text file whole.
pub fn read_text(path: &Path) -> Result<String, ScenarioError> {
    let name = path.display().to_string();
    let whole = |message: String| ScenarioError::whole(&name, message);
    if path.is_dir() {
        return Err(whole("this is a folder; a .ron or .map file is expected".into()));
    }
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(LARGEST_FILE + 1).read_to_end(&mut bytes)).map_err(
        |error| match error.kind() {
            ErrorKind::NotFound => whole("there is no such file; check the spelling".into()),
            ErrorKind::PermissionDenied => {
                whole("the file may not be read; check its permissions".into())
            }
            _ => whole(format!("the file cannot be read ({error}); try a copy of it")),
        },
    )?;
    if bytes.len() as u64 > LARGEST_FILE {
        let most = LARGEST_FILE >> 20;
        return Err(whole(format!("the file is larger than {most} MiB, which no scenario is")));
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let byte = error.as_bytes()[valid];
        let at = not_text(error.as_bytes(), valid);
        let message = format!("the byte 0x{byte:02X} is not UTF-8 text; a text file is expected");
        ScenarioError::new(&name, at, message)
    })
}

/// Reads a MovingAI map (`.map`).
pub fn read_map_file(path: &Path) -> Result<Terrain, ScenarioError> {
    parse(path, read_map)
}

/// Reads MovingAI problems (`.scen`).
pub fn read_scen_file(path: &Path) -> Result<Vec<ScenProblem>, ScenarioError> {
    parse(path, read_scen)
}

fn parse<T>(
    path: &Path,
    parser: impl FnOnce(&str) -> Result<T, TextError>,
) -> Result<T, ScenarioError> {
    parser(&read_text(path)?).map_err(|error| {
        let at = Position { line: error.line as usize, column: error.column as usize };
        ScenarioError::new(&path.display().to_string(), at, error.message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::load_file;

    #[test]
    fn files_that_cannot_be_read_are_named_with_the_place_and_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("broken.map");
        let message = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            let error = read_map_file(&path).unwrap_err();
            assert!(error.file.ends_with("broken.map"), "{error}");
            (error.line, error.column, error.message)
        };
        let not_text = "the byte 0xFF is not UTF-8 text; a text file is expected".to_string();
        assert_eq!(message(b"type octile\n \xFF"), (2, 2, not_text));
        let unknown = "map type `hex` is not known; it must be `octile`".to_string();
        assert_eq!(message(b"type hex"), (1, 6, unknown));
        let folder_error = load_file(folder.path()).unwrap_err().message;
        assert_eq!(folder_error, "this is a folder; a .ron or .map file is expected");
        let missing = read_scen_file(&folder.path().join("none.scen")).unwrap_err().message;
        assert_eq!(missing, "there is no such file; check the spelling");
    }
}
