//! All colours of the window: dark and neutral, so that teams and overlays stand out.
//!
//! Colours for data come from [`crate::overlay::palette`], which pictures without a window share.

use crate::overlay::palette::{self, Rgb};
use bevy::color::{Color, ColorToPacked, LinearRgba, Srgba};
use bevy_egui::egui::{self, Color32, CornerRadius, Stroke};
use std::sync::LazyLock;

/// A colour from its red, green and blue bytes.
pub const fn rgb(red: u8, green: u8, blue: u8) -> Color {
    Color::Srgba(Srgba::new(red as f32 / 255.0, green as f32 / 255.0, blue as f32 / 255.0, 1.0))
}

/// A colour for data as Bevy has it.
pub const fn color(Rgb(red, green, blue): Rgb) -> Color {
    rgb(red, green, blue)
}

/// Around the map.
pub const BACKDROP: Color = rgb(17, 19, 23);
/// The edge of the map.
pub const BORDER: Color = rgb(96, 104, 118);
/// Lines between cells.
pub const GRID: Color = color(palette::GRID);
/// The selection.
pub const SELECTED: Color = color(palette::SELECTED);
/// A preview of an action that is possible here.
pub const ALLOWED: Color = color(palette::ALLOWED);
/// A preview of an action that is not possible here.
pub const REFUSED: Color = color(palette::REFUSED);
/// A unit that waits for others.
pub const WAITING: Color = rgb(240, 196, 92);
/// A unit that cannot move at all.
pub const STUCK: Color = REFUSED;
/// The flags of goals.
pub const GOAL: Color = color(palette::GOAL);
/// Shots and the range of weapons.
pub const SHOT: Color = color(palette::SHOT);
/// Labels on the map.
pub const LABEL: Color = color(palette::LABEL);

/// The colour of a team.
pub fn team_colour((red, green, blue): (u8, u8, u8)) -> Color {
    rgb(red, green, blue)
}

/// The colour of a bar of hit points: from red at 0 to green at full health.
pub fn health(part: f32) -> Color {
    color(palette::health(part))
}

/// The colour for egui.
pub fn egui_colour(colour: Color) -> Color32 {
    let [red, green, blue, alpha] = colour.to_srgba().to_u8_array();
    Color32::from_rgba_unmultiplied(red, green, blue, alpha)
}

/// A colour for data with an opacity, ready for vertices. Drawings have thousands of shapes, so the conversion is a
/// look-up.
pub fn faded(Rgb(red, green, blue): Rgb, opacity: f32) -> LinearRgba {
    static LINEAR: LazyLock<[f32; 256]> =
        LazyLock::new(|| std::array::from_fn(|byte| Srgba::gamma_function(byte as f32 / 255.0)));
    let [red, green, blue] = [red, green, blue].map(|byte| LINEAR[usize::from(byte)]);
    LinearRgba::new(red, green, blue, opacity)
}

/// The colour with another opacity, ready for vertices.
pub fn fade(colour: Color, opacity: f32) -> LinearRgba {
    LinearRgba { alpha: opacity, ..colour.to_linear() }
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
    let line = Color32::from_rgb(52, 58, 69);
    let text = Color32::from_rgb(206, 212, 222);
    let mut visuals = egui::Visuals::dark();
    visuals.panel_fill = Color32::from_rgb(24, 27, 32);
    visuals.window_fill = Color32::from_rgb(29, 32, 38);
    visuals.window_stroke = Stroke::new(1.0, line);
    visuals.window_corner_radius = CornerRadius::same(8);
    visuals.menu_corner_radius = CornerRadius::same(6);
    visuals.extreme_bg_color = Color32::from_rgb(17, 19, 23);
    visuals.faint_bg_color = Color32::from_rgb(31, 35, 41);
    visuals.code_bg_color = Color32::from_rgb(38, 43, 51);
    visuals.hyperlink_color = accent;
    visuals.warn_fg_color = egui_colour(WAITING);
    visuals.error_fg_color = egui_colour(STUCK);
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

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::color::ColorToComponents;

    #[test]
    fn colours_for_data_are_converted_as_bevy_does_it() {
        for (place, colour) in palette::DISTINCT.into_iter().enumerate() {
            let (ours, theirs) = (faded(colour, 0.5), fade(color(colour), 0.5));
            let difference = (ours - theirs).to_vec4().abs().max_element();
            assert!(difference < 1e-6, "colour {place}: {ours:?}, {theirs:?}");
        }
    }
}
