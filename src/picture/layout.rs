//! How a picture is divided: a bar above, numbers on the left, the map, and legends on the right if they do not fit below
//! the numbers. It does not change during a film.

use super::arena::ArenaGrid;
use super::raster::Viewport;
use crate::grid::Bounds;
use bevy::math::{IRect, IVec2, Vec2};

/// Height of the bar, in pixels.
pub const BAR: i32 = 34;
/// Width of the column with the numbers of one arena, in pixels.
const NUMBERS: i32 = 212;
/// Additional width for each further arena, in pixels.
pub const NUMBER: i32 = 54;
/// Width of a column with legends, in pixels.
pub const LEGENDS: i32 = 240;
/// Distance of texts from the edges of their column, in pixels.
pub const MARGIN: i32 = 14;
/// Height of a line of text, in pixels.
pub const LINE: i32 = 19;
/// Distance of the map from everything else, in pixels.
const AROUND: i32 = 26;
/// Room for the name above an arena, in pixels.
const NAME: i32 = 22;
/// Maximum number of pixels per cell.
const MAX_CELL: f32 = 64.0;
/// With at least this many pixels per cell, cells have a whole number of pixels.
const WHOLE_FROM: f32 = 6.0;

/// How a picture is divided.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The column with the numbers.
    pub numbers: IRect,
    /// The columns with legends that do not fit below the numbers.
    pub legends: Vec<IRect>,
    /// The map.
    pub map: Viewport,
    /// Where arenas lie on the map.
    pub grid: ArenaGrid,
}

impl Layout {
    /// Divides a picture of a size with arenas on maps of equal bounds. `rows` and `legends` are the heights that
    /// the rows of numbers and each legend need, in pixels.
    pub fn new(size: IVec2, arenas: usize, bounds: Bounds, rows: i32, legends: &[i32]) -> Self {
        let height = size.y - BAR;
        let width = NUMBERS + NUMBER * (arenas as i32 - 1);
        let numbers = IRect::new(0, BAR, width, size.y);
        let needed: i32 = legends.iter().sum();
        let below = rows + needed + 3 * MARGIN <= height;
        let room = (height - 2 * MARGIN).max(1);
        let needed = (needed + room - 1) / room;
        // The map keeps at least a third of the picture.
        let possible = ((size.x * 2 / 3 - width) / LEGENDS).max(0);
        let columns = if below { 0 } else { needed.min(possible) };
        let legends: Vec<IRect> = (0..columns)
            .map(|column| size.x - (columns - column) * LEGENDS)
            .map(|left| IRect::new(left, BAR, left + LEGENDS, size.y))
            .collect();
        let right = legends.first().map_or(size.x, |first| first.min.x);
        let area = IRect::new(width, BAR, right, size.y);
        let (map, grid) = fitted(area, arenas, bounds);
        Self { numbers, legends, map, grid }
    }
}

/// Fits arenas into an area.
fn fitted(area: IRect, arenas: usize, bounds: Bounds) -> (Viewport, ArenaGrid) {
    let above = if arenas > 1 { NAME } else { 0 };
    let room = (area.size() - IVec2::new(2 * AROUND, 2 * AROUND + above)).max(IVec2::ONE).as_vec2();
    let grid = ArenaGrid::best(arenas as u32, bounds, room);
    let cells = grid.size();
    let zoom = (room / cells).min_element().min(MAX_CELL);
    let zoom = if zoom >= WHOLE_FROM { zoom.floor() } else { zoom };
    let corner = area.min.as_vec2() + AROUND as f32 + Vec2::new(0.0, above as f32);
    let origin = (corner + (room - cells * zoom) / 2.0).floor();
    (Viewport { area, origin, zoom }, grid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_map_lies_between_the_columns() {
        for (width, height) in [(480, 360), (960, 540), (1280, 720), (4096, 1000), (600, 4096)] {
            for arenas in 1..=4 {
                for bounds in [(1, 1), (25, 29), (90, 20), (1024, 1024)] {
                    for legends in [0, 1, 3, 13] {
                        let bounds = Bounds::new(bounds.0, bounds.1);
                        let size = IVec2::new(width, height);
                        let layout = Layout::new(size, arenas, bounds, 300, &vec![90; legends]);
                        let area = layout.map.area;
                        assert!(area.width() * 5 >= width, "{layout:?}");
                        assert!(layout.map.zoom > 0.0);
                        let end = layout.map.pixel_at(layout.grid.size());
                        let start = layout.map.origin;
                        assert!(start.cmpge(area.min.as_vec2()).all(), "{layout:?}");
                        assert!(end.cmple(area.max.as_vec2()).all(), "{layout:?}");
                        assert_eq!(layout.numbers.max.x, area.min.x);
                    }
                }
            }
        }
    }

    #[test]
    fn many_legends_have_their_own_columns() {
        let columns = |height, legends| {
            let size = IVec2::new(1600, height);
            Layout::new(size, 1, Bounds::new(20, 20), 300, &vec![100; legends]).legends.len()
        };
        assert_eq!((columns(720, 3), columns(720, 4), columns(720, 13)), (0, 1, 2));
        assert_eq!(columns(4000, 13), 0);
    }
}
