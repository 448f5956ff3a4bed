//! How pictures become maps: options of every command that takes a map.

use super::Failure;
use clap::Args;
use phalanx::scenario::{MapOptions, is_picture};
use std::path::Path;

/// How pictures become maps.
#[derive(Args, Clone, Debug, Default, PartialEq)]
pub struct MapArgs {
    /// Of a picture: pixels darker than this are blocked, from 0 to 255 [default: 128]
    #[arg(long, value_name = "N")]
    pub threshold: Option<u8>,
    /// Of a picture: width and height of a cell in pixels [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MapOptions::MAX_CELL_SIZE)))]
    pub cell_size: Option<u32>,
    /// Of a picture: bright pixels are blocked instead of dark ones
    #[arg(long)]
    pub invert: bool,
}

impl MapArgs {
    /// Whether any of them was given.
    pub fn are_given(&self) -> bool {
        *self != Self::default()
    }

    /// The options, the usual ones where none was given.
    pub fn options(&self) -> MapOptions {
        let usual = MapOptions::default();
        MapOptions {
            threshold: self.threshold.unwrap_or(usual.threshold),
            cell_size: self.cell_size.unwrap_or(usual.cell_size),
            invert: self.invert,
        }
    }

    /// The options for one file; a usage error if they were given for a file that is not a picture.
    pub fn options_for(&self, file: &Path) -> Result<MapOptions, Failure> {
        if self.are_given() && !is_picture(file) {
            let message = "--threshold, --cell-size and --invert are for pictures (.png)";
            return Err(Failure::Usage(format!("{}: {message}", file.display())));
        }
        Ok(self.options())
    }

    /// The options for one of several files: only the pictures among them are meant.
    pub fn of_one(&self, file: &Path) -> Self {
        if is_picture(file) { self.clone() } else { Self::default() }
    }

    /// A usage error if they were given and none of several files is a picture.
    pub fn must_be_for_one_of(&self, files: &[&Path]) -> Result<(), Failure> {
        match files {
            [first, ..] if !files.iter().any(|file| is_picture(file)) => {
                self.options_for(first).map(drop)
            }
            _ => Ok(()),
        }
    }

    /// Those that were given, as arguments.
    pub fn words(&self) -> Vec<String> {
        let threshold = self.threshold.map(|n| format!("--threshold={n}"));
        let cell_size = self.cell_size.map(|n| format!("--cell-size={n}"));
        let invert = self.invert.then(|| "--invert".to_string());
        [threshold, cell_size, invert].into_iter().flatten().collect()
    }
}
