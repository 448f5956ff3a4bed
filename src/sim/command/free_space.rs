//! Finding room for units: when they are dropped, and when a wall is built on top of them.

use crate::combat::UnitKind;
use crate::grid::{Cell, ring};
use crate::sim::arena::{Land, Roster};
use crate::sim::cells::{Board, Stepper};
use crate::sim::unit::{Position, PreviousPosition, Unit};
use crate::steering::{SLACK, depth_in_walls};
use bevy::prelude::*;
use std::collections::BTreeSet;

/// How far from the wanted place a free one is looked for, in cells.
const FURTHEST: i32 = 64;

/// The place nearest to a position at which a disc stands free: the position itself, or the middle of
/// a cell. `except` is a unit that does not count.
pub(crate) fn free_place_near(
    world: &World,
    arena: Entity,
    near: Vec2,
    kind: &UnitKind,
    except: Option<Entity>,
) -> Option<Vec2> {
    let radius = kind.radius;
    let terrain = &world.get::<Land>(arena)?.terrain;
    let size = Vec2::new(terrain.bounds().width as f32, terrain.bounds().height as f32);
    let near = if near.is_finite() { near.clamp(Vec2::ZERO, size) } else { Vec2::ZERO };
    if world.get::<Board>(arena).is_some() && kind.footprint(near).is_none() {
        return free_cell_near(world, arena, near, except).map(Cell::center);
    }
    let others: Vec<(Vec2, f32)> = world
        .get::<Roster>(arena)?
        .units
        .values()
        .filter(|&&e| Some(e) != except)
        .filter_map(|&e| Some((world.get::<Position>(e)?.0, world.get::<Unit>(e)?.kind.radius)))
        .collect();
    let is_free = |at: Vec2| {
        if let Some(area) = kind.footprint(at) {
            let touches = |p: Vec2, r: f32| {
                let low = Vec2::new(area.at.x as f32, area.at.y as f32);
                p.clamp(low, low + Vec2::splat(kind.size as f32)).distance(p) < r - SLACK
            };
            return area.cells().all(|cell| terrain.is_passable(cell))
                && others.iter().all(|&(p, r)| !touches(p, r));
        }
        terrain.is_passable(Cell::containing(at))
            && depth_in_walls(terrain, at, radius, &[]) <= SLACK
            && others.iter().all(|&(p, r)| p.distance(at) >= radius + r - SLACK)
    };
    // Buildings stand on whole cells.
    let near = kind.footprint(near).map_or(near, |area| kind.position_at(area.at));
    if is_free(near) {
        return Some(near);
    }
    let middle = terrain.bounds().clamp(Cell::containing(near));
    (0..FURTHEST).find_map(|distance| {
        ring(middle, distance)
            .map(|cell| kind.position_at(cell))
            .filter(|&at| is_free(at))
            .min_by(|a, b| a.distance_squared(near).total_cmp(&b.distance_squared(near)))
    })
}

/// The free cell nearest to a position, where each unit has a cell of its own.
fn free_cell_near(
    world: &World,
    arena: Entity,
    near: Vec2,
    except: Option<Entity>,
) -> Option<Cell> {
    let terrain = &world.get::<Land>(arena)?.terrain;
    let units = world.get::<Roster>(arena)?.units.values().filter(|&&e| Some(e) != except);
    let taken: BTreeSet<Cell> = units.filter_map(|&e| standing(world, e)).collect();
    let middle = terrain.bounds().clamp(Cell::containing(near));
    (0..FURTHEST)
        .flat_map(|distance| ring(middle, distance))
        .find(|cell| terrain.is_passable(*cell) && !taken.contains(cell))
}

/// The cell that a unit stands on, or is stepping to.
fn standing(world: &World, unit: Entity) -> Option<Cell> {
    let stepping = world.get::<Stepper>(unit).and_then(|stepper| stepper.cell);
    stepping.or_else(|| Some(Cell::containing(world.get::<Position>(unit)?.0)))
}

/// Moves units that a wall was built on to the nearest free place. Where there is none they stay.
pub(crate) fn move_units_off_walls(world: &mut World, arena: Entity) {
    let Some(roster) = world.get::<Roster>(arena) else { return };
    for unit in roster.units.values().copied().collect::<Vec<_>>() {
        let (Some(land), Some(position), Some(kind), Some(cell)) = (
            world.get::<Land>(arena),
            world.get::<Position>(unit),
            world.get::<Unit>(unit),
            standing(world, unit),
        ) else {
            continue;
        };
        let stands = match kind.kind.footprint(position.0) {
            Some(area) => area.cells().all(|cell| land.terrain.is_covered_once(cell)),
            None => kind.kind.flying || land.terrain.is_passable(cell),
        };
        if stands {
            continue;
        }
        let unit_again = kind.clone();
        if let Some(at) = free_place_near(world, arena, position.0, kind.kind, Some(unit)) {
            // A building lifts its cells from where it stood and blocks those where it stands now.
            world.entity_mut(unit).insert((unit_again, Position(at), PreviousPosition(at)));
            if let Some(mut stepper) = world.get_mut::<Stepper>(unit)
                && stepper.cell.is_some()
            {
                let cell = Cell::containing(at);
                (stepper.cell, stepper.from) = (Some(cell), cell);
            }
        }
    }
}
