//! The document without panels and without a window, for tests and benches: intents in, arenas out.

use super::state::{self, Document};
use crate::scenario::Scenario;
use crate::sim::{Pace, SimPlugin};
use crate::view::input::selection::Selection;
use bevy::prelude::*;

/// An app with a scenario that is open and paused. `App::update` is a frame; simulated time passes in [`crate::sim::Tick`].
pub fn alone(scenario: &Scenario) -> App {
    let mut app = App::new();
    app.add_plugins((
        MinimalPlugins,
        SimPlugin::default().recording(true),
        crate::view::frame::plugin,
        super::intent::plugin,
        crate::view::input::time_control::plugin,
        state::plugin,
    ))
    .init_resource::<Selection>()
    .insert_resource(Pace { running: false, steps: 0 })
    .insert_resource(Document::new(scenario, None));
    app.finish();
    app.cleanup();
    app
}
