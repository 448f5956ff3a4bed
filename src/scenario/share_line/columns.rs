//! A text that says similar things many times, as columns that deflate well.
//!
//! The text is cut at its numbers. A place is a piece of text between two numbers, together with the last piece before it
//! that has a letter: the `,` of a cell after `Paint([((` is another place than the `,` of a goal. Each place lists the
//! differences between the numbers that come after it, and the pieces that come after those. What hardly changes from one
//! action to the next becomes a run of zeros.
//!
//! Cost: linear in the length of the text.

use super::{Result, damaged, too_large};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fmt::Write as _;

/// A text as columns.
#[derive(Default, Serialize, Deserialize)]
pub struct Columns {
    /// The distinct pieces of the text; it begins with the first.
    pieces: Vec<String>,
    /// In the order of their first occurrence.
    places: Vec<Place>,
}

#[derive(Default, Serialize, Deserialize)]
struct Place {
    /// Each number less the one before, which is 0 at first.
    differences: Vec<i64>,
    /// The piece after each number.
    next: Vec<u32>,
}

/// The state of a writer or a reader in a text.
#[derive(Default)]
struct Walk {
    word: usize,
    places: HashMap<(usize, usize), usize>,
    /// The last number at each place.
    numbers: Vec<i64>,
}

impl Walk {
    /// The place that a piece leads to.
    fn enter(&mut self, index: usize, piece: &str) -> usize {
        if piece.contains(char::is_alphabetic) {
            self.word = index;
        }
        let new = self.places.len();
        let place = *self.places.entry((self.word, index)).or_insert(new);
        if place == new {
            self.numbers.push(0);
        }
        place
    }
}

impl Columns {
    /// The columns of a text.
    pub fn new(text: &str) -> Self {
        let mut columns = Self::default();
        let (mut walk, mut indices) = (Walk::default(), HashMap::new());
        let mut before: Option<usize> = None;
        for (piece, number) in cut(text) {
            let index = *indices.entry(piece).or_insert_with(|| {
                columns.pieces.push(piece.into());
                columns.pieces.len() - 1
            });
            if let Some(before) = before {
                columns.places[before].next.push(index as u32);
            }
            let place = walk.enter(index, piece);
            if place == columns.places.len() {
                columns.places.push(Place::default());
            }
            if let Some(number) = number {
                columns.places[place].differences.push(number - walk.numbers[place]);
                walk.numbers[place] = number;
            }
            before = Some(place);
        }
        columns
    }

    /// The text, if it has at most `max` bytes.
    pub fn text(&self, max: usize) -> Result<String> {
        let (mut text, mut walk) = (String::new(), Walk::default());
        let mut visits = vec![0; self.places.len()];
        let mut index = 0;
        loop {
            let Some(piece) = self.pieces.get(index) else { return damaged() };
            if text.len() + piece.len() > max {
                return too_large();
            }
            text.push_str(piece);
            let place = walk.enter(index, piece);
            let Some(column) = self.places.get(place) else { return damaged() };
            let Some(difference) = column.differences.get(visits[place]) else { return Ok(text) };
            let Some(&next) = column.next.get(visits[place]) else { return damaged() };
            let number = &mut walk.numbers[place];
            *number = number.wrapping_add(*difference);
            let _ = write!(text, "{number}");
            visits[place] += 1;
            index = next as usize;
        }
    }
}

/// Pieces of a text, each with the number after it. The last one has none.
fn cut(text: &str) -> impl Iterator<Item = (&str, Option<i64>)> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let Some((start, end)) = first_number(text) else {
            rest = None;
            return Some((text, None));
        };
        rest = Some(&text[end..]);
        Some((&text[..start], text[start..end].parse().ok()))
    })
}

/// Where the first number of a text is. Zeros before it belong to the text, as do digits of names, of hashes, and of numbers
/// that are too long.
fn first_number(text: &str) -> Option<(usize, usize)> {
    const MAX_DIGITS: usize = 18;
    let bytes = text.as_bytes();
    let mut at = 0;
    loop {
        let start = at + bytes[at..].iter().position(u8::is_ascii_digit)?;
        let digits = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let end = start + digits;
        let is_word = |byte: Option<&u8>| {
            byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'"'))
        };
        let zeros = bytes[start..end - 1].iter().take_while(|byte| **byte == b'0').count();
        let before = start.checked_sub(1).and_then(|before| bytes.get(before));
        if !is_word(before) && !is_word(bytes.get(end)) && digits - zeros <= MAX_DIGITS {
            return Some((start + zeros, end));
        }
        at = end;
    }
}
