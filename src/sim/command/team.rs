//! Changes of the teams.

use super::action::{Act, Setting};
use super::refusal::{Refusal, demand};
use super::remove_units::remove_units;
use super::site::ArenaSite;
use crate::scenario::{Doctrine, MAX_TEAMS, Team, TeamId, UnitId, is_team, living_teams};
use crate::sim::arena::{Roster, Teams};
use crate::sim::combat::combatant::{Score, Shots, Side};
use crate::sim::fields::arena_fields::ArenaFields;
use crate::sim::unit::Unit;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// A change of the teams. Teams are numbered by their place in the list; a team that is removed during a run keeps its place
/// until the run restarts, so that earlier and later actions mean the same teams.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TeamAction {
    /// Adds a team after the others, with the default doctrine and no allies.
    Add {
        /// Its name; new.
        name: String,
        /// Its colour: red, green, blue.
        colour: (u8, u8, u8),
    },
    /// Removes a team with its units and their orders.
    Remove(TeamId),
    /// Renames a team.
    Rename {
        /// Which.
        team: TeamId,
        /// Its new name; no other team has it.
        name: String,
    },
    /// Gives a team another colour.
    Recolour {
        /// Which.
        team: TeamId,
        /// Its new colour: red, green, blue.
        colour: (u8, u8, u8),
    },
    /// Puts a team into an alliance, or out of any. Teams of one alliance are allies.
    Ally {
        /// Which.
        team: TeamId,
        /// The number of the alliance; `None` if the team is on its own.
        alliance: Option<u8>,
    },
}

impl TeamAction {
    /// The team that it changes, unless it adds one.
    pub fn team(&self) -> Option<TeamId> {
        match self {
            Self::Add { .. } => None,
            Self::Remove(team)
            | Self::Rename { team, .. }
            | Self::Recolour { team, .. }
            | Self::Ally { team, .. } => Some(*team),
        }
    }

    /// Changes a list of teams.
    fn change(&self, teams: &mut Vec<Team>) {
        if let Self::Add { name, colour } = self {
            teams.push(Team {
                name: name.clone(),
                colour: *colour,
                doctrine: Doctrine::default(),
                alliance: None,
                removed: false,
            });
        }
        let Some(team) = self.team().and_then(|team| teams.get_mut(usize::from(team.0))) else {
            return;
        };
        match self {
            Self::Add { .. } => {}
            Self::Remove(_) => (team.removed, team.alliance) = (true, None),
            Self::Rename { name, .. } => team.name.clone_from(name),
            Self::Recolour { colour, .. } => team.colour = *colour,
            Self::Ally { alliance, .. } => team.alliance = *alliance,
        }
    }
}

impl Act for TeamAction {
    fn title(&self) -> &'static str {
        match self {
            Self::Add { .. } => "Add team",
            Self::Remove(_) => "Remove team",
            Self::Rename { .. } => "Rename team",
            Self::Recolour { .. } => "Change team colour",
            Self::Ally { .. } => "Change alliance",
        }
    }

    fn admit(&self, site: &ArenaSite) -> Result<(), Refusal> {
        let teams = site.teams();
        if let Some(team) = self.team() {
            demand(is_team(teams, team), Refusal::NoTeam(team))?;
        }
        let is_free = |name: &str, of: Option<TeamId>| {
            demand(!name.trim().is_empty(), Refusal::NoName("team".into()))?;
            let mut others = living_teams(teams).filter(|(id, _)| Some(*id) != of);
            let taken = others.any(|(_, team)| team.name == name);
            demand(!taken, Refusal::NameTaken("team".into(), name.into()))
        };
        match self {
            Self::Add { name, .. } => {
                demand(teams.len() < MAX_TEAMS, Refusal::TooManyTeams)?;
                is_free(name, None)
            }
            Self::Remove(_) => demand(living_teams(teams).count() > 1, Refusal::LastTeam),
            Self::Rename { team, name } => is_free(name, Some(*team)),
            Self::Recolour { .. } | Self::Ally { .. } => Ok(()),
        }
    }

    /// A removed team takes its units, its shots and its part of the score with it.
    fn act(&self, site: &mut ArenaSite) {
        if let Self::Remove(team) = self {
            remove_units(site.world, site.arena, &units_of(site, *team));
            forget(site, *team);
        }
        if let Some(mut teams) = site.world.get_mut::<Teams>(site.arena) {
            self.change(&mut teams.0);
        }
        if let Self::Ally { .. } = self {
            // Who is an ally decides which paths are safe.
            site.plan_anew_if(|doctrine| doctrine.layers.influence.is_some());
        }
    }

    fn setting(&self) -> Option<Setting> {
        match self {
            Self::Recolour { team, .. } => Some(("colour", u32::from(team.0))),
            _ => None,
        }
    }

    fn teams(&mut self) -> Vec<&mut TeamId> {
        match self {
            Self::Add { .. } => Vec::new(),
            Self::Remove(team)
            | Self::Rename { team, .. }
            | Self::Recolour { team, .. }
            | Self::Ally { team, .. } => vec![team],
        }
    }
}

fn units_of(site: &ArenaSite, team: TeamId) -> Vec<UnitId> {
    let is_of_team =
        |entity: Entity| site.world.get::<Unit>(entity).is_some_and(|unit| unit.team == team);
    let units = site.world.get::<Roster>(site.arena).into_iter().flat_map(|roster| &roster.units);
    units.filter(|(_, entity)| is_of_team(**entity)).map(|(id, _)| *id).collect()
}

/// Takes the shots and the score of a team away.
fn forget(site: &mut ArenaSite, team: TeamId) {
    if let Some(mut shots) = site.world.get_mut::<Shots>(site.arena) {
        shots.0.retain(|shot| shot.team != team.0);
    }
    if let Some(mut fields) = site.world.get_mut::<ArenaFields>(site.arena) {
        fields.change_costs(|all| {
            if let Some(costs) = all.get_mut(usize::from(team.0)) {
                *costs = None;
            }
        });
    }
    if let Some(mut score) = site.world.get_mut::<Score>(site.arena) {
        score.winner = score.winner.filter(|(winner, _)| *winner != team);
        if let Some(side) = score.sides.get_mut(usize::from(team.0)) {
            *side = Side::default();
        }
    }
}

#[cfg(test)]
#[path = "team_tests.rs"]
mod tests;
