//! A button with the colour of a team. It opens a palette that colour-blind people can read, and a colour picker.

use crate::scenario::Team;
use bevy_egui::egui::color_picker::{Alpha, color_picker_color32};
use bevy_egui::egui::{self, Color32, Popup, PopupCloseBehavior, Sense, Stroke, Ui, vec2};

/// What the user did with the colour.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Picked {
    /// A new colour.
    pub colour: Option<(u8, u8, u8)>,
    /// Whether the user has finished: the next colour is a change of its own.
    pub done: bool,
}

/// Shows the button.
pub fn show(ui: &mut Ui, now: (u8, u8, u8)) -> Picked {
    let mut picked = Picked::default();
    let button = swatch(ui, now, false).on_hover_text("The colour of the team; click to change it");
    let was_open = Popup::is_id_open(ui.ctx(), Popup::default_response_id(&button));
    let popup = Popup::menu(&button).close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    popup.show(|ui| {
        ui.spacing_mut().slider_width = 220.0;
        ui.label("Colours that everyone can tell apart");
        ui.horizontal(|ui| {
            for (name, colour) in Team::DEFAULTS {
                if swatch(ui, colour, colour == now).on_hover_text(name).clicked() {
                    picked.colour = Some(colour);
                    picked.done = true;
                }
            }
        });
        ui.separator();
        let (r, g, b) = now;
        let mut free = Color32::from_rgb(r, g, b);
        if color_picker_color32(ui, &mut free, Alpha::Opaque) {
            picked.colour = Some((free.r(), free.g(), free.b()));
        }
    });
    let is_open = Popup::is_id_open(ui.ctx(), Popup::default_response_id(&button));
    picked.done |= was_open && !is_open;
    picked
}

fn swatch(ui: &mut Ui, (r, g, b): (u8, u8, u8), chosen: bool) -> egui::Response {
    let side = ui.spacing().interact_size.y;
    let (rect, response) = ui.allocate_exact_size(vec2(side * 1.2, side), Sense::click());
    let label = format!("colour {r}, {g}, {b}");
    response
        .widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, label.clone()));
    let visuals = ui.style().interact(&response);
    let width = if chosen { 2.0 } else { 1.0 };
    let edge = if chosen { ui.visuals().strong_text_color() } else { visuals.bg_stroke.color };
    let painter = ui.painter();
    painter.rect_filled(rect.shrink(1.0), 3.0, Color32::from_rgb(r, g, b));
    painter.rect_stroke(rect, 3.0, Stroke::new(width, edge), egui::StrokeKind::Inside);
    response
}
