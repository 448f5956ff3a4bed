//! The ground of an arena and the obstacles on it.

use super::setup::Roster;
use crate::combat::UnitKind;
use crate::grid::{Cell, Rectangle, Regions, Terrain};
use crate::scenario::ObstacleSpec;
use bevy::ecs::lifecycle::HookContext;
use bevy::ecs::world::DeferredWorld;
use bevy::prelude::*;

/// The ground of an arena with its obstacles, and the recent changes of it.
#[derive(Component, Clone, Debug)]
pub struct Land {
    /// Passable cells and legal steps.
    pub terrain: Terrain,
    /// Connected regions, updated once a tick.
    pub regions: Regions,
    /// Cells that became blocked since the last check of paths.
    pub closed: Vec<Cell>,
    /// Cells that became passable since the last check of paths.
    pub opened: Vec<Cell>,
    /// Whether the corner rule changed since the last check of paths.
    pub corners_changed: bool,
    /// The same map without obstacles, for flying units. Created when the first one plans.
    pub sky: Option<Terrain>,
}

impl Land {
    /// The terrain as a kind of unit sees it.
    pub fn terrain_for(&self, kind: &UnitKind) -> &Terrain {
        self.sky.as_ref().filter(|_| kind.flying).unwrap_or(&self.terrain)
    }

    /// Adds or removes one cover on each cell of an area.
    pub(crate) fn change_cover(&mut self, area: Rectangle, add: bool) {
        for cell in area.cells() {
            let changed = if add { self.terrain.cover(cell) } else { self.terrain.uncover(cell) };
            if changed {
                self.note_change(cell);
            }
        }
    }

    /// Records a change of passability.
    pub fn note_change(&mut self, cell: Cell) {
        if self.terrain.is_passable(cell) {
            self.opened.push(cell);
        } else {
            self.closed.push(cell);
        }
    }
}

/// An obstacle. It is a child of its arena and blocks its cells as long as it exists.
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
