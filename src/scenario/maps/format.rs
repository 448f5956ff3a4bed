//! What a format of map files is, and what its reader is given.

use crate::grid::{Bounds, Terrain, TextError};
use crate::scenario::read::not_text;

/// Writes the bare ground into the bytes of a file.
pub type WriteMap = fn(&Terrain) -> Result<Vec<u8>, String>;

/// A format of map files.
pub struct MapFormat {
    /// Its name.
    pub name: &'static str,
    /// How names of such files end, without the dot, in lower case.
    pub extensions: &'static [&'static str],
    /// Reads one. Bytes that are not such a map give a sentence, never a panic.
    pub read: fn(&MapFile) -> Result<Terrain, TextError>,
    /// Writes one; `None` if the format can only be read.
    pub write: Option<WriteMap>,
}

/// How pictures become maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapOptions {
    /// Pixels darker than this are blocked; brightness goes from 0 to 255.
    pub threshold: u8,
    /// Width and height of a cell, in pixels, from 1 to [`MapOptions::MAX_CELL_SIZE`].
    pub cell_size: u32,
    /// Whether bright pixels are blocked instead of dark ones.
    pub invert: bool,
}

impl MapOptions {
    /// Largest cell, in pixels.
    pub const MAX_CELL_SIZE: u32 = 256;
}

impl Default for MapOptions {
    fn default() -> Self {
        Self { threshold: 128, cell_size: 1, invert: false }
    }
}

/// Reads a file that is named as seen from the map; a sentence if that fails.
pub type ReadBeside<'a> = dyn Fn(&str) -> Result<Vec<u8>, String> + 'a;

/// A file that a reader is given.
pub struct MapFile<'a> {
    /// What it holds.
    pub bytes: &'a [u8],
    /// How pictures become maps.
    pub options: MapOptions,
    /// Reads another file that the map names.
    pub beside: &'a ReadBeside<'a>,
}

impl<'a> MapFile<'a> {
    /// Bytes that name no other files.
    pub fn alone(bytes: &'a [u8], options: MapOptions) -> Self {
        Self { bytes, options, beside: &|_| Err("this map cannot name other files".into()) }
    }

    /// The bytes as a text, without a byte-order mark.
    pub(super) fn text(&self) -> Result<&'a str, TextError> {
        text_of(self.bytes)
    }
}

/// Bytes as a text, without a byte-order mark.
pub(super) fn text_of(bytes: &[u8]) -> Result<&str, TextError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let valid = error.valid_up_to();
        let at = not_text(bytes, valid);
        let message = format!(
            "the byte 0x{:02X} is not UTF-8 text; a text file is expected",
            bytes.get(valid).copied().unwrap_or_default()
        );
        TextError::new(at.line, at.column, message)
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// A mistake that concerns a file as a whole.
pub(super) fn whole(message: impl Into<String>) -> TextError {
    TextError::new(1, 1, message)
}

/// A size in cells, if maps can have it.
pub(super) fn bounds(width: u64, height: u64) -> Result<Bounds, String> {
    let most = Bounds::MAX_SIDE;
    let side = |n: u64| u32::try_from(n).ok().filter(|n| (1..=most).contains(n));
    match (side(width), side(height)) {
        (Some(width), Some(height)) => Ok(Bounds::new(width, height)),
        _ => Err(format!(
            "the map is {width} x {height} cells; width and height go from 1 to {most}"
        )),
    }
}
