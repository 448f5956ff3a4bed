//! The ground of an arena, and the obstacles that stand on it.

use super::setup::Roster;
use crate::combat::UnitKind;
use crate::grid::{Cell, Rectangle, Regions, Terrain};
use crate::scenario::ObstacleSpec;
use bevy::ecs::lifecycle::HookContext;
use bevy::ecs::world::DeferredWorld;
use bevy::prelude::*;

/// The ground of an arena with its obstacles stamped in, and what changed on it.
#[derive(Component, Clone, Debug)]
pub struct Land {
    /// Which cells are passable, and the legal steps.
    pub terrain: Terrain,
    /// What is connected with what; brought up to date once a tick.
    pub regions: Regions,
    /// Cells that became blocked since paths were last checked.
    pub closed: Vec<Cell>,
    /// Cells that became passable since paths were last checked.
    pub opened: Vec<Cell>,
    /// Whether the corner rule changed since paths were last checked.
    pub corners_changed: bool,
    /// The same map without anything in the way, for those who fly; there once one has planned.
    pub sky: Option<Terrain>,
}

impl Land {
    /// What is in the way of a kind of unit.
    pub fn terrain_for(&self, kind: &UnitKind) -> &Terrain {
        self.sky.as_ref().filter(|_| kind.flying).unwrap_or(&self.terrain)
    }

    /// Puts something on cells, or takes it off them.
    pub(crate) fn change_cover(&mut self, area: Rectangle, add: bool) {
        for cell in area.cells() {
            let changed = if add { self.terrain.cover(cell) } else { self.terrain.uncover(cell) };
            if changed {
                self.note_change(cell);
            }
        }
    }

    /// Notes a change of passability.
    pub fn note_change(&mut self, cell: Cell) {
        if self.terrain.is_passable(cell) {
            self.opened.push(cell);
        } else {
            self.closed.push(cell);
        }
    }
}

/// An obstacle. Child of its arena; blocks its cells as long as it exists.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[component(immutable, on_insert = stamp, on_discard = lift)]
pub struct Obstacle(pub ObstacleSpec);

fn stamp(world: DeferredWorld, context: HookContext) {
    change_cover(world, context.entity, true);
}

fn lift(world: DeferredWorld, context: HookContext) {
    change_cover(world, context.entity, false);
}

fn change_cover(mut world: DeferredWorld, entity: Entity, add: bool) {
    let Some((obstacle, arena)) = world
        .get::<Obstacle>(entity)
        .map(|o| o.0)
        .zip(world.get::<ChildOf>(entity).map(ChildOf::parent))
    else {
        return;
    };
    if let Some(mut land) = world.get_mut::<Land>(arena) {
        land.change_cover(obstacle.area, add);
    }
    if let Some(mut roster) = world.get_mut::<Roster>(arena) {
        if add {
            roster.obstacles.insert(obstacle.id, entity);
        } else {
            roster.obstacles.remove(&obstacle.id);
        }
    }
}
