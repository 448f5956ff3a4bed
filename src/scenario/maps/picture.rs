//! Pictures (PNG): what a cell is made of follows from the colours of its pixels.
//!
//! Each pixel is a kind of ground by the table in `map_files.md`; a cell is what most of its pixels are, and of kinds that
//! are equally frequent the one that blocks more. Costs one pass over the pixels.
//!
//! A [`MapPicture`] is unpacked once and can then become a map with other options at once, for a preview.

use super::format::{bounds, whole};
use super::{MapFile, MapFormat, MapOptions};
use crate::grid::{Bounds, Cell, CornerRule, Ground, Terrain, TextError};
use png::{ColorType, Decoder, DecodingError, Limits, Transformations};
use std::io::Cursor;

pub const FORMAT: MapFormat = MapFormat {
    name: "picture",
    extensions: &["png"],
    read: read_picture,
    write: Some(|terrain| write_picture(terrain).map_err(|error| error.to_string())),
};

/// Maximum number of pixels of a picture that is read: 8192 x 4096.
const MAX_PIXELS: u64 = 1 << 25;

/// Maximum memory of the decoder, in bytes.
const DECODER_MEMORY: usize = 64 << 20;

/// Kinds of ground, those that block more later.
const WEAKEST_FIRST: [Ground; 5] =
    [Ground::Floor, Ground::Swamp, Ground::Water, Ground::Trees, Ground::Wall];

/// The colour of a kind of ground in a picture that is written: red, green, blue.
pub fn colour_of(ground: Ground) -> [u8; 3] {
    match ground {
        Ground::Floor => [255, 255, 255],
        Ground::Swamp => [190, 150, 70],
        Ground::Wall => [0, 0, 0],
        Ground::Trees => [30, 100, 40],
        Ground::Water => [50, 110, 200],
    }
}

/// The kind of ground that a pixel stands for.
fn ground_of([red, green, blue, alpha]: [u8; 4], options: MapOptions) -> Ground {
    if alpha < 128 {
        return Ground::Wall;
    }
    let [r, g, b] = [red, green, blue].map(i32::from);
    let (most, least) = (r.max(g).max(b), r.min(g).min(b));
    let chroma = most - least;
    // Greys and faint tints have no hue that anyone would call one.
    let is_coloured = chroma >= 24 && 10 * chroma >= 3 * most;
    // Hues from 180 to 260 degrees.
    if is_coloured && b == most && 3 * (r - g) <= chroma {
        return Ground::Water;
    }
    let brightness = 299 * r + 587 * g + 114 * b;
    let brightness = if options.invert { 255_000 - brightness } else { brightness };
    if brightness < 1000 * i32::from(options.threshold) {
        // Hues from 80 to 180 degrees.
        let is_green = is_coloured && g == most && 3 * (r - b) <= 2 * chroma;
        return if is_green { Ground::Trees } else { Ground::Wall };
    }
    // Hues from 20 to 60 degrees, not as bright as sand.
    let is_brown = is_coloured && r == most && 3 * (g - b) >= chroma && most <= 200;
    if is_brown { Ground::Swamp } else { Ground::Floor }
}

fn read_picture(file: &MapFile) -> Result<Terrain, TextError> {
    MapPicture::decode(file.bytes)?.terrain(file.options)
}

/// A picture that can become a map.
pub struct MapPicture {
    /// Pixels in a row.
    pub width: u32,
    /// Rows of pixels.
    pub height: u32,
    /// Bytes of all pixels, row by row.
    bytes: Vec<u8>,
    /// Bytes of a row.
    line: usize,
    /// Bytes of a pixel.
    samples: usize,
    rgba: fn(&[u8]) -> [u8; 4],
}

impl MapPicture {
    /// Unpacks a PNG file; one sentence if that fails.
    pub fn decode(file: &[u8]) -> Result<Self, TextError> {
        let mut decoder =
            Decoder::new_with_limits(Cursor::new(file), Limits { bytes: DECODER_MEMORY });
        decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
        decoder.set_ignore_text_chunk(true);
        decoder.set_ignore_iccp_chunk(true);
        let header = decoder.read_header_info().map_err(broken)?;
        let (width, height) = (header.width, header.height);
        if u64::from(width) * u64::from(height) > MAX_PIXELS {
            return Err(whole(format!(
                "the picture has {width} x {height} pixels; at most {MAX_PIXELS} are read, make it smaller"
            )));
        }
        let mut reader = decoder.read_info().map_err(broken)?;
        // The decoder trusts the length of a palette.
        let palette = reader.info().palette.as_ref().map_or(0, |palette| palette.len());
        if palette % 3 != 0 || palette > 3 * 256 {
            return Err(whole("the palette of the picture is damaged; save it again"));
        }
        let length =
            reader.output_buffer_size().ok_or_else(|| broken(DecodingError::LimitsExceeded))?;
        let mut bytes = vec![0; length];
        let frame = reader.next_frame(&mut bytes).map_err(broken)?;
        if (frame.width, frame.height) != (width, height) {
            return Err(whole(
                "the picture has frames of different sizes; save it without animation",
            ));
        }
        let rgba: fn(&[u8]) -> [u8; 4] = match frame.color_type {
            ColorType::Grayscale => |p| [p[0], p[0], p[0], 255],
            ColorType::GrayscaleAlpha => |p| [p[0], p[0], p[0], p[1]],
            ColorType::Rgb => |p| [p[0], p[1], p[2], 255],
            ColorType::Rgba => |p| [p[0], p[1], p[2], p[3]],
            ColorType::Indexed => return Err(whole("the picture has no palette; save it again")),
        };
        let (line, samples) = (frame.line_size, frame.color_type.samples());
        Ok(Self { width, height, bytes, line, samples, rgba })
    }

    /// The rows of pixels.
    fn rows(&self) -> impl Iterator<Item = &[u8]> {
        let used = self.width as usize * self.samples;
        let rows = self.bytes.chunks_exact(self.line).take(self.height as usize);
        rows.map(move |row| row.get(..used).unwrap_or(row))
    }

    /// The colour of a pixel: red, green, blue, opacity. Black outside.
    pub fn at(&self, x: u32, y: u32) -> [u8; 4] {
        let start = y as usize * self.line + x as usize * self.samples;
        let inside = x < self.width && y < self.height;
        let pixel = self.bytes.get(start..start + self.samples).filter(|_| inside);
        pixel.map_or([0, 0, 0, 255], self.rgba)
    }

    /// The map that it becomes; one sentence if it is too large.
    pub fn terrain(&self, options: MapOptions) -> Result<Terrain, TextError> {
        let size = options.cell_size.clamp(1, MapOptions::MAX_CELL_SIZE);
        let bounds = check_size(self.width, self.height, size).map_err(whole)?;
        let rows: Vec<&[u8]> = self.rows().collect();
        let mut ground = Vec::with_capacity(bounds.area());
        let mut counts = vec![[0_u32; WEAKEST_FIRST.len()]; bounds.width as usize];
        for rows in rows.chunks(size as usize) {
            counts.fill_with(Default::default);
            for row in rows {
                let cells = row.chunks(self.samples * size as usize);
                for (cell, counts) in cells.zip(&mut counts) {
                    for pixel in cell.chunks_exact(self.samples) {
                        counts[place_of(ground_of((self.rgba)(pixel), options))] += 1;
                    }
                }
            }
            // The last of equally frequent kinds.
            ground.extend(counts.iter().map(|counts| {
                let kinds = counts.iter().zip(WEAKEST_FIRST);
                kinds.max_by_key(|(count, _)| **count).map_or(Ground::Wall, |(_, kind)| kind)
            }));
        }
        Ok(Terrain::from_ground(bounds, CornerRule::default(), ground))
    }
}

fn place_of(kind: Ground) -> usize {
    WEAKEST_FIRST.iter().position(|k| *k == kind).unwrap_or_default()
}

fn check_size(width: u32, height: u32, cell: u32) -> Result<Bounds, String> {
    let cells = (width.div_ceil(cell), height.div_ceil(cell));
    bounds(cells.0.into(), cells.1.into()).map_err(|message| {
        format!("{message}; the picture has {width} x {height} pixels, choose larger cells or a smaller picture")
    })
}

fn broken(error: DecodingError) -> TextError {
    whole(match error {
        DecodingError::LimitsExceeded => {
            "the picture needs too much memory to read; save it again as a plain PNG file".into()
        }
        DecodingError::IoError(_) => {
            "the picture ends too early, or is not a PNG file; save it again as one".to_string()
        }
        other => format!("this is not a PNG file that can be read ({other}); save it again as one"),
    })
}

/// One pixel to a cell, in the colours of [`colour_of`].
fn write_picture(terrain: &Terrain) -> Result<Vec<u8>, png::EncodingError> {
    let Bounds { width, height } = terrain.bounds();
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(WEAKEST_FIRST.map(colour_of).as_flattened().to_vec());
    let mut writer = encoder.write_header()?;
    let cells = terrain.bounds().cells();
    let pixels: Vec<u8> = cells.map(|c: Cell| place_of(terrain.ground(c)) as u8).collect();
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(out)
}

#[cfg(test)]
#[path = "picture_tests.rs"]
mod tests;
