//! A plot of one metric over time, with a curve for each arena.

use super::metric_history::{METRICS, MetricHistory};
use super::widgets::choose;
use crate::overlay::palette;
use crate::view::document::comparison::letter;
use crate::view::theme;
use bevy_egui::egui::Ui;
use egui_plot::{Corner, HoverPosition, Legend, Line, Plot, PlotPoints};

/// Height of the plot, in logical pixels.
const HEIGHT: f32 = 130.0;

/// Shows the curves of the chosen metric.
pub fn show(ui: &mut Ui, chosen: &mut usize, history: &MetricHistory) {
    let options: Vec<(usize, &str, &str)> =
        METRICS.iter().enumerate().map(|(i, m)| (i, m.label, m.doc)).collect();
    if let Some(new) = choose(ui, *chosen, &options) {
        *chosen = new;
    }
    let Some(metric) = METRICS.get(*chosen) else { return };
    let curves: Vec<(u32, Vec<[f64; 2]>)> = history.curves(*chosen).collect();
    let unit = metric.unit;
    let label = move |value: f64, seconds: f64| format!("{value:.2} {unit}\n{seconds:.1} s");
    let mut plot = Plot::new("numbers over time")
        .height(HEIGHT)
        .include_y(0.0)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .y_axis_min_width(30.0)
        .label_formatter(move |at| {
            let (HoverPosition::NearDataPoint { position: point, .. }
            | HoverPosition::Elsewhere { position: point }) = at;
            Some(label(point.y, point.x))
        });
    if curves.len() > 1 {
        plot = plot.legend(Legend::default().position(Corner::RightBottom));
    }
    plot.show(ui, |plot| {
        for (arena, points) in curves {
            let colour = palette::distinct(arena as usize);
            let line = Line::new(letter(arena).to_string(), PlotPoints::from(points));
            plot.line(line.color(theme::egui_colour(colour)).width(1.6));
        }
    });
}
