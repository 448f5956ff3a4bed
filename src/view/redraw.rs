//! Decides when the window is drawn again.
//!
//! winit draws a frame for every event of the window. Everything else that needs one is listed in [`Work`], and nowhere else:
//! what moves needs a frame at once, what waits for a moment needs one then. Otherwise the window rests, and a frame from time
//! to time looks at what nobody announces: threads, files, the time of the next autosave.

use crate::sim::{Pace, PlanQueue};
use crate::view::document::Document;
use crate::view::document::intent::Intent;
use crate::view::input::View;
use crate::view::input::events::InputEvents;
use crate::view::lessons::{self, Course};
use crate::view::panels::notices::Toasts;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::render::view::screenshot::Screenshot;
use bevy::window::{RequestRedraw, WindowEvent};
use bevy::winit::{UpdateMode, WinitSettings};
use bevy_egui::{
    EguiContext, EguiFullOutput, EguiInput, EguiPostUpdateSet, EguiPreUpdateSet, egui,
};
use std::time::Duration;

pub(crate) fn plugin(app: &mut App) {
    app.insert_resource(resting(RESTS[0]))
        .init_resource::<Echo>()
        .init_resource::<EguiDue>()
        .add_systems(
            PreUpdate,
            drop_unchanged_modifiers
                .after(EguiPreUpdateSet::ProcessInput)
                .before(EguiPreUpdateSet::BeginPass),
        )
        .add_systems(
            PostUpdate,
            note_egui.after(EguiPostUpdateSet::EndPass).before(EguiPostUpdateSet::ProcessOutput),
        )
        .add_systems(Last, (note_events, ask_for_frames).chain());
}

/// How long the window may rest, the longest first. There are few, because winit draws a frame whenever the length changes.
const RESTS: [Duration; 3] =
    [Duration::from_secs(1), Duration::from_millis(250), Duration::from_millis(50)];

/// How long the window rests if the next frame is due after a time, or `None` if it is due at once.
fn rest_until(due: Duration) -> Option<Duration> {
    RESTS.into_iter().find(|rest| *rest <= due)
}

fn resting(rest: Duration) -> WinitSettings {
    let mode = UpdateMode::reactive_low_power(rest);
    WinitSettings { focused_mode: mode, unfocused_mode: mode }
}

/// What an event sets in motion goes on for some frames: from intents to actions, arenas, overlays and panels.
#[derive(Resource)]
struct Echo {
    /// When it ends, since the start of the program.
    until: Duration,
    /// Frames that it still has, however long they take.
    frames: u32,
}

impl Echo {
    /// How long it lasts: longer than the arenas take to apply an edit in a pause.
    const TIME: Duration = Duration::from_millis(300);
    /// Frames from a click to the last panel that shows what it did.
    const FRAMES: u32 = 6;
    /// The first frames are drawn while shaders are compiled.
    const START: Duration = Duration::from_secs(3);
}

impl Default for Echo {
    fn default() -> Self {
        Self { until: Self::START, frames: Self::FRAMES }
    }
}

/// When egui needs the next frame: for a blinking cursor, a tooltip, an animation.
#[derive(Resource)]
struct EguiDue(Duration);

impl Default for EguiDue {
    fn default() -> Self {
        Self(Duration::MAX)
    }
}

/// bevy_egui passes to egui in every frame which modifier keys are down, and egui draws again at once after any event.
fn drop_unchanged_modifiers(mut contexts: Query<(&mut EguiContext, &mut EguiInput)>) {
    for (mut context, mut input) in &mut contexts {
        let known = context.get_mut().input(|input| input.modifiers);
        input.events.retain(|event| *event != egui::Event::ModifiersChanged(known));
    }
}

fn note_egui(outputs: Query<&EguiFullOutput>, mut due: ResMut<EguiDue>) {
    let outputs = outputs.iter().filter_map(|output| output.0.as_ref());
    let views = outputs.flat_map(|output| output.viewport_output.values());
    due.0 = views.map(|view| view.repaint_delay).min().unwrap_or(Duration::MAX);
}

fn note_events(
    mut echo: ResMut<Echo>,
    mut events: MessageReader<WindowEvent>,
    mut intents: MessageReader<Intent>,
    time: Res<Time<Real>>,
) {
    let asked = |event: &WindowEvent| matches!(event, WindowEvent::RequestRedraw(_));
    // Both are read to their ends.
    let happened = events.read().filter(|event| !asked(event)).count() + intents.read().count();
    if happened > 0 {
        *echo = Echo { until: time.elapsed() + Echo::TIME, frames: Echo::FRAMES };
    } else {
        echo.frames = echo.frames.saturating_sub(1);
    }
}

/// Everything besides events that the window is drawn for.
#[derive(SystemParam)]
struct Work<'w, 's> {
    time: Res<'w, Time<Real>>,
    /// It stands still behind a dialog.
    clock: Res<'w, Time<Virtual>>,
    echo: Res<'w, Echo>,
    egui: Res<'w, EguiDue>,
    pace: Res<'w, Pace>,
    document: Res<'w, Document>,
    plans: Query<'w, 's, &'static PlanQueue>,
    view: Res<'w, View>,
    input: Res<'w, InputEvents>,
    toasts: Res<'w, Toasts>,
    course: Res<'w, Course>,
    screenshots: Query<'w, 's, (), With<Screenshot>>,
}

impl Work<'_, '_> {
    /// What makes the next frame show something else than this one.
    fn moving(&self) -> Option<&'static str> {
        let works = [
            ("time runs", self.pace.ticks() && self.clock.relative_speed() > 0.0),
            ("seeking", self.document.seek_target().is_some()),
            ("planning", self.plans.iter().any(PlanQueue::is_unfinished)),
            ("the camera", self.view.is_moving()),
            ("a held button", self.input.holds_any()),
            ("a screenshot", !self.screenshots.is_empty()),
            ("an event", self.echo.frames > 0 || self.time.elapsed() < self.echo.until),
        ];
        works.into_iter().find_map(|(what, moves)| moves.then_some(what))
    }

    /// The time until the next frame is needed.
    fn due(&self) -> Duration {
        if let Some(what) = self.moving() {
            trace!("the next frame is needed at once: {what}");
            return Duration::ZERO;
        }
        let now = self.time.elapsed_secs_f64();
        let moments = [self.toasts.due(), lessons::due(&self.course, now)];
        let soonest = moments.into_iter().flatten().fold(f64::INFINITY, f64::min);
        Duration::try_from_secs_f64(soonest).unwrap_or(Duration::MAX).min(self.egui.0)
    }
}

fn ask_for_frames(
    work: Work,
    mut winit: ResMut<WinitSettings>,
    mut redraws: ResMut<Messages<RequestRedraw>>,
) {
    // bevy_egui asks for one at once even if egui needs it much later.
    redraws.clear();
    match rest_until(work.due()) {
        None => {
            redraws.write(RequestRedraw);
        }
        Some(rest) if winit.focused_mode != resting(rest).focused_mode => *winit = resting(rest),
        Some(_) => {}
    }
}

#[cfg(test)]
#[path = "redraw_tests.rs"]
mod tests;
