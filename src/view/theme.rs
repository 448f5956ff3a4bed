//! The style of the window: dark and neutral, so that teams and overlays stand out.
//!
//! Its colours come from [`crate::overlay::palette`], which pictures without a window share.

use crate::overlay::palette::{self, Rgb};
use bevy::color::Color;
use bevy_egui::egui::{self, Color32, CornerRadius, Stroke};

/// Around the map.
pub const BACKDROP: Color = {
    let Rgb(red, green, blue) = palette::BACKDROP;
    Color::srgb(red as f32 / 255.0, green as f32 / 255.0, blue as f32 / 255.0)
};

/// The colour for egui.
pub const fn egui_colour(Rgb(red, green, blue): Rgb) -> Color32 {
    Color32::from_rgb(red, green, blue)
}

/// Sets the style of egui: dark and flat, with one accent colour.
pub fn apply_egui_style(context: &egui::Context) {
    context.set_theme(egui::Theme::Dark);
    context.all_styles_mut(|style| {
        style.visuals = visuals();
        style.spacing.item_spacing = egui::vec2(8.0, 6.0);
        style.spacing.button_padding = egui::vec2(9.0, 4.0);
        style.spacing.interact_size.y = 24.0;
        style.spacing.slider_width = 130.0;
        style.spacing.window_margin = egui::Margin::same(12);
        style.spacing.menu_margin = egui::Margin::same(8);
        style.interaction.tooltip_delay = 0.35;
    });
}

fn visuals() -> egui::Visuals {
    let accent = Color32::from_rgb(86, 160, 222);
    let line = egui_colour(palette::PANEL_LINE);
    let text = egui_colour(palette::TEXT);
    let mut visuals = egui::Visuals::dark();
    visuals.panel_fill = egui_colour(palette::PANEL);
    visuals.window_fill = Color32::from_rgb(29, 32, 38);
    visuals.window_stroke = Stroke::new(1.0, line);
    visuals.window_corner_radius = CornerRadius::same(8);
    visuals.menu_corner_radius = CornerRadius::same(6);
    visuals.extreme_bg_color = egui_colour(palette::BACKDROP);
    visuals.faint_bg_color = Color32::from_rgb(31, 35, 41);
    visuals.code_bg_color = Color32::from_rgb(38, 43, 51);
    visuals.hyperlink_color = accent;
    visuals.warn_fg_color = egui_colour(palette::WAITING);
    visuals.error_fg_color = egui_colour(palette::STUCK);
    visuals.selection.bg_fill = Color32::from_rgb(40, 84, 122);
    visuals.selection.stroke = Stroke::new(1.0, Color32::from_rgb(214, 232, 248));
    visuals.slider_trailing_fill = true;
    let widgets = &mut visuals.widgets;
    widgets.noninteractive.bg_stroke = Stroke::new(1.0, line);
    widgets.noninteractive.fg_stroke = Stroke::new(1.0, text);
    for (widget, fill, front) in [
        (&mut widgets.inactive, Color32::from_rgb(43, 48, 57), text),
        (&mut widgets.hovered, Color32::from_rgb(56, 63, 75), Color32::WHITE),
        (&mut widgets.active, Color32::from_rgb(48, 92, 132), Color32::WHITE),
        (&mut widgets.open, Color32::from_rgb(48, 54, 64), Color32::WHITE),
    ] {
        widget.bg_fill = fill;
        widget.weak_bg_fill = fill;
        widget.bg_stroke = Stroke::NONE;
        widget.fg_stroke = Stroke::new(1.0, front);
        widget.expansion = 0.0;
        widget.corner_radius = CornerRadius::same(5);
    }
    // Check boxes and the rails of sliders; on the panel's own colour they need more contrast than buttons.
    widgets.inactive.bg_fill = Color32::from_rgb(66, 74, 88);
    for widget in [&mut widgets.hovered, &mut widgets.active] {
        widget.bg_stroke = Stroke::new(1.0, Color32::from_rgb(84, 94, 110));
    }
    visuals
}
