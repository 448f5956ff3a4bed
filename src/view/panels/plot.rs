//! A plot of one metric over time, with a curve for each arena: small in the panel, large in a window of its own.

use super::metric_history::{METRICS, Metric, MetricHistory};
use super::tooltips::Explain;
use super::widgets::quiet;
use crate::overlay::palette;
use crate::view::document::NumbersIntent;
use crate::view::document::comparison::letter;
use crate::view::document::intent::Intent;
use crate::view::theme;
use bevy_egui::egui::{self, RichText, Ui};
use egui_plot::{AxisHints, GridMark, HoverPosition, Line, Plot, PlotPoints};

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
            if ui.add(button).explain(doc).clicked() {
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
            if ui.add(save).explain(doc).clicked() {
                wanted.push(Intent::Numbers(NumbersIntent::AskSavePlot(*chosen)));
            }
            ui.add(egui::Label::new(quiet(metric.doc)).truncate()).explain(metric.doc);
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
    if ui.add(button).explain(doc).clicked() {
        ui.ctx().copy_text(history.to_csv());
    }
}

fn choose_metric(ui: &mut Ui, chosen: &mut usize) {
    let now = METRICS.get(*chosen).map_or("", |metric| metric.label);
    let list = egui::ComboBox::from_id_salt("metric").selected_text(now).width(150.0);
    let shown = list.height(420.0).show_ui(ui, |ui| {
        for (index, metric) in METRICS.iter().enumerate() {
            ui.selectable_value(chosen, index, metric.label).explain(metric.doc);
        }
    });
    shown.response.explain("Which number is plotted");
}

/// The unit, and which colour is which arena: above the curves, not over them.
fn key(ui: &mut Ui, metric: &Metric, history: &MetricHistory) {
    let unit = if metric.unit.is_empty() { metric.label } else { metric.unit };
    ui.label(quiet(unit)).explain(metric.doc);
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
    let faint = ui.visuals().widgets.noninteractive.bg_stroke.color;
    let (across, upwards) = if large { (8, 6) } else { (4, 3) };
    let seconds = AxisHints::new_x()
        .label(if large { "simulated seconds" } else { "" })
        .label_spacing(NEAREST)
        .formatter(|mark, _| tick(mark, " s"));
    let values = AxisHints::new_y()
        .label(if large { axis(metric) } else { String::new() })
        .label_spacing(NEAREST)
        .min_thickness(if large { 44.0 } else { 30.0 })
        .formatter(|mark, _| tick(mark, ""));
    let plot = Plot::new(("numbers over time", large))
        .height(if large { ui.available_height().max(120.0) } else { HEIGHT })
        .include_y(0.0)
        .allow_drag(large)
        .allow_zoom(large)
        .allow_scroll(false)
        .allow_boxed_zoom(large)
        .custom_x_axes(vec![seconds])
        .custom_y_axes(vec![values])
        .x_grid_spacer(move |input| marks(input.bounds, across))
        .y_grid_spacer(move |input| marks(input.bounds, upwards))
        .grid_spacing(NEAREST)
        .grid_color(faint)
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

/// Labels nearer to each other than this would touch, in logical pixels.
const NEAREST: egui::Rangef = egui::Rangef { min: 6.0, max: 7.0 };

/// Round numbers between two bounds, `most` steps apart at most.
fn marks((low, high): (f64, f64), most: u32) -> Vec<GridMark> {
    let least = (high - low) / f64::from(most);
    if !(least.is_finite() && least > 0.0) {
        return Vec::new();
    }
    let power = 10_f64.powi(least.log10().floor() as i32);
    let factors = [1.0, 2.0, 5.0, 10.0];
    let factor = factors.into_iter().find(|factor| factor * power >= least).unwrap_or(10.0);
    let step = factor * power;
    let first = (low / step).ceil() as i64;
    let values = (first..).map(|place| place as f64 * step).take_while(|value| *value <= high);
    values.map(|value| GridMark { value, step_size: step }).collect()
}

/// The number at a mark, with as many decimals as its step needs.
fn tick(mark: GridMark, unit: &str) -> String {
    let decimals = (-mark.step_size.log10()).ceil().max(0.0) as usize;
    format!("{:.decimals$}{unit}", mark.value)
}

fn axis(metric: &Metric) -> String {
    match metric.unit {
        "" => metric.label.into(),
        unit => format!("{}, {unit}", metric.label),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(bounds: (f64, f64), most: u32) -> Vec<String> {
        marks(bounds, most).into_iter().map(|mark| tick(mark, "")).collect()
    }

    #[test]
    fn an_axis_has_a_few_round_numbers() {
        assert_eq!(labels((0.0, 13.6), 4), ["0", "5", "10"]);
        assert_eq!(labels((-0.02, 0.47), 3), ["0.0", "0.2", "0.4"]);
        assert_eq!(labels((0.0, 0.05), 4), ["0.00", "0.02", "0.04"]);
        assert_eq!(labels((1.0, 1.0), 4), [""; 0]);
        for most in 3..=8 {
            for high in 1..500 {
                let count = labels((0.0, f64::from(high)), most).len();
                assert!((2..=most as usize + 1).contains(&count), "{high}, {most}: {count}");
            }
        }
    }
}
