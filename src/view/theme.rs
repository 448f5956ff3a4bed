//! Every colour of the window in one place: calm, dark and neutral, so that teams and overlays stand out.
//!
//! Palettes for data follow two well-known rules for readers who confuse red and green: ramps grow
//! steadily in lightness, and colours that tell things apart differ in lightness as well as in hue.

use bevy::color::{Color, ColorToPacked, LinearRgba, Mix, Srgba};
use bevy_egui::egui::{self, Color32, CornerRadius, Stroke};

/// A colour from its red, green and blue bytes.
pub const fn rgb(red: u8, green: u8, blue: u8) -> Color {
    Color::Srgba(Srgba::new(red as f32 / 255.0, green as f32 / 255.0, blue as f32 / 255.0, 1.0))
}

/// Around the map.
pub const BACKDROP: Color = rgb(17, 19, 23);
/// The edge of the map.
pub const BORDER: Color = rgb(96, 104, 118);
/// Lines between cells.
pub const GRID: Color = rgb(150, 162, 182);
/// What is selected.
pub const SELECTED: Color = rgb(245, 240, 222);
/// What may be done here.
pub const ALLOWED: Color = rgb(86, 196, 166);
/// What may not be done here.
pub const REFUSED: Color = rgb(226, 106, 84);
/// A unit that others hold up.
pub const WAITING: Color = rgb(240, 196, 92);
/// A unit that cannot move at all.
pub const STUCK: Color = rgb(226, 106, 84);
/// Flags at named places.
pub const GOAL: Color = rgb(240, 206, 120);
/// Shots, and how far weapons reach.
pub const SHOT: Color = rgb(250, 214, 130);
/// Labels on the map.
pub const LABEL: Color = rgb(224, 228, 236);

/// Colours that tell things apart, for terms and regions: blue, orange, green, pink, sky, yellow, vermilion.
pub const DISTINCT: [Color; 7] = [
    rgb(86, 180, 233),
    rgb(230, 159, 0),
    rgb(0, 178, 135),
    rgb(212, 134, 180),
    rgb(120, 140, 235),
    rgb(240, 228, 110),
    rgb(224, 104, 50),
];

/// A ramp from dark violet over blue and green to yellow, equally spaced stops.
pub const RAMP: [Color; 6] = [
    rgb(70, 32, 116),
    rgb(62, 74, 137),
    rgb(42, 120, 142),
    rgb(36, 162, 132),
    rgb(122, 204, 84),
    rgb(250, 228, 80),
];

/// From less than nothing over nothing to more: blue, the ground, orange; equally spaced stops.
pub const TWO_SIDED: [Color; 5] =
    [rgb(88, 166, 255), rgb(46, 96, 168), rgb(34, 38, 46), rgb(176, 96, 30), rgb(255, 158, 62)];

/// The colour of a number from -1 to 1, as bytes with an opacity: nothing is not to be seen.
pub fn two_sided(value: f32) -> [u8; 4] {
    let value = if value.is_finite() { value.clamp(-1.0, 1.0) } else { 0.0 };
    let colour = if value < 0.0 { TWO_SIDED[0] } else { TWO_SIDED[4] };
    let [red, green, blue, _] = bytes(colour);
    // Even a little is to be seen, and more grows evenly from there.
    let opacity = if value == 0.0 { 0.0 } else { 0.15 + 0.85 * value.abs() };
    [red, green, blue, (opacity * 255.0) as u8]
}

/// The colour of a team.
pub fn team_colour((red, green, blue): (u8, u8, u8)) -> Color {
    rgb(red, green, blue)
}

/// The colour at a place of the [`RAMP`], from 0 to 1.
pub fn ramp(place: f32) -> Color {
    let place = if place.is_finite() { place.clamp(0.0, 1.0) } else { 0.0 };
    let scaled = place * (RAMP.len() - 1) as f32;
    let stop = (scaled as usize).min(RAMP.len() - 2);
    let (low, high) = (RAMP[stop].to_srgba(), RAMP[stop + 1].to_srgba());
    Color::Srgba(low.mix(&high, scaled - stop as f32))
}

/// The colour of a bar of hit points: green when whole, red when nearly gone.
pub fn health(part: f32) -> Color {
    let place = if part.is_finite() { part.clamp(0.0, 1.0) } else { 0.0 };
    Color::Srgba(STUCK.to_srgba().mix(&ALLOWED.to_srgba(), place))
}

/// A colour as bytes of red, green, blue and full opacity.
pub fn bytes(colour: Color) -> [u8; 4] {
    colour.to_srgba().to_u8_array()
}

/// The colour for egui.
pub fn egui_colour(colour: Color) -> Color32 {
    let [red, green, blue, alpha] = bytes(colour);
    Color32::from_rgba_unmultiplied(red, green, blue, alpha)
}

/// The colour with another opacity, ready for vertices.
pub fn fade(colour: Color, opacity: f32) -> LinearRgba {
    LinearRgba { alpha: opacity, ..colour.to_linear() }
}

/// Gives egui the look of the map: dark, flat, quiet lines, one accent colour.
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
    use bevy::color::Luminance;

    #[test]
    fn the_ramp_grows_steadily_in_lightness() {
        let lightness: Vec<f32> = (0..=20).map(|i| ramp(i as f32 / 20.0).luminance()).collect();
        assert!(lightness.is_sorted_by(|a, b| a < b), "{lightness:?}");
    }

    #[test]
    fn the_ramp_takes_any_number() {
        assert_eq!(bytes(ramp(-3.0)), bytes(RAMP[0]));
        assert_eq!(bytes(ramp(f32::NAN)), bytes(RAMP[0]));
        assert_eq!(bytes(ramp(7.0)), bytes(RAMP[5]));
    }
}
