//! Free space for units: where a dropped unit may stand, and where units go that a wall was built on.
//!
//! A search goes in rings around the wanted cell and takes the nearest place of the first ring that has one. It asks one
//! question per cell of those rings.

use super::remove_units::remove_units;
use super::site::ArenaSite;
use crate::combat::UnitKind;
use crate::grid::{Cell, Rectangle, nearest_cell};
use crate::sim::cells::Stepper;
use crate::sim::unit::{Position, PreviousPosition, Unit};
use crate::steering::{SLACK, depth_in_walls};
use bevy::prelude::*;
use std::collections::HashMap;

/// Where units stand, by cell. Discs reach at most into the cells around their own.
#[derive(Default)]
pub(super) struct Bodies {
    discs: HashMap<Cell, Vec<Body>>,
    /// On a board, the unit that stands on a cell or steps to it.
    steppers: HashMap<Cell, Entity>,
}

struct Body {
    entity: Entity,
    at: Vec2,
    radius: f32,
}

/// Moves the units that a wall was built on to the nearest free places, one after the other.
pub(super) fn move_units_off_walls(site: &mut ArenaSite) {
    for (unit, kind, at) in site.units_on_walls() {
        let to = nearest_place(site, kind, at, Some(unit));
        site.move_off_wall(unit, to);
    }
}

/// Moves units that have no room where they stand to the nearest free places, one after the other.
pub(super) fn make_room(site: &mut ArenaSite, units: &[(Entity, &'static UnitKind, Vec2)]) {
    for &(unit, kind, at) in units {
        if !site.has_room(kind, at, Some(unit)) {
            let to = nearest_place(site, kind, at, Some(unit));
            site.move_off_wall(unit, to);
        }
    }
}

/// The free place nearest to a finite position: the position itself, or the centre of the kind's cells. `except` is a
/// unit that is ignored.
pub(super) fn nearest_place(
    site: &ArenaSite,
    kind: &UnitKind,
    near: Vec2,
    except: Option<Entity>,
) -> Option<Vec2> {
    let bounds = site.bounds();
    let near = near.clamp(Vec2::ZERO, Vec2::new(bounds.width as f32, bounds.height as f32));
    let corner = kind.footprint(near).map_or(Cell::containing(near), |area| area.at);
    let corner = bounds.clamp(corner);
    let near =
        if site.is_on_cells() || kind.is_building() { kind.position_at(corner) } else { near };
    if site.has_room(kind, near, except) {
        return Some(near);
    }
    let fits = |cell| site.has_room(kind, kind.position_at(cell), except);
    let distance = |cell| kind.position_at(cell).distance_squared(near);
    nearest_cell(bounds, corner, fits, distance).map(|cell| kind.position_at(cell))
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

impl ArenaSite<'_> {
    /// Records a unit that has just been added or moved.
    pub fn note(&mut self, unit: Entity) {
        if let Some(bodies) = self.bodies.get_mut() {
            bodies.add(self.world, unit);
        }
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

    /// Whether a unit of a kind would stand at a position without touching a wall or a unit other than `except`.
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

    /// The units that stand on a wall, with kind and position, in the order of their ids.
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

    /// Moves a unit. One without a place stays where it is; at the start it is removed, as it could not stand there in a file.
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
