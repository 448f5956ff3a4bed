//! What the fields learn from the moves made.

use crate::grid::{Cell, Direction};
use crate::planning::DirectionMap;
use crate::sim::arena::{Land, Roster, Teams};
use crate::sim::cells::Board;
use crate::sim::unit::{Position, PreviousPosition, Unit};
use bevy::prelude::*;

/// Which way units have gone through each cell of an arena.
#[derive(Component, Clone, Debug, Default)]
pub struct Learned(pub DirectionMap);

/// Every step from cell to cell is learned by the rule of the unit's team. Where units go from cell to cell, each step
/// is learned as it is made.
pub(crate) fn learn_directions(
    mut arenas: Query<(&Land, &Roster, &Teams, &mut Learned), Without<Board>>,
    units: Query<(&Unit, &PreviousPosition, &Position)>,
) {
    for (land, roster, teams, mut learned) in &mut arenas {
        if teams.0.iter().all(|team| team.doctrine.layers.directions.is_none()) {
            continue;
        }
        for &entity in roster.units.values() {
            let Ok((unit, before, now)) = units.get(entity) else { continue };
            let from = Cell::containing(before.0);
            if let Some(rule) = teams.0[usize::from(unit.team.0)].doctrine.layers.directions
                && let Some(step) = Direction::between(from, Cell::containing(now.0))
            {
                learned.0.learn(&land.terrain, from, step, &rule);
            }
        }
    }
}
