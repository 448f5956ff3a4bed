//! The paths that the units of a scenario would take; nothing moves.

use crate::grid::{Cell, Regions, Terrain, walk_length};
use crate::measure::{
    Obstructions, Separation, Sides, approaches, average_length, cohesion, separation,
};
use crate::scenario::{Motion, Order, Scenario};
use crate::search::FastSearch;
use crate::sim::{CaptureSearch, Groups, LastSearch, Orders, Roster, Route, Simulation, Unit};
use serde::Serialize;
use std::collections::BTreeMap;

/// Maximum number of ways to pass the obstacles for which a group's separation is computed.
const MAX_WAYS: usize = 64;

/// Every planned path, and metrics of all of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlanReport {
    /// The units that have an order, by number.
    pub units: Vec<UnitReport>,
    /// Mean length of the paths, in cells.
    pub average_length: f64,
    /// Cohesion of the paths (marker-cohesion).
    pub cohesion: f64,
    /// Nodes expanded for all paths.
    pub expanded: u64,
    /// How many paths pass each obstacle of the scenario on each side.
    pub sides: Vec<ObstacleReport>,
    /// Whether units separate on their way to a common goal, in the order of the goals.
    pub separation: Vec<SeparationReport>,
    /// Every cell that a search expanded, and how many searches did; for pictures.
    #[serde(skip)]
    pub visited: Vec<(Cell, u32)>,
}

/// How paths pass an obstacle.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ObstacleReport {
    /// Its number: the index in the scenario's list.
    pub obstacle: u32,
    /// Paths with a cell beside it: left and right in its rows, above and below in its columns.
    #[serde(flatten)]
    pub sides: Sides,
}

/// Whether a group separates.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeparationReport {
    /// Where the paths end.
    pub goal: Cell,
    /// How many there are.
    pub units: usize,
    /// In how many different ways they pass obstacles; a group with more than 64 is left out.
    pub ways: usize,
    /// D: largest walking distance between units that pass obstacles on different sides at equal length travelled, in cells.
    pub distance: f64,
    /// S: D, but for each two ways to pass the obstacles at most width plus height of the largest region between them, in cells.
    pub bounded_distance: f64,
    /// R: root mean square distance of the starts from their centre, in cells.
    pub radius: f64,
    /// Whether D is at least 18 cells.
    pub separated: bool,
    /// Whether S is at least 28 cells.
    pub clearly_separated: bool,
}

/// One unit's path.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UnitReport {
    /// Its number.
    pub id: u32,
    /// Where it stands.
    pub start: Cell,
    /// Its last goal.
    pub goal: Cell,
    /// Whether a path leads to the goal.
    pub reachable: bool,
    /// Every cell from start to goal, or to the nearest reachable cell.
    pub path: Vec<Cell>,
    /// Length of the path, in cells.
    pub length: f64,
    /// Nodes expanded for this unit; a search for a whole group is charged to the unit that started it.
    pub expanded: u64,
}

/// Plans the first orders of a scenario, whatever their tick, with the same systems that plan while units walk.
pub fn plan_scenario(scenario: &Scenario) -> PlanReport {
    let mut scenario = scenario.clone();
    if let Some(first) = scenario.orders.first().map(|o| o.tick) {
        scenario.orders.retain(|o| o.tick == first);
        scenario.orders.iter_mut().for_each(|o| o.tick = 0);
    }
    let mut simulation = Simulation::new(&scenario);
    simulation.watch(CaptureSearch { last_search: true, ..CaptureSearch::default() });
    simulation.edit();
    let world = simulation.world();
    let (Some(roster), Some(groups)) = (simulation.get::<Roster>(), simulation.get::<Groups>())
    else {
        return report(&scenario, Vec::new(), Vec::new());
    };
    let terrain = scenario.stamped_terrain();
    let regions = Regions::of(&terrain);
    let units = roster.units.iter().filter_map(|(id, &entity)| {
        let route = world.get::<Route>(entity)?;
        let group = groups.list.get(&world.get::<Orders>(entity)?.group?)?;
        let (start, goal) = (*route.cells().first()?, group.goal(group.legs.len() - 1)?);
        // A target stands on its own cell, and flying units need no ground.
        let flies = world.get::<Unit>(entity)?.kind.flying && scenario.motion == Motion::Steered;
        let attacks = matches!(group.legs.last()?, Order::Attack(_) | Order::AttackUnit { .. });
        Some(UnitReport {
            id: id.0,
            start,
            goal,
            reachable: flies || attacks || regions.connected(&terrain, start, goal),
            length: walk_length(route.cells()),
            path: route.cells().to_vec(),
            expanded: route.expanded,
        })
    });
    let mut visited = Vec::new();
    if let Some(searches) = simulation.get::<LastSearch>() {
        let counts = searches.counts(&terrain);
        let cells = terrain.bounds().cells();
        visited.extend(cells.map(|cell| (cell, counts[terrain.node(cell) as usize])));
        visited.retain(|(_, searches)| *searches > 0);
    }
    report(&scenario, units.collect(), visited)
}

fn report(scenario: &Scenario, units: Vec<UnitReport>, visited: Vec<(Cell, u32)>) -> PlanReport {
    let paths: Vec<&[Cell]> = units.iter().map(|u| u.path.as_slice()).collect();
    let sides = scenario.obstacles.iter().map(|obstacle| ObstacleReport {
        obstacle: obstacle.id.0,
        sides: Sides::of(obstacle.area, &paths),
    });
    PlanReport {
        average_length: average_length(&paths),
        cohesion: cohesion(&paths),
        expanded: units.iter().map(|u| u.expanded).sum(),
        sides: sides.collect(),
        separation: separations(&scenario.stamped_terrain(), &paths),
        visited,
        units,
    }
}

/// Judges each group of paths with a common end on its own.
fn separations(terrain: &Terrain, paths: &[&[Cell]]) -> Vec<SeparationReport> {
    let mut groups: BTreeMap<Cell, Vec<&[Cell]>> = BTreeMap::new();
    for path in paths {
        if let Some(&end) = path.last() {
            groups.entry(end).or_default().push(path);
        }
    }
    let judge = |(goal, paths): (Cell, Vec<&[Cell]>)| {
        let starts: Vec<Cell> = paths.iter().filter_map(|path| path.first().copied()).collect();
        let obstructions = Obstructions::around(terrain, goal);
        let found =
            judge_separation(terrain, &obstructions, &approaches(terrain, &starts), &paths)?;
        Some(SeparationReport {
            goal,
            units: paths.len(),
            ways: found.ways,
            distance: found.distance,
            bounded_distance: found.bounded,
            radius: found.radius,
            separated: found.is_separated(),
            clearly_separated: found.is_clear(),
        })
    };
    groups.into_iter().filter_map(judge).collect()
}

/// Judges paths with a common end; `None` if the units pass the obstacles in too many ways to compare.
pub(super) fn judge_separation(
    terrain: &Terrain,
    obstructions: &Obstructions,
    approaches: &[Vec<Cell>],
    paths: &[&[Cell]],
) -> Option<Separation> {
    let mut search = FastSearch::default();
    let walking_distance = |a: Cell, b: Cell| {
        search.search(terrain, a, b);
        search.path(terrain).map_or_else(|| a.octile(b), |path| path.length())
    };
    separation(obstructions, approaches, paths, MAX_WAYS, walking_distance)
}
