//! Live numbers of the arenas.

use super::widgets::quiet;
use crate::scenario::Team;
use crate::sim::{Numbers, Score, Side, TICKS_PER_SECOND};
use crate::view::document::comparison::letter;
use bevy_egui::egui::{self, RichText, Ui};

/// One line: what it is called, what it means, and how it is written.
struct Row {
    label: &'static str,
    unit: &'static str,
    doc: &'static str,
    value: fn(&Numbers) -> String,
    /// Whether it is shown for these numbers; always unless said otherwise.
    counts: fn(&Numbers) -> bool,
}

const fn row(
    label: &'static str,
    unit: &'static str,
    doc: &'static str,
    value: fn(&Numbers) -> String,
) -> Row {
    Row { label, unit, doc, value, counts: |_| true }
}

/// A number of direction-maps: shown where units go from cell to cell, and a dash until a round is done.
const fn patrol(
    label: &'static str,
    unit: &'static str,
    doc: &'static str,
    value: fn(&Numbers) -> String,
) -> Row {
    Row { label, unit, doc, value, counts: |n| n.patrols.time > 0.0 || n.patrols.rounds > 0 }
}

/// A number about decisions of engage rules: shown once there was one.
const fn decision(
    label: &'static str,
    unit: &'static str,
    doc: &'static str,
    value: fn(&Numbers) -> String,
) -> Row {
    Row { label, unit, doc, value, counts: |n| n.decisions > 0 }
}

fn per_patrol(numbers: &Numbers, value: f64) -> String {
    if numbers.patrols.rounds == 0 { "-".into() } else { format!("{value:.2}") }
}

const ROWS: &[Row] = &[
    row("units", "", "Units there are", |n| n.units.to_string()),
    row("walking", "", "Units that are on their way", |n| n.walking.to_string()),
    row("arrived", "", "Units that reached their place", |n| n.arrived.to_string()),
    row("waiting", "", "Units that have an order and cannot go on", |n| n.waiting.to_string()),
    row("all arrived after", "s", "Simulated time at which the last unit arrived", |n| {
        n.all_arrived_at
            .map_or("-".into(), |t| format!("{:.1}", t as f64 / f64::from(TICKS_PER_SECOND)))
    }),
    row("path length", "cells", "Average length of the latest planned paths", |n| {
        format!("{:.2}", n.average_length)
    }),
    row(
        "cohesion",
        "",
        "Mean number of paths near a cell of a path; higher means that the group keeps together",
        |n| format!("{:.2}", n.cohesion),
    ),
    row(
        "coherence",
        "",
        "How well the learned directions of neighbouring cells agree, from 0 to 1; for teams that learn",
        |n| format!("{:.3}", n.coherence),
    ),
    row(
        "spread",
        "cells",
        "Root mean square distance of walking units from the middle of their group",
        |n| format!("{:.2}", n.spread),
    ),
    row("distance walked", "cells", "By all units since the start", |n| {
        format!("{:.0}", n.distance_walked)
    }),
    patrol("patrols done", "", "Rounds of patrols that all units together have finished", |n| {
        n.patrols.rounds.to_string()
    }),
    patrol(
        "nodes per patrol",
        "",
        "Nodes that a unit expands in a round there and back: mean of all rounds finished (direction-maps)",
        |n| per_patrol(n, n.patrols.expanded),
    ),
    patrol(
        "length per patrol",
        "cells",
        "Distance that a unit walks in a round: mean of all rounds finished (direction-maps)",
        |n| per_patrol(n, n.patrols.length),
    ),
    patrol(
        "failed moves per patrol",
        "",
        "Steps into a cell that another unit stood on, per round: mean of all rounds finished (direction-maps)",
        |n| per_patrol(n, n.patrols.failed),
    ),
    patrol(
        "simulation time",
        "s",
        "Actions since the start times the action time of the motion; ends with the last round (direction-maps)",
        |n| format!("{:.1}", n.patrols.time),
    ),
    row("paths planned", "", "Since the start", |n| n.paths_planned.to_string()),
    row("cells expanded", "", "Cells that searches looked at since the start", |n| {
        n.expanded.to_string()
    }),
    row("in the last plan", "", "Cells that the latest planning looked at", |n| {
        n.expanded_last.to_string()
    }),
    row("planning", "ms", "Time that the latest planning took on this machine", |n| {
        format!("{:.2}", n.plan_milliseconds)
    }),
    decision("decisions", "", "Decisions of engage rules since the start", |n| {
        n.decisions.to_string()
    }),
    decision(
        "decision",
        "ms",
        "Time that a unit's latest decision by an engage rule took on this machine: the mean of a team in one tick",
        |n| format!("{:.4}", n.decision_milliseconds),
    ),
    decision("longest decision", "ms", "The longest of these times since the start", |n| {
        format!("{:.4}", n.slowest_decision_milliseconds)
    }),
    row("tick", "ms", "Time that the latest tick took on this machine", |n| {
        format!("{:.2}", n.tick_milliseconds)
    }),
];

/// Shows the numbers of the arenas beside each other, those of the fights first.
pub fn show(ui: &mut Ui, arenas: &[&Numbers], scores: &[&Score], teams: &[Team]) {
    ui.spacing_mut().item_spacing.y = 2.0;
    if arenas.len() > 1 {
        line(ui, "", "", (0..arenas.len()).map(|index| letter(index as u32).to_string()));
    }
    show_sides(ui, scores, teams);
    for row in ROWS.iter().filter(|row| arenas.iter().any(|numbers| (row.counts)(numbers))) {
        let label = if row.unit.is_empty() || arenas.len() > 1 {
            row.label.to_owned()
        } else {
            format!("{}, {}", row.label, row.unit)
        };
        line(ui, &label, row.doc, arenas.iter().map(|numbers| (row.value)(numbers)));
    }
}

/// Shows what the fights have brought each side, beside each other; nothing where nobody is armed.
fn show_sides(ui: &mut Ui, arenas: &[&Score], teams: &[Team]) {
    for (place, team) in teams.iter().enumerate() {
        let side = |score: &&Score| score.sides.get(place).copied().unwrap_or_default();
        if !arenas.iter().any(|score| side(score).took_part) {
            continue;
        }
        let mut row = |what: &str, doc: &str, value: fn(Side) -> String| {
            let values = arenas.iter().map(|score| value(side(score)));
            line(ui, &format!("{} {what}", team.name), doc, values);
        };
        row("units", "Units that it has", |s| s.units.to_string());
        row("lost", "Units that died", |s| s.casualties.to_string());
        row("hit points", "Hit points of all its units", |s| format!("{:.0}", s.hit_points));
    }
}

/// Width of a column of numbers, in logical pixels.
pub const COLUMN: f32 = 52.0;

fn line(ui: &mut Ui, label: &str, doc: &str, values: impl DoubleEndedIterator<Item = String>) {
    ui.horizontal(|ui| {
        ui.add(egui::Label::new(quiet(label)).truncate()).on_hover_text(doc);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            for value in values.rev() {
                let size = egui::vec2(COLUMN, ui.spacing().interact_size.y.min(18.0));
                let layout = egui::Layout::right_to_left(egui::Align::Center);
                ui.allocate_ui_with_layout(size, layout, |ui| {
                    ui.set_min_width(COLUMN);
                    ui.label(RichText::new(value).monospace()).on_hover_text(doc);
                });
            }
        });
    });
}
