//! The numbers of the arenas, measured live.

use super::widgets::quiet;
use crate::picture::rows::{ROWS, SIDE_ROWS, sides};
use crate::scenario::Team;
use crate::sim::{Numbers, Score};
use crate::view::document::comparison::letter;
use crate::view::document::intent::Intent;
use crate::view::lessons::about_button;
use bevy_egui::egui::{self, RichText, Ui};

/// Shows the numbers of the arenas side by side, combat first.
pub fn show(ui: &mut Ui, arenas: &[&Numbers], scores: &[&Score], teams: &[Team]) -> Vec<Intent> {
    let mut wanted = Vec::new();
    ui.spacing_mut().item_spacing.y = 2.0;
    if arenas.len() > 1 {
        ui.horizontal(|ui| {
            let letters = (0..arenas.len()).map(|index| letter(index as u32).to_string());
            columns(ui, "", letters, |_| ());
        });
    }
    show_sides(ui, scores, teams, &mut wanted);
    for row in ROWS.iter().filter(|row| arenas.iter().any(|numbers| (row.applies)(numbers))) {
        let label = if arenas.len() > 1 { row.label.to_owned() } else { row.label_with_unit() };
        let name = Name { label, key: row.label, doc: row.doc };
        line(ui, &name, arenas.iter().map(|numbers| (row.value)(numbers)), &mut wanted);
    }
    wanted
}

/// Shows the units, losses and hit points of each team that has taken part in combat.
fn show_sides(ui: &mut Ui, arenas: &[&Score], teams: &[Team], wanted: &mut Vec<Intent>) {
    for (index, team) in teams.iter().enumerate() {
        let Some(sides) = sides(arenas, index) else { continue };
        for row in SIDE_ROWS {
            let label = format!("{} {}", team.name, row.what);
            let name = Name { label, key: row.what, doc: row.doc };
            line(ui, &name, sides.iter().map(row.value), wanted);
        }
    }
}

/// The name of a number: a click on it opens its about card.
struct Name {
    label: String,
    key: &'static str,
    doc: &'static str,
}

/// Width of a column of numbers, in logical pixels.
pub const COLUMN: f32 = 56.0;

fn line(
    ui: &mut Ui,
    name: &Name,
    values: impl DoubleEndedIterator<Item = String>,
    wanted: &mut Vec<Intent>,
) {
    ui.horizontal(|ui| {
        columns(ui, name.doc, values, |ui| {
            about_button::name(ui, quiet(&name.label), name.doc, name.key, wanted);
        });
    });
}

/// Values at the right, and in the space that is left what stands before them.
fn columns(
    ui: &mut Ui,
    doc: &str,
    values: impl DoubleEndedIterator<Item = String>,
    before: impl FnOnce(&mut Ui),
) {
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        for value in values.rev() {
            let size = egui::vec2(COLUMN, ui.spacing().interact_size.y.min(18.0));
            let layout = egui::Layout::right_to_left(egui::Align::Center);
            ui.allocate_ui_with_layout(size, layout, |ui| {
                ui.set_min_width(COLUMN);
                ui.label(RichText::new(value).monospace()).on_hover_text(doc);
            });
        }
        ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), before);
    });
}
