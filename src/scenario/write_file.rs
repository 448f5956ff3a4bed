//! Writes files so that they are never half written.

use super::ScenarioError;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

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
    write_bytes(path, text(folder_of(path)).as_bytes())
}

/// Writes bytes into a file, all of them or nothing.
pub(super) fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), ScenarioError> {
    let write = || {
        let mut file = NewFile::create(path)?;
        file.write_all(bytes).map_err(cannot_write)?;
        file.keep()
    };
    write().map_err(|message| ScenarioError::whole(&path.display().to_string(), message))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn cannot_write(error: io::Error) -> String {
    format!("the file cannot be written ({error}); choose another place")
}

/// A file that is being written. It gets its name when it is complete; until then an older file of that name stays as it
/// is. Dropped before, it leaves nothing behind.
pub struct NewFile {
    path: PathBuf,
    temporary: PathBuf,
    /// `None` once it is complete.
    file: Option<BufWriter<File>>,
}

impl NewFile {
    /// Begins a file. If it cannot be written there, a sentence that says why.
    pub fn create(path: &Path) -> Result<Self, String> {
        let Some(name) = path.file_name() else {
            return Err("this is not the name of a file; add one".into());
        };
        if path.is_dir() {
            return Err("this is a folder; add the name of a file".into());
        }
        let mut temporary = name.to_os_string();
        temporary.push(format!(".{}.part", std::process::id()));
        let temporary = folder_of(path).join(temporary);
        let file = File::create(&temporary).map_err(cannot_write)?;
        Ok(Self { path: path.into(), temporary, file: Some(BufWriter::new(file)) })
    }

    /// Gives the complete file its name.
    pub fn keep(mut self) -> Result<(), String> {
        let Some(file) = self.file.take() else { return Ok(()) };
        file.into_inner()
            .map_err(io::IntoInnerError::into_error)
            .and_then(|file| file.sync_all())
            .and_then(|()| fs::rename(&self.temporary, &self.path))
            .map_err(|error| {
                // The temporary file is useless now. If it cannot be removed, the first error counts.
                let _ = fs::remove_file(&self.temporary);
                cannot_write(error)
            })
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_mut().map_or(Ok(0), |file| file.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), |file| file.flush())
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if self.file.take().is_some() {
            // Nobody can be told if this fails.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_appears_only_when_it_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("film.gif");
        fs::write(&path, "old").unwrap();
        let count = || fs::read_dir(folder.path()).unwrap().count();
        let mut file = NewFile::create(&path).unwrap();
        file.write_all(b"half").unwrap();
        assert_eq!((fs::read(&path).unwrap().as_slice(), count()), (&b"old"[..], 2));
        drop(file);
        assert_eq!((fs::read(&path).unwrap().as_slice(), count()), (&b"old"[..], 1));
        let mut file = NewFile::create(&path).unwrap();
        file.write_all(b"whole").unwrap();
        file.keep().unwrap();
        assert_eq!((fs::read(&path).unwrap().as_slice(), count()), (&b"whole"[..], 1));
    }

    #[test]
    fn a_place_where_no_file_can_be_is_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let refused = |path: &Path| NewFile::create(path).err().unwrap();
        assert!(refused(folder.path()).contains("this is a folder"));
        assert!(refused(&folder.path().join("none/x.gif")).contains("cannot be written"));
        assert!(refused(Path::new("/")).contains("not the name of a file"));
    }
}
