//! Sentences about names that do not exist, with what was probably meant.

use phalanx::scenario::{nearest, shipped};
use std::path::Path;

/// Maximum number of files of a folder that are compared with a mistyped name.
const MAX_NAMES: usize = 1000;

/// There is no such thing: what was probably meant, and what there is.
pub fn unknown(what: &str, wrong: &str, names: &[&str]) -> String {
    let meant = nearest(wrong, names.iter().copied());
    let meant = meant.map_or(String::new(), |name| format!(" (did you mean {name:?}?)"));
    format!("there is no {what} {wrong:?}{meant}; there are {}", names.join(", "))
}

/// A name that is neither a file nor a shipped scenario: what was probably meant.
pub fn missing(file: &Path) -> String {
    let name = file.display();
    let written = file.file_name().unwrap_or_default().to_string_lossy();
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let beside = std::fs::read_dir(folder.unwrap_or(Path::new(".")));
    let mut names: Vec<String> = beside
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .take(MAX_NAMES)
        .collect();
    names.sort_unstable();
    let is_bare = folder.is_none();
    if is_bare {
        let bare =
            |name: &'static str| name.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-');
        names.splice(0..0, shipped().iter().map(|shipped| bare(shipped.name).to_string()));
    }
    let meant = nearest(&written, names.iter().map(String::as_str));
    let meant = meant.map_or(String::new(), |meant| {
        let meant = folder.map_or(meant.into(), |folder| folder.join(meant).display().to_string());
        format!(" (did you mean {meant:?}?)")
    });
    if is_bare && file.extension().is_none() {
        format!(
            "{name}: there is no such file and no shipped scenario{meant}; `phalanx list scenarios` names them"
        )
    } else {
        format!("{name}: there is no such file{meant}; check the spelling")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_that_was_meant_is_suggested() {
        assert_eq!(
            unknown("fruit", "aple", &["apple", "pear"]),
            "there is no fruit \"aple\" (did you mean \"apple\"?); there are apple, pear"
        );
        let scenario = missing(Path::new("brige"));
        assert!(scenario.contains("(did you mean \"bridge\"?)"), "{scenario}");
        let file = missing(Path::new("scenarios/01-brige.ron"));
        assert!(file.contains("(did you mean \"scenarios/01-bridge.ron\"?)"), "{file}");
        assert!(!missing(Path::new("nowhere/at/all.ron")).contains("mean"));
    }
}
