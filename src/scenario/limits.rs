//! The limits of a scenario, for files and for actions.

/// Most teams.
pub const MAX_TEAMS: usize = 255;
/// Most units.
pub const MAX_UNITS: usize = 100_000;
/// Most obstacles.
pub const MAX_OBSTACLES: usize = 10_000;
/// Most goals.
pub const MAX_GOALS: usize = 1000;
/// Most orders in a list that an action sets.
pub const MAX_ORDERS: usize = 10_000;
/// Most unit kinds that a scenario can define for itself.
pub const MAX_KINDS: usize = 1000;
