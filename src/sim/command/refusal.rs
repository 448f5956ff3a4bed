//! Why an arena does not admit an action.

use crate::scenario::{
    MAX_GOALS, MAX_KINDS, MAX_OBSTACLES, MAX_ORDERS, MAX_TEAMS, MAX_UNITS, ObstacleId, TeamId,
    UnitId,
};

/// Why an action, or a unit of it, is not admissible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
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
    NoName(&'static str),
    /// Another team or goal has the name.
    #[error("there is already a {0} named {1:?}")]
    NameTaken(&'static str, String),
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
    WrongOrder(usize, &'static str),
    /// A coordinate is infinite or not a number.
    #[error("the position of a unit must be two finite numbers")]
    NoPlace,
    /// Every place is blocked or taken.
    #[error("there is no free place for another unit")]
    NoRoom,
    /// Cell steps need a cell for each unit.
    #[error("there are more units than free cells, and each unit needs its own")]
    TooFewCells,
    /// A parameter lies outside its range, in a sentence.
    #[error("{0}")]
    OutOfRange(String),
}

/// Refuses unless something holds.
pub(super) fn demand(holds: bool, refusal: Refusal) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(refusal) }
}
