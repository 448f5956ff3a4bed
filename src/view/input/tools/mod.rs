//! The tools: what the mouse does on the map.
//!
//! A tool takes the steps of the mouse one by one, looks at a [`Scene`](scene::Scene) and returns
//! [`Intent`](crate::view::document::Intent)s; no tool touches an arena. The right button gives orders with every tool.

pub(crate) mod commands;
mod drop_units;
mod goal;
pub(crate) mod hand;
mod options;
mod order;
mod paint;
mod place;
pub(crate) mod preview;
mod scene;
mod select;
mod shapes;

pub use options::{Armed, Tool, ToolOptions};
pub(crate) use place::fits;

use bevy::app::App;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((options::plugin, hand::plugin, commands::plugin, drop_units::plugin));
}

#[cfg(test)]
mod tests;
