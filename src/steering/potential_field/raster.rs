//! One raster for all fighters that want the same.

use super::stamps::Stamps;
use super::{
    Battle, Combine, Decision, Fighter, Potential, PotentialField, REACH, SIDE, Shape, TILES,
    best_offset, potential, tile_at,
};
use crate::grid::{Cell, Terrain};
use bevy::math::IVec2;

/// Tiles along the side of a block.
pub(super) const BLOCK: usize = 16;

type Block = [[Potential; BLOCK]; BLOCK];

/// An enemy on the raster: its tile and its stamp.
type Stamped = (IVec2, usize);

/// Reused memory of [`PotentialField::decide`].
#[derive(Clone, Debug, Default)]
pub struct FieldScratch {
    stamps: Stamps,
    /// Who asks, those who want the same together.
    order: Vec<usize>,
    foes: Vec<Stamped>,
    own: Vec<IVec2>,
    /// The blocks that any window touches, by row and column, in order.
    places: Vec<(i32, i32)>,
    blocks: Vec<Block>,
}

/// Fighters for which this is equal have the same field, but for their own stamps.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
struct Wish {
    retreats: bool,
    flies: bool,
    msd: f64,
    radius: f32,
}

impl PotentialField {
    fn wish(&self, me: &Fighter) -> Wish {
        let point =
            super::Foe { position: me.position, radius: 0.0, weapon_range: 0.0, can_attack: false };
        let msd = match self.profile(me, &point).shape {
            Shape::Attack { msd, .. } => msd,
            Shape::Retreat { .. } => 0.0,
        };
        Wish { retreats: self.is_retreating(me), flies: me.flies, msd, radius: me.radius }
    }

    /// Decides for everybody who asks.
    pub(in super::super) fn decide(
        &self,
        battle: &Battle,
        scratch: &mut FieldScratch,
        decisions: &mut [Option<Decision>],
    ) {
        scratch.stamps.tidy();
        scratch.own.clear();
        scratch.own.extend(battle.own.iter().map(|f| tile_at(f.position)));
        let mut order = std::mem::take(&mut scratch.order);
        order.clear();
        order.extend((0..battle.own.len()).filter(|&i| battle.own[i].asks));
        let wish = |i: &usize| self.wish(&battle.own[*i]);
        order.sort_by(|a, b| wish(a).partial_cmp(&wish(b)).unwrap_or(std::cmp::Ordering::Equal));
        for members in order.chunk_by(|a, b| wish(a) == wish(b)) {
            self.draw(battle, scratch, members);
            for &i in members {
                let offset = best_offset(&self.window(scratch, scratch.own[i]));
                decisions[i] = Some(self.decision(&battle.own[i], offset));
            }
        }
        scratch.order = order;
    }

    /// Fills the blocks that the windows of fighters with one wish touch.
    fn draw(&self, battle: &Battle, scratch: &mut FieldScratch, members: &[usize]) {
        let Some(&first) = members.first() else { return };
        let me = &battle.own[first];
        scratch.foes.clear();
        for foe in battle.foes {
            let stamp = scratch.stamps.index(self.profile(me, foe));
            scratch.foes.push((tile_at(foe.position), stamp));
        }
        scratch.places.clear();
        for &i in members {
            let (low, high) = blocks_of_window(scratch.own[i]);
            for y in low.y..=high.y {
                scratch.places.extend((low.x..=high.x).map(|x| (y, x)));
            }
        }
        scratch.places.sort_unstable();
        scratch.places.dedup();
        scratch.blocks.clear();
        scratch.blocks.resize(scratch.places.len(), [[0; BLOCK]; BLOCK]);
        for (&(y, x), block) in scratch.places.iter().zip(&mut scratch.blocks) {
            let corner = IVec2::new(x, y) * BLOCK as i32;
            match self.combine {
                Combine::Sum => stamp(block, corner, &scratch.foes, &scratch.stamps, |a, b| a + b),
                Combine::Maximum if self.is_retreating(me) => {
                    stamp(block, corner, &scratch.foes, &scratch.stamps, Potential::min);
                }
                Combine::Maximum => {
                    stamp(block, corner, &scratch.foes, &scratch.stamps, Potential::max);
                }
            }
            self.stamp_own(block, corner, &scratch.own);
            if !me.flies {
                self.stamp_walls(block, corner, battle.terrain);
            }
        }
    }

    /// Everybody repels round himself.
    fn stamp_own(&self, block: &mut Block, corner: IVec2, own: &[IVec2]) {
        let repulsion = potential(self.own_repulsion);
        let reach = self.own_distance as i32;
        let inside = -reach..BLOCK as i32 + reach;
        for middle in own.iter().map(|&tile| tile - corner) {
            if !inside.contains(&middle.x) || !inside.contains(&middle.y) {
                continue;
            }
            for dy in -reach..=reach {
                let Some(row) = usize::try_from(middle.y + dy).ok().and_then(|y| block.get_mut(y))
                else {
                    continue;
                };
                for dx in (-reach..=reach).filter(|&dx| self.repels(IVec2::new(dx, dy))) {
                    let column = usize::try_from(middle.x + dx).ok();
                    if let Some(value) = column.and_then(|x| row.get_mut(x)) {
                        *value -= repulsion;
                    }
                }
            }
        }
    }

    fn stamp_walls(&self, block: &mut Block, corner: IVec2, terrain: &Terrain) {
        let repulsion = potential(self.terrain_repulsion);
        const STEP: usize = TILES as usize;
        for (y, rows) in block.chunks_exact_mut(STEP).enumerate() {
            for x in 0..BLOCK / STEP {
                let tile = corner + IVec2::new((x * STEP) as i32, (y * STEP) as i32);
                if !terrain.is_passable(Cell::containing(tile.as_vec2() / TILES)) {
                    for value in rows.iter_mut().flat_map(|row| &mut row[x * STEP..(x + 1) * STEP])
                    {
                        *value -= repulsion;
                    }
                }
            }
        }
    }

    /// The candidates of a fighter on a tile, without what it adds itself.
    fn window(&self, scratch: &FieldScratch, tile: IVec2) -> [[Potential; SIDE]; SIDE] {
        let mut window = [[0; SIDE]; SIDE];
        let (low, high) = blocks_of_window(tile);
        let corner = tile - IVec2::splat(REACH);
        for y in low.y..=high.y {
            for x in low.x..=high.x {
                let Ok(at) = scratch.places.binary_search(&(y, x)) else { continue };
                copy_part(
                    &scratch.blocks[at],
                    IVec2::new(x, y) * BLOCK as i32 - corner,
                    &mut window,
                );
            }
        }
        let repulsion = potential(self.own_repulsion);
        for (dy, row) in (-REACH..).zip(&mut window) {
            for (dx, value) in (-REACH..).zip(row) {
                if self.repels(IVec2::new(dx, dy)) {
                    *value += repulsion;
                }
            }
        }
        window
    }
}

/// The first and the last block that the window round a tile touches.
fn blocks_of_window(tile: IVec2) -> (IVec2, IVec2) {
    let block = |v: IVec2| v.div_euclid(IVec2::splat(BLOCK as i32));
    (block(tile - IVec2::splat(REACH)), block(tile + IVec2::splat(REACH)))
}

/// Adds the stamps of all enemies to a block. Rows outside, enemies inside: a row stays in registers while
/// all enemies add to it.
fn stamp(
    block: &mut Block,
    corner: IVec2,
    foes: &[Stamped],
    stamps: &Stamps,
    combine: impl Fn(Potential, Potential) -> Potential + Copy,
) {
    for (tile, stamp) in foes {
        let stamp = stamps.get(*stamp);
        let Some(first) = stamp.first(corner, *tile) else { continue };
        for (y, row) in block.iter_mut().enumerate() {
            let Some(values) = stamp.row(first, y) else { continue };
            for (sum, &value) in row.iter_mut().zip(values) {
                *sum = combine(*sum, value);
            }
        }
    }
}

/// Copies the part of a block that lies in a window; `at` is the block's corner seen from the window's.
fn copy_part(block: &Block, at: IVec2, window: &mut [[Potential; SIDE]; SIDE]) {
    let from = |v: i32| v.max(0) as usize;
    let to = |v: i32| (v + BLOCK as i32).clamp(0, SIDE as i32) as usize;
    let (left, right) = (from(at.x), to(at.x));
    let source = (left as i32 - at.x) as usize;
    for y in from(at.y)..to(at.y) {
        let row = &block[(y as i32 - at.y) as usize];
        window[y][left..right].copy_from_slice(&row[source..source + right - left]);
    }
}
