//! The window, behind the default feature `gui`: camera, tools, overlays and panels.
//!
//! Panels and tools never change an arena themselves: they send
//! [`Action`](crate::scenario::Action)s through the document.
//!
//! A frame runs in the order of [`FrameSystems`]. Pictures per cell are textures;
//! everything else on the map is painted on one [`Canvas`](scene::canvas::Canvas).

pub mod document;
pub mod input;
pub mod overlays;
pub mod panels;
pub mod scene;
pub mod shared;
pub mod theme;

use crate::report::Experiment;
use crate::scenario::{Scenario, Source};
use crate::sim::{SimPlugin, TICKS_PER_SECOND};
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::window::PresentMode;
use bevy_egui::{EguiContexts, EguiPlugin, EguiPrimaryContextPass};
use shared::{FrameSystems, MapArea, Selection};

/// How the window starts.
#[derive(Resource, Clone, Debug, Default)]
pub struct Options {
    /// The scenario to show first; otherwise an empty map.
    pub scenario: Option<Scenario>,
    /// Where that scenario was read from, so that it can be read again.
    pub source: Source,
    /// The experiments that can be run from the window.
    pub experiments: &'static [Experiment],
}

/// Opens the window and returns when it is closed.
pub fn run(options: Options) -> AppExit {
    let window = Window {
        title: "Phalanx".into(),
        name: Some("phalanx".into()),
        resolution: (1440, 900).into(),
        present_mode: PresentMode::AutoVsync,
        ..default()
    };
    let log = LogPlugin { filter: LOG_FILTER.into(), ..default() };
    App::new()
        .insert_resource(ClearColor(theme::BACKDROP))
        .insert_resource(options)
        .add_plugins((
            DefaultPlugins
                .set(WindowPlugin {
                    primary_window: Some(window),
                    // The document asks first whether unsaved work should be saved.
                    close_when_requested: false,
                    ..default()
                })
                .set(log),
            EguiPlugin::default(),
            SimPlugin::default(),
            plugin,
        ))
        .run()
}

/// Graphics libraries chat about every adapter; only what the user should know gets through.
const LOG_FILTER: &str = "warn,phalanx=info,bevy_egui=error,bevy_render=error,winit=error,\
                          wgpu=error,wgpu_core=error,wgpu_hal=error,naga=error";

/// Everything that happens in the window.
fn plugin(app: &mut App) {
    use FrameSystems::*;
    let options = app.world().get_resource::<Options>().cloned().unwrap_or_default();
    app.init_resource::<Selection>()
        .init_resource::<MapArea>()
        .insert_resource(Time::<Fixed>::from_hz(f64::from(TICKS_PER_SECOND)))
        .configure_sets(Update, (Pointer, Input, Camera, Draw).chain())
        .add_systems(EguiPrimaryContextPass, style_panels)
        .add_plugins((
            document::intent::plugin,
            document::state::plugin,
            document::files::FilesPlugin(options),
            document::chooser::plugin,
            document::direction_files::plugin,
            document::gallery::plugin,
            document::autosave::plugin,
            input::time_control::plugin,
            input::keys::plugin,
            input::tools::plugin,
            panels::plugin,
            panels::experiment_runs::plugin,
            panels::dialogs::plugin,
        ))
        .add_plugins((
            input::pointer::plugin,
            input::camera::plugin,
            scene::canvas::plugin,
            scene::ground::plugin,
            scene::obstacles::plugin,
            scene::goals::plugin,
            scene::arena_names::plugin,
            scene::map_text::plugin,
            panels::metric_history::plugin,
            scene::units::plugin,
            scene::combat::plugin,
            scene::preview::plugin,
            overlays::plugin,
            scene::screenshot::plugin,
        ));
}

/// Gives the panels their look, once.
fn style_panels(mut contexts: EguiContexts, mut done: Local<bool>) -> Result {
    if !*done {
        theme::apply_egui_style(contexts.ctx_mut()?);
        *done = true;
    }
    Ok(())
}
