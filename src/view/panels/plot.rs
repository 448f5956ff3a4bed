//! A plot of one metric over time, with a curve for each arena: small in the panel, large in a window of its own.

use super::metric_history::{METRICS, Metric, MetricHistory};
use super::widgets::quiet;
use crate::overlay::palette;
use crate::view::document::NumbersIntent;
use crate::view::document::comparison::letter;
use crate::view::document::intent::Intent;
use crate::view::theme;
use bevy_egui::egui::{self, RichText, Ui};
use egui_plot::{HoverPosition, Line, Plot, PlotPoints};

/// Height of the small plot, in logical pixels.
const HEIGHT: f32 = 130.0;
/// Size of the window at first, in logical pixels.
const WINDOW: [f32; 2] = [760.0, 460.0];

/// The plot in the panel. `enlarged` says whether the window is open.
pub fn show(ui: &mut Ui, chosen: &mut usize, enlarged: &mut bool, history: &MetricHistory) {
    choose_metric(ui, chosen);
    let Some(metric) = METRICS.get(*chosen) else { return };
    ui.horizontal(|ui| {
        key(ui, metric, history);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let button = egui::Button::new(if *enlarged { "Close" } else { "Enlarge" }).small();
            let doc = "The plot in a window of its own, where it can be zoomed";
            if ui.add(button).on_hover_text(doc).clicked() {
                *enlarged = !*enlarged;
            }
            copy(ui, history);
        });
    });
    curves(ui, *chosen, metric, history, Size::Small);
}

/// The window with the large plot, if it is open, with a button that saves it as a picture.
pub fn show_window(
    context: &egui::Context,
    chosen: &mut usize,
    enlarged: &mut bool,
    history: &MetricHistory,
) -> Vec<Intent> {
    let mut wanted = Vec::new();
    if *enlarged && context.input(|input| input.key_pressed(egui::Key::Escape)) {
        *enlarged = false;
    }
    // Over the map, not over the menu.
    let middle = context.content_rect().center() - egui::vec2(WINDOW[0], WINDOW[1]) / 2.0;
    let window = egui::Window::new("Over time").open(enlarged).default_size(WINDOW);
    let window = window.default_pos(middle.max(egui::pos2(0.0, 40.0)));
    window.min_size([320.0, 240.0]).show(context, |ui| {
        choose_metric(ui, chosen);
        let Some(metric) = METRICS.get(*chosen) else { return };
        ui.horizontal(|ui| {
            key(ui, metric, history);
            copy(ui, history);
            let save = egui::Button::new("Save picture…").small();
            let doc = "Saves this plot as a picture (PNG) or a drawing (SVG)";
            if ui.add(save).on_hover_text(doc).clicked() {
                wanted.push(Intent::Numbers(NumbersIntent::AskSavePlot(*chosen)));
            }
            ui.add(egui::Label::new(quiet(metric.doc)).truncate()).on_hover_text(metric.doc);
        });
        curves(ui, *chosen, metric, history, Size::Large);
    });
    wanted
}

#[derive(Clone, Copy, PartialEq)]
enum Size {
    Small,
    Large,
}

/// Copies all numbers as a table.
fn copy(ui: &mut Ui, history: &MetricHistory) {
    let button = egui::Button::new("Copy").small();
    let doc = "Copies all these numbers since the start as a table (CSV); File, Save numbers… writes it to a file";
    if ui.add(button).on_hover_text(doc).clicked() {
        ui.ctx().copy_text(history.to_csv());
    }
}

fn choose_metric(ui: &mut Ui, chosen: &mut usize) {
    let now = METRICS.get(*chosen).map_or("", |metric| metric.label);
    let list = egui::ComboBox::from_id_salt("metric").selected_text(now).width(150.0);
    let shown = list.height(420.0).show_ui(ui, |ui| {
        for (index, metric) in METRICS.iter().enumerate() {
            ui.selectable_value(chosen, index, metric.label).on_hover_text(metric.doc);
        }
    });
    shown.response.on_hover_text("Which number is plotted");
}

/// The unit, and which colour is which arena: above the curves, not over them.
fn key(ui: &mut Ui, metric: &Metric, history: &MetricHistory) {
    let unit = if metric.unit.is_empty() { metric.label } else { metric.unit };
    ui.label(quiet(unit)).on_hover_text(metric.doc);
    let arenas: Vec<u32> = history.arenas().collect();
    for arena in arenas.iter().copied().filter(|_| arenas.len() > 1) {
        let colour = theme::egui_colour(palette::distinct(arena as usize));
        ui.label(RichText::new(format!("— {}", letter(arena))).color(colour).strong());
    }
}

fn curves(ui: &mut Ui, chosen: usize, metric: &Metric, history: &MetricHistory, size: Size) {
    let unit = metric.unit;
    let label = move |value: f64, seconds: f64| format!("{value:.2} {unit}\n{seconds:.1} s");
    let large = size == Size::Large;
    let plot = Plot::new(("numbers over time", large))
        .height(if large { ui.available_height().max(120.0) } else { HEIGHT })
        .include_y(0.0)
        .allow_drag(large)
        .allow_zoom(large)
        .allow_scroll(false)
        .allow_boxed_zoom(large)
        .show_axes(true)
        .grid_spacing(if large {
            egui::Rangef::new(8.0, 120.0)
        } else {
            egui::Rangef::new(4.0, 45.0)
        })
        .y_axis_min_width(if large { 44.0 } else { 30.0 })
        .x_axis_label(if large { "simulated seconds" } else { "" })
        .y_axis_label(if large { axis(metric) } else { String::new() })
        .label_formatter(move |at| {
            let (HoverPosition::NearDataPoint { position: point, .. }
            | HoverPosition::Elsewhere { position: point }) = at;
            Some(label(point.y, point.x))
        });
    plot.show(ui, |plot| {
        for (arena, points) in history.curves(chosen) {
            let colour = palette::distinct(arena as usize);
            let line = Line::new(letter(arena).to_string(), PlotPoints::from(points));
            let width = if large { 2.2 } else { 1.6 };
            plot.line(line.color(theme::egui_colour(colour)).width(width));
        }
    });
}

fn axis(metric: &Metric) -> String {
    match metric.unit {
        "" => metric.label.into(),
        unit => format!("{}, {unit}", metric.label),
    }
}
