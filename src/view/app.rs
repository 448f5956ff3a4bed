//! Starts the window.

use crate::report::Experiment;
use crate::scenario::{Scenario, Source};
use crate::sim::{SimPlugin, TICKS_PER_SECOND};
use crate::view::folders::Folders;
use crate::view::{
    document, frame, input, lessons, overlays, panels, redraw, scene, settings, theme,
};
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::window::PresentMode;
use bevy_egui::EguiPlugin;

/// Everything in the window.
fn plugin(app: &mut App) {
    app.insert_resource(Time::<Fixed>::from_hz(f64::from(TICKS_PER_SECOND))).add_plugins((
        settings::plugin,
        frame::plugin,
        redraw::plugin,
        document::plugin,
        input::plugin,
        panels::plugin,
        scene::plugin,
        overlays::plugin,
        lessons::plugin,
    ));
}

/// How the window starts.
#[derive(Resource, Clone, Debug, Default)]
pub struct Options {
    /// The scenario to show first; by default an empty map.
    pub scenario: Option<Scenario>,
    /// Where that scenario was read from, so that it can be read again.
    pub source: Source,
    /// Whether that is a picture of which the user should say how it becomes a map.
    pub asks: bool,
    /// The experiments that can be run from the window.
    pub experiments: &'static [Experiment],
    /// Makes the scenarios of the movement benchmark, for the start page.
    pub benchmark: Option<fn() -> Vec<Scenario>>,
}

/// Log levels. The graphics libraries log every adapter at startup; only their errors are shown.
const LOG_FILTER: &str = "warn,phalanx=info,bevy_egui=error,bevy_render=error,winit=error,\
                          wgpu=error,wgpu_core=error,wgpu_hal=error,naga=error";

/// Opens the window and returns when it is closed.
pub fn run(options: Options) -> AppExit {
    let window = Window {
        title: "Phalanx".into(),
        name: Some("phalanx".into()),
        present_mode: PresentMode::AutoVsync,
        ..default()
    };
    let log = LogPlugin { filter: LOG_FILTER.into(), ..default() };
    App::new()
        .insert_resource(ClearColor(theme::backdrop(settings::Theme::Dark)))
        .insert_resource(options)
        .insert_resource(Folders::of_this_user())
        .add_plugins((
            DefaultPlugins
                .set(WindowPlugin {
                    primary_window: Some(window),
                    // The document first asks whether to save unsaved work.
                    close_when_requested: false,
                    ..default()
                })
                .set(log),
            EguiPlugin::default(),
            SimPlugin::default().recording(true),
            plugin,
        ))
        .run()
}

#[cfg(test)]
#[path = "headless.rs"]
pub(crate) mod headless;

#[cfg(test)]
#[path = "stillness_tests.rs"]
mod tests;
