//! The paths of a group if no unit ever had to wait for another.
//!
//! Each planned path is pulled tight: the shortest line along it around the corners that it passes, as a disc can walk it. What is
//! left between two planners is the detour that the group makes to stay together. No better cornering can save it.

use super::case::{ARRIVED, BLUE};
use crate::grid::{Cell, Terrain};
use crate::scenario::Scenario;
use crate::sim::{Position, Route, Simulation, Unit};
use crate::steering::is_clear;
use crate::traffic::corner_at;
use glam::Vec2;

/// The distances that the units of a group walk until they count as arrived, in cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ShortestWays {
    /// The mean over units.
    pub mean: f64,
    /// The longest of them.
    pub longest: f64,
}

impl ShortestWays {
    /// Plans a scenario and pulls the path of every unit of the first team tight.
    pub fn of(scenario: &Scenario) -> Self {
        let target = scenario.goals[0].at.center();
        let terrain = scenario.stamped_terrain();
        let mut simulation = Simulation::new(scenario);
        simulation.run(1);
        let world = simulation.world();
        let ways: Vec<f64> = simulation
            .units()
            .filter_map(|(_, entity)| {
                let unit = world.get::<Unit>(entity).filter(|unit| unit.team == BLUE)?;
                let (from, route) = (world.get::<Position>(entity)?, world.get::<Route>(entity)?);
                let way = pulled_tight(&terrain, unit.kind.radius, from.0, route.cells(), target);
                Some(f64::from(way - ARRIVED))
            })
            .collect();
        // Sums of distances are not more exact than this.
        let thousandths = |way: f64| (way * 1000.0).round() / 1000.0;
        Self {
            mean: thousandths(ways.iter().sum::<f64>() / ways.len().max(1) as f64),
            longest: thousandths(ways.iter().copied().fold(0.0, f64::max)),
        }
    }
}

/// The length of the shortest line from a position along a path to a target that a disc can walk, in cells. It bends only in the
/// middles of the path's cells and beside the corners of walls that they touch.
fn pulled_tight(terrain: &Terrain, radius: f32, from: Vec2, path: &[Cell], to: Vec2) -> f32 {
    let beside = |&cell: &Cell| {
        let corners = [(0, 0), (1, 0), (0, 1), (1, 1)];
        corners.into_iter().filter_map(move |(x, y)| {
            let corner = corner_at(terrain, cell.x + x, cell.y + y)?;
            // Two sides of a square around the disc's path past the corner meet here.
            Some(corner.at + corner.outwards * radius * std::f32::consts::SQRT_2)
        })
    };
    let bends = path.iter().enumerate().flat_map(|(place, cell)| {
        let beside = beside(cell).map(|at| (at, None));
        [(cell.center(), Some(place))].into_iter().chain(beside)
    });
    let points: Vec<(Vec2, Option<usize>)> =
        [(from, None)].into_iter().chain(bends).chain([(to, None)]).collect();
    let mut ways = vec![f32::INFINITY; points.len()];
    ways[0] = 0.0;
    for (end, &(to, next)) in points.iter().enumerate().skip(1) {
        for (start, &(from, place)) in points[..end].iter().enumerate() {
            let way = ways[start] + from.distance(to);
            // A path may cut a corner where a disc has no room: neighbouring cells are always joined.
            let is_next = place.is_some() && place.map(|place| place + 1) == next;
            if way < ways[end] && (is_next || is_clear(terrain, from, to, radius)) {
                ways[end] = way;
            }
        }
    }
    ways[points.len() - 1]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CornerRule;

    #[test]
    fn a_path_around_a_wall_is_pulled_tight_around_its_corners() {
        let rows = ["..........", "..........", "..######..", "..........", ".........."];
        let terrain = Terrain::from_text(CornerRule::BothSidesFree, &rows);
        let below = (1..=5).rev().map(|x| (x, 3));
        let above = (1..=5).map(|x| (x, 1));
        let left: Vec<Cell> = below.chain([(1, 2)]).chain(above).map(Cell::from).collect();
        let (from, to) = (Vec2::new(5.5, 3.5), Vec2::new(5.5, 1.5));
        let way = pulled_tight(&terrain, 0.1, from, &left, to);
        // Past the corners (2, 3) and (2, 2) of the wall, a tenth of a cell away.
        let corner = Vec2::new(1.9, 3.1);
        let expected = 2.0 * from.distance(corner) + 1.2;
        assert!((way - expected).abs() < 0.01, "{way} and {expected}");
        assert!((pulled_tight(&terrain, 0.1, from, &[Cell::new(5, 3)], from)).abs() < 1e-6);
    }
}
