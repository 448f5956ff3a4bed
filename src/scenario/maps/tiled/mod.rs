//! Maps of the editor Tiled: XML (`.tmx`) and JSON (`.tmj`), with their tilesets.
//!
//! `words` says what names and properties mean, `tile_data` unpacks layers, `tmx` and `tmj` read the two spellings into the
//! same `model`, which paints the terrain. The formats are those of the manual of Tiled 1.11, "TMX Map Format" and "JSON
//! Map Format". The crate `tiled` is not used: it reads no `.tmj`, reports no line and column, and reserves as much memory as
//! a file asks for.

mod model;
mod tile_data;
mod tmj;
mod tmx;
mod words;

#[cfg(test)]
mod tests;

use super::MapFormat;
use super::format::{MapFile, ReadBeside, text_of};
use crate::grid::TextError;
use crate::scenario::ScenarioError;
use model::Tileset;

/// Tiled maps as XML.
pub const TMX: MapFormat = MapFormat {
    name: "Tiled map",
    extensions: &["tmx"],
    read: |file: &MapFile| tmx::read_map(file.text()?, file.beside)?.paint(),
    write: None,
};

/// Tiled maps as JSON.
pub const TMJ: MapFormat = MapFormat {
    name: "Tiled map as JSON",
    extensions: &["tmj", "json"],
    read: |file: &MapFile| tmj::read_map(file.text()?, file.beside)?.paint(),
    write: None,
};

/// How many tiles of a tileset (`.tsx`) block or slow. `name` is used in messages.
pub fn tileset_grounds(text: &str, name: &str) -> Result<usize, ScenarioError> {
    let read = tmx::read_tileset(text, 1);
    read.map(|set| set.grounds.len()).map_err(|error| {
        ScenarioError::at(name, error.line as usize, error.column as usize, error.message)
    })
}

/// Reads a tileset from its own file, in either spelling; a sentence if that fails.
fn read_tileset(source: &str, first: u32, beside: &ReadBeside) -> Result<Tileset, String> {
    let cannot = |error: &dyn std::fmt::Display| {
        format!(
            "the tileset {source:?} cannot be used ({error}); put it where the map names it, or embed it in the map"
        )
    };
    let bytes = beside(source).map_err(|error| cannot(&error))?;
    let read = || -> Result<Tileset, TextError> {
        let text = text_of(&bytes)?;
        let is_json = text.trim_start().starts_with('{');
        if is_json { tmj::read_tileset(text, first) } else { tmx::read_tileset(text, first) }
    };
    read().map_err(|error| cannot(&error))
}
