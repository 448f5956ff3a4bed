//! The window, behind the default feature `gui`: camera, tools, overlays and panels.
//!
//! Panels and tools never change an arena themselves: they send
//! [`Action`](crate::scenario::Action)s through the document.
//!
//! A frame runs in the order of [`FrameSystems`]. Pictures per cell are textures;
//! everything else on the map is painted on one [`Canvas`](canvas::Canvas).

mod arena_names;
pub mod autosave;
pub mod beside;
pub mod camera;
pub mod canvas;
pub mod chooser;
mod combat;
pub mod dialogs;
pub mod document;
pub mod experiments;
pub mod files;
pub mod gallery;
pub mod glyphs;
mod goals;
mod ground;
pub mod guard;
pub mod history;
pub mod intent;
mod interact;
pub mod keys;
pub mod learned;
mod noise;
mod obstacles;
pub mod overlays;
pub mod panels;
mod pictures;
mod pointer;
mod preview;
mod screenshot;
pub mod shared;
pub mod theme;
pub mod time_control;
pub mod tools;
pub mod traces;
pub mod units;

use crate::planning::CellSteps;
use crate::report::Experiment;
use crate::sim::SimPlugin;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::window::PresentMode;
use bevy_egui::{EguiContexts, EguiPlugin, EguiPrimaryContextPass};
use shared::{FrameSystems, MapArea, Selection};
use std::path::PathBuf;

/// How the window starts.
#[derive(Resource, Clone, Debug, Default)]
pub struct Options {
    /// The scenario or map to open; otherwise the first of those that come with the program.
    pub file: Option<PathBuf>,
    /// A file with problems on that map whose units patrol, how many rounds each, and the rules of their steps.
    pub patrols: Option<(PathBuf, u32, CellSteps)>,
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
            SimPlugin,
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
    app.init_resource::<Selection>()
        .init_resource::<MapArea>()
        .configure_sets(Update, (Pointer, Input, Camera, Draw).chain())
        .add_systems(EguiPrimaryContextPass, style_panels)
        .add_plugins((
            interact::plugin,
            pointer::plugin,
            camera::plugin,
            canvas::plugin,
            ground::plugin,
            obstacles::plugin,
            goals::plugin,
            arena_names::plugin,
            traces::plugin,
            units::plugin,
            combat::plugin,
            preview::plugin,
            overlays::plugin,
            screenshot::plugin,
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
