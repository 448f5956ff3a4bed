//! A Tiled map as far as it concerns the ground, and how it becomes terrain.

use super::super::format::{bounds, whole};
use crate::grid::{Bounds, CornerRule, Ground, Terrain, TextError};
use std::collections::BTreeMap;

/// Bits of a tile that say how it is turned and mirrored.
const TURNED: u32 = 0xF000_0000;

/// A map.
pub struct TiledMap {
    /// Columns and rows; `None` for a map without borders.
    pub size: Option<(u32, u32)>,
    /// Width and height of a tile, in pixels.
    pub tile: (u32, u32),
    /// Cells without a tile that says anything.
    pub empty: Ground,
    /// From the lowest to the highest.
    pub layers: Vec<Layer>,
    /// In the order of their first tiles.
    pub tilesets: Vec<Tileset>,
}

/// Tiles or shapes, one above the other.
pub enum Layer {
    /// Tiles.
    Tiles {
        /// Tiles that say nothing themselves are made of this; `None`: they leave the ground as it is.
        ground: Option<Ground>,
        /// Rectangles of tiles.
        chunks: Vec<Chunk>,
    },
    /// Shapes that are filled.
    Shapes(Vec<Shape>),
}

/// A rectangle of tiles.
pub struct Chunk {
    /// The upper left cell.
    pub at: (i32, i32),
    /// Columns.
    pub width: u32,
    /// One number for each cell, row by row; 0 means no tile.
    pub tiles: Vec<u32>,
}

/// A filled shape.
pub struct Shape {
    /// What it is filled with.
    pub ground: Ground,
    /// Its corners, in pixels; all finite.
    pub corners: Vec<(f64, f64)>,
}

/// What is known of the tiles of a set.
pub struct Tileset {
    /// The number of its first tile.
    pub first: u32,
    /// What tiles are made of, by their number in the set, as far as they say so.
    pub grounds: BTreeMap<u32, Ground>,
}

impl TiledMap {
    /// The ground: layers from the lowest to the highest, each over what is below it.
    pub fn paint(self) -> Result<Terrain, TextError> {
        let (left, top, bounds) = match self.size {
            Some((width, height)) => (0, 0, bounds(width.into(), height.into()).map_err(whole)?),
            None => self.extent().map_err(whole)?,
        };
        if self.tile.0 == 0 || self.tile.1 == 0 {
            return Err(whole("`tilewidth` and `tileheight` of the map must be at least 1 pixel"));
        }
        let mut ground = vec![self.empty; bounds.area()];
        for layer in &self.layers {
            match layer {
                Layer::Tiles { ground: of_layer, chunks } => {
                    for (x, y, tile) in chunks.iter().flat_map(Chunk::tiles) {
                        let said = self.ground_of(tile).or(*of_layer);
                        let place = index(bounds, x - left, y - top);
                        if let (Some(said), Some(place)) = (said, place) {
                            ground[place] = said;
                        }
                    }
                }
                Layer::Shapes(shapes) => {
                    shapes.iter().for_each(|s| self.fill(s, (left, top), bounds, &mut ground));
                }
            }
        }
        Ok(Terrain::from_ground(bounds, CornerRule::default(), ground))
    }

    /// The upper left cell and the size of the smallest rectangle around all tiles.
    fn extent(&self) -> Result<(i64, i64, Bounds), String> {
        let chunks = self.layers.iter().flat_map(|layer| match layer {
            Layer::Tiles { chunks, .. } => chunks.as_slice(),
            Layer::Shapes(_) => &[],
        });
        let around = chunks.flat_map(Chunk::tiles).fold(None, |around, (x, y, _)| {
            let (left, top, right, bottom) = around.unwrap_or((x, y, x, y));
            Some((x.min(left), y.min(top), x.max(right), y.max(bottom)))
        });
        let (left, top, right, bottom) =
            around.ok_or("the map has no tiles; paint some, or give it a size")?;
        Ok((left, top, bounds((right - left + 1) as u64, (bottom - top + 1) as u64)?))
    }

    fn ground_of(&self, tile: u32) -> Option<Ground> {
        let above = self.tilesets.partition_point(|set| set.first <= tile);
        let set = self.tilesets.get(above.checked_sub(1)?)?;
        set.grounds.get(&(tile - set.first)).copied()
    }

    /// Fills the cells whose centre lies in a shape, row by row (even-odd rule).
    fn fill(&self, shape: &Shape, (left, top): (i64, i64), bounds: Bounds, ground: &mut [Ground]) {
        let in_cells = |&(x, y): &(f64, f64)| {
            (x / f64::from(self.tile.0) - left as f64, y / f64::from(self.tile.1) - top as f64)
        };
        let corners: Vec<(f64, f64)> = shape.corners.iter().map(in_cells).collect();
        let width = bounds.width as usize;
        let highest = corners.iter().map(|c| c.1).fold(f64::INFINITY, f64::min);
        let lowest = corners.iter().map(|c| c.1).fold(f64::NEG_INFINITY, f64::max);
        // Casts of numbers outside saturate.
        let (from, to) = (highest.floor() as usize, lowest.ceil() as usize);
        for (y, row) in ground.chunks_exact_mut(width).enumerate().take(to).skip(from) {
            let middle = y as f64 + 0.5;
            let next = corners.iter().cycle().skip(1);
            let mut crossings: Vec<f64> = corners
                .iter()
                .zip(next)
                .filter(|(a, b)| (a.1 <= middle) != (b.1 <= middle))
                .map(|(a, b)| a.0 + (middle - a.1) * (b.0 - a.0) / (b.1 - a.1))
                .collect();
            crossings.sort_by(f64::total_cmp);
            for pair in crossings.chunks_exact(2) {
                let [from, to] = [pair[0], pair[1]].map(|x| ((x - 0.5).ceil() as usize).min(width));
                row[from..to.max(from)].fill(shape.ground);
            }
        }
    }
}

impl Chunk {
    /// The tiles with their cells, without empty ones and without how they are turned.
    fn tiles(&self) -> impl Iterator<Item = (i64, i64, u32)> {
        let (left, top, width) = (self.at.0, self.at.1, self.width.max(1) as usize);
        let place = move |i: usize| {
            (i64::from(left) + (i % width) as i64, i64::from(top) + (i / width) as i64)
        };
        self.tiles.iter().enumerate().filter_map(move |(i, tile)| {
            let (x, y) = place(i);
            (tile & !TURNED != 0).then_some((x, y, tile & !TURNED))
        })
    }
}

fn index(bounds: Bounds, x: i64, y: i64) -> Option<usize> {
    let inside = |at: i64, side: u32| usize::try_from(at).ok().filter(|at| *at < side as usize);
    Some(inside(y, bounds.height)? * bounds.width as usize + inside(x, bounds.width)?)
}
