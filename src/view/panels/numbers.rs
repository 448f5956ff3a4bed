//! The numbers of the arenas, measured live.

use super::widgets::quiet;
use crate::scenario::Team;
use crate::sim::{Numbers, Score, Side, TICKS_PER_SECOND};
use crate::view::document::comparison::letter;
use bevy_egui::egui::{self, RichText, Ui};

/// One row of the table.
struct Row {
    label: &'static str,
    unit: &'static str,
    doc: &'static str,
    value: fn(&Numbers) -> String,
    /// Whether the row is shown for these numbers.
    applies: fn(&Numbers) -> bool,
}

const fn row(
    label: &'static str,
    unit: &'static str,
    doc: &'static str,
    value: fn(&Numbers) -> String,
) -> Row {
    Row { label, unit, doc, value, applies: |_| true }
}

/// A number of the direction-maps paper: shown with cell steps, as a dash until a round is finished.
const fn patrol(
    label: &'static str,
    unit: &'static str,
    doc: &'static str,
    value: fn(&Numbers) -> String,
) -> Row {
    Row { label, unit, doc, value, applies: |n| n.patrols.time > 0.0 || n.patrols.rounds > 0 }
}

/// A number about the decisions of engage rules: shown after the first decision.
const fn decision(
    label: &'static str,
    unit: &'static str,
    doc: &'static str,
    value: fn(&Numbers) -> String,
) -> Row {
    Row { label, unit, doc, value, applies: |n| n.decisions > 0 }
}

fn per_patrol(numbers: &Numbers, value: f64) -> String {
    if numbers.patrols.rounds == 0 { "-".into() } else { format!("{value:.2}") }
}

const ROWS: &[Row] = &[
    row("units", "", "Number of units", |n| n.units.to_string()),
    row("walking", "", "Units that are walking", |n| n.walking.to_string()),
    row("arrived", "", "Units that have reached their slot", |n| n.arrived.to_string()),
    row("waiting", "", "Units that have an order and cannot continue", |n| n.waiting.to_string()),
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
        "Mean number of paths near a cell of a path; the higher, the closer together the group",
        |n| format!("{:.2}", n.cohesion),
    ),
    row(
        "coherence",
        "",
        "How well the learned directions of neighbouring cells agree, from 0 to 1",
        |n| format!("{:.3}", n.coherence),
    ),
    row(
        "spread",
        "cells",
        "Root mean square distance of walking units from the centre of their group",
        |n| format!("{:.2}", n.spread),
    ),
    row("distance walked", "cells", "By all units, since the start", |n| {
        format!("{:.0}", n.distance_walked)
    }),
    patrol("patrols done", "", "Rounds of patrols that all units together have finished", |n| {
        n.patrols.rounds.to_string()
    }),
    patrol(
        "nodes per patrol",
        "",
        "Nodes that a unit expands in one round: mean of all finished rounds (direction-maps)",
        |n| per_patrol(n, n.patrols.expanded),
    ),
    patrol(
        "length per patrol",
        "cells",
        "Distance that a unit walks in one round: mean of all finished rounds (direction-maps)",
        |n| per_patrol(n, n.patrols.length),
    ),
    patrol(
        "failed moves per patrol",
        "",
        "Steps into an occupied cell per round: mean of all finished rounds (direction-maps)",
        |n| per_patrol(n, n.patrols.failed),
    ),
    patrol(
        "simulation time",
        "s",
        "Actions since the start times the action time of the motion; ends with the last round (direction-maps)",
        |n| format!("{:.1}", n.patrols.time),
    ),
    row("paths planned", "", "Since the start", |n| n.paths_planned.to_string()),
    row("cells expanded", "", "Cells that searches expanded since the start", |n| {
        n.expanded.to_string()
    }),
    row("in the last plan", "", "Cells that the latest plan expanded", |n| {
        n.expanded_last.to_string()
    }),
    row("planning", "ms", "Time that the latest plan took on this machine", |n| {
        format!("{:.2}", n.plan_milliseconds)
    }),
    decision("decisions", "", "Decisions of engage rules since the start", |n| {
        n.decisions.to_string()
    }),
    decision(
        "decision",
        "ms",
        "Time of one decision by an engage rule on this machine: mean of a team in the latest tick",
        |n| format!("{:.4}", n.decision_milliseconds),
    ),
    decision("longest decision", "ms", "The longest decision since the start", |n| {
        format!("{:.4}", n.slowest_decision_milliseconds)
    }),
    row("tick", "ms", "Time that the latest tick took on this machine", |n| {
        format!("{:.2}", n.tick_milliseconds)
    }),
];

/// Shows the numbers of the arenas side by side, combat first.
pub fn show(ui: &mut Ui, arenas: &[&Numbers], scores: &[&Score], teams: &[Team]) {
    ui.spacing_mut().item_spacing.y = 2.0;
    if arenas.len() > 1 {
        line(ui, "", "", (0..arenas.len()).map(|index| letter(index as u32).to_string()));
    }
    show_sides(ui, scores, teams);
    for row in ROWS.iter().filter(|row| arenas.iter().any(|numbers| (row.applies)(numbers))) {
        let label = if row.unit.is_empty() || arenas.len() > 1 {
            row.label.to_owned()
        } else {
            format!("{}, {}", row.label, row.unit)
        };
        line(ui, &label, row.doc, arenas.iter().map(|numbers| (row.value)(numbers)));
    }
}

/// Shows the units, losses and hit points of each team that has taken part in combat.
fn show_sides(ui: &mut Ui, arenas: &[&Score], teams: &[Team]) {
    for (index, team) in teams.iter().enumerate() {
        let side = |score: &&Score| score.sides.get(index).copied().unwrap_or_default();
        if !arenas.iter().any(|score| side(score).took_part) {
            continue;
        }
        let mut row = |what: &str, doc: &str, value: fn(Side) -> String| {
            let values = arenas.iter().map(|score| value(side(score)));
            line(ui, &format!("{} {what}", team.name), doc, values);
        };
        row("units", "Units of this team", |s| s.units.to_string());
        row("lost", "Units of this team that died", |s| s.casualties.to_string());
        row("hit points", "Hit points of all units of this team", |s| {
            format!("{:.0}", s.hit_points)
        });
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
