//! One raster for all fighters with the same field.

use super::stamps::Stamps;
use super::{
    Battle, Combine, Fighter, Potential, PotentialField, REACH, SIDE, TILES, best_offset,
    potential, tile_at,
};
use crate::grid::{Cell, Rectangle, Terrain};
use glam::{IVec2, Vec2};
use std::cmp::Ordering;
use std::ops::Range;

/// Tiles along the side of a block.
pub(super) const BLOCK: usize = 16;

type Block = [[Potential; BLOCK]; BLOCK];

/// An enemy on the raster: its tile, its stamp, and whether that repels.
type Stamped = (IVec2, usize, bool);

/// A block of the raster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    /// Row and column, counted in blocks.
    at: (i32, i32),
    /// The rows of tiles that windows touch, from and to.
    rows: (usize, usize),
}

/// Reused memory of [`PotentialField`].
#[derive(Clone, Debug, Default)]
pub struct FieldScratch {
    stamps: Stamps,
    /// The fighters that ask, those with the same field together.
    order: Vec<(Wish, usize)>,
    foes: Vec<Stamped>,
    /// Of the present block: the stamps that touch it, and where each begins on it.
    touching: Vec<(usize, usize)>,
    own: Vec<IVec2>,
    /// Where the present raster begins: the first row and column of any window.
    origin: IVec2,
    /// The blocks that any window touches, in order.
    places: Vec<Place>,
    blocks: Vec<Block>,
    /// Offsets of the tiles on which every companion repels.
    repelled: Vec<IVec2>,
}

/// Fighters for which this is equal have the same field, but for their own stamps.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
struct Wish {
    cools: bool,
    flies: bool,
    support: bool,
    ranges: [Option<f32>; 2],
    radius: f32,
}

impl PotentialField {
    fn wish(&self, me: &Fighter) -> Wish {
        let &Fighter { flies, support, reach, radius, .. } = me;
        let ranges = [reach.ground, reach.air];
        Wish { cools: self.is_cooling(me), flies, support, ranges, radius }
    }

    /// Finds the best place for every fighter that asks: the centre of a tile, by index among the own units.
    pub(in super::super) fn best_places(
        &self,
        battle: &Battle,
        scratch: &mut FieldScratch,
        places: &mut Vec<Option<Vec2>>,
    ) {
        places.clear();
        places.resize(battle.own.len(), None);
        self.for_each(battle, scratch, |i, offset| {
            let position = battle.own[i].position;
            let tile = tile_at(position) + offset;
            let stays = offset == IVec2::ZERO;
            places[i] = Some(if stays { position } else { (tile.as_vec2() + 0.5) / TILES });
        });
    }

    /// Hands over the best tile for every fighter that asks, as an offset from its own tile.
    pub(super) fn for_each(
        &self,
        battle: &Battle,
        scratch: &mut FieldScratch,
        mut decide: impl FnMut(usize, IVec2),
    ) {
        scratch.stamps.tidy();
        scratch.own.clear();
        scratch.own.extend(battle.own.iter().map(|f| tile_at(f.position)));
        scratch.repelled.clear();
        for dy in -REACH..=REACH {
            let row = (-REACH..=REACH).map(|dx| IVec2::new(dx, dy));
            scratch.repelled.extend(row.filter(|&offset| self.repels(offset)));
        }
        let mut order = std::mem::take(&mut scratch.order);
        order.clear();
        let asking = battle.own.iter().enumerate().filter(|(_, fighter)| fighter.asks);
        order.extend(asking.map(|(i, fighter)| (self.wish(fighter), i)));
        order.sort_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
        for members in order.chunk_by(|a, b| a.0 == b.0) {
            self.draw(battle, scratch, members);
            for &(_, i) in members {
                let offset = best_offset(&self.window(scratch, scratch.own[i]));
                decide(i, offset);
            }
        }
        scratch.order = order;
    }

    /// Fills the blocks that the windows of fighters with one wish touch.
    fn draw(&self, battle: &Battle, scratch: &mut FieldScratch, members: &[(Wish, usize)]) {
        let Some(&(_, first)) = members.first() else { return };
        let me = &battle.own[first];
        scratch.foes.clear();
        for foe in battle.foes {
            let profile = self.profile(me, foe);
            let stamp = scratch.stamps.index(profile);
            scratch.foes.push((tile_at(foe.position), stamp, profile.repels()));
        }
        let tiles = || members.iter().map(|&(_, i)| scratch.own[i]);
        let origin = tiles().fold(IVec2::MAX, IVec2::min) - IVec2::splat(REACH);
        scratch.origin = origin;
        scratch.places.clear();
        for tile in members.iter().map(|&(_, i)| scratch.own[i]) {
            scratch.places.extend(places_of_window(tile - origin));
        }
        scratch.places.sort_unstable();
        scratch.places.dedup_by(|next, kept| {
            let same = next.at == kept.at;
            if same {
                kept.rows = (kept.rows.0.min(next.rows.0), kept.rows.1.max(next.rows.1));
            }
            same
        });
        scratch.blocks.clear();
        scratch.blocks.resize(scratch.places.len(), [[0; BLOCK]; BLOCK]);
        for (place, block) in scratch.places.iter().zip(&mut scratch.blocks) {
            let corner = origin + IVec2::new(place.at.1, place.at.0) * BLOCK as i32;
            let rows = place.rows.0..place.rows.1;
            let (foes, stamps) = (&scratch.foes, &scratch.stamps);
            let touching = &mut scratch.touching;
            let find = |touching: &mut Vec<(usize, usize)>, wanted: &dyn Fn(bool) -> bool| {
                touching.clear();
                let wanted = foes.iter().filter(|foe| wanted(foe.2));
                touching.extend(wanted.filter_map(|&(tile, stamp, _)| {
                    Some((stamp, stamps.get(stamp).first(corner, tile)?))
                }));
            };
            if self.combine == Combine::Sum {
                find(touching, &|_| true);
                stamp(block, rows, touching, stamps, |a, b| a + b);
            } else {
                find(touching, &|repels| !repels);
                stamp(block, rows.clone(), touching, stamps, Potential::max);
                let attracts = *block;
                *block = [[0; BLOCK]; BLOCK];
                find(touching, &|repels| repels);
                stamp(block, rows, touching, stamps, Potential::min);
                let values = block.as_flattened_mut().iter_mut();
                values.zip(attracts.as_flattened()).for_each(|(sum, more)| *sum += more);
            }
            self.stamp_own(block, corner, &scratch.own, &scratch.repelled);
            if !me.flies {
                self.stamp_walls(block, corner, battle.terrain);
            }
        }
    }

    /// Subtracts what the own units repel around themselves.
    fn stamp_own(&self, block: &mut Block, corner: IVec2, own: &[IVec2], repelled: &[IVec2]) {
        let repulsion = potential(self.own_repulsion as f32);
        let near = -REACH..BLOCK as i32 + REACH;
        let inside = 0..BLOCK as i32;
        for middle in own.iter().map(|&tile| tile - corner) {
            if !near.contains(&middle.x) || !near.contains(&middle.y) {
                continue;
            }
            for tile in repelled.iter().map(|&offset| middle + offset) {
                if inside.contains(&tile.x) && inside.contains(&tile.y) {
                    block[tile.y as usize][tile.x as usize] -= repulsion;
                }
            }
        }
    }

    /// Subtracts what walls repel: no unit can stand on the tiles of blocked cells.
    fn stamp_walls(&self, block: &mut Block, corner: IVec2, terrain: &Terrain) {
        const TILES_OF_CELL: i32 = TILES as i32;
        let repulsion = potential(self.terrain_repulsion as f32);
        let last = corner + IVec2::splat(BLOCK as i32 - 1);
        let cell = |tile: IVec2| Cell::containing(tile.as_vec2() / TILES);
        let blocked = Rectangle::spanning(cell(corner), cell(last))
            .cells()
            .filter(|&cell| !terrain.is_passable(cell));
        for cell in blocked {
            let first = IVec2::new(cell.x, cell.y) * TILES_OF_CELL - corner;
            let range = |from: i32| {
                let clamp = |v: i32| v.clamp(0, BLOCK as i32) as usize;
                clamp(from)..clamp(from + TILES_OF_CELL)
            };
            for value in block[range(first.y)].iter_mut().flat_map(|row| &mut row[range(first.x)]) {
                *value -= repulsion;
            }
        }
    }

    /// The candidates of a fighter on a tile, without what it adds itself.
    fn window(&self, scratch: &FieldScratch, tile: IVec2) -> [[Potential; SIDE]; SIDE] {
        let mut window = [[0; SIDE]; SIDE];
        let corner = tile - IVec2::splat(REACH) - scratch.origin;
        for wanted in places_of_window(tile - scratch.origin) {
            let found = scratch.places.binary_search_by_key(&wanted.at, |place| place.at);
            let Ok(found) = found else { continue };
            let block = IVec2::new(wanted.at.1, wanted.at.0) * BLOCK as i32;
            copy_part(&scratch.blocks[found], block - corner, &mut window);
        }
        let repulsion = potential(self.own_repulsion as f32);
        for offset in &scratch.repelled {
            window[(offset.y + REACH) as usize][(offset.x + REACH) as usize] += repulsion;
        }
        window
    }
}

/// The blocks that the window round a tile touches; tiles count from the origin of the raster.
fn places_of_window(tile: IVec2) -> impl Iterator<Item = Place> {
    let side = BLOCK as i32;
    let (low, high) = (tile - IVec2::splat(REACH), tile + IVec2::splat(REACH));
    (low.y / side..=high.y / side).flat_map(move |y| {
        let from = (low.y - y * side).max(0) as usize;
        let to = (high.y - y * side + 1).min(side) as usize;
        (low.x / side..=high.x / side).map(move |x| Place { at: (y, x), rows: (from, to) })
    })
}

/// Adds the stamps of all enemies to a block. Rows outside, enemies inside: a row stays in registers while
/// all enemies add to it.
fn stamp(
    block: &mut Block,
    rows: Range<usize>,
    touching: &[(usize, usize)],
    stamps: &Stamps,
    combine: impl Fn(Potential, Potential) -> Potential,
) {
    for (y, row) in block.iter_mut().enumerate().take(rows.end).skip(rows.start) {
        let mut sums = *row;
        for &(stamp, first) in touching {
            let Some(values) = stamps.get(stamp).row(first, y) else { continue };
            for (sum, &value) in sums.iter_mut().zip(values) {
                *sum = combine(*sum, value);
            }
        }
        *row = sums;
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
