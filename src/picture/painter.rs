//! Paints lines, rectangles and glyphs on one layer of the canvas.

use super::canvas::{Joint, Mark};
use super::glyphs::Glyph;
use super::paint::Paint;
use bevy::math::{Rect, Vec2};

/// Opacity of the dark rim of a line, as a fraction of that of the line.
const RIM: f32 = 0.65;

/// Paints on one layer, in cells of one arena.
pub struct Painter<'a> {
    pub(super) marks: &'a mut Vec<Mark>,
    pub(super) joints: &'a mut Vec<Joint>,
    /// The upper left corner of the arena, in cells of the first arena.
    pub(super) origin: Vec2,
    /// What is shown, in cells of this arena.
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
        tint: impl Into<Paint>,
    ) {
        let turn = Vec2::new(libm::cosf(angle), libm::sinf(angle));
        self.turned_glyph(glyph, at, half, turn, tint);
    }

    /// A glyph around a position whose x-axis points in a direction of length 1.
    pub fn turned_glyph(
        &mut self,
        glyph: Glyph,
        at: Vec2,
        half: Vec2,
        turn: Vec2,
        tint: impl Into<Paint>,
    ) {
        let at = self.origin + at;
        self.marks.push(Mark::Glyph { glyph, at, half, turn, tint: tint.into() });
    }

    /// A filled rectangle between two corners.
    pub fn fill(&mut self, min: Vec2, max: Vec2, colour: impl Into<Paint>) {
        self.shade(min, max, [colour.into(); 4]);
    }

    /// A rectangle with a colour for each corner: upper left, upper right, lower right, lower left.
    pub fn shade(&mut self, min: Vec2, max: Vec2, corners: [Paint; 4]) {
        self.marks.push(Mark::Shade { min: self.origin + min, max: self.origin + max, corners });
    }

    /// The outline of a rectangle, drawn inside it; `width` in pixels.
    pub fn outline(&mut self, min: Vec2, max: Vec2, width: f32, colour: impl Into<Paint>) {
        let colour = colour.into();
        let inset = Vec2::splat((width * self.pixel).min((max - min).min_element().abs() / 2.0));
        let (inner_min, inner_max) = (min + inset, max - inset);
        self.fill(min, Vec2::new(max.x, inner_min.y), colour);
        self.fill(Vec2::new(min.x, inner_max.y), max, colour);
        self.fill(Vec2::new(min.x, inner_min.y), Vec2::new(inner_min.x, inner_max.y), colour);
        self.fill(Vec2::new(inner_max.x, inner_min.y), Vec2::new(max.x, inner_max.y), colour);
    }

    /// A straight line; `width` in pixels.
    pub fn line(&mut self, from: Vec2, to: Vec2, width: f32, colour: impl Into<Paint>) {
        self.polyline([from, to].into_iter(), width, colour);
    }

    /// A dashed line; `width` and `dash` in pixels.
    pub fn dashes(
        &mut self,
        from: Vec2,
        to: Vec2,
        width: f32,
        dash: f32,
        colour: impl Into<Paint>,
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
    pub fn arrow(&mut self, from: Vec2, to: Vec2, width: f32, colour: impl Into<Paint>) {
        let colour = colour.into();
        let along = (to - from).normalize_or_zero();
        let head = (3.5 * width * self.pixel).min(from.distance(to));
        let neck = to - along * head;
        self.line(from, neck, width, colour);
        let side = along.perp() * head * 0.55;
        let corners = [to, neck + side, neck - side].map(|p| p + self.origin);
        self.marks.push(Mark::Triangle { corners, paint: colour });
    }

    /// A line through points with mitred joints; `width` in pixels.
    pub fn polyline(
        &mut self,
        points: impl Iterator<Item = Vec2>,
        width: f32,
        colour: impl Into<Paint>,
    ) {
        let first = self.joints.len();
        let mut points = points.filter(|p| p.is_finite()).peekable();
        let Some(mut here) = points.next() else { return };
        let mut before: Option<Vec2> = None;
        loop {
            // A repeated point has no direction.
            while points.peek().is_some_and(|p| p.distance_squared(here) < 1e-10) {
                points.next();
            }
            let after = points.peek().map(|&next| (next - here).normalize());
            let Some(side) = mitre(before, after) else { return };
            self.joints.push(Joint { at: self.origin + here, side });
            before = after;
            match points.next() {
                Some(next) => here = next,
                None => break,
            }
        }
        let joints = first..self.joints.len();
        self.marks.push(Mark::Line { joints, width, paint: colour.into() });
    }

    /// The outline of a circle; `width` in pixels.
    pub fn circle(&mut self, at: Vec2, radius: f32, width: f32, colour: impl Into<Paint>) {
        let steps = ((radius / self.pixel).sqrt() * 5.0).clamp(12.0, 96.0) as usize;
        let points = (0..=steps).map(|i| {
            let angle = i as f32 / steps as f32 * std::f32::consts::TAU;
            at + radius * Vec2::new(libm::cosf(angle), libm::sinf(angle))
        });
        self.polyline(points, width, colour);
    }

    /// The outline of a circle with a dark rim on both sides, which can be seen on every overlay.
    pub fn rimmed_circle(&mut self, at: Vec2, radius: f32, width: f32, colour: Paint) {
        self.circle(at, radius, width + 2.0, Paint::BLACK.fade(RIM * colour.alpha));
        self.circle(at, radius, width, colour);
    }

    /// The mark of a target: a ring around something of a radius, with four ticks.
    pub fn cross_hairs(&mut self, at: Vec2, radius: f32, colour: impl Into<Paint>) {
        let colour = colour.into();
        let ring = radius + 0.12 + 3.0 * self.pixel;
        self.rimmed_circle(at, ring, 2.0, colour);
        for way in [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y] {
            self.line(at + way * (ring * 0.72), at + way * (ring * 1.32), 2.0, colour);
        }
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
    use crate::picture::canvas::{Canvas, Layer};

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
        painter.line(Vec2::ONE, Vec2::ONE, 2.0, Paint::WHITE);
        painter.polyline(std::iter::empty(), 2.0, Paint::WHITE);
        painter.dashes(Vec2::ONE, Vec2::ONE, 2.0, 4.0, Paint::WHITE);
        painter.line(Vec2::ONE, Vec2::NAN, 2.0, Paint::WHITE);
        assert_eq!(canvas.marks().count(), 0);
    }

    #[test]
    fn repeated_points_do_not_break_a_line() {
        let mut canvas = canvas();
        let points = [Vec2::ZERO, Vec2::X, Vec2::X, Vec2::ONE, Vec2::ONE];
        canvas.on(Layer::Paths, Vec2::ZERO).polyline(points.into_iter(), 2.0, Paint::WHITE);
        let joints: Vec<Vec2> = canvas.joints().iter().map(|joint| joint.at).collect();
        assert_eq!(joints, [Vec2::ZERO, Vec2::X, Vec2::ONE]);
        assert!(canvas.joints().iter().all(|joint| joint.side.is_finite()));
    }

    #[test]
    fn painters_of_other_arenas_see_their_own_cells() {
        let mut canvas = canvas();
        let painter = canvas.on(Layer::Units, Vec2::new(8.0, 0.0));
        assert!(painter.sees(Vec2::new(1.0, 1.0), 0.0));
        assert!(!painter.sees(Vec2::new(5.0, 1.0), 0.0));
    }
}
