//! Legends: what the colours of an overlay mean, with the numbers of this moment.

use crate::view::theme::{self, RAMP};
use bevy::prelude::*;
use std::collections::BTreeMap;

/// What the colours of an overlay mean.
#[derive(Clone, Debug, PartialEq)]
pub enum Legend {
    /// There is nothing to show at present; says why.
    Empty(String),
    /// A ramp of colours over a range of numbers.
    Ramp {
        /// What is measured, with its unit.
        title: String,
        /// Colours at equal distances, from the least to the most.
        stops: Vec<Color>,
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
    /// The colour.
    pub colour: Color,
    /// What it stands for, with its number.
    pub label: String,
}

impl Legend {
    /// A ramp in the colours of the program.
    pub fn ramp(title: impl Into<String>, low: f32, high: f32, notes: Vec<String>) -> Self {
        Self::Ramp { title: title.into(), stops: RAMP.to_vec(), low, high, notes }
    }

    /// Swatches from pairs of colour and label.
    pub fn swatches(pairs: impl IntoIterator<Item = (Color, String)>) -> Self {
        let swatch = |(colour, label)| Swatch { colour, label };
        Self::Swatches(pairs.into_iter().map(swatch).collect())
    }

    /// Where a number lies on a ramp from `low` to `high`, from 0 to 1.
    pub fn place(value: f32, low: f32, high: f32) -> f32 {
        if high > low { ((value - low) / (high - low)).clamp(0.0, 1.0) } else { 0.0 }
    }

    /// The colour of a number on a ramp from `low` to `high`.
    pub fn colour(value: f32, low: f32, high: f32) -> Color {
        theme::ramp(Self::place(value, low, high))
    }
}

/// The legends of this moment, by the key of their overlay. Written while drawing.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Legends(BTreeMap<&'static str, Legend>);

impl Legends {
    /// The legend of an overlay, if it has been drawn.
    pub fn of(&self, key: &str) -> Option<&Legend> {
        self.0.get(key)
    }

    /// Replaces the legend of an overlay.
    pub(super) fn set(&mut self, key: &'static str, legend: Legend) {
        self.0.insert(key, legend);
    }
}

/// A large number with thin spaces between thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push('\u{2009}');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_lie_on_the_ramp_where_they_belong() {
        assert_eq!(Legend::place(5.0, 0.0, 10.0), 0.5);
        assert_eq!(Legend::place(-5.0, 0.0, 10.0), 0.0);
        assert_eq!(Legend::place(99.0, 0.0, 10.0), 1.0);
        assert_eq!(Legend::place(3.0, 3.0, 3.0), 0.0, "a range without length has one colour");
    }

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(1234), "1\u{2009}234");
        assert_eq!(grouped(1_048_576), "1\u{2009}048\u{2009}576");
    }
}
