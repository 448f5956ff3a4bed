//! Words in pictures, with the fonts of the window.
//!
//! Letters are filled outlines at a quarter of a pixel, without hinting and kerning. As in the window, coverage becomes
//! opacity by `2c - c * c`, so that light letters on dark ground are not too thin.

use bevy::math::IVec2;
use epaint_default_fonts::{HACK_REGULAR, NOTO_EMOJI_REGULAR, UBUNTU_LIGHT};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};
use std::collections::HashMap;
use std::sync::Arc;
use tiny_skia::{FillRule, Mask, Path, PathBuilder, Transform};

/// A kind of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Face {
    /// Proportional, for text.
    Proportional,
    /// Letters of one width, for numbers.
    Monospace,
}

/// How opaque the pixels around a letter's place on the base line are.
#[derive(Debug)]
pub struct Coverage {
    /// From the place of the letter to the upper left pixel.
    pub corner: IVec2,
    /// Pixels in a row.
    pub width: usize,
    /// From 0 to 255, row by row.
    pub alpha: Vec<u8>,
}

/// A letter at a size and a quarter of a pixel.
type Key = (Face, char, u32, u8);

/// The fonts, and the letters that were needed so far.
pub struct Fonts {
    proportional: Vec<FontRef<'static>>,
    monospace: Vec<FontRef<'static>>,
    letters: HashMap<Key, Arc<Coverage>>,
}

impl Default for Fonts {
    fn default() -> Self {
        let read = |files: [&'static [u8]; 3]| {
            files.into_iter().filter_map(|file| FontRef::new(file).ok()).collect()
        };
        Self {
            proportional: read([UBUNTU_LIGHT, HACK_REGULAR, NOTO_EMOJI_REGULAR]),
            monospace: read([HACK_REGULAR, UBUNTU_LIGHT, NOTO_EMOJI_REGULAR]),
            letters: HashMap::new(),
        }
    }
}

impl Fonts {
    /// The width of a text, in pixels.
    pub fn width(&self, face: Face, size: f32, text: &str) -> f32 {
        text.chars().map(|letter| self.advance(face, size, letter)).sum()
    }

    /// The letters of a text whose base line begins at `left`, with their places along it.
    pub fn set(
        &mut self,
        face: Face,
        size: f32,
        text: &str,
        left: f32,
    ) -> Vec<(i32, Arc<Coverage>)> {
        let mut at = left;
        let mut placed = Vec::new();
        for letter in text.chars() {
            let quarter = (at * 4.0).round() as i32;
            let coverage = self.letter((face, letter, size.to_bits(), quarter.rem_euclid(4) as u8));
            if !coverage.alpha.is_empty() {
                placed.push((quarter.div_euclid(4), coverage));
            }
            at += self.advance(face, size, letter);
        }
        placed
    }

    /// The first font with a letter; what no font has is a question mark.
    fn find(&self, face: Face, letter: char) -> Option<(&FontRef<'static>, GlyphId)> {
        let fonts = match face {
            Face::Proportional => &self.proportional,
            Face::Monospace => &self.monospace,
        };
        let having =
            |letter: char| fonts.iter().find_map(|font| Some((font, font.charmap().map(letter)?)));
        having(letter).or_else(|| having('?'))
    }

    fn advance(&self, face: Face, size: f32, letter: char) -> f32 {
        // The fonts have no thin space.
        let (letter, part) = if letter == THIN_SPACE { (' ', 0.5) } else { (letter, 1.0) };
        let Some((font, glyph)) = self.find(face, letter) else { return 0.0 };
        let metrics = font.glyph_metrics(Size::new(size), LocationRef::default());
        metrics.advance_width(glyph).unwrap_or(0.0) * part
    }

    fn letter(&mut self, key: Key) -> Arc<Coverage> {
        if let Some(known) = self.letters.get(&key) {
            return known.clone();
        }
        let (face, letter, size, quarter) = key;
        let outline = (letter != THIN_SPACE)
            .then(|| self.find(face, letter))
            .flatten()
            .and_then(|(font, glyph)| outline(font, glyph, f32::from_bits(size)));
        let coverage = Arc::new(coverage(outline, f32::from(quarter) / 4.0));
        self.letters.insert(key, coverage.clone());
        coverage
    }
}

const THIN_SPACE: char = '\u{2009}';

fn outline(font: &FontRef, glyph: GlyphId, size: f32) -> Option<Path> {
    let settings = DrawSettings::unhinted(Size::new(size), LocationRef::default());
    let mut pen = Pen(PathBuilder::new());
    font.outline_glyphs().get(glyph)?.draw(settings, &mut pen).ok()?;
    pen.0.finish()
}

/// Draws an outline, moved to the right by a part of a pixel.
fn coverage(outline: Option<Path>, shift: f32) -> Coverage {
    let nothing = Coverage { corner: IVec2::ZERO, width: 0, alpha: Vec::new() };
    let Some(outline) = outline else { return nothing };
    let bounds = outline.bounds();
    let (left, top) = ((bounds.left() + shift).floor() as i32, bounds.top().floor() as i32);
    let width = (bounds.right() + shift).ceil() as i32 - left;
    let height = bounds.bottom().ceil() as i32 - top;
    let Some(mut mask) = Mask::new(width.max(1) as u32, height.max(1) as u32) else {
        return nothing;
    };
    let place = Transform::from_translate(shift - left as f32, -top as f32);
    mask.fill_path(&outline, FillRule::Winding, true, place);
    let opacity = |&covered: &u8| {
        let covered = u32::from(covered);
        (2 * covered - covered * covered / 255) as u8
    };
    let alpha = mask.data().iter().map(opacity).collect();
    Coverage { corner: IVec2::new(left, top), width: mask.width() as usize, alpha }
}

/// Builds a path, y downwards.
struct Pen(PathBuilder);

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, -y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, -y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.0.quad_to(cx, -cy, x, -y);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.0.cubic_to(cx0, -cy0, cx1, -cy1, x, -y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_ink_and_spaces_have_width() {
        let mut fonts = Fonts::default();
        for face in [Face::Proportional, Face::Monospace] {
            for letter in ('!'..='~').chain("äöüß–…·∞".chars()) {
                let placed = fonts.set(face, 13.0, &letter.to_string(), 0.25);
                let ink: u32 =
                    placed.iter().flat_map(|(_, c)| &c.alpha).map(|&a| u32::from(a)).sum();
                assert!(ink > 200, "{face:?} {letter}: {ink}");
            }
            assert!(fonts.set(face, 13.0, " \u{2009}", 0.0).is_empty());
            let (space, thin) = (fonts.width(face, 13.0, " "), fonts.width(face, 13.0, "\u{2009}"));
            assert!(space > 2.0 && thin == space / 2.0, "{face:?}: {space}, {thin}");
        }
    }

    #[test]
    fn numbers_have_one_width() {
        let fonts = Fonts::default();
        let width = |text| fonts.width(Face::Monospace, 13.0, text);
        assert_eq!(width("111.1"), width("888.8"));
        assert!(
            fonts.width(Face::Proportional, 13.0, "ii")
                < fonts.width(Face::Proportional, 13.0, "WW")
        );
    }

    #[test]
    fn a_letter_that_no_font_has_is_a_question_mark() {
        let fonts = Fonts::default();
        let width = |text| fonts.width(Face::Proportional, 20.0, text);
        assert_eq!(width("\u{4e00}"), width("?"));
    }
}
