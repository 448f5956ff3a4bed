//! What is kept.
//!
//! Every value has a default, so that a file of an earlier version, or one that somebody shortened, can be read. What is
//! out of range is clamped.

use super::window_place::WindowPlace;
use crate::overlay::palette::Ramp;
use crate::view::input::key_map::ChangedKeys;
use crate::view::lessons::KeptLessons;
use crate::view::overlays::Overlays;
use crate::view::panels::event_kinds::EventSettings;
use crate::view::panels::places::Places;
use bevy::prelude::Resource;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// All settings.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// How the window looks.
    pub look: Look,
    /// Overlays that are not as at the first start, by their key.
    pub overlays: BTreeMap<String, OverlaySetting>,
    /// The panels.
    pub panels: Places,
    /// Keys that are not as at the first start.
    pub keys: ChangedKeys,
    /// Recent files and folders.
    pub files: FileSettings,
    /// Kinds of events that are hidden, and those that pause.
    pub events: EventSettings,
    /// Lessons that were finished.
    pub lessons: KeptLessons,
    /// Size and place of the window.
    pub window: WindowPlace,
}

/// How the window looks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Look {
    /// Dark or light.
    pub theme: Theme,
    /// UI scale, relative to that of the system: one of [`SCALES`].
    pub scale: f32,
    /// The colours of numbers on the map.
    pub ramp: Ramp,
    /// Whether a small map is shown while only a part of the map is seen.
    pub minimap: bool,
}

impl Default for Look {
    fn default() -> Self {
        Self { theme: Theme::default(), scale: 1.0, ramp: Ramp::default(), minimap: true }
    }
}

/// The colours of panels and map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Theme {
    /// Light text on a dark background.
    #[default]
    Dark,
    /// Dark text on a light background.
    Light,
}

/// The scales that can be chosen.
pub const SCALES: [f32; 10] = [0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.25, 2.5];

impl Look {
    /// The next larger scale, or the next smaller one. At the end it stays.
    pub fn next_scale(self, larger: bool) -> f32 {
        let next = if larger {
            SCALES.into_iter().find(|&scale| scale > self.scale + 0.01)
        } else {
            SCALES.into_iter().rev().find(|&scale| scale < self.scale - 0.01)
        };
        next.unwrap_or(self.scale)
    }
}

/// The switch and the opacity of an overlay.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct OverlaySetting {
    /// Whether it is shown.
    pub on: bool,
    /// How strongly, from 0 to 1.
    pub opacity: f32,
}

/// Recent files and folders. Paths that are not valid UTF-8 are not kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FileSettings {
    /// Files that were opened or saved, newest first.
    pub recent: Vec<String>,
    /// The folder in which a file was chosen last.
    pub folder: Option<String>,
    /// The folder for screenshots; by default the user's folder for pictures.
    pub screenshots: Option<String>,
}

/// Maximum number of sections that are remembered.
const MAX_SECTIONS: usize = 100;

/// Maximum number of recent files.
pub const RECENT: usize = 12;

impl FileSettings {
    /// The recent files as paths.
    pub fn recent_paths(&self) -> Vec<PathBuf> {
        self.recent.iter().map(PathBuf::from).collect()
    }

    /// Takes over a list of recent files.
    pub fn set_recent(&mut self, paths: &[PathBuf]) {
        self.recent = paths.iter().filter_map(|path| text(path)).take(RECENT).collect();
    }
}

/// A path as text, if it can be written as such.
pub(super) fn text(path: &Path) -> Option<String> {
    path.to_str().map(str::to_owned)
}

impl Settings {
    /// Brings every value into its range.
    pub(super) fn repaired(mut self) -> Self {
        let scale = self.look.scale;
        self.look.scale =
            if scale.is_finite() { scale.clamp(SCALES[0], SCALES[SCALES.len() - 1]) } else { 1.0 };
        for setting in self.overlays.values_mut() {
            let opacity = setting.opacity;
            setting.opacity = if opacity.is_finite() { opacity.clamp(0.0, 1.0) } else { 1.0 };
        }
        let Places { left_width, right_width, .. } = &mut self.panels;
        for (size, usual) in
            [(left_width, Places::START.left_width), (right_width, Places::START.right_width)]
        {
            *size = if size.is_finite() { size.clamp(40.0, 2000.0) } else { usual };
        }
        self.window = self.window.repaired();
        self.files.recent.truncate(RECENT);
        while self.panels.sections.len() > MAX_SECTIONS {
            self.panels.sections.pop_last();
        }
        self
    }

    /// Sets the overlays as they are kept here; the others as at the first start.
    pub(super) fn show_overlays(&self, overlays: &mut Overlays) {
        for row in &mut overlays.rows {
            if let Some(kept) = self.overlays.get(row.overlay.key) {
                (row.on, row.opacity) = (kept.on, kept.opacity);
            }
        }
    }

    /// The overlays that are not as at the first start.
    pub(super) fn of_overlays(overlays: &Overlays) -> BTreeMap<String, OverlaySetting> {
        let changed = overlays
            .rows
            .iter()
            .filter(|row| (row.is_chosen(), row.opacity) != (row.overlay.on, row.overlay.opacity));
        let entry = |row: &crate::view::overlays::OverlayRow| {
            (
                row.overlay.key.to_owned(),
                OverlaySetting { on: row.is_chosen(), opacity: row.opacity },
            )
        };
        changed.map(entry).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_go_up_and_down_and_stop_at_the_ends() {
        let mut look = Look::default();
        look.scale = look.next_scale(true);
        assert_eq!(look.scale, 1.1);
        look.scale = look.next_scale(false);
        assert_eq!(look.scale, 1.0);
        (0..20).for_each(|_| look.scale = look.next_scale(true));
        assert_eq!(look.scale, 2.5);
        (0..20).for_each(|_| look.scale = look.next_scale(false));
        assert_eq!(look.scale, 0.75);
    }

    #[test]
    fn values_out_of_range_are_repaired() {
        let mut settings = Settings::default();
        settings.look.scale = f32::NAN;
        let wrong = OverlaySetting { on: true, opacity: 7.0 };
        settings.overlays.insert("markers".into(), wrong);
        settings.files.recent = vec!["a.ron".into(); 50];
        let settings = settings.repaired();
        assert_eq!(settings.look.scale, 1.0);
        assert_eq!(settings.overlays["markers"].opacity, 1.0);
        assert_eq!(settings.files.recent.len(), RECENT);
    }

    #[test]
    fn overlays_come_back_as_they_were() {
        let mut overlays = Overlays::default();
        assert!(Settings::of_overlays(&overlays).is_empty(), "nothing has changed yet");
        overlays.rows[0].on = !overlays.rows[0].on;
        overlays.rows[1].opacity = 0.25;
        let kept = Settings { overlays: Settings::of_overlays(&overlays), ..Settings::default() };
        let mut again = Overlays::default();
        kept.show_overlays(&mut again);
        assert_eq!(again, overlays);
    }
}
