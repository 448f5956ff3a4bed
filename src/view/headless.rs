//! The whole window without a screen, for tests: every plugin runs, panels and camera included; nothing is rendered.

use super::Options;
use crate::scenario::Scenario;
use crate::sim::{SimPlugin, TICKS_PER_SECOND};
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::{RenderCreation, WgpuSettings};
use bevy::time::TimeUpdateStrategy;
use bevy::winit::WinitPlugin;
use bevy_egui::EguiPlugin;
use std::time::Duration;

/// A window of a size in logical pixels, after its panels have found their places. It is paused; a frame takes the time of a tick.
pub(crate) fn window(size: (u32, u32), scenario: Scenario) -> App {
    let mut app = App::new();
    let window = Window { resolution: size.into(), ..default() };
    let graphics = WgpuSettings { backends: None, ..default() };
    app.insert_resource(Options { scenario: Some(scenario), ..default() })
        .add_plugins((
            DefaultPlugins
                .set(WindowPlugin {
                    primary_window: Some(window),
                    close_when_requested: false,
                    ..default()
                })
                .set(RenderPlugin {
                    render_creation: RenderCreation::Automatic(Box::new(graphics)),
                    ..default()
                })
                .disable::<WinitPlugin>()
                .disable::<LogPlugin>(),
            EguiPlugin::default(),
            SimPlugin::default().recording(true),
            super::plugin,
        ))
        .insert_resource(crate::sim::Pace { running: false, steps: 0 })
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(
            f64::from(TICKS_PER_SECOND).recip(),
        )));
    app.finish();
    app.cleanup();
    frames(&mut app, 20);
    app
}

/// Runs some frames.
pub(crate) fn frames(app: &mut App, count: usize) {
    (0..count).for_each(|_| app.update());
}
