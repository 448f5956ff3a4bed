//! The limits of a scenario, for files and for actions.

/// Maximum number of teams.
pub const MAX_TEAMS: usize = 255;
/// Maximum number of units.
pub const MAX_UNITS: usize = 100_000;
/// Maximum number of obstacles.
pub const MAX_OBSTACLES: usize = 10_000;
/// Maximum number of goals.
pub const MAX_GOALS: usize = 1000;
/// Maximum number of orders in a list that an action sets.
pub const MAX_ORDERS: usize = 10_000;
/// Maximum number of unit kinds that a scenario can define for itself.
pub const MAX_KINDS: usize = 1000;
