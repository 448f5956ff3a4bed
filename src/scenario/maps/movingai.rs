//! MovingAI maps, which the core reads.

use super::MapFormat;
use crate::grid::{read_map, write_map};

pub const FORMAT: MapFormat = MapFormat {
    name: "MovingAI map",
    extensions: &["map"],
    read: |file| read_map(file.text()?),
    write: Some(|terrain| Ok(write_map(terrain).into_bytes())),
};
