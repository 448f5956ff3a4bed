//! How far two units are from each other, and what is in range.

use super::kind::{Measured, UnitKind};
use crate::grid::Rectangle;
use glam::Vec2;

/// Tolerance for positions that are meant to be whole cells apart, in cells.
const ROUNDING: f32 = 1e-3;

/// A unit or building as a body on the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// Its centre, in cells.
    pub position: Vec2,
    /// Its kind.
    pub kind: &'static UnitKind,
}

impl Body {
    /// The cells that it covers, or `None`.
    pub fn footprint(&self) -> Option<Rectangle> {
        self.kind.footprint(self.position)
    }

    /// The point of it that is nearest to another place: of a unit its centre, of a building a point of its
    /// square, made smaller by `margin` on each side.
    fn nearest_point(&self, to: Vec2, margin: f32) -> Vec2 {
        let half = if self.kind.is_building() { self.kind.size as f32 / 2.0 - margin } else { 0.0 };
        to.clamp(self.position - Vec2::splat(half), self.position + Vec2::splat(half))
    }

    /// The point of it that a shot from a place is aimed at.
    pub fn aim_from(&self, from: Vec2) -> Vec2 {
        self.nearest_point(from, 0.5)
    }

    /// Whether a weapon or another ability of this body with a range reaches another one.
    pub fn reaches(&self, range: f32, other: &Body) -> bool {
        distance_between(self, other, self.kind.measured) <= range
    }

    /// Like [`Self::reaches`], in both kinds of motion. On cell steps every range reaches the eight cells around,
    /// because no unit comes nearer.
    pub fn reaches_in(&self, on_cells: bool, range: f32, other: &Body) -> bool {
        let apart = (other.nearest_point(self.position, 0.5) - self.position).abs();
        self.reaches(range, other) || on_cells && apart.max_element() < 1.0 + ROUNDING
    }

    /// How far apart the centres are; for a building, of the nearest of its cells.
    pub fn sees_at(&self, other: &Body) -> f32 {
        distance_between(self, other, Measured::Centres)
    }
}

/// The distance between two bodies, in cells; at least 0.
pub fn distance_between(a: &Body, b: &Body, measured: Measured) -> f32 {
    let margin = match measured {
        Measured::Edges => 0.0,
        Measured::Centres => 0.5,
    };
    // Of two buildings, the nearest points of each other's squares follow in two steps.
    let on_b = b.nearest_point(a.position, margin);
    let on_a = a.nearest_point(on_b, margin);
    let on_b = b.nearest_point(on_a, margin);
    let between = on_a.distance(on_b);
    match measured {
        Measured::Edges => (between - a.kind.radius - b.kind.radius).max(0.0),
        Measured::Centres => between,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::kind_named;
    use crate::grid::Cell;

    fn body(kind: &str, x: f32, y: f32) -> Body {
        Body { position: Vec2::new(x, y), kind: kind_named(kind).unwrap() }
    }

    #[test]
    fn zerglings_bite_from_edge_to_edge() {
        let me = body("Zergling", 5.0, 5.0);
        assert!(me.reaches(0.1, &body("Zergling", 5.84, 5.0)), "2 x 0.375 and 0.09 between");
        assert!(!me.reaches(0.1, &body("Zergling", 5.86, 5.0)));
    }

    #[test]
    fn in_glest_ranges_go_from_cell_to_cell() {
        let kind = kind_named("defence tower").unwrap();
        let tower = Body { position: kind.position_at(Cell::new(20, 20)), kind };
        let at = |x: i32, y: i32| {
            let at = Cell::new(x, y).center();
            tower.reaches(12.0, &body("demon", at.x, at.y))
        };
        assert!(at(8, 20) && !at(7, 20), "12 columns to the left of its left column");
        assert!(at(33, 21) && !at(34, 21), "12 to the right of its right column");
        let beside = Cell::new(19, 20).center();
        assert!(body("demon", beside.x, beside.y).reaches(1.0, &tower), "melee from next to it");
    }

    #[test]
    fn on_cell_steps_every_weapon_reaches_the_cells_beside() {
        let me = body("Zergling", 5.5, 5.5);
        for (x, y, beside) in [(6.5, 5.5, true), (6.5, 6.5, true), (7.5, 5.5, false)] {
            let other = body("Zergling", x, y);
            assert_eq!(me.reaches_in(true, 0.1, &other), beside, "{x} {y}");
            assert!(!me.reaches_in(false, 0.1, &other), "{x} {y}");
        }
    }
}
