//! One game on each of the maps, and how it ended.

use super::{BLUE, ORANGE};
use crate::experiment::battles::{play, side, units_of};
use crate::grid::Cell;
use crate::scenario::Scenario;
use crate::sim::Simulation;
use glam::Vec2;

/// Longest game, in seconds.
const MOST_SECONDS: u32 = 240;
/// A unit this near to the target has reached it, in cells.
const REACHED: f32 = 4.0;
/// A unit that dies further than this from both towers was not killed by them: their range and one cell, in cells.
const OUT_OF_RANGE: f32 = 13.5;
/// The kinds of unit of which every group has two.
pub const KINDS: [&str; 3] = ["demon", "battlemage", "drake rider"];

/// How a game ended.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameResult {
    /// Whether the two towers of the order fell.
    pub won: bool,
    /// Units of the group that survive.
    pub survivors: usize,
    /// Units that reached the target, on map 3.
    pub reached: usize,
    /// Hit points that the group has left.
    pub hit_points: f64,
    /// Hit points that the towers of the order have left.
    pub towers: f64,
    /// Hit points that the group had lost when one of the two towers was first damaged.
    pub lost_on_the_way: f64,
    /// The same for the drake riders.
    pub drakes_lost: f64,
    /// Whether the initiate died before it was in range of the two towers.
    pub initiate_died_on_the_way: bool,
    /// How many ordinary towers stand on map 3, and whether the strong one does.
    pub standing: (usize, bool),
    /// Survivors of each of [`KINDS`].
    pub alive: [usize; 3],
}

fn alive(simulation: &Simulation) -> [usize; 3] {
    let group = units_of(simulation, BLUE);
    KINDS.map(|kind| group.iter().filter(|u| u.kind == kind).count())
}

/// Hit points left of the two towers to attack: the first two units of the scenario.
fn ordered_left(simulation: &Simulation) -> f64 {
    let towers = units_of(simulation, ORANGE);
    towers.iter().filter(|u| u.id.0 < 2).fold(0.0, |all, u| all + u.hit_points)
}

fn drakes(simulation: &Simulation) -> f64 {
    let group = units_of(simulation, BLUE);
    group.iter().filter(|u| u.kind == "drake rider").fold(0.0, |all, u| all + u.hit_points)
}

/// Maps 1 and 2: an attack on two towers.
pub fn attack(scenario: &Scenario, seed: u64) -> GameResult {
    let group = || scenario.units.iter().filter(|u| u.team == BLUE);
    let full: f64 = group().map(|u| f64::from(u.kind.hit_points)).sum();
    let drakes_full: f64 = group()
        .filter(|u| u.kind.name == "drake rider")
        .map(|u| f64::from(u.kind.hit_points))
        .sum();
    let ordered: Vec<Vec2> =
        scenario.units.iter().take(2).map(|u| u.kind.position_at(u.at)).collect();
    let (mut lost_on_the_way, mut drakes_lost) = (None, None);
    let mut initiate: Option<Vec2> = None;
    let mut initiate_dead = false;
    let simulation = play(scenario, seed, MOST_SECONDS, |simulation| {
        let group = side(simulation, BLUE);
        let left = ordered_left(simulation);
        if lost_on_the_way.is_none() && left < 14_000.0 {
            lost_on_the_way = Some(full - group.hit_points);
            drakes_lost = Some(drakes_full - drakes(simulation));
        }
        match units_of(simulation, BLUE).iter().find(|u| u.kind == "initiate") {
            Some(unit) => initiate = Some(unit.at),
            None => initiate_dead = true,
        }
        group.units == 0 || left == 0.0
    });
    let group = side(&simulation, BLUE);
    let towers = ordered_left(&simulation);
    let far = |at: Vec2| ordered.iter().all(|tower| tower.distance(at) > OUT_OF_RANGE);
    GameResult {
        won: towers == 0.0 && group.units > 0,
        survivors: group.units,
        hit_points: group.hit_points,
        towers,
        lost_on_the_way: lost_on_the_way.unwrap_or(full),
        drakes_lost: drakes_lost.unwrap_or(drakes_full),
        initiate_died_on_the_way: initiate_dead && initiate.is_some_and(far),
        alive: alive(&simulation),
        ..GameResult::default()
    }
}

/// Map 3: past or through the towers to the goal.
pub fn pass(scenario: &Scenario, seed: u64) -> GameResult {
    let goal =
        scenario.orders.first().and_then(|o| o.order.place()).and_then(|p| scenario.cell_of(p));
    let goal = goal.unwrap_or(Cell::new(0, 0)).center();
    let is_there = |at: Vec2, arrived: bool| arrived || at.distance(goal) < REACHED;
    let simulation = play(scenario, seed, MOST_SECONDS, |simulation| {
        units_of(simulation, BLUE).iter().all(|u| is_there(u.at, u.arrived))
    });
    let group = units_of(&simulation, BLUE);
    let standing = units_of(&simulation, ORANGE);
    let ordinary = standing.iter().filter(|u| u.kind == "defence tower").count();
    let reached = group.iter().filter(|u| is_there(u.at, u.arrived)).count();
    GameResult {
        won: reached > 0,
        survivors: group.len(),
        reached,
        hit_points: side(&simulation, BLUE).hit_points,
        standing: (ordinary, standing.len() > ordinary),
        alive: alive(&simulation),
        ..GameResult::default()
    }
}
