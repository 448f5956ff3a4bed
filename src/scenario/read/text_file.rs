//! Reads files whole: scenarios, maps and problems. Nothing else in the program opens such a file of a user.

use super::locate::Position;
use super::syntax::not_text;
use crate::grid::{ScenProblem, read_scen};
use crate::scenario::ScenarioError;
use crate::scenario::pipe::{is_read_once, read_once};
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Largest file that is read, in bytes: four times the largest map.
const MAX_FILE_SIZE: u64 = 64 << 20;

/// Reads a file whole.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, ScenarioError> {
    let name = path.display().to_string();
    let whole = |message: String| ScenarioError::about(&name, message);
    if path.is_dir() {
        return Err(whole("this is a folder; a .ron or .map file is expected".into()));
    }
    let bytes = read_at_most(path, MAX_FILE_SIZE + 1).map_err(|error| match error.kind() {
        ErrorKind::NotFound => whole("there is no such file; check the spelling".into()),
        ErrorKind::PermissionDenied => {
            whole("the file may not be read; check its permissions".into())
        }
        ErrorKind::TimedOut => whole(error.to_string()),
        _ => whole(format!("the file cannot be read ({error}); try a copy of it")),
    })?;
    if bytes.len() as u64 > MAX_FILE_SIZE {
        let most = MAX_FILE_SIZE >> 20;
        return Err(whole(format!("the file is larger than {most} MiB, which no scenario is")));
    }
    Ok(bytes)
}

/// The beginning of a file, for a look at what it is. Empty if it cannot be read.
pub fn read_start(path: &Path, length: u64) -> Vec<u8> {
    let most = if is_read_once(path) { MAX_FILE_SIZE + 1 } else { length };
    let mut bytes = read_at_most(path, most).unwrap_or_default();
    bytes.truncate(length as usize);
    bytes
}

fn read_at_most(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    if is_read_once(path) {
        return read_once(path, most).map(|bytes| bytes.to_vec());
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a text file whole.
pub fn read_text(path: &Path) -> Result<String, ScenarioError> {
    String::from_utf8(read_bytes(path)?).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let byte = error.as_bytes()[valid];
        let at = not_text(error.as_bytes(), valid);
        let message = format!("the byte 0x{byte:02X} is not UTF-8 text; a text file is expected");
        ScenarioError::new(&path.display().to_string(), at, message)
    })
}

/// Reads MovingAI problems (`.scen`).
pub fn read_scen_file(path: &Path) -> Result<Vec<ScenProblem>, ScenarioError> {
    read_scen(&read_text(path)?).map_err(|error| {
        let at = Position { line: error.line as usize, column: error.column as usize };
        ScenarioError::new(&path.display().to_string(), at, error.message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::load_file;

    #[test]
    fn folders_and_missing_files_are_told_from_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let folder_error = load_file(folder.path()).unwrap_err().message;
        assert_eq!(folder_error, "this is a folder; a .ron or .map file is expected");
        let missing = read_scen_file(&folder.path().join("none.scen")).unwrap_err().message;
        assert_eq!(missing, "there is no such file; check the spelling");
    }
}
