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
const MAX_WIDTH: f32 = 760.0;

/// The moments at which the card of a step changes without input, in seconds.
pub(super) fn changes(open: &Open) -> [f64; 2] {
    [open.since + CALM, open.since + HINT_AFTER]
}

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

/// Shows the card, in a panel that is as high as the highest step of the lesson: the map beside it stays where it is.
pub fn show(root: &mut Ui, card: &StepCard) -> Vec<Intent> {
    let Some(lesson) = card.open.lesson() else { return Vec::new() };
    let frame = egui::Frame::side_top_panel(root.style());
    let width = root.available_width() - frame.inner_margin.sum().x;
    let height = height(root, card.open, lesson, width) + frame.inner_margin.sum().y;
    let panel = egui::Panel::bottom("lesson").frame(frame).resizable(false).exact_size(height);
    panel.show(root, |ui| contents(ui, card, lesson)).inner
}

/// The height of the highest step, with everything that it may come to say.
fn height(root: &mut Ui, open: &Open, lesson: &Lesson, width: f32) -> f32 {
    let id = egui::Id::new(("height of lesson", open.lesson, width.round() as u32));
    if let Some(known) = root.data(|data| data.get_temp(id)) {
        return known;
    }
    let highest = (0..=lesson.steps.len()).map(|step| {
        let progress = Progress::Waiting;
        let open = Open { step, progress, since: 0.0, ..open.clone() };
        let card = StepCard { open: &open, elsewhere: false, now: 2.0 * HINT_AFTER, tick: 0 };
        let room = egui::Rect::from_min_size(root.max_rect().min, vec2(width, 0.0));
        let builder = egui::UiBuilder::new().id_salt(("measured", step)).max_rect(room);
        let mut measured = root.new_child(builder.invisible());
        contents(&mut measured, &card, lesson);
        measured.min_rect().height()
    });
    // Text is placed on whole pixels, so its height depends on where it stands.
    let highest = highest.fold(0.0, f32::max).ceil() + 1.0;
    root.data_mut(|data| data.insert_temp(id, highest));
    highest
}

fn contents(ui: &mut Ui, card: &StepCard, lesson: &Lesson) -> Vec<Intent> {
    let mut wanted = Vec::new();
    ui.add_space(2.0);
    head(ui, card, lesson, &mut wanted);
    ui.scope(|ui| {
        ui.set_max_width(MAX_WIDTH.min(ui.available_width()));
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

/// Title, dots and all buttons: in the same place at every step.
fn head(ui: &mut Ui, card: &StepCard, lesson: &Lesson, wanted: &mut Vec<Intent>) {
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let doc = "Leaves the lesson. The scenario stays open";
            learn(ui, "Close", doc, LearnIntent::Close, wanted);
            dots(ui, card.open.step, lesson.steps.len());
            if let Some(step) = card.open.step().filter(|_| !card.elsewhere) {
                step_buttons(ui, card, step, wanted);
            }
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

/// The buttons of a step, from right to left. Each has a place of its own.
fn step_buttons(ui: &mut Ui, card: &StepCard, step: &Step, wanted: &mut Vec<Intent>) {
    let waits = matches!(card.open.progress, Progress::New | Progress::Waiting);
    let doc = "The next step, without doing this one";
    // A step that is only to be read is done by reading it.
    let is_task = step.until != Condition::Read;
    // A click that was meant for the step before does nothing.
    let calm = card.now - card.open.since > CALM;
    ui.add_enabled_ui(calm && waits && is_task, |ui| {
        learn(ui, "Skip", doc, LearnIntent::Next, wanted);
    });
    ui.add_enabled_ui(calm && waits && !step.show.is_empty(), |ui| {
        learn(ui, "Show me", "Does this step for you", LearnIntent::ShowMe, wanted);
    });
    ui.add_enabled_ui(calm && (!waits || !is_task), |ui| {
        let next = RichText::new("Next").strong();
        learn(ui, next, "The next step", LearnIntent::Next, wanted);
    });
    ui.add_enabled_ui(card.open.step > 0, |ui| {
        learn(ui, "Back", "The step before", LearnIntent::Back, wanted);
    });
    if let Some(tick) = step.until.tick().filter(|tick| waits && card.tick < *tick) {
        let seconds = |tick: u64| tick as f64 / f64::from(TICKS_PER_SECOND);
        let (now, then) = (seconds(card.tick), seconds(tick));
        ui.label(quiet(format!("{now:.0} of {then:.0} s"))).on_hover_text(told(
            ui.ctx(),
            "Simulated time that this step waits for. `Up` makes it faster",
        ));
    }
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
    if let Condition::Answer { options, right, wrong, because } = &step.until {
        let answer = card.open.answer.or(done.then_some(*right));
        answers(ui, answer, options, wanted);
        verdict(ui, answer.map(|answer| answer == *right), wrong, because);
    }
    if let Condition::Predict(options) = &step.until {
        answers(ui, card.open.answer, options, wanted);
    }
    let waits = card.open.progress == Progress::Waiting;
    if waits && !step.hint.is_empty() && card.now - card.open.since > HINT_AFTER {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            ui.label(quiet("Hint:"));
            card_text::line(ui, &spans(&step.hint));
        });
    }
}

fn answers(ui: &mut Ui, chosen: Option<usize>, options: &[String], wanted: &mut Vec<Intent>) {
    for (index, option) in options.iter().enumerate() {
        let button = egui::Button::new(option).selected(chosen == Some(index)).wrap();
        let response = ui.add(button.min_size(vec2(ui.available_width(), 0.0)));
        if response.clicked() {
            wanted.push(Intent::Learn(LearnIntent::Answer(index)));
        }
    }
}

/// What is said after an answer. The place of the longer sentence is kept free before.
fn verdict(ui: &mut Ui, is_right: Option<bool>, wrong: &str, because: &str) {
    let longer = if wrong.len() > because.len() { wrong } else { because };
    ui.scope(|ui| {
        if is_right.is_none() {
            ui.set_invisible();
        }
        let text = is_right.map_or(longer, |right| if right { because } else { wrong });
        card_text::line(ui, &spans(text));
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
