//! Opens map files and hands them to the reader of their format.

use super::format::{MapFile, MapOptions};
use super::{MAP_FORMATS, map_format};
use crate::grid::Terrain;
use crate::scenario::ScenarioError;
use crate::scenario::read::read_bytes;
use std::path::Path;

/// Reads a map in any of the [`MAP_FORMATS`]. A name with another ending is taken for a MovingAI map.
pub fn read_map_file(path: &Path) -> Result<Terrain, ScenarioError> {
    read_map_file_with(path, MapOptions::default())
}

/// Like [`read_map_file`], with options for pictures.
pub fn read_map_file_with(path: &Path, options: MapOptions) -> Result<Terrain, ScenarioError> {
    let bytes = read_bytes(path)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    // Tiled writes slashes on every platform.
    let beside = |name: &str| read_bytes(&folder.join(name)).map_err(|error| error.to_string());
    let file = MapFile { bytes: &bytes, options, beside: &beside };
    let format = map_format(path).unwrap_or(&MAP_FORMATS[0]);
    (format.read)(&file).map_err(|error| {
        let name = path.display().to_string();
        ScenarioError::at(&name, error.line as usize, error.column as usize, error.message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_cannot_be_read_are_named_with_the_place_and_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("broken.map");
        let message = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            let error = read_map_file(&path).unwrap_err();
            assert!(error.file.ends_with("broken.map"), "{error}");
            (error.line, error.column, error.message)
        };
        let not_text = "the byte 0xFF is not UTF-8 text; a text file is expected".to_string();
        assert_eq!(message(b"type octile\n \xFF"), (2, 2, not_text));
        let unknown = "map type `hex` is not known; it must be `octile`".to_string();
        assert_eq!(message(b"type hex"), (1, 6, unknown));
    }

    #[test]
    fn the_ending_of_the_name_decides_on_the_format() {
        let name = |file: &str| map_format(Path::new(file)).map(|format| format.name);
        assert_eq!(name("a/b.MAP"), Some("MovingAI map"));
        assert_eq!(name("b.png"), Some("picture"));
        assert_eq!(name("b.tmx"), Some("Tiled map"));
        assert_eq!(name("b.ron"), None);
        assert_eq!(name("png"), None);
    }
}
