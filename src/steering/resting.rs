//! The units at rest, for units that come up behind them: a crowd grows from its slots outwards.

use super::arrival::Approach;
use super::spatial_grid::SpatialGrid;
use crate::grid::Bounds;
use glam::Vec2;

/// A unit this close to its slot has arrived, in cells.
pub const AT_PLACE: f32 = 0.12;
/// Gap below which two units touch, in cells.
pub const TOUCHING: f32 = 0.15;

/// Units at rest, sorted by where they are.
#[derive(Clone, Debug, Default)]
pub struct Resting {
    units: Vec<(Vec2, f32, Option<u32>)>,
    buckets: SpatialGrid,
    largest: f32,
}

impl Resting {
    /// Takes the units at rest: position, radius and group.
    pub fn rebuild(
        &mut self,
        bounds: Bounds,
        units: impl Iterator<Item = (Vec2, f32, Option<u32>)>,
    ) {
        self.units.clear();
        self.units.extend(units);
        self.largest = self.units.iter().map(|u| u.1).fold(0.0, f32::max);
        self.buckets.rebuild(bounds, &self.units, |unit| unit.0);
    }

    /// Whether a unit of a group may come to rest where it is, beside others that rest.
    pub fn settles(&self, position: Vec2, radius: f32, group: u32, approach: Approach) -> bool {
        // Units look around in turns.
        if !approach.has_tried() || !approach.stalled.is_multiple_of(8) {
            return false;
        }
        let reach = radius + self.largest + TOUCHING;
        self.buckets.near(position, reach).map(|i| self.units[i]).any(|(other, with, its)| {
            approach.ends_beside(its == Some(group))
                && other.distance(position) < radius + with + TOUCHING
        })
    }
}
