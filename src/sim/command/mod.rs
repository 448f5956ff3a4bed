//! The first stage of a tick: actions from outside and scripted orders. Nothing else enters an arena.
//!
//! `action` lists the kinds of actions and says what the program asks of one; each kind is a file. `apply` applies what is due,
//! `preview` shows it during a pause, `script` gives the orders of the scenario. `site` is the arena as an action sees it,
//! `free_space` finds room for units.

pub(crate) mod action;
pub(crate) mod apply;
mod free_space;
pub(crate) mod preview;
mod refusal;
mod script;
mod site;

mod fact;
mod goal;
mod kind;
mod move_obstacle;
pub(crate) mod order;
mod paint;
mod place_obstacle;
mod remove_obstacle;
mod remove_units;
mod resize_obstacle;
mod set_corners;
mod set_costs;
mod set_directions;
mod set_doctrine;
mod set_health;
mod set_modifiers;
pub(crate) mod set_motion;
mod set_orders;
mod set_rules;
mod spawn;
mod team;

#[cfg(test)]
mod admission_tests;

pub use action::{Action, Batch};
pub use fact::FactAction;
pub use goal::GoalAction;
pub use kind::KindAction;
pub use move_obstacle::MoveObstacle;
pub use order::GiveOrder;
pub use place_obstacle::PlaceObstacle;
pub use refusal::Refusal;
pub(crate) use refusal::demand;
pub use resize_obstacle::ResizeObstacle;
pub use set_costs::SetCosts;
pub use set_doctrine::SetDoctrine;
pub use set_health::Health;
pub use set_modifiers::SetModifiers;
pub use spawn::{NewUnit, spawn_unit};
pub use team::TeamAction;
