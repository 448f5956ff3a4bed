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
}

impl OverlayRow {
    /// The opacity, or `None` while it is not shown.
    fn shown(&self) -> Option<f32> {
        (self.on && self.opacity > 0.0).then_some(self.opacity.clamp(0.0, 1.0))
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

    /// Goes back to the switches and opacities of the start.
    pub fn reset(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
