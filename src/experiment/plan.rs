//! The paths that the units of a scenario would take, without moving anybody.

use crate::grid::{Cell, walk_length};
use crate::measure::{average_length, cohesion};
use crate::scenario::Scenario;
use crate::sim::{Groups, Orders, Roster, Route, Simulation};
use serde::Serialize;

/// Every planned path, and what they are like together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlanReport {
    /// The units that have an order, by number.
    pub units: Vec<UnitReport>,
    /// Mean length of the paths, in cells.
    pub average_length: f64,
    /// Cohesion of the paths (marker-cohesion).
    pub cohesion: f64,
    /// Nodes expanded for all of them.
    pub expanded: u64,
}

/// One unit's path.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UnitReport {
    /// Its number.
    pub id: u32,
    /// Where it stands.
    pub start: Cell,
    /// Where it was told to go at last.
    pub goal: Cell,
    /// Every cell from start to goal, or to the nearest cell to it that can be reached.
    pub path: Vec<Cell>,
    /// Length of the path, in cells.
    pub length: f64,
    /// Nodes expanded for this unit; a search for a whole group counts with the unit that needed it.
    pub expanded: u64,
}

/// Plans the first orders that a scenario gives, whatever their tick, by the very systems that plan
/// while units walk.
pub fn plan_scenario(scenario: &Scenario) -> PlanReport {
    let mut scenario = scenario.clone();
    if let Some(first) = scenario.orders.first().map(|o| o.tick) {
        scenario.orders.retain(|o| o.tick == first);
        scenario.orders.iter_mut().for_each(|o| o.tick = 0);
    }
    let mut simulation = Simulation::new(&scenario);
    simulation.edit();
    let world = simulation.world();
    let (Some(roster), Some(groups)) = (simulation.get::<Roster>(), simulation.get::<Groups>())
    else {
        return report(Vec::new());
    };
    let units = roster.units.iter().filter_map(|(id, &entity)| {
        let route = world.get::<Route>(entity)?;
        let group = groups.list.get(&world.get::<Orders>(entity)?.group?)?;
        Some(UnitReport {
            id: id.0,
            start: *route.cells.first()?,
            goal: group.goal(group.legs.len() - 1)?,
            length: walk_length(&route.cells),
            path: route.cells.clone(),
            expanded: route.expanded,
        })
    });
    report(units.collect())
}

fn report(units: Vec<UnitReport>) -> PlanReport {
    let paths: Vec<&[Cell]> = units.iter().map(|u| u.path.as_slice()).collect();
    PlanReport {
        average_length: average_length(&paths),
        cohesion: cohesion(&paths),
        expanded: units.iter().map(|u| u.expanded).sum(),
        units,
    }
}
