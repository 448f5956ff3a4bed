//! The list of events: filtered by kind; a click on one goes to its tick and its place.

use super::event_kinds::{EventIntent, EventSettings, Happening};
use super::event_log::LoggedEvent;
use super::tooltips::Explain;
use super::widgets::{quiet, wrapped};
use crate::sim::TICKS_PER_SECOND;
use crate::view::document::intent::{Intent, ShowIntent, TimeIntent};
use crate::view::theme::egui_colour;
use bevy_egui::egui::{self, RichText, Ui};

/// Height of the list, in logical pixels.
const HEIGHT: f32 = 190.0;

/// Shows the events, given oldest first, the newest at the top. `now` is the present tick: later ones are still to come again.
pub fn show(
    ui: &mut Ui,
    events: &[LoggedEvent],
    settings: &EventSettings,
    now: u64,
) -> Vec<Intent> {
    let mut wanted = Vec::new();
    choose_kinds(ui, events, settings, &mut wanted);
    let shown: Vec<&LoggedEvent> =
        events.iter().rev().filter(|event| settings.shows(event.kind)).collect();
    if shown.is_empty() {
        let hidden = !events.is_empty();
        let why = if hidden { "All events are hidden." } else { "Nothing has happened yet." };
        wrapped(ui, quiet(why));
        return wanted;
    }
    let height = ui.text_style_height(&egui::TextStyle::Body) + 2.0;
    ui.spacing_mut().item_spacing.y = 2.0;
    let area = egui::ScrollArea::vertical()
        .id_salt("events")
        .max_height(HEIGHT)
        .min_scrolled_height(HEIGHT);
    area.auto_shrink([false, true]).show_rows(ui, height, shown.len(), |ui, range| {
        for event in &shown[range] {
            row(ui, event, now, &mut wanted);
        }
    });
    wanted
}

fn row(ui: &mut Ui, event: &LoggedEvent, now: u64, wanted: &mut Vec<Intent>) {
    let seconds = event.tick as f64 / f64::from(TICKS_PER_SECOND);
    let times = if event.times > 1 { format!(" ({} times)", event.times) } else { String::new() };
    let text = format!("{seconds:.1} s  {}{times}", event.sentence);
    let doc = format!(
        "{}\n{text}\nTick {}, at {}. Click to go there and pause.",
        event.kind.doc(),
        event.tick,
        event.at
    );
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        ui.spacing_mut().button_padding = egui::Vec2::ZERO;
        ui.spacing_mut().interact_size.y = 0.0;
        ui.label(RichText::new("■").small().color(egui_colour(event.kind.colour())));
        let text = RichText::new(text);
        let text = if event.tick >= now { text.weak().italics() } else { text };
        let button = egui::Button::new(text).frame(false).truncate();
        if ui.add(button).explain(doc).clicked() {
            // The arenas are past an event when its tick is over.
            wanted.push(Intent::Time(TimeIntent::GoTo(event.tick + 1)));
            wanted.push(Intent::Show(ShowIntent::CentreOn(event.at.center())));
        }
    });
}

/// One line per kind: whether it is listed, and whether it pauses.
fn choose_kinds(
    ui: &mut Ui,
    events: &[LoggedEvent],
    settings: &EventSettings,
    wanted: &mut Vec<Intent>,
) {
    let hidden = Happening::ALL.iter().filter(|&&kind| !settings.shows(kind)).count();
    let pauses = Happening::ALL.iter().filter(|&&kind| settings.pauses_at(kind)).count();
    let mut title = String::from("Kinds");
    if hidden > 0 {
        title.push_str(&format!(", {hidden} hidden"));
    }
    if pauses > 0 {
        title.push_str(&format!(", pauses at {pauses}"));
    }
    let header = egui::CollapsingHeader::new(title).id_salt("kinds of events");
    let shown = header.show(ui, |ui| {
        egui::Grid::new("kinds").num_columns(4).spacing([8.0, 2.0]).show(ui, |ui| {
            for head in ["kind", "events", "list", "pause"] {
                ui.label(quiet(head));
            }
            ui.end_row();
            for kind in Happening::ALL {
                ui.label(RichText::new(kind.label()).color(egui_colour(kind.colour())))
                    .explain(kind.doc());
                let count =
                    events.iter().filter(|e| e.kind == kind).map(|e| e.times).sum::<usize>();
                ui.label(RichText::new(count.to_string()).monospace());
                let (mut listed, mut stops) = (settings.shows(kind), settings.pauses_at(kind));
                let name = kind.label();
                let list = ui.checkbox(&mut listed, "");
                list.widget_info(|| info(listed, &format!("list {name}")));
                if list.explain("List it, and mark it on the timeline").changed() {
                    wanted.push(Intent::Event(EventIntent::Show(kind, listed)));
                }
                let pause = ui.checkbox(&mut stops, "");
                pause.widget_info(|| info(stops, &format!("pause at {name}")));
                if pause.explain("Pause when it happens; the run stays the same").changed() {
                    wanted.push(Intent::Event(EventIntent::PauseAt(kind, stops)));
                }
                ui.end_row();
            }
        });
    });
    shown.header_response.explain("Which events are listed, and at which the simulation pauses");
}

fn info(on: bool, label: &str) -> egui::WidgetInfo {
    egui::WidgetInfo::selected(egui::WidgetType::Checkbox, true, on, label)
}
