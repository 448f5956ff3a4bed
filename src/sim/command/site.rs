//! An arena as actions see it: what exists in it, where there is room for units, and what several actions do to it.

use super::free_space::Bodies;
use super::refusal::Refusal;
use crate::combat::UnitKind;
use crate::grid::{Bounds, Cell, Terrain};
use crate::scenario::{Catalogue, Doctrine, Goal, ObstacleId, ObstacleSpec, Team, UnitId};
use crate::sim::arena::{
    Clock, Event, EventKind, Events, Goals, Kinds, Land, Obstacle, Roster, Teams,
};
use crate::sim::cells::Board;
use crate::sim::unit::{Group, Groups, Unit};
use bevy::prelude::*;
use std::cell::OnceCell;

/// An arena that an action changes. Bodies are indexed when room is first looked for.
pub(crate) struct ArenaSite<'w> {
    pub world: &'w mut World,
    pub arena: Entity,
    pub(super) bodies: OnceCell<Bodies>,
}

impl<'w> ArenaSite<'w> {
    pub fn new(world: &'w mut World, arena: Entity) -> Self {
        Self { world, arena, bodies: OnceCell::new() }
    }

    /// Whether no tick has passed. Until then an arena is a scenario: each unit stands at the centre of cells of its own.
    pub fn is_at_start(&self) -> bool {
        self.world.get::<Clock>(self.arena).is_some_and(|clock| clock.tick == 0)
    }

    /// The size of the map.
    pub fn bounds(&self) -> Bounds {
        self.terrain().map_or(Bounds::new(0, 0), Terrain::bounds)
    }

    /// The teams, with those that were removed.
    pub fn teams(&self) -> &[Team] {
        self.world.get::<Teams>(self.arena).map_or(&[], |teams| &teams.0)
    }

    /// The goals.
    pub fn goals(&self) -> &[Goal] {
        self.world.get::<Goals>(self.arena).map_or(&[], |goals| &goals.0)
    }

    /// The number of units.
    pub fn unit_count(&self) -> usize {
        self.roster().map_or(0, |roster| roster.units.len())
    }

    /// Whether a unit has this id.
    pub fn has_unit(&self, id: UnitId) -> bool {
        self.unit(id).is_some()
    }

    /// The unit with an id.
    pub fn unit(&self, id: UnitId) -> Option<Entity> {
        self.roster()?.units.get(&id).copied()
    }

    /// The number of obstacles.
    pub fn obstacle_count(&self) -> usize {
        self.roster().map_or(0, |roster| roster.obstacles.len())
    }

    /// The obstacle with an id.
    pub fn obstacle(&self, id: ObstacleId) -> Option<(Entity, ObstacleSpec)> {
        let entity = *self.roster()?.obstacles.get(&id)?;
        Some((entity, self.world.get::<Obstacle>(entity)?.0))
    }

    /// The unit kind with a name.
    pub fn kind(&self, name: &str) -> Option<&'static UnitKind> {
        self.catalogue()?.kind(name)
    }

    /// The unit kinds.
    pub fn catalogue(&self) -> Option<&Catalogue> {
        self.world.get::<Kinds>(self.arena).map(|kinds| &kinds.0)
    }

    /// Whether a unit is of the kind with this name.
    pub fn uses_kind(&self, name: &str) -> bool {
        let units = self.roster().into_iter().flat_map(|roster| roster.units.values());
        units.filter_map(|&unit| self.world.get::<Unit>(unit)).any(|unit| unit.kind.name == name)
    }

    /// Whether there are at least as many passable cells as units that are not buildings.
    pub fn has_cell_for_each_unit(&self) -> bool {
        let units = self.roster().into_iter().flat_map(|roster| roster.units.values());
        let is_building = |&&unit: &&Entity| {
            self.world.get::<Unit>(unit).is_some_and(|unit| unit.kind.is_building())
        };
        let needed = units.filter(|unit| !is_building(unit)).count();
        self.is_on_cells() || needed <= self.terrain().map_or(0, Terrain::passable_count)
    }

    /// Changes an obstacle, if it exists.
    pub fn change_obstacle(&mut self, id: ObstacleId, change: impl FnOnce(&mut ObstacleSpec)) {
        if let Some((entity, mut spec)) = self.obstacle(id) {
            change(&mut spec);
            self.world.entity_mut(entity).insert(Obstacle(spec));
        }
    }

    /// Has some groups plan again.
    pub fn plan_anew(&mut self, concerns: impl Fn(&Group) -> bool) {
        if let Some(mut groups) = self.world.get_mut::<Groups>(self.arena) {
            let groups = groups.list.values_mut().filter(|group| concerns(group));
            groups.for_each(|group| group.needs_plan = true);
        }
    }

    /// Has the groups of all teams with such a doctrine plan again.
    pub fn plan_anew_if(&mut self, concerns: impl Fn(&Doctrine) -> bool) {
        let teams: Vec<bool> = self.teams().iter().map(|team| concerns(&team.doctrine)).collect();
        self.plan_anew(|group| teams.get(usize::from(group.team.0)) == Some(&true));
    }

    /// Reports why an action, or a unit of it, is refused.
    pub fn report(&mut self, at: Cell, refusal: &Refusal) {
        let tick = self.world.get::<Clock>(self.arena).map_or(0, |clock| clock.tick);
        if let Some(mut events) = self.world.get_mut::<Events>(self.arena) {
            events.push(Event { tick, at, kind: EventKind::Refused(refusal.clone()) });
        }
    }

    pub(super) fn roster(&self) -> Option<&Roster> {
        self.world.get(self.arena)
    }

    pub(super) fn terrain(&self) -> Option<&Terrain> {
        self.world.get::<Land>(self.arena).map(|land| &land.terrain)
    }

    /// Whether every unit stands at the centre of its cells.
    pub(super) fn is_on_cells(&self) -> bool {
        self.is_at_start() || self.world.get::<Board>(self.arena).is_some()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::scenario::Scenario;
    use crate::sim::arena::spawn_arena;

    /// Hands over the arena of a scenario before its first tick.
    pub fn on_site<R>(scenario: &Scenario, visit: impl FnOnce(&mut ArenaSite) -> R) -> R {
        let mut world = World::new();
        let arena = spawn_arena(&mut world, scenario, 0);
        visit(&mut ArenaSite::new(&mut world, arena))
    }
}
