//! Changes of teams and goals while an arena runs.

use super::apply::remove_units;
use crate::grid::Cell;
use crate::scenario::{
    Goal, GoalAction, Team, TeamAction, TeamId, UnitId, change_goals, change_teams, nearest_cell,
};
use crate::sim::arena::{Goals, Land, Roster, Script, Teams};
use crate::sim::combat::combatant::{Score, Shots, Side};
use crate::sim::unit::{Groups, Unit};
use bevy::prelude::*;

/// Changes the teams of an arena. A removed team takes its units, its shots and its part of the score with it.
pub(super) fn set_teams(world: &mut World, arena: Entity, action: &TeamAction) {
    if let TeamAction::Remove(team) = action {
        let is_of_team =
            |entity: Entity| world.get::<Unit>(entity).is_some_and(|u| u.team == *team);
        let roster = world.get::<Roster>(arena);
        let units = roster.into_iter().flat_map(|roster| &roster.units);
        let gone: Vec<UnitId> = units.filter(|(_, e)| is_of_team(**e)).map(|(id, _)| *id).collect();
        remove_units(world, arena, &gone);
        forget(world, arena, *team);
    }
    if let Some(mut teams) = world.get_mut::<Teams>(arena) {
        change_teams(&mut teams.0, action);
    }
    // Who is a friend decides which paths are safe.
    if matches!(action, TeamAction::Ally { .. })
        && let Some(teams) = world.get::<Teams>(arena)
    {
        let feels = |team: &Team| team.doctrine.layers.influence.is_some();
        let feel: Vec<bool> = teams.0.iter().map(feels).collect();
        if let Some(mut groups) = world.get_mut::<Groups>(arena) {
            let feels = |team: TeamId| feel.get(usize::from(team.0)) == Some(&true);
            let all = groups.list.values_mut().filter(|group| feels(group.team));
            all.for_each(|group| group.needs_plan = true);
        }
    }
}

/// Takes the shots and the score of a team away.
fn forget(world: &mut World, arena: Entity, team: TeamId) {
    if let Some(mut shots) = world.get_mut::<Shots>(arena) {
        shots.0.retain(|shot| shot.team != team.0);
    }
    if let Some(mut score) = world.get_mut::<Score>(arena) {
        score.winner = score.winner.filter(|(winner, _)| *winner != team);
        if let Some(side) = score.sides.get_mut(usize::from(team.0)) {
            *side = Side::default();
        }
    }
}

/// Changes the goals of an arena.
pub(super) fn set_goals(world: &mut World, arena: Entity, action: &GoalAction) {
    let Some(mut goals) = world.get_mut::<Goals>(arena) else { return };
    let gone = match action {
        GoalAction::Remove(name) => goals.0.iter().find(|goal| goal.name == *name).cloned(),
        _ => None,
    };
    change_goals(&mut goals.0, action);
    if let (Some(gone), Some(mut script)) = (gone, world.get_mut::<Script>(arena)) {
        script.leave_goal(&gone);
    }
}

/// Moves goals on cells that have just been blocked to the nearest passable ones, as the scenario editor does.
pub(super) fn move_goals_off_walls(world: &mut World, arena: Entity, blocked: &[Cell]) {
    let Some(goals) = world.get::<Goals>(arena).filter(|_| !blocked.is_empty()) else { return };
    let is_hit = |goal: &&Goal| blocked.contains(&goal.at);
    let hit: Vec<Goal> = goals.0.iter().filter(is_hit).cloned().collect();
    for Goal { name, at, .. } in hit {
        let Some(land) = world.get::<Land>(arena) else { return };
        let free = |cell: Cell| land.terrain.is_passable(cell);
        let distance = |cell: Cell| cell.euclidean(at) as f32;
        if let Some(to) = nearest_cell(land.terrain.bounds(), at, free, distance) {
            set_goals(world, arena, &GoalAction::Move { name, to });
        }
    }
}
