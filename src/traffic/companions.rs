//! Allies that walk the same way side by side.
//!
//! Where the ground beside a path bends or narrows, the units on its inner side are squeezed against the wall. If each of them walks along the
//! wall, all meet at one point and queue. So a unit leaves room for those between it and the wall that come there at the same
//! time: their order from side to side stays the same, and the units pass side by side.
//!
//! Rebuilt every tick. Costs two looks at the units around it for each unit that uses the whole width.

use crate::grid::Bounds;
use crate::steering::SpatialGrid;
use glam::Vec2;

/// Gap between units side by side, in cells.
const GAP: f32 = 0.06;
/// Steps of widths that are added up, per cell: whole numbers have the same sum in any order.
const FINE: f32 = 1024.0;

/// An ally on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Companion {
    /// Where it is, in cells.
    pub position: Vec2,
    /// Its velocity, in cells per second.
    pub velocity: Vec2,
    /// Its radius, in cells.
    pub radius: f32,
}

/// The units of one team that are on their way.
#[derive(Clone, Debug, Default)]
pub struct Companions {
    all: Vec<Companion>,
    grid: SpatialGrid,
}

impl Companions {
    /// Forgets all units.
    pub fn clear(&mut self) {
        self.all.clear();
    }

    /// Adds a unit.
    pub fn add(&mut self, unit: Companion) {
        self.all.push(unit);
    }

    /// Sorts the units that were added into the spatial grid. Call it before [`Companions::abreast`].
    pub fn sort(&mut self, bounds: Bounds) {
        self.grid.rebuild(bounds, &self.all, |unit| unit.position);
    }

    /// The width of all units that walk beside a unit, along a direction, within `reach` on one side of it, in cells.
    pub fn abreast(&self, me: Companion, along: Vec2, side: Vec2, reach: f32) -> f32 {
        if self.all.is_empty() {
            return 0.0;
        }
        let width = self.grid.near(me.position, reach).map(|i| {
            let other = &self.all[i];
            let offset = other.position - me.position;
            let (ahead, beside) = (offset.dot(along).abs(), offset.dot(side));
            let same_way = other.velocity.dot(along) >= 0.0;
            let touching = me.radius + other.radius + GAP;
            // Units that stand one behind the other are not side by side.
            let counts = same_way && beside > 0.05 && beside < reach && beside * 2.0 > ahead;
            let part = ahead / touching;
            let share = (1.0 - part * part).max(0.0).sqrt();
            if counts { ((2.0 * other.radius + GAP) * share * FINE) as i32 } else { 0 }
        });
        width.sum::<i32>() as f32 / FINE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(x: f32, y: f32, vx: f32) -> Companion {
        Companion { position: Vec2::new(x, y), velocity: Vec2::new(vx, 0.0), radius: 0.4 }
    }

    fn abreast(others: &[Companion]) -> f32 {
        let me = unit(5.0, 5.0, 1.0);
        let mut all = Companions::default();
        all.add(me);
        others.iter().for_each(|&other| all.add(other));
        all.sort(Bounds::new(12, 12));
        all.abreast(me, Vec2::X, Vec2::NEG_Y, 4.0)
    }

    #[test]
    fn units_side_by_side_count_with_their_width() {
        assert_eq!(abreast(&[]), 0.0);
        let two = abreast(&[unit(5.0, 4.0, 1.0), unit(5.0, 3.0, 0.0)]);
        assert!((two - 2.0 * 0.86).abs() < 0.01, "{two}");
        let behind = abreast(&[unit(5.0, 4.0, 1.0), unit(4.4, 3.0, 0.0)]);
        assert!((0.9..1.6).contains(&behind), "one half behind counts less: {behind}");
    }

    #[test]
    fn units_ahead_on_the_other_side_or_against_the_way_do_not_count() {
        assert_eq!(abreast(&[unit(6.5, 4.0, 1.0)]), 0.0, "one ahead");
        assert_eq!(abreast(&[unit(5.0, 6.0, 1.0)]), 0.0, "one on the other side");
        assert_eq!(abreast(&[unit(5.0, 4.0, -1.0)]), 0.0, "one that comes towards it");
    }
}
