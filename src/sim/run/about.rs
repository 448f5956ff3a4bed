//! What is said about a run as a whole: its texts, its seed, and the names and colours of its teams.

use super::Run;
use crate::scenario::{Action, FactAction, Scenario, Team, TeamAction, TeamId};
use std::sync::Arc;

impl Run {
    /// Whether actions are about the run as a whole, whenever they are sent: its texts and its seed, and the names and colours
    /// of teams that are there from the start.
    pub fn is_about_all_of_it(&self, actions: &[Action]) -> bool {
        let is_first = |team: TeamId| usize::from(team.0) < self.start.teams.len();
        actions.iter().all(|action| match action {
            Action::Fact(_) => true,
            Action::Team(TeamAction::Recolour { team, .. }) => is_first(*team),
            Action::Team(TeamAction::Rename { team, name }) => {
                is_first(*team) && !self.is_given_later(name)
            }
            _ => false,
        })
    }

    /// Whether a team gets this name during the run.
    fn is_given_later(&self, wanted: &str) -> bool {
        let mut actions = self.log.iter().flat_map(|entry| entry.actions());
        actions.any(|action| {
            matches!(
                action,
                Action::Team(TeamAction::Add { name, .. } | TeamAction::Rename { name, .. })
                    if name == wanted
            )
        })
    }

    /// The run with another start, by actions about all of it. `None` if they change nothing. Its states stay the same unless
    /// the seed is another one.
    pub fn described(&self, actions: &[Action]) -> Option<Self> {
        let mut start = Scenario::clone(&self.start);
        for action in actions {
            match action {
                Action::Fact(FactAction::Title(title)) => start.title.clone_from(title),
                Action::Fact(FactAction::Description(text)) => start.description.clone_from(text),
                Action::Fact(FactAction::Seed(seed)) => start.seed = *seed,
                Action::Team(TeamAction::Rename { team, name }) => {
                    let is_free = start.teams.iter().all(|team| team.name != *name);
                    if let Some(team) = start.teams.get_mut(usize::from(team.0))
                        && is_free
                        && !name.trim().is_empty()
                    {
                        team.name.clone_from(name);
                    }
                }
                Action::Team(TeamAction::Recolour { team, colour }) => {
                    if let Some(team) = start.teams.get_mut(usize::from(team.0)) {
                        team.colour = *colour;
                    }
                }
                _ => {}
            }
        }
        if start == *self.start {
            return None;
        }
        let other_seed = start.seed != self.start.seed;
        let mut run = Self { start: Arc::new(start), ..self.clone() };
        if other_seed {
            run.renew();
        }
        Some(run)
    }

    /// Gives teams the names and colours that the start has for them. Nothing in a run depends on those. Returns whether any
    /// was another.
    pub fn name_teams(&self, teams: &mut [Team]) -> bool {
        let mut changed = false;
        for (place, (team, known)) in teams.iter_mut().zip(&self.start.teams).enumerate() {
            let changes = |action: &Action| {
                matches!(
                    action,
                    Action::Team(TeamAction::Rename { team, .. } | TeamAction::Recolour { team, .. })
                        if usize::from(team.0) == place
                )
            };
            let is_same = team.name == known.name && team.colour == known.colour;
            if !is_same && !self.log.iter().flat_map(|entry| entry.actions()).any(changes) {
                team.name.clone_from(&known.name);
                team.colour = known.colour;
                changed = true;
            }
        }
        changed
    }
}
