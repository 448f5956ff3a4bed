//! The help window: all keys and mouse gestures.

use super::widgets::quiet;
use crate::view::input::keys::{BINDINGS, Group};
use crate::view::overlays::Overlays;
use bevy_egui::egui::{self, RichText, Ui};

/// Height of the whole list, in logical pixels. It scrolls in a smaller window.
const FULL_HEIGHT: f32 = 760.0;

/// Shows the window. `open` becomes false when it is closed.
pub fn show(context: &egui::Context, open: &mut bool, overlays: &Overlays) {
    egui::Window::new("Keys and mouse")
        .open(open)
        .collapsible(false)
        .resizable(false)
        .pivot(egui::Align2::CENTER_CENTER)
        .default_pos(context.content_rect().center())
        .show(context, |ui| {
            let height = (context.content_rect().height() - 120.0).max(200.0);
            let scroll = egui::ScrollArea::vertical().max_height(height);
            scroll.min_scrolled_height(height.min(FULL_HEIGHT)).show(ui, |ui| {
                ui.label(quiet("On a Mac, Command works like Ctrl."));
                ui.columns(2, |columns| {
                    for (index, group) in Group::ALL.into_iter().enumerate() {
                        let column = usize::from(index >= Group::ALL.len() / 2);
                        list(&mut columns[column], group, overlays);
                    }
                });
            });
        });
}

fn list(ui: &mut Ui, group: Group, overlays: &Overlays) {
    ui.label(RichText::new(group.title()).strong());
    egui::Grid::new(group.title()).num_columns(2).spacing([14.0, 3.0]).show(ui, |ui| {
        for binding in BINDINGS.iter().filter(|b| b.group == group && !b.keys.is_empty()) {
            row(ui, binding.keys, binding.what);
        }
        if group == Group::Show {
            for overlay in overlays.rows.iter().map(|row| row.overlay) {
                row(ui, overlay.hotkey, &format!("Overlay: {}", overlay.title));
            }
        }
    });
    ui.add_space(8.0);
}

fn row(ui: &mut Ui, keys: &str, what: &str) {
    ui.label(RichText::new(keys).monospace());
    ui.label(quiet(what));
    ui.end_row();
}
