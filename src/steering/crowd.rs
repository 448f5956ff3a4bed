//! Moving discs so that they neither overlap nor enter walls.
//!
//! Two steps. First the wanted positions are relaxed: from the strongest to the weakest, each disc is
//! pushed out of those it gives way to, and out of walls. Then the moves are made one after the other, in order, each
//! only as far as it makes no overlap worse; so whatever the crowd, no disc ever passes through another
//! or through a wall. Those with the shortest way go first; those that could not move are tried again
//! once the others have made room.
//! Costs about a microsecond per disc in a dense crowd.

use super::buckets::Buckets;
use super::islands::Islands;
use super::walls::{depth_in_walls, push_out};
use crate::grid::{Cell, Terrain};
use bevy::math::Vec2;
use rayon::prelude::*;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// From this many discs on, the work is shared among threads.
const SHARED_FROM: usize = 512;

/// Rounds of pushing apart.
const RELAXATIONS: usize = 2;
/// How often moves are tried: forwards, backwards and forwards again through those still blocked.
const PASSES: usize = 3;
/// No disc is larger than this, in cells.
const LARGEST_RADIUS: f32 = 0.5;
/// The furthest that two discs can have moved towards each other since the buckets were filled, in cells.
const LARGEST_MOVES: f32 = 0.6;
/// The furthest that a disc goes in one tick, in cells: so that the discs which it can meet lie in the buckets
/// round its own, and islands stay apart.
const LARGEST_REACH: f32 = 0.39;
/// Overlap of two discs that is let pass, in cells.
pub const SLACK: f32 = 2e-3;

/// A disc that wants to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    /// Where it is; afterwards, where it went.
    pub position: Vec2,
    /// Where it would like to be.
    pub wanted: Vec2,
    /// Radius, in cells.
    pub radius: f32,
    /// The furthest that it may go in this tick, in cells.
    pub reach: f32,
    /// How far it still has to go, in cells. Of two discs that walk, the one with the longer way gives
    /// way.
    pub to_go: f32,
    /// Whether it walks; discs that rest give way only to friends on their way elsewhere.
    pub walks: bool,
    /// Its side.
    pub team: u8,
    /// The group that it walks or rested with.
    pub group: u32,
    /// Up to two blocked cells that do not count: the corners of a diagonal step between them, where
    /// the corner rule allows that.
    pub exempt: [Option<Cell>; 2],
}

impl Disc {
    fn exempt(&self) -> ([Cell; 2], usize) {
        let mut cells = [Cell::default(); 2];
        let mut count = 0;
        for cell in self.exempt.into_iter().flatten() {
            cells[count] = cell;
            count += 1;
        }
        (cells, count)
    }
}

/// A point that several threads may see, of which only one ever moves it.
#[derive(Debug, Default)]
struct Point(AtomicU64);

impl Point {
    fn new(at: Vec2) -> Self {
        let point = Self::default();
        point.set(at);
        point
    }

    fn get(&self) -> Vec2 {
        let bits = self.0.load(Relaxed);
        Vec2::new(f32::from_bits(bits as u32), f32::from_bits((bits >> 32) as u32))
    }

    fn set(&self, at: Vec2) {
        self.0.store(u64::from(at.x.to_bits()) | u64::from(at.y.to_bits()) << 32, Relaxed);
    }
}

/// Reused memory of [`Crowd::step`].
#[derive(Debug, Default)]
pub struct Crowd {
    buckets: Buckets,
    islands: Islands,
    positions: Vec<Point>,
    wanted: Vec<Point>,
    order: Vec<u64>,
}

impl Crowd {
    /// Moves all discs by one tick. Crowds that cannot touch each other are moved side by side; the result
    /// is the same on any number of threads. Returns the distance that all of them went, in cells.
    pub fn step(&mut self, terrain: &Terrain, discs: &mut [Disc]) -> f64 {
        self.buckets.rebuild(terrain.bounds(), discs.iter().map(|d| d.position));
        self.islands.rebuild(&self.buckets);
        self.positions.clear();
        self.positions.extend(discs.iter().map(|d| Point::new(d.position)));
        self.wanted.clear();
        self.wanted.extend(discs.iter().map(|d| Point::new(d.wanted)));
        self.order.clear();
        self.order.extend(self.islands.members.iter().map(|&i| rank(discs, i)));
        let moving = Moving {
            terrain,
            buckets: &self.buckets,
            discs,
            positions: &self.positions,
            wanted: &self.wanted,
        };
        let mut islands = Vec::with_capacity(self.islands.ends.len());
        let mut rest = &mut self.order[..];
        let mut start = 0;
        for &end in &self.islands.ends {
            let (island, others) = rest.split_at_mut(end - start);
            islands.push(island);
            (rest, start) = (others, end);
        }
        if discs.len() >= SHARED_FROM {
            islands.into_par_iter().with_min_len(8).for_each(|island| moving.step(island));
        } else {
            islands.into_iter().for_each(|island| moving.step(island));
        }
        let mut distance = 0.0;
        for (disc, position) in discs.iter_mut().zip(&self.positions) {
            let way = position.get() - disc.position;
            distance += f64::from(way.length());
            disc.position = position.get();
        }
        distance
    }
}

/// The order in which discs are moved, as a number, with the index of the disc in its lower bits: those that walk
/// first, those with the shortest way first of them.
fn rank(discs: &[Disc], i: u32) -> u64 {
    let disc = &discs[i as usize];
    // As `f32::total_cmp` orders them.
    let bits = disc.to_go.to_bits();
    let to_go = if bits >> 31 == 1 { !bits } else { bits | 1 << 31 };
    u64::from(!disc.walks) << 63 | u64::from(to_go) << 31 | u64::from(i)
}

/// The disc of a rank.
fn index(rank: u64) -> usize {
    (rank & 0x7fff_ffff) as usize
}

/// The discs of a tick while they move.
struct Moving<'a> {
    terrain: &'a Terrain,
    /// Of the positions before the tick.
    buckets: &'a Buckets,
    /// Their positions and wishes are those before the tick.
    discs: &'a [Disc],
    positions: &'a [Point],
    wanted: &'a [Point],
}

impl Moving<'_> {
    /// Moves the discs of an island.
    fn step(&self, order: &mut [u64]) {
        order.sort_unstable();
        self.relax(order);
        let mut blocked = order.len();
        for _ in 0..PASSES {
            let mut kept = 0;
            for k in 0..blocked {
                if !self.try_move(index(order[k])) {
                    order[kept] = order[k];
                    kept += 1;
                }
            }
            blocked = kept;
            order[..blocked].reverse();
        }
    }

    /// Moves the wanted positions apart, from the strongest disc to the weakest: each is pushed out
    /// of those it gives way to, which have found their places before it.
    fn relax(&self, order: &[u64]) {
        for _ in 0..RELAXATIONS {
            for i in order.iter().copied().map(index) {
                let disc = &self.discs[i];
                let mut wanted = self.wanted[i].get();
                // Buckets hold the positions before the tick; both discs may have moved since.
                let distance = disc.radius.min(LARGEST_RADIUS) + LARGEST_RADIUS + LARGEST_MOVES;
                for j in self.buckets.near(disc.position, distance) {
                    if j != i && gives_way(self.discs, i, j) {
                        let other = self.wanted[j].get();
                        wanted = pushed_out_of(wanted, disc.radius, other, &self.discs[j]);
                    }
                }
                let (exempt, count) = disc.exempt();
                self.wanted[i].set(push_out(self.terrain, wanted, disc.radius, &exempt[..count]));
            }
        }
        for i in order.iter().copied().map(index) {
            let disc = &self.discs[i];
            let way = self.wanted[i].get() - disc.position;
            let reach = disc.reach.min(LARGEST_REACH);
            self.wanted[i].set(disc.position + way.clamp_length_max(reach));
        }
    }

    /// Moves one disc towards where it wants to be: all the way, past what is in the way, half the
    /// way, or not at all. Returns whether it went all the way.
    fn try_move(&self, i: usize) -> bool {
        let from = self.positions[i].get();
        let way = self.wanted[i].get() - from;
        if way.length_squared() < 1e-12 {
            return true;
        }
        let obstruction = self.obstruction(i, from, from + way);
        let Some(normal) = obstruction else {
            self.positions[i].set(from + way);
            return true;
        };
        let along = way - normal * way.dot(normal).min(0.0);
        for candidate in [along, way * 0.5, along * 0.5] {
            if self.obstruction(i, from, from + candidate).is_none() {
                self.positions[i].set(from + candidate);
                break;
            }
        }
        false
    }

    /// What keeps a disc from going somewhere: the direction away from it, or `None`. An overlap
    /// that would not get worse does not count.
    fn obstruction(&self, i: usize, from: Vec2, to: Vec2) -> Option<Vec2> {
        let disc = &self.discs[i];
        let (exempt, count) = disc.exempt();
        let exempt = &exempt[..count];
        let depth = depth_in_walls(self.terrain, to, disc.radius, exempt);
        if depth > SLACK && depth > depth_in_walls(self.terrain, from, disc.radius, exempt) + 1e-6 {
            let out = push_out(self.terrain, to, disc.radius, exempt) - to;
            return Some(out.normalize_or_zero());
        }
        let distance = disc.radius.min(LARGEST_RADIUS) + LARGEST_RADIUS + LARGEST_MOVES;
        self.buckets.near(to, distance).filter(|&j| j != i).find_map(|j| {
            let other = self.positions[j].get();
            let needed = disc.radius + self.discs[j].radius - SLACK;
            let after = to.distance_squared(other);
            let worse = after < needed * needed && after < from.distance_squared(other);
            worse.then(|| (from - other).normalize_or_zero())
        })
    }
}

/// A wanted position, moved just outside another disc.
fn pushed_out_of(wanted: Vec2, radius: f32, other: Vec2, disc: &Disc) -> Vec2 {
    let needed = radius + disc.radius;
    let between = wanted - other;
    let distance_squared = between.length_squared();
    if distance_squared >= (needed - SLACK) * (needed - SLACK) {
        return wanted;
    }
    let distance = distance_squared.sqrt();
    // Discs on the very same spot part along x.
    let direction = if distance > 1e-6 { between / distance } else { Vec2::X };
    other + direction * needed
}

/// Whether a disc gives way to another. Of two that walk, the one with the longer way does: that
/// dissolves the arches that form before a door. Those that rest step aside for friends who are on their
/// way elsewhere, and for nobody else.
fn gives_way(discs: &[Disc], i: usize, j: usize) -> bool {
    let (a, b) = (&discs[i], &discs[j]);
    let steps_aside = |resting: &Disc, walking: &Disc| {
        resting.team == walking.team && resting.group != walking.group
    };
    match (a.walks, b.walks) {
        (true, true) => (a.to_go, i) > (b.to_go, j),
        (false, true) => steps_aside(a, b),
        (true, false) => !steps_aside(b, a),
        (false, false) => i > j,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Bounds, CornerRule};

    fn disc(x: f32, y: f32) -> Disc {
        Disc {
            position: Vec2::new(x, y),
            wanted: Vec2::new(x, y),
            radius: 0.4,
            reach: 0.15,
            to_go: -x,
            walks: true,
            team: 0,
            group: 0,
            exempt: [None; 2],
        }
    }

    fn deepest_overlap(discs: &[Disc]) -> f32 {
        let mut deepest = 0.0f32;
        for (i, a) in discs.iter().enumerate() {
            for b in &discs[i + 1..] {
                deepest = deepest.max(a.radius + b.radius - a.position.distance(b.position));
            }
        }
        deepest
    }

    #[test]
    fn a_crowd_pressed_onto_one_point_never_overlaps_or_enters_a_wall() {
        let terrain = Terrain::from_text(
            CornerRule::Free,
            &["..........", "..........", "...####...", "....##....", "..........", ".........."],
        );
        let mut discs: Vec<Disc> = Vec::new();
        for y in [0, 1, 4, 5] {
            for x in 0..10 {
                discs.push(disc(x as f32 + 0.5, y as f32 + 0.5));
            }
        }
        let mut crowd = Crowd::default();
        for _ in 0..300 {
            for d in &mut discs {
                d.wanted =
                    d.position + (Vec2::new(2.0, 3.0) - d.position).clamp_length_max(d.reach);
            }
            crowd.step(&terrain, &mut discs);
            assert!(deepest_overlap(&discs) <= SLACK + 1e-4, "{}", deepest_overlap(&discs));
            for d in &discs {
                assert!(depth_in_walls(&terrain, d.position, d.radius, &[]) <= SLACK + 1e-4);
            }
        }
    }

    #[test]
    fn a_column_moves_as_fast_as_its_head() {
        let terrain = Terrain::open(Bounds::new(30, 1), CornerRule::Free);
        let mut discs: Vec<Disc> = (0..8).map(|i| disc(0.5 + i as f32 * 0.81, 0.5)).collect();
        let start: Vec<Vec2> = discs.iter().map(|d| d.position).collect();
        let mut crowd = Crowd::default();
        for _ in 0..100 {
            for d in &mut discs {
                d.wanted = d.position + Vec2::new(0.1, 0.0);
            }
            crowd.step(&terrain, &mut discs);
        }
        for (d, s) in discs.iter().zip(start) {
            assert!(d.position.x - s.x > 9.5, "{} -> {}", s.x, d.position.x);
        }
    }

    #[test]
    fn resting_friends_step_aside_and_others_do_not() {
        let terrain = Terrain::open(Bounds::new(9, 5), CornerRule::Free);
        let run = |team, group| {
            let mut discs = [disc(2.0, 2.5), disc(4.0, 2.6)];
            discs[1] = Disc { walks: false, team, group, ..discs[1] };
            let mut crowd = Crowd::default();
            for _ in 0..30 {
                discs[0].wanted = discs[0].position + Vec2::new(0.1, 0.0);
                discs[1].wanted = discs[1].position;
                crowd.step(&terrain, &mut discs);
            }
            discs[1].position.distance(Vec2::new(4.0, 2.6))
        };
        assert!(run(0, 7) > 0.2, "a friend of another group makes room");
        assert_eq!(run(0, 0), 0.0, "one of the same group has its place");
        assert_eq!(run(1, 7), 0.0, "a stranger does not move");
    }

    #[test]
    fn the_same_crowd_moves_the_same_way_twice() {
        let terrain = Terrain::open(Bounds::new(12, 12), CornerRule::Free);
        let run = || {
            let mut discs: Vec<Disc> =
                (0..60).map(|i| disc((i % 10) as f32 + 1.0, (i / 10) as f32 + 1.0)).collect();
            let mut crowd = Crowd::default();
            for _ in 0..50 {
                for d in &mut discs {
                    d.wanted =
                        d.position + (Vec2::splat(6.0) - d.position).clamp_length_max(d.reach);
                }
                crowd.step(&terrain, &mut discs);
            }
            discs
        };
        assert_eq!(run(), run());
    }
}
