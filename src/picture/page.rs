//! What is written and filled around the map and over it, in pixels.

use super::image::Image;
use super::text::{Coverage, Face, Fonts};
use crate::overlay::{Rgb, palette};
use bevy::math::{IRect, IVec2, Vec2};
use std::sync::Arc;

/// How a text looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// Its letters.
    pub face: Face,
    /// The size of its letters, in pixels.
    pub size: f32,
    /// Its colour.
    pub colour: Rgb,
}

impl Style {
    /// Ordinary text.
    pub const BODY: Self = Self { face: Face::Proportional, size: 13.0, colour: palette::TEXT };
    /// Words that explain others.
    pub const QUIET: Self = Self { colour: palette::QUIET_TEXT, ..Self::BODY };
    /// Emphasised text.
    pub const STRONG: Self = Self { colour: palette::STRONG_TEXT, ..Self::BODY };
    /// Numbers.
    pub const NUMBER: Self = Self { face: Face::Monospace, ..Self::BODY };
    /// A number that stands out.
    pub const STRONG_NUMBER: Self = Self { colour: palette::STRONG_TEXT, ..Self::NUMBER };
}

#[derive(Clone, Debug)]
enum Item {
    Fill { area: IRect, colour: Rgb, alpha: u8 },
    Letter { at: IVec2, coverage: Arc<Coverage>, colour: Rgb, alpha: u8 },
}

/// Texts and filled rectangles, those that lie above others last.
#[derive(Clone, Debug, Default)]
pub struct Page {
    items: Vec<Item>,
}

impl Page {
    /// A filled rectangle.
    pub fn fill(&mut self, area: IRect, colour: Rgb) {
        self.items.push(Item::Fill { area, colour, alpha: 255 });
    }

    /// A text that begins at `at.x`, with the centre of its line at `at.y`.
    pub fn text(&mut self, fonts: &mut Fonts, at: Vec2, style: Style, text: &str) {
        self.print(fonts, at, style, 255, text);
    }

    /// A text on the map: with a shadow, so that it can be read on any ground.
    pub fn label(&mut self, fonts: &mut Fonts, at: Vec2, style: Style, text: &str) {
        let at = at.round();
        self.print(fonts, at + 1.0, Style { colour: Rgb(0, 0, 0), ..style }, 204, text);
        self.print(fonts, at, style, 255, text);
    }

    /// A text that ends at `at.x`.
    pub fn text_to(&mut self, fonts: &mut Fonts, at: Vec2, style: Style, text: &str) {
        let width = fonts.width(style.face, style.size, text);
        self.text(fonts, at - Vec2::new(width, 0.0), style, text);
    }

    fn print(&mut self, fonts: &mut Fonts, at: Vec2, style: Style, alpha: u8, text: &str) {
        // The centre of capital letters is about a third of their size above the base line.
        let line = (at.y + 0.35 * style.size).round() as i32;
        for (x, coverage) in fonts.set(style.face, style.size, text, at.x) {
            let at = IVec2::new(x, line) + coverage.corner;
            self.items.push(Item::Letter { at, coverage, colour: style.colour, alpha });
        }
    }

    /// Draws everything on a picture.
    pub fn draw(&self, image: &mut Image) {
        for item in &self.items {
            match item {
                &Item::Fill { area, colour: Rgb(red, green, blue), alpha } => {
                    for y in area.min.y..area.max.y {
                        for x in area.min.x..area.max.x {
                            image.blend(x, y, [red, green, blue], u32::from(alpha));
                        }
                    }
                }
                Item::Letter { at, coverage, colour: Rgb(red, green, blue), alpha } => {
                    for (row, covered) in coverage.alpha.chunks(coverage.width).enumerate() {
                        for (column, &covered) in covered.iter().enumerate() {
                            let alpha = u32::from(covered) * u32::from(*alpha) / 255;
                            let (x, y) = (at.x + column as i32, at.y + row as i32);
                            image.blend(x, y, [*red, *green, *blue], alpha);
                        }
                    }
                }
            }
        }
    }
}

/// As much of a text as fits into a width, with three dots if something is missing.
pub fn cut(fonts: &Fonts, style: Style, text: &str, width: f32) -> String {
    let fits = |text: &str| fonts.width(style.face, style.size, text) <= width;
    // A long text is measured only as far as it fits.
    let mut used = 0.0;
    let beyond = text.char_indices().find(|&(at, letter)| {
        used += fonts.width(style.face, style.size, &text[at..at + letter.len_utf8()]);
        used > width
    });
    let Some((end, letter)) = beyond else { return text.into() };
    let mut short: String = text[..end + letter.len_utf8()].into();
    while short.pop().is_some() {
        let dotted = format!("{}…", short.trim_end());
        if fits(&dotted) {
            return dotted;
        }
    }
    String::new()
}

/// A text in lines that fit into a width. A word that is too long has its own line.
pub fn wrap(fonts: &Fonts, style: Style, text: &str, width: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match longer.filter(|line| fonts.width(style.face, style.size, line) <= width) {
            Some(longer) => {
                lines.pop();
                lines.push(longer);
            }
            None => lines.push(word.into()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_and_wrapped_to_a_width() {
        let fonts = Fonts::default();
        let text = "A boulder wider than the group";
        let width = |text: &str| fonts.width(Style::BODY.face, Style::BODY.size, text);
        assert_eq!(cut(&fonts, Style::BODY, text, 400.0), text);
        let short = cut(&fonts, Style::BODY, text, 80.0);
        assert!(short.ends_with('…') && width(&short) <= 80.0, "{short}");
        assert_eq!(cut(&fonts, Style::BODY, text, 1.0), "");
        assert_eq!(cut(&fonts, Style::BODY, &text.repeat(100_000), 80.0), short);
        let lines = wrap(&fonts, Style::BODY, text, 80.0);
        assert!(lines.len() > 2 && lines.iter().all(|line| width(line) <= 80.0), "{lines:?}");
        assert_eq!(lines.join(" "), text);
    }
}
