//! Changes how a team moves.

use super::action::{Act, Setting};
use super::refusal::{Refusal, demand};
use super::site::ArenaSite;
use crate::scenario::{Doctrine, TeamId, is_team};
use crate::sim::arena::Teams;
use serde::{Deserialize, Serialize};

/// Another doctrine for a team.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SetDoctrine {
    /// Which team.
    pub team: TeamId,
    /// How it moves from now on.
    pub doctrine: Doctrine,
}

impl Act for SetDoctrine {
    fn title(&self) -> &'static str {
        "Change doctrine"
    }

    fn fault(&self) -> Option<String> {
        self.doctrine.out_of_range().map(|(_, fault)| fault.to_string())
    }

    fn admit(&self, site: &ArenaSite) -> Result<(), Refusal> {
        demand(is_team(site.teams(), self.team), Refusal::NoTeam(self.team))
    }

    fn act(&self, site: &mut ArenaSite) {
        let Some(mut teams) = site.world.get_mut::<Teams>(site.arena) else { return };
        let Some(team) = teams.0.get_mut(usize::from(self.team.0)) else { return };
        let before = std::mem::replace(&mut team.doctrine, self.doctrine);
        if (before.search, before.layers) != (self.doctrine.search, self.doctrine.layers) {
            site.plan_anew(|group| group.team == self.team);
        }
    }

    fn setting(&self) -> Option<Setting> {
        Some(("doctrine", u32::from(self.team.0)))
    }

    fn is_for_one_arena(&self) -> bool {
        true
    }

    fn teams(&mut self) -> Vec<&mut TeamId> {
        vec![&mut self.team]
    }
}
