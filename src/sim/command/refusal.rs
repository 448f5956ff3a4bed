//! Why an arena does not admit an action, or a unit or an obstacle of a host.

use crate::grid::Cell;
use crate::scenario::{
    MAX_GOALS, MAX_KINDS, MAX_OBSTACLES, MAX_ORDERS, MAX_TEAMS, MAX_UNITS, ObstacleId, TeamId,
    UnitId,
};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Why an action, or a unit of it, is not admissible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum Refusal {
    /// Part of an obstacle would lie outside the map, or it has no cells.
    #[error("an obstacle must lie inside the map")]
    ObstacleOutside,
    /// The id of a new obstacle is taken.
    #[error("there is already an obstacle {}", .0.0)]
    ObstacleExists(ObstacleId),
    /// No obstacle has this id.
    #[error("there is no obstacle {}", .0.0)]
    NoObstacle(ObstacleId),
    /// The limit is reached.
    #[error("the limit of {MAX_OBSTACLES} obstacles is reached")]
    TooManyObstacles,
    /// The id of a new unit is taken.
    #[error("there is already a unit {}", .0.0)]
    UnitExists(UnitId),
    /// The limit is reached.
    #[error("the limit of {MAX_UNITS} units is reached")]
    TooManyUnits,
    /// No team has this id.
    #[error("there is no team {}", .0.0)]
    NoTeam(TeamId),
    /// The limit is reached.
    #[error("the limit of {MAX_TEAMS} teams is reached")]
    TooManyTeams,
    /// The last team cannot be removed.
    #[error("a scenario needs a team, so the last one stays")]
    LastTeam,
    /// The name of a team or a goal is blank.
    #[error("a {0} needs a name")]
    NoName(Cow<'static, str>),
    /// Another team or goal has the name.
    #[error("there is already a {0} named {1:?}")]
    NameTaken(Cow<'static, str>, String),
    /// No goal has this name.
    #[error("there is no goal named {0:?}")]
    NoGoal(String),
    /// The place of a goal.
    #[error("a goal must lie inside the map")]
    GoalOutside,
    /// The limit is reached.
    #[error("the limit of {MAX_GOALS} goals is reached")]
    TooManyGoals,
    /// No unit kind has this name.
    #[error("there is no kind of unit named {0:?}")]
    NoKind(String),
    /// The limit is reached.
    #[error("the limit of {MAX_KINDS} unit kinds of a scenario is reached")]
    TooManyKinds,
    /// Units of a changed kind would have another size, or would land.
    #[error(
        "there are units of the kind {0:?}, so its size and flight cannot change; remove them first, or copy the kind"
    )]
    OtherBody(String),
    /// A kind cannot be removed.
    #[error("there are units of the kind {0:?}; remove them first")]
    KindInUse(String),
    /// The limit is reached.
    #[error("there are {0} orders; at most {MAX_ORDERS} are possible")]
    TooManyOrders(usize),
    /// An order of a list cannot be given.
    #[error("order {0} of the list is to {1}")]
    WrongOrder(usize, Cow<'static, str>),
    /// A coordinate is infinite or not a number.
    #[error("the position of a unit must be two finite numbers")]
    NoPlace,
    /// Every place is blocked or taken.
    #[error("there is no free place for another unit")]
    NoRoom,
    /// Cell steps need a cell for each unit.
    #[error("there are more units than free cells, and each unit needs its own")]
    TooFewCells,
    /// The cells of a unit of a host are blocked or outside the map.
    #[error("a unit cannot stand on {0}, which is blocked or outside the map")]
    OnWall(Cell),
    /// Where units go from cell to cell, another one is there.
    #[error("there is already a unit on {0}")]
    CellTaken(Cell),
    /// The parent of a unit or an obstacle is no arena, or it has none.
    #[error("it is not the child of an arena, so it takes no part; insert `ChildOf(arena)`")]
    NoArena,
    /// An order is to units that do not exist.
    #[error("an order is to units that do not exist: {}", list(.0))]
    NoUnits(Vec<UnitId>),
    /// A parameter lies outside its range, in a sentence.
    #[error("{0}")]
    OutOfRange(String),
}

fn list(units: &[UnitId]) -> String {
    const MAX: usize = 5;
    let mut text: Vec<String> = units.iter().take(MAX).map(|id| id.0.to_string()).collect();
    if units.len() > MAX {
        text.push("...".into());
    }
    text.join(", ")
}

/// Refuses unless something holds.
pub(crate) fn demand(holds: bool, refusal: Refusal) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(refusal) }
}
