//! Whether files have changed on disk, found out when asked: no thread, no events of the platform.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Watches files by the time of their last change and their length.
///
/// A file that is gone does not count as changed: editors that save by renaming take it away for a moment. Once it is
/// back it is compared, and has changed unless it is the same as before. A change that keeps both time and length is not seen.
#[derive(Clone, Debug, Default)]
pub struct FileWatch {
    files: Vec<(PathBuf, Option<Stamp>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    /// `None` where the platform does not report it.
    modified: Option<SystemTime>,
    /// In bytes.
    length: u64,
}

impl Stamp {
    fn of(path: &Path) -> Option<Self> {
        let data = std::fs::metadata(path).ok()?;
        Some(Self { modified: data.modified().ok(), length: data.len() })
    }
}

impl FileWatch {
    /// Watches files from their present state on: a scenario, and perhaps the map that it names.
    pub fn new(files: impl IntoIterator<Item = PathBuf>) -> Self {
        let with_stamp = |path: PathBuf| {
            let stamp = Stamp::of(&path);
            (path, stamp)
        };
        Self { files: files.into_iter().map(with_stamp).collect() }
    }

    /// Whether any of the files has changed since the last call that returned true, or since the beginning. Costs one
    /// look at each file's entry in its folder.
    pub fn changed(&mut self) -> bool {
        let mut changed = false;
        for (path, seen) in &mut self.files {
            let now = Stamp::of(path);
            if now.is_some() && now != *seen {
                *seen = now;
                changed = true;
            }
        }
        changed
    }

    /// Takes the present state as seen, for a program that has just written the files itself.
    pub fn skip(&mut self) {
        self.changed();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, File};
    use std::time::Duration;

    fn set_time(path: &Path, seconds: u64) {
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
    }

    #[test]
    fn a_change_of_time_or_length_is_told_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("level.map");
        fs::write(&path, "one").unwrap();
        set_time(&path, 1000);
        let mut watch = FileWatch::new([path.clone()]);
        assert!(!watch.changed());
        set_time(&path, 1001);
        assert!(watch.changed());
        assert!(!watch.changed());
        fs::write(&path, "longer").unwrap();
        set_time(&path, 1001);
        assert!(watch.changed(), "the length has changed");
        fs::write(&path, "own words").unwrap();
        watch.skip();
        assert!(!watch.changed());
    }

    #[test]
    fn a_file_that_is_replaced_by_renaming_has_changed_and_one_that_is_gone_has_not() {
        let folder = tempfile::tempdir().unwrap();
        let (path, new) = (folder.path().join("level.map"), folder.path().join("new"));
        fs::write(&path, "one").unwrap();
        set_time(&path, 1000);
        let mut watch = FileWatch::new([path.clone()]);
        fs::rename(&path, &new).unwrap();
        assert!(!watch.changed());
        fs::rename(&new, &path).unwrap();
        assert!(!watch.changed(), "it is the same as before");
        fs::write(&new, "two").unwrap();
        set_time(&new, 2000);
        fs::rename(&new, &path).unwrap();
        assert!(watch.changed());
    }

    #[test]
    fn each_of_several_files_is_watched_and_one_may_appear_later() {
        let folder = tempfile::tempdir().unwrap();
        let files = ["a.ron", "b.png"].map(|name| folder.path().join(name));
        fs::write(&files[0], "a").unwrap();
        let mut watch = FileWatch::new(files.clone());
        assert!(!watch.changed());
        fs::write(&files[1], "b").unwrap();
        assert!(watch.changed());
        assert!(!watch.changed());
        assert!(!FileWatch::default().changed());
    }
}
