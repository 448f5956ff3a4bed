//! Legends: what the colours of an overlay mean, with the numbers of this moment.

use super::palette::{Rgb, Scale};
use crate::words::grouped;

/// What the colours of an overlay mean.
#[derive(Clone, Debug, PartialEq)]
pub enum Legend {
    /// There is nothing to show at present; says why, in a sentence.
    Empty(String),
    /// A ramp of colours over a range of numbers.
    Ramp {
        /// What is measured, with its unit.
        title: String,
        /// Colours at equal distances, from minimum to maximum.
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
        scale: Scale,
        title: impl Into<String>,
        (low, high): (f32, f32),
        notes: Vec<String>,
    ) -> Self {
        Self::Ramp { title: title.into(), stops: scale.stops(), low, high, notes }
    }

    /// Whether it says why nothing is shown.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Empty(_))
    }
}

/// The legend of an overlay in one arena, or in several in which it says the same.
#[derive(Clone, Debug, PartialEq)]
pub struct ArenaLegend {
    /// The letters of the arenas; empty if there is only one arena.
    pub arenas: String,
    /// What the colours mean there.
    pub legend: Legend,
}

impl ArenaLegend {
    /// The legends of one overlay, from the numbers of the arenas and what it says there.
    pub fn of(drawn: impl IntoIterator<Item = (u32, Legend)>) -> Vec<Self> {
        let drawn: Vec<(u32, Legend)> = drawn.into_iter().collect();
        let several = drawn.len() > 1;
        let mut legends: Vec<Self> = Vec::new();
        for (arena, legend) in drawn {
            let name = if several { letter(arena).to_string() } else { String::new() };
            match legends.iter_mut().find(|other| other.legend == legend) {
                Some(other) => other.arenas += &format!(", {name}"),
                None => legends.push(Self { arenas: name, legend }),
            }
        }
        legends
    }
}

/// The letter of an arena: A, B, C.
pub fn letter(arena: u32) -> char {
    char::from(b'A'.saturating_add(arena.min(25) as u8))
}

/// A number of a legend in a few digits: the larger it is, the fewer decimals.
pub fn short(number: f32) -> String {
    let size = number.abs();
    if size >= 100.0 {
        let sign = if number < 0.0 { "-" } else { "" };
        return format!("{sign}{}", grouped(size.round() as u64));
    }
    let decimals = if number.fract() == 0.0 { 0 } else { 2 - usize::from(size >= 10.0) };
    format!("{number:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_have_few_digits() {
        let told = [-20684.82, 1843.6, 99.97, 12.345, 0.754, -3.0].map(short);
        assert_eq!(told, ["-20\u{2009}685", "1\u{2009}844", "100.0", "12.3", "0.75", "-3"]);
    }

    #[test]
    fn each_of_several_arenas_is_named_and_equal_legends_are_told_once() {
        let (empty, full) = (Legend::Empty("why".into()), Legend::default());
        let told = |drawn: &[(u32, &Legend)]| {
            let drawn = drawn.iter().map(|&(arena, legend)| (arena, legend.clone()));
            ArenaLegend::of(drawn).into_iter().map(|l| (l.arenas, l.legend)).collect::<Vec<_>>()
        };
        assert_eq!(told(&[(0, &full)]), [(String::new(), full.clone())]);
        let both = [("A".to_owned(), empty.clone()), ("B".to_owned(), full.clone())];
        assert_eq!(told(&[(0, &empty), (1, &full)]), both);
        let shared = [("A, C".to_owned(), full.clone()), ("B".to_owned(), empty.clone())];
        assert_eq!(told(&[(0, &full), (1, &empty), (2, &full)]), shared);
        assert_eq!(told(&[]), []);
    }
}
