//! Writes files so that they are never half written.

use super::ScenarioError;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Replaces a file by a text, all of it or nothing: a program killed while writing leaves the old file as it was. The
/// text is written to `temporary`, which must be on the same disk, and then renamed.
pub fn replace_file(path: &Path, temporary: &Path, text: &str) -> io::Result<()> {
    let written = File::create(temporary).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(temporary, path)).inspect_err(|_| {
        // The temporary file is useless now. If it cannot be removed, the first error counts.
        let _ = fs::remove_file(temporary);
    })
}

/// Writes a text into a file, all of it or nothing. `text` is given the folder.
pub(super) fn write_file(
    path: &Path,
    text: impl FnOnce(&Path) -> String,
) -> Result<(), ScenarioError> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let name = path.display().to_string();
    let Some(file_name) = path.file_name() else {
        return Err(ScenarioError::whole(&name, "this is not the name of a file; add one"));
    };
    if path.is_dir() {
        return Err(ScenarioError::whole(&name, "this is a folder; add the name of a file"));
    }
    let mut temporary = file_name.to_os_string();
    temporary.push(format!(".{}.part", std::process::id()));
    replace_file(path, &folder.join(temporary), &text(folder)).map_err(|error| {
        let message = format!("the file cannot be written ({error}); choose another place");
        ScenarioError::whole(&name, message)
    })
}
