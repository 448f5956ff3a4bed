//! How fast units are where they stand: swamp slows them down if the rules of the scenario say so.

use crate::grid::{Cell, Ground};
use crate::sim::arena::Land;
use crate::sim::combat::combatant::Warfare;
use crate::sim::unit::{Modifiers, Unit};
use bevy::prelude::Vec2;

/// The ground of an arena, as far as it slows units down.
#[derive(Clone, Copy)]
pub(super) struct Wading<'a> {
    land: &'a Land,
    factor: f32,
}

impl<'a> Wading<'a> {
    pub fn of(land: &'a Land, warfare: &Warfare) -> Self {
        Self { land, factor: warfare.rules.swamp as f32 }
    }

    /// The greatest speed of a unit at a position, in cells per second.
    #[inline]
    pub fn speed_of(&self, unit: &Unit, modifiers: &Modifiers, at: Vec2) -> f32 {
        let speed = modifiers.speed_of(unit.kind);
        let wades = self.factor > 1.0
            && !unit.kind.flying
            && self.land.terrain.ground(Cell::containing(at)) == Ground::Swamp;
        if wades { speed / self.factor } else { speed }
    }
}
