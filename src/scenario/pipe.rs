//! Pipes: opened with patience, and read once.

use super::write_file::is_descriptor;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Opens a file. The other end of a named pipe is waited for, but not for ever.
pub fn open(path: &Path, how: &OpenOptions) -> io::Result<File> {
    if !is_named_pipe(path) {
        return how.open(path);
    }
    #[cfg(unix)]
    {
        use std::sync::mpsc;
        use std::time::Duration;
        /// How long the other end of a pipe is waited for.
        const PATIENCE: Duration = Duration::from_secs(10);
        let (sender, receiver) = mpsc::channel();
        let (how, path) = (how.clone(), path.to_path_buf());
        std::thread::spawn(move || sender.send(how.open(path)));
        receiver.recv_timeout(PATIENCE).unwrap_or_else(|_| {
            let seconds = PATIENCE.as_secs();
            let message = format!("nobody opened the other end of this pipe within {seconds} s");
            Err(io::Error::new(io::ErrorKind::TimedOut, message))
        })
    }
    #[cfg(not(unix))]
    how.open(path)
}

#[cfg(unix)]
fn is_named_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    fs::metadata(path).is_ok_and(|about| about.file_type().is_fifo()) && !is_descriptor(path)
}

#[cfg(not(unix))]
fn is_named_pipe(_: &Path) -> bool {
    false
}

/// Whether a name means stdin.
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// Whether a file can be read only once: stdin, a pipe, a device.
pub fn is_read_once(path: &Path) -> bool {
    is_stdin(path) || fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir())
}

/// The content of a file that can be read only once, at most `most` bytes. It is kept, so that such a file can be looked
/// at before it is read, as others can.
pub fn read_once(path: &Path, most: u64) -> io::Result<Arc<[u8]>> {
    /// A failure is kept, too: nobody waits twice.
    type Known = Result<Arc<[u8]>, (io::ErrorKind, String)>;
    static KNOWN: Mutex<BTreeMap<PathBuf, Known>> = Mutex::new(BTreeMap::new());
    let read = || {
        let mut bytes = Vec::new();
        if is_stdin(path) {
            io::stdin().lock().take(most).read_to_end(&mut bytes)?;
        } else {
            open(path, OpenOptions::new().read(true))?.take(most).read_to_end(&mut bytes)?;
        }
        Ok(bytes.into())
    };
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let found = known
        .entry(path.to_path_buf())
        .or_insert_with(|| read().map_err(|error: io::Error| (error.kind(), error.to_string())));
    found.clone().map_err(|(kind, message)| io::Error::new(kind, message))
}

#[cfg(test)]
mod tests {
    #[cfg(target_os = "linux")]
    #[test]
    fn a_pipe_can_be_looked_at_and_read() {
        use super::*;
        use std::io::Write;
        use std::os::fd::AsRawFd;

        let (reader, mut writer) = io::pipe().unwrap();
        writer.write_all(b"(version: 1, map: Rows([\"..\"]))").unwrap();
        drop(writer);
        let path = PathBuf::from(format!("/dev/fd/{}", reader.as_raw_fd()));
        assert!(is_read_once(&path) && !is_read_once(Path::new("Cargo.toml")));
        for _ in 0..2 {
            let scenario = crate::scenario::load_file(&path).unwrap();
            assert_eq!(scenario.terrain.bounds().width, 2);
        }
    }
}
