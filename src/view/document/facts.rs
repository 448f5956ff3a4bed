//! Edits that are about the whole run, whenever they are made: title, description, seed, names and colours of teams. They
//! change the start of the run; what was done later stays.

use crate::scenario::{Action, Scenario, Team, TeamAction};
use crate::sim::{Arena, Teams};
use crate::view::document::history::Edit;
use crate::view::document::state::Document;
use bevy::prelude::*;

/// Whether later teams get other numbers by an edit before the first tick, so that arenas must be built anew at once.
pub(super) fn moves_teams_up(edit: &Edit) -> bool {
    edit.actions.iter().any(|action| matches!(action, Action::Team(TeamAction::Remove(_))))
}

impl Document {
    /// Whether an edit changes only what is said about the run, or its seed.
    pub(super) fn is_about_the_whole_run(&self, edit: &Edit) -> bool {
        edit.arena.is_none() && edit.actions.iter().all(|action| self.concerns_start(action))
    }

    fn concerns_start(&self, action: &Action) -> bool {
        let teams = self.timeline().start.teams.len();
        match action {
            Action::Fact(_) => true,
            Action::Team(TeamAction::Recolour { team, .. }) => usize::from(team.0) < teams,
            Action::Team(TeamAction::Rename { team, name }) => {
                usize::from(team.0) < teams && !self.is_given_later(name)
            }
            _ => false,
        }
    }

    /// Whether a later edit of the run gives a team this name.
    fn is_given_later(&self, wanted: &str) -> bool {
        let gives = |action: &Action| {
            matches!(
                action,
                Action::Team(TeamAction::Add { name, .. } | TeamAction::Rename { name, .. })
                    if name == wanted
            )
        };
        self.timeline().edits().iter().any(|edit| edit.actions.iter().any(gives))
    }

    /// Makes an edit part of the start of the run. Another seed starts the run again.
    pub(super) fn perform_on_start(&mut self, edit: &Edit) {
        let mut start = Scenario::clone(&self.timeline().start);
        for action in &edit.actions {
            start.apply(0, action);
            self.scenario.apply(self.tick, action);
        }
        let said = |s: &Scenario| (s.title.clone(), s.description.clone(), s.seed, s.teams.clone());
        if said(&start) == said(&self.timeline().start) {
            return;
        }
        if start.seed != self.timeline().start.seed {
            let timeline = self.timeline().with_start(&start);
            self.history.record(edit, timeline, self.tick, true);
            self.history.start_again();
            self.changed_from(0);
            self.go_to(0);
            return;
        }
        let timeline = self.timeline().with_names(&start);
        self.history.record(edit, timeline, self.tick, true);
    }
}

/// Gives the teams of the arenas the names and colours that they have in the document. Nothing in a run depends on them.
pub(super) fn name_teams(document: Res<Document>, mut arenas: Query<&mut Teams, With<Arena>>) {
    if document.seek.is_some() {
        return;
    }
    for mut teams in &mut arenas {
        let known = &document.scenario.teams;
        let is_same = |(a, b): (&Team, &Team)| a.name == b.name && a.colour == b.colour;
        if teams.0.iter().zip(known).all(is_same) {
            continue;
        }
        for (team, known) in teams.0.iter_mut().zip(known) {
            team.name.clone_from(&known.name);
            team.colour = known.colour;
        }
    }
}

#[cfg(test)]
#[path = "facts_tests.rs"]
mod tests;
