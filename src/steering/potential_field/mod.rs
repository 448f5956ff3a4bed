//! Positioning by potential fields: a unit goes to the best tile nearby.
//!
//! J. Hagelbäck, Hybrid Pathfinding in StarCraft, IEEE Transactions on Computational Intelligence and AI
//! in Games 8(4), 2016, section II. The candidates are the 11 x 11 walk tiles (4 to a cell) round the unit. Enemies
//! attract most at the maximum shooting distance (MSD) of the unit's weapon, and repel units that retreat from them;
//! companions and walls repel. A ready unit with an enemy in range shoots instead; so the field decides on the approach
//! and while the weapon cools down.
//!
//! The paper prints no constants; the shape and its numbers are those of the author's published program. When to retreat
//! is open in the paper; it says how far: a little more than the enemy's weapon reaches. Three variants have names:
//! [`PotentialField::default`] retreats during every cooldown, over the paper's reach, from enemies that can attack it
//! (two cells more than the weapon; the field is as deep at the enemy as in the author's program);
//! [`PotentialField::program`] from 20 frames of cooldown on and over 80 tiles, from all enemies, as the author's published
//! program does; [`PotentialField::fifth_of_a_second`] is what this program did before: from 0.2 s on and over 80 tiles.
//! [`PotentialField::as_printed`] never retreats because of a cooldown: the paper's text says only that a unit whose
//! weapon cools down moves to its maximum shooting distance (Fig. 2).
//!
//! Differs: `Maximum` is not in the paper, which sums (an earlier program of the author took the maximum of what attracts);
//! `chases` is ours; both are off in the presets. Support units are attracted to a distance instead of retreating, because
//! medics that always flee never heal. Distances to enemies are measured from edge to edge, so that units of any size stop in range;
//! of equally good tiles the nearest wins, not the first of the scan, which would drift to one side. With
//! `Maximum` in place of the sum only the enemy that attracts most and the one that repels most are used.
//!
//! Potentials are whole numbers of 1/256. So sums do not depend on their order, and the fast evaluation chooses exactly
//! the tile that the naive one does.
//!
//! Costs: naively 121 x (enemies + companions) for each decision. [`Engage::decide`](super::Engage::decide) works out one
//! raster for all units of a kind that want the same, over the blocks of tiles that any of their windows touches, by adding
//! rows of ready-made stamps; then a decision reads its window and takes the unit's own stamp out.

mod distances;
mod naive;
mod patch;
mod raster;
mod stamps;

#[cfg(test)]
mod tests;

use super::engage::{Battle, Decision, EngageRule, Fighter, Foe, velocity_along};
use super::limits::{Limit, Meaning};
use super::terms::Terms;
use glam::{IVec2, Vec2};
pub use patch::Patch;
pub use raster::FieldScratch;

crate::choice! {
    /// How the fields of several enemies combine.
    pub enum Combine {
        /// They add up, as in the paper.
        Sum,
        /// Only the strongest is used.
        Maximum,
    }
}

crate::choice! {
    /// How far the field reaches that drives a retreating unit away from an enemy.
    pub enum RetreatReach {
        /// A little further than the enemy's weapon, and only from enemies that can attack the unit, as in the paper.
        EnemyWeapon,
        /// A fixed distance from every enemy, armed or not, as in the author's program.
        Fixed,
    }
}

crate::parameters! {
    /// Parameters of positioning by potential fields. Four walk tiles are a cell.
    pub struct PotentialField {
        /// How the fields of several enemies combine.
        combine: Combine = Combine::Sum;
        /// Potential at the maximum shooting distance from an enemy.
        attraction: f64 = 100.0, in 0.0..=1000.0;
        /// Potential just outside the maximum shooting distance; it falls by 1 with every tile.
        far_attraction: f64 = 80.0, in 0.0..=100.0;
        /// How much less than the weapon's range the maximum shooting distance is.
        short_of_range: f64 = 1.0, in 0.0..=16.0, unit "tiles";
        /// Distance that support units keep from enemies.
        support_distance: f64 = 6.0, in 1.0..=64.0, unit "tiles";
        /// Distance that units keep from enemies if neither can attack the other.
        unarmed_distance: f64 = 4.0, in 1.0..=64.0, unit "tiles";
        /// Whether units are driven away from enemies that they cannot attack, and from all while the weapon cools down.
        retreats: bool = true;
        /// Whether a weapon that cools down makes its bearer retreat; otherwise only units retreat that cannot attack.
        retreats_cooling: bool = true;
        /// Time that a weapon still has to cool down above which its bearer retreats.
        long_cooldown: f64 = 0.0, in 0.0..=5.0, unit "s";
        /// How far the field reaches that drives retreating units away.
        retreat_reach: RetreatReach = RetreatReach::EnemyWeapon;
        /// How much further than the enemy's weapon that is, with "Range of the enemy".
        retreat_margin: f64 = 8.0, in 0.0..=64.0, unit "tiles";
        /// Potential lost at the enemy's edge, with "Range of the enemy"; less with distance, down to nothing at the end of the reach.
        retreat_depth: f64 = 40.0, in 0.0..=1000.0;
        /// Distance from an enemy up to which the retreat field reaches, with `Fixed`.
        retreat_distance: f64 = 80.0, in 1.0..=100.0, unit "tiles";
        /// Potential that the retreat field gains with every tile, with `Fixed`, and near enemies if neither can attack the other.
        retreat_slope: f64 = 0.5, in 0.0..=10.0;
        /// Potential lost near each companion.
        own_repulsion: f64 = 25.0, in 0.0..=1000.0;
        /// How near that is.
        own_distance: f64 = 2.0, in 0.0..=5.0, unit "tiles";
        /// Potential lost on tiles that cannot be walked on.
        terrain_repulsion: f64 = 1000.0, in 0.0..=10000.0;
        /// Whether a unit that is ready and has no enemy in range goes straight for its target (ours).
        chases: bool = false;
    }
}

/// Walk tiles in a cell.
const TILES: f32 = 4.0;
/// Tiles on each side of the unit that are candidates.
const REACH: i32 = 5;
/// Candidates in a row.
const SIDE: usize = 2 * REACH as usize + 1;
/// Time in which a unit would like to be on its tile, in seconds.
const ARRIVAL: f32 = 1.0 / 12.0;

/// A potential: a whole number of 1/256.
type Potential = i32;

fn potential(value: f32) -> Potential {
    (value * 256.0) as Potential
}

/// The walk tile that a position lies in.
fn tile_at(position: Vec2) -> IVec2 {
    (position * TILES).floor().as_ivec2()
}

/// What an enemy adds to a tile, by the distance in tiles between edges.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Profile {
    /// Sum of the radii of both, in tiles.
    touching: f32,
    /// Half the side of the square that the enemy covers, in tiles; 0 for a unit.
    half: f32,
    shape: Shape,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Shape {
    /// Towards a distance from the enemy's edge, in tiles.
    Attack { msd: f32, attraction: f32, far_attraction: f32 },
    /// Away, up to a distance from the enemy's edge, in tiles.
    Retreat { distance: f32, slope: f32 },
}

impl Profile {
    /// The potential of a tile at an offset from the enemy's tile.
    fn at(&self, offset: IVec2) -> Potential {
        let outside = (offset.abs().as_vec2() - self.half).max(Vec2::ZERO);
        let d = (outside.length() - self.touching).max(0.0);
        potential(match self.shape {
            Shape::Attack { msd, attraction, .. } if d < msd - 1.0 => attraction * d / msd,
            Shape::Attack { msd, attraction, .. } if d <= msd => attraction,
            Shape::Attack { msd, far_attraction, .. } => (far_attraction - (d - msd)).max(0.0),
            Shape::Retreat { distance, slope } => ((d - distance) * slope).min(0.0),
        })
    }

    /// Tiles beyond which the potential is zero.
    fn reach(&self) -> i32 {
        let outside = match self.shape {
            Shape::Attack { msd, far_attraction, .. } => msd + far_attraction,
            Shape::Retreat { distance, .. } => distance,
        };
        (self.half + self.touching + outside).ceil() as i32
    }
}

impl Profile {
    /// Whether it drives units away.
    fn repels(&self) -> bool {
        matches!(self.shape, Shape::Retreat { .. })
    }
}

impl EngageRule for PotentialField {
    type Scratch = FieldScratch;

    fn chases(&self) -> bool {
        self.chases
    }

    fn decide(
        &self,
        battle: &Battle,
        scratch: &mut FieldScratch,
        decisions: &mut [Option<Decision>],
    ) {
        self.for_each(battle, scratch, |i, offset| {
            decisions[i] = Some(self.decision(&battle.own[i], offset));
        });
    }

    fn field(&self) -> Option<PotentialField> {
        Some(*self)
    }

    fn limits(&self, me: &Fighter, foes: &[Foe]) -> Vec<Limit> {
        let distance = self.companion_distance();
        let gap = (distance - 2.0 * me.radius).max(0.0);
        let companions = Limit { meaning: Meaning::FieldOfCompanions, gap, distance };
        let enemies = foes.iter().map(|foe| {
            let (repels, gap) = self.enemy_distance(me, foe);
            let meaning = if repels { Meaning::Retreat } else { Meaning::ShootingDistance };
            Limit { meaning, gap, distance: gap + me.radius + foe.radius + foe.half }
        });
        std::iter::once(companions).chain(enemies).collect()
    }
}

impl PotentialField {
    /// The author's published program: retreats from 20 frames (0.84 s) of cooldown on, over 80 tiles, from all enemies.
    pub fn program() -> Self {
        Self { long_cooldown: 0.84, retreat_reach: RetreatReach::Fixed, ..Self::default() }
    }

    /// What this program did before: retreats from 0.2 s of cooldown on, over 80 tiles, from all enemies.
    pub fn fifth_of_a_second() -> Self {
        Self { long_cooldown: 0.2, retreat_reach: RetreatReach::Fixed, ..Self::default() }
    }

    /// The text of the paper: while its weapon cools down a unit moves to its maximum shooting distance.
    pub fn as_printed() -> Self {
        Self { retreats_cooling: false, ..Self::default() }
    }

    /// Whether a fighter is driven away from enemies just now: its weapon cools down, or it has none.
    pub fn is_retreating(&self, me: &Fighter) -> bool {
        self.retreats && !me.support && (self.is_cooling(me) || me.reach == Default::default())
    }

    fn is_cooling(&self, me: &Fighter) -> bool {
        self.retreats_cooling && f64::from(me.cooldown) > self.long_cooldown
    }

    /// What an enemy adds to the field of a fighter.
    fn profile(&self, me: &Fighter, foe: &Foe) -> Profile {
        let touching = (me.radius + foe.radius) * TILES;
        let retreat = |distance: f64, slope: f64| Shape::Retreat {
            distance: distance as f32,
            slope: slope as f32,
        };
        let attack = |msd: f32| {
            let attraction = self.attraction as f32;
            let far_attraction = self.far_attraction as f32;
            Shape::Attack { msd: msd.max(0.25), attraction, far_attraction }
        };
        let retreats = self.retreats && (self.is_cooling(me) || me.range_to(foe).is_none());
        let shape = match (me.range_to(foe), foe.range_to(me)) {
            _ if me.support => attack(self.support_distance as f32),
            _ if retreats && self.retreat_reach == RetreatReach::Fixed => {
                retreat(self.retreat_distance, self.retreat_slope)
            }
            (_, Some(range)) if retreats => {
                let distance = f64::from(range * TILES) + self.retreat_margin;
                retreat(distance, self.retreat_depth / distance.max(1.0))
            }
            (Some(range), _) => attack(range * TILES - self.short_of_range as f32),
            (None, _) => retreat(self.unarmed_distance, self.retreat_slope),
        };
        Profile { touching, half: foe.half * TILES, shape }
    }

    /// Whether a companion repels on the tile at an offset from its own.
    fn repels(&self, offset: IVec2) -> bool {
        f64::from(offset.length_squared()) <= self.own_distance * self.own_distance
    }

    /// What going to a tile at an offset means.
    fn decision(&self, me: &Fighter, offset: IVec2) -> Decision {
        let desired = velocity_along(offset.as_vec2() / TILES, me.speed, ARRIVAL);
        let terms = if self.is_retreating(me) {
            Terms::new(&["retreat"], [desired])
        } else {
            Terms::new(&["attack"], [desired])
        };
        Decision { desired, terms }
    }
}

/// The best of the candidates, row by row round the unit: the present tile unless another is strictly
/// better; of those the nearest.
fn best_offset(window: &[[Potential; SIDE]; SIDE]) -> IVec2 {
    let best = window.iter().flatten().copied().max().unwrap_or(0);
    NEAREST_FIRST
        .into_iter()
        .find(|&[dx, dy]| {
            window[(i32::from(dy) + REACH) as usize][(i32::from(dx) + REACH) as usize] == best
        })
        .map_or(IVec2::ZERO, |[dx, dy]| IVec2::new(i32::from(dx), i32::from(dy)))
}

/// Offsets of the candidates, the nearest first; equally near ones row by row.
const NEAREST_FIRST: [[i8; 2]; SIDE * SIDE] = {
    let mut offsets = [[0; 2]; SIDE * SIDE];
    let (mut count, mut distance) = (0, 0);
    while distance <= 2 * REACH * REACH {
        let mut y = -REACH;
        while y <= REACH {
            let mut x = -REACH;
            while x <= REACH {
                if x * x + y * y == distance {
                    offsets[count] = [x as i8, y as i8];
                    count += 1;
                }
                x += 1;
            }
            y += 1;
        }
        distance += 1;
    }
    offsets
};
