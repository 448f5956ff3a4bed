//! Moving discs so that they neither overlap nor enter walls.
//!
//! Two steps. First the wanted positions are relaxed: from the strongest to the weakest, each disc is
//! pushed out of those it gives way to, and out of walls. Then the moves are made one after the other, in order, each
//! only as far as it makes no overlap worse; so whatever the crowd, no disc ever passes through another
//! or through a wall. Those with the shortest way go first; those that could not move are tried again
//! once the others have made room.
//! Costs about a microsecond per disc in a dense crowd.

use super::buckets::Buckets;
use super::walls::{depth_in_walls, push_out};
use crate::grid::{Cell, Terrain};
use bevy::math::Vec2;

/// Rounds of pushing apart.
const RELAXATIONS: usize = 2;
/// How often moves are tried: forwards, backwards and forwards again through those still blocked.
const PASSES: usize = 3;
/// No disc is larger than this, in cells.
const LARGEST_RADIUS: f32 = 0.5;
/// The furthest that two discs can have moved towards each other since the buckets were filled, in cells.
const LARGEST_MOVES: f32 = 0.6;
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

/// Reused memory of [`Crowd::step`].
#[derive(Clone, Debug, Default)]
pub struct Crowd {
    buckets: Buckets,
    wanted: Vec<Vec2>,
    order: Vec<usize>,
}

impl Crowd {
    /// Moves all discs by one tick.
    pub fn step(&mut self, terrain: &Terrain, discs: &mut [Disc]) {
        self.buckets.rebuild(terrain.bounds(), discs.iter().map(|d| d.position));
        self.relax(terrain, discs);
        for _ in 0..PASSES {
            let mut order = std::mem::take(&mut self.order);
            order.retain(|&i| !self.try_move(terrain, discs, i));
            order.reverse();
            self.order = order;
        }
    }

    /// Moves the wanted positions apart, from the strongest disc to the weakest: each is pushed out
    /// of those it gives way to, which have found their places before it.
    fn relax(&mut self, terrain: &Terrain, discs: &[Disc]) {
        self.order.clear();
        self.order.extend(0..discs.len());
        self.order.sort_by(|&a, &b| {
            let (a_disc, b_disc) = (&discs[a], &discs[b]);
            b_disc
                .walks
                .cmp(&a_disc.walks)
                .then(a_disc.to_go.total_cmp(&b_disc.to_go))
                .then(a.cmp(&b))
        });
        self.wanted.clear();
        self.wanted.extend(discs.iter().map(|d| d.wanted));
        for _ in 0..RELAXATIONS {
            for &i in &self.order {
                let disc = &discs[i];
                let mut wanted = self.wanted[i];
                // Buckets hold the positions before the tick; both discs may have moved since.
                let distance = disc.radius + LARGEST_RADIUS + LARGEST_MOVES;
                for j in self.buckets.near(disc.position, distance) {
                    if j != i && gives_way(discs, i, j) {
                        wanted = pushed_out_of(wanted, disc.radius, self.wanted[j], &discs[j]);
                    }
                }
                let (exempt, count) = disc.exempt();
                self.wanted[i] = push_out(terrain, wanted, disc.radius, &exempt[..count]);
            }
        }
        for (disc, wanted) in discs.iter().zip(&mut self.wanted) {
            *wanted = disc.position + (*wanted - disc.position).clamp_length_max(disc.reach);
        }
    }

    /// Moves one disc towards where it wants to be: all the way, past what is in the way, half the
    /// way, or not at all. Returns whether it went all the way.
    fn try_move(&self, terrain: &Terrain, discs: &mut [Disc], i: usize) -> bool {
        let from = discs[i].position;
        let way = self.wanted[i] - from;
        if way.length_squared() < 1e-12 {
            return true;
        }
        let obstruction = self.obstruction(terrain, discs, i, from + way);
        let Some(normal) = obstruction else {
            discs[i].position = from + way;
            return true;
        };
        let along = way - normal * way.dot(normal).min(0.0);
        for candidate in [along, way * 0.5, along * 0.5] {
            if self.obstruction(terrain, discs, i, from + candidate).is_none() {
                discs[i].position = from + candidate;
                break;
            }
        }
        false
    }

    /// What keeps a disc from standing somewhere: the direction away from it, or `None`. An overlap
    /// that would not get worse does not count.
    fn obstruction(&self, terrain: &Terrain, discs: &[Disc], i: usize, to: Vec2) -> Option<Vec2> {
        let disc = &discs[i];
        let (exempt, count) = disc.exempt();
        let exempt = &exempt[..count];
        let depth = depth_in_walls(terrain, to, disc.radius, exempt);
        if depth > SLACK
            && depth > depth_in_walls(terrain, disc.position, disc.radius, exempt) + 1e-6
        {
            let out = push_out(terrain, to, disc.radius, exempt) - to;
            return Some(out.normalize_or_zero());
        }
        let distance = disc.radius + LARGEST_RADIUS + LARGEST_MOVES;
        self.buckets.near(to, distance).filter(|&j| j != i).find_map(|j| {
            let other = &discs[j];
            let needed = disc.radius + other.radius - SLACK;
            let after = to.distance_squared(other.position);
            let worse =
                after < needed * needed && after < disc.position.distance_squared(other.position);
            worse.then(|| (disc.position - other.position).normalize_or_zero())
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
