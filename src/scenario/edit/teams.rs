//! Teams and goals: which changes are admissible, and how they change a list. The scenario editor and the simulation share
//! both.

use super::rules::{Facts, MOST_TEAMS, Refusal, demand};
use crate::scenario::sides::{is_team, living_teams};
use crate::scenario::{
    Doctrine, Goal, GoalAction, GoalId, Place, Scenario, ScriptedOrder, Team, TeamAction, Who,
};
use std::collections::BTreeSet;

/// Most goals in a scenario.
pub const MOST_GOALS: usize = 1000;

/// Whether a change of the teams is admissible.
pub(super) fn admit_team(action: &TeamAction, facts: &impl Facts) -> Result<(), Refusal> {
    let teams = facts.teams();
    if let Some(team) = action.team() {
        demand(is_team(teams, team), Refusal::NoTeam(team))?;
    }
    let is_free = |name: &str, of: Option<usize>| {
        demand(!name.trim().is_empty(), Refusal::NoName("team"))?;
        let mut others = living_teams(teams).filter(|(id, _)| Some(usize::from(id.0)) != of);
        let taken = others.any(|(_, team)| team.name == name);
        demand(!taken, Refusal::NameTaken("team", name.into()))
    };
    match action {
        TeamAction::Add { name, .. } => {
            demand(teams.len() < MOST_TEAMS, Refusal::TooManyTeams)?;
            is_free(name, None)
        }
        TeamAction::Remove(_) => demand(living_teams(teams).count() > 1, Refusal::LastTeam),
        TeamAction::Rename { team, name } => is_free(name, Some(usize::from(team.0))),
        TeamAction::Recolour { .. } | TeamAction::Ally { .. } => Ok(()),
    }
}

/// Whether a change of the goals is admissible.
pub(super) fn admit_goal(action: &GoalAction, facts: &impl Facts) -> Result<(), Refusal> {
    let goals = facts.goals();
    let exists = |name: &str| goals.iter().any(|goal| goal.name == name);
    let known = |name: &String| demand(exists(name), Refusal::NoGoal(name.clone()));
    let is_free = |name: &str| {
        demand(!name.trim().is_empty(), Refusal::NoName("goal"))?;
        demand(!exists(name), Refusal::NameTaken("goal", name.into()))
    };
    let inside = |at| demand(facts.bounds().contains(at), Refusal::GoalOutside);
    match action {
        GoalAction::Place { name, at } => {
            demand(goals.len() < MOST_GOALS, Refusal::TooManyGoals)?;
            is_free(name)?;
            inside(*at)
        }
        GoalAction::Move { name, to } => known(name).and_then(|()| inside(*to)),
        GoalAction::Rename { name, to } => {
            known(name)?;
            if name == to { Ok(()) } else { is_free(to) }
        }
        GoalAction::Remove(name) => known(name),
    }
}

/// Changes a list of teams. The action was admitted.
pub fn change_teams(teams: &mut Vec<Team>, action: &TeamAction) {
    if let TeamAction::Add { name, colour } = action {
        teams.push(Team {
            name: name.clone(),
            colour: *colour,
            doctrine: Doctrine::default(),
            alliance: None,
            removed: false,
        });
    }
    let Some(team) = action.team().and_then(|team| teams.get_mut(usize::from(team.0))) else {
        return;
    };
    match action {
        TeamAction::Add { .. } => {}
        TeamAction::Remove(_) => (team.removed, team.alliance) = (true, None),
        TeamAction::Rename { name, .. } => team.name.clone_from(name),
        TeamAction::Recolour { colour, .. } => team.colour = *colour,
        TeamAction::Ally { alliance, .. } => team.alliance = *alliance,
    }
}

/// Changes a list of goals. The action was admitted.
pub fn change_goals(goals: &mut Vec<Goal>, action: &GoalAction) {
    let known = |goals: &mut Vec<Goal>, name: &str, change: &dyn Fn(&mut Goal)| {
        goals.iter_mut().filter(|goal| goal.name == name).for_each(change);
    };
    match action {
        GoalAction::Place { name, at } => {
            goals.push(Goal { id: GoalId::next(goals), name: name.clone(), at: *at });
        }
        GoalAction::Move { name, to } => known(goals, name, &|goal| goal.at = *to),
        GoalAction::Rename { name, to } => known(goals, name, &|goal| goal.name.clone_from(to)),
        GoalAction::Remove(name) => goals.retain(|goal| goal.name != *name),
    }
}

/// Orders to a goal that is removed lead to where it was.
pub(crate) fn leave_goal(orders: &mut [ScriptedOrder], gone: &Goal) {
    for order in orders {
        order.order = order.order.map(|place| match place {
            Place::Goal(id) if id == gone.id => Place::At(gone.at),
            other => other,
        });
    }
}

impl Scenario {
    /// Makes a change of the teams part of the scenario. Units of a removed team go, and so do orders to it.
    pub(super) fn apply_to_teams(&mut self, action: &TeamAction) {
        if let TeamAction::Remove(team) = action {
            let is_gone = |unit: &&crate::scenario::UnitSpec| unit.team == *team;
            let gone: BTreeSet<_> = self.units.iter().filter(is_gone).map(|unit| unit.id).collect();
            self.orders.retain(|order| order.who != Who::Team(*team));
            self.units.retain(|unit| unit.team != *team);
            self.withdraw_orders(&gone);
        }
        change_teams(&mut self.teams, action);
    }

    /// Makes a change of the goals part of the scenario. Orders to a removed goal lead to where it was.
    pub(super) fn apply_to_goals(&mut self, action: &GoalAction) {
        if let GoalAction::Remove(name) = action
            && let Some(gone) = self.goals.iter().position(|goal| goal.name == *name)
        {
            leave_goal(&mut self.orders, &self.goals[gone]);
        }
        change_goals(&mut self.goals, action);
    }
}

#[cfg(test)]
#[path = "teams_tests.rs"]
mod tests;
