//! Brings theme and scale to the screen.

use super::values::Settings;
use crate::view::theme;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, style_panels).add_systems(First, scale_window);
}

/// Sets the style of the panels at the start and when the theme changed.
fn style_panels(
    mut contexts: EguiContexts,
    settings: Res<Settings>,
    mut backdrop: ResMut<ClearColor>,
    mut done: Local<Option<super::Theme>>,
) -> Result {
    let theme = settings.look.theme;
    if *done != Some(theme) {
        theme::apply_egui_style(contexts.ctx_mut()?, theme);
        backdrop.0 = theme::backdrop(theme);
        *done = Some(theme);
    }
    Ok(())
}

/// Scales everything in the window, panels and map alike: a logical pixel becomes larger.
fn scale_window(settings: Res<Settings>, mut window: Single<&mut Window, With<PrimaryWindow>>) {
    let wanted = scale_factor(settings.look.scale, window.resolution.base_scale_factor());
    if window.resolution.scale_factor_override() != wanted {
        window.resolution.set_scale_factor_override(wanted);
    }
}

/// Physical pixels per logical pixel; `None` leaves it to the system.
fn scale_factor(scale: f32, of_system: f32) -> Option<f32> {
    (scale != 1.0).then_some(scale * of_system)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_is_relative_to_that_of_the_system() {
        assert_eq!(scale_factor(1.0, 2.0), None);
        assert_eq!(scale_factor(1.5, 2.0), Some(3.0));
    }
}
