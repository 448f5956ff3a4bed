//! What a tool looks at.

use super::ToolOptions;
use crate::grid::Cell;
use crate::picture::flag_size;
use crate::scenario::{Goal, ObstacleSpec, TeamId, UnitId, are_enemies};
use crate::sim::{ArenaFacts, Run};
use crate::view::input::selection::Selection;
use bevy::prelude::*;

/// A unit as tools see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeenUnit {
    /// Its number.
    pub id: UnitId,
    /// Its team.
    pub team: TeamId,
    /// The name of its kind.
    pub kind: &'static str,
    /// Its position, in cells.
    pub at: Vec2,
    /// Its radius, in cells.
    pub radius: f32,
}

/// What a tool looks at: one arena.
pub struct Scene<'a> {
    /// The run, which knows the next numbers.
    pub run: &'a Run,
    /// What the arena is made of.
    pub facts: ArenaFacts<'a>,
    /// The units of the arena, where they are now.
    pub units: &'a [SeenUnit],
    /// What is selected.
    pub selection: Selection,
    /// The settings of the tools.
    pub options: &'a ToolOptions,
    /// The visible part of the arena, in cells.
    pub visible: Rect,
    /// Size of a logical pixel, in cells.
    pub pixel: f32,
    /// Seconds since the program started.
    pub time: f64,
}

/// Pixels around the centre of a unit that count as the unit, however small it is drawn.
const UNIT_REACH: f32 = 6.0;

impl Scene<'_> {
    /// The unit at a position.
    pub fn unit_at(&self, at: Vec2) -> Option<&SeenUnit> {
        let reach = |u: &SeenUnit| u.radius.max(UNIT_REACH * self.pixel);
        self.units
            .iter()
            .filter(|u| u.at.distance(at) <= reach(u))
            .min_by(|a, b| a.at.distance(at).total_cmp(&b.at.distance(at)))
    }

    /// The unit at a position, if it is an enemy of all selected units.
    pub fn enemy_at(&self, at: Vec2) -> Option<&SeenUnit> {
        let selected = |u: &&SeenUnit| self.selection.units.contains(&u.id);
        let found = self.unit_at(at).filter(|_| !self.selection.units.is_empty())?;
        let teams = self.facts.teams;
        let is_friend = |u: &SeenUnit| !are_enemies(teams, u.team, found.team);
        (!self.units.iter().filter(selected).any(is_friend)).then_some(found)
    }

    /// The goal whose flag is at a position, with its index in the scenario's list.
    pub fn goal_at(&self, at: Vec2) -> Option<(usize, &Goal)> {
        let size = flag_size(self.pixel);
        let is_here = |goal: &Goal| {
            let off = at - goal.at.center();
            let on_flag = Rect::new(-0.12 * size, -size, 0.85 * size, 0.2 * size).contains(off);
            on_flag || off.length() <= 0.5
        };
        self.facts.goals.iter().enumerate().rev().find(|(_, goal)| is_here(goal))
    }

    /// The topmost obstacle at a position.
    pub fn obstacle_at(&self, at: Vec2) -> Option<&ObstacleSpec> {
        let cell = Cell::containing(at);
        self.facts.obstacles.iter().rev().find(|o| o.area.contains(cell))
    }
}
