//! What an overlay may look at: one arena, what is selected, and what can be seen of it.

use super::palette::{Rgb, Scale};
use crate::grid::Terrain;
use crate::scenario::{Team, TeamId, UnitId};
use crate::sim::{
    Arena, Clock, Generation, GroupId, Land, Orders, Position, PreviousPosition, Roster, Route,
    TeamBattle, Teams, Unit,
};
use bevy::ecs::component::Component;
use bevy::ecs::entity::Entity;
use bevy::ecs::world::{EntityRef, World};
use bevy::math::{Rect, Vec2};
use std::collections::BTreeSet;

/// One arena, read-only. By default all of it is visible at 16 pixels per cell, nothing is selected, and units are
/// where the simulation has them.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    world: &'a World,
    /// The arena.
    pub arena: Entity,
    /// Its ground.
    pub land: &'a Land,
    /// Its sides.
    pub teams: &'a [Team],
    /// Its units and obstacles.
    pub roster: &'a Roster,
    /// The selected units, also those of other arenas.
    pub selection: &'a BTreeSet<UnitId>,
    /// What can be seen, in cells of this arena.
    pub visible: Rect,
    /// Size of a pixel, in cells.
    pub pixel: f32,
    /// How many arenas are drawn side by side; they share the budgets for shapes.
    pub arenas: usize,
    /// The colours of numbers.
    pub scale: Scale,
    between: f32,
}

static NOTHING: BTreeSet<UnitId> = BTreeSet::new();

impl<'a> Scene<'a> {
    /// An arena of a world; `None` if the entity is none.
    pub fn new(world: &'a World, arena: Entity) -> Option<Self> {
        let entity = world.get_entity(arena).ok()?;
        let (_, land, teams, roster) =
            entity.get_components::<(&Arena, &Land, &Teams, &Roster)>().ok()?;
        let bounds = land.terrain.bounds();
        Some(Self {
            world,
            arena,
            land,
            teams: &teams.0,
            roster,
            selection: &NOTHING,
            visible: Rect::new(0.0, 0.0, bounds.width as f32, bounds.height as f32),
            pixel: 1.0 / 16.0,
            arenas: 1,
            scale: Scale::default(),
            between: 1.0,
        })
    }

    /// With units selected.
    pub fn with_selection(self, selection: &'a BTreeSet<UnitId>) -> Self {
        Self { selection, ..self }
    }

    /// Seen through a window that shows some of the arena; a pixel is `pixel` cells large.
    pub fn seen_through(self, visible: Rect, pixel: f32) -> Self {
        Self { visible, pixel, ..self }
    }

    /// As one of several arenas side by side.
    pub fn among(self, arenas: usize) -> Self {
        Self { arenas, ..self }
    }

    /// With other colours for numbers.
    pub fn with_scale(self, scale: Scale) -> Self {
        Self { scale, ..self }
    }

    /// With units drawn between the last two ticks, from 0 (the earlier) to 1 (the later).
    pub fn between_ticks(self, between: f32) -> Self {
        Self { between, ..self }
    }

    /// Interpolation factor between the last two ticks, 0 to 1.
    pub fn between(&self) -> f32 {
        self.between
    }

    /// A component of the arena.
    pub fn get<C: Component>(&self) -> Option<&'a C> {
        self.world.get(self.arena)
    }

    /// A component of one of its obstacles or units.
    pub fn get_of<C: Component>(&self, entity: Entity) -> Option<&'a C> {
        self.world.get(entity)
    }

    /// The ground.
    pub fn terrain(&self) -> &'a Terrain {
        &self.land.terrain
    }

    /// The area of the map, in cells.
    pub fn map(&self) -> Rect {
        let bounds = self.terrain().bounds();
        Rect::new(0.0, 0.0, bounds.width as f32, bounds.height as f32)
    }

    /// A side.
    pub fn team(&self, team: TeamId) -> Option<&'a Team> {
        self.teams.get(usize::from(team.0))
    }

    /// The colour of a side.
    pub fn colour(&self, team: TeamId) -> Rgb {
        self.team(team).map_or(Rgb::WHITE, |team| team.colour.into())
    }

    /// All units, in the order of their numbers.
    pub fn units(&self) -> impl Iterator<Item = UnitRef<'a>> {
        let world = self.world;
        self.roster.units.values().filter_map(move |&entity| UnitRef::new(world, entity))
    }

    /// A unit by its number.
    pub fn unit(&self, id: UnitId) -> Option<UnitRef<'a>> {
        UnitRef::new(self.world, *self.roster.units.get(&id)?)
    }

    /// The selected units of this arena, in the order of their numbers.
    pub fn selected(&self) -> impl Iterator<Item = UnitRef<'a>> {
        let scene = *self;
        self.selection.iter().filter_map(move |&id| scene.unit(id))
    }

    /// The one selected unit that panels, legends and drawings speak of: the last that has a path, or the first. Of a group that
    /// plans in turns, the last one has seen most of what the others did.
    pub fn subject(&self) -> Option<UnitRef<'a>> {
        let has_path = |unit: &UnitRef| unit.get::<Route>().is_some_and(|r| !r.ahead().is_empty());
        self.selected().filter(has_path).last().or_else(|| self.selected().next())
    }

    /// How many units are selected, as a remark beside the one that is spoken of; empty if it is the only one.
    pub fn among_selected(&self) -> String {
        match self.selected().count() {
            0 | 1 => String::new(),
            count => format!(" (1 of {count} selected)"),
        }
    }

    /// The group of the selected unit that is spoken of, or of the first that has one.
    pub fn selected_group(&self) -> Option<GroupId> {
        let group = |unit: UnitRef| unit.get::<Orders>()?.group;
        self.subject().and_then(group).or_else(|| self.selected().find_map(group))
    }

    /// Where a unit is drawn, in cells.
    pub fn place(&self, unit: &UnitRef) -> Option<Vec2> {
        let (previous, position) = (unit.get::<PreviousPosition>()?, unit.get::<Position>()?);
        Some(between_ticks(previous.0, position.0, self.between))
    }

    /// The fight as a team sees it now.
    pub fn battle(&self, team: TeamId) -> Option<TeamBattle> {
        TeamBattle::of(self.world, self.arena, team)
    }

    /// Tells one state of the simulation from another: its tick, and how often its state was replaced or previewed.
    pub fn moment(&self) -> (u64, Generation) {
        let tick = self.get::<Clock>().map_or(0, |clock| clock.tick);
        (tick, self.get::<Generation>().copied().unwrap_or_default())
    }
}

/// A unit with all its components.
#[derive(Clone, Copy)]
pub struct UnitRef<'a> {
    entity: EntityRef<'a>,
    /// Its number, side and kind.
    pub unit: &'a Unit,
}

impl<'a> UnitRef<'a> {
    fn new(world: &'a World, entity: Entity) -> Option<Self> {
        let entity = world.get_entity(entity).ok()?;
        Some(Self { entity, unit: entity.get()? })
    }

    /// Its entity.
    pub fn entity(&self) -> Entity {
        self.entity.id()
    }

    /// One of its components.
    pub fn get<C: Component>(&self) -> Option<&'a C> {
        self.entity.get()
    }
}

/// A unit that went further than this in one tick, in cells, was put somewhere else and does not glide.
const LEAP: f32 = 1.5;

/// Where a unit is drawn between two ticks, interpolated by `part` from one to the other, so that it glides.
pub fn between_ticks(previous: Vec2, position: Vec2, part: f32) -> Vec2 {
    if previous.distance_squared(position) > LEAP * LEAP {
        return position;
    }
    previous.lerp(position, part.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_glide_between_ticks() {
        let (a, b) = (Vec2::new(1.0, 1.0), Vec2::new(1.1, 1.0));
        assert_eq!(between_ticks(a, b, 0.0), a);
        assert_eq!(between_ticks(a, b, 1.0), b);
        assert!(between_ticks(a, b, 0.5).distance(Vec2::new(1.05, 1.0)) < 1e-6);
        assert_eq!(between_ticks(a, b, 3.0), b, "never beyond the newest position");
    }

    #[test]
    fn a_unit_that_was_put_elsewhere_does_not_glide_across_the_map() {
        let to = Vec2::new(9.0, 0.0);
        assert_eq!(between_ticks(Vec2::ZERO, to, 0.5), to);
    }
}
