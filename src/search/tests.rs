//! Compares all searches with each other and with a simple Dijkstra search.

use super::*;
use crate::grid::{Bounds, Cell, CornerRule, Direction, Ground, Node, Terrain};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

mod agreement;
mod best_first;
mod literal;

const TOLERANCE: f64 = 1e-9;

fn random_terrain(random: &mut Pcg64Mcg, corners: CornerRule) -> Terrain {
    let bounds = Bounds::new(random.random_range(1..40), random.random_range(1..40));
    let density = random.random_range(0.0..0.5);
    let ground = (0..bounds.area())
        .map(|_| if random.random_bool(density) { Ground::Wall } else { Ground::Floor })
        .collect();
    Terrain::from_ground(bounds, corners, ground)
}

fn random_cell(random: &mut Pcg64Mcg, bounds: Bounds) -> Cell {
    let side = |random: &mut Pcg64Mcg, side: u32| random.random_range(0..side as i32);
    Cell::new(side(random, bounds.width), side(random, bounds.height))
}

/// Runs a check on random terrains under every corner rule.
fn on_random_terrains(rounds: u64, mut check: impl FnMut(&mut Pcg64Mcg, &Terrain)) {
    for corners in CornerRule::ALL {
        for seed in 0..rounds {
            let mut random = Pcg64Mcg::seed_from_u64(seed);
            let terrain = random_terrain(&mut random, corners);
            check(&mut random, &terrain);
        }
    }
}

/// Distances from one cell: relaxes every step until nothing changes.
fn dijkstra(terrain: &Terrain, from: Cell) -> Vec<f64> {
    let bounds = terrain.bounds();
    let mut distances = vec![f64::INFINITY; bounds.area()];
    let mut open = Vec::new();
    if terrain.is_passable(from) {
        distances[bounds.index(from).unwrap()] = 0.0;
        open.push(from);
    }
    while !open.is_empty() {
        let distance = |c: &Cell| distances[bounds.index(*c).unwrap()];
        let best =
            (0..open.len()).min_by(|&a, &b| distance(&open[a]).total_cmp(&distance(&open[b])));
        let cell = open.swap_remove(best.unwrap());
        let here = distances[bounds.index(cell).unwrap()];
        for d in Direction::ALL.into_iter().filter(|&d| terrain.allows(cell, d)) {
            let there = &mut distances[bounds.index(cell.step(d)).unwrap()];
            if here + d.length() < *there - TOLERANCE {
                if there.is_infinite() {
                    open.push(cell.step(d));
                }
                *there = here + d.length();
            }
        }
    }
    distances
}

/// A plain exact problem with any goal.
fn towards<H, G: Fn(Node) -> bool>(
    terrain: &Terrain,
    start: Cell,
    goal: G,
    estimate: H,
) -> Problem<'_, Lengths, H, G> {
    Problem {
        terrain,
        start,
        goal,
        model: Lengths,
        estimate,
        ties: Ties::FirstIn,
        reopen: true,
        takeover: Takeover::Smaller,
    }
}

/// A plain exact problem between two cells.
fn plain<H>(
    terrain: &Terrain,
    start: Cell,
    goal: Cell,
    estimate: H,
) -> Problem<'_, Lengths, H, impl Fn(Node) -> bool + use<H>> {
    let target = terrain.bounds().contains(goal).then(|| terrain.node(goal));
    towards(terrain, start, move |node| Some(node) == target, estimate)
}
