//! The state of an arena apart from its units and obstacles.

use super::Names;
use crate::combat::{Shot, UnitKind};
use crate::grid::{Cell, CornerRule, Regions, Terrain};
use crate::planning::PlanMemory;
use crate::sim::arena::{Clock, Events, Goals, Land, Roster, Teams};
use crate::sim::cells::{Board, Patrols};
use crate::sim::combat::combatant::{Returning, Score, Shots, Warfare};
use crate::sim::fields::arena_fields::ArenaFields;
use crate::sim::metrics::group_numbers::GroupNumbers;
use crate::sim::metrics::numbers::Numbers;
use crate::sim::metrics::separation::Separations;
use crate::sim::metrics::splits::Splits;
use crate::sim::metrics::stalls::Stalls;
use crate::sim::plan::queue::{NodeBudget, PlanQueue, Planner};
use crate::sim::traffic::RightsOfWay;
use crate::sim::unit::Groups;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ArenaState {
    clock: Clock,
    land: LandState,
    teams: Teams,
    goals: Goals,
    warfare: Warfare,
    budget: NodeBudget,
    groups: Groups,
    queue: PlanQueue,
    planner: PlanMemory,
    rights_of_way: RightsOfWay,
    fields: ArenaFields,
    returning: Returning,
    shots: Vec<ShotState>,
    score: Score,
    board: Option<Board>,
    patrols: Patrols,
    numbers: Numbers,
    group_numbers: GroupNumbers,
    separations: Separations,
    splits: Splits,
    stalls: Stalls,
    events: Events,
}

/// The ground without what is computed from it.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct LandState {
    terrain: Terrain,
    closed: Vec<Cell>,
    opened: Vec<Cell>,
    corners_changed: bool,
    /// The corner rule of the map of flying units, if there is one.
    sky: Option<CornerRule>,
}

/// A shot without its kind.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct ShotState {
    team: u8,
    shooter: u32,
    kind: u32,
    at_air: bool,
    strength: f32,
    /// Position, previous position and aim.
    places: [Vec2; 3],
}

impl ArenaState {
    pub fn tick(&self) -> u64 {
        self.clock.tick
    }

    pub fn capture(world: &World, arena: Entity, names: &mut Names) -> Option<Self> {
        let land = world.get::<Land>(arena)?;
        let shots = world.get::<Shots>(arena)?;
        Some(Self {
            clock: *world.get(arena)?,
            land: LandState {
                terrain: land.terrain.clone(),
                closed: land.closed.clone(),
                opened: land.opened.clone(),
                corners_changed: land.corners_changed,
                sky: land.sky.as_ref().map(Terrain::corners),
            },
            teams: world.get::<Teams>(arena)?.clone(),
            goals: world.get::<Goals>(arena)?.clone(),
            warfare: *world.get(arena)?,
            budget: *world.get(arena)?,
            groups: world.get::<Groups>(arena)?.clone(),
            queue: world.get::<PlanQueue>(arena)?.clone(),
            planner: world.get::<Planner>(arena)?.0.memory(),
            rights_of_way: world.get::<RightsOfWay>(arena)?.clone(),
            fields: world.get::<ArenaFields>(arena)?.clone(),
            returning: world.get::<Returning>(arena)?.clone(),
            shots: shots.0.iter().map(|shot| ShotState::of(shot, names)).collect(),
            score: world.get::<Score>(arena)?.clone(),
            board: world.get::<Board>(arena).cloned(),
            patrols: world.get::<Patrols>(arena)?.clone(),
            numbers: world.get::<Numbers>(arena)?.clone(),
            group_numbers: world.get::<GroupNumbers>(arena)?.clone(),
            separations: world.get::<Separations>(arena)?.results(),
            splits: world.get::<Splits>(arena)?.clone(),
            stalls: world.get::<Stalls>(arena)?.clone(),
            events: world.get::<Events>(arena)?.clone(),
        })
    }

    /// Expects the units and obstacles to be there.
    pub fn restore(&self, world: &mut World, arena: Entity, kinds: &[&'static UnitKind]) {
        let mut queue = self.queue.clone();
        if let Some(roster) = world.get::<Roster>(arena) {
            queue.resolve(roster);
        }
        let shots = self.shots.iter().filter_map(|shot| shot.shot(kinds));
        let parts = (
            (self.clock, self.land.land(), self.teams.clone(), self.warfare, self.budget),
            (self.groups.clone(), queue, self.fields.clone(), self.returning.clone()),
            (Shots(shots.collect()), self.score.clone(), self.patrols.clone()),
            (self.numbers.clone(), self.group_numbers.clone(), self.separations.clone()),
            (self.splits.clone(), self.stalls.clone(), self.events.clone()),
            (self.rights_of_way.clone(), self.goals.clone()),
        );
        let mut entity = world.entity_mut(arena);
        entity.insert(parts);
        match &self.board {
            Some(board) => entity.insert(board.clone()),
            None => entity.remove::<Board>(),
        };
        if let Some(mut planner) = entity.get_mut::<Planner>() {
            planner.0.recall(self.planner.clone());
        }
    }
}

impl LandState {
    fn land(&self) -> Land {
        let bounds = self.terrain.bounds();
        Land {
            terrain: self.terrain.clone(),
            regions: Regions::of(&self.terrain),
            closed: self.closed.clone(),
            opened: self.opened.clone(),
            corners_changed: self.corners_changed,
            sky: self.sky.map(|corners| Terrain::open(bounds, corners)),
        }
    }
}

impl ShotState {
    fn of(shot: &Shot, names: &mut Names) -> Self {
        Self {
            team: shot.team,
            shooter: shot.shooter,
            kind: names.place_of(shot.kind.name),
            at_air: shot.at_air,
            strength: shot.strength,
            places: [shot.position, shot.previous, shot.aim],
        }
    }

    fn shot(&self, kinds: &[&'static UnitKind]) -> Option<Shot> {
        let [position, previous, aim] = self.places;
        Some(Shot {
            team: self.team,
            shooter: self.shooter,
            kind: kinds.get(self.kind as usize)?,
            at_air: self.at_air,
            strength: self.strength,
            position,
            previous,
            aim,
        })
    }
}
