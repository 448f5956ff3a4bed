//! The numbers of the arenas, measured live: in groups, each with a headline.

use super::tooltips::Explain;
use super::widgets::{keep_sections, quiet, sections};
use crate::picture::rows::{GROUPS, Group, Row, SIDE_ROWS, sides};
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
            columns(ui, "", Weight::Headline, letters, |_| ());
        });
    }
    show_sides(ui, scores, teams, &mut wanted);
    GROUPS.iter().for_each(|group| show_group(ui, group, arenas, &mut wanted));
    wanted
}

/// Shows the units, losses and hit points of each team that has taken part in combat.
fn show_sides(ui: &mut Ui, arenas: &[&Score], teams: &[Team], wanted: &mut Vec<Intent>) {
    for (index, team) in teams.iter().enumerate() {
        let Some(sides) = sides(arenas, index) else { continue };
        for (place, row) in SIDE_ROWS.iter().enumerate() {
            let weight = if place == 0 { Weight::Headline } else { Weight::Detail };
            let label = match weight {
                Weight::Headline => format!("{} {}", team.name, row.what),
                Weight::Detail => row.what.into(),
            };
            let name = Name { label, key: row.what, doc: row.doc, weight };
            line(ui, &name, None, sides.iter().map(row.value), wanted);
        }
        ui.add_space(GAP);
    }
}

/// Shows the headline of a group, and the rest if it is unfolded. A row that does not apply to any arena is left out.
fn show_group(ui: &mut Ui, group: &Group, arenas: &[&Numbers], wanted: &mut Vec<Intent>) {
    let applies = |row: &&Row| arenas.iter().any(|numbers| (row.applies)(numbers));
    let mut rows = group.rows.iter().filter(applies).peekable();
    let Some(headline) = rows.next() else { return };
    let title = format!("numbers: {}", group.key);
    let mut open = sections(ui.ctx()).get(&title).copied().unwrap_or(group.open);
    let was_open = open;
    let fold = rows.peek().is_some().then_some(&mut open);
    let mut show = |ui: &mut Ui, row: &Row, weight: Weight, fold: Option<&mut bool>| {
        let several = arenas.len() > 1;
        let label = if several { row.label.to_owned() } else { row.label_with_unit() };
        let name = Name { label, key: row.label, doc: row.doc, weight };
        line(ui, &name, fold, arenas.iter().map(|numbers| (row.value)(numbers)), wanted);
    };
    show(ui, headline, Weight::Headline, fold);
    if was_open {
        rows.for_each(|row| show(ui, row, Weight::Detail, None));
    }
    if open != was_open {
        let mut all = sections(ui.ctx());
        all.insert(title, open);
        keep_sections(ui.ctx(), all);
    }
    ui.add_space(GAP);
}

/// How much a row stands out.
#[derive(Clone, Copy, PartialEq)]
enum Weight {
    Headline,
    Detail,
}

/// The name of a number: a click on it opens its about card.
struct Name {
    label: String,
    key: &'static str,
    doc: &'static str,
    weight: Weight,
}

/// Width of a column of numbers, in logical pixels.
pub const COLUMN: f32 = 56.0;
/// Width of the place for the button that folds a group, in logical pixels.
const FOLD: f32 = 14.0;
/// Space between groups, in logical pixels.
const GAP: f32 = 4.0;

fn line(
    ui: &mut Ui,
    name: &Name,
    fold: Option<&mut bool>,
    values: impl DoubleEndedIterator<Item = String>,
    wanted: &mut Vec<Intent>,
) {
    ui.horizontal(|ui| {
        columns(ui, name.doc, name.weight, values, |ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            match fold {
                Some(open) => fold_button(ui, &name.label, open),
                None => ui.add_space(FOLD),
            }
            let text = match name.weight {
                Weight::Headline => RichText::new(&name.label).strong(),
                Weight::Detail => quiet(&name.label),
            };
            about_button::name(ui, text, name.doc, name.key, wanted);
        });
    });
}

/// The button that folds or unfolds the rows below a headline.
fn fold_button(ui: &mut Ui, of: &str, open: &mut bool) {
    let size = egui::vec2(FOLD, ui.spacing().interact_size.y.min(18.0));
    let (rect, button) = ui.allocate_exact_size(size, egui::Sense::click());
    let (label, doc) = match *open {
        true => ("Fewer", "Fewer numbers of this kind"),
        false => ("More", "More numbers of this kind"),
    };
    button.widget_info(|| {
        egui::WidgetInfo::labeled(egui::WidgetType::Button, true, format!("{label} of {of}"))
    });
    let mark = egui::Rect::from_center_size(rect.center() - egui::vec2(2.0, 0.0), [9.0; 2].into());
    let openness = if *open { 1.0 } else { 0.0 };
    let icon = button.clone().with_new_rect(mark);
    egui::collapsing_header::paint_default_icon(ui, openness, &icon);
    if button.explain(doc).clicked() {
        *open = !*open;
    }
}

/// Values at the right, and in the space that is left what stands before them.
fn columns(
    ui: &mut Ui,
    doc: &str,
    weight: Weight,
    values: impl DoubleEndedIterator<Item = String>,
    before: impl FnOnce(&mut Ui),
) {
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        for value in values.rev() {
            let size = egui::vec2(COLUMN, ui.spacing().interact_size.y.min(18.0));
            let layout = egui::Layout::right_to_left(egui::Align::Center);
            ui.allocate_ui_with_layout(size, layout, |ui| {
                ui.set_min_width(COLUMN);
                let text = RichText::new(value).monospace();
                let text = if weight == Weight::Headline { text.strong() } else { text };
                ui.label(text).explain(doc);
            });
        }
        ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), before);
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    fn shown(numbers: &Numbers) -> Harness<'_, ()> {
        let mut harness = Harness::builder()
            .with_size(egui::vec2(300.0, 700.0))
            .build_ui(|ui| drop(show(ui, &[numbers], &[&Score::default()], &[])));
        harness.run();
        harness
    }

    #[test]
    fn each_group_has_a_headline_below_which_the_rest_folds() {
        let numbers = Numbers { units: 18, arrived: 12, ..Numbers::default() };
        let mut harness = shown(&numbers);
        let is_shown = |harness: &Harness<()>, label: &str| harness.query_by_label(label).is_some();
        assert!(is_shown(&harness, "arrived") && is_shown(&harness, "walking"));
        assert!(is_shown(&harness, "nodes expanded") && !is_shown(&harness, "nodes in last plan"));
        harness.get_by_label("Fewer of arrived").click();
        harness.run();
        harness.get_by_label("More of nodes expanded").click();
        harness.run();
        assert!(is_shown(&harness, "arrived") && !is_shown(&harness, "walking"));
        assert!(is_shown(&harness, "nodes in last plan"));
        assert!(!is_shown(&harness, "patrols done"), "nobody patrols");
    }

    #[test]
    fn what_does_not_apply_is_a_dash() {
        let nothing = Numbers::default();
        // Cohesion, path length, spread, coherence, all arrived after, stall share.
        assert_eq!(shown(&nothing).query_all_by_label("–").count(), 6);
        let moving =
            Numbers { walking: 4, cohesion: 2.0, average_length: 9.0, ..Numbers::default() };
        let moving = Numbers { distance_walked: 3.0, ..moving };
        assert_eq!(
            shown(&moving).query_all_by_label("–").count(),
            2,
            "coherence, all arrived after"
        );
    }
}
