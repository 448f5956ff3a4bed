//! The drawing of an overlay, as plain data.
//!
//! Places are in cells of the arena, y downwards; widths of lines are in pixels, so that they look the same at every
//! zoom. Nothing here depends on how strongly the overlay is shown: see [`Ink`].

use super::legend::Legend;
use super::palette::Rgb;
use crate::grid::{Bounds, Cell};
use bevy::math::{Rect, Vec2};

/// What one overlay shows of one arena.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// Shapes, those that lie above others on their layer last.
    pub figures: Vec<Figure>,
    /// Colours per cell, below all shapes.
    pub picture: Option<Picture>,
    /// Short labels and numbers, above all shapes.
    pub words: Vec<Word>,
    /// What the colours mean, or why there are none.
    pub legend: Legend,
}

/// A short text on the map, always of the same size.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    /// Its centre, in cells.
    pub at: Vec2,
    /// The text.
    pub text: String,
    /// Its colour.
    pub colour: Rgb,
}

/// A shape on a layer.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Where it lies among units and other shapes.
    pub layer: Layer,
    /// Its colour.
    pub ink: Ink,
    /// What it is.
    pub shape: Shape,
}

/// What lies above what, lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layer {
    /// Colours and outlines of cells.
    Cells,
    /// Planned paths.
    Paths,
    /// Arrows on the ground, below units.
    Ground,
    /// Marks above units.
    Marks,
}

/// A colour with its opacity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ink {
    /// The colour.
    pub colour: Rgb,
    /// Opacity from 0 to 1, multiplied by the opacity of the overlay.
    pub strength: f32,
    /// Opacity that is added whatever the opacity of the overlay is.
    pub steady: f32,
}

impl Ink {
    /// A colour that fades with its overlay.
    pub const fn new(colour: Rgb, strength: f32) -> Self {
        Self { colour, strength, steady: 0.0 }
    }

    /// This ink with a part that stays when the overlay fades.
    pub const fn steady(self, steady: f32) -> Self {
        Self { steady, ..self }
    }

    /// The opacity, from 0 to 1, in an overlay that is shown with an opacity.
    pub fn alpha(self, opacity: f32) -> f32 {
        (self.strength * opacity + self.steady).clamp(0.0, 1.0)
    }
}

/// A shape. Places and radii are in cells, `width`, `dash` and `shift` in pixels.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the names of the fields say it all")]
pub enum Shape {
    /// A filled rectangle.
    Fill { min: Vec2, max: Vec2 },
    /// The outline of a rectangle, inside of it.
    Outline { min: Vec2, max: Vec2, width: f32 },
    /// A straight line, moved aside by some pixels.
    Line { from: Vec2, to: Vec2, width: f32, shift: Vec2 },
    /// A dashed line.
    Dashes { from: Vec2, to: Vec2, width: f32, dash: f32 },
    /// An arrow with its head at `to`.
    Arrow { from: Vec2, to: Vec2, width: f32 },
    /// A line through points.
    Polyline { points: Vec<Vec2>, width: f32 },
    /// A circle line.
    Circle { at: Vec2, radius: f32, width: f32 },
    /// A filled circle.
    Disc { at: Vec2, radius: f32 },
    /// The mark of a target: a ring around something of a radius, with four ticks.
    CrossHairs { at: Vec2, radius: f32 },
}

impl Shape {
    /// The smallest rectangle around it, in cells; without the width of its lines.
    pub fn bounds(&self) -> Rect {
        match self {
            &Self::Fill { min, max } | &Self::Outline { min, max, .. } => {
                Rect::from_corners(min, max)
            }
            &Self::Line { from, to, .. }
            | &Self::Dashes { from, to, .. }
            | &Self::Arrow { from, to, .. } => Rect::from_corners(from, to),
            Self::Polyline { points, .. } => {
                let first = points.first().copied().unwrap_or_default();
                let (min, max) = points
                    .iter()
                    .fold((first, first), |(min, max), &point| (min.min(point), max.max(point)));
                Rect { min, max }
            }
            &Self::Circle { at, radius, .. }
            | &Self::Disc { at, radius }
            | &Self::CrossHairs { at, radius } => {
                Rect { min: at - radius.abs(), max: at + radius.abs() }
            }
        }
    }
}

impl Drawing {
    /// Nothing to see, and why.
    pub fn empty(why: impl Into<String>) -> Self {
        Self { legend: Legend::Empty(why.into()), ..Self::default() }
    }

    /// A pen for one layer.
    pub fn on(&mut self, layer: Layer) -> Pen<'_> {
        Pen { figures: &mut self.figures, layer }
    }

    /// The figures of a layer.
    pub fn layer(&self, layer: Layer) -> impl Iterator<Item = &Figure> {
        self.figures.iter().filter(move |figure| figure.layer == layer)
    }
}

/// Adds shapes to one layer of a drawing.
pub struct Pen<'a> {
    figures: &'a mut Vec<Figure>,
    layer: Layer,
}

impl Pen<'_> {
    /// A filled rectangle between two corners.
    pub fn fill(&mut self, min: Vec2, max: Vec2, ink: Ink) {
        self.add(Shape::Fill { min, max }, ink);
    }

    /// The outline of a rectangle, inside of it.
    pub fn outline(&mut self, min: Vec2, max: Vec2, width: f32, ink: Ink) {
        self.add(Shape::Outline { min, max, width }, ink);
    }

    /// A straight line.
    pub fn line(&mut self, from: Vec2, to: Vec2, width: f32, ink: Ink) {
        self.add(Shape::Line { from, to, width, shift: Vec2::ZERO }, ink);
    }

    /// An arrow.
    pub fn arrow(&mut self, from: Vec2, to: Vec2, width: f32, ink: Ink) {
        self.add(Shape::Arrow { from, to, width }, ink);
    }

    /// A line through points.
    pub fn polyline(&mut self, points: Vec<Vec2>, width: f32, ink: Ink) {
        self.add(Shape::Polyline { points, width }, ink);
    }

    /// A circle line.
    pub fn circle(&mut self, at: Vec2, radius: f32, width: f32, ink: Ink) {
        self.add(Shape::Circle { at, radius, width }, ink);
    }

    /// Any shape.
    pub fn add(&mut self, shape: Shape, ink: Ink) {
        self.figures.push(Figure { layer: self.layer, ink, shape });
    }
}

/// A picture of rows of texels that lies over a part of the map.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// What it covers, in cells.
    pub area: Rect,
    /// Texels in a row.
    pub columns: usize,
    /// Red, green, blue and opacity of each texel, row by row; 0 is transparent.
    pub texels: Vec<[u8; 4]>,
}

impl Picture {
    /// A transparent picture with one texel per cell of a map.
    pub fn of_cells(bounds: Bounds) -> Self {
        let size = Vec2::new(bounds.width as f32, bounds.height as f32);
        Self::new(Rect { min: Vec2::ZERO, max: size }, bounds.width as usize, bounds.area())
    }

    /// A transparent picture over an area.
    pub fn new(area: Rect, columns: usize, texels: usize) -> Self {
        Self { area, columns, texels: vec![[0; 4]; texels] }
    }

    /// Rows of texels.
    pub fn rows(&self) -> usize {
        self.texels.len().checked_div(self.columns).unwrap_or(0)
    }

    /// Gives a cell a colour, in a picture with one texel per cell. Ignores cells outside the map.
    pub fn set(&mut self, cell: Cell, texel: [u8; 4]) {
        let bounds = Bounds::new(self.columns as u32, self.rows() as u32);
        if let Some(index) = bounds.index(cell) {
            self.texels[index] = texel;
        }
    }

    /// The texel at a place in cells; transparent outside.
    pub fn at(&self, place: Vec2) -> [u8; 4] {
        let part = (place - self.area.min) / self.area.size();
        let texel = (part * Vec2::new(self.columns as f32, self.rows() as f32)).floor();
        let bounds = Bounds::new(self.columns as u32, self.rows() as u32);
        let index = bounds.index(Cell::new(texel.x as i32, texel.y as i32));
        index.map_or([0; 4], |index| self.texels[index])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_set_row_by_row_and_those_outside_are_ignored() {
        let mut picture = Picture::of_cells(Bounds::new(3, 2));
        picture.set(Cell::new(2, 1), [1, 2, 3, 4]);
        picture.set(Cell::new(3, 0), [9; 4]);
        picture.set(Cell::new(0, -1), [9; 4]);
        assert_eq!(picture.texels[5], [1, 2, 3, 4]);
        assert!(picture.texels[..5].iter().all(|texel| *texel == [0; 4]));
        assert_eq!(picture.at(Vec2::new(2.9, 1.1)), [1, 2, 3, 4]);
        assert_eq!(picture.at(Vec2::new(3.1, 1.1)), [0; 4]);
    }

    #[test]
    fn shapes_know_how_far_they_reach() {
        let box_of = |min: (f32, f32), max: (f32, f32)| Rect { min: min.into(), max: max.into() };
        let points = vec![Vec2::new(3.0, 1.0), Vec2::new(-1.0, 2.0), Vec2::new(0.0, 7.0)];
        assert_eq!(
            Shape::Polyline { points, width: 1.0 }.bounds(),
            box_of((-1.0, 1.0), (3.0, 7.0))
        );
        let circle = Shape::Circle { at: Vec2::ONE, radius: 2.0, width: 1.0 };
        assert_eq!(circle.bounds(), box_of((-1.0, -1.0), (3.0, 3.0)));
    }

    #[test]
    fn ink_fades_with_its_overlay_down_to_what_is_steady() {
        let ink = Ink::new(Rgb::WHITE, 0.5);
        assert_eq!(ink.alpha(0.5), 0.25);
        assert_eq!(ink.steady(0.4).alpha(0.0), 0.4);
        assert_eq!(ink.steady(0.9).alpha(1.0), 1.0);
    }
}
