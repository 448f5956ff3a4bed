//! A scenario from a text that someone pastes: whatever the program can read as text, recognised by how it begins.

use super::{MAP_FORMATS, MapFile, MapOptions, Recording, Scenario, load_str, read_drawing};

/// Its name in messages.
const NAME: &str = "the pasted text";

/// Reads a pasted text: a scenario or a recording (RON), a run as one line, a MovingAI map, a map drawn with letters, or a
/// Tiled map without tilesets of its own files. A bare map gets a few units and a goal. If that fails, a sentence.
pub fn read_pasted(text: &str) -> Result<Scenario, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let start = text.trim_start();
    if start.is_empty() {
        return Err("there is no text; paste a map drawn with letters, or a scenario".into());
    }
    if Recording::is_one(text) {
        let recording = Recording::from_ron(text, NAME).map_err(|error| error.to_string())?;
        return Ok(recording.scenario);
    }
    if Recording::is_line(text) {
        let recording = Recording::from_line(text).map_err(|error| error.to_string())?;
        return Ok(recording.scenario);
    }
    if ["(", "Scenario", "//", "/*", "#!["].iter().any(|begin| start.starts_with(begin)) {
        return load_str(text, NAME, None).map_err(|error| error.to_string());
    }
    let terrain = match start.chars().next() {
        Some('<') => read_as("tmx", text),
        Some('{') => read_as("tmj", text),
        _ => read_drawing(text),
    };
    let terrain = terrain.map_err(|error| error.to_string())?;
    Ok(Scenario { title: "Pasted map".into(), ..Scenario::plain(terrain) }.to_try_out())
}

/// Reads a text in the format with an ending.
fn read_as(ending: &str, text: &str) -> Result<crate::grid::Terrain, crate::grid::TextError> {
    let format = MAP_FORMATS.iter().find(|format| format.extensions.contains(&ending));
    let format = format.unwrap_or(&MAP_FORMATS[0]);
    (format.read)(&MapFile::alone(text.as_bytes(), MapOptions::default()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Bounds;
    use crate::scenario::{shipped, to_ron};

    #[test]
    fn every_kind_of_text_is_told_apart() {
        let size = |text: &str| {
            let scenario = read_pasted(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert!(!scenario.units.is_empty(), "{text}");
            let Bounds { width, height } = scenario.terrain.bounds();
            (width, height)
        };
        assert_eq!(size("\n   ....#\n   ..W..\n"), (5, 2));
        assert_eq!(size("\"....\",\n\"..#.\","), (4, 2));
        assert_eq!(size("type octile\nheight 1\nwidth 3\nmap\n...\n"), (3, 1));
        let scenario = shipped()[1].load().unwrap();
        let bounds = (scenario.terrain.bounds().width, scenario.terrain.bounds().height);
        assert_eq!(size(&to_ron(&scenario)), bounds);
        assert_eq!(size(&format!("// my level\n{}", to_ron(&scenario))), bounds);
        let recording = Recording::new(scenario, 10, Recording::EVERY);
        assert_eq!(size(&recording.to_ron()), bounds);
        assert_eq!(size(&recording.to_line()), bounds);
        assert_eq!(size(&format!("  {}\n", recording.to_line())), bounds);
    }

    #[test]
    fn what_cannot_be_read_gets_one_sentence() {
        let why = |text: &str| read_pasted(text).unwrap_err();
        assert!(why(" \n ").contains("there is no text"));
        assert!(why("Hello world").contains("not a kind of ground"), "{}", why("Hello world"));
        assert!(why("...\n..").contains("equally long"));
        assert!(why("(version: 9, map: Rows([]))").contains("newer"));
        assert!(why("<map orientation='isometric'/>").contains("isometric"));
        assert!(why("{\"a\": 1}").lines().count() == 1);
        assert!(why("type hex").contains("octile"));
        for text in ["(", "phalanx", "phalanx:1:zzz", "Scenario", "<", "{", "é", "\u{feff}"] {
            assert!(!why(text).is_empty(), "{text}");
        }
    }
}
