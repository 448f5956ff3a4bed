//! Paints the shapes of a drawing on the canvas.

use crate::overlay::{Figure, Layer, Shape};
use crate::picture::canvas::{self, Canvas};
use crate::picture::glyphs::Glyph;
use crate::picture::paint::Paint;
use bevy::math::{Rect, Vec2};

/// How far the lines of a shape may reach beyond its bounds, in pixels.
const LINE_REACH: f32 = 8.0;

/// Paints the figures that are in view, in an arena whose upper left corner is drawn at `origin`.
pub fn draw_figures(canvas: &mut Canvas, figures: &[Figure], origin: Vec2, opacity: f32) {
    let (visible, pixel) = (canvas.visible(origin), canvas.pixel());
    let visible = visible.inflate(LINE_REACH * pixel);
    for figure in figures.iter().filter(|figure| touches(visible, figure.shape.bounds())) {
        let painter = &mut canvas.on(layer(figure.layer), origin);
        let colour = Paint::new(figure.ink.colour, figure.ink.alpha(opacity));
        match figure.shape {
            Shape::Fill { min, max } => painter.fill(min, max, colour),
            Shape::Outline { min, max, width } => painter.outline(min, max, width, colour),
            Shape::Line { from, to, width, shift } => {
                painter.line(from + shift * pixel, to + shift * pixel, width, colour);
            }
            Shape::Dashes { from, to, width, dash } => {
                painter.dashes(from, to, width, dash, colour);
            }
            Shape::Arrow { from, to, width } => painter.arrow(from, to, width, colour),
            Shape::Polyline { ref points, width } => {
                painter.polyline(points.iter().copied(), width, colour);
            }
            Shape::Circle { at, radius, width } => painter.circle(at, radius, width, colour),
            Shape::Disc { at, radius } => {
                painter.glyph(Glyph::Dot, at, Vec2::splat(radius), 0.0, colour);
            }
            Shape::CrossHairs { at, radius } => painter.cross_hairs(at, radius, colour),
        }
    }
}

/// Whether two rectangles have a point in common; one without area is a point.
fn touches(a: Rect, b: Rect) -> bool {
    a.min.cmple(b.max).all() && b.min.cmple(a.max).all()
}

fn layer(layer: Layer) -> canvas::Layer {
    match layer {
        Layer::Cells => canvas::Layer::Cells,
        Layer::Paths => canvas::Layer::Paths,
        Layer::Ground => canvas::Layer::Floor,
        Layer::Marks => canvas::Layer::Marks,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::{Drawing, Ink, Rgb};

    #[test]
    fn shapes_are_painted_where_they_are_in_view_and_nowhere_else() {
        let mut canvas = Canvas::default();
        canvas.clear(Rect::new(0.0, 0.0, 4.0, 4.0), 0.1);
        let mut painted = |at: Vec2, origin: Vec2| {
            let mut drawing = Drawing::default();
            drawing.on(Layer::Cells).fill(at, at + 1.0, Ink::new(Rgb::WHITE, 1.0));
            let before = canvas.marks().count();
            draw_figures(&mut canvas, &drawing.figures, origin, 1.0);
            canvas.marks().count() - before
        };
        assert_eq!(painted(Vec2::splat(2.0), Vec2::ZERO), 1);
        assert_eq!(painted(Vec2::splat(20.0), Vec2::ZERO), 0);
        assert_eq!(painted(Vec2::splat(2.0), Vec2::new(20.0, 0.0)), 0, "another arena");
    }
}
