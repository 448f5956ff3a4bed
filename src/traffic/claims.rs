//! In which direction allies will cross each place within the next seconds.
//!
//! Every unit on its way claims the next cells of its path, with the direction in which it will cross them. Claims against a
//! unit's own direction warn it of oncoming units long before it meets them. Each claim also says to which side the path bends
//! there. Two flows that both bend to their left pass each other on the left without crossing.
//!
//! Rebuilt every tick from paths and positions, so it is not part of the state. Costs a few writes and about fifty reads per
//! unit.

use super::lane::Side;
use crate::grid::{Bounds, Cell};
use crate::steering::Trail;
use glam::Vec2;

/// Claims are counted for blocks of this many cells each way.
const BLOCK: i32 = 2;
/// Cells between two places of a path that are claimed.
const STRIDE: usize = 2;
/// Cells before and behind a place that decide to which side a path bends there.
const BEND: usize = 6;
/// A path bends to a side if the centre between these cells lies further than this beside it, in cells.
const LEANS: f32 = 0.5;
/// Steps of a stored bend, per cell.
const FINE: f32 = 8.0;

/// The claims on one block in one of eight directions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Claim {
    units: u32,
    /// How far the paths bend to the right, added up over units.
    lean: i32,
}

/// The claims of the units of one team.
#[derive(Clone, Debug, Default)]
pub struct Claims {
    /// Blocks in a row.
    width: i32,
    blocks: Vec<[Claim; 8]>,
    /// The blocks with claims.
    touched: Vec<u32>,
}

impl Claims {
    /// Forgets all claims.
    pub fn clear(&mut self, bounds: Bounds) {
        for block in self.touched.drain(..) {
            self.blocks[block as usize] = Default::default();
        }
        let side = |cells: u32| (cells as i32 + BLOCK - 1) / BLOCK;
        let (width, height) = (side(bounds.width), side(bounds.height));
        self.width = width;
        self.blocks.resize((width * height) as usize, Default::default());
    }

    /// Claims the places of a path from the one that a unit heads for, over some cells.
    pub fn add(&mut self, trail: &Trail, ahead: usize) {
        for place in places(trail, ahead) {
            let Some((octant, lean)) = crossing(trail.cells(), place) else { continue };
            let Some(block) = self.block(trail.cells()[place], 0, 0) else { continue };
            let claims = &mut self.blocks[block];
            if claims.iter().all(|claim| claim.units == 0) {
                self.touched.push(block as u32);
            }
            let claim = &mut claims[octant];
            claim.units += 1;
            claim.lean += (lean * FINE) as i32;
        }
    }

    /// The side that a unit should keep to, if allies come the other way on its path.
    pub fn side(&self, trail: &Trail, ahead: usize) -> Option<Side> {
        let (mut weight, mut own_lean, mut their_lean) = (0.0, 0.0, 0.0);
        for place in places(trail, ahead) {
            let Some((octant, _)) = crossing(trail.cells(), place) else { continue };
            let (own, theirs) = self.around(trail.cells()[place], octant);
            let both = own.0.min(theirs.0) as f32;
            if theirs.0 > 0 {
                // A unit that looks beyond the claims of its own flow gives these places a small weight.
                let both = both.max(0.1);
                weight += both;
                own_lean += both * own.1;
                their_lean += both * theirs.1;
            }
        }
        (weight > 0.0).then(|| {
            let leans_left = |lean: f32| lean < -LEANS * weight;
            if leans_left(own_lean) && leans_left(their_lean) { Side::Left } else { Side::Right }
        })
    }

    /// Whether units will walk near a cell.
    pub fn is_claimed(&self, cell: Cell) -> bool {
        (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))).any(|(dx, dy)| {
            let block = self.block(cell, dx, dy);
            block.is_some_and(|block| self.blocks[block].iter().any(|claim| claim.units > 0))
        })
    }

    /// Units and mean lean around a cell: along a direction, and against it.
    fn around(&self, cell: Cell, octant: usize) -> ((u32, f32), (u32, f32)) {
        let (mut own, mut theirs) = ((0, 0), (0, 0));
        for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
            let Some(block) = self.block(cell, dx, dy) else { continue };
            let claims = &self.blocks[block];
            for turn in [0, 1, 7] {
                let add = |sum: &mut (u32, i32), claim: Claim| {
                    sum.0 += claim.units;
                    sum.1 += claim.lean;
                };
                add(&mut own, claims[(octant + turn) % 8]);
                add(&mut theirs, claims[(octant + 4 + turn) % 8]);
            }
        }
        let mean = |(units, lean): (u32, i32)| (units, lean as f32 / FINE / units.max(1) as f32);
        (mean(own), mean(theirs))
    }

    /// The index of a block beside the one of a cell.
    fn block(&self, cell: Cell, dx: i32, dy: i32) -> Option<usize> {
        let (x, y) = (cell.x.div_euclid(BLOCK) + dx, cell.y.div_euclid(BLOCK) + dy);
        let inside = (0..self.width).contains(&x) && y >= 0;
        inside.then(|| (y * self.width + x) as usize).filter(|&block| block < self.blocks.len())
    }
}

/// The places of a path that are examined, from the one that the unit heads for.
fn places(trail: &Trail, ahead: usize) -> impl Iterator<Item = usize> + use<> {
    let end = (trail.next() + ahead).min(trail.cells().len());
    (trail.next()..end).step_by(STRIDE)
}

/// In which of eight directions a path crosses a place, and how far it bends to the right there, in cells.
fn crossing(cells: &[Cell], place: usize) -> Option<(usize, f32)> {
    let along = tangent(cells, place)?;
    let bend = BEND.min(place).min(cells.len() - 1 - place);
    let (before, behind) = (cells[place - bend].center(), cells[place + bend].center());
    let lean = ((before + behind) / 2.0 - cells[place].center()).dot(right_of(along));
    Some((octant(along), lean))
}

/// The direction of a path at a place, of length 1.
pub(super) fn tangent(cells: &[Cell], place: usize) -> Option<Vec2> {
    let last = cells.len().checked_sub(1)?;
    let (from, to) = (cells[place.saturating_sub(2).min(last)], cells[(place + 3).min(last)]);
    (to.center() - from.center()).try_normalize()
}

/// To the right of a direction; y grows downwards.
pub(super) fn right_of(along: Vec2) -> Vec2 {
    Vec2::new(-along.y, along.x)
}

/// The nearest of eight directions, counted from east through south.
fn octant(along: Vec2) -> usize {
    /// Tangent of 22.5 degrees.
    const EDGE: f32 = 0.414_213_57;
    let (x, y) = (along.x.abs(), along.y.abs());
    let (east, south) = (along.x >= 0.0, along.y >= 0.0);
    match (y <= x * EDGE, x <= y * EDGE) {
        (true, _) => {
            if east {
                0
            } else {
                4
            }
        }
        (_, true) => {
            if south {
                2
            } else {
                6
            }
        }
        _ => match (east, south) {
            (true, true) => 1,
            (false, true) => 3,
            (false, false) => 5,
            (true, false) => 7,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(cells: &[(i32, i32)]) -> Vec<Cell> {
        cells.iter().map(|&c| c.into()).collect()
    }

    fn straight(from: i32, to: i32, y: i32) -> Vec<Cell> {
        let step = (to - from).signum();
        (0..=(to - from).abs()).map(|i| Cell::new(from + i * step, y)).collect()
    }

    fn claims(paths: &[&[Cell]]) -> Claims {
        let mut claims = Claims::default();
        claims.clear(Bounds::new(32, 32));
        for path in paths {
            claims.add(&Trail::new(path, 0), 12);
        }
        claims
    }

    #[test]
    fn only_units_that_come_the_other_way_count() {
        let (east, west) = (straight(0, 20, 5), straight(20, 0, 6));
        let side = |claims: &Claims| claims.side(&Trail::new(&east, 0), 12);
        assert_eq!(side(&claims(&[&east])), None);
        assert_eq!(side(&claims(&[&east, &east])), None);
        assert_eq!(side(&claims(&[&east, &west])), Some(Side::Right));
        let far = straight(31, 20, 5);
        assert_eq!(side(&claims(&[&east, &far])), None, "beyond what both look ahead");
        let across = path(&[(5, 0), (5, 1), (5, 2), (5, 3), (5, 4), (5, 5), (5, 6), (5, 7)]);
        assert_eq!(side(&claims(&[&east, &across])), None);
    }

    #[test]
    fn flows_whose_paths_both_turn_left_keep_left() {
        // Both bend around the gap at (10, 10), one on its east side, the other on its west side.
        let down: Vec<Cell> = (4..17).map(|y: i32| Cell::new(10 + (y - 10).abs(), y)).collect();
        let up: Vec<Cell> = (4..17).rev().map(|y: i32| Cell::new(10 - (y - 10).abs(), y)).collect();
        let both = claims(&[&down, &up]);
        assert_eq!(both.side(&Trail::new(&down, 0), 12), Some(Side::Left));
        assert_eq!(both.side(&Trail::new(&up, 0), 12), Some(Side::Left));
        let mirrored: Vec<Cell> = down.iter().rev().copied().collect();
        let both = claims(&[&down, &mirrored]);
        assert_eq!(both.side(&Trail::new(&down, 0), 12), Some(Side::Right), "one turns right");
        assert_eq!(both.side(&Trail::new(&mirrored, 0), 12), Some(Side::Right));
    }

    #[test]
    fn claims_are_forgotten() {
        let (east, west) = (straight(0, 20, 5), straight(20, 0, 5));
        let mut claims = claims(&[&east, &west]);
        claims.clear(Bounds::new(32, 32));
        assert_eq!(claims.side(&Trail::new(&east, 0), 12), None);
    }

    #[test]
    fn directions_have_their_octants() {
        let octants = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
            .map(|(x, y)| octant(Vec2::new(x as f32, y as f32)));
        assert_eq!(octants, [0, 1, 2, 3, 4, 5, 6, 7]);
    }
}
