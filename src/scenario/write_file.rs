//! Writes files so that they are never half written.

use super::{ScenarioError, pipe};
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Replaces a file by a text, all of it or nothing: a program killed while writing leaves the old file as it was. The
/// text is written to `temporary`, which must be on the same disk, and then renamed.
pub fn replace_file(path: &Path, temporary: &Path, text: &str) -> io::Result<()> {
    let written = File::create(temporary).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(temporary, path)).inspect_err(|_| {
        // The temporary file is useless now. If it cannot be removed, the first error is reported.
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
    write().map_err(|message| ScenarioError::about(&path.display().to_string(), message))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn cannot_write(error: io::Error) -> String {
    format!("the file cannot be written ({error}); choose another place")
}

/// A file that is being written. It gets its name when it is complete; until then an older file of that name stays as it
/// is. Dropped before, it leaves nothing behind.
///
/// Only plain files are replaced. A symbolic link stays, and its target is replaced; a pipe, a device and stdout are written
/// through, because nothing else may take their place.
pub struct NewFile(Target);

enum Target {
    Plain {
        path: PathBuf,
        temporary: PathBuf,
        /// `None` once it is complete.
        file: Option<BufWriter<File>>,
        /// Those of the older file.
        permissions: Option<Permissions>,
    },
    Stream {
        to: BufWriter<Box<dyn Write + Send>>,
        /// Whether the reader has closed it, as `head` does.
        is_closed: bool,
    },
}

impl NewFile {
    /// Begins a file. If it cannot be written there, a sentence that says why.
    pub fn create(path: &Path) -> Result<Self, String> {
        if is_stdout(path) {
            return Ok(Self::stream(Box::new(io::stdout())));
        }
        let Some(name) = path.file_name() else {
            return Err("this is not the name of a file; add one".into());
        };
        let older = fs::metadata(path).ok();
        if older.as_ref().is_some_and(fs::Metadata::is_dir) {
            return Err("this is a folder; add the name of a file".into());
        }
        if is_stream(path) {
            let open = pipe::open(path, OpenOptions::new().append(true)).map_err(cannot_write)?;
            return Ok(Self::stream(Box::new(open)));
        }
        let permissions = older.map(|older| older.permissions());
        if permissions.as_ref().is_some_and(Permissions::readonly) {
            return Err("the file is read-only; choose another name".into());
        }
        if permissions.is_some() {
            // In a folder of everybody, files of others could be replaced, too.
            OpenOptions::new().append(true).open(path).map_err(cannot_write)?;
        }
        let path = target_of(path)?;
        let mut temporary = path.file_name().unwrap_or(name).to_os_string();
        temporary.push(format!(".{}.part", std::process::id()));
        let temporary = folder_of(&path).join(temporary);
        let file = File::create(&temporary).map_err(cannot_write)?;
        let file = Some(BufWriter::new(file));
        Ok(Self(Target::Plain { path, temporary, file, permissions }))
    }

    fn stream(to: Box<dyn Write + Send>) -> Self {
        Self(Target::Stream { to: BufWriter::new(to), is_closed: false })
    }

    /// Whether it goes to a reader who has gone, so that more need not be written.
    pub fn is_closed(&self) -> bool {
        matches!(self.0, Target::Stream { is_closed: true, .. })
    }

    /// Gives the complete file its name.
    pub fn keep(mut self) -> Result<(), String> {
        let Target::Plain { path, temporary, file, permissions } = &mut self.0 else {
            return self.flush().map_err(cannot_write);
        };
        let Some(file) = file.take() else { return Ok(()) };
        file.into_inner()
            .map_err(io::IntoInnerError::into_error)
            .and_then(|file| file.sync_all())
            .and_then(|()| match permissions.take() {
                Some(permissions) => fs::set_permissions(&*temporary, permissions),
                None => Ok(()),
            })
            .and_then(|()| fs::rename(&*temporary, path))
            .map_err(|error| {
                // The temporary file is useless now. If it cannot be removed, the first error is reported.
                let _ = fs::remove_file(temporary);
                cannot_write(error)
            })
    }
}

/// Whether a name means stdout.
pub fn is_stdout(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name))
}

/// Whether what is written there is no plain file: stdout, a pipe, a device.
pub fn is_stream(path: &Path) -> bool {
    let is_other = |about: fs::Metadata| !about.is_file() && !about.is_dir();
    is_stdout(path) || is_descriptor(path) || fs::metadata(path).is_ok_and(is_other)
}

/// Whether a name means an open file of this process, as `/dev/fd/3` does.
pub(super) fn is_descriptor(path: &Path) -> bool {
    fs::canonicalize(folder_of(path)).is_ok_and(|folder| folder.starts_with("/proc"))
}

/// The file that a name stands for: the end of a chain of symbolic links, which need not exist.
fn target_of(path: &Path) -> Result<PathBuf, String> {
    /// As many as Linux follows.
    const MAX_LINKS: usize = 40;
    let mut path = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = folder_of(&path).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err("this symbolic link leads to itself".into())
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Target::Plain { file, .. } => file.as_mut().map_or(Ok(0), |file| file.write(bytes)),
            Target::Stream { is_closed: true, .. } => Ok(bytes.len()),
            Target::Stream { to, is_closed } => match to.write(bytes) {
                Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                    *is_closed = true;
                    Ok(bytes.len())
                }
                written => written,
            },
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Target::Plain { file, .. } => file.as_mut().map_or(Ok(()), |file| file.flush()),
            Target::Stream { is_closed: true, .. } => Ok(()),
            Target::Stream { to, is_closed } => match to.flush() {
                Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                    *is_closed = true;
                    Ok(())
                }
                flushed => flushed,
            },
        }
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Target::Plain { temporary, file, .. } = &mut self.0
            && file.take().is_some()
        {
            // A failure here cannot be reported.
            let _ = fs::remove_file(temporary);
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

    #[cfg(unix)]
    #[test]
    fn a_link_stays_and_its_target_is_replaced() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let write = |name: &str| {
            let mut file = NewFile::create(&at(name)).unwrap();
            file.write_all(b"new").unwrap();
            file.keep().unwrap();
        };
        fs::write(at("real"), "old").unwrap();
        fs::set_permissions(at("real"), Permissions::from_mode(0o640)).unwrap();
        symlink("real", at("link")).unwrap();
        symlink("link", at("chain")).unwrap();
        symlink("missing", at("dangling")).unwrap();
        symlink("circle", at("circle")).unwrap();
        write("chain");
        assert_eq!(fs::read(at("real")).unwrap(), b"new");
        assert_eq!(fs::metadata(at("real")).unwrap().permissions().mode() & 0o777, 0o640);
        write("dangling");
        assert_eq!(fs::read(at("missing")).unwrap(), b"new");
        for link in ["link", "chain", "dangling"] {
            assert!(at(link).is_symlink(), "{link}");
        }
        assert!(NewFile::create(&at("circle")).err().unwrap().contains("leads to itself"));
        fs::set_permissions(at("real"), Permissions::from_mode(0o400)).unwrap();
        assert!(NewFile::create(&at("link")).err().unwrap().contains("read-only"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 6);
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_written_through_and_a_reader_who_goes_ends_it() {
        let (reader, writer) = std::io::pipe().unwrap();
        let mut file = NewFile::stream(Box::new(writer));
        file.write_all(b"rows").unwrap();
        file.flush().unwrap();
        assert!(!file.is_closed());
        drop(reader);
        file.write_all(b"more").unwrap();
        file.flush().unwrap();
        assert!(file.is_closed());
        file.keep().unwrap();
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
