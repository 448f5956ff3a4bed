//! Which units can matter to a unit that walks.
//!
//! Most units around a unit do not: they walk behind it, or well beside its way. They are sorted out four at a time,
//! before anything else about them is read.

use glam::{BVec4A, Vec2, Vec4};

/// The ground on which others matter: everything very near, a strip ahead, and what is in view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attention {
    position: Vec2,
    /// Towards the point that the unit heads for.
    heading: Vec2,
    /// Distance within which every unit matters, in cells.
    near: f32,
    /// Half the width of the strip ahead, and its length, in cells.
    strip: (f32, f32),
    /// The same distance and half width where no unit is as large as units can be.
    among: (f32, f32),
    view: View,
}

/// What four positions are to a unit.
pub(super) struct Zones {
    /// Offsets from the unit, in cells.
    pub(super) x: Vec4,
    pub(super) y: Vec4,
    pub(super) distance_squared: Vec4,
    pub(super) near: BVec4A,
    pub(super) in_strip: BVec4A,
    pub(super) in_view: BVec4A,
}

/// A sector.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct View {
    /// Where its middle points to.
    pub(super) facing: Vec2,
    /// Its radius, in cells; 0 if nothing is in view.
    pub(super) sight: f32,
    /// Cosine and sine of half its angle.
    pub(super) cosine: f32,
    pub(super) sine: f32,
}

impl Attention {
    pub(super) fn new(position: Vec2, heading: Vec2, near: f32, strip: (f32, f32)) -> Self {
        Self { position, heading, near, strip, among: (near, strip.0), view: View::default() }
    }

    /// The same for units that are no larger than those met so far: with a smaller distance and half width. The rectangle around
    /// all that matters stays.
    pub(super) fn among(self, near: f32, half_width: f32) -> Self {
        Self { among: (near, half_width), ..self }
    }

    /// The same with a view.
    pub(super) fn with(self, view: View) -> Self {
        Self { view, ..self }
    }

    /// Towards the point that the unit heads for.
    pub(super) fn heading(&self) -> Vec2 {
        self.heading
    }

    /// The low and the high corner of a rectangle around all that matters.
    #[inline]
    pub fn corners(&self) -> (Vec2, Vec2) {
        let near = Vec2::splat(self.near);
        let (half_width, length) = self.strip;
        let (far, beside) = (self.heading * length, self.heading.perp().abs() * half_width);
        let (low, high) = self.view.corners();
        let low = (far - beside).min(-near).min(low);
        let high = (far + beside).max(near).max(high);
        (self.position + low, self.position + high)
    }

    /// Which of four positions matter, by their x and their y.
    #[inline]
    pub fn matters(&self, x: Vec4, y: Vec4) -> BVec4A {
        let Zones { near, in_strip, in_view, .. } = self.zones(x, y);
        near | in_strip | in_view
    }

    /// What four positions are to the unit, by their x and their y.
    #[inline(always)]
    pub(super) fn zones(&self, x: Vec4, y: Vec4) -> Zones {
        let (x, y) = (x - self.position.x, y - self.position.y);
        let distance_squared = x * x + y * y;
        let within = |distance: f32| distance_squared.cmple(Vec4::splat(distance * distance));
        let along = |direction: Vec2| x * direction.x + y * direction.y;
        let ((near, half_width), length) = (self.among, self.strip.1);
        let in_strip = along(self.heading).cmpge(Vec4::ZERO)
            & along(self.heading.perp()).abs().cmple(Vec4::splat(half_width))
            & within(length);
        // Squares keep their signs, so that no root is needed.
        let View { facing, sight, cosine, .. } = self.view;
        let ahead = along(facing);
        let in_view =
            (ahead * ahead.abs()).cmpge(distance_squared * (cosine * cosine.abs())) & within(sight);
        Zones { x, y, distance_squared, near: within(near), in_strip, in_view }
    }
}

impl View {
    /// The low and the high corner of a rectangle around it, seen from its apex.
    fn corners(&self) -> (Vec2, Vec2) {
        let all_round = Vec2::splat(self.sight);
        if self.cosine <= 0.0 {
            return (-all_round, all_round);
        }
        // The two edges of the view, and where the arc between them reaches furthest along an axis.
        let (ahead, aside) = (self.facing * self.cosine, self.facing.perp() * self.sine);
        let (left, right) = (ahead - aside, ahead + aside);
        let reaches =
            |along: f32, edge: f32| if along >= self.cosine { 1.0 } else { edge.max(0.0) };
        let (low, high) = (left.min(right), left.max(right));
        let high = Vec2::new(reaches(self.facing.x, high.x), reaches(self.facing.y, high.y));
        let low = Vec2::new(reaches(-self.facing.x, -low.x), reaches(-self.facing.y, -low.y));
        // A little more, for rounding.
        let scale = self.sight * 1.001;
        (-low * scale, high * scale)
    }
}
