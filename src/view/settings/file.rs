//! The settings file: a versioned RON file in the folder where the platform keeps settings.
//!
//! A file that cannot be read is renamed, so that nothing is lost and the next start is clean. Several running programs
//! may share the file: each writes only the sections that it changed itself, and keeps the others as it finds them.

use super::values::{RECENT, Settings};
use crate::scenario::replace_file;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// The version of the file that this program writes. It reads all earlier ones.
const VERSION: u32 = 1;
/// The name of the file.
const NAME: &str = "settings.ron";
/// The name under which a file that cannot be read is kept.
const BROKEN: &str = "settings.broken.ron";
/// Maximum size of the file, in bytes. A larger one is not ours.
const MAX_SIZE: u64 = 1 << 20;

#[derive(Serialize, Deserialize)]
struct Versioned {
    version: u32,
    #[serde(default)]
    settings: Settings,
}

/// Only the version, whatever else the file holds.
#[derive(Deserialize)]
struct Version {
    version: u32,
}

/// What was found at the start.
#[derive(Debug, PartialEq)]
pub(super) struct Loaded {
    /// The settings.
    pub settings: Settings,
    /// What was wrong, in a sentence.
    pub problem: Option<String>,
    /// Whether the file may be written.
    pub writable: bool,
}

/// Reads the settings. A missing file gives the defaults; one that cannot be read is set aside.
pub(super) fn load(folder: &Path) -> Loaded {
    let path = folder.join(NAME);
    let why = match read(&path) {
        Ok(settings) => {
            let settings = settings.unwrap_or_default().repaired();
            return Loaded { settings, problem: None, writable: true };
        }
        Err(why) => why,
    };
    let set_aside = fs::rename(&path, folder.join(BROKEN));
    let problem = match &set_aside {
        Ok(()) => format!("The settings could not be read ({why}) and are now in {BROKEN}."),
        Err(error) => format!(
            "The settings in {} could not be read ({why}) and are not kept now: {error}.",
            path.display()
        ),
    };
    let settings = Settings::default();
    Loaded { settings, problem: Some(problem), writable: set_aside.is_ok() }
}

/// Reads the file; `None` if there is none.
fn read(path: &Path) -> Result<Option<Settings>, String> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => return Err("it is not a regular file".into()),
        Ok(found) if found.len() > MAX_SIZE => return Err("it is too large".into()),
        Ok(_) => {}
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        Err(error) => return Err(error.to_string()),
    }
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let text = String::from_utf8(bytes).map_err(|_| "it is no text")?;
    parse(&text).map(Some)
}

fn parse(text: &str) -> Result<Settings, String> {
    let at = |error: ron::error::SpannedError| {
        let ron::error::Position { line, col } = error.span.start;
        format!("line {line}, column {col}: {}", error.code)
    };
    let Version { version } = ron::from_str(text).map_err(at)?;
    if version > VERSION {
        return Err(format!("version {version} is newer than this program"));
    }
    let Versioned { settings, .. } = ron::from_str(text).map_err(at)?;
    Ok(settings)
}

fn to_text(settings: &Settings) -> Result<String, String> {
    let versioned = Versioned { version: VERSION, settings: settings.clone() };
    let pretty = ron::ser::PrettyConfig::new();
    let body = ron::ser::to_string_pretty(&versioned, pretty).map_err(|error| error.to_string())?;
    Ok(format!("// The settings of Phalanx, written by the program.\n{body}\n"))
}

/// Writes the sections of `now` that differ from `before`; the others stay as the file has them.
pub(super) fn save(folder: &Path, before: &Settings, now: &Settings) -> Result<(), String> {
    let say = |error: std::io::Error| error.to_string();
    fs::create_dir_all(folder).map_err(say)?;
    let path = folder.join(NAME);
    // What another program wrote meanwhile; a file that became unreadable is replaced.
    let on_disk = read(&path).ok().flatten().map(Settings::repaired);
    let merged = on_disk.map_or_else(|| now.clone(), |disk| merge(before, now, disk));
    let temporary = folder.join(format!("settings-{}.unfinished", std::process::id()));
    replace_file(&path, &temporary, &to_text(&merged)?).map_err(say)
}

fn merge(before: &Settings, now: &Settings, disk: Settings) -> Settings {
    fn newer<T: PartialEq + Clone>(before: &T, now: &T, disk: T) -> T {
        if before == now { disk } else { now.clone() }
    }
    let mut files = newer(&before.files, &now.files, disk.files.clone());
    // Files that only the other program opened come last.
    let others: Vec<String> =
        disk.files.recent.into_iter().filter(|path| !files.recent.contains(path)).collect();
    let forgotten = now.files.recent.is_empty() && !before.files.recent.is_empty();
    if !forgotten {
        files.recent.extend(others);
        files.recent.truncate(RECENT);
    }
    Settings {
        look: newer(&before.look, &now.look, disk.look),
        overlays: newer(&before.overlays, &now.overlays, disk.overlays),
        panels: newer(&before.panels, &now.panels, disk.panels),
        keys: newer(&before.keys, &now.keys, disk.keys),
        files,
        events: newer(&before.events, &now.events, disk.events),
        lessons: newer(&before.lessons, &now.lessons, disk.lessons),
        window: newer(&before.window, &now.window, disk.window),
    }
}

#[cfg(test)]
#[path = "file_tests.rs"]
mod tests;
