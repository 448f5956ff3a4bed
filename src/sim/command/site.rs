//! An arena as the rule book sees it: what exists in it, and where there is room for units.

use super::apply::remove_units;
use crate::combat::UnitKind;
use crate::grid::{Bounds, Cell, Rectangle, Terrain};
use crate::scenario::{Catalogue, Facts, Goal, ObstacleId, ObstacleSpec, Site, Team, UnitId};
use crate::sim::arena::{Clock, Goals, Kinds, Land, Obstacle, Roster, Teams};
use crate::sim::cells::{Board, Stepper};
use crate::sim::unit::{Position, PreviousPosition, Unit};
use crate::steering::{SLACK, depth_in_walls};
use bevy::prelude::*;
use std::cell::OnceCell;
use std::collections::HashMap;

/// An arena that an action changes. Bodies are indexed when room is first looked for.
pub(crate) struct ArenaSite<'w> {
    pub world: &'w mut World,
    pub arena: Entity,
    bodies: OnceCell<Bodies>,
}

/// Where units stand, by cell. Discs reach at most into the cells around their own.
#[derive(Default)]
struct Bodies {
    discs: HashMap<Cell, Vec<Body>>,
    /// On a board, the unit that stands on a cell or steps to it.
    steppers: HashMap<Cell, Entity>,
}

struct Body {
    entity: Entity,
    at: Vec2,
    radius: f32,
}

impl<'w> ArenaSite<'w> {
    pub fn new(world: &'w mut World, arena: Entity) -> Self {
        Self { world, arena, bodies: OnceCell::new() }
    }

    /// Whether no tick has passed. Until then an arena is a scenario: each unit stands in the middle of cells of its own.
    fn is_at_start(&self) -> bool {
        self.world.get::<Clock>(self.arena).is_some_and(|clock| clock.tick == 0)
    }

    /// Notes a unit that has just been added or moved.
    pub fn note(&mut self, unit: Entity) {
        if let Some(bodies) = self.bodies.get_mut() {
            bodies.add(self.world, unit);
        }
    }

    /// The entity of an obstacle, and what it is.
    pub fn obstacle_entity(&self, id: ObstacleId) -> Option<(Entity, ObstacleSpec)> {
        let entity = *self.roster()?.obstacles.get(&id)?;
        Some((entity, self.world.get::<Obstacle>(entity)?.0))
    }

    fn roster(&self) -> Option<&Roster> {
        self.world.get(self.arena)
    }

    fn terrain(&self) -> Option<&Terrain> {
        self.world.get::<Land>(self.arena).map(|land| &land.terrain)
    }

    fn bodies(&self) -> &Bodies {
        self.bodies.get_or_init(|| {
            let mut bodies = Bodies::default();
            for &unit in self.roster().into_iter().flat_map(|roster| roster.units.values()) {
                bodies.add(self.world, unit);
            }
            bodies
        })
    }
}

impl Bodies {
    fn add(&mut self, world: &World, entity: Entity) {
        let (Some(unit), Some(at)) = (world.get::<Unit>(entity), world.get::<Position>(entity))
        else {
            return;
        };
        let body = Body { entity, at: at.0, radius: unit.kind.radius };
        self.discs.entry(Cell::containing(at.0)).or_default().push(body);
        self.steppers.extend(standing_cell(world, entity).map(|cell| (cell, entity)));
    }

    fn remove(&mut self, world: &World, entity: Entity) {
        if let Some(at) = world.get::<Position>(entity)
            && let Some(bodies) = self.discs.get_mut(&Cell::containing(at.0))
        {
            bodies.retain(|body| body.entity != entity);
        }
        if let Some(cell) = standing_cell(world, entity)
            && self.steppers.get(&cell) == Some(&entity)
        {
            self.steppers.remove(&cell);
        }
    }

    /// The bodies that could touch something in a rectangle.
    fn near(&self, area: Rectangle) -> impl Iterator<Item = &Body> {
        let corner = Cell::new(area.at.x - 1, area.at.y - 1);
        let around = Rectangle::new(corner, area.size.0 + 2, area.size.1 + 2);
        around.cells().filter_map(|cell| self.discs.get(&cell)).flatten()
    }
}

/// The cell that a unit stands on, or steps to.
fn standing_cell(world: &World, unit: Entity) -> Option<Cell> {
    let stepping = world.get::<Stepper>(unit).and_then(|stepper| stepper.cell);
    stepping.or_else(|| Some(Cell::containing(world.get::<Position>(unit)?.0)))
}

impl Facts for ArenaSite<'_> {
    fn bounds(&self) -> Bounds {
        self.terrain().map_or(Bounds::new(0, 0), Terrain::bounds)
    }

    fn teams(&self) -> &[Team] {
        self.world.get::<Teams>(self.arena).map_or(&[], |teams| &teams.0)
    }

    fn goals(&self) -> &[Goal] {
        self.world.get::<Goals>(self.arena).map_or(&[], |goals| &goals.0)
    }

    fn unit_count(&self) -> usize {
        self.roster().map_or(0, |roster| roster.units.len())
    }

    fn has_unit(&self, id: UnitId) -> bool {
        self.roster().is_some_and(|roster| roster.units.contains_key(&id))
    }

    fn obstacle_count(&self) -> usize {
        self.roster().map_or(0, |roster| roster.obstacles.len())
    }

    fn obstacle(&self, id: ObstacleId) -> Option<ObstacleSpec> {
        self.obstacle_entity(id).map(|(_, spec)| spec)
    }

    fn kind(&self, name: &str) -> Option<&'static UnitKind> {
        self.world.get::<Kinds>(self.arena)?.0.kind(name)
    }

    fn catalogue(&self) -> Option<&Catalogue> {
        self.world.get::<Kinds>(self.arena).map(|kinds| &kinds.0)
    }

    fn uses_kind(&self, name: &str) -> bool {
        let units = self.roster().into_iter().flat_map(|roster| roster.units.values());
        units.filter_map(|&unit| self.world.get::<Unit>(unit)).any(|unit| unit.kind.name == name)
    }

    fn has_cell_for_each_unit(&self) -> bool {
        let units = self.roster().into_iter().flat_map(|roster| roster.units.values());
        let is_building = |&&unit: &&Entity| {
            self.world.get::<Unit>(unit).is_some_and(|unit| unit.kind.is_building())
        };
        let needed = units.filter(|unit| !is_building(unit)).count();
        self.is_on_cells() || needed <= self.terrain().map_or(0, Terrain::passable_count)
    }
}

impl Site for ArenaSite<'_> {
    type Unit = Entity;

    fn is_on_cells(&self) -> bool {
        self.is_at_start() || self.world.get::<Board>(self.arena).is_some()
    }

    fn has_room(&self, kind: &UnitKind, at: Vec2, except: Option<Entity>) -> bool {
        let Some(terrain) = self.terrain() else { return false };
        let cell = Cell::containing(at);
        let area = kind.footprint(at).unwrap_or(Rectangle::new(cell, 1, 1));
        if !area.cells().all(|cell| terrain.is_passable(cell)) {
            return false;
        }
        let bodies = self.bodies();
        let is_free =
            |cell: Cell| bodies.steppers.get(&cell).is_none_or(|&other| Some(other) == except);
        if self.is_at_start() {
            return area.cells().all(is_free);
        }
        if self.is_on_cells() && !kind.is_building() {
            return is_free(cell);
        }
        let low = Vec2::new(area.at.x as f32, area.at.y as f32);
        let is_clear_of = |body: &Body| {
            let gap = if kind.is_building() {
                let nearest = body.at.clamp(low, low + Vec2::splat(kind.size as f32));
                nearest.distance(body.at) - body.radius
            } else {
                body.at.distance(at) - kind.radius - body.radius
            };
            gap >= -SLACK
        };
        let reaches_no_wall =
            kind.is_building() || depth_in_walls(terrain, at, kind.radius, &[]) <= SLACK;
        reaches_no_wall
            && bodies.near(area).filter(|body| Some(body.entity) != except).all(is_clear_of)
    }

    fn units_on_walls(&self) -> Vec<(Entity, &'static UnitKind, Vec2)> {
        let (Some(terrain), Some(roster)) = (self.terrain(), self.roster()) else {
            return Vec::new();
        };
        let on_wall = |&entity: &Entity| {
            let kind = self.world.get::<Unit>(entity)?.kind;
            let at = self.world.get::<Position>(entity)?.0;
            let stands = match kind.footprint(at) {
                Some(area) => area.cells().all(|cell| terrain.is_covered_once(cell)),
                None => {
                    kind.flying && !self.is_at_start()
                        || terrain.is_passable(standing_cell(self.world, entity)?)
                }
            };
            (!stands).then_some((entity, kind, at))
        };
        roster.units.values().filter_map(on_wall).collect()
    }

    /// A unit without a place stays where it is; at the start it is removed, as it could not stand there in a file.
    fn move_off_wall(&mut self, entity: Entity, to: Option<Vec2>) {
        if let (None, true, Some(unit)) = (to, self.is_at_start(), self.world.get::<Unit>(entity)) {
            let unit = unit.id;
            if let Some(bodies) = self.bodies.get_mut() {
                bodies.remove(self.world, entity);
            }
            remove_units(self.world, self.arena, &[unit]);
            return;
        }
        let (Some(to), Some(unit)) = (to, self.world.get::<Unit>(entity).cloned()) else { return };
        if let Some(bodies) = self.bodies.get_mut() {
            bodies.remove(self.world, entity);
        }
        // Inserting the unit again makes a building uncover its old cells and cover the new ones.
        self.world.entity_mut(entity).insert((unit, Position(to), PreviousPosition(to)));
        if let Some(mut stepper) = self.world.get_mut::<Stepper>(entity)
            && stepper.cell.is_some()
        {
            let cell = Cell::containing(to);
            (stepper.cell, stepper.from) = (Some(cell), cell);
        }
        self.note(entity);
    }
}
