//! Milliseconds per stage of the tick, and frames per second. Measured here, around the stages: the simulation reads no clock,
//! and no decision depends on these numbers.

use super::tooltips::Explain;
use super::widgets::{quiet, wrapped};
use crate::sim::{Pace, TICKS_PER_SECOND, Tick, TickSystems};
use crate::view::frame::FrameSystems;
use bevy::prelude::*;
use bevy_egui::egui::{self, Color32, RichText, Sense, Ui, vec2};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// The stages that are measured, in order, with what they do.
pub const STAGES: [(&str, &str); 8] = [
    ("Command", "Orders and edits are applied"),
    ("Sense", "Groups that need a new plan are found; fields are updated"),
    ("Plan", "Paths are planned"),
    ("Steer", "Each unit decides where it wants to go"),
    ("Move", "Units move"),
    ("Fight", "Shots and damage"),
    ("Learn", "Fields learn from the steps made"),
    ("Measure", "Counters and the clock"),
];

pub(crate) fn plugin(app: &mut App) {
    use TickSystems::*;
    app.init_resource::<StageTimes>()
        .add_systems(Update, count_frame.in_set(FrameSystems::Events))
        .add_systems(
            Tick,
            (
                start.before(Command),
                end::<0>.after(Command).before(Sense),
                end::<1>.after(Sense).before(Plan),
                end::<2>.after(Plan).before(Steer),
                end::<3>.after(Steer).before(Move),
                end::<4>.after(Move).before(Fight),
                end::<5>.after(Fight).before(Learn),
                end::<6>.after(Learn).before(Measure),
                end::<7>.after(Measure).before(Report),
            ),
        );
}

/// Milliseconds of each stage.
pub type Stages = [f64; STAGES.len()];

/// The ticks of the last second, and the frames.
#[derive(Resource, Clone, Debug, Default)]
pub struct StageTimes {
    ticks: VecDeque<Stages>,
    frames: VecDeque<Instant>,
    /// The tick that is being made, and the moment at which its last stage ended; nothing in a pass without a tick.
    present: Option<(Stages, Instant)>,
}

impl StageTimes {
    fn add(&mut self, tick: Stages) {
        if self.ticks.len() == TICKS_PER_SECOND as usize {
            self.ticks.pop_front();
        }
        self.ticks.push_back(tick);
    }

    /// The mean and the largest time of each stage in the ticks of the last second, in milliseconds. `None` before the first
    /// tick.
    pub fn mean_and_worst(&self) -> Option<(Stages, Stages)> {
        let count = self.ticks.len() as f64;
        let over = |fold: fn(f64, f64) -> f64| -> Stages {
            std::array::from_fn(|stage| self.ticks.iter().map(|tick| tick[stage]).fold(0.0, fold))
        };
        (count > 0.0).then(|| (over(|a, b| a + b).map(|sum| sum / count), over(f64::max)))
    }

    /// The largest time of a whole tick of the last second, in milliseconds.
    pub fn worst_tick(&self) -> f64 {
        self.ticks.iter().map(|tick| tick.iter().sum()).fold(0.0, f64::max)
    }

    /// Frames in the last second.
    pub fn frames_per_second(&self) -> usize {
        self.frames.len()
    }
}

fn count_frame(mut times: ResMut<StageTimes>) {
    let now = Instant::now();
    times.frames.push_back(now);
    while times.frames.front().is_some_and(|frame| now - *frame > Duration::from_secs(1)) {
        times.frames.pop_front();
    }
}

fn start(mut times: ResMut<StageTimes>, pace: Res<Pace>) {
    times.present = pace.ticks().then(|| (Stages::default(), Instant::now()));
}

fn end<const STAGE: usize>(mut times: ResMut<StageTimes>) {
    let Some((mut stages, since)) = times.present.take() else { return };
    let now = Instant::now();
    stages[STAGE] = (now - since).as_secs_f64() * 1000.0;
    if STAGE + 1 == STAGES.len() {
        times.add(stages);
    } else {
        times.present = Some((stages, now));
    }
}

/// Shows the time of each stage as numbers and bars.
pub fn show(ui: &mut Ui, times: &StageTimes) {
    let frames = times.frames_per_second();
    let doc = "Frames that the window drew in the last second";
    ui.label(quiet(format!("{frames} frames per second"))).explain(doc);
    let Some((mean, worst)) = times.mean_and_worst() else {
        wrapped(ui, quiet("No tick has been made yet."));
        return;
    };
    let longest = worst.iter().copied().fold(0.001, f64::max);
    egui::Grid::new("stages").num_columns(4).spacing([6.0, 2.0]).show(ui, |ui| {
        for head in ["stage, ms", "mean", "worst", ""] {
            ui.label(quiet(head)).explain("Of the ticks of the last second, all arenas together");
        }
        ui.end_row();
        for (stage, (name, doc)) in STAGES.into_iter().enumerate() {
            ui.label(quiet(name)).explain(doc);
            for value in [mean[stage], worst[stage]] {
                ui.label(RichText::new(format!("{value:.2}")).monospace()).explain(doc);
            }
            bar(ui, mean[stage] / longest, worst[stage] / longest);
            ui.end_row();
        }
        ui.label(RichText::new("tick").strong());
        for value in [mean.iter().sum(), times.worst_tick()] {
            ui.label(RichText::new(format!("{value:.2}")).monospace().strong());
        }
        ui.end_row();
    });
}

/// A bar for a mean, with a line at the worst; both from 0 to 1.
fn bar(ui: &mut Ui, mean: f64, worst: f64) {
    let (rect, _) = ui.allocate_exact_size(vec2(46.0, 8.0), Sense::hover());
    let to = |part: f64| rect.left() + rect.width() * part.clamp(0.0, 1.0) as f32;
    let painter = ui.painter();
    let filled = egui::Rect::from_min_max(rect.min, egui::pos2(to(mean), rect.bottom()));
    painter.rect_filled(rect, 2.0, ui.visuals().faint_bg_color);
    painter.rect_filled(filled, 2.0, ui.visuals().selection.bg_fill);
    let stroke = egui::Stroke::new(1.5, Color32::from_rgb(214, 232, 248));
    painter.vline(to(worst).min(rect.right() - 1.0), rect.y_range(), stroke);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_ticks_of_the_last_second_count() {
        let mut times = StageTimes::default();
        assert_eq!(times.mean_and_worst(), None);
        let tick = |value: f64| {
            let mut stages = Stages::default();
            (stages[2], stages[4]) = (value, 1.0);
            stages
        };
        times.add(tick(500.0));
        (0..TICKS_PER_SECOND).for_each(|i| times.add(tick(f64::from(i % 2 * 4))));
        let (mean, worst) = times.mean_and_worst().unwrap();
        assert_eq!((mean[2], worst[2], mean[4]), (2.0, 4.0, 1.0));
        assert_eq!(times.worst_tick(), 5.0);
    }
}
