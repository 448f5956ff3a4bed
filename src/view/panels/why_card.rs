//! Why the selected unit takes its path: the reason in words, and the costs of its path and of plain A*'s, term by term.

use super::tooltips::Explain;
use super::widgets::{quiet, wrapped};
use crate::overlay::Rgb;
use crate::overlay::why::{OWN, PriceRow, SHORTEST, Why};
use crate::sim::TICKS_PER_SECOND;
use crate::view::theme::egui_colour;
use bevy_egui::egui::{self, RichText, Ui};

/// Shows the reason, the table of costs and what else is worth knowing. `selected`: how many units are selected.
pub fn show(ui: &mut Ui, why: &Why, selected: usize) {
    let among = if selected > 1 { format!(" (1 of {selected} selected)") } else { String::new() };
    let title = format!("Why unit {} goes this way{among}", why.unit.0);
    let title = ui.label(RichText::new(title).strong());
    title.explain(
        "The unit's path beside the shortest path that plain A* finds between the same ends. Both are drawn on the map (L).",
    );
    wrapped(ui, why.reason.as_str());
    let rows = why.prices();
    if !rows.is_empty() {
        prices(ui, &rows);
    }
    if let Some((tick, nodes)) = why.planned.filter(|_| !rows.is_empty()) {
        let seconds = tick as f64 / f64::from(TICKS_PER_SECOND);
        let nodes = match nodes {
            0 => "no extra nodes: found by the group's search".into(),
            1 => "1 node expanded".into(),
            nodes => format!("{nodes} nodes expanded"),
        };
        wrapped(ui, quiet(format!("Planned at {seconds:.1} s, {nodes}.")));
    }
    why.notes.iter().for_each(|note| wrapped(ui, quiet(note)));
}

fn prices(ui: &mut Ui, rows: &[PriceRow]) {
    let head = |ui: &mut Ui, name: &str, colour: Rgb, doc: &str| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.label(RichText::new(name).color(egui_colour(colour))).explain(doc);
        });
    };
    let compares = rows.iter().any(|row| row.shortest.is_some());
    egui::Grid::new("prices of paths").num_columns(3).min_col_width(64.0).show(ui, |ui| {
        ui.label(quiet("in cells")).explain("All costs are in cells of length");
        head(ui, "this path", OWN, "The path that the unit walks");
        if compares {
            let doc = "The shortest path between the same ends, at the same costs";
            head(ui, "plain A*", SHORTEST, doc);
        }
        ui.end_row();
        for row in rows {
            let strong = row.term == "total";
            let term = if strong { RichText::new(row.term).strong() } else { quiet(row.term) };
            ui.label(term).explain(row.doc);
            for value in [Some(row.own), row.shortest].into_iter().flatten() {
                let text = number(value, row.term);
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    let text = RichText::new(text).monospace();
                    ui.label(if strong { text.strong() } else { text }).explain(row.doc);
                });
            }
            ui.end_row();
        }
    });
}

fn number(value: f64, term: &str) -> String {
    match term {
        "length" | "total" => format!("{value:.1}"),
        // A layer that adds nothing has no sign.
        _ if value.abs() < 0.05 => "0.0".into(),
        _ => format!("{value:+.1}"),
    }
}
