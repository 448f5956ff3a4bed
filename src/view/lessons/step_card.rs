//! The card with the step of a lesson, under the map: calm, and never over the map.

use super::LearnIntent;
use super::card_text;
use super::course::{Open, Progress};
use super::spotlight;
use crate::learn::markdown::spans;
use crate::learn::{Condition, Lesson, Step, lessons};
use crate::sim::TICKS_PER_SECOND;
use crate::view::document::intent::Intent;
use crate::view::panels::key_hints::told;
use crate::view::panels::widgets::quiet;
use bevy_egui::egui::{self, RichText, Sense, Ui, vec2};

/// Seconds after which the hint is shown.
const HINT_AFTER: f64 = 20.0;
/// Seconds for which the buttons of a new step wait: the click was meant for the step before.
const CALM: f64 = 0.8;
/// Widest text, in logical pixels.
const WIDEST: f32 = 760.0;

/// What the card shows.
pub struct StepCard<'a> {
    /// The lesson and its step.
    pub open: &'a Open,
    /// Whether another scenario was opened instead of that of the lesson.
    pub elsewhere: bool,
    /// The time now, in seconds.
    pub now: f64,
    /// The tick of the run.
    pub tick: u64,
}

/// Shows the card.
pub fn show(ui: &mut Ui, card: &StepCard) -> Vec<Intent> {
    let mut wanted = Vec::new();
    let Some(lesson) = card.open.lesson() else { return wanted };
    ui.add_space(2.0);
    head(ui, card, lesson, &mut wanted);
    ui.scope(|ui| {
        ui.set_max_width(WIDEST.min(ui.available_width()));
        if card.elsewhere {
            elsewhere(ui, card.open.lesson, lesson, &mut wanted);
        } else if let Some(step) = card.open.step() {
            body(ui, card, step, &mut wanted);
        } else {
            end(ui, card.open.lesson, lesson, &mut wanted);
        }
    });
    ui.add_space(2.0);
    wanted
}

fn learn(
    ui: &mut Ui,
    label: impl Into<egui::WidgetText>,
    doc: &str,
    intent: LearnIntent,
    wanted: &mut Vec<Intent>,
) {
    if ui.button(label).on_hover_text(doc).clicked() {
        wanted.push(Intent::Learn(intent));
    }
}

/// Title, dots and the button that closes.
fn head(ui: &mut Ui, card: &StepCard, lesson: &Lesson, wanted: &mut Vec<Intent>) {
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let doc = "Leaves the lesson. The scenario stays open";
            learn(ui, "Close", doc, LearnIntent::Close, wanted);
            dots(ui, card.open.step, lesson.steps.len());
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                let (step, steps) = (card.open.step + 1, lesson.steps.len());
                let place =
                    if step > steps { "Done".into() } else { format!("Step {step} of {steps}") };
                ui.label(quiet(place));
                ui.add(egui::Label::new(RichText::new(&lesson.title).strong()).truncate());
            });
        });
    });
}

/// One dot for each step. Called from right to left.
fn dots(ui: &mut Ui, now: usize, count: usize) {
    let size = vec2(10.0 * count as f32, 12.0);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let (done, ahead) = (ui.visuals().hyperlink_color, ui.visuals().weak_text_color());
    for step in 0..count {
        let at = rect.left_center() + vec2(5.0 + 10.0 * step as f32, 0.0);
        match step.cmp(&now) {
            std::cmp::Ordering::Less => ui.painter().circle_filled(at, 2.5, done),
            std::cmp::Ordering::Equal => ui.painter().circle_filled(at, 4.0, done),
            std::cmp::Ordering::Greater => {
                ui.painter().circle_filled(at, 2.5, ahead.gamma_multiply(0.6))
            }
        };
    }
}

fn body(ui: &mut Ui, card: &StepCard, step: &Step, wanted: &mut Vec<Intent>) {
    card_text::line(ui, &spans(&step.text));
    let done = matches!(card.open.progress, Progress::Done(_) | Progress::Stays)
        && step.until != Condition::Read;
    if !step.task.is_empty() {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            let (mark, colour) = if done {
                ("✔", egui::Color32::from_rgb(72, 178, 120))
            } else {
                ("▶", ui.visuals().hyperlink_color)
            };
            ui.label(RichText::new(mark).color(colour));
            card_text::line(ui, &spans(&step.task));
        });
    }
    if let Condition::Answer { options, right, wrong } = &step.until {
        answers(ui, card.open.answer, options, *right, wrong, wanted);
    }
    let waits = card.open.progress == Progress::Waiting;
    if waits && !step.hint.is_empty() && card.now - card.open.since > HINT_AFTER {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            ui.label(quiet("Hint:"));
            card_text::line(ui, &spans(&step.hint));
        });
    }
    ui.horizontal(|ui| {
        ui.add_enabled_ui(card.open.step > 0, |ui| {
            learn(ui, "Back", "The step before", LearnIntent::Back, wanted);
        });
        // Next and Skip have the same place, and a click that comes late does nothing.
        ui.add_enabled_ui(!waits || card.now - card.open.since > CALM, |ui| {
            if card.open.progress == Progress::Stays {
                let next = RichText::new("Next").strong();
                learn(ui, next, "The next step", LearnIntent::Next, wanted);
            } else if let Progress::Done(_) = card.open.progress {
                learn(ui, "Next", "The next step follows by itself", LearnIntent::Next, wanted);
            } else {
                let doc = "The next step, without doing this one";
                learn(ui, "Skip", doc, LearnIntent::Next, wanted);
            }
            if !step.show.is_empty() && waits {
                learn(ui, "Show me", "Does this step for you", LearnIntent::ShowMe, wanted);
            }
        });
        if let Some(tick) = step.until.tick().filter(|tick| waits && card.tick < *tick) {
            let seconds = |tick: u64| tick as f64 / f64::from(TICKS_PER_SECOND);
            let (now, then) = (seconds(card.tick), seconds(tick));
            ui.label(quiet(format!("{now:.0} of {then:.0} s"))).on_hover_text(told(
                ui.ctx(),
                "Simulated time that this step waits for. `Up` makes it faster",
            ));
        }
    });
}

fn answers(
    ui: &mut Ui,
    chosen: Option<usize>,
    options: &[String],
    right: usize,
    wrong: &str,
    wanted: &mut Vec<Intent>,
) {
    for (index, option) in options.iter().enumerate() {
        let button = egui::Button::new(option).selected(chosen == Some(index)).wrap();
        let response = ui.add(button.min_size(vec2(ui.available_width(), 0.0)));
        if response.clicked() {
            wanted.push(Intent::Learn(LearnIntent::Answer(index)));
        }
    }
    // Its space is kept free, so that the answers do not move.
    let is_wrong = chosen.is_some_and(|chosen| chosen != right);
    ui.scope(|ui| {
        if !is_wrong {
            ui.set_invisible();
        }
        card_text::line(ui, &spans(wrong));
    });
}

fn elsewhere(ui: &mut Ui, index: usize, lesson: &Lesson, wanted: &mut Vec<Intent>) {
    let name = lesson.title.trim_end_matches('?');
    card_text::line(
        ui,
        &spans(&format!("Another scenario is open now. The lesson *{name}* waits.")),
    );
    ui.horizontal(|ui| {
        let doc = "Opens the scenario of the lesson again and starts with the first step";
        learn(ui, "Start the lesson again", doc, LearnIntent::Start(index), wanted);
    });
}

fn end(ui: &mut Ui, index: usize, lesson: &Lesson, wanted: &mut Vec<Intent>) {
    ui.horizontal_top(|ui| {
        ui.label(RichText::new("✔").color(egui::Color32::from_rgb(72, 178, 120)));
        card_text::line(ui, &spans(&lesson.learned));
    });
    ui.horizontal(|ui| {
        learn(ui, "Back", "The last step", LearnIntent::Back, wanted);
        if let Some(next) = lessons().get(index + 1) {
            let label = RichText::new(format!("Next lesson: {}", next.title)).strong();
            learn(ui, label, &next.sentence, LearnIntent::Start(index + 1), wanted);
        }
        let doc = "Everything that the program can explain";
        learn(ui, "About cards", doc, LearnIntent::ToggleAbout, wanted);
        spotlight::mark(ui, ui.min_rect(), "about cards");
    });
}
