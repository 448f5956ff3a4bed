//! Detours around other units, for stuck units. A unit that cannot reach a waypoint because a crowd rests on it goes on to the
//! next one.

use crate::grid::{Cell, Terrain};
use crate::scenario::UnitId;
use crate::search::Path;
use crate::sim::arena::{Clock, Land, Roster};
use crate::sim::arena::{Event, EventKind, Events};
use crate::sim::cells::Board;
use crate::sim::metrics::numbers::Numbers;
use crate::sim::plan::queue::Planner;
use crate::sim::plan::sense::LOOKS_ROUND_EVERY;
use crate::sim::tick::Ticking;
use crate::sim::unit::{Groups, Orders, Position, Progress, Route, Status, Unit, WaitReason};
use crate::steering::{Approach, TOUCHING, is_clear};
use bevy::prelude::*;
use std::collections::BTreeMap;

/// Node budget for one detour.
const CELLS_PER_LOOK: u64 = 20_000;
/// Maximum number of detours planned in one tick.
const LOOKS_PER_TICK: usize = 8;
/// Cells of its path that a unit looks back for, to see whether it can return to it.
const LOOKS_BACK: usize = 24;
/// After this many failed attempts a unit reports that it is blocked.
const PATIENCE: u32 = 3;

type StuckParts<'a> =
    (&'a Unit, &'a Position, &'a mut Route, &'a mut Progress, &'a mut Status, &'a Orders);

/// Plans detours for stuck units around units that stand still.
#[expect(clippy::type_complexity, reason = "a query lists all data that it touches")]
pub(crate) fn find_detours(
    mut arenas: Query<
        (&Land, &Roster, &Groups, &Clock, &mut Planner, &mut Events, &mut Numbers),
        (With<Ticking>, Without<Board>),
    >,
    mut units: Query<(Entity, StuckParts)>,
    mut all_stuck: Local<Vec<(UnitId, Entity)>>,
) -> Result {
    all_stuck.clear();
    for (entities, (units, _, _, progress, statuses, _)) in units.contiguous_iter()? {
        // Most units get on.
        for k in (0..units.len()).filter(|&k| progress[k].stalled >= LOOKS_ROUND_EVERY) {
            let turn = progress[k].stalled + units[k].id.0 % 8;
            let walks =
                matches!(statuses[k], Status::Walking | Status::Waiting(WaitReason::Blocked));
            if walks && turn.is_multiple_of(LOOKS_ROUND_EVERY) {
                all_stuck.push((units[k].id, entities[k]));
            }
        }
    }
    if all_stuck.is_empty() {
        return Ok(());
    }
    all_stuck.sort_unstable();
    for (land, roster, groups, clock, mut planner, mut events, mut numbers) in &mut arenas {
        let here = |(id, entity): &(UnitId, Entity)| roster.units.get(id) == Some(entity);
        let stuck: Vec<(UnitId, Entity)> = all_stuck.iter().copied().filter(here).collect();
        let round = clock.tick / u64::from(LOOKS_ROUND_EVERY);
        let stuck = in_turn(&stuck, LOOKS_PER_TICK, round);
        if stuck.is_empty() {
            continue;
        }
        let standing: BTreeMap<Cell, Entity> = roster
            .units
            .values()
            .filter_map(|&e| units.get(e).ok())
            .filter(|(_, (.., status, _))| stands_still(status))
            .map(|(e, (_, position, ..))| (Cell::containing(position.0), e))
            .collect();
        for (id, entity) in stuck {
            let passes = passes_in_crowd(entity, groups, &standing, &units);
            let Ok((_, (unit, position, mut route, mut progress, mut status, _))) =
                units.get_mut(entity)
            else {
                continue;
            };
            if passes {
                let after = route.way_point() + 1;
                route.head_for(after);
                progress.start_path();
                continue;
            }
            let from = Cell::containing(position.0);
            let leg_end = route.leg_ends.iter().copied().find(|&end| end >= route.next());
            let last_leg = leg_end.is_none_or(|end| end + 1 >= route.cells().len());
            let to = if last_leg {
                Cell::containing(route.rest)
            } else {
                route.cells()[leg_end.unwrap_or(0)]
            };
            let blocked: Vec<Cell> = standing
                .iter()
                .filter(|&(&cell, &e)| e != entity && cell != from && cell != to)
                .map(|(&cell, _)| cell)
                .collect();
            let mut plan = |blocked: Vec<Cell>| {
                let found =
                    planner.0.plan_around(&land.terrain, (from, to), blocked, CELLS_PER_LOOK);
                numbers.expanded += found.stats.expanded;
                found
            };
            let mut found = plan(blocked);
            // A unit that was pushed to the other side of a wall needs a new path even if others stand around its slot.
            if found.path.is_none()
                && !sees_path(&land.terrain, position.0, unit, &route, &progress)
            {
                found = plan(Vec::new());
            }
            if let Some(path) = found.path {
                let here = position.0;
                splice(&mut route, path, leg_end, last_leg);
                route.planned_at = clock.tick;
                // The detour may be longer, so progress is measured along it.
                progress.best = route.distance_to_go(here);
            }
            let gives_up = progress.stalled >= PATIENCE * LOOKS_ROUND_EVERY;
            if gives_up && *status == Status::Walking {
                *status = Status::Waiting(WaitReason::Blocked);
                let kind = EventKind::Waiting(id, WaitReason::Blocked);
                events.push(Event { tick: clock.tick, at: from, kind });
            }
        }
    }
    Ok(())
}

/// Whether a unit has long been kept from its next waypoint by a crowd that rests there, so that it goes on from where it is:
/// by the rule by which it would settle at its goal.
fn passes_in_crowd(
    entity: Entity,
    groups: &Groups,
    standing: &BTreeMap<Cell, Entity>,
    units: &Query<(Entity, StuckParts)>,
) -> bool {
    let Ok((_, (unit, position, route, progress, _, orders))) = units.get(entity) else {
        return false;
    };
    let group = orders.group.and_then(|group| groups.list.get(&group));
    // Where slots were exchanged, the path is only the unit's own cell.
    let way_point = route.cells().get(route.way_point());
    let (Some(group), Some(way_point)) = (group, way_point) else {
        return false;
    };
    if !progress.may_get_nowhere() || route.legs_ahead() <= 1 || route.partial {
        return false;
    }
    let (way_point, here) = (way_point.center(), position.0);
    let members = group.members.len();
    let approach =
        Approach { to_slot: here.distance(way_point), members, stalled: progress.stalled };
    let from = Cell::containing(here);
    let around = (-2..=2).flat_map(|dy| (-2..=2).map(move |dx| (dx, dy)));
    let others = around.filter_map(|(dx, dy)| standing.get(&Cell::new(from.x + dx, from.y + dy)));
    others.filter(|&&other| other != entity).filter_map(|&other| units.get(other).ok()).any(
        |(_, (other, at, _, _, status, theirs))| {
            let touches = at.0.distance(here) < unit.kind.radius + other.kind.radius + TOUCHING;
            touches && status.is_resting() && approach.ends_beside(theirs.group == orders.group)
        },
    )
}

/// As many of some units as one tick can serve. Every round begins where the one before it ended, so that each unit has its
/// turn.
pub(crate) fn in_turn<T: Copy>(units: &[T], most: usize, round: u64) -> Vec<T> {
    let first = if units.len() > most { round as usize * most % units.len() } else { 0 };
    units.iter().cycle().skip(first).take(most.min(units.len())).copied().collect()
}

/// Whether a unit will not move on its own. Units blocked by others are left out: a detour around them would only lead
/// away from the door that all of them queue for.
fn stands_still(status: &Status) -> bool {
    status.is_resting() || *status == Status::Fighting
}

/// Whether a unit sees one of the last cells of its path up to the one that it heads for.
fn sees_path(
    terrain: &Terrain,
    position: Vec2,
    unit: &Unit,
    route: &Route,
    progress: &Progress,
) -> bool {
    let cells = route.cells();
    let end = (route.next() + 1).min(cells.len());
    // A unit that gets nowhere does not go back before a waypoint that it has passed.
    let first = if progress.may_get_nowhere() { route.leg_start().min(end) } else { 0 };
    let last = cells[first..end].iter().rev().take(LOOKS_BACK);
    last.into_iter().any(|cell| is_clear(terrain, position, cell.center(), unit.kind.radius))
}

/// Replaces a route up to the end of its current leg.
fn splice(route: &mut Route, path: Path, leg_end: Option<usize>, last_leg: bool) {
    let mut cells = path.into_cells();
    let mut leg_ends = vec![cells.len() - 1];
    if let (Some(end), false) = (leg_end, last_leg) {
        let shift = |later: usize| later - end + cells.len() - 1;
        leg_ends.extend(route.leg_ends.iter().copied().filter(|&e| e > end).map(shift));
        cells.extend_from_slice(&route.cells()[end + 1..]);
    }
    route.set_cells(cells, 0);
    route.leg_ends = leg_ends;
}

#[cfg(test)]
mod tests {
    use super::in_turn;

    #[test]
    fn every_unit_has_its_turn() {
        let units = [0, 1, 2, 3, 4];
        assert_eq!(in_turn(&units, 8, 3), units, "all, in order of their ids");
        let rounds: Vec<Vec<i32>> = (0..3).map(|round| in_turn(&units, 2, round)).collect();
        assert_eq!(rounds, [[0, 1], [2, 3], [4, 0]]);
    }
}
