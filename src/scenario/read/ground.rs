//! The ground of a scenario, written in one of four forms.

use super::check::{Fault, area};
use super::file::{AreaEntry, MapEntry};
use super::locate::Step::{Entry, Field};
use crate::grid::{Bounds, CornerRule, Generator, Ground, Terrain};
use crate::scenario::MapOrigin;
use std::path::PathBuf;
use std::sync::Arc;

/// A map file that was found and read.
pub struct Found {
    /// Where.
    pub path: PathBuf,
    /// What it holds.
    pub terrain: Terrain,
}

/// The ground, and where it came from.
pub fn ground(
    map: &MapEntry,
    corners: CornerRule,
    found: impl FnOnce(&str) -> Result<Found, String>,
) -> Result<(Arc<Terrain>, MapOrigin), Fault> {
    match map {
        MapEntry::Rows(rows) => Ok((Arc::new(from_rows(rows, corners)?), MapOrigin::Inline)),
        MapEntry::Rectangles { size, areas } => {
            Ok((Arc::new(from_areas(*size, areas, corners)?), MapOrigin::Inline))
        }
        MapEntry::File(written) => match found(written) {
            Ok(Found { path, mut terrain }) => {
                terrain.set_corners(corners);
                let terrain = Arc::new(terrain);
                let origin = MapOrigin::File {
                    written: written.clone(),
                    found: path,
                    terrain: terrain.clone(),
                };
                Ok((terrain, origin))
            }
            Err(message) => Fault::at([Field("map"), Entry(0)], message),
        },
        &MapEntry::Generated { kind, size, seed, ref parameters } => {
            let bounds = bounds(size)?;
            let generator = match Generator::with(kind, parameters) {
                Ok(generator) => generator,
                Err(fault) => {
                    return Fault::at([Field("map"), Field("parameters")], fault.to_string());
                }
            };
            let mut terrain = generator.make(bounds, seed);
            terrain.set_corners(corners);
            let terrain = Arc::new(terrain);
            Ok((terrain.clone(), MapOrigin::Generated { generator, seed, terrain }))
        }
    }
}

fn bounds((width, height): (u32, u32)) -> Result<Bounds, Fault> {
    let most = Bounds::MAX_SIDE;
    if (1..=most).contains(&width) && (1..=most).contains(&height) {
        return Ok(Bounds::new(width, height));
    }
    let message =
        format!("the map is {width} x {height} cells; width and height go from 1 to {most}");
    Fault::at([Field("map"), Field("size")], message)
}

fn from_rows(rows: &[String], corners: CornerRule) -> Result<Terrain, Fault> {
    let most = Bounds::MAX_SIDE as usize;
    let width = rows.first().map_or(0, |row| row.chars().count());
    let list = [Field("map"), Entry(0)];
    if width == 0 {
        return Fault::at(list, "the map has no cells; write at least one row such as \"...\"");
    }
    if rows.len() > most || width > most {
        let message = format!(
            "the map is {width} x {} cells; width and height go from 1 to {most}",
            rows.len()
        );
        return Fault::at(list, message);
    }
    let mut ground = Vec::with_capacity(width * rows.len());
    for (y, row) in rows.iter().enumerate() {
        let path = [Field("map"), Entry(0), Entry(y)];
        let fault = |character, message| {
            Err(Fault { path: path.to_vec(), character: Some(character), message })
        };
        for (x, letter) in row.chars().enumerate() {
            match Ground::from_letter(letter) {
                Some(kind) if x < width => ground.push(kind),
                Some(_) => break,
                None => {
                    let message = format!(
                        "the letter {letter:?} is not known in row {y}; use `.` floor, `S` swamp, `#` or `@` \
                         wall, `T` trees, `W` water"
                    );
                    return fault(x, message);
                }
            }
        }
        let length = row.chars().count();
        if length != width {
            let message = format!(
                "row {y} has {length} letters, but row 0 has {width}; make them equally long"
            );
            return fault(length.min(width), message);
        }
    }
    Ok(Terrain::from_ground(Bounds::new(width as u32, rows.len() as u32), corners, ground))
}

fn from_areas(
    size: (u32, u32),
    areas: &[AreaEntry],
    corners: CornerRule,
) -> Result<Terrain, Fault> {
    let bounds = bounds(size)?;
    let mut ground = vec![Ground::Floor; bounds.area()];
    for (i, entry) in areas.iter().enumerate() {
        let path = |field| [Field("map"), Field("areas"), Entry(i), Field(field)];
        let area = area(entry.at, entry.size, bounds, "area", path("at"), path("size"))?;
        let last = area.last();
        for y in area.at.y..=last.y {
            let row = y as usize * bounds.width as usize;
            ground[row + area.at.x as usize..=row + last.x as usize].fill(entry.ground);
        }
    }
    Ok(Terrain::from_ground(bounds, corners, ground))
}
