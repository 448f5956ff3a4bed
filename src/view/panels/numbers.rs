//! The numbers of the arenas, measured live.

use super::widgets::quiet;
use crate::picture::rows::{ROWS, SIDE_ROWS, sides};
use crate::scenario::Team;
use crate::sim::{Numbers, Score};
use crate::view::document::comparison::letter;
use bevy_egui::egui::{self, RichText, Ui};

/// Shows the numbers of the arenas side by side, combat first.
pub fn show(ui: &mut Ui, arenas: &[&Numbers], scores: &[&Score], teams: &[Team]) {
    ui.spacing_mut().item_spacing.y = 2.0;
    if arenas.len() > 1 {
        line(ui, "", "", (0..arenas.len()).map(|index| letter(index as u32).to_string()));
    }
    show_sides(ui, scores, teams);
    for row in ROWS.iter().filter(|row| arenas.iter().any(|numbers| (row.applies)(numbers))) {
        let label = if arenas.len() > 1 { row.label.to_owned() } else { row.label_with_unit() };
        line(ui, &label, row.doc, arenas.iter().map(|numbers| (row.value)(numbers)));
    }
}

/// Shows the units, losses and hit points of each team that has taken part in combat.
fn show_sides(ui: &mut Ui, arenas: &[&Score], teams: &[Team]) {
    for (index, team) in teams.iter().enumerate() {
        let Some(sides) = sides(arenas, index) else { continue };
        for row in SIDE_ROWS {
            line(ui, &format!("{} {}", team.name, row.what), row.doc, sides.iter().map(row.value));
        }
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
