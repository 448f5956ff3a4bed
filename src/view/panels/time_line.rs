//! The bar under the map: play, pause, step, speed, and the timeline with its marks.

use super::key_hints::{key_of, with_key};
use super::widgets::{button, quiet};
use crate::scenario::{Action, GiveOrder};
use crate::sim::Entry;
use crate::sim::TICKS_PER_SECOND;
use crate::view::document::intent::{Intent, TimeIntent as Time};
use crate::view::input::time_control::Speed;
use crate::view::lessons::spotlight;
use bevy_egui::egui::{
    self, Align2, Color32, FontId, Rect, RichText, Sense, Shape, Stroke, Ui, pos2, vec2,
};
use std::sync::Arc;

/// What the bar shows.
pub struct TimeLine<'a> {
    /// Whether the simulation runs.
    pub running: bool,
    /// Its speed.
    pub speed: Speed,
    /// The present tick.
    pub tick: u64,
    /// The tick that the arenas are going to, while they are not there.
    pub seek_target: Option<u64>,
    /// The last tick that this run has reached.
    pub reached: u64,
    /// What was done, sorted by tick.
    pub edits: &'a [Arc<Entry>],
    /// What happened, sorted by tick.
    pub events: &'a [(u64, String)],
}

const HEIGHT: f32 = 30.0;
/// Marks nearer than this share one tooltip, in logical pixels.
const NEAR: f32 = 4.0;
/// The shortest run that fills the bar, in ticks.
const SHORTEST: u64 = 30 * TICKS_PER_SECOND as u64;

/// With less room than this the marks are not explained, in logical pixels.
const NARROW: f32 = 420.0;

/// What a mark on the bar stands for.
#[derive(Clone, Copy, PartialEq)]
enum Mark {
    Event,
    Edit,
    Order,
}

impl Mark {
    /// A colour that stands out from the panel.
    fn colour(self, dark: bool) -> Color32 {
        let (on_dark, on_light) = match self {
            Self::Event => ((196, 205, 220), (72, 80, 94)),
            Self::Edit => ((250, 204, 88), (158, 98, 0)),
            Self::Order => ((112, 214, 140), (0, 118, 56)),
        };
        let (red, green, blue) = if dark { on_dark } else { on_light };
        Color32::from_rgb(red, green, blue)
    }

    /// Draws it: edits and orders above the rail, events below it.
    fn draw(self, painter: &egui::Painter, x: f32, rail: Rect, dark: bool) {
        let colour = self.colour(dark);
        match self {
            Self::Event => {
                let low = [pos2(x, rail.bottom() + 1.0), pos2(x, rail.bottom() + 7.0)];
                painter.line_segment(low, Stroke::new(2.0, colour));
            }
            Self::Edit => {
                painter.circle_filled(pos2(x, rail.top() - 6.0), RADIUS, colour);
            }
            Self::Order => {
                let tip = pos2(x, rail.top() - 1.0);
                let corners = vec![tip, tip + vec2(-RADIUS, -8.0), tip + vec2(RADIUS, -8.0)];
                painter.add(Shape::convex_polygon(corners, colour, Stroke::NONE));
            }
        }
    }
}

/// Half the width of a mark, in logical pixels.
const RADIUS: f32 = 4.5;

/// Shows the bar.
pub fn show(ui: &mut Ui, line: &TimeLine) -> Vec<Intent> {
    let mut wanted = Vec::new();
    ui.horizontal(|ui| {
        ui.set_min_height(HEIGHT);
        transport(ui, line, &mut wanted);
        ui.add_space(6.0);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            // The bar needs the room in a narrow window.
            if ui.available_width() > NARROW {
                legend(ui);
                ui.add_space(2.0);
            }
            track(ui, line, &mut wanted);
        });
    });
    wanted
}

fn transport(ui: &mut Ui, line: &TimeLine, wanted: &mut Vec<Intent>) {
    ui.spacing_mut().item_spacing.x = 4.0;
    let key = |intent| key_of(ui.ctx(), &Intent::Time(intent)).unwrap_or_else(|| "no key".into());
    let all_edits = key(Time::RestartWithAllEdits);
    let mut time = |ui: &mut Ui, label: &str, doc: &str, enabled: bool, intent: Time| {
        button(ui, label, doc, enabled, Intent::Time(intent), wanted);
    };
    let doc = format!(
        "{all_edits}: restart with all edits\n\
         To the start; every edit happens again at its tick"
    );
    time(ui, "⏮", &doc, true, Time::Restart);
    time(ui, "◀", "One tick back", line.tick > 0, Time::StepBack);
    let (symbol, doc) = if line.running { ("⏸", "Pause") } else { ("▶", "Continue") };
    let pause = egui::Button::new(symbol).min_size(vec2(34.0, 0.0)).selected(!line.running);
    let doc = with_key(ui.ctx(), doc, &Intent::Time(Time::TogglePause));
    let pause = ui.add(pause).on_hover_text(doc);
    spotlight::mark(ui, pause.rect, "play");
    let pauses = pause.clicked();
    time(ui, "⏭", "One tick forward", true, Time::Step);
    ui.add_space(6.0);
    time(ui, "-", "Slower", true, Time::Slower);
    let speed = egui::Button::new(line.speed.label()).min_size(vec2(40.0, 0.0)).frame(false);
    let doc = "Simulated seconds per second; click for normal speed";
    let speed = ui.add(speed).on_hover_text(doc);
    spotlight::mark(ui, speed.rect.expand2(vec2(28.0, 0.0)), "speed");
    let resets = speed.clicked();
    time(ui, "+", "Faster", true, Time::Faster);
    let others = [(pauses, Time::TogglePause), (resets, Time::NormalSpeed)];
    wanted.extend(others.into_iter().filter(|other| other.0).map(|other| Intent::Time(other.1)));
    ui.add_space(6.0);
    let clock = RichText::new(format!("{:>7.2} s", seconds(line.tick))).monospace();
    let doc = format!("Simulated time; {TICKS_PER_SECOND} ticks per second");
    ui.label(clock).on_hover_text(doc);
    let tick = RichText::new(format!(" tick {:<6}", line.tick)).monospace().weak();
    ui.label(tick).on_hover_text("Ticks since the start");
}

fn seconds(tick: u64) -> f64 {
    tick as f64 / f64::from(TICKS_PER_SECOND)
}

/// The tick at the right end of the bar: grows in steps, so that marks do not creep while time passes.
fn end(line: &TimeLine) -> u64 {
    let needed = line.reached.max(line.tick).max(line.edits.last().map_or(0, |edit| edit.tick()));
    let mut end = SHORTEST;
    while end < needed {
        end = if end.is_multiple_of(3) { end / 3 * 4 } else { end / 2 * 3 };
    }
    end
}

fn track(ui: &mut Ui, line: &TimeLine, wanted: &mut Vec<Intent>) {
    let size = vec2(ui.available_width().max(60.0), HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    let end = end(line);
    let rail = Rect::from_min_max(
        pos2(rect.left() + 4.0, rect.center().y - 3.0),
        pos2(rect.right() - 4.0, rect.center().y + 3.0),
    );
    let at = |tick: u64| rail.left() + rail.width() * (tick as f32 / end as f32).min(1.0);
    let painter = ui.painter_at(rect);
    let visuals = ui.visuals();
    let head = visuals.strong_text_color();
    painter.rect_filled(rail, 3.0, visuals.widgets.inactive.weak_bg_fill);
    let done = Rect::from_min_max(rail.min, pos2(at(line.reached), rail.bottom()));
    painter.rect_filled(done, 3.0, visuals.selection.bg_fill);
    scale(&painter, rail, rect, end, visuals.weak_text_color());
    let dark = visuals.dark_mode;
    for (tick, _) in line.events {
        Mark::Event.draw(&painter, at(*tick), rail, dark);
    }
    for edit in line.edits {
        mark_of(edit).draw(&painter, at(edit.tick()), rail, dark);
    }
    if let Some(target) = line.seek_target {
        let x = at(target);
        let stroke = Stroke::new(1.5, head.gamma_multiply(0.5));
        painter.line_segment([pos2(x, rect.top() + 3.0), pos2(x, rect.bottom() - 3.0)], stroke);
    }
    let x = at(line.tick);
    let stroke = Stroke::new(2.0, head);
    painter.line_segment([pos2(x, rect.top() + 3.0), pos2(x, rect.bottom() - 3.0)], stroke);
    painter.circle_filled(pos2(x, rail.center().y), 5.0, head);
    let tick_at = |x: f32| {
        let part = ((x - rail.left()) / rail.width()).clamp(0.0, 1.0);
        (f64::from(part) * end as f64).round() as u64
    };
    if let Some(pointer) = response.interact_pointer_pos()
        && (response.dragged() || response.clicked())
    {
        let tick = tick_at(pointer.x);
        if tick != line.seek_target.unwrap_or(line.tick) {
            wanted.push(Intent::Time(Time::GoTo(tick)));
        }
    }
    if let Some(pointer) = response.hover_pos() {
        let text = tooltip(line, tick_at(pointer.x), |tick| (at(tick) - pointer.x).abs() <= NEAR);
        response.on_hover_text_at_pointer(text);
    }
}

/// Numbers under the bar, about every hundred pixels.
fn scale(painter: &egui::Painter, rail: Rect, rect: Rect, end: u64, colour: Color32) {
    let steps = [1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0, 300.0, 600.0, 1800.0, 3600.0];
    let least = seconds(end) as f32 / (rail.width() / 90.0).max(1.0);
    let step = steps.into_iter().find(|&step| step >= least).unwrap_or(7200.0);
    let mut time = step;
    while time < seconds(end) as f32 {
        let x = rail.left() + rail.width() * time / seconds(end) as f32;
        let label =
            if step < 60.0 { format!("{time:.0} s") } else { format!("{:.0} min", time / 60.0) };
        painter.text(
            pos2(x, rect.bottom()),
            Align2::CENTER_BOTTOM,
            label,
            FontId::proportional(9.0),
            colour,
        );
        time += step;
    }
}

fn mark_of(edit: &Entry) -> Mark {
    let orders =
        edit.actions().iter().any(|action| matches!(action, Action::Order(GiveOrder { .. })));
    if orders { Mark::Order } else { Mark::Edit }
}

/// The time under the pointer, and the marks near it.
fn tooltip(line: &TimeLine, tick: u64, is_near: impl Fn(u64) -> bool) -> String {
    const MAX: usize = 8;
    let mut lines = vec![format!("{:.2} s, tick {tick}: click or drag to go there", seconds(tick))];
    let edits = line.edits.iter().map(|edit| (edit.tick(), edit.name.as_str()));
    let events = line.events.iter().map(|(tick, text)| (*tick, text.as_str()));
    let mut near: Vec<(u64, &str)> = edits.chain(events).filter(|mark| is_near(mark.0)).collect();
    near.sort_by_key(|mark| mark.0);
    near.dedup();
    let more = near.len().saturating_sub(MAX);
    lines.extend(near.iter().take(MAX).map(|(t, text)| format!("{:.2} s: {text}", seconds(*t))));
    if more > 0 {
        lines.push(format!("and {more} more"));
    }
    lines.join("\n")
}

/// What the colours of the marks mean, from right to left.
fn legend(ui: &mut Ui) {
    ui.spacing_mut().item_spacing.x = 3.0;
    for (mark, text, doc) in [
        (Mark::Event, "event", "Something happened: a group split, a unit died, all arrived"),
        (Mark::Edit, "edit", "Ground, units, obstacles or parameters were changed"),
        (Mark::Order, "order", "Units got an order"),
    ] {
        ui.label(quiet(text)).on_hover_text(doc);
        let (rect, hovered) = ui.allocate_exact_size(vec2(11.0, 10.0), Sense::hover());
        // The rail that makes the mark stand in the centre.
        let rail = match mark {
            Mark::Event => rect.center().y - 4.0,
            Mark::Edit => rect.center().y + 6.0,
            Mark::Order => rect.center().y + 5.0,
        };
        let rail = Rect::from_x_y_ranges(rect.x_range(), rail..=rail);
        mark.draw(ui.painter(), rect.center().x, rail, ui.visuals().dark_mode);
        hovered.on_hover_text(doc);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(reached: u64) -> TimeLine<'static> {
        let speed = Speed::default();
        let (edits, events) = (&[][..], &[][..]);
        TimeLine { running: true, speed, tick: 0, seek_target: None, reached, edits, events }
    }

    #[test]
    fn the_bar_grows_in_steps_and_always_holds_the_whole_run() {
        let mut last = 0;
        let mut changes = 0;
        for reached in 0..100_000 {
            let end = end(&line(reached));
            assert!(end >= reached && end >= last, "{reached}: {end}");
            changes += u32::from(end != last);
            last = end;
        }
        assert!(changes < 25, "{changes}");
    }
}
