//! Live numbers of the arena.

use super::widgets::number_row;
use crate::sim::{Numbers, TICKS_PER_SECOND};
use bevy_egui::egui::Ui;

/// Shows the numbers.
pub fn show(ui: &mut Ui, numbers: &Numbers) {
    ui.spacing_mut().item_spacing.y = 2.0;
    let n = numbers;
    number_row(ui, "units", n.units.to_string(), "Units there are");
    number_row(ui, "walking", n.walking.to_string(), "Units that are on their way");
    number_row(ui, "arrived", n.arrived.to_string(), "Units that reached their place");
    number_row(ui, "waiting", n.waiting.to_string(), "Units that have an order and cannot go on");
    let all =
        n.all_arrived_at.map(|tick| format!("{:.1} s", tick as f64 / f64::from(TICKS_PER_SECOND)));
    number_row(
        ui,
        "all arrived after",
        all.unwrap_or_else(|| "-".into()),
        "Simulated time at which the last unit arrived",
    );
    number_row(
        ui,
        "path length",
        format!("{:.2} cells", n.average_length),
        "Average length of the latest planned paths",
    );
    number_row(
        ui,
        "cohesion",
        format!("{:.2}", n.cohesion),
        "Mean number of paths near a cell of a path; higher means that the group keeps together",
    );
    number_row(
        ui,
        "spread",
        format!("{:.2} cells", n.spread),
        "Root mean square distance of walking units from the middle of their group",
    );
    number_row(
        ui,
        "distance walked",
        format!("{:.0} cells", n.distance_walked),
        "By all units since the start",
    );
    number_row(ui, "paths planned", n.paths_planned.to_string(), "Since the start");
    number_row(
        ui,
        "cells expanded",
        n.expanded.to_string(),
        "Cells that searches looked at since the start",
    );
    number_row(
        ui,
        "in the last plan",
        n.expanded_last.to_string(),
        "Cells that the latest planning looked at",
    );
    number_row(
        ui,
        "planning",
        format!("{:.2} ms", n.plan_milliseconds),
        "Time that the latest planning took on this machine",
    );
    number_row(
        ui,
        "tick",
        format!("{:.2} ms", n.tick_milliseconds),
        "Time that the latest tick took on this machine",
    );
}
