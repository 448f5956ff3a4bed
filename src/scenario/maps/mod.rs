//! Map files: the ground of a scenario in the formats of other programs, in and out.
//!
//! A format is one file with a [`MapFormat`] and one line in [`MAP_FORMATS`]. Readers are pure: bytes in, terrain or one
//! sentence out; `file` opens the files for them.
//!
#![doc = include_str!("map_files.md")]

mod drawing;
mod export;
mod file;
mod first_units;
mod format;
mod movingai;
mod picture;
mod picture_options;
mod tiled;

#[cfg(test)]
mod damage_tests;
#[cfg(test)]
mod sample_tests;

pub use drawing::read_drawing;
pub use export::{flat_ground, save_map, written_extensions};
pub use file::{read_map_file, read_map_file_with};
pub use format::{MapFile, MapFormat, MapOptions};
pub use picture::{MapPicture, colour_of};
pub use tiled::tileset_grounds;

use std::path::Path;

/// Every format of map files.
pub const MAP_FORMATS: &[MapFormat] =
    &[movingai::FORMAT, picture::FORMAT, tiled::TMX, tiled::TMJ, drawing::FORMAT];

/// The manual of map files, as text.
pub fn describe_map_files() -> &'static str {
    include_str!("map_files.md")
}

/// Whether a file is a picture, by the ending of its name.
pub fn is_picture(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"))
}

/// The format of a file, by the ending of its name.
pub fn map_format(path: &Path) -> Option<&'static MapFormat> {
    let ending = path.extension()?.to_str()?;
    MAP_FORMATS.iter().find(|f| f.extensions.iter().any(|e| e.eq_ignore_ascii_case(ending)))
}

/// The endings of all map files that can be read, without dots.
pub fn map_extensions() -> impl Iterator<Item = &'static str> {
    MAP_FORMATS.iter().flat_map(|format| format.extensions).copied()
}
