//! Groups that attack a unit follow it.

use crate::grid::Cell;
use crate::scenario::Order;
use crate::sim::arena::{Arena, Clock, Roster};
use crate::sim::unit::{Groups, Position};
use bevy::prelude::*;

/// Interval at which a group checks where its target is, in ticks.
const EVERY: u64 = 16;
/// Distance that a target may move before the group plans again, in cells.
const FAR: f32 = 2.0;
/// Additional distance per cell between the group and its target.
const FURTHER: f32 = 0.1;

/// Updates the goals of groups to where their targets are now. If a target dies, the goal stays at its last known cell.
pub(crate) fn pursue(
    mut arenas: Query<(&Roster, &Clock, &mut Groups), With<Arena>>,
    positions: Query<&Position>,
) {
    for (roster, clock, mut groups) in &mut arenas {
        if groups.list.values().all(|group| group.quarries.is_empty()) {
            continue;
        }
        let at = |id| positions.get(*roster.units.get(id)?).ok().map(|position| position.0);
        for (id, group) in &mut groups.list {
            group.quarries.retain(|_, quarry| roster.units.contains_key(quarry));
            if !(clock.tick + u64::from(id.0)).is_multiple_of(EVERY) {
                continue;
            }
            for (&leg, quarry) in &group.quarries {
                let (Some(now), Some(Order::Attack(known))) = (at(quarry), group.legs.get_mut(leg))
                else {
                    continue;
                };
                let between = group.members.first().and_then(&at).map_or(0.0, |m| m.distance(now));
                if known.center().distance(now) > FAR + FURTHER * between {
                    *known = Cell::containing(now);
                    group.needs_plan = true;
                }
            }
        }
    }
}
