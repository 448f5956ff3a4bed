//! Checks a simulation from outside: where its discs are, and whether they keep apart.

use bevy::math::Vec2;
use phalanx::grid::{Cell, Rectangle, Terrain};
use phalanx::scenario::UnitId;
use phalanx::sim::{Board, Land, Position, Roster, Simulation, Status, Stepper, Unit};
use phalanx::steering::{SLACK, depth_in_walls};
use std::collections::BTreeMap;

/// Tolerated rounding of positions, in cells.
const ROUNDING: f32 = 1e-4;

/// The visible data of a unit.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    pub id: UnitId,
    pub position: Vec2,
    pub radius: f32,
    pub flies: bool,
    pub status: Status,
}

/// The units of a simulation, sorted by id.
pub fn units(sim: &Simulation) -> Vec<Seen> {
    let world = sim.world();
    sim.get::<Roster>()
        .unwrap()
        .units
        .iter()
        .map(|(&id, &entity)| Seen {
            id,
            position: world.get::<Position>(entity).unwrap().0,
            radius: world.get::<Unit>(entity).unwrap().kind.radius,
            flies: world.get::<Unit>(entity).unwrap().kind.flying,
            status: *world.get::<Status>(entity).unwrap(),
        })
        .collect()
}

/// The ground with its obstacles.
pub fn terrain(sim: &Simulation) -> &Terrain {
    &sim.get::<Land>().unwrap().terrain
}

/// A message about two units that overlap, if there are any. Compares only neighbours in x, so it is fast for
/// thousands.
pub fn overlap(units: &[Seen]) -> Option<String> {
    let mut units = units.to_vec();
    units.sort_by(|a, b| a.position.x.total_cmp(&b.position.x));
    for (i, a) in units.iter().enumerate() {
        for b in units[i + 1..].iter().take_while(|b| b.position.x - a.position.x < 1.0) {
            let depth = a.radius + b.radius - a.position.distance(b.position);
            if a.flies == b.flies && depth > SLACK + ROUNDING {
                return Some(format!("{a:?} and {b:?} overlap by {depth}"));
            }
        }
    }
    None
}

/// How deep a unit reaches into walls. Two wall cells that touch only at a corner do not count if units may pass
/// between them: there the corner rule lets units through where a disc has no room.
pub fn depth(terrain: &Terrain, unit: &Seen) -> f32 {
    let middle = Cell::containing(unit.position);
    let near = Rectangle::new(Cell::new(middle.x - 1, middle.y - 1), 3, 3);
    let blocked = |c: Cell| !terrain.is_passable(c);
    let pinched = |c: Cell| {
        [(1, 1), (1, -1), (-1, 1), (-1, -1)].into_iter().any(|(dx, dy)| {
            let (a, b) = (Cell::new(c.x + dx, c.y), Cell::new(c.x, c.y + dy));
            blocked(Cell::new(c.x + dx, c.y + dy)) && !blocked(a) && !blocked(b)
        })
    };
    let exempt: Vec<Cell> = near.cells().filter(|&c| blocked(c) && pinched(c)).collect();
    depth_in_walls(terrain, unit.position, unit.radius, &exempt)
}

/// A message about a unit inside a wall, if there is one.
pub fn in_wall(sim: &Simulation) -> Option<String> {
    let terrain = terrain(sim);
    units(sim).iter().filter(|unit| !unit.flies).find_map(|unit| {
        let depth = depth(terrain, unit);
        (depth > SLACK + ROUNDING).then(|| format!("{unit:?} is {depth} deep in a wall"))
    })
}

/// A message about two units on one cell, if units move from cell to cell. `None` if units are steered.
pub fn shared_cell(sim: &Simulation) -> Option<String> {
    sim.get::<Board>()?;
    let mut standing: BTreeMap<Cell, UnitId> = BTreeMap::new();
    for (&id, &entity) in &sim.get::<Roster>().unwrap().units {
        let Some(cell) = sim.world().get::<Stepper>(entity).unwrap().cell else { continue };
        if let Some(other) = standing.insert(cell, id) {
            return Some(format!("{id:?} and {other:?} are both on {cell}"));
        }
    }
    None
}

/// What is wrong with a simulation in which no wall is ever built on a unit.
pub fn disorder(sim: &Simulation) -> Option<String> {
    // Units that move from cell to cell pass each other more closely than discs could.
    let steered = sim.get::<Board>().is_none();
    let overlap = steered.then(|| overlap(&units(sim))).flatten();
    overlap
        .or_else(|| shared_cell(sim))
        .or_else(|| in_wall(sim))
        .map(|what| format!("tick {}: {what}", sim.tick()))
}
