//! Moving discs so that they neither overlap nor enter walls.
//!
//! Two steps. First the wanted positions are relaxed: from the strongest to the weakest, each disc is
//! pushed out of the discs that it gives way to, and out of walls. Then the moves are made one after the other, in order, each
//! only as far as it makes no overlap worse; so whatever the crowd, no disc ever passes through another
//! or through a wall. Discs with the shortest distance to go first; discs that could not move are tried again
//! once the others have made room. Which discs can touch each other is found once; a disc that meets no other costs
//! hardly more than finding that out.

use super::contacts::{Contacts, Extent};
use super::islands::Islands;
use super::parallel::{
    for_each_part, for_each_triple, gather, gather_three, largest, side_by_side,
};
use super::pressure::Pressure;
use super::spatial_grid::SpatialGrid;
use super::walls::{depth_in_walls, is_in_the_open, push_out};
use crate::grid::{Cell, Terrain};
use glam::Vec2;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// Number of discs that one thread moves per chunk, or more if they are one crowd.
const BATCH: usize = 256;
/// Rounds of pushing apart.
const RELAXATIONS: usize = 2;
/// How often moves are tried: forwards, backwards and forwards again through the discs that are still blocked.
const PASSES: usize = 3;
/// No disc is larger than this, in cells.
pub(super) const MAX_RADIUS: f32 = 0.5;
/// The furthest that a disc goes in one tick, in cells.
const MAX_REACH: f32 = 0.39;
/// How far a disc can get at most in all passes together, as a multiple of its reach: sliding along others does not
/// always lead straight towards where it wants to be.
const SLIDING: f32 = 1.25;
/// Overlap of two discs that is let pass, in cells.
pub const SLACK: f32 = 2e-3;

/// A disc that wants to move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Disc {
    /// Where it is; afterwards, where it went.
    pub position: Vec2,
    /// Where it would like to be.
    pub wanted: Vec2,
    /// Radius, in cells.
    pub radius: f32,
    /// The furthest that it may go in this tick, in cells.
    pub reach: f32,
    /// How far it still has to go, in cells. Of two discs that walk, the one with further to go gives
    /// way.
    pub to_go: f32,
    /// Whether it walks; discs that rest give way only to allies on their way elsewhere.
    pub walks: bool,
    /// Its side.
    pub team: u8,
    /// The group that it walks or rested with.
    pub group: u32,
    /// Whether it makes room while it rests by pushing on the resting allies behind it.
    pub pushes_on: bool,
    /// Up to two blocked cells that are ignored: the corners of a diagonal step between them, where
    /// the corner rule allows that.
    pub exempt: [Option<Cell>; 2],
}

impl Disc {
    /// The furthest that it goes in this tick, in cells.
    #[inline]
    fn furthest(&self) -> f32 {
        self.reach.min(MAX_REACH)
    }

    /// Whether it rests, and a push goes on through it.
    pub(super) fn passes_push_on(&self) -> bool {
        self.pushes_on && !self.walks
    }

    /// Whether it rests and steps aside for another: an ally on its way elsewhere.
    pub(super) fn steps_aside_for(&self, other: &Self) -> bool {
        !self.walks && other.walks && self.team == other.team && self.group != other.group
    }

    #[inline]
    fn extent(&self) -> Extent {
        let reach = self.radius.min(MAX_RADIUS) + self.furthest() * SLIDING;
        Extent { at: self.position, reach }
    }

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

    /// Returns whether it moved, be it by the last bit.
    fn set(&self, at: Vec2) -> bool {
        let bits = u64::from(at.x.to_bits()) | u64::from(at.y.to_bits()) << 32;
        let moved = self.0.load(Relaxed) != bits;
        self.0.store(bits, Relaxed);
        moved
    }
}

/// Reused memory of [`Crowd::step`].
#[derive(Debug, Default)]
pub struct Crowd {
    buckets: SpatialGrid,
    extents: Vec<Extent>,
    contacts: Contacts,
    islands: Islands,
    pressure: Pressure,
    positions: Vec<Point>,
    wanted: Vec<Point>,
    order: Vec<u64>,
    /// How far each disc went, in cells.
    ways: Vec<f32>,
}

impl Crowd {
    /// Moves all discs by one tick. Crowds that cannot touch each other are moved side by side; the result
    /// is the same on any number of threads. Returns the distance that all of them went, in cells.
    pub fn step(&mut self, terrain: &Terrain, discs: &mut [Disc]) -> f64 {
        let mut buckets = std::mem::take(&mut self.buckets);
        buckets.rebuild(terrain.bounds(), discs, |disc| disc.position);
        let way = self.step_sorted(terrain, &buckets, discs);
        self.buckets = buckets;
        way
    }

    /// The discs that a disc could touch in the last step, by their indices in the list: all that came nearer than both together
    /// can go in a tick. Valid until the next step.
    #[inline]
    pub fn contacts(&self, disc: usize) -> &[u32] {
        self.contacts.of(disc)
    }

    /// Like `step`, for discs whose positions are already sorted into buckets.
    pub fn step_sorted(
        &mut self,
        terrain: &Terrain,
        buckets: &SpatialGrid,
        discs: &mut [Disc],
    ) -> f64 {
        let Self { extents, contacts, islands, pressure, positions, wanted, .. } = self;
        gather_three(discs, (extents, positions, wanted), |disc| {
            (disc.extent(), Point::new(disc.position), Point::new(disc.wanted))
        });
        contacts.rebuild(buckets, extents);
        let all = &*discs;
        let find_islands = || {
            islands.rebuild(contacts, all.len());
            islands.batch(BATCH);
        };
        side_by_side(discs.len(), find_islands, || pressure.rebuild(contacts, all));
        gather(&self.islands.members, &mut self.order, |&i| u64::from(i));
        let moving = Moving {
            terrain,
            largest: largest(discs, |disc| disc.radius),
            contacts: &self.contacts,
            pressure: &self.pressure,
            discs,
            positions: &self.positions,
            wanted: &self.wanted,
        };
        let islands = &self.islands;
        for_each_part(&mut self.order, &islands.batch_ends, &|batch, members| {
            let mut first = 0;
            for end in islands.ends_in(batch) {
                moving.step(&mut members[first..end]);
                first = end;
            }
        });
        self.ways.resize(discs.len(), 0.0);
        for_each_triple(discs, &mut self.positions, &mut self.ways, |_, disc, position, way| {
            *way = position.get().distance(disc.position);
            disc.position = position.get();
        });
        self.ways.iter().map(|&way| f64::from(way)).sum()
    }
}

/// The order in which discs are moved, as a number, with the index of the disc in its lower bits: discs that walk
/// first, and of these the ones nearest to their goals first; then those that are pressed most directly.
fn rank(discs: &[Disc], pressure: &Pressure, i: u32) -> u64 {
    let disc = &discs[i as usize];
    // As `f32::total_cmp` orders them.
    let bits = disc.to_go.to_bits();
    let to_go = if bits >> 31 == 1 { !bits } else { bits | 1 << 31 };
    let place = if disc.walks { to_go } else { pressure.links(i as usize) };
    u64::from(!disc.walks) << 63 | u64::from(place) << 31 | u64::from(i)
}

/// The disc of a rank.
fn index(rank: u64) -> usize {
    (rank & 0x7fff_ffff) as usize
}

/// The discs of a tick while they move.
struct Moving<'a> {
    terrain: &'a Terrain,
    /// The largest radius, in cells.
    largest: f32,
    /// Of the positions before the tick.
    contacts: &'a Contacts,
    pressure: &'a Pressure,
    /// With their positions and wishes before the tick.
    discs: &'a [Disc],
    positions: &'a [Point],
    wanted: &'a [Point],
}

impl Moving<'_> {
    /// Moves the discs of an island.
    fn step(&self, order: &mut [u64]) {
        for place in order.iter_mut() {
            *place = rank(self.discs, self.pressure, *place as u32);
        }
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
    /// of the discs that it gives way to, which have found their positions before it. No disc wants to go further than it may.
    fn relax(&self, order: &[u64]) {
        // A disc that meets no other finds its position at once.
        let rounds = if order.len() == 1 { 1 } else { RELAXATIONS };
        for _ in 0..rounds {
            let mut moved = false;
            for i in order.iter().copied().map(index) {
                let disc = &self.discs[i];
                let mut wanted = self.wanted[i].get();
                // Most discs that it can touch are out of reach; nothing else is read of them.
                let reach = disc.radius + self.largest - SLACK;
                for j in self.contacts.of(i).iter().map(|&j| j as usize) {
                    let other = self.wanted[j].get();
                    if wanted.distance_squared(other) < reach * reach && self.gives_way(i, j) {
                        wanted = pushed_out_of(wanted, disc.radius, other, &self.discs[j]);
                    }
                }
                if !is_in_the_open(self.terrain, wanted, disc.radius) {
                    let (exempt, count) = disc.exempt();
                    wanted = push_out(self.terrain, wanted, disc.radius, &exempt[..count]);
                }
                let way = wanted - disc.position;
                moved |= self.wanted[i].set(disc.position + way.clamp_length_max(disc.furthest()));
            }
            // Another round would find the same positions. In a loose crowd most discs have room.
            if !moved {
                break;
            }
        }
    }

    /// Whether a disc gives way to another. Of two that walk, the one with further to go does: that
    /// dissolves the arches that form before a door. Discs that rest step aside for allies on their
    /// way elsewhere, and for no others.
    fn gives_way(&self, i: usize, j: usize) -> bool {
        let (a, b) = (&self.discs[i], &self.discs[j]);
        match (a.walks, b.walks) {
            (true, true) => (a.to_go, i) > (b.to_go, j),
            (false, true) => a.steps_aside_for(b),
            (true, false) => !b.steps_aside_for(a),
            (false, false) => (self.pressure.links(i), i) > (self.pressure.links(j), j),
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
    /// that would not get worse is ignored.
    fn obstruction(&self, i: usize, from: Vec2, to: Vec2) -> Option<Vec2> {
        let disc = &self.discs[i];
        if !is_in_the_open(self.terrain, to, disc.radius) {
            let (exempt, count) = disc.exempt();
            let exempt = &exempt[..count];
            let depth_at = |at: Vec2| depth_in_walls(self.terrain, at, disc.radius, exempt);
            let depth = depth_at(to);
            if depth > SLACK && depth > depth_at(from) + 1e-6 {
                let out = push_out(self.terrain, to, disc.radius, exempt) - to;
                return Some(out.normalize_or_zero());
            }
        }
        let reach = disc.radius + self.largest - SLACK;
        self.contacts.of(i).iter().map(|&j| j as usize).find_map(|j| {
            let other = self.positions[j].get();
            let after = to.distance_squared(other);
            if after >= reach * reach {
                return None;
            }
            let needed = disc.radius + self.discs[j].radius - SLACK;
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

#[cfg(test)]
#[path = "crowd_tests.rs"]
mod tests;
