//! Paints lines, rectangles and glyphs on one layer of the canvas.

use super::Shapes;
use crate::view::scene::glyphs::{self, Glyph};
use bevy::prelude::*;

/// Paints on one layer, in cells of one arena.
pub struct Painter<'a> {
    pub(super) shapes: &'a mut Shapes,
    /// The upper left corner of the arena, in cells of the first arena.
    pub(super) origin: Vec2,
    /// What the camera shows, in cells of this arena.
    pub visible: Rect,
    /// Size of a pixel in cells.
    pub pixel: f32,
}

impl Painter<'_> {
    /// Whether something that reaches so far around a position is in view.
    pub fn sees(&self, at: Vec2, reach: f32) -> bool {
        let Rect { min, max } = self.visible;
        at.x + reach > min.x && at.x - reach < max.x && at.y + reach > min.y && at.y - reach < max.y
    }

    /// A glyph around a position. `half` is half its size in cells, `angle` turns it clockwise on screen.
    pub fn glyph(
        &mut self,
        glyph: Glyph,
        at: Vec2,
        half: Vec2,
        angle: f32,
        tint: impl Into<LinearRgba>,
    ) {
        let tint = tint.into();
        let turn = Vec2::from_angle(angle);
        let half = half * glyphs::MARGIN;
        let sheet = glyph.area();
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| {
            let corner = Vec2::new(x, y);
            let texture_at = sheet.center() + corner * sheet.half_size();
            self.shapes.point(self.origin + at + turn.rotate(corner * half), texture_at, tint)
        });
        self.shapes.quad(corners);
    }

    /// A filled rectangle between two corners.
    pub fn fill(&mut self, min: Vec2, max: Vec2, colour: impl Into<LinearRgba>) {
        self.shade(min, max, [colour.into(); 4]);
    }

    /// A rectangle with a colour for each corner: upper left, upper right, lower right, lower left.
    pub fn shade(&mut self, min: Vec2, max: Vec2, colours: [LinearRgba; 4]) {
        let plain = glyphs::plain();
        let corners = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)];
        let mut points = [0; 4];
        for (i, (corner, colour)) in corners.into_iter().zip(colours).enumerate() {
            points[i] = self.shapes.point(self.origin + corner, plain, colour);
        }
        self.shapes.quad(points);
    }

    /// The outline of a rectangle, drawn inside it; `width` in pixels.
    pub fn outline(&mut self, min: Vec2, max: Vec2, width: f32, colour: impl Into<LinearRgba>) {
        let colour = colour.into();
        let inset = Vec2::splat((width * self.pixel).min((max - min).min_element().abs() / 2.0));
        let (inner_min, inner_max) = (min + inset, max - inset);
        self.fill(min, Vec2::new(max.x, inner_min.y), colour);
        self.fill(Vec2::new(min.x, inner_max.y), max, colour);
        self.fill(Vec2::new(min.x, inner_min.y), Vec2::new(inner_min.x, inner_max.y), colour);
        self.fill(Vec2::new(inner_max.x, inner_min.y), Vec2::new(max.x, inner_max.y), colour);
    }

    /// A straight line; `width` in pixels.
    pub fn line(&mut self, from: Vec2, to: Vec2, width: f32, colour: impl Into<LinearRgba>) {
        self.polyline([from, to].into_iter(), width, colour);
    }

    /// A dashed line; `width` and `dash` in pixels.
    pub fn dashes(
        &mut self,
        from: Vec2,
        to: Vec2,
        width: f32,
        dash: f32,
        colour: impl Into<LinearRgba>,
    ) {
        let colour = colour.into();
        let length = from.distance(to);
        // A line much longer than the screen gets longer dashes instead of thousands of them.
        let step = (2.0 * dash * self.pixel).max(length / 400.0);
        if step <= 0.0 || !length.is_finite() {
            return;
        }
        let along = (to - from).normalize_or_zero();
        let mut done = 0.0;
        while done < length {
            let end = (done + step / 2.0).min(length);
            self.line(from + along * done, from + along * end, width, colour);
            done += step;
        }
    }

    /// An arrow; `width` in pixels.
    pub fn arrow(&mut self, from: Vec2, to: Vec2, width: f32, colour: impl Into<LinearRgba>) {
        let colour = colour.into();
        let along = (to - from).normalize_or_zero();
        let head = (3.5 * width * self.pixel).min(from.distance(to));
        let neck = to - along * head;
        self.line(from, neck, width, colour);
        let side = along.perp() * head * 0.55;
        self.shapes.triangle([to, neck + side, neck - side].map(|p| p + self.origin), colour);
    }

    /// A line through points with mitred joints; `width` in pixels.
    pub fn polyline(
        &mut self,
        points: impl Iterator<Item = Vec2>,
        width: f32,
        colour: impl Into<LinearRgba>,
    ) {
        let colour = colour.into();
        let edge = LinearRgba { alpha: 0.0, ..colour };
        let inner = (width - 1.0).max(0.0) / 2.0 * self.pixel;
        let outer = (width + 1.0) / 2.0 * self.pixel;
        let plain = glyphs::plain();
        let mut points = points.filter(|p| p.is_finite()).peekable();
        let Some(mut here) = points.next() else { return };
        let mut before: Option<Vec2> = None;
        let mut last_row: Option<[u32; 4]> = None;
        loop {
            // A repeated point has no direction.
            while points.peek().is_some_and(|p| p.distance_squared(here) < 1e-10) {
                points.next();
            }
            let after = points.peek().map(|&next| (next - here).normalize());
            let Some(side) = mitre(before, after) else { return };
            let row = [(-outer, edge), (-inner, colour), (inner, colour), (outer, edge)]
                .map(|(reach, c)| self.shapes.point(self.origin + here + side * reach, plain, c));
            if let Some(last) = last_row {
                for i in 0..3 {
                    self.shapes.quad([last[i], last[i + 1], row[i + 1], row[i]]);
                }
            }
            last_row = Some(row);
            before = after;
            match points.next() {
                Some(next) => here = next,
                None => return,
            }
        }
    }

    /// The outline of a circle; `width` in pixels.
    pub fn circle(&mut self, at: Vec2, radius: f32, width: f32, colour: impl Into<LinearRgba>) {
        let steps = ((radius / self.pixel).sqrt() * 5.0).clamp(12.0, 96.0) as usize;
        let points = (0..=steps).map(|i| {
            at + radius * Vec2::from_angle(i as f32 / steps as f32 * std::f32::consts::TAU)
        });
        self.polyline(points, width, colour);
    }
}

/// The direction across a line at a joint, long enough that the line keeps its width. `before` and `after` are the
/// directions of the pieces; `None` if there are no pieces.
fn mitre(before: Option<Vec2>, after: Option<Vec2>) -> Option<Vec2> {
    match (before, after) {
        (None, None) => None,
        (Some(only), None) | (None, Some(only)) => Some(only.perp()),
        (Some(a), Some(b)) => {
            let middle = (a.perp() + b.perp()).normalize_or(a.perp());
            // At sharp turns the corner is cut, or it would reach far out.
            Some(middle / middle.dot(a.perp()).max(0.5))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::scene::canvas::{Canvas, Layer};

    fn canvas() -> Canvas {
        let mut canvas = Canvas::default();
        canvas.clear(Rect::new(0.0, 0.0, 10.0, 10.0), 0.1);
        canvas
    }

    #[test]
    fn a_line_keeps_its_width_through_a_right_angle() {
        let corner = mitre(Some(Vec2::X), Some(Vec2::Y)).unwrap();
        assert!((corner.dot(Vec2::X.perp()) - 1.0).abs() < 1e-6);
        assert!((corner.dot(Vec2::Y.perp()) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_line_that_turns_back_stays_finite() {
        let corner = mitre(Some(Vec2::X), Some(Vec2::NEG_X)).unwrap();
        assert!(corner.is_finite() && corner.length() <= 2.0);
    }

    #[test]
    fn lines_without_length_paint_nothing() {
        let mut canvas = canvas();
        let mut painter = canvas.on(Layer::Paths, Vec2::ZERO);
        painter.line(Vec2::ONE, Vec2::ONE, 2.0, Color::WHITE);
        painter.polyline(std::iter::empty(), 2.0, Color::WHITE);
        painter.dashes(Vec2::ONE, Vec2::ONE, 2.0, 4.0, Color::WHITE);
        painter.line(Vec2::ONE, Vec2::NAN, 2.0, Color::WHITE);
        assert_eq!(canvas.triangles(), 0);
    }

    #[test]
    fn repeated_points_do_not_break_a_line() {
        let mut canvas = canvas();
        let points = [Vec2::ZERO, Vec2::X, Vec2::X, Vec2::ONE, Vec2::ONE];
        canvas.on(Layer::Paths, Vec2::ZERO).polyline(points.into_iter(), 2.0, Color::WHITE);
        assert_eq!(canvas.triangles(), 2 * 3 * 2, "two pieces of three strips");
        let finite = |p: &[f32; 3]| p.iter().all(|c| c.is_finite());
        assert!(canvas.layers[Layer::Paths as usize].positions.iter().all(finite));
    }

    #[test]
    fn painters_of_other_arenas_see_their_own_cells() {
        let mut canvas = canvas();
        let painter = canvas.on(Layer::Units, Vec2::new(8.0, 0.0));
        assert!(painter.sees(Vec2::new(1.0, 1.0), 0.0));
        assert!(!painter.sees(Vec2::new(5.0, 1.0), 0.0));
    }
}
