//! The left panel: tools, numbers, curves, events.

use super::data::PanelData;
use super::layout::{Shown, scroll_area};
use super::places::Side;
use super::tooltips::note_panel;
use super::widgets::section;
use super::{event_list, group_rows, numbers, palette, plot, stage_times};
use crate::view::document::intent::Intent;
use crate::view::input::tools::ToolOptions;
use bevy_egui::egui;

/// Minimum width of the panel, in logical pixels.
const MIN: f32 = 232.0;
/// Maximum width, in logical pixels.
const MAX: f32 = 520.0;

pub(super) fn show(
    root: &mut egui::Ui,
    data: &PanelData,
    shown: &mut Shown,
    options: &mut ToolOptions,
    wanted: &mut Vec<Intent>,
) {
    let columns = numbers::COLUMN * (data.document.run().arenas() - 1) as f32;
    let panel = egui::Panel::left("tools")
        .default_size(shown.places.left_width + columns)
        .size_range(MIN + columns..=MAX + columns);
    let response = panel.show(root, |ui| {
        note_panel(ui, Side::Left);
        ui.spacing_mut().slider_width = 90.0;
        scroll_area(ui, |ui| rows(ui, data, shown, options, wanted));
    });
    shown.places.left_width = response.response.rect.width() - columns;
}

fn rows(
    ui: &mut egui::Ui,
    data: &PanelData,
    shown: &mut Shown,
    options: &mut ToolOptions,
    wanted: &mut Vec<Intent>,
) {
    let Some(facts) = data.facts.first() else { return };
    wanted.extend(palette::show(ui, options, &facts, &data.selection));
    let arenas = data.arenas();
    if arenas.is_empty() {
        return;
    }
    ui.add_space(6.0);
    section(ui, "Metrics", "Measured while the units move", true, |ui| {
        let numbers: Vec<_> = arenas.iter().map(|arena| arena.numbers).collect();
        let scores: Vec<_> = arenas.iter().map(|arena| arena.score).collect();
        let groups: Vec<_> = arenas
            .iter()
            .map(|arena| (arena.group_numbers, arena.separations, arena.splits))
            .collect();
        wanted.extend(numbers::show(ui, &numbers, &scores, facts.teams));
        group_rows::show(ui, &groups, facts.teams);
    });
    section(ui, "Over time", "One number since the start", true, |ui| {
        plot::show(ui, &mut shown.metric, &mut shown.plot_enlarged, &data.history);
    });
    section(ui, "Events", "What happened; click an event to go there", true, |ui| {
        let now = data.document.tick;
        wanted.extend(event_list::show(ui, data.events.list(), &data.event_settings, now));
    });
    section(ui, "Time per tick", "What the stages of a tick cost on this machine", false, |ui| {
        stage_times::show(ui, &data.stage_times);
    });
}
