//! The potential of single tiles by a loop over all units: what the paper does and measures.

use super::{
    Battle, Combine, Decision, Patch, Potential, PotentialField, REACH, SIDE, TILES, best_offset,
    potential, tile_at,
};
use crate::grid::Cell;
use glam::{IVec2, Vec2};

impl PotentialField {
    /// Decides for one fighter by evaluating every candidate.
    pub fn decide_naively(&self, battle: &Battle, i: usize) -> Decision {
        self.decision(&battle.own[i], self.best_offset_naively(battle, i))
    }

    /// The centre of the tile that one fighter would go to, for display.
    pub fn best_place(&self, battle: &Battle, i: usize) -> Vec2 {
        let tile = tile_at(battle.own[i].position) + self.best_offset_naively(battle, i);
        (tile.as_vec2() + 0.5) / TILES
    }

    /// The potential that a position has for one fighter, for display.
    pub fn potential_at(&self, battle: &Battle, i: usize, position: Vec2) -> f32 {
        let patch = Patch { corner: tile_at(position), step: 1, columns: 1, rows: 1 };
        self.potentials(battle, i, &patch)[0]
    }

    /// The potentials of a patch for one fighter, row by row, for display.
    pub fn potentials(&self, battle: &Battle, i: usize, patch: &Patch) -> Vec<f32> {
        let mut tiles = vec![0; patch.columns * patch.rows];
        self.evaluate(battle, i, patch, &mut tiles);
        tiles.into_iter().map(|tile| tile as f32 / 256.0).collect()
    }

    /// Candidate by candidate, object by object, each with its whole formula, as the paper's program does.
    fn best_offset_naively(&self, battle: &Battle, i: usize) -> IVec2 {
        let corner = tile_at(battle.own[i].position) - IVec2::splat(REACH);
        let patch = Patch { corner, step: 1, columns: SIDE, rows: SIDE };
        let mut window = [[0; SIDE]; SIDE];
        for (tile, value) in patch.tiles().zip(window.as_flattened_mut()) {
            let one = Patch { corner: tile, step: 1, columns: 1, rows: 1 };
            self.evaluate(battle, i, &one, std::slice::from_mut(value));
        }
        best_offset(&window)
    }

    /// How many potentials of objects at tiles a naive decision adds up.
    pub fn naive_evaluations(battle: &Battle) -> usize {
        // Enemies, allies without the unit itself, and the ground.
        SIDE * SIDE * (battle.foes.len() + battle.own.len())
    }

    /// The potentials of the tiles of a patch, row by row: every object on every tile.
    fn evaluate(&self, battle: &Battle, i: usize, patch: &Patch, tiles: &mut [Potential]) {
        let me = &battle.own[i];
        let foes = || battle.foes.iter().map(|foe| (self.profile(me, foe), tile_at(foe.position)));
        match self.combine {
            Combine::Sum => {
                for (profile, at) in foes() {
                    for (tile, value) in patch.tiles().zip(&mut *tiles) {
                        *value += profile.at(tile - at);
                    }
                }
            }
            // The strongest of what attracts and of what repels.
            Combine::Maximum => {
                for (tile, value) in patch.tiles().zip(&mut *tiles) {
                    let (mut attracts, mut repels) = (0, 0);
                    for (profile, at) in foes() {
                        let one = profile.at(tile - at);
                        (attracts, repels) = (one.max(attracts), one.min(repels));
                    }
                    *value += attracts + repels;
                }
            }
        }
        let repulsion = potential(self.own_repulsion as f32);
        for (_, other) in battle.own.iter().enumerate().filter(|&(j, _)| j != i) {
            let at = tile_at(other.position);
            for (tile, value) in patch.tiles().zip(&mut *tiles) {
                if self.repels(tile - at) {
                    *value -= repulsion;
                }
            }
        }
        let repulsion = potential(self.terrain_repulsion as f32);
        for (tile, value) in patch.tiles().zip(tiles) {
            let cell = Cell::containing((tile.as_vec2() + 0.5) / TILES);
            if !me.flies && !battle.terrain.is_passable(cell) {
                *value -= repulsion;
            }
        }
    }
}
