//! Settings that stay from one start of the program to the next.
//!
//! `values` says what is kept, `file` how it is stored, `keeper` when it is read and written. `intent` and `keys`
//! serve the wishes of the settings window, `apply` brings theme and scale to the screen, `window_place` the window to its
//! place.
//!
//! Other rooms read [`Settings`] and hold their own state; `keeper` copies that state into the settings once per frame if
//! it changed. Without the keeper, as in tests, the settings are the defaults and nothing is written.

mod apply;
mod file;
mod intent;
mod keeper;
mod keys;
mod values;
mod window_place;

pub use intent::SettingsIntent;
pub use keys::KeyChange;
pub use values::{FileSettings, Look, OverlaySetting, RECENT, SCALES, Settings, Theme};
pub use window_place::WindowPlace;

use bevy::app::App;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((
        keeper::plugin,
        intent::plugin,
        keys::plugin,
        apply::plugin,
        window_place::plugin,
    ));
}
