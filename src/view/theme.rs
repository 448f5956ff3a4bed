//! The style of the window: neutral, so that teams and overlays stand out; dark or light.
//!
//! The dark colours come from [`crate::overlay::palette`], which pictures without a window share.

use crate::overlay::palette::{self, Rgb};
use crate::view::settings::Theme;
use bevy::color::Color;
use bevy_egui::egui::{self, Color32, CornerRadius, Stroke};

/// Around the map.
pub fn backdrop(theme: Theme) -> Color {
    let Rgb(red, green, blue) = Shades::of(theme).backdrop;
    Color::srgb_u8(red, green, blue)
}

/// The colour for egui.
pub const fn egui_colour(Rgb(red, green, blue): Rgb) -> Color32 {
    Color32::from_rgb(red, green, blue)
}

/// Sets the style of egui: flat, with one accent colour.
pub fn apply_egui_style(context: &egui::Context, theme: Theme) {
    context.set_theme(match theme {
        Theme::Dark => egui::Theme::Dark,
        Theme::Light => egui::Theme::Light,
    });
    context.options_mut(|options| {
        // The scale is a setting: the keys for it change that.
        options.zoom_with_keyboard = false;
    });
    context.all_styles_mut(|style| {
        style.visuals = visuals(theme);
        style.spacing.item_spacing = egui::vec2(8.0, 6.0);
        style.spacing.button_padding = egui::vec2(9.0, 4.0);
        style.spacing.interact_size.y = 24.0;
        style.spacing.slider_width = 130.0;
        style.spacing.icon_width = 15.0;
        style.spacing.window_margin = egui::Margin::same(12);
        style.spacing.menu_margin = egui::Margin::same(8);
        style.spacing.scroll = egui::style::ScrollStyle {
            // The bar has a place of its own, so that it never covers the last digit of a number.
            floating: false,
            bar_width: 7.0,
            bar_inner_margin: 3.0,
            bar_outer_margin: 1.0,
            fade: egui::style::ScrollFadeStyle {
                // On light ground the fading looks like dirt.
                strength: if theme == Theme::Light { 0.0 } else { 0.5 },
                ..egui::style::ScrollFadeStyle::default()
            },
            ..egui::style::ScrollStyle::solid()
        };
        style.interaction.tooltip_delay = 0.35;
        // Labels of panels are not text to copy: Ctrl+A selects units. Cards, reports and errors are, see `copyable`.
        style.interaction.selectable_labels = false;
    });
}

/// The file dialog writes the name of what is selected in the colour that is otherwise the ground of what is selected: both
/// become readable.
pub fn make_selection_a_text_colour(style: &mut egui::Style) {
    let visuals = &mut style.visuals;
    visuals.selection.bg_fill = visuals.hyperlink_color;
    visuals.selection.stroke.color = visuals.window_fill;
}

/// The colours of the panels.
struct Shades {
    backdrop: Rgb,
    panel: Rgb,
    window: Rgb,
    faint: Rgb,
    code: Rgb,
    line: Rgb,
    text: Rgb,
    /// Secondary text.
    quiet: Rgb,
    strong: Rgb,
    /// Links and what is chosen.
    accent: Rgb,
    selected: Rgb,
    on_selected: Rgb,
    warning: Rgb,
    error: Rgb,
    button: Rgb,
    hovered: Rgb,
    active: Rgb,
    open: Rgb,
    /// Check boxes and the rails of sliders: they need more contrast than buttons.
    rail: Rgb,
    /// Around buttons and check boxes.
    rim: Rgb,
    hovered_rim: Rgb,
}

impl Shades {
    const DARK: Self = Self {
        backdrop: palette::BACKDROP,
        panel: palette::PANEL,
        window: Rgb(29, 32, 38),
        faint: Rgb(31, 35, 41),
        code: Rgb(38, 43, 51),
        line: palette::PANEL_LINE,
        text: palette::TEXT,
        quiet: Rgb(148, 154, 164),
        strong: palette::STRONG_TEXT,
        accent: Rgb(86, 160, 222),
        selected: Rgb(44, 95, 140),
        on_selected: Rgb(226, 239, 250),
        warning: palette::WAITING,
        error: palette::STUCK,
        button: Rgb(43, 48, 57),
        hovered: Rgb(56, 63, 75),
        active: Rgb(48, 92, 132),
        open: Rgb(48, 54, 64),
        rail: Rgb(38, 43, 51),
        rim: Rgb(80, 90, 106),
        hovered_rim: Rgb(112, 124, 143),
    };

    const LIGHT: Self = Self {
        backdrop: Rgb(222, 225, 230),
        panel: Rgb(243, 244, 246),
        window: Rgb(250, 250, 251),
        faint: Rgb(235, 237, 240),
        code: Rgb(228, 231, 235),
        line: Rgb(203, 208, 216),
        text: Rgb(44, 50, 60),
        quiet: Rgb(92, 99, 111),
        strong: Rgb(8, 12, 18),
        accent: Rgb(0, 98, 168),
        selected: Rgb(176, 211, 240),
        on_selected: Rgb(12, 50, 84),
        warning: Rgb(138, 90, 0),
        error: Rgb(184, 44, 24),
        button: Rgb(226, 229, 234),
        hovered: Rgb(213, 218, 226),
        active: Rgb(160, 201, 235),
        open: Rgb(218, 222, 229),
        rail: Rgb(252, 252, 253),
        rim: Rgb(150, 158, 170),
        hovered_rim: Rgb(96, 106, 122),
    };

    const fn of(theme: Theme) -> &'static Self {
        match theme {
            Theme::Dark => &Self::DARK,
            Theme::Light => &Self::LIGHT,
        }
    }
}

fn visuals(theme: Theme) -> egui::Visuals {
    let shades = Shades::of(theme);
    let mut visuals = match theme {
        Theme::Dark => egui::Visuals::dark(),
        Theme::Light => egui::Visuals::light(),
    };
    visuals.panel_fill = egui_colour(shades.panel);
    visuals.window_fill = egui_colour(shades.window);
    visuals.window_stroke = Stroke::new(1.0, egui_colour(shades.line));
    visuals.window_corner_radius = CornerRadius::same(8);
    visuals.menu_corner_radius = CornerRadius::same(6);
    visuals.extreme_bg_color = egui_colour(shades.backdrop);
    visuals.faint_bg_color = egui_colour(shades.faint);
    visuals.code_bg_color = egui_colour(shades.code);
    visuals.weak_text_color = Some(egui_colour(shades.quiet));
    visuals.hyperlink_color = egui_colour(shades.accent);
    visuals.warn_fg_color = egui_colour(shades.warning);
    visuals.error_fg_color = egui_colour(shades.error);
    visuals.selection.bg_fill = egui_colour(shades.selected);
    visuals.selection.stroke = Stroke::new(1.0, egui_colour(shades.on_selected));
    visuals.slider_trailing_fill = true;
    let widgets = &mut visuals.widgets;
    widgets.noninteractive.bg_stroke = Stroke::new(1.0, egui_colour(shades.line));
    widgets.noninteractive.fg_stroke = Stroke::new(1.0, egui_colour(shades.text));
    for (widget, fill, front, rim) in [
        (&mut widgets.inactive, shades.button, shades.text, shades.rim),
        (&mut widgets.hovered, shades.hovered, shades.strong, shades.hovered_rim),
        (&mut widgets.active, shades.active, shades.strong, shades.hovered_rim),
        (&mut widgets.open, shades.open, shades.strong, shades.rim),
    ] {
        widget.bg_fill = egui_colour(fill);
        widget.weak_bg_fill = egui_colour(fill);
        widget.bg_stroke = Stroke::new(1.0, egui_colour(rim));
        widget.fg_stroke = Stroke::new(1.0, egui_colour(front));
        widget.expansion = 0.0;
        widget.corner_radius = CornerRadius::same(4);
    }
    widgets.inactive.bg_fill = egui_colour(shades.rail);
    visuals
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The contrast of two colours, from 1 to 21 (WCAG 2.1).
    fn contrast(a: Rgb, b: Rgb) -> f64 {
        let luminance = |Rgb(red, green, blue): Rgb| {
            let linear = |byte: u8| {
                let part = f64::from(byte) / 255.0;
                if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) + 0.05
        };
        let (a, b) = (luminance(a), luminance(b));
        a.max(b) / a.min(b)
    }

    #[test]
    fn words_can_be_read_in_both_themes() {
        for shades in [Shades::DARK, Shades::LIGHT] {
            for ground in [shades.panel, shades.window, shades.button, shades.hovered, shades.open]
            {
                assert!(contrast(shades.text, ground) > 4.5, "{ground:?}");
                assert!(contrast(shades.strong, ground) > 7.0, "{ground:?}");
            }
            for word in [shades.accent, shades.warning, shades.error, shades.quiet] {
                assert!(contrast(word, shades.panel) > 4.5, "{word:?}");
            }
            for word in [shades.on_selected, shades.strong] {
                assert!(contrast(word, shades.selected) > 4.5, "{word:?}");
            }
            assert!(contrast(shades.accent, shades.window) > 4.5, "names in the file dialog");
            assert!(contrast(shades.strong, shades.active) > 4.5);
        }
    }
}
