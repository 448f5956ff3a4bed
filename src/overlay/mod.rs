//! Overlays: what the algorithms see and plan, as plain drawing data. No window, no textures, no egui.
//!
//! An overlay looks at a [`Scene`], one arena read-only, and returns a [`Drawing`]: shapes, at most one picture with
//! a colour per cell, and a [`Legend`] with the numbers of this moment. The window paints drawings on its canvas; a
//! test or a picture without a window reads them directly.
//!
//! A new overlay is one file that exports `OVERLAY`, and one line in [`OVERLAYS`].

mod attack_marks;
mod cell_rows;
mod directions;
mod drawing;
mod fields;
mod groups;
mod hover;
mod influence;
mod legend;
mod markers;
mod occupancy;
pub mod palette;
mod paths;
mod potential_field;
mod price_difference;
mod regions;
mod reservations;
mod scene;
mod sectors;
mod senses;
mod sight_and_range;
mod stalls;
mod steering;
mod traffic;
mod visited_nodes;
pub mod why;

pub use drawing::{Drawing, Figure, Ink, Layer, Pen, Picture, Shape, Word};
pub use hover::{Hover, HoveredFields, HoveredSearch, HoveredUnit, HoveredVisit, SearchLookUp};
pub use legend::{ArenaLegend, Legend, Swatch, letter, short};
pub use palette::Rgb;
pub use scene::{Scene, UnitRef, between_ticks};

/// All overlays, in the order in which they are listed. The pictures of later ones lie above those of earlier ones.
pub const OVERLAYS: &[Overlay] = &[
    paths::OVERLAY,
    visited_nodes::OVERLAY,
    occupancy::OVERLAY,
    regions::OVERLAY,
    markers::OVERLAY,
    directions::OVERLAY,
    influence::OVERLAY,
    potential_field::OVERLAY,
    price_difference::OVERLAY,
    steering::OVERLAY,
    sectors::OVERLAY,
    reservations::OVERLAY,
    sight_and_range::OVERLAY,
    stalls::OVERLAY,
    traffic::OVERLAY,
    groups::OVERLAY,
    why::OVERLAY,
];

/// The overlay with a key or a title, whatever the case, with blanks or dashes between words.
pub fn overlay_named(name: &str) -> Option<&'static Overlay> {
    let name = name.replace('-', " ");
    let is = |overlay: &&Overlay| {
        overlay.key.eq_ignore_ascii_case(&name) || overlay.title.eq_ignore_ascii_case(&name)
    };
    OVERLAYS.iter().find(is)
}

/// The key of the overlay that is on at the start and shows something whether or not units are selected.
pub const PLANNED_PATHS: &str = paths::OVERLAY.key;
/// The key of the overlay that shows the last searches, which are recorded only while it is on.
pub const VISITED_NODES: &str = visited_nodes::OVERLAY.key;
/// The key of the overlay whose values [`Hover`] reports only while it is on.
pub const POTENTIAL_FIELD: &str = potential_field::OVERLAY.key;

/// One overlay: how to explain it, how it starts, and how to draw it.
#[derive(Clone, Copy, Debug)]
pub struct Overlay {
    /// Short name for the program, unique among [`OVERLAYS`].
    pub key: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// What it shows, in a sentence or two.
    pub doc: &'static str,
    /// The key that switches it: a letter, or `F1` to `F12`.
    pub hotkey: &'static str,
    /// Whether it is on at the start.
    pub on: bool,
    /// How strongly it is shown at the start, from 0 to 1.
    pub opacity: f32,
    /// Tells one state of the data from another: for equal numbers, `draw` gives equal drawings of an arena. Cheap
    /// compared to `draw`. `None` if the drawing follows units and changes with every frame.
    pub revision: Option<fn(&Scene) -> u64>,
    /// Draws one arena. A drawing does not depend on the opacity.
    pub draw: fn(&Scene) -> Drawing,
}

impl PartialEq for Overlay {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

/// A number for [`Overlay::revision`] that differs when any of the parts does.
fn revision_of(parts: impl std::hash::Hash) -> u64 {
    use std::hash::{DefaultHasher, Hasher};
    let mut hasher = DefaultHasher::new();
    parts.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests;
