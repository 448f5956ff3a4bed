//! Autosave: unsaved work is written to the user's data folder every few seconds, and offered for restoring after
//! the program was killed.
//!
//! Every running program has a session of its own with a lock file. The operating system releases the lock when the
//! program ends, however it ends. Work whose lock is free belongs to no running program and can be restored; two running
//! programs never touch each other's work.

use crate::scenario::{MapOrigin, Scenario, replace_file, to_ron};
use crate::view::document::state::Document;
use crate::view::folders::Folders;
use crate::view::panels::notices::Notice;
use bevy::prelude::*;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime};

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Startup, begin_autosave).add_systems(Last, keep_autosave);
}

fn begin_autosave(mut commands: Commands, folders: Option<Res<Folders>>) {
    let folder = folders.as_ref().and_then(|folders| folders.data.as_deref());
    commands.insert_resource(Autosave::begin(folder));
}

/// The autosave of one running program.
#[derive(Debug)]
pub struct Session {
    folder: PathBuf,
    stem: String,
    /// Locked as long as the program runs.
    _lock: File,
}

/// Unsaved work of a program that was killed.
#[derive(Debug)]
pub struct Orphan {
    folder: PathBuf,
    stem: String,
    /// Held so that no other program offers the same work.
    _lock: File,
    /// The name of the document.
    pub name: String,
    /// When it was last written.
    pub modified: SystemTime,
    /// The file that the work was opened from or saved to, if any.
    pub origin: Option<PathBuf>,
}

const WORK: &str = "ron";
const LOCK: &str = "lock";
const ORIGIN: &str = "origin";
const UNFINISHED: &str = "unfinished";
/// A lock without work is removed once it is this old; a younger one may belong to a program that is starting.
const SWEEP_AFTER: Duration = Duration::from_secs(60);

fn path(folder: &Path, stem: &str, extension: &str) -> PathBuf {
    folder.join(format!("{stem}.{extension}"))
}

fn remove(folder: &Path, stem: &str, extensions: &[&str]) {
    for extension in extensions {
        // A missing file needs no removing.
        let _ = fs::remove_file(path(folder, stem, extension));
    }
}

impl Session {
    /// Begins a session in a folder, which is made if needed.
    pub fn begin(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let mut attempt = 0;
        loop {
            let stem = format!("autosave-{}-{}-{attempt}", std::process::id(), now.as_millis());
            match File::create_new(path(folder, &stem, LOCK)) {
                Ok(lock) => {
                    lock.lock()?;
                    return Ok(Self { folder: folder.into(), stem, _lock: lock });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => attempt += 1,
                Err(error) => return Err(error),
            }
        }
    }

    /// Writes the work, all of it or nothing.
    pub fn save(&self, text: &str, name: &str, origin: Option<&Path>) -> io::Result<()> {
        let unfinished = path(&self.folder, &self.stem, UNFINISHED);
        let origin = origin.map(|p| p.to_string_lossy().into_owned()).unwrap_or_default();
        fs::write(path(&self.folder, &self.stem, ORIGIN), format!("{name}\n{origin}"))?;
        replace_file(&path(&self.folder, &self.stem, WORK), &unfinished, text)
    }

    /// There is no unsaved work any more.
    pub fn forget(&self) {
        remove(&self.folder, &self.stem, &[WORK, ORIGIN, UNFINISHED]);
    }

    /// Ends the session and removes its files.
    pub fn end(&self) {
        self.forget();
        remove(&self.folder, &self.stem, &[LOCK]);
    }

    /// Takes over the work of another session, so that it is safe until it is written again.
    pub fn adopt(&self, orphan: Orphan) -> io::Result<()> {
        for extension in [ORIGIN, WORK] {
            let from = path(&orphan.folder, &orphan.stem, extension);
            fs::rename(from, path(&self.folder, &self.stem, extension))?;
        }
        orphan.discard();
        Ok(())
    }
}

impl Orphan {
    /// All work in a folder that belongs to no running program, newest first.
    pub fn find(folder: &Path) -> Vec<Self> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut stems: Vec<String> = entries
            .filter_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                let (stem, extension) = name.rsplit_once('.')?;
                let ours = stem.starts_with("autosave-") && [WORK, LOCK].contains(&extension);
                ours.then(|| stem.to_owned())
            })
            .collect();
        stems.sort();
        stems.dedup();
        let mut found: Vec<_> = stems.iter().filter_map(|s| Self::claim(folder, s)).collect();
        found.sort_by_key(|orphan| std::cmp::Reverse(orphan.modified));
        found
    }

    fn claim(folder: &Path, stem: &str) -> Option<Self> {
        let lock_path = path(folder, stem, LOCK);
        let lock = File::options().write(true).create(true).truncate(false).open(lock_path).ok()?;
        lock.try_lock().ok()?;
        let Ok(work) = fs::metadata(path(folder, stem, WORK)) else {
            let age = lock.metadata().ok()?.modified().ok()?.elapsed().unwrap_or_default();
            if age > SWEEP_AFTER {
                remove(folder, stem, &[LOCK, ORIGIN, UNFINISHED]);
            }
            return None;
        };
        let about = fs::read_to_string(path(folder, stem, ORIGIN)).unwrap_or_default();
        let (name, origin) = about.split_once('\n').unwrap_or((&about, ""));
        Some(Self {
            folder: folder.into(),
            stem: stem.into(),
            _lock: lock,
            name: name.into(),
            modified: work.modified().unwrap_or(SystemTime::UNIX_EPOCH),
            origin: (!origin.is_empty()).then(|| origin.into()),
        })
    }

    /// The file with the work.
    pub fn file(&self) -> PathBuf {
        path(&self.folder, &self.stem, WORK)
    }

    /// Deletes the work.
    pub fn discard(self) {
        remove(&self.folder, &self.stem, &[WORK, ORIGIN, UNFINISHED, LOCK]);
    }
}

/// The autosave of this program.
#[derive(Resource)]
pub struct Autosave {
    session: Option<Arc<Session>>,
    /// Why there is none; shown once.
    problem: Option<String>,
    /// The document and state that were written last.
    written: Option<(u64, u64)>,
    writing: Option<JoinHandle<io::Result<()>>>,
    due: Timer,
}

impl Autosave {
    /// Seconds between two writings.
    const PERIOD: f32 = 3.0;

    /// Begins a session. Without a folder, or if it cannot be written to, there is no autosave.
    pub fn begin(folder: Option<&Path>) -> Self {
        let begun = match folder {
            Some(folder) => Session::begin(folder),
            None => Err(io::Error::other("there is no data folder")),
        };
        let problem =
            begun.as_ref().err().map(|e| format!("Unsaved work is not autosaved here: {e}."));
        Self {
            session: begun.ok().map(Arc::new),
            problem,
            written: None,
            writing: None,
            due: Timer::from_seconds(Self::PERIOD, TimerMode::Repeating),
        }
    }

    /// Writes every change at once.
    #[cfg(test)]
    pub fn at_once(folder: &Path) -> Self {
        let due = Timer::new(Duration::ZERO, TimerMode::Repeating);
        Self { due, ..Self::begin(Some(folder)) }
    }

    /// Takes over work that is being restored.
    pub fn adopt(&mut self, orphan: Orphan) {
        if let Some(session) = &self.session
            && session.adopt(orphan).is_ok()
        {
            self.written = None;
        }
    }

    /// Ends the session and removes its files.
    pub fn end(&mut self) {
        self.wait();
        if let Some(session) = self.session.take() {
            session.end();
        }
    }

    pub(super) fn wait(&mut self) {
        if let Some(writing) = self.writing.take() {
            // If it failed, there is nothing left to wait for.
            let _ = writing.join();
        }
    }
}

pub(super) fn keep_autosave(
    mut autosave: ResMut<Autosave>,
    document: Res<Document>,
    time: Res<Time<Real>>,
    exit: MessageReader<AppExit>,
    mut notices: MessageWriter<Notice>,
) {
    if let Some(problem) = autosave.problem.take() {
        notices.write(Notice::new(problem));
    }
    let Some(session) = autosave.session.clone() else { return };
    if !document.is_dirty() {
        if autosave.written.take().is_some() {
            autosave.wait();
            session.forget();
        }
        return;
    }
    if autosave.writing.as_ref().is_some_and(JoinHandle::is_finished)
        && let Some(Ok(Err(error))) = autosave.writing.take().map(JoinHandle::join)
    {
        notices.write(Notice::new(format!("The work could not be autosaved: {error}.")));
    }
    let state = (document.serial(), document.state());
    if !exit.is_empty() && autosave.written != Some(state) {
        // The window closed without asking: save the work now.
        autosave.wait();
        let text = to_ron(&self_contained(document.run().saved()));
        if let Err(error) = session.save(&text, &document.name(), document.path.as_deref()) {
            error!("the work could not be autosaved: {error}");
        }
        return;
    }
    if !autosave.due.tick(time.delta()).just_finished()
        || autosave.written == Some(state)
        || autosave.writing.is_some()
    {
        return;
    }
    autosave.written = Some(state);
    let (name, origin) = (document.name(), document.path.clone());
    let scenario = self_contained(document.run().saved());
    // Writing a large map takes a while, and the window should not wait for the disk.
    autosave.writing = Some(std::thread::spawn(move || {
        session.save(&to_ron(&scenario), &name, origin.as_deref())
    }));
}

/// The scenario with its ground in itself, wherever its map file may be by the time it is restored.
fn self_contained(scenario: Scenario) -> Scenario {
    Scenario { origin: MapOrigin::Inline, ..scenario }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work_in(folder: &Path) -> Vec<String> {
        Orphan::find(folder).iter().map(|o| fs::read_to_string(o.file()).unwrap()).collect()
    }

    fn files_in(folder: &Path) -> usize {
        fs::read_dir(folder).unwrap().count()
    }

    #[test]
    fn work_of_a_killed_program_is_found_with_its_origin() {
        let folder = tempfile::tempdir().unwrap();
        let session = Session::begin(folder.path()).unwrap();
        session.save("half a wall", "bridge", Some(Path::new("maps/bridge.ron"))).unwrap();
        // Dropping lets go of the lock, as the operating system does for a killed program.
        drop(session);
        let found = Orphan::find(folder.path());
        assert_eq!(found.len(), 1);
        assert_eq!(fs::read_to_string(found[0].file()).unwrap(), "half a wall");
        assert_eq!(found[0].name, "bridge");
        assert_eq!(found[0].origin.as_deref(), Some(Path::new("maps/bridge.ron")));
    }

    #[test]
    fn work_of_a_running_program_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let one = Session::begin(folder.path()).unwrap();
        let two = Session::begin(folder.path()).unwrap();
        one.save("one", "name", None).unwrap();
        two.save("two", "name", None).unwrap();
        assert!(work_in(folder.path()).is_empty());
        drop(one);
        assert_eq!(work_in(folder.path()), ["one"]);
        drop(two);
    }

    #[test]
    fn a_program_that_ends_in_order_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let session = Session::begin(folder.path()).unwrap();
        session.save("work", "name", None).unwrap();
        session.end();
        assert_eq!(files_in(folder.path()), 0);
    }

    #[test]
    fn saved_work_is_not_offered_back() {
        let folder = tempfile::tempdir().unwrap();
        let session = Session::begin(folder.path()).unwrap();
        session.save("work", "name", None).unwrap();
        session.forget();
        drop(session);
        assert!(work_in(folder.path()).is_empty());
    }

    #[test]
    fn restored_work_survives_a_second_kill() {
        let folder = tempfile::tempdir().unwrap();
        let first = Session::begin(folder.path()).unwrap();
        first.save("work", "name", None).unwrap();
        drop(first);
        let second = Session::begin(folder.path()).unwrap();
        second.adopt(Orphan::find(folder.path()).remove(0)).unwrap();
        assert!(work_in(folder.path()).is_empty(), "it belongs to the second program now");
        drop(second);
        assert_eq!(work_in(folder.path()), ["work"]);
    }

    #[test]
    fn two_programs_never_offer_the_same_work() {
        let folder = tempfile::tempdir().unwrap();
        let session = Session::begin(folder.path()).unwrap();
        session.save("work", "name", None).unwrap();
        drop(session);
        let offered = Orphan::find(folder.path());
        assert_eq!(offered.len(), 1);
        assert!(Orphan::find(folder.path()).is_empty());
    }

    #[test]
    fn discarded_work_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let session = Session::begin(folder.path()).unwrap();
        session.save("work", "name", None).unwrap();
        drop(session);
        Orphan::find(folder.path()).into_iter().for_each(Orphan::discard);
        assert_eq!(files_in(folder.path()), 0);
    }
}
