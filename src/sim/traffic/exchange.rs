//! Units of a group that exchange their slots.
//!
//! Slots are given out when a plan is made. On the way units overtake each other, and a unit that rests may stand before the
//! slot of another. So near the goal two units exchange their slots if that lessens the sum of their squared distances: then
//! no two paths cross, and of two units in a row the first one gets the deeper slot. A unit that rests moves up into the slot
//! behind it for a companion that cannot get past. Every few ticks, in order of unit ids.

use crate::grid::Cell;
use crate::scenario::UnitId;
use crate::sim::arena::{Clock, Land, Roster, Teams};
use crate::sim::cells::Board;
use crate::sim::tick::Ticking;
use crate::sim::unit::{Groups, Position, Progress, Route, Status, Unit};
use crate::steering::is_clear;
use bevy::prelude::*;
use std::collections::BTreeMap;

/// Interval between two looks, in ticks.
const EVERY: u64 = 8;
/// Slots are exchanged if that lessens the sum of squared distances by more than twice this, in square cells.
const CROSSED: f32 = 0.25;
/// A unit at rest moves up into a slot to which it is nearer by this much, in cells.
const NEARER: f32 = 0.25;
/// A unit that got no nearer for this long asks the one before its slot to move up, in ticks.
const ASKS_AFTER: u32 = 12;
/// Gap below which one unit stands in the way of another, in cells.
const IN_THE_WAY: f32 = 0.3;

/// A unit near its slot.
#[derive(Clone, Copy)]
struct Near {
    entity: Entity,
    position: Vec2,
    radius: f32,
    rest: Vec2,
    rests: bool,
    stalled: u32,
}

type ExchangeParts<'a> = (&'a Unit, &'a Position, &'a mut Route, &'a mut Progress, &'a mut Status);

/// Exchanges slots within each group whose team has the rule.
#[expect(clippy::type_complexity, reason = "a query lists all data that it touches")]
pub(crate) fn exchange_slots(
    arenas: Query<(&Land, &Teams, &Groups, &Roster, &Clock), (With<Ticking>, Without<Board>)>,
    mut units: Query<ExchangeParts>,
) {
    for (land, teams, groups, roster, clock) in &arenas {
        for (id, group) in &groups.list {
            let rules = teams.0[usize::from(group.team.0)].doctrine.traffic.rules();
            let due = (clock.tick + u64::from(id.0)).is_multiple_of(EVERY);
            if !rules.slot_exchange || !due || group.members.len() < 2 || group.needs_plan {
                continue;
            }
            let mut near: BTreeMap<UnitId, Near> = BTreeMap::new();
            let mut by_cell: BTreeMap<Cell, Vec<UnitId>> = BTreeMap::new();
            let crowd = 3.0 + (group.members.len() as f32).sqrt();
            for &member in &group.members {
                let Some(&entity) = roster.units.get(&member) else { continue };
                let Ok((unit, position, route, progress, status)) = units.get(entity) else {
                    continue;
                };
                let rests = *status == Status::Arrived;
                let is_last = route.legs_ahead() <= 1 && !route.falls_short;
                let walks = *status == Status::Walking && is_last;
                if (!rests && !walks) || position.0.distance(route.rest) > crowd {
                    continue;
                }
                by_cell.entry(Cell::containing(position.0)).or_default().push(member);
                let (position, radius) = (position.0, unit.kind.radius);
                let (rest, stalled) = (route.rest, progress.stalled);
                near.insert(member, Near { entity, position, radius, rest, rests, stalled });
            }
            let ids: Vec<UnitId> = near.keys().copied().collect();
            for id in ids {
                let Some(&me) = near.get(&id).filter(|me| !me.rests) else { continue };
                let at = Cell::containing(me.position);
                let around = (-2..=2).flat_map(|dy| (-2..=2).map(move |dx| (dx, dy)));
                let cells = around.map(|(dx, dy)| Cell::new(at.x + dx, at.y + dy));
                let others = cells.filter_map(|cell| by_cell.get(&cell)).flatten();
                let best = others
                    .filter(|&&other| other != id)
                    .filter_map(|&other| Some((other, gain(&me, near.get(&other)?)?)))
                    .max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
                let Some((other, _)) = best else { continue };
                let Some(&you) = near.get(&other) else { continue };
                let clear =
                    |unit: &Near, to: Vec2| is_clear(&land.terrain, unit.position, to, unit.radius);
                if !clear(&me, you.rest) || !clear(&you, me.rest) {
                    continue;
                }
                for (unit, rest) in [(me, you.rest), (you, me.rest)] {
                    if let Ok((_, _, mut route, mut progress, mut status)) =
                        units.get_mut(unit.entity)
                    {
                        route.rest = rest;
                        if unit.rests {
                            route.stay(Cell::containing(unit.position));
                            // All waypoints lie behind it.
                            if route.leg_ends.len() > 1 {
                                route.leg_ends.clear();
                            }
                            *status = Status::Walking;
                        }
                        progress.start_path();
                    }
                }
                near.insert(id, Near { rest: you.rest, stalled: 0, ..me });
                near.insert(other, Near { rest: me.rest, rests: false, stalled: 0, ..you });
            }
        }
    }
}

/// The gain of an exchange; `None` if it should not be made.
fn gain(me: &Near, you: &Near) -> Option<f32> {
    let far = |unit: &Near, rest: Vec2| unit.position.distance(rest);
    if you.rests {
        // It makes room by moving up: it stands right before me, and nearer to my slot than I do.
        let to_slot = (me.rest - me.position).normalize_or_zero();
        let ahead = (you.position - me.position).dot(to_slot);
        let touching = me.position.distance(you.position) < me.radius + you.radius + IN_THE_WAY;
        let nearer = far(you, me.rest) + NEARER < far(me, me.rest);
        let asks = me.stalled >= ASKS_AFTER && touching && ahead > 0.0 && nearer;
        return asks.then_some(far(me, me.rest) - far(you, me.rest));
    }
    // How far the line between the slots points against the line between the units.
    let crossed = -(me.position - you.position).dot(me.rest - you.rest);
    (crossed > CROSSED).then_some(crossed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(x: f32, rest: f32, rests: bool, stalled: u32) -> Near {
        let (position, rest) = (Vec2::new(x, 0.0), Vec2::new(rest, 0.0));
        Near { entity: Entity::PLACEHOLDER, position, radius: 0.4, rest, rests, stalled }
    }

    #[test]
    fn two_on_their_way_exchange_slots_if_that_saves_way() {
        let crossed = gain(&unit(0.0, 5.0, false, 0), &unit(2.0, 1.0, false, 0));
        assert!(crossed.is_some());
        assert_eq!(gain(&unit(0.0, 1.0, false, 0), &unit(2.0, 5.0, false, 0)), None);
    }

    #[test]
    fn one_that_rests_moves_up_only_for_one_that_cannot_get_past() {
        let resting = unit(1.0, 1.0, true, 0);
        assert!(gain(&unit(0.0, 2.0, false, 20), &resting).is_some());
        assert_eq!(gain(&unit(0.0, 2.0, false, 3), &resting), None, "it still gets on");
        assert_eq!(gain(&unit(0.0, -2.0, false, 20), &resting), None, "it stands behind");
    }
}
