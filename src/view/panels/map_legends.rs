//! The legends of the overlays that are on, over the upper right corner of the map. The same data as in the panel.

use super::key_hints::told;
use super::overlay_rows::show_legend;
use super::widgets::quiet;
use crate::view::overlays::{Legends, Overlays};
use bevy_egui::egui::{self, Align2, Context, Id, Rect, RichText, pos2};

/// Width of the legends, in logical pixels.
const WIDTH: f32 = 236.0;
/// Size of the letters, in logical pixels.
const LETTERS: f32 = 12.0;
/// Width of the frame around them, on both sides together, in logical pixels.
const FRAME: f32 = 16.0;
/// Distance from the edge of the map, in logical pixels.
const MARGIN: f32 = 8.0;
/// The height that they cover counts in steps, so that a line more or less does not move the map, in logical pixels.
const STEP: f32 = 64.0;
/// A map narrower than this has no room for legends beside the units, in logical pixels.
const NARROW: f32 = 420.0;

/// Shows the legends inside the part of the window that no panel covers. `hidden` folds them away. Returns the size that they
/// cover, in logical pixels.
pub fn show(
    context: &Context,
    map: Rect,
    overlays: &Overlays,
    legends: &Legends,
    hidden: &mut bool,
) -> egui::Vec2 {
    // The last ones say most about the selection.
    let on: Vec<_> = overlays
        .rows
        .iter()
        .rev()
        .filter(|row| row.on && row.opacity > 0.0)
        .filter_map(|row| Some((row.overlay, legends.of(row.overlay.key)?)))
        // Who switches an overlay on is told why it shows nothing. Those that are on from the start keep quiet.
        .filter(|(overlay, legend)| !(overlay.on && legend.is_empty()))
        .collect();
    if on.is_empty() || map.width() < NARROW {
        return egui::Vec2::ZERO;
    }
    let corner = pos2(map.right() - MARGIN, map.top() + MARGIN);
    let area = egui::Area::new(Id::new("legends on the map"))
        .order(egui::Order::Background)
        .pivot(Align2::RIGHT_TOP)
        .fixed_pos(corner)
        .constrain_to(map);
    let shown = area.show(context, |ui| {
        let fill = ui.visuals().panel_fill.gamma_multiply(0.88);
        let frame = egui::Frame::NONE.fill(fill).inner_margin(FRAME / 2.0).corner_radius(6.0);
        frame.show(ui, |ui| {
            if *hidden {
                let button = egui::Button::new("Legend").small();
                if ui.add(button).on_hover_text("Shows what the colours mean").clicked() {
                    *hidden = false;
                }
                return;
            }
            ui.set_width(WIDTH);
            // Low rows: the map below is what one looks at.
            ui.spacing_mut().item_spacing.y = 1.0;
            ui.spacing_mut().interact_size.y = 14.0;
            ui.horizontal(|ui| {
                ui.label(RichText::new("Legend").strong());
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    let button = egui::Button::new("Hide").small();
                    if ui.add(button).on_hover_text("Folds the legends away").clicked() {
                        *hidden = true;
                    }
                });
            });
            let most = (map.height() * 0.45).max(80.0);
            // As high as the legends, up to `most`; without the least height an area would stay as low as it began.
            let scroll = egui::ScrollArea::vertical().id_salt("legends").max_height(most);
            scroll.min_scrolled_height(most).show(ui, |ui| {
                for (overlay, legend) in on {
                    ui.add_space(2.0);
                    ui.horizontal(|ui| {
                        ui.label(RichText::new(overlay.title).size(LETTERS).strong())
                            .on_hover_text(overlay.doc);
                        ui.label(
                            quiet(told(ui.ctx(), &format!("`{}`", overlay.hotkey))).size(LETTERS),
                        );
                    });
                    ui.scope(|ui| {
                        ui.style_mut().override_font_id = Some(egui::FontId::proportional(LETTERS));
                        show_legend(ui, legend);
                    });
                }
            });
        });
    });
    if *hidden {
        return egui::Vec2::ZERO;
    }
    let high = shown.response.rect.height() + 2.0 * MARGIN;
    egui::vec2(WIDTH + FRAME + 2.0 * MARGIN, (high / STEP).ceil() * STEP)
}
