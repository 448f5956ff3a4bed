//! The potential of single tiles, looking at everybody: what the paper does and measures.

use super::{
    Battle, Decision, Potential, PotentialField, REACH, SIDE, TILES, best_offset, combined,
    potential, tile_at,
};
use crate::grid::Cell;
use bevy::math::{IVec2, Vec2};

impl PotentialField {
    /// Decides for one fighter by evaluating every candidate.
    pub fn decide_naively(&self, battle: &Battle, i: usize) -> Decision {
        let middle = tile_at(battle.own[i].position);
        let mut window = [[0; SIDE]; SIDE];
        let corner = middle - IVec2::splat(REACH);
        self.evaluate(battle, i, corner, &mut window);
        self.decision(&battle.own[i], best_offset(&window))
    }

    /// The potential that a position has for one fighter, for the eyes.
    pub fn potential_at(&self, battle: &Battle, i: usize, position: Vec2) -> f32 {
        let mut tile = [[0]];
        self.evaluate(battle, i, tile_at(position), &mut tile);
        tile[0][0] as f32 / 256.0
    }

    /// The potentials of the tiles from a corner on, row by row: every object on every tile.
    fn evaluate<const N: usize>(
        &self,
        battle: &Battle,
        i: usize,
        corner: IVec2,
        tiles: &mut [[Potential; N]; N],
    ) {
        let me = &battle.own[i];
        let retreats = self.is_retreating(me);
        for foe in battle.foes {
            let (profile, at) = (self.profile(me, foe), tile_at(foe.position));
            for_each(tiles, corner, |tile, value| {
                *value = combined(self.combine, retreats, *value, profile.at(tile - at));
            });
        }
        let repulsion = potential(self.own_repulsion as f32);
        for (_, other) in battle.own.iter().enumerate().filter(|&(j, _)| j != i) {
            let at = tile_at(other.position);
            for_each(tiles, corner, |tile, value| {
                if self.repels(tile - at) {
                    *value -= repulsion;
                }
            });
        }
        let repulsion = potential(self.terrain_repulsion as f32);
        for_each(tiles, corner, |tile, value| {
            let cell = Cell::containing((tile.as_vec2() + 0.5) / TILES);
            if !me.flies && !battle.terrain.is_passable(cell) {
                *value -= repulsion;
            }
        });
    }
}

fn for_each<const N: usize>(
    tiles: &mut [[Potential; N]; N],
    corner: IVec2,
    mut act: impl FnMut(IVec2, &mut Potential),
) {
    for (y, row) in (0..).zip(tiles) {
        for (x, value) in (0..).zip(row) {
            act(corner + IVec2::new(x, y), value);
        }
    }
}
