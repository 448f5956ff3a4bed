//! The right panel: the selection, which is always in sight, and below it tabs.

use super::data::PanelData;
use super::layout::{Shown, scroll_area};
use super::orders::OrderList;
use super::places::{Side, Tab};
use super::tooltips::{Explain, note_panel};
use super::widgets::section;
use super::{doctrine, goal_rows, kinds, motion, obstacle_size, orders, overlay_rows, rules};
use super::{scenario_facts, selected, team_rows, why_card};
use crate::overlay::letter;
use crate::scenario::Team;
use crate::view::document::intent::Intent;
use crate::view::input::selection::Selection;
use crate::view::lessons::spotlight;
use crate::view::overlays::Overlays;
use bevy_egui::egui::{self, RichText, Ui};

/// Minimum and maximum width of the panel, in logical pixels.
const WIDTHS: std::ops::RangeInclusive<f32> = 260.0..=620.0;

pub(super) fn show(
    root: &mut Ui,
    data: &PanelData,
    shown: &mut Shown,
    overlays: &mut Overlays,
    wanted: &mut Vec<Intent>,
) {
    let panel =
        egui::Panel::right("right").default_size(shown.places.right_width).size_range(WIDTHS);
    let response = panel.show(root, |ui| {
        note_panel(ui, Side::Right);
        show_selection(ui, data, shown, wanted);
        ui.add_space(2.0);
        tabs(ui, &mut shown.places.tab);
        ui.separator();
        ui.spacing_mut().slider_width = 84.0;
        // Low rows, whether or not something is selected above.
        ui.spacing_mut().item_spacing.y = 3.0;
        scroll_area(ui, |ui| match shown.places.tab {
            Tab::Doctrine => doctrine_tab(ui, data, shown, wanted),
            Tab::Scenario => scenario_tab(ui, data, shown, wanted),
            Tab::Overlays => wanted.extend(overlay_rows::show(ui, overlays, &data.legends)),
        });
    });
    shown.places.right_width = response.response.rect.width();
}

/// The part of the panel that the selection may take.
const SELECTION: f32 = 0.6;

/// What is selected, as high as its rows.
fn show_selection(ui: &mut Ui, data: &PanelData, shown: &mut Shown, wanted: &mut Vec<Intent>) {
    let Selection { units, obstacle, goal, arena } = &*data.selection;
    let of = egui::Id::new((units, obstacle, goal, arena));
    let most = (ui.available_height() * SELECTION).max(120.0);
    let held = ui.rect_contains_pointer(ui.max_rect());
    let mut fitted = shown.selection;
    fitted.show(ui, of, most, held, |ui| {
        ui.spacing_mut().slider_width = 84.0;
        selection_rows(ui, data, wanted);
    });
    shown.selection = fitted;
    ui.separator();
}

fn selection_rows(ui: &mut Ui, data: &PanelData, wanted: &mut Vec<Intent>) {
    let Some(facts) = data.facts.first() else { return };
    let obstacle = data.selection.obstacle.and_then(|id| facts.obstacle(id));
    let teams: Vec<String> = facts.teams.iter().map(|t| t.name.clone()).collect();
    let units = data.selected_units();
    let named = data.selection.goal.as_ref();
    if let Some(goal) = named.and_then(|name| facts.goal(name)) {
        ui.label(RichText::new("Selected").strong());
        goal_rows::show_selected(ui, goal);
        return;
    }
    if units.is_empty() && obstacle.is_none() {
        selected::show(ui, &units, obstacle, &teams);
        return;
    }
    let title = match data.document.run().arenas() {
        2.. if obstacle.is_none() => {
            format!("Selected in arena {}", letter(data.selection.arena))
        }
        _ => "Selected".to_owned(),
    };
    ui.label(RichText::new(title).strong());
    // What a user asks first comes first.
    if let Some(why) = data.why.why.as_ref().filter(|_| obstacle.is_none()) {
        why_card::show(ui, why, data.why.selected);
        ui.add_space(6.0);
    }
    selected::show(ui, &units, obstacle, &teams);
    if let Some(obstacle) = obstacle {
        wanted.extend(obstacle_size::show(ui, obstacle, &facts));
    }
}

fn tabs(ui: &mut Ui, now: &mut Tab) {
    ui.horizontal(|ui| {
        for (tab, name, doc) in Tab::ALL {
            let response = ui.selectable_value(now, tab, name).explain(doc);
            spotlight::mark(ui, response.rect, &format!("tab {name}"));
        }
    });
}

fn doctrine_tab(ui: &mut Ui, data: &PanelData, shown: &mut Shown, wanted: &mut Vec<Intent>) {
    let facts = data.facts.all();
    let arenas: Vec<&[Team]> = facts.iter().map(|facts| facts.teams).collect();
    wanted.extend(doctrine::show(ui, &mut shown.doctrine, &arenas));
    let doc = "How the units of the chosen arena move: freely, or from cell to cell";
    section(ui, "Motion", doc, true, |ui| {
        let arena = shown.doctrine.arena;
        let Some(facts) = facts.get(arena) else { return };
        wanted.extend(motion::show(ui, &mut shown.motion, arena, &facts.motion, facts.teams));
    });
}

fn scenario_tab(ui: &mut Ui, data: &PanelData, shown: &mut Shown, wanted: &mut Vec<Intent>) {
    let Some(facts) = data.facts.first() else { return };
    section(ui, "Teams", "Who fights whom: names, colours, allies and enemies", true, |ui| {
        wanted.extend(team_rows::show(ui, facts.teams, &data.team_sizes()));
    });
    section(ui, "Goals", "Named places on the map", true, |ui| {
        let selected = data.selection.goal.as_deref();
        wanted.extend(goal_rows::show(ui, facts.goals, selected));
    });
    section(ui, "Orders", "Scripted orders, issued automatically at a set time", false, |ui| {
        let facts = &facts;
        let list = OrderList { facts, tick: data.document.tick, selected: &data.selection.units };
        wanted.extend(orders::show(ui, &mut shown.orders, &list));
    });
    section(ui, "About", "Title, description, seed and diagonal steps", true, |ui| {
        wanted.extend(scenario_facts::show(ui, data.document.start(), facts.terrain.corners()));
    });
    section(ui, "Combat", "The combat rules of this scenario, in all arenas", true, |ui| {
        wanted.extend(rules::show(ui, facts.rules));
    });
    let doc = "The numbers of each kind of unit, for this scenario only";
    section(ui, "Unit kinds", doc, false, |ui| {
        wanted.extend(kinds::show(ui, &mut shown.kinds, &facts));
    });
}
