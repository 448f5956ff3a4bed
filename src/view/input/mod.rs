//! Mouse, keys, camera, clock and tools.
//!
//! `events` reads the window's events once per frame. `keys` and `tools` turn them into
//! [`Intent`](crate::view::document::Intent)s; `camera` and `time_control` serve the intents that concern them.

pub(crate) mod camera;
pub mod chord;
pub mod commands;
mod escape;
pub(crate) mod events;
pub mod key_map;
pub(crate) mod keys;
pub(crate) mod modifiers;
pub(crate) mod pointer;
pub(crate) mod selection;
pub(crate) mod time_control;
pub(crate) mod tools;

pub use camera::View;
pub use keys::{BINDINGS, Binding};
pub use selection::Selection;
pub use time_control::Speed;
pub use tools::{Armed, Tool, ToolOptions};

use bevy::app::App;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((
        events::plugin,
        selection::plugin,
        keys::plugin,
        tools::plugin,
        time_control::plugin,
        camera::plugin,
    ));
}
