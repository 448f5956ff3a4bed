//! Reads a doctrine from a text: the name of a preset, RON, or a file with RON.

use super::read::doctrine as checked;
use super::read::{
    DoctrineEntry, explain, locate, nearest, options, position, read_text, skip_blanks,
};
use super::{Doctrine, ScenarioError, preset_named, presets};
use std::path::Path;

/// Reads a doctrine from RON: `(search: ..., layers: ...)`, or `Named("...")` and `Custom(...)` as in a scenario. `name`
/// stands in messages.
pub fn read_doctrine(text: &str, name: &str) -> Result<Doctrine, ScenarioError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if skip_blanks(text, 0) >= text.len() {
        let message = "there is nothing here; a doctrine is `Named(\"A*\")` or `(search: ...)`";
        return Err(ScenarioError::whole(name, message));
    }
    let is_bare = text[skip_blanks(text, 0)..].starts_with('(');
    let read = |options: ron::Options| {
        if is_bare {
            options.from_str(text).map(DoctrineEntry::Custom)
        } else {
            options.from_str(text)
        }
    };
    // Scenario files write `AStar(per_unit: true)`; plain RON, as "Copy" in the window gives it, doubles the brackets.
    let entry = read(options()).or_else(|error| read(ron::Options::default()).map_err(|_| error));
    let entry: DoctrineEntry = entry.map_err(|error| explain(name, text, &error))?;
    checked(&entry, &[]).map_err(|fault| {
        ScenarioError::new(name, position(text, locate(text, &fault.path)), fault.message)
    })
}

/// The doctrine for an argument of the command line: the name of a preset, a RON text, or a `.ron` file.
pub fn doctrine_from(word: &str) -> Result<Doctrine, String> {
    if let Some(preset) = preset_named(word) {
        return Ok(preset.doctrine);
    }
    let looks_like_ron = word.contains('(');
    if looks_like_ron {
        return read_doctrine(word, "--doctrine").map_err(|error| error.to_string());
    }
    if word.to_ascii_lowercase().ends_with(".ron") {
        let text = read_text(Path::new(word)).map_err(|error| error.to_string())?;
        return read_doctrine(&text, word).map_err(|error| error.to_string());
    }
    let presets = presets();
    let meant = nearest(word, presets.iter().map(|preset| preset.name));
    let meant = meant.map_or(String::new(), |name| format!(" (did you mean {name:?}?)"));
    Err(format!(
        "there is no doctrine {word:?}{meant}; `phalanx list presets` names those that there are; RON such as \
         `(search: Whca())` is one, too, and a .ron file that holds it"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planning::{Markers, Search};

    #[test]
    fn a_doctrine_is_a_preset_a_text_or_a_file() {
        let map_marker = preset_named("Map Marker").unwrap().doctrine;
        assert_eq!(doctrine_from("map marker"), Ok(map_marker));
        assert_eq!(doctrine_from("Named(\"Map Marker\")"), Ok(map_marker));
        let whca = Doctrine { search: Search::Whca(Default::default()), ..Doctrine::default() };
        assert_eq!(doctrine_from("(search: Whca())"), Ok(whca));
        assert_eq!(doctrine_from("(search: Whca(()))"), Ok(whca));
        assert_eq!(doctrine_from("Custom(search: Whca())"), Ok(whca));
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("mine.ron");
        std::fs::write(&file, "(layers: (markers: (factor: 0.5)))").unwrap();
        let read = doctrine_from(file.to_str().unwrap()).unwrap();
        assert_eq!(read.layers.markers, Some(Markers { factor: 0.5, ..Markers::default() }));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let wrong = |word: &str| doctrine_from(word).unwrap_err();
        assert!(wrong("Map Maker").contains("\"Map Marker\""), "{}", wrong("Map Maker"));
        let range = wrong("(layers: (markers: (factor: 2)))");
        assert!(range.starts_with("--doctrine:1:29: `factor`"), "{range}");
        let field = wrong("(serch: Whca())");
        assert!(field.starts_with("--doctrine:1:2") && field.contains("search"), "{field}");
        assert!(wrong("/nowhere/mine.ron").contains("/nowhere/mine.ron"));
        assert!(read_doctrine("  ", "x").unwrap_err().to_string().contains("nothing here"));
    }
}
