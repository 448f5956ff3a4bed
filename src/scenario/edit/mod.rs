//! Actions on a scenario: the rule book that admits them, the room that units need, and the editor. The simulation shares
//! the first two.

mod editor;
mod free_space;
mod ranges;
mod rules;
mod script;
mod teams;

pub(crate) use free_space::nearest_cell;
pub use free_space::{Site, make_room, move_units_off_walls, place_unit};
pub(super) use ranges::out_of_range;
pub use rules::{Facts, MOST_OBSTACLES, MOST_TEAMS, MOST_UNITS, Refusal, admit, admit_unit};
pub use script::MOST_ORDERS;
pub use teams::MOST_GOALS;
pub(crate) use teams::{change_goals, change_teams, leave_goal};
