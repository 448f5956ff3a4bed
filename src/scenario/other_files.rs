//! Files of this program that are neither scenarios nor maps: what they are, and whether they are valid.

use super::learned::read_directions;
use super::maps::tileset_grounds;
use super::read::{find_field, read_text, skip_blanks};
use super::{Recording, ScenarioError, holds_kinds, load_kinds, map_format, read_doctrine};
use std::path::Path;

/// A valid file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// What it is, such as "doctrine".
    pub kind: &'static str,
    /// What is in it, in a few words.
    pub summary: String,
}

/// Checks a file that looks like one of these. `None` if it looks like a scenario or a map.
pub fn check_other_file(path: &Path) -> Option<Result<Checked, ScenarioError>> {
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let format = map_format(path);
    if format.is_some_and(|format| format.extensions != ["txt"]) {
        return None;
    }
    let text = read_text(path).ok()?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let name = path.display().to_string();
    let checked = |kind, summary| Checked { kind, summary };
    if ending == "tsx" {
        let summary = |tiles| {
            format!(
                "a tileset, {}",
                count(tiles, "tile that blocks or slows", "tiles that block or slow")
            )
        };
        return Some(tileset_grounds(text, &name).map(|tiles| checked("tileset", summary(tiles))));
    }
    if let Some(recording) = Recording::from_text(text, &name) {
        return Some(recording.map(|recording| {
            let Recording { scenario, ticks, hashes, .. } = recording;
            let hashes = count(hashes.len(), "hash", "hashes");
            checked(
                "recording",
                format!("a recording of {:?}, {ticks} ticks, {hashes}", scenario.title),
            )
        }));
    }
    if format.is_some() {
        return None;
    }
    let has = |field| find_field(text, field).is_some();
    if has("map") {
        return None;
    }
    if holds_kinds(path) {
        return Some(
            load_kinds(path)
                .map(|kinds| checked("unit kinds", count(kinds.len(), "unit kind", "unit kinds"))),
        );
    }
    if has("cells") && has("size") {
        return Some(read_directions(text, &name, None).map(|(_, cells)| {
            let cells = count(cells.len(), "cell", "cells");
            checked("directions", format!("learned directions of {cells}"))
        }));
    }
    let start = &text[skip_blanks(text, 0)..];
    let is_named = start.starts_with("Named") || start.starts_with("Custom");
    if is_named || ["search", "layers", "travel", "engage", "traffic"].into_iter().any(has) {
        return Some(
            read_doctrine(text, &name)
                .map(|doctrine| checked("doctrine", format!("a doctrine: {}", doctrine.name()))),
        );
    }
    None
}

fn count(n: usize, one: &str, several: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { several })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Bounds, Cell};
    use crate::scenario::{save_directions, shipped};

    #[test]
    fn each_kind_of_file_is_known_by_what_is_in_it() {
        let folder = tempfile::tempdir().unwrap();
        let kind = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            check_other_file(&path).map(|checked| checked.map(|checked| checked.kind))
        };
        assert_eq!(kind("d.ron", "(search: Whca())"), Some(Ok("doctrine")));
        assert_eq!(kind("n.ron", "Named(\"A*\")"), Some(Ok("doctrine")));
        assert_eq!(
            kind("k.ron", "(version: 1, kinds: [(name: \"orc\", hit_points: 5, speed: 1)])"),
            Some(Ok("unit kinds"))
        );
        assert_eq!(kind("t.tsx", "<tileset><tile id=\"1\"/></tileset>"), Some(Ok("tileset")));
        let recording = Recording::new(shipped()[1].load().unwrap(), 64, 32);
        assert_eq!(kind("r.ron", &recording.to_ron()), Some(Ok("recording")));
        assert_eq!(kind("line.txt", &recording.to_line()), Some(Ok("recording")));
        let learned = folder.path().join("learned.ron");
        save_directions(&learned, Bounds::new(9, 9), &[(Cell::new(1, 2), (0.5, 0.0))]).unwrap();
        assert_eq!(check_other_file(&learned).unwrap().unwrap().kind, "directions");
        assert_eq!(kind("s.ron", shipped()[1].text), None);
        assert_eq!(kind("m.txt", "..#\n"), None);
        assert!(kind("bad.ron", "(search: Whcb())").unwrap().is_err());
        assert!(kind("bad.tsx", "<map/>").unwrap().is_err());
    }
}
