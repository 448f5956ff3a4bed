//! One small valid file of every format, all of the same ground; for tests.

use super::{MAP_FORMATS, MapFile, MapFormat, MapOptions};
use crate::grid::{CornerRule, Terrain, TextError};

/// The ground of all samples.
pub fn ground() -> Terrain {
    let rows: Vec<&str> = include_str!("../../../tests/maps/level.txt").lines().collect();
    Terrain::from_text(CornerRule::default(), &rows)
}

/// A sample of every format.
pub fn all() -> Vec<(&'static MapFormat, Vec<u8>)> {
    let sample = |format: &MapFormat| match format.write {
        Some(write) => write(&ground()).unwrap(),
        None if format.extensions.contains(&"tmx") => TMX.to_vec(),
        None if format.extensions.contains(&"tmj") => TMJ.to_vec(),
        None => panic!("add a sample of {:?}", format.name),
    };
    MAP_FORMATS.iter().map(|format| (format, sample(format))).collect()
}

pub const TMX: &[u8] = include_bytes!("../../../tests/maps/level.tmx");
pub const TMJ: &[u8] = include_bytes!("../../../tests/maps/level.tmj");
pub const TSX: &[u8] = include_bytes!("../../../tests/maps/level.tsx");

/// Reads bytes in a format; the tileset of the samples lies beside.
pub fn read(format: &MapFormat, bytes: &[u8], options: MapOptions) -> Result<Terrain, TextError> {
    let beside = |name: &str| match name {
        "level.tsx" => Ok(TSX.to_vec()),
        _ => Err("there is no such file".to_string()),
    };
    (format.read)(&MapFile { bytes, options, beside: &beside })
}

#[test]
fn all_samples_are_read_to_the_same_ground() {
    for (format, bytes) in all() {
        let terrain = read(format, &bytes, MapOptions::default());
        assert_eq!(terrain, Ok(ground()), "{}", format.name);
    }
}
