//! Arenas side by side in a run: what they share, and which actions each receives alone.

use super::{Entry, Run, To};
use crate::scenario::{Action, Batch, Doctrine, Scenario, SetDoctrine, TeamId};
use std::sync::Arc;

impl Run {
    /// This run with one more arena, in which one team has another doctrine. In all else it receives the actions that the first arena
    /// receives at tick 0.
    pub fn with_arena(&self, team: TeamId, doctrine: Doctrine) -> Self {
        let mut run = self.clone();
        let mut actions = run.told_at_start(0);
        actions.push(Action::SetDoctrine(SetDoctrine { team, doctrine }));
        run.open(actions);
        run
    }

    /// This run beside the further arenas that another run starts with.
    pub fn beside_arenas_of(&self, other: &Self) -> Self {
        let mut run = self.clone();
        (1..other.arenas).for_each(|arena| run.open(other.told_at_start(arena)));
        run
    }

    /// This run without one arena, which is not the first. Later ones move up.
    pub fn without_arena(&self, arena: u32) -> Self {
        let mut run = self.clone();
        if arena == 0 || arena >= run.arenas {
            return run;
        }
        run.arenas -= 1;
        run.log.retain(|entry| entry.to != To::One(arena));
        for entry in &mut run.log {
            if let To::One(other) = entry.to
                && other > arena
            {
                *entry = Arc::new(Entry { to: To::One(other - 1), ..Entry::clone(entry) });
            }
        }
        run.renew();
        run
    }

    /// The actions that one arena alone receives at tick 0.
    fn told_at_start(&self, arena: u32) -> Vec<Action> {
        let own = self.log.iter().filter(|entry| entry.tick() == 0 && entry.to == To::One(arena));
        own.flat_map(|entry| entry.actions().to_vec()).collect()
    }

    /// Adds an arena that receives actions of its own at tick 0.
    pub(super) fn open(&mut self, actions: Vec<Action>) {
        if self.arenas == Self::MAX_ARENAS {
            return;
        }
        let (to, name) = (To::One(self.arenas), "Compare side by side".into());
        self.arenas += 1;
        let place = self.log.partition_point(|entry| entry.tick() == 0);
        let batch = Arc::new(Batch { tick: 0, actions });
        self.log.insert(place, Arc::new(Entry { to, name, batch, past: 0 }));
        self.renew();
    }
}

/// The actions at tick 0 with which an arena starts like another one, in what arenas may disagree about.
pub(super) fn differences(first: &Scenario, own: &Scenario) -> Vec<Action> {
    let mut actions = Vec::new();
    for (place, (team, known)) in (0..).zip(own.teams.iter().zip(&first.teams)) {
        if team.doctrine != known.doctrine {
            let (team, doctrine) = (TeamId(place), team.doctrine);
            actions.push(Action::SetDoctrine(SetDoctrine { team, doctrine }));
        }
    }
    if own.motion != first.motion {
        actions.push(Action::SetMotion(own.motion));
    }
    if own.directions != first.directions {
        actions.push(Action::SetDirections(own.directions.cells().to_vec()));
    }
    actions
}
