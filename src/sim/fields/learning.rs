//! What the layers learn from the moves made.

use super::arena_fields::ArenaFields;
use crate::grid::{Cell, Direction};
use crate::sim::arena::{Land, Roster, Teams};
use crate::sim::cells::Board;
use crate::sim::tick::Ticking;
use crate::sim::unit::{Position, PreviousPosition, Unit};
use bevy::prelude::*;

/// An arena whose units are steered, as learning sees it.
type LearningArena<'a> = (&'a Land, &'a Roster, &'a Teams, &'a mut ArenaFields);

/// Every step from cell to cell is learned by the layers of the unit's team. Where units go from cell to cell, each
/// step is learned as it is made.
pub(crate) fn learn_steps(
    mut arenas: Query<LearningArena, (With<Ticking>, Without<Board>)>,
    units: Query<(&Unit, &PreviousPosition, &Position)>,
) {
    for (land, roster, teams, mut fields) in &mut arenas {
        if !teams.0.iter().any(|team| team.doctrine.layers.learn_steps()) {
            continue;
        }
        for &entity in roster.units.values() {
            let Ok((unit, before, now)) = units.get(entity) else { continue };
            let layers = &teams.0[usize::from(unit.team.0)].doctrine.layers;
            let from = Cell::containing(before.0);
            if let Some(step) = Direction::between(from, Cell::containing(now.0)) {
                fields.layers.learn_step(layers, &land.terrain, from, step);
            }
        }
    }
}
