//! Changes of the goals.

use super::action::Act;
use super::refusal::{Refusal, demand};
use super::site::ArenaSite;
use crate::grid::{Cell, nearest_cell};
use crate::scenario::{Goal, GoalId, MAX_GOALS};
use crate::sim::arena::{Goals, Land, Script};
use serde::{Deserialize, Serialize};

/// A change of the goals. Goals are known by their names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GoalAction {
    /// Places a goal.
    Place {
        /// Its name; new.
        name: String,
        /// Where.
        at: Cell,
    },
    /// Moves a goal. Orders that were given stay; orders to the goal that come later lead to its new place.
    Move {
        /// Its name.
        name: String,
        /// Where to.
        to: Cell,
    },
    /// Renames a goal. Orders to it stay.
    Rename {
        /// Its name so far.
        name: String,
        /// Its new name; no other goal has it.
        to: String,
    },
    /// Removes a goal. Later orders to it lead to where it was.
    Remove(String),
}

impl GoalAction {
    /// Changes a list of goals.
    fn change(&self, goals: &mut Vec<Goal>) {
        let known = |goals: &mut Vec<Goal>, name: &str, change: &dyn Fn(&mut Goal)| {
            goals.iter_mut().filter(|goal| goal.name == name).for_each(change);
        };
        match self {
            Self::Place { name, at } => {
                goals.push(Goal { id: GoalId::next(goals), name: name.clone(), at: *at });
            }
            Self::Move { name, to } => known(goals, name, &|goal| goal.at = *to),
            Self::Rename { name, to } => known(goals, name, &|goal| goal.name.clone_from(to)),
            Self::Remove(name) => goals.retain(|goal| goal.name != *name),
        }
    }
}

impl Act for GoalAction {
    fn title(&self) -> &'static str {
        match self {
            Self::Place { .. } => "Place goal",
            Self::Move { .. } => "Move goal",
            Self::Rename { .. } => "Rename goal",
            Self::Remove(_) => "Remove goal",
        }
    }

    fn admit(&self, site: &ArenaSite) -> Result<(), Refusal> {
        let exists = |name: &str| site.goals().iter().any(|goal| goal.name == name);
        let known = |name: &String| demand(exists(name), Refusal::NoGoal(name.clone()));
        let is_free = |name: &str| {
            demand(!name.trim().is_empty(), Refusal::NoName("goal".into()))?;
            demand(!exists(name), Refusal::NameTaken("goal".into(), name.into()))
        };
        let inside = |at| demand(site.bounds().contains(at), Refusal::GoalOutside);
        match self {
            Self::Place { name, at } => {
                demand(site.goals().len() < MAX_GOALS, Refusal::TooManyGoals)?;
                is_free(name)?;
                inside(*at)
            }
            Self::Move { name, to } => known(name).and_then(|()| inside(*to)),
            Self::Rename { name, to } => {
                known(name)?;
                if name == to { Ok(()) } else { is_free(to) }
            }
            Self::Remove(name) => known(name),
        }
    }

    fn act(&self, site: &mut ArenaSite) {
        let Some(mut goals) = site.world.get_mut::<Goals>(site.arena) else { return };
        let gone = match self {
            Self::Remove(name) => goals.0.iter().find(|goal| goal.name == *name).cloned(),
            _ => None,
        };
        self.change(&mut goals.0);
        if let (Some(gone), Some(mut script)) = (gone, site.world.get_mut::<Script>(site.arena)) {
            script.leave_goal(&gone);
        }
    }
}

/// Moves goals on cells that have just been blocked to the nearest passable ones.
pub(super) fn move_goals_off_walls(site: &mut ArenaSite, blocked: &[Cell]) {
    let is_hit = |goal: &&Goal| blocked.contains(&goal.at);
    let hit: Vec<Goal> = match blocked {
        [] => return,
        _ => site.goals().iter().filter(is_hit).cloned().collect(),
    };
    for Goal { name, at, .. } in hit {
        let Some(land) = site.world.get::<Land>(site.arena) else { return };
        let free = |cell: Cell| land.terrain.is_passable(cell);
        let distance = |cell: Cell| cell.euclidean(at) as f32;
        if let Some(to) = nearest_cell(land.terrain.bounds(), at, free, distance) {
            GoalAction::Move { name, to }.act(site);
        }
    }
}

#[cfg(test)]
#[path = "goal_tests.rs"]
mod tests;
