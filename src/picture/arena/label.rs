//! Words on the map, as plain data.

use crate::overlay::letter;
use bevy::math::Vec2;

/// Which point of a text is at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The centre of its left edge.
    LeftMiddle,
    /// The centre of its right edge.
    RightMiddle,
    /// Its lower left corner.
    LeftBottom,
}

/// A label at a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The text.
    pub text: String,
    /// Position, in cells of the first arena.
    pub at: Vec2,
    /// Which point of the text is at the position.
    pub anchor: Anchor,
    /// Size of the letters, in pixels.
    pub size: f32,
}

/// Size of the letters of an arena's name, in pixels.
const NAME_LETTERS: f32 = 15.0;
/// Distance of an arena's name above the arena, in pixels.
const NAME_ABOVE: f32 = 5.0;

/// The name above one of several arenas: its letter and what distinguishes it. A pixel is `pixel` cells large.
pub fn arena_label(arena: u32, name: &str, origin: Vec2, pixel: f32) -> Label {
    Label {
        text: format!("{}   {name}", letter(arena)),
        at: origin - Vec2::new(0.0, NAME_ABOVE * pixel),
        anchor: Anchor::LeftBottom,
        size: NAME_LETTERS,
    }
}
