//! Positioning by boids: five rules and the terrain, summed.
//!
//! J. Hagelbäck, Hybrid Pathfinding in StarCraft, IEEE Transactions on Computational Intelligence and AI
//! in Games 8(4), 2016, section III; constants of the author's bot. Each rule gives an offset: towards the
//! squad's goal and its middle, along its heading, away from companions that touch, away from enemies
//! within the own weapon's range, away from walls.
//!
//! Lengths there are pixels, 32 to a cell. Offsets that are a part of a distance (goal, cohesion, the
//! separations) are the same in cells; the limits and the alignment, which adds a heading of one pixel, are divided by 32.
//!
//! Differs: the printed code adds its accumulators inside the loop, so that the first neighbours are
//! added again with every further one; here each is added once. Distances to units are measured from edge to
//! edge, as the game does.
//!
//! Costs: naively one pass over all units on both sides for each decision. [`Boids::decide`] sums each
//! squad once and finds who is near by buckets, so that a decision costs only what is near.

use super::buckets::Buckets;
use super::engage::{Battle, Decision, Fighter, velocity_along};
use super::terms::Terms;
use crate::grid::{Cell, Terrain};
use bevy::math::{IVec2, Vec2};

crate::parameters! {
    /// Parameters of positioning by boids. Larger divisors make a rule weaker.
    pub struct Boids {
        /// The way to the goal is divided by this.
        goal_divisor: f64 = 100.0, in 1.0..=1000.0;
        /// The way to the middle of the squad is divided by this.
        cohesion_divisor: f64 = 100.0, in 1.0..=1000.0;
        /// The difference to the squad's heading is divided by this.
        alignment_divisor: f64 = 5.0, in 1.0..=100.0;
        /// The ways to companions that are too near are divided by this.
        separation_divisor: f64 = 5.0, in 0.5..=100.0;
        /// Gap below which companions are too near; 32 pixels are a cell.
        separation_gap: f64 = 2.0, in 0.0..=64.0, unit "pixels";
        /// Strength of keeping away from enemies.
        enemy_separation: f64 = 1.0, in 0.0..=4.0;
        /// How much further than an enemy's range support units keep away; 32 pixels are a cell.
        support_margin: f64 = 5.0, in 0.0..=256.0, unit "pixels";
        /// How far units that no enemy can hurt keep away; 32 pixels are a cell.
        bystander_margin: f64 = 10.0, in 0.0..=256.0, unit "pixels";
        /// The ways to walls that are too near are divided by this.
        terrain_divisor: f64 = 10.0, in 0.5..=100.0;
        /// Gap below which walls are too near; 32 pixels are a cell.
        terrain_gap: f64 = 16.0, in 0.0..=64.0, unit "pixels";
        /// Offsets shorter than this are not worth a move; 32 pixels are a cell.
        least_move: f64 = 1.0, in 0.0..=32.0, unit "pixels";
    }
}

/// Pixels of StarCraft in a cell.
const PIXELS: f32 = 32.0;
/// Walk tiles of StarCraft in a cell.
const TILES: f32 = 4.0;
/// Walk tiles round the unit that are looked at.
const TERRAIN_REACH: i32 = 2;
/// The bot gives its orders once in a frame of the game, in seconds.
const FRAME: f32 = 1.0 / 23.81;

const NAMES: &[&str; 6] = &["goal", "cohesion", "alignment", "separation", "enemies", "terrain"];

/// What the members of a squad add up to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Squad {
    number: u32,
    count: u32,
    positions: Vec2,
    headings: Vec2,
}

impl Squad {
    fn add(&mut self, member: &Fighter) {
        self.count += 1;
        self.positions += member.position;
        self.headings += member.velocity.normalize_or_zero();
    }
}

/// Reused memory of [`Boids::decide`].
#[derive(Clone, Debug, Default)]
pub struct BoidsScratch {
    own: Buckets,
    foes: Buckets,
    /// In the order of their numbers.
    squads: Vec<Squad>,
}

impl Boids {
    /// Decides for everybody who asks.
    pub(super) fn decide(
        &self,
        battle: &Battle,
        scratch: &mut BoidsScratch,
        decisions: &mut [Option<Decision>],
    ) {
        let bounds = battle.terrain.bounds();
        scratch.own.rebuild(bounds, battle.own, |fighter| fighter.position);
        scratch.foes.rebuild(bounds, battle.foes, |foe| foe.position);
        sum_squads(battle.own, &mut scratch.squads);
        let widest_own = battle.own.iter().map(|f| f.radius).fold(0.0, f32::max);
        let widest_foe = battle.foes.iter().map(|f| f.radius).fold(0.0, f32::max);
        let longest = battle.foes.iter().map(|f| f.weapon_range).fold(0.0, f32::max);
        for (i, (me, decision)) in battle.own.iter().zip(decisions).enumerate() {
            if !me.asks {
                continue;
            }
            let squad = scratch
                .squads
                .binary_search_by_key(&me.squad, |s| s.number)
                .map_or_else(|_| Squad::default(), |at| scratch.squads[at]);
            let own_reach = me.radius + widest_own + self.separation_gap as f32 / PIXELS;
            let foe_reach = me.radius + widest_foe + self.furthest_limit(me, longest);
            *decision = Some(self.decision(
                battle,
                i,
                squad,
                scratch.own.near(me.position, own_reach),
                scratch.foes.near(me.position, foe_reach),
            ));
        }
    }

    /// The same for one fighter, by looking at everybody: what the paper does and measures.
    pub fn decide_naively(&self, battle: &Battle, i: usize) -> Decision {
        let mut squad = Squad::default();
        for companion in battle.own.iter().filter(|o| o.squad == battle.own[i].squad) {
            squad.add(companion);
        }
        self.decision(battle, i, squad, 0..battle.own.len(), 0..battle.foes.len())
    }

    /// The largest distance, from edge to edge, at which an enemy can matter.
    fn furthest_limit(&self, me: &Fighter, longest: f32) -> f32 {
        if me.can_attack && !me.support {
            me.weapon_range
        } else {
            let margin = self.support_margin.max(self.bystander_margin) as f32 / PIXELS;
            longest + me.radius + margin
        }
    }

    fn decision(
        &self,
        battle: &Battle,
        i: usize,
        squad: Squad,
        near_own: impl Iterator<Item = usize>,
        near_foes: impl Iterator<Item = usize>,
    ) -> Decision {
        let me = &battle.own[i];
        let heading = me.velocity.normalize_or_zero();
        let others = squad.count.saturating_sub(1).max(1) as f32;
        let alone = squad.count < 2;
        let cohesion =
            if alone { Vec2::ZERO } else { (squad.positions - me.position) / others - me.position };
        let alignment =
            if alone { Vec2::ZERO } else { (squad.headings - heading) / others - heading };
        let offsets = [
            (me.goal - me.position) / self.goal_divisor as f32,
            cohesion / self.cohesion_divisor as f32,
            alignment / (self.alignment_divisor as f32 * PIXELS),
            self.separation(battle, i, near_own) / self.separation_divisor as f32,
            self.enemy_separation(battle, me, near_foes) * self.enemy_separation as f32,
            self.terrain_separation(battle.terrain, me) / self.terrain_divisor as f32,
        ];
        let sum: Vec2 = offsets.iter().sum();
        let length = sum.length();
        if length * PIXELS < self.least_move as f32 {
            return Decision { desired: Vec2::ZERO, terms: Terms::new(NAMES, [Vec2::ZERO; 6]) };
        }
        let desired = velocity_along(sum, me.speed, FRAME);
        Decision { desired, terms: Terms::new(NAMES, offsets).scaled(desired.length() / length) }
    }

    /// Away from members of the squad that are too near.
    fn separation(&self, battle: &Battle, i: usize, near: impl Iterator<Item = usize>) -> Vec2 {
        let me = &battle.own[i];
        let gap = self.separation_gap as f32 / PIXELS;
        let mut sum = Vec2::ZERO;
        for (j, other) in near.map(|j| (j, &battle.own[j])) {
            let limit = me.radius + other.radius + gap;
            let between = other.position - me.position;
            if j != i && other.squad == me.squad && between.length_squared() <= limit * limit {
                sum -= between;
            }
        }
        sum
    }

    /// Away from enemies within the limit: the own range for those who can shoot, out of the enemy's range for
    /// those who cannot.
    fn enemy_separation(
        &self,
        battle: &Battle,
        me: &Fighter,
        near: impl Iterator<Item = usize>,
    ) -> Vec2 {
        let mut sum = Vec2::ZERO;
        for foe in near.map(|j| &battle.foes[j]) {
            let limit = if me.support {
                foe.weapon_range + self.support_margin as f32 / PIXELS
            } else if me.can_attack {
                me.weapon_range
            } else if foe.can_attack {
                foe.weapon_range + me.radius
            } else {
                me.radius + self.bystander_margin as f32 / PIXELS
            };
            let limit = limit + me.radius + foe.radius;
            let between = foe.position - me.position;
            if between.length_squared() <= limit * limit {
                sum -= between;
            }
        }
        sum
    }

    /// Away from walk tiles that cannot be walked on.
    fn terrain_separation(&self, terrain: &Terrain, me: &Fighter) -> Vec2 {
        let middle = (me.position * TILES).floor().as_ivec2();
        let cell = |tile: IVec2| Cell::containing(tile.as_vec2() / TILES);
        let (low, high) = (
            cell(middle - IVec2::splat(TERRAIN_REACH)),
            cell(middle + IVec2::splat(TERRAIN_REACH)),
        );
        // The tiles lie in at most four cells.
        let corners = [low, Cell::new(high.x, low.y), Cell::new(low.x, high.y), high];
        if me.flies || corners.into_iter().all(|cell| terrain.is_passable(cell)) {
            return Vec2::ZERO;
        }
        let limit = me.radius + self.terrain_gap as f32 / PIXELS;
        let mut sum = Vec2::ZERO;
        for dy in -TERRAIN_REACH..=TERRAIN_REACH {
            for dx in -TERRAIN_REACH..=TERRAIN_REACH {
                let tile = middle + IVec2::new(dx, dy);
                let at = (tile.as_vec2() + 0.5) / TILES;
                let between = at - me.position;
                if between.length_squared() <= limit * limit
                    && !terrain.is_passable(Cell::containing(at))
                {
                    sum -= between;
                }
            }
        }
        sum
    }
}

/// Sums every squad, in the order of their numbers.
fn sum_squads(own: &[Fighter], squads: &mut Vec<Squad>) {
    squads.clear();
    for member in own {
        let at = match squads.binary_search_by_key(&member.squad, |s| s.number) {
            Ok(at) => at,
            Err(at) => {
                squads.insert(at, Squad { number: member.squad, ..Squad::default() });
                at
            }
        };
        squads[at].add(member);
    }
}

#[cfg(test)]
#[path = "boids_tests.rs"]
mod tests;
