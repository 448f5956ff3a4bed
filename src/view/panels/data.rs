//! What the panels show, gathered from the world.

use super::dialogs::Dialogs;
use super::event_kinds::EventSettings;
use super::event_log::EventLog;
use super::metric_history::MetricHistory;
use super::selected::{self, SelectedUnit};
use super::stage_times::StageTimes;
use crate::scenario::are_enemies;
use crate::sim::{
    AllFacts, Arena, Controller, GroupNumbers, Groups, Guided, HitPoints, Numbers, Orders, Pace,
    Position, Roster, Route, Score, Separations, Splits, Status, Steering, Stepper, Target, Teams,
    Unit, Velocity,
};
use crate::view::document::Document;
use crate::view::document::files::Files;
use crate::view::document::gallery::Gallery;
use crate::view::input::selection::Selection;
use crate::view::input::time_control::Speed;
use crate::view::input::tools::hand::Hand;
use crate::view::input::tools::preview::Preview;
use crate::view::lessons::Course;
use crate::view::overlays::{Hover, HoveredUnit, Legends, ShownWhy};
use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// What the panels show.
#[derive(SystemParam)]
pub(super) struct PanelData<'w, 's> {
    pub document: Res<'w, Document>,
    pub files: Res<'w, Files>,
    pub gallery: Res<'w, Gallery>,
    pub pace: Res<'w, Pace>,
    pub speed: Res<'w, Speed>,
    pub selection: Res<'w, Selection>,
    pub hover: Res<'w, Hover>,
    pub legends: Res<'w, Legends>,
    pub why: Res<'w, ShownWhy>,
    pub hand: Res<'w, Hand>,
    pub preview: Res<'w, Preview>,
    pub history: Res<'w, MetricHistory>,
    pub events: Res<'w, EventLog>,
    pub event_settings: Res<'w, EventSettings>,
    pub stage_times: Res<'w, StageTimes>,
    pub dialogs: Res<'w, Dialogs>,
    pub course: Res<'w, Course>,
    pub real: Res<'w, Time<Real>>,
    pub facts: AllFacts<'w, 's>,
    arenas: Query<'w, 's, ArenaData>,
    units: Query<'w, 's, UnitData>,
}

/// The components of an arena that the panels show.
#[derive(QueryData)]
pub(super) struct ArenaData {
    arena: &'static Arena,
    roster: &'static Roster,
    groups: &'static Groups,
    teams: &'static Teams,
    pub numbers: &'static Numbers,
    pub score: &'static Score,
    pub group_numbers: &'static GroupNumbers,
    pub separations: &'static Separations,
    pub splits: &'static Splits,
}

/// The components of a unit that the panels show.
#[derive(QueryData)]
struct UnitData {
    unit: &'static Unit,
    position: &'static Position,
    velocity: &'static Velocity,
    status: &'static Status,
    orders: &'static Orders,
    route: &'static Route,
    steering: &'static Steering,
    hit_points: &'static HitPoints,
    controller: &'static Controller,
    target: &'static Target,
    guided: &'static Guided,
    stepper: &'static Stepper,
}

impl PanelData<'_, '_> {
    /// All arenas, in their order.
    pub fn arenas(&self) -> Vec<ArenaDataItem<'_, '_>> {
        let mut arenas: Vec<_> = self.arenas.iter().collect();
        arenas.sort_by_key(|data| data.arena.index);
        arenas
    }

    /// The first arena, which runs the document.
    pub fn first(&self) -> Option<ArenaDataItem<'_, '_>> {
        self.arenas.iter().min_by_key(|data| data.arena.index)
    }

    /// The arena in which the selection was made, or the first.
    fn selected_arena(&self) -> Option<ArenaDataItem<'_, '_>> {
        let index = self.selection.arena;
        self.arenas.iter().min_by_key(|data| (data.arena.index != index, data.arena.index))
    }

    /// The selected units, as they are in the arena in which they were selected.
    pub fn selected_units(&self) -> Vec<SelectedUnit> {
        let Some(arena) = self.selected_arena() else { return Vec::new() };
        let entities = self.selection.units.iter().filter_map(|id| arena.roster.units.get(id));
        let units = entities.filter_map(|&entity| self.units.get(entity).ok());
        units.map(|data| data.selected(arena.groups, arena.teams)).collect()
    }

    /// The number of living units by team, in the first arena.
    pub fn team_sizes(&self) -> Vec<usize> {
        let Some(arena) = self.first() else { return Vec::new() };
        let mut sizes = vec![0; arena.teams.0.len()];
        let units = arena.roster.units.values().filter_map(|&entity| self.units.get(entity).ok());
        for data in units {
            if let Some(size) = sizes.get_mut(usize::from(data.unit.team.0)) {
                *size += 1;
            }
        }
        sizes
    }

    /// The unit under the pointer, if it is an enemy of all selected units.
    pub fn hovered_enemy(&self) -> Option<&HoveredUnit> {
        let hovered = self.hover.unit.as_ref().filter(|_| !self.selection.units.is_empty())?;
        let arena = self.selected_arena()?;
        let mut selected = self.selection.units.iter().filter_map(|id| arena.roster.units.get(id));
        let teams = &arena.teams.0;
        let friend = |&entity: &Entity| {
            let unit = self.units.get(entity);
            unit.is_ok_and(|u| !are_enemies(teams, u.unit.team, hovered.team))
        };
        (!selected.any(friend)).then_some(hovered)
    }
}

impl UnitDataItem<'_, '_> {
    fn selected(&self, groups: &Groups, teams: &Teams) -> SelectedUnit {
        let kind = self.unit.kind;
        let group = self.orders.group.and_then(|id| groups.list.get(&id));
        SelectedUnit {
            id: self.unit.id,
            team: self.unit.team,
            kind: kind.name,
            at: self.position.0,
            speed: self.velocity.0.length(),
            radius: kind.radius,
            status: *self.status,
            group: group.map_or(0, |g| g.members.len()),
            orders: group.map_or_else(Vec::new, |g| g.orders(self.orders.leg)),
            ahead: self.route.ahead().len(),
            hit_points: (self.hit_points.0, kind.hit_points),
            controller: *self.controller,
            terms: self.steering.terms,
            doctrine: teams
                .0
                .get(usize::from(self.unit.team.0))
                .map_or_else(|| "none".into(), |team| team.doctrine.name()),
            target: self.target.unit.map(|unit| (unit, self.target.in_range)),
            waits_for: selected::waits_for(
                *self.status,
                self.guided.0.waits,
                self.stepper.stalled,
                self.velocity.0.length(),
            ),
        }
    }
}
