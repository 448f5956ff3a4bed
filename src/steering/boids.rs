//! Positioning by boids: five rules and the terrain, summed.
//!
//! J. Hagelbäck, Hybrid Pathfinding in StarCraft, IEEE Transactions on Computational Intelligence and AI
//! in Games 8(4), 2016, section III. Each rule gives an offset: towards the squad's goal and its centre, along its
//! heading, away from companions that touch, away from enemies within a detection limit, away from walls. A ready unit
//! with an enemy in range shoots instead; so the rules decide on the approach and while the weapon cools down.
//!
//! Lengths there are pixels, 32 to a cell. Offsets that are a part of a distance (goal, cohesion, the
//! separations) are the same in cells; the limits and the alignment, which adds a heading of one pixel, are divided by 32.
//!
//! Differs: each neighbour is added once. The printed code adds its accumulators inside the loops, so that early
//! neighbours count again with every later one; `running_sums` does that. Distances to units are measured from edge to
//! edge, as the game does. The minimum move of one pixel is the author's published program's; the paper names none.
//! `chases` is ours, and off in the presets. `sight_retreat` and the wider terrain rule (`terrain_reach` 2, `terrain_gap` 16) are
//! the author's published program's, and off too.
//!
//! Costs: naively one pass over all units on both sides for each decision. [`Engage::decide`](super::Engage::decide) sums each
//! squad once and finds units nearby with a spatial grid, so that a decision costs only what is near.

use super::engage::{Battle, Decision, EngageRule, Fighter, Foe, velocity_along};
use super::limits::{Limit, Meaning};
use super::spatial_grid::SpatialGrid;
use super::terms::Terms;
use crate::grid::{Cell, Terrain};
use glam::{IVec2, Vec2};

crate::parameters! {
    /// Parameters of positioning by boids. Larger divisors make a rule weaker.
    pub struct Boids {
        /// The vector to the goal is divided by this.
        goal_divisor: f64 = 100.0, in 1.0..=1000.0;
        /// The vector to the centre of the squad is divided by this.
        cohesion_divisor: f64 = 100.0, in 1.0..=1000.0;
        /// The difference to the squad's heading is divided by this.
        alignment_divisor: f64 = 5.0, in 1.0..=100.0;
        /// The vectors to companions that are too near are divided by this.
        separation_divisor: f64 = 5.0, in 0.5..=100.0;
        /// Gap below which companions are too near.
        separation_gap: f64 = 2.0, in 0.0..=64.0, unit "pixels";
        /// Strength of keeping away from enemies.
        enemy_separation: f64 = 1.0, in 0.0..=4.0;
        /// How much further than an enemy's range support units keep away.
        support_margin: f64 = 5.0, in 0.0..=256.0, unit "pixels";
        /// How far units keep away from enemies if neither can attack the other, beyond their radius.
        bystander_margin: f64 = 10.0, in 0.0..=256.0, unit "pixels";
        /// The vectors to walls that are too near are divided by this.
        terrain_divisor: f64 = 10.0, in 0.5..=100.0;
        /// Gap below which walls are too near: half a walk tile, or 16 in the author's program.
        terrain_gap: f64 = 4.0, in 0.0..=64.0, unit "pixels";
        /// Walk tiles on each side that are looked at: the adjacent ones, or 2 in the author's program.
        terrain_reach: u32 = 1, in 1..=2, unit "tiles";
        /// Offsets shorter than this are not worth a move.
        least_move: f64 = 1.0, in 0.0..=32.0, unit "pixels";
        /// Whether the sums grow inside the loops, as in the printed code: early neighbours count again with every later one.
        running_sums: bool = false;
        /// From this cooldown on units keep out of enemies' sight, as in the author's program (0.84 s). 0: never.
        sight_retreat: f64 = 0.0, in 0.0..=5.0, unit "s";
        /// Whether a unit that is ready and has no enemy in range goes straight for its target (ours).
        chases: bool = false;
    }
}

/// Pixels of StarCraft in a cell.
const PIXELS: f32 = 32.0;
/// Walk tiles of StarCraft in a cell.
const TILES: f32 = 4.0;
/// The bot gives its orders once in a frame of the game, in seconds.
const FRAME: f32 = 1.0 / 23.81;

/// The names of the rules.
pub(super) const RULES: usize = 6;
const NAMES: &[&str; RULES] =
    &["goal", "cohesion", "alignment", "separation", "enemies", "terrain"];

/// Sums over the members of a squad.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Squad {
    number: Option<u32>,
    count: u32,
    positions: Vec2,
    headings: Vec2,
}

impl Squad {
    /// Adds a member and returns how many there were before.
    fn add(&mut self, member: &Fighter) -> u32 {
        self.number = member.squad;
        self.count += 1;
        self.positions += member.position;
        self.headings += member.heading;
        self.count - 1
    }
}

/// Reused memory of [`Boids`].
#[derive(Clone, Debug, Default)]
pub struct BoidsScratch {
    own: SpatialGrid,
    foes: SpatialGrid,
    /// In the order of their numbers.
    squads: Vec<Squad>,
    /// The index of each unit in its squad.
    ranks: Vec<u32>,
}

impl EngageRule for Boids {
    type Scratch = BoidsScratch;

    fn chases(&self) -> bool {
        self.chases
    }

    fn decide(
        &self,
        battle: &Battle,
        scratch: &mut BoidsScratch,
        decisions: &mut [Option<Decision>],
    ) {
        self.for_each(battle, scratch, |i, offsets| {
            decisions[i] = Some(self.decision(&battle.own[i], NAMES, offsets));
        });
    }

    fn limits(&self, me: &Fighter, foes: &[Foe]) -> Vec<Limit> {
        let gap = self.companion_gap();
        let distance = gap + 2.0 * me.radius;
        let companions = Limit { meaning: Meaning::Companions, gap, distance };
        let enemies = foes.iter().filter(|_| self.enemy_separation > 0.0).map(|foe| {
            let gap = self.detection_limit(me, foe);
            let distance = gap + me.radius + foe.radius + foe.half;
            Limit { meaning: Meaning::Enemies, gap, distance }
        });
        std::iter::once(companions).chain(enemies).collect()
    }
}

impl Boids {
    /// The printed code taken literally: sums that grow inside the loops.
    pub fn as_printed() -> Self {
        Self { running_sums: true, ..Self::default() }
    }

    /// What the author's published program adds: from 20 frames (0.84 s) of cooldown on units keep out of the enemies'
    /// sight, and walls count from two tiles on.
    pub fn program() -> Self {
        Self { sight_retreat: 0.84, terrain_reach: 2, terrain_gap: 16.0, ..Self::default() }
    }

    /// Hands over the offsets of the rules for every fighter that asks, by index among the own units.
    pub(super) fn for_each(
        &self,
        battle: &Battle,
        scratch: &mut BoidsScratch,
        mut decide: impl FnMut(usize, [Vec2; RULES]),
    ) {
        let bounds = battle.terrain.bounds();
        scratch.own.rebuild(bounds, battle.own, |fighter| fighter.position);
        scratch.foes.rebuild(bounds, battle.foes, |foe| foe.position);
        sum_squads(battle.own, &mut scratch.squads, &mut scratch.ranks);
        let widest_own = battle.own.iter().map(|f| f.radius).fold(0.0, f32::max);
        // The corner of a square is the part of it that is furthest from its centre.
        let reaches = battle.foes.iter().map(|f| f.radius + f.half * std::f32::consts::SQRT_2);
        let widest_foe = reaches.fold(0.0, f32::max);
        let longest = battle.foes.iter().map(|f| f.reach.longest()).fold(0.0, f32::max);
        let furthest = battle.foes.iter().map(|f| f.sight).fold(0.0, f32::max);
        for (i, me) in battle.own.iter().enumerate().filter(|(_, me)| me.asks) {
            let squad = scratch
                .squads
                .binary_search_by_key(&me.squad, |s| s.number)
                .map_or_else(|_| Squad::default(), |at| scratch.squads[at]);
            let own_reach = me.radius + widest_own + self.separation_gap as f32 / PIXELS;
            let foe_reach = me.radius + widest_foe + self.furthest_limit(me, longest, furthest);
            let near_own = scratch.own.near(me.position, own_reach);
            let near_foes = scratch.foes.near(me.position, foe_reach);
            decide(i, self.offsets(battle, i, &squad, &scratch.ranks, near_own, near_foes));
        }
    }

    /// The decision of one fighter by a loop over all units: what the paper does and measures.
    pub fn decide_naively(&self, battle: &Battle, i: usize) -> Decision {
        let (mut squad, mut ranks) = (Squad::default(), Vec::new());
        let me = &battle.own[i];
        for other in battle.own {
            let is_companion = is_companion(me, other) || std::ptr::eq(me, other);
            let rank = if is_companion { squad.add(other) } else { 0 };
            if self.running_sums {
                ranks.push(rank);
            }
        }
        let (own, foes) = (0..battle.own.len(), 0..battle.foes.len());
        self.decision(me, NAMES, self.offsets(battle, i, &squad, &ranks, own, foes))
    }

    /// How many units a naive decision looks at: its own side for the squad and for the distances, and the enemies.
    pub fn naive_evaluations(battle: &Battle) -> usize {
        2 * battle.own.len() + battle.foes.len()
    }

    /// The gap below which companions are too near, in cells.
    pub fn companion_gap(&self) -> f32 {
        self.separation_gap as f32 / PIXELS
    }

    /// The distance from edge to edge within which a fighter keeps away from an enemy, in cells: its own range if it can
    /// attack, else the enemy's range and its own radius, else its radius and a margin; for support units the enemy's
    /// range and a margin.
    pub fn detection_limit(&self, me: &Fighter, foe: &Foe) -> f32 {
        let retreats = self.sight_retreat > 0.0
            && (f64::from(me.cooldown) >= self.sight_retreat || me.range_to(foe).is_none());
        match (me.range_to(foe), foe.range_to(me)) {
            _ if retreats => foe.sight,
            (_, range) if me.support => range.unwrap_or(0.0) + self.support_margin as f32 / PIXELS,
            (Some(own), _) => own,
            (None, Some(range)) => range + me.radius,
            (None, None) => me.radius + self.bystander_margin as f32 / PIXELS,
        }
    }

    /// No detection limit is larger than this, if no enemy's range and sight are larger than these.
    fn furthest_limit(&self, me: &Fighter, range: f32, sight: f32) -> f32 {
        let margin = self.support_margin.max(self.bystander_margin) as f32 / PIXELS;
        let retreat = if self.sight_retreat > 0.0 { sight } else { 0.0 };
        me.reach.longest().max(range + me.radius + margin).max(retreat)
    }

    fn offsets(
        &self,
        battle: &Battle,
        i: usize,
        squad: &Squad,
        ranks: &[u32],
        near_own: impl Iterator<Item = usize>,
        near_foes: impl Iterator<Item = usize>,
    ) -> [Vec2; RULES] {
        let me = &battle.own[i];
        let others = squad.count.saturating_sub(1).max(1) as f32;
        let alone = squad.count < 2;
        let cohesion =
            if alone { Vec2::ZERO } else { (squad.positions - me.position) / others - me.position };
        let alignment =
            if alone { Vec2::ZERO } else { (squad.headings - me.heading) / others - me.heading };
        let members = (squad.count, ranks);
        [
            (me.goal - me.position) / self.goal_divisor as f32,
            cohesion / self.cohesion_divisor as f32,
            alignment / (self.alignment_divisor as f32 * PIXELS),
            self.separation(battle, i, members, near_own) / self.separation_divisor as f32,
            self.enemy_separation(battle, me, near_foes) * self.enemy_separation as f32,
            self.terrain_separation(battle.terrain, me) / self.terrain_divisor as f32,
        ]
    }

    /// The decision for a sum of offsets.
    pub(super) fn decision<const N: usize>(
        &self,
        me: &Fighter,
        names: &'static [&'static str; N],
        offsets: [Vec2; N],
    ) -> Decision {
        let sum: Vec2 = offsets.iter().sum();
        let length = sum.length();
        if length * PIXELS < self.least_move as f32 {
            return Decision { desired: Vec2::ZERO, terms: Terms::new(names, [Vec2::ZERO; N]) };
        }
        let desired = velocity_along(sum, me.speed, FRAME);
        Decision { desired, terms: Terms::new(names, offsets).scaled(desired.length() / length) }
    }

    /// How often the push of the neighbour at an index of a list is added: once, or as the printed loops do, which add
    /// their growing sum once for it and once for each that comes later.
    fn times(&self, place: usize, length: usize) -> f32 {
        if self.running_sums { (length - place) as f32 } else { 1.0 }
    }

    /// Away from members of the squad that are too near.
    fn separation(
        &self,
        battle: &Battle,
        i: usize,
        (members, ranks): (u32, &[u32]),
        near: impl Iterator<Item = usize>,
    ) -> Vec2 {
        let me = &battle.own[i];
        let gap = self.separation_gap as f32 / PIXELS;
        let mut sum = Vec2::ZERO;
        for (j, other) in near.map(|j| (j, &battle.own[j])) {
            let limit = me.radius + other.radius + gap;
            let between = other.position - me.position;
            if j != i && is_companion(me, other) && between.length_squared() <= limit * limit {
                let rank = ranks.get(j).map_or(0, |&rank| rank as usize);
                sum -= between * self.times(rank, members as usize);
            }
        }
        sum
    }

    /// Away from enemies within the detection limit.
    fn enemy_separation(
        &self,
        battle: &Battle,
        me: &Fighter,
        near: impl Iterator<Item = usize>,
    ) -> Vec2 {
        let mut sum = Vec2::ZERO;
        for (j, foe) in near.map(|j| (j, &battle.foes[j])) {
            if foe.distance_to(me) <= self.detection_limit(me, foe) {
                sum -= (foe.position - me.position) * self.times(j, battle.foes.len());
            }
        }
        sum
    }

    /// Away from walk tiles that cannot be walked on.
    fn terrain_separation(&self, terrain: &Terrain, me: &Fighter) -> Vec2 {
        let reach = self.terrain_reach as i32;
        let middle = (me.position * TILES).floor().as_ivec2();
        let cell = |tile: IVec2| Cell::containing(tile.as_vec2() / TILES);
        let (low, high) = (cell(middle - IVec2::splat(reach)), cell(middle + IVec2::splat(reach)));
        // The tiles lie in at most four cells.
        let corners = [low, Cell::new(high.x, low.y), Cell::new(low.x, high.y), high];
        if me.flies || corners.into_iter().all(|cell| terrain.is_passable(cell)) {
            return Vec2::ZERO;
        }
        let limit = me.radius + self.terrain_gap as f32 / PIXELS;
        let adjacent = (2 * reach as usize + 1).pow(2) - 1;
        let tiles = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| IVec2::new(x, y)));
        let mut sum = Vec2::ZERO;
        for (place, tile) in tiles.filter(|&tile| tile != IVec2::ZERO).enumerate() {
            let at = ((middle + tile).as_vec2() + 0.5) / TILES;
            let between = at - me.position;
            if between.length_squared() <= limit * limit
                && !terrain.is_passable(Cell::containing(at))
            {
                sum -= between * self.times(place, adjacent);
            }
        }
        sum
    }
}

fn is_companion(me: &Fighter, other: &Fighter) -> bool {
    me.squad.is_some() && other.squad == me.squad
}

/// Sums every squad, in the order of their numbers, and finds the index of each unit in its own.
fn sum_squads(own: &[Fighter], squads: &mut Vec<Squad>, ranks: &mut Vec<u32>) {
    squads.clear();
    ranks.clear();
    for member in own {
        if member.squad.is_none() {
            ranks.push(0);
            continue;
        }
        let at = match squads.binary_search_by_key(&member.squad, |s| s.number) {
            Ok(at) => at,
            Err(at) => {
                squads.insert(at, Squad { number: member.squad, ..Squad::default() });
                at
            }
        };
        ranks.push(squads[at].add(member));
    }
}

#[cfg(test)]
#[path = "boids_tests.rs"]
mod tests;
