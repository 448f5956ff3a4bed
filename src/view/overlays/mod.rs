//! The overlays in the window: switches and opacities, their shapes on the canvas, their pictures as textures, their
//! legends. What an overlay shows is decided in [`crate::overlay`].

mod capture;
mod empty_overlay_notice;
mod hover;
mod show;
mod texture;
mod why;

pub use crate::overlay::{Hover, HoveredFields, HoveredSearch, HoveredUnit};
pub use show::Legends;
pub use why::ShownWhy;

use crate::overlay::{OVERLAYS, Overlay};
use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Overlays>().add_plugins((
        capture::plugin,
        hover::plugin,
        show::plugin,
        empty_overlay_notice::plugin,
        why::plugin,
    ));
}

/// The switch and the opacity of an overlay.
#[derive(Clone, Debug, PartialEq)]
pub struct OverlayRow {
    /// The overlay.
    pub overlay: &'static Overlay,
    /// Whether it is shown.
    pub on: bool,
    /// How strongly it is shown, from 0 to 1.
    pub opacity: f32,
    /// While a lesson is open that asks for the overlay: whether it was shown before.
    before_lesson: Option<bool>,
    /// Whether it is hidden although it is on: see [`Overlays::hide`].
    hidden: bool,
}

impl OverlayRow {
    /// Whether the user chose to show it, whatever an open lesson asks for.
    pub fn is_chosen(&self) -> bool {
        self.before_lesson.unwrap_or(self.on)
    }

    /// The opacity, or `None` while it is not shown.
    fn shown(&self) -> Option<f32> {
        (self.on && !self.hidden && self.opacity > 0.0).then_some(self.opacity.clamp(0.0, 1.0))
    }
}

/// The switches and opacities of all overlays.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct Overlays {
    /// In the order of [`OVERLAYS`].
    pub rows: Vec<OverlayRow>,
}

impl Default for Overlays {
    fn default() -> Self {
        let row = |overlay: &'static Overlay| OverlayRow {
            overlay,
            on: overlay.on,
            opacity: overlay.opacity,
            before_lesson: None,
            hidden: false,
        };
        Self { rows: OVERLAYS.iter().map(row).collect() }
    }
}

impl Overlays {
    /// The opacity of an overlay, or `None` while it is not shown.
    pub fn opacity(&self, key: &str) -> Option<f32> {
        self.rows.iter().find(|row| row.overlay.key == key)?.shown()
    }

    /// Shows all overlays, or none.
    pub fn set_all(&mut self, on: bool) {
        self.rows.iter_mut().for_each(|row| row.on = on);
    }

    /// Switches off the overlays that lessons ask for, until [`Overlays::end_lesson`] gives them back. Those that are on from
    /// the start stay.
    pub fn begin_lesson(&mut self, asked: impl Fn(&str) -> bool) {
        for row in self.rows.iter_mut().filter(|row| asked(row.overlay.key)) {
            row.before_lesson = Some(row.is_chosen());
            row.on &= row.overlay.on;
        }
    }

    /// Whether a lesson has overlays to give back.
    pub fn are_lent(&self) -> bool {
        self.rows.iter().any(|row| row.before_lesson.is_some())
    }

    /// Shows the overlays that lessons ask for as they were shown before the lesson.
    pub fn end_lesson(&mut self) {
        for row in &mut self.rows {
            row.on = row.is_chosen();
            row.before_lesson = None;
        }
    }

    /// Hides all overlays for as long as they would give away what a lesson asks, or shows those again that are on.
    pub fn hide(&mut self, hidden: bool) {
        self.rows.iter_mut().for_each(|row| row.hidden = hidden);
    }

    /// Whether [`Overlays::hide`] hides them.
    pub fn are_hidden(&self) -> bool {
        self.rows.iter().any(|row| row.hidden)
    }

    /// Goes back to the switches and opacities of the start.
    pub fn reset(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_overlays_stay_on() {
        let mut overlays = Overlays::default();
        let before = overlays.clone();
        let on = |overlays: &Overlays| overlays.rows.iter().any(|row| row.shown().is_some());
        assert!(on(&overlays));
        overlays.hide(true);
        assert!(!on(&overlays) && overlays.are_hidden());
        overlays.hide(false);
        assert_eq!(overlays, before);
    }

    #[test]
    fn switches_and_opacities_can_be_reset() {
        let mut overlays = Overlays::default();
        let first = overlays.rows[0].overlay.key;
        overlays.set_all(false);
        assert_eq!(overlays.opacity(first), None);
        overlays.set_all(true);
        overlays.rows[0].opacity = 7.0;
        assert_eq!(overlays.opacity(first), Some(1.0));
        overlays.reset();
        assert_eq!(overlays, Overlays::default());
    }
}
