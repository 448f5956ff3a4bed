//! One game on each of the maps, and how it ended.

use super::{BLUE, ORANGE};
use crate::experiment::battles::{play, seconds, side, units_of};
use crate::grid::{Cell, walk_length};
use crate::measure::statistics::mean;
use crate::scenario::{Scenario, UnitId};
use crate::sim::{Route, Simulation, TICKS_PER_SECOND, Unit};
use glam::Vec2;
use std::collections::BTreeMap;

/// Longest game, in seconds.
const MAX_SECONDS: u32 = 240;
/// A unit this near to the target has reached it, in cells.
const REACHED: f32 = 4.0;
/// Within this distance of a tower its shots can hit: its range and one cell and a half, in cells. A unit's walk ends there.
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
    /// Hit points that the units had lost when each came within reach of the two towers; all of one that never came so far.
    pub lost_on_the_way: f64,
    /// `lost_on_the_way` of the drake riders alone.
    pub drakes_lost: f64,
    /// Seconds between the first and the last unit that came within reach of the two towers.
    pub delay: f64,
    /// Seconds that a unit spent within reach of other towers on average.
    pub under_fire: f64,
    /// Length of the planned paths on average, in cells.
    pub path_length: f64,
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

/// A unit on its way to the two towers.
struct Walker {
    kind: &'static str,
    full: f64,
    /// Its hit points in the last tick; 0 once it is dead.
    hit_points: f64,
    /// When it came within reach of the two towers, and with how many hit points.
    came: Option<(f64, f64)>,
}

impl Walker {
    fn lost(&self) -> f64 {
        self.full - self.came.map_or(self.hit_points, |(_, hit_points)| hit_points)
    }
}

/// Mean length of the paths of the group, in cells.
fn planned_length(simulation: &Simulation) -> f64 {
    let world = simulation.world();
    let lengths = simulation.units().filter_map(|(_, entity)| {
        let is_ours = world.get::<Unit>(entity)?.team == BLUE;
        is_ours.then(|| world.get::<Route>(entity).map(|route| walk_length(route.cells())))?
    });
    mean(&lengths.collect::<Vec<f64>>())
}

/// Maps 1 and 2: an attack on two towers, the first two units of the scenario.
pub fn attack(scenario: &Scenario, seed: u64) -> GameResult {
    let places = |others: bool| -> Vec<Vec2> {
        let towers = scenario.units.iter().filter(|u| u.team == ORANGE);
        let towers = towers.enumerate().filter(|(n, _)| (*n >= 2) == others);
        towers.map(|(_, u)| u.kind.position_at(u.at)).collect()
    };
    let (ordered, others) = (places(false), places(true));
    let near = |towers: &[Vec2], at: Vec2| towers.iter().any(|t| t.distance(at) <= OUT_OF_RANGE);
    let mut walkers: BTreeMap<UnitId, Walker> = BTreeMap::new();
    for unit in scenario.units.iter().filter(|u| u.team == BLUE) {
        let full = f64::from(unit.kind.hit_points);
        let walker = Walker { kind: unit.kind.name, full, hit_points: full, came: None };
        walkers.insert(unit.id, walker);
    }
    let (mut under_fire, mut path_length) = (0_u32, None);
    let simulation = play(scenario, seed, MAX_SECONDS, |simulation| {
        path_length.get_or_insert_with(|| planned_length(simulation));
        walkers.values_mut().for_each(|walker| walker.hit_points = 0.0);
        let units = units_of(simulation, BLUE);
        for unit in &units {
            let Some(walker) = walkers.get_mut(&unit.id) else { continue };
            walker.hit_points = unit.hit_points;
            if walker.came.is_none() && near(&ordered, unit.at) {
                walker.came = Some((seconds(simulation), unit.hit_points));
            }
            under_fire += u32::from(near(&others, unit.at));
        }
        units.is_empty() || ordered_left(simulation) == 0.0
    });
    let group = side(&simulation, BLUE);
    let towers = ordered_left(&simulation);
    let came: Vec<f64> = walkers.values().filter_map(|w| Some(w.came?.0)).collect();
    let first = came.iter().copied().fold(f64::INFINITY, f64::min);
    let last = came.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let of = |kind: &'static str| walkers.values().filter(move |w| w.kind == kind);
    GameResult {
        won: towers == 0.0 && group.units > 0,
        survivors: group.units,
        hit_points: group.hit_points,
        towers,
        lost_on_the_way: walkers.values().map(Walker::lost).sum(),
        drakes_lost: of("drake rider").map(Walker::lost).sum(),
        delay: (last - first).max(0.0),
        under_fire: f64::from(under_fire)
            / f64::from(TICKS_PER_SECOND)
            / walkers.len().max(1) as f64,
        path_length: path_length.unwrap_or_default(),
        initiate_died_on_the_way: of("initiate").any(|w| w.came.is_none() && w.hit_points == 0.0),
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
    let simulation = play(scenario, seed, MAX_SECONDS, |simulation| {
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
