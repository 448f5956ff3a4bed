//! Pause, step, speed, restart.
//!
//! Virtual time is never paused, because that would stop input too. [`Pace`] stops the ticks instead.

use crate::sim::{Pace, PlanQueue, TICKS_PER_SECOND, run_pass};
use crate::view::document::intent::{Intent, TimeIntent};
use crate::view::document::{Document, DocumentSystems, serve_edits};
use crate::view::frame::FrameSystems;
use crate::view::panels::dialogs::Dialogs;
use crate::view::panels::notices::Notice;
use crate::words::count;
use bevy::prelude::*;
use std::time::{Duration, Instant};

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Speed>()
        .add_message::<Notice>()
        .add_systems(
            Update,
            (serve_time, apply_speed, keep_planning)
                .chain()
                .in_set(DocumentSystems::Serve)
                .before(serve_edits),
        )
        .add_systems(Update, run_unlimited.before(FrameSystems::Input));
}

/// How fast simulated time passes, as an index into [`Speed::FACTORS`].
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speed(usize);

impl Default for Speed {
    fn default() -> Self {
        Self(Self::NORMAL)
    }
}

impl Speed {
    /// Simulated seconds per second, from slow to fast.
    pub const FACTORS: [f32; 9] = [0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, f32::INFINITY];
    const NORMAL: usize = 3;
    /// Maximum number of ticks in one frame. A slow machine does not reach a high speed, but the window stays responsive.
    const TICKS_PER_FRAME: f32 = 32.0;

    /// Simulated seconds per second.
    pub fn factor(self) -> f32 {
        Self::FACTORS[self.0]
    }

    /// The speed as text.
    pub fn label(self) -> &'static str {
        ["1/8x", "1/4x", "1/2x", "1x", "2x", "4x", "8x", "16x", "max"][self.0]
    }

    /// Whether time passes as fast as this machine can.
    pub fn is_unlimited(self) -> bool {
        self.factor().is_infinite()
    }

    /// The next higher speed, if there is one.
    pub fn faster(self) -> Self {
        Self((self.0 + 1).min(Self::FACTORS.len() - 1))
    }

    /// The next lower speed, if there is one.
    pub fn slower(self) -> Self {
        Self(self.0.saturating_sub(1))
    }

    /// The longest frame that simulated time keeps up with, in seconds of real time.
    fn longest_frame(self) -> f32 {
        let factor = if self.is_unlimited() { 1.0 } else { self.factor() };
        (Self::TICKS_PER_FRAME / TICKS_PER_SECOND as f32 / factor).min(0.25)
    }
}

fn serve_time(
    mut intents: MessageReader<Intent>,
    mut pace: ResMut<Pace>,
    mut speed: ResMut<Speed>,
    mut document: ResMut<Document>,
    mut notices: MessageWriter<Notice>,
) {
    for intent in intents.read() {
        let Intent::Time(intent) = intent else { continue };
        match intent {
            // While the arenas seek, time passes once they have arrived.
            TimeIntent::TogglePause if document.seek_target().is_some() => {
                let run = !document.runs_then();
                document.set_then_run(run);
            }
            TimeIntent::TogglePause => *pace = Pace { running: !pace.running, steps: 0 },
            TimeIntent::Step => match document.seek_target() {
                Some(tick) => pause_at(tick + 1, &mut pace, &mut document),
                None => *pace = Pace { running: false, steps: pace.steps + 1 },
            },
            TimeIntent::StepBack => {
                let from = document.seek_target().unwrap_or(document.tick);
                pause_at(from.saturating_sub(1), &mut pace, &mut document);
            }
            TimeIntent::GoTo(tick) => pause_at(*tick, &mut pace, &mut document),
            TimeIntent::Faster => *speed = speed.faster(),
            TimeIntent::Slower => *speed = speed.slower(),
            TimeIntent::NormalSpeed => *speed = Speed::default(),
            TimeIntent::Restart => {
                notices.write_batch(what_waits(&document));
                document.restart();
                document.set_then_run(pace.running);
            }
            TimeIntent::RestartWithAllEdits => {
                document.restart_with_all_edits();
                document.set_then_run(pace.running);
            }
        }
    }
}

/// How many changes a restart leaves for later, if any, and how to have them from the start.
fn what_waits(document: &Document) -> Option<Notice> {
    let first = document.run().later().first()?.tick();
    let later = document.history().later_changes();
    let (wait, them) = if later == 1 { ("waits", "it") } else { ("wait, the first", "them") };
    let seconds = first as f64 / f64::from(TICKS_PER_SECOND);
    let changes = count(later as u64, "change");
    let text = format!("{changes} {wait} at {seconds:.1} s.");
    let all = Intent::Time(TimeIntent::RestartWithAllEdits);
    let there = Intent::Time(TimeIntent::GoTo(first));
    Some(
        Notice::new(text)
            .with_button(format!("Apply {them} from the start"), all)
            .with_button(format!("Go to {seconds:.1} s"), there),
    )
}

/// Goes to a tick and pauses there.
fn pause_at(tick: u64, pace: &mut Pace, document: &mut Document) {
    *pace = Pace { running: false, steps: 0 };
    document.go_to(tick);
    document.set_then_run(false);
}

/// Sets how fast the clock of the ticks goes. It stands still behind a dialog: nobody should miss what happens there.
fn apply_speed(speed: Res<Speed>, dialogs: Option<Res<Dialogs>>, mut time: ResMut<Time<Virtual>>) {
    // As fast as possible: ticks are made in frames, beside those of the clock.
    let factor = if speed.is_unlimited() { 1.0 } else { speed.factor() };
    let covered = dialogs.is_some_and(|dialogs| dialogs.is_modal());
    let factor = if covered { 0.0 } else { factor };
    if time.relative_speed() != factor || speed.is_changed() {
        time.set_relative_speed(factor);
        time.set_max_delta(Duration::from_secs_f32(speed.longest_frame()));
    }
}

/// Time that a frame may spend on ticks at the highest speed.
const UNLIMITED_SLICE: Duration = Duration::from_millis(24);

/// At the highest speed a frame makes as many ticks as it has time for.
fn run_unlimited(world: &mut World) {
    let began = Instant::now();
    while world.resource::<Speed>().is_unlimited()
        && world.resource::<Pace>().running
        && world.resource::<Time<Virtual>>().relative_speed() > 0.0
        && began.elapsed() < UNLIMITED_SLICE
    {
        run_pass(world);
    }
}

/// Lets unfinished plans continue while the simulation is paused.
fn keep_planning(pace: Res<Pace>, mut arenas: Query<&mut PlanQueue>) {
    if !pace.ticks() {
        arenas.iter_mut().filter(|plan| plan.is_unfinished()).for_each(|mut plan| plan.go_on());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_stop_at_both_ends() {
        let mut speed = Speed::default();
        assert_eq!(speed.label(), "1x");
        (0..20).for_each(|_| speed = speed.faster());
        assert_eq!((speed.label(), speed.is_unlimited()), ("max", true));
        (0..20).for_each(|_| speed = speed.slower());
        assert_eq!((speed.label(), speed.factor()), ("1/8x", 0.125));
    }

    #[test]
    fn a_slow_frame_never_asks_for_more_ticks_than_allowed() {
        for index in 0..Speed::FACTORS.len() {
            let speed = Speed(index);
            let factor = if speed.is_unlimited() { 1.0 } else { speed.factor() };
            let ticks = speed.longest_frame() * factor * TICKS_PER_SECOND as f32;
            assert!(ticks <= Speed::TICKS_PER_FRAME + 1e-3, "{}: {ticks}", speed.label());
        }
    }
}
