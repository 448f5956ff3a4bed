//! The potential of single tiles, looking at everybody: what the paper does and measures.

use super::{
    Battle, Decision, PotentialField, REACH, SIDE, TILES, best_offset, combined, potential, tile_at,
};
use crate::grid::Cell;
use bevy::math::{IVec2, Vec2};

impl PotentialField {
    /// Decides for one fighter by evaluating every candidate.
    pub fn decide_naively(&self, battle: &Battle, i: usize) -> Decision {
        let middle = tile_at(battle.own[i].position);
        let mut window = [[0; SIDE]; SIDE];
        for (dy, row) in (-REACH..).zip(&mut window) {
            for (dx, value) in (-REACH..).zip(row) {
                *value = self.at_tile(battle, i, middle + IVec2::new(dx, dy));
            }
        }
        self.decision(&battle.own[i], best_offset(&window))
    }

    /// The potential that a position has for one fighter, for the eyes.
    pub fn potential_at(&self, battle: &Battle, i: usize, position: Vec2) -> f32 {
        self.at_tile(battle, i, tile_at(position)) as f32 / 256.0
    }

    fn at_tile(&self, battle: &Battle, i: usize, tile: IVec2) -> i32 {
        let me = &battle.own[i];
        let retreats = self.is_retreating(me);
        let enemies = battle.foes.iter().fold(0, |sum, foe| {
            let one = self.profile(me, foe).at(tile - tile_at(foe.position));
            combined(self.combine, retreats, sum, one)
        });
        let companions = battle
            .own
            .iter()
            .enumerate()
            .filter(|&(j, other)| j != i && self.repels(tile - tile_at(other.position)))
            .count() as i32;
        let cell = Cell::containing((tile.as_vec2() + 0.5) / TILES);
        let blocked = !me.flies && !battle.terrain.is_passable(cell);
        let walls = if blocked { potential(self.terrain_repulsion) } else { 0 };
        enemies - companions * potential(self.own_repulsion) - walls
    }
}
