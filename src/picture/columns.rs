//! The columns beside the map: numbers, and legends of overlays.

use super::layout::{LEGENDS, LINE, MARGIN, NUMBER};
use super::page::{Page, Style, cut, wrap};
use super::rows::{SIDE_ROWS, rows, sides};
use super::text::Fonts;
use crate::overlay::{Legend, Overlay, Rgb, Swatch, letter, palette, short};
use crate::scenario::Team;
use crate::sim::{Numbers, Score};
use bevy::math::{IRect, IVec2, Vec2};

/// Side of the square of a swatch, in pixels.
const SWATCH: i32 = 11;
/// Height of a ramp of colours, in pixels.
const RAMP: i32 = 10;

/// A column that is written from top to bottom. What does not fit is left out.
pub struct Column<'a> {
    page: &'a mut Page,
    fonts: &'a mut Fonts,
    area: IRect,
    /// The top of the next line.
    top: i32,
    is_full: bool,
}

/// The heights that the numbers of arenas and the legends need, in pixels. Teams that may fight get their rows from the
/// start.
pub fn heights(
    fonts: &mut Fonts,
    arenas: &[Numbers],
    fighting: usize,
    legends: &[(&'static Overlay, Legend)],
) -> (i32, Vec<i32>) {
    /// Room for a legend that says little at first.
    const MIN: i32 = 5 * LINE;
    let mut page = Page::default();
    let endless = IRect::new(0, 0, LEGENDS, 1 << 20);
    let mut column = Column::new(&mut page, fonts, endless);
    column.numbers(arenas, &[], &[]);
    let fights = if fighting > 0 { 1 + fighting * SIDE_ROWS.len() } else { 0 };
    let rows = column.bottom() + fights as i32 * LINE;
    let legend = |(overlay, legend): &(&'static Overlay, Legend)| {
        let top = column.bottom();
        column.legend(overlay, legend);
        (column.bottom() - top).max(MIN)
    };
    (rows, legends.iter().map(legend).collect())
}

impl<'a> Column<'a> {
    /// An empty column.
    pub fn new(page: &'a mut Page, fonts: &'a mut Fonts, area: IRect) -> Self {
        page.fill(area, palette::PANEL);
        let area = IRect { min: area.min + IVec2::new(MARGIN, 0), max: area.max - MARGIN };
        Self { page, fonts, area, top: area.min.y + MARGIN / 2 + 2, is_full: false }
    }

    fn width(&self) -> f32 {
        self.area.width() as f32
    }

    /// Takes a number of pixels; returns the top of what was taken, or `None` if the column is full. Three dots say so.
    fn take(&mut self, height: i32) -> Option<i32> {
        let top = self.top;
        if self.is_full || top + height > self.area.max.y {
            if !self.is_full {
                let at = Vec2::new(self.area.min.x as f32, top as f32 + 2.0);
                self.page.text(self.fonts, at, Style::QUIET, "…");
            }
            self.is_full = true;
            return None;
        }
        self.top += height;
        Some(top)
    }

    /// Takes a line; returns the place at its left edge, half-way down.
    fn line(&mut self) -> Option<Vec2> {
        let top = self.take(LINE)?;
        Some(Vec2::new(self.area.min.x as f32, top as f32 + LINE as f32 / 2.0))
    }

    /// Leaves some pixels free.
    pub fn gap(&mut self, height: i32) {
        self.top += height;
    }

    /// Words on as many lines as they need, `indent` pixels from the left edge.
    fn paragraph(&mut self, style: Style, indent: i32, text: &str) {
        let indent = indent as f32;
        for line in wrap(self.fonts, style, text, self.width() - indent) {
            let Some(at) = self.line() else { return };
            self.page.text(self.fonts, at + Vec2::new(indent, 0.0), style, &line);
        }
    }

    /// A label with a number for each arena.
    fn row(&mut self, label: &str, values: &[String]) {
        let Some(at) = self.line() else { return };
        let numbers = (NUMBER * values.len() as i32) as f32;
        let label = cut(self.fonts, Style::QUIET, label, self.width() - numbers + 8.0);
        self.page.text(self.fonts, at, Style::QUIET, &label);
        for (place, value) in values.iter().rev().enumerate() {
            let right = self.area.max.x as f32 - (NUMBER * place as i32) as f32;
            self.page.text_to(self.fonts, Vec2::new(right, at.y), Style::NUMBER, value);
        }
    }

    /// The bottom of what was written.
    pub fn bottom(&self) -> i32 {
        self.top
    }

    /// The numbers of arenas side by side, combat first; without those that depend on the machine.
    pub fn numbers(&mut self, arenas: &[Numbers], scores: &[&Score], teams: &[Team]) {
        if arenas.len() > 1 {
            let letters: Vec<String> =
                (0..arenas.len() as u32).map(|arena| letter(arena).to_string()).collect();
            self.row("", &letters);
        }
        for (place, team) in teams.iter().enumerate() {
            let Some(sides) = sides(scores, place) else { continue };
            for row in SIDE_ROWS {
                let values: Vec<String> = sides.iter().map(row.value).collect();
                self.row(&format!("{} {}", team.name, row.what), &values);
            }
        }
        for row in rows().filter(|row| !row.by_the_clock) {
            if arenas.iter().any(|numbers| (row.applies)(numbers)) {
                let values: Vec<String> = arenas.iter().map(|n| (row.value)(n)).collect();
                self.row(&row.label_with_unit(), &values);
            }
        }
    }

    /// An overlay's name and its legend.
    pub fn legend(&mut self, overlay: &Overlay, legend: &Legend) {
        self.paragraph(Style::BODY, 0, overlay.title);
        self.explain(legend);
        self.gap(LINE / 2);
    }

    fn explain(&mut self, legend: &Legend) {
        match legend {
            Legend::Empty(why) => self.paragraph(Style::QUIET, 0, why),
            Legend::Several(legends) => legends.iter().for_each(|legend| self.explain(legend)),
            Legend::Swatches(swatches) => swatches.iter().for_each(|swatch| self.swatch(swatch)),
            Legend::Ramp { title, stops, low, high, notes } => {
                self.paragraph(Style::QUIET, 0, title);
                self.ramp(stops);
                if let Some(at) = self.line() {
                    let right = Vec2::new(self.area.max.x as f32, at.y);
                    self.page.text(self.fonts, at, Style::QUIET, &short(*low));
                    self.page.text_to(self.fonts, right, Style::QUIET, &short(*high));
                }
                notes.iter().for_each(|note| self.paragraph(Style::QUIET, 0, note));
            }
        }
    }

    fn swatch(&mut self, swatch: &Swatch) {
        let Some(colour) = swatch.colour else {
            return self.paragraph(Style::QUIET, 0, &swatch.label);
        };
        let corner = IVec2::new(self.area.min.x, self.top + (LINE - SWATCH) / 2);
        self.paragraph(Style::QUIET, SWATCH + 8, &swatch.label);
        if self.top > corner.y {
            self.page.fill(IRect { min: corner, max: corner + SWATCH }, colour);
        }
    }

    fn ramp(&mut self, stops: &[Rgb]) {
        let Some(top) = self.take(RAMP + 3) else { return };
        let width = self.area.width();
        for x in 0..width {
            let place = x as f32 / (width - 1).max(1) as f32 * (stops.len().max(2) - 1) as f32;
            let stop = (place as usize).min(stops.len().saturating_sub(2));
            let (Some(&low), Some(&high)) = (stops.get(stop), stops.get(stop + 1)) else { return };
            let left = self.area.min.x + x;
            let area = IRect::new(left, top + 2, left + 1, top + 2 + RAMP);
            self.page.fill(area, low.mix(high, place - stop as f32));
        }
    }
}
