//! Overlays: what the algorithms see and plan, drawn over the map, each with a switch, an opacity and a
//! legend with real numbers.
//!
//! An overlay is one row in [`Overlays::default`] and one file here that draws it and writes its legend.

mod attack_marks;
mod cells;
mod directions;
mod fields;
mod hover;
mod influence;
mod legend;
mod markers;
mod occupancy;
mod paths;
mod potential;
mod prices;
mod reasons;
mod regions;
mod reservations;
mod search;
mod sectors;
mod senses;
mod steering;
mod weapons;

pub use hover::{Hover, HoveredFields, HoveredSearch, HoveredUnit, HoveredVisit};
pub use legend::{Legend, Legends, Swatch};

use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Overlays>().init_resource::<Legends>().add_plugins((
        paths::plugin,
        attack_marks::plugin,
        search::plugin,
        occupancy::plugin,
        regions::plugin,
        markers::plugin,
        prices::plugin,
        directions::plugin,
        influence::plugin,
        potential::plugin,
        steering::plugin,
        weapons::plugin,
        sectors::plugin,
        reservations::plugin,
        (hover::plugin, reasons::plugin),
    ));
}

/// One overlay: its switch, its opacity, and how to explain it.
#[derive(Clone, Debug, PartialEq)]
pub struct OverlayRow {
    /// Short name for the program; also finds its legend in [`Legends`].
    pub key: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// What it shows, in a sentence or two.
    pub doc: &'static str,
    /// The key that switches it.
    pub hotkey: Option<KeyCode>,
    /// Whether it is shown.
    pub on: bool,
    /// How strongly it is shown, from 0 to 1.
    pub opacity: f32,
}

/// All overlays, in the order in which they are listed.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct Overlays {
    /// One row each.
    pub rows: Vec<OverlayRow>,
}

impl Default for Overlays {
    fn default() -> Self {
        let row = |key, title, doc, hotkey, on, opacity| OverlayRow {
            key,
            title,
            doc,
            hotkey: Some(hotkey),
            on,
            opacity,
        };
        Self {
            rows: vec![
                row(
                    paths::KEY,
                    "Planned paths",
                    "The way still ahead of each unit, to its own place of rest. Selected units stand out, \
                     with their queued way-points and whom they are to attack.",
                    KeyCode::F2,
                    true,
                    0.8,
                ),
                row(
                    search::KEY,
                    "Visited nodes",
                    "The cells that the searches of a group's last plan expanded, by the number of searches, or in their \
                     order if one search served all: of the selected unit's group, else of the one that planned last.",
                    KeyCode::F3,
                    false,
                    0.55,
                ),
                row(
                    occupancy::KEY,
                    "Occupancy",
                    "Cells on which units stand, and the places of rest that units are heading for.",
                    KeyCode::F7,
                    false,
                    0.6,
                ),
                row(
                    regions::KEY,
                    "Regions",
                    "Ground that cannot be reached from the largest connected region, a colour for each \
                     region.",
                    KeyCode::F8,
                    false,
                    0.5,
                ),
                row(
                    markers::KEY,
                    "Markers",
                    "What the paths of the last group have left on the ground: the stronger, the more attractive to \
                     those who plan next.",
                    KeyCode::KeyM,
                    false,
                    0.6,
                ),
                row(
                    directions::KEY,
                    "Directions",
                    "Which way units have gone through each cell, as learned; the longer, the stronger.",
                    KeyCode::KeyV,
                    false,
                    0.8,
                ),
                row(
                    influence::KEY,
                    "Influence",
                    "The strength of enemies minus that of friends, as the team of the selected units sees it, with \
                     a line where it is nothing, and the border of each team's territory in its colour.",
                    KeyCode::KeyI,
                    false,
                    0.5,
                ),
                row(
                    potential::KEY,
                    "Potential field",
                    "How good each place is for the selected unit in a fight, by the field that its team goes by; \
                     the brighter, the better. Without one selected unit, for one more unit of the team.",
                    KeyCode::KeyE,
                    false,
                    0.6,
                ),
                row(
                    prices::KEY,
                    "Price difference",
                    "What a step into a cell costs the selected units with the layers minus what it costs without. Their \
                     own influence is left out, as when they plan.",
                    KeyCode::KeyK,
                    false,
                    0.55,
                ),
                row(
                    steering::KEY,
                    "Steering",
                    "Radius and velocity of the selected units, and each term of their steering as an arrow.",
                    KeyCode::F9,
                    true,
                    0.95,
                ),
                row(
                    sectors::KEY,
                    "Sectors",
                    "The sectors of the last plan by sectors, and the way of the selected unit through them.",
                    KeyCode::F10,
                    false,
                    0.8,
                ),
                row(
                    reservations::KEY,
                    "Reservations",
                    "The cells that units have reserved for their next steps, under WHCA*.",
                    KeyCode::F11,
                    false,
                    0.8,
                ),
                row(
                    weapons::KEY,
                    "Sight and range",
                    "How far the selected units see and shoot, whom they aim at, what drives them, and the distances \
                     that their rules go by.",
                    KeyCode::KeyX,
                    true,
                    0.8,
                ),
            ],
        }
    }
}

impl Overlays {
    /// The opacity of an overlay, or `None` while it is not shown.
    pub fn opacity(&self, key: &str) -> Option<f32> {
        let row = self.rows.iter().find(|row| row.key == key)?;
        (row.on && row.opacity > 0.0).then_some(row.opacity.clamp(0.0, 1.0))
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
    use std::collections::BTreeSet;

    #[test]
    fn overlays_have_their_own_names_and_keys() {
        let rows = Overlays::default().rows;
        let keys: BTreeSet<_> = rows.iter().map(|r| r.key).collect();
        let hotkeys: BTreeSet<_> = rows.iter().map(|r| format!("{:?}", r.hotkey)).collect();
        assert_eq!((keys.len(), hotkeys.len()), (rows.len(), rows.len()));
        assert!(rows.iter().all(|r| r.doc.ends_with('.')));
    }

    #[test]
    fn switches_and_opacities_can_be_reset() {
        let mut overlays = Overlays::default();
        overlays.set_all(false);
        assert_eq!(overlays.opacity(paths::KEY), None);
        overlays.set_all(true);
        overlays.rows[0].opacity = 7.0;
        assert_eq!(overlays.opacity(paths::KEY), Some(1.0));
        overlays.reset();
        assert_eq!(overlays, Overlays::default());
    }
}
