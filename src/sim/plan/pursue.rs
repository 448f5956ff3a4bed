//! Groups that attack a unit follow it.

use crate::grid::Cell;
use crate::scenario::{Order, UnitId};
use crate::sim::arena::{Clock, Roster};
use crate::sim::tick::Ticking;
use crate::sim::unit::{Groups, Position};
use bevy::prelude::*;

/// Interval at which a group checks where its target is, in ticks.
const EVERY: u64 = 16;
/// Distance that a target may move before the group plans again, in cells.
const FAR: f32 = 2.0;
/// Additional distance per cell between the group and its target.
const FURTHER: f32 = 0.1;

/// Updates the places of attacks on units. An attack on a dead unit becomes an attack on the place where it was.
pub(crate) fn pursue(
    mut arenas: Query<(&Roster, &Clock, &mut Groups), With<Ticking>>,
    positions: Query<&Position>,
) {
    for (roster, clock, mut groups) in &mut arenas {
        if groups.list.values().all(|group| group.quarries().next().is_none()) {
            continue;
        }
        let at =
            |id: &UnitId| positions.get(*roster.units.get(id)?).ok().map(|position| position.0);
        for (id, group) in &mut groups.list {
            let due = (clock.tick + u64::from(id.0)).is_multiple_of(EVERY);
            for leg in &mut group.legs {
                let &mut Order::AttackUnit { unit, at: known } = leg else { continue };
                let Some(now) = at(&unit) else {
                    *leg = Order::Attack(known);
                    continue;
                };
                if !due {
                    continue;
                }
                let between = group.members.first().and_then(&at).map_or(0.0, |m| m.distance(now));
                if known.center().distance(now) > FAR + FURTHER * between {
                    *leg = Order::AttackUnit { unit, at: Cell::containing(now) };
                    group.needs_plan = true;
                }
            }
        }
    }
}
