//! The tiles of a layer: numbers separated by commas, or bytes in base64, perhaps compressed.

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use flate2::read::{GzDecoder, ZlibDecoder};
use std::io::Read;

/// Tiles of all layers together, at most: four layers of the largest map.
const MAX_TILES: u64 = 4 << 24;

/// How many tiles may still be read.
pub struct Budget(u64);

impl Budget {
    /// For a whole map.
    pub fn new() -> Self {
        Self(MAX_TILES)
    }

    /// Takes the tiles of a rectangle; a sentence if there are too many.
    pub fn take(&mut self, width: u32, height: u32) -> Result<usize, String> {
        let tiles = u64::from(width).saturating_mul(height.into());
        match self.0.checked_sub(tiles) {
            Some(rest) => {
                self.0 = rest;
                Ok(tiles as usize)
            }
            None => Err(format!(
                "the layers have more than {MAX_TILES} tiles together; make the map smaller or remove layers"
            )),
        }
    }
}

/// Reads numbers separated by commas. If that fails, the byte where, and a sentence.
pub fn from_csv(text: &str) -> Result<Vec<u32>, (usize, String)> {
    let mut tiles = Vec::new();
    let mut at = 0;
    for piece in text.split(',') {
        let number = piece.trim();
        // A comma behind the last number does no harm.
        if !number.is_empty() || at + piece.len() < text.len() {
            let tile = number.parse().map_err(|_| {
                let found: String = number.chars().take(20).collect();
                let blanks = piece.len() - piece.trim_start().len();
                (at + blanks, format!("{found:?} is not the number of a tile; whole numbers with commas between them are expected"))
            })?;
            tiles.push(tile);
        }
        at += piece.len() + 1;
    }
    Ok(tiles)
}

/// Reads base64 with four bytes to a tile. No more is unpacked than `count` tiles need.
pub fn from_base64(text: &str, compression: &str, count: usize) -> Result<Vec<u32>, String> {
    let lenient = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true);
    let letters: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let packed = GeneralPurpose::new(&STANDARD, lenient)
        .decode(letters)
        .map_err(|error| format!("its data is not base64 ({error}); save the map again"))?;
    let most = 4 * count as u64 + 1;
    let mut bytes = Vec::new();
    let unpacked = match compression {
        "" => packed.as_slice().take(most).read_to_end(&mut bytes),
        "zlib" => ZlibDecoder::new(packed.as_slice()).take(most).read_to_end(&mut bytes),
        "gzip" => GzDecoder::new(packed.as_slice()).take(most).read_to_end(&mut bytes),
        other => {
            let other: String = other.chars().take(20).collect();
            return Err(format!(
                "its data is compressed with {other:?}, which is not read; choose the tile layer format \"CSV\" or \
                 \"Base64 (zlib compressed)\" in the properties of the map"
            ));
        }
    };
    unpacked
        .map_err(|error| format!("its data cannot be unpacked ({error}); save the map again"))?;
    if bytes.len() % 4 != 0 {
        return Err(format!("its data does not have four bytes to each of {count} tiles"));
    }
    let (tiles, _) = bytes.as_chunks::<4>();
    Ok(tiles.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect())
}

/// A sentence unless there is a tile for each cell.
pub fn check_count(tiles: &[u32], width: u32, height: u32) -> Result<(), String> {
    if tiles.len() as u64 == u64::from(width) * u64::from(height) {
        return Ok(());
    }
    Err(format!("it has {} tiles, but {width} x {height} cells; save the map again", tiles.len()))
}
