//! How the strength of a unit spreads over the tiles around it.

use super::Presence;
use crate::grid::{Bounds, Cell, Terrain};
use serde::{Deserialize, Serialize};

crate::choice! {
    /// How influence falls with the distance, for a unit with the reach `r`.
    pub enum Falloff {
        /// As `1 - d / r`: the paper's choice.
        Linear,
        /// As `1 - (d / r)^2`: stronger at a distance. The paper names a quadratic fall without its formula.
        Quadratic,
    }
}

/// What decides how strengths spread over a map.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// Factor of the reach of buildings.
    pub building_reach: f32,
    /// How influence falls with the distance.
    pub falloff: Falloff,
    /// Side of a tile, in cells.
    pub tile: u32,
}

impl Spread {
    /// Each unit as far as its kind's influence reaches, linearly, cell by cell.
    pub const PLAIN: Self = Self { building_reach: 1.0, falloff: Falloff::Linear, tile: 1 };

    /// How far the influence of a unit reaches, in cells.
    pub fn reach(&self, presence: &Presence) -> f32 {
        let factor = if presence.building { self.building_reach } else { 1.0 };
        let reach = presence.range * factor;
        if reach > 0.0 { reach.min(FURTHEST) } else { 0.0 }
    }

    /// The tile of a cell, counted in tiles.
    pub fn tile_of(&self, cell: Cell) -> Cell {
        let side = self.tile as i32;
        Cell::new(cell.x.div_euclid(side), cell.y.div_euclid(side))
    }
}

impl Default for Spread {
    fn default() -> Self {
        Self::PLAIN
    }
}

/// The largest reach, in cells.
const FURTHEST: f32 = 128.0;
/// Fractional bits of the weights in a [`Shape`].
const WEIGHT_BITS: u32 = 16;

/// How strength falls with the distance, for one reach.
#[derive(Debug)]
pub struct Shape {
    /// In tiles.
    pub radius: i32,
    /// A square row by row, in steps of 1/65536.
    weights: Vec<i64>,
}

impl Shape {
    pub fn new(spread: &Spread, reach: f32) -> Self {
        let side = f64::from(spread.tile);
        let radius = (f64::from(reach) / side).ceil() as i32;
        let weight = |dx: i32, dy: i32| {
            let distance = side * f64::from(dx * dx + dy * dy).sqrt();
            let part = if distance == 0.0 { 0.0 } else { distance / f64::from(reach) };
            let left = match spread.falloff {
                Falloff::Linear => 1.0 - part,
                Falloff::Quadratic => 1.0 - part * part,
            };
            (left.max(0.0) * f64::from(1 << WEIGHT_BITS)).round() as i64
        };
        let weights =
            (-radius..=radius).flat_map(|dy| (-radius..=radius).map(move |dx| weight(dx, dy)));
        Self { radius, weights: weights.collect() }
    }

    /// Every tile that a unit's influence reaches, also outside the map, with its value there in steps.
    pub fn each(&self, spread: &Spread, presence: &Presence, mut visit: impl FnMut(Cell, i64)) {
        let (strength, at) = (presence.steps(), spread.tile_of(presence.at));
        let side = 2 * self.radius + 1;
        for (dy, row) in (-self.radius..).zip(self.weights.chunks_exact(side as usize)) {
            for (dx, &weight) in (-self.radius..).zip(row) {
                if weight > 0 {
                    let tile = Cell::new(at.x.saturating_add(dx), at.y.saturating_add(dy));
                    visit(tile, (strength * weight) >> WEIGHT_BITS);
                }
            }
        }
    }

    /// The influence of a unit on one tile, in steps.
    pub fn at(&self, spread: &Spread, presence: &Presence, tile: Cell) -> i64 {
        let at = spread.tile_of(presence.at);
        let (dx, dy) = (tile.x.saturating_sub(at.x), tile.y.saturating_sub(at.y));
        if dx.saturating_abs() > self.radius || dy.saturating_abs() > self.radius {
            return 0;
        }
        let side = 2 * self.radius + 1;
        let weight = self.weights[((dy + self.radius) * side + dx + self.radius) as usize];
        (presence.steps() * weight) >> WEIGHT_BITS
    }
}

/// The index of the tiles of a map in a list: tiles of one cell by node, larger ones row by row.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Tiles {
    bounds: Option<Bounds>,
    /// The length of the list.
    pub count: usize,
    /// The index distance from one row to the next.
    pub stride: u32,
    /// By node; empty for tiles of one cell.
    of_node: Vec<u32>,
}

impl Tiles {
    /// The tiles of a terrain.
    pub fn new(spread: &Spread, terrain: &Terrain) -> Self {
        let bounds = terrain.bounds();
        if spread.tile == 1 {
            let (count, stride) = (terrain.node_count(), terrain.stride());
            return Self { bounds: Some(bounds), count, stride, of_node: Vec::new() };
        }
        let columns = bounds.width.div_ceil(spread.tile);
        let rows = bounds.height.div_ceil(spread.tile);
        let mut of_node = vec![0; terrain.node_count()];
        for cell in bounds.cells() {
            let tile = spread.tile_of(cell);
            of_node[terrain.node(cell) as usize] = tile.y as u32 * columns + tile.x as u32;
        }
        let bounds = Some(Bounds::new(columns, rows));
        Self { bounds, count: (columns * rows) as usize, stride: columns, of_node }
    }

    /// How many columns and rows of tiles there are.
    pub fn bounds(&self) -> Bounds {
        self.bounds.unwrap_or(Bounds::new(0, 0))
    }

    /// The index of a tile, which must be on the map.
    #[inline]
    pub fn place(&self, tile: Cell) -> u32 {
        // Nodes have a border of one cell around the map.
        let border = u32::from(self.of_node.is_empty());
        (tile.y as u32 + border) * self.stride + tile.x as u32 + border
    }

    /// The index of the tile that a node lies in.
    #[inline]
    pub fn of(&self, node: u32) -> u32 {
        if self.of_node.is_empty() { node } else { self.of_node[node as usize] }
    }
}
