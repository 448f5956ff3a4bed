//! What an arena is made of now, as panels, tools and games read it.

use crate::combat::Rules;
use crate::grid::{Cell, Terrain};
use crate::scenario::{
    Catalogue, Goal, Motion, ObstacleId, ObstacleSpec, Place, ScriptedOrder, Team, UnitId,
};
use crate::sim::arena::{Arena, Goals, Kinds, Land, Obstacle, Roster, Script, Teams};
use crate::sim::cells::Board;
use crate::sim::combat::combatant::Warfare;
use crate::sim::unit::Unit;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use std::sync::Arc;

/// What an arena is made of now, apart from its units.
#[derive(Clone)]
pub struct ArenaFacts<'a> {
    /// The ground, with everything that stands on it.
    pub terrain: &'a Terrain,
    /// The teams, with those that were removed.
    pub teams: &'a [Team],
    /// The goals.
    pub goals: &'a [Goal],
    /// The scripted orders, sorted by tick.
    pub orders: &'a [ScriptedOrder],
    /// The unit kinds that can be placed.
    pub catalogue: &'a Catalogue,
    /// The rules of fights.
    pub rules: &'a Rules,
    /// How units move.
    pub motion: Motion,
    /// The obstacles, in the order of their ids.
    pub obstacles: Vec<ObstacleSpec>,
    /// The units and obstacles by id.
    pub roster: &'a Roster,
    bodies: &'a dyn Bodies,
}

/// Where units and obstacles are looked up.
trait Bodies {
    fn unit(&self, entity: Entity) -> Option<&Unit>;
    fn obstacle(&self, entity: Entity) -> Option<&Obstacle>;
}

impl Bodies for World {
    fn unit(&self, entity: Entity) -> Option<&Unit> {
        self.get(entity)
    }

    fn obstacle(&self, entity: Entity) -> Option<&Obstacle> {
        self.get(entity)
    }
}

/// The components that facts are made of.
type Parts = (
    &'static Land,
    &'static Teams,
    &'static Goals,
    &'static Script,
    &'static Kinds,
    &'static Warfare,
    Option<&'static Board>,
    &'static Roster,
);

impl<'a> ArenaFacts<'a> {
    /// The facts of an arena; `None` if the entity is none.
    pub fn of(world: &'a World, arena: Entity) -> Option<Self> {
        let parts = world.get_entity(arena).ok()?.get_components::<Parts>().ok()?;
        Some(Self::new(parts, world))
    }

    fn new(
        (land, teams, goals, script, kinds, warfare, board, roster): (
            &'a Land,
            &'a Teams,
            &'a Goals,
            &'a Script,
            &'a Kinds,
            &'a Warfare,
            Option<&'a Board>,
            &'a Roster,
        ),
        bodies: &'a dyn Bodies,
    ) -> Self {
        let obstacles = roster.obstacles.values();
        Self {
            terrain: &land.terrain,
            teams: &teams.0,
            goals: &goals.0,
            orders: script.orders(),
            catalogue: &kinds.0,
            rules: &warfare.rules,
            motion: board.map_or(Motion::Steered, |board| Motion::CellSteps(board.rules)),
            obstacles: obstacles.filter_map(|&entity| Some(bodies.obstacle(entity)?.0)).collect(),
            roster,
            bodies,
        }
    }

    /// The ground without what stands on it; that of the start if it is unchanged.
    pub fn bare_ground(&self, start: &Arc<Terrain>) -> Arc<Terrain> {
        let (terrain, bounds) = (self.terrain, self.terrain.bounds());
        let is_same = |cell: Cell| terrain.ground(cell) == start.ground(cell);
        if terrain.corners() == start.corners()
            && bounds == start.bounds()
            && bounds.cells().all(is_same)
        {
            return start.clone();
        }
        let rows = bounds.cells().map(|cell| terrain.ground(cell)).collect();
        Terrain::from_ground(bounds, terrain.corners(), rows).into()
    }

    /// The units, in the order of their ids.
    pub fn units(&self) -> impl DoubleEndedIterator<Item = &'a Unit> + use<'a> {
        let bodies = self.bodies;
        self.roster.units.values().filter_map(move |&entity| bodies.unit(entity))
    }

    /// Whether there is a unit.
    pub fn has_unit(&self, id: UnitId) -> bool {
        self.roster.units.contains_key(&id)
    }

    /// The obstacle with an id.
    pub fn obstacle(&self, id: ObstacleId) -> Option<&ObstacleSpec> {
        self.obstacles.iter().find(|obstacle| obstacle.id == id)
    }

    /// The goal with a name.
    pub fn goal(&self, name: &str) -> Option<&'a Goal> {
        self.goals.iter().find(|goal| goal.name == name)
    }

    /// The cell of a place; `None` if its goal does not exist.
    pub fn cell_of(&self, place: Place) -> Option<Cell> {
        match place {
            Place::At(cell) => Some(cell),
            Place::Goal(id) => Some(self.goals.iter().find(|goal| goal.id == id)?.at),
        }
    }
}

/// The facts of all arenas.
#[derive(SystemParam)]
pub struct AllFacts<'w, 's> {
    arenas: Query<'w, 's, (&'static Arena, Parts)>,
    obstacles: Query<'w, 's, &'static Obstacle>,
    units: Query<'w, 's, &'static Unit>,
}

impl Bodies for AllFacts<'_, '_> {
    fn unit(&self, entity: Entity) -> Option<&Unit> {
        self.units.get(entity).ok()
    }

    fn obstacle(&self, entity: Entity) -> Option<&Obstacle> {
        self.obstacles.get(entity).ok()
    }
}

impl AllFacts<'_, '_> {
    /// The facts of the arena with an index.
    pub fn of(&self, index: u32) -> Option<ArenaFacts<'_>> {
        let (_, parts) = self.arenas.iter().find(|(arena, _)| arena.index == index)?;
        Some(ArenaFacts::new(parts, self))
    }

    /// The facts of the first arena.
    pub fn first(&self) -> Option<ArenaFacts<'_>> {
        self.of(0)
    }

    /// The facts of every arena, in the order of their indices.
    pub fn all(&self) -> Vec<ArenaFacts<'_>> {
        (0..).map_while(|index| self.of(index)).collect()
    }
}
