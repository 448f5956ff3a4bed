//! Legends: what the colours of an overlay mean, with the numbers of this moment.

use super::palette::{Ramp, Rgb};

/// What the colours of an overlay mean.
#[derive(Clone, Debug, PartialEq)]
pub enum Legend {
    /// There is nothing to show at present; says why, in a sentence.
    Empty(String),
    /// A ramp of colours over a range of numbers.
    Ramp {
        /// What is measured, with its unit.
        title: String,
        /// Colours at equal distances, from the least to the most.
        stops: Vec<Rgb>,
        /// The number at the low end.
        low: f32,
        /// The number at the high end.
        high: f32,
        /// Further numbers worth telling.
        notes: Vec<String>,
    },
    /// A colour for each of several things.
    Swatches(Vec<Swatch>),
    /// Several legends below each other.
    Several(Vec<Legend>),
}

/// A colour and what it stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct Swatch {
    /// The colour; `None` for a line of text without one.
    pub colour: Option<Rgb>,
    /// What it stands for, with its number.
    pub label: String,
}

impl Swatch {
    /// A colour and what it stands for.
    pub fn new(colour: Rgb, label: impl Into<String>) -> Self {
        Self { colour: Some(colour), label: label.into() }
    }

    /// A line of text.
    pub fn note(label: impl Into<String>) -> Self {
        Self { colour: None, label: label.into() }
    }
}

impl Default for Legend {
    fn default() -> Self {
        Self::Swatches(Vec::new())
    }
}

impl Legend {
    /// A ramp of colours from `low` to `high`.
    pub fn ramp(
        ramp: Ramp,
        title: impl Into<String>,
        (low, high): (f32, f32),
        notes: Vec<String>,
    ) -> Self {
        Self::Ramp { title: title.into(), stops: ramp.stops().to_vec(), low, high, notes }
    }

    /// One legend for arenas side by side, from their numbers and legends: that of the first one in which the overlay
    /// shows anything.
    pub fn of_arenas(drawn: &[(u32, &Self)]) -> Option<Self> {
        let shows = drawn.iter().find(|(_, legend)| !legend.is_empty());
        let &(arena, legend) = shows.or(drawn.first())?;
        if drawn.len() < 2 || legend.is_empty() {
            return Some(legend.clone());
        }
        let arena = Self::Swatches(vec![Swatch::note(format!("in arena {}", letter(arena)))]);
        Some(Self::Several(vec![arena, legend.clone()]))
    }

    /// Whether it says why nothing is shown.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Empty(_))
    }
}

/// The letter of an arena: A, B, C.
pub fn letter(arena: u32) -> char {
    char::from(b'A'.saturating_add(arena.min(25) as u8))
}

/// A number of a legend in a few digits.
pub fn short(number: f32) -> String {
    if number.fract() == 0.0 { format!("{number:.0}") } else { format!("{number:.2}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_several_arenas_the_first_that_shows_anything_has_the_legend() {
        let (empty, full) = (Legend::Empty("why".into()), Legend::default());
        assert_eq!(Legend::of_arenas(&[(0, &full)]), Some(full.clone()));
        assert_eq!(Legend::of_arenas(&[(0, &empty), (1, &empty)]), Some(empty.clone()));
        let Some(Legend::Several(parts)) = Legend::of_arenas(&[(0, &empty), (1, &full)]) else {
            panic!("two arenas")
        };
        assert_eq!(parts[0], Legend::Swatches(vec![Swatch::note("in arena B")]));
        assert_eq!(parts[1], full);
        assert_eq!(Legend::of_arenas(&[]), None);
    }
}
