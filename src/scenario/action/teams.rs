//! Changes of the teams.

use crate::scenario::TeamId;
use serde::{Deserialize, Serialize};

/// A change of the teams. Teams are numbered by their place in the list; a team that is removed during a run keeps its place
/// until the run starts anew, so that earlier and later actions mean the same teams.
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
    /// Puts a team into an alliance, or out of any. Teams of one alliance are friends.
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

    pub(crate) fn team_mut(&mut self) -> Option<&mut TeamId> {
        match self {
            Self::Add { .. } => None,
            Self::Remove(team)
            | Self::Rename { team, .. }
            | Self::Recolour { team, .. }
            | Self::Ally { team, .. } => Some(team),
        }
    }

    /// Its name in a history of edits.
    pub fn title(&self) -> &'static str {
        match self {
            Self::Add { .. } => "Add team",
            Self::Remove(_) => "Remove team",
            Self::Rename { .. } => "Rename team",
            Self::Recolour { .. } => "Change team colour",
            Self::Ally { .. } => "Change alliance",
        }
    }
}
