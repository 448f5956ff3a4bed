//! Which units can matter to a unit that walks.
//!
//! Most units around a unit do not: they walk behind it, or well beside its path. They are sorted out four at a time,
//! before anything else about them is read.

use super::four_vectors::{FourVectors, each};
use super::spatial_grid::LANES;
use glam::{BVec4A, Vec2, Vec4};

/// The ground on which others matter: everything very near, a strip ahead, and what is in view.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Attention {
    position: Vec2,
    /// Towards the point that the unit heads for.
    heading: Vec2,
    /// Distance within which every unit matters, in cells.
    near: f32,
    /// Half the width of the strip ahead, and its length, in cells.
    strip: (f32, f32),
    /// `near` and half the width of the strip if no unit has the maximum radius.
    among: (f32, f32),
    view: View,
}

/// Four positions relative to a unit.
pub(super) struct Zones {
    /// Offsets from the unit, in cells.
    pub(super) x: Vec4,
    pub(super) y: Vec4,
    pub(super) distance_squared: Vec4,
    pub(super) near: BVec4A,
    /// Which are no further away than the strip is long.
    pub(super) close: BVec4A,
    pub(super) in_view: BVec4A,
}

/// A sector.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct View {
    /// Where its centre points to.
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

    /// Narrows distance and half width for units that are no larger than those met so far. The rectangle around
    /// all that matters stays.
    pub(super) fn among(self, near: f32, half_width: f32) -> Self {
        Self { among: (near, half_width), ..self }
    }

    /// This attention with a view.
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

    /// The corners of four units at once.
    #[inline(always)]
    pub(super) fn corners_of_four(all: &[Self; LANES]) -> [(Vec2, Vec2); LANES] {
        let heading = FourVectors::each(all, |one| one.heading);
        let position = FourVectors::each(all, |one| one.position);
        let near = each(all, |one| one.near);
        let half_width = each(all, |one| one.strip.0);
        let far = heading * each(all, |one| one.strip.1);
        let beside = FourVectors { x: heading.y.abs(), y: heading.x.abs() } * half_width;
        let (view_low, view_high) = View::corners_of_four(all);
        let (low, high) = (far - beside, far + beside);
        let low = FourVectors {
            x: low.x.min(-near).min(view_low.x),
            y: low.y.min(-near).min(view_low.y),
        };
        let high = FourVectors {
            x: high.x.max(near).max(view_high.x),
            y: high.y.max(near).max(view_high.y),
        };
        let (low, high) = ((position + low).to_array(), (position + high).to_array());
        std::array::from_fn(|i| (low[i], high[i]))
    }

    /// Which of four positions matter, by their x and their y.
    #[inline]
    pub fn matters(&self, x: Vec4, y: Vec4) -> BVec4A {
        let Zones { x, y, near, close, in_view, .. } = self.zones(x, y);
        let along = |direction: Vec2| x * direction.x + y * direction.y;
        let half_width = self.among.1;
        let in_strip = along(self.heading).cmpge(Vec4::ZERO)
            & along(self.heading.perp()).abs().cmple(Vec4::splat(half_width))
            & close;
        near | in_strip | in_view
    }

    /// Four positions relative to the unit, by their x and their y.
    #[inline(always)]
    pub(super) fn zones(&self, x: Vec4, y: Vec4) -> Zones {
        let (x, y) = (x - self.position.x, y - self.position.y);
        let distance_squared = x * x + y * y;
        let within = |distance: f32| distance_squared.cmple(Vec4::splat(distance * distance));
        // Squares keep their signs, so that no root is needed.
        let View { facing, sight, cosine, .. } = self.view;
        let ahead = x * facing.x + y * facing.y;
        let in_view =
            (ahead * ahead.abs()).cmpge(distance_squared * (cosine * cosine.abs())) & within(sight);
        let (near, close) = (within(self.among.0), within(self.strip.1));
        Zones { x, y, distance_squared, near, close, in_view }
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

    /// The corners of four views at once.
    #[inline(always)]
    fn corners_of_four(all: &[Attention; LANES]) -> (FourVectors, FourVectors) {
        let facing = FourVectors::each(all, |one| one.view.facing);
        let (cosine, sine) = (each(all, |one| one.view.cosine), each(all, |one| one.view.sine));
        let sight = each(all, |one| one.view.sight);
        let (ahead, aside) = (facing * cosine, facing.perp() * sine);
        let (left, right) = (ahead - aside, ahead + aside);
        let reaches = |along: Vec4, edge: Vec4| {
            Vec4::select(along.cmpge(cosine), Vec4::ONE, edge.max(Vec4::ZERO))
        };
        let all_round = cosine.cmple(Vec4::ZERO);
        let scale = sight * 1.001;
        let furthest =
            |along: Vec4, edge: Vec4| Vec4::select(all_round, sight, reaches(along, edge) * scale);
        let low = FourVectors {
            x: -furthest(-facing.x, -left.x.min(right.x)),
            y: -furthest(-facing.y, -left.y.min(right.y)),
        };
        let high = FourVectors {
            x: furthest(facing.x, left.x.max(right.x)),
            y: furthest(facing.y, left.y.max(right.y)),
        };
        (low, high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_rectangles_at_once_are_the_same_as_one_by_one() {
        for i in 0..400 {
            let all: [Attention; LANES] = std::array::from_fn(|lane| {
                let number = (i * LANES + lane) as f32;
                let half_angle = 0.05 + number * 0.37 % 3.0;
                let view = View {
                    facing: Vec2::from_angle(number * 0.71),
                    sight: number * 0.13 % 8.0,
                    cosine: half_angle.cos(),
                    sine: half_angle.sin(),
                };
                let heading = if lane == i % 9 { Vec2::ZERO } else { Vec2::from_angle(number) };
                Attention::new(Vec2::new(number, 7.3), heading, 1.1, (0.9, 3.5)).with(view)
            });
            let bits = |(low, high): (Vec2, Vec2)| [low.x, low.y, high.x, high.y].map(f32::to_bits);
            let at_once = Attention::corners_of_four(&all).map(bits);
            assert_eq!(at_once, all.map(|one| bits(one.corners())));
        }
    }
}
