//! The legends of the overlays that are on, in a strip of their own below the map. The same data as in the panel.
//!
//! The strip has the height that the user gave it, whatever it shows, so the part of the map that is in sight stays the same.

use super::key_hints::told;
use super::overlay_rows::{show_arena_legends, summary};
use super::places::Places;
use super::widgets::quiet;
use crate::view::overlays::Legends;
use bevy_egui::egui::{self, RichText, Ui};

/// Size of the letters, in logical pixels.
const LETTERS: f32 = 12.0;
/// Height of the folded strip, in logical pixels.
const FOLDED: f32 = 22.0;
/// Minimum and maximum height of the open strip, in logical pixels.
const HEIGHTS: std::ops::RangeInclusive<f32> = 44.0..=360.0;
/// A map lower than this has no room for the strip below it, in logical pixels.
const LOW: f32 = 240.0;

/// Shows the strip, and records in the places whether it is folded and how high it is.
pub fn show(root: &mut Ui, legends: &Legends, places: &mut Places) {
    if root.available_height() < LOW {
        return;
    }
    // An overlay that is on from the start says nothing while it shows nothing.
    let on: Vec<_> = legends
        .newest_first()
        .filter(|(overlay, legends)| {
            !(overlay.on && legends.iter().all(|arena| arena.legend.is_empty()))
        })
        .collect();
    if places.legends_hidden {
        egui::Panel::bottom("folded legend").exact_size(FOLDED).show(root, |ui| {
            ui.horizontal(|ui| {
                fold(ui, "⏵", "Shows what the colours mean", &mut places.legends_hidden);
                let titles: Vec<&str> = on.iter().map(|(overlay, _)| overlay.title).collect();
                let titles = quiet(titles.join(" · ")).size(LETTERS);
                ui.add(egui::Label::new(titles).truncate());
            });
        });
        return;
    }
    let panel = egui::Panel::bottom("legend")
        .resizable(true)
        .default_size(places.legend_height)
        .size_range(HEIGHTS);
    let shown = panel.show(root, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        ui.spacing_mut().interact_size.y = 16.0;
        ui.style_mut().override_font_id = Some(egui::FontId::proportional(LETTERS));
        ui.horizontal(|ui| {
            fold(ui, "⏷", "Folds the legends away", &mut places.legends_hidden);
            if on.is_empty() {
                let hint = "No overlay shows anything now. `M` shows markers, `F2` planned paths; the tab Overlays has them all.";
                ui.add(egui::Label::new(quiet(told(ui.ctx(), hint))).truncate());
            }
        });
        let scroll = egui::ScrollArea::vertical().id_salt("legends").auto_shrink(false);
        scroll.show(ui, |ui| {
            for (overlay, legends) in on {
                let id = ui.make_persistent_id(("legend of", overlay.key));
                let state = egui::collapsing_header::CollapsingState::load_with_default_open(
                    ui.ctx(),
                    id,
                    false,
                );
                let open = state.is_open();
                let header = state.show_header(ui, |ui| {
                    let title = RichText::new(overlay.title).strong();
                    ui.label(title).on_hover_text(overlay.doc);
                    ui.label(quiet(told(ui.ctx(), &format!("`{}`", overlay.hotkey))));
                    if !open {
                        summary(ui, legends);
                    }
                });
                header.body(|ui| show_arena_legends(ui, legends));
            }
        });
    });
    places.legend_height = shown.response.rect.height();
}

/// The button that folds or opens the strip.
fn fold(ui: &mut Ui, arrow: &str, doc: &str, hidden: &mut bool) {
    let label = RichText::new(format!("{arrow} Legend")).strong();
    let button = egui::Button::new(label).small().frame(false);
    if ui.add(button).on_hover_text(doc).clicked() {
        *hidden = !*hidden;
    }
}
