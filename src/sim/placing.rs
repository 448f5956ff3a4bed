//! Finding room for units: when they are dropped, and when a wall is built on top of them.

use super::arena::{Land, Roster};
use super::unit::{Position, PreviousPosition, Unit};
use crate::grid::{Cell, ring};
use crate::steering::{SLACK, depth_in_walls};
use bevy::prelude::*;

/// How far from the wanted place a free one is looked for, in cells.
const FURTHEST: i32 = 64;

/// The place nearest to a position at which a disc stands free: the position itself, or the middle of
/// a cell. `except` is a unit that does not count.
pub(super) fn free_place_near(
    world: &World,
    arena: Entity,
    near: Vec2,
    radius: f32,
    except: Option<Entity>,
) -> Option<Vec2> {
    let terrain = &world.get::<Land>(arena)?.terrain;
    let others: Vec<(Vec2, f32)> = world
        .get::<Roster>(arena)?
        .units
        .values()
        .filter(|&&e| Some(e) != except)
        .filter_map(|&e| Some((world.get::<Position>(e)?.0, world.get::<Unit>(e)?.kind.radius)))
        .collect();
    let is_free = |at: Vec2| {
        terrain.is_passable(Cell::containing(at))
            && depth_in_walls(terrain, at, radius, &[]) <= SLACK
            && others.iter().all(|&(p, r)| p.distance(at) >= radius + r - SLACK)
    };
    if is_free(near) {
        return Some(near);
    }
    let middle = terrain.bounds().clamp(Cell::containing(near));
    (0..FURTHEST).find_map(|distance| {
        ring(middle, distance)
            .map(Cell::center)
            .filter(|&at| is_free(at))
            .min_by(|a, b| a.distance_squared(near).total_cmp(&b.distance_squared(near)))
    })
}

/// Moves units that a wall was built on to the nearest free place. Where there is none they stay.
pub(super) fn move_units_off_walls(world: &mut World, arena: Entity) {
    let Some(roster) = world.get::<Roster>(arena) else { return };
    for unit in roster.units.values().copied().collect::<Vec<_>>() {
        let (Some(land), Some(position), Some(kind)) =
            (world.get::<Land>(arena), world.get::<Position>(unit), world.get::<Unit>(unit))
        else {
            continue;
        };
        if land.terrain.is_passable(Cell::containing(position.0)) {
            continue;
        }
        if let Some(at) = free_place_near(world, arena, position.0, kind.kind.radius, Some(unit)) {
            world.entity_mut(unit).insert((Position(at), PreviousPosition(at)));
        }
    }
}
