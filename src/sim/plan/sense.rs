//! Detects changes: ground under planned paths, passed waypoints, reached slots, stuck units.

use crate::grid::{Cell, Terrain};
use crate::scenario::{Order, UnitId};
use crate::sim::arena::{Clock, Land, Roster};
use crate::sim::arena::{Event, EventKind, Events};
use crate::sim::cells::Board;
use crate::sim::tick::{Pass, Ticking};
use crate::sim::unit::{
    Group, GroupId, GroupLookup, Groups, Orders, Position, Progress, Route, Status, Unit,
    WaitReason,
};
use crate::steering::{AT_PLACE, Approach, Resting, for_each_triple_with};
use bevy::prelude::*;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Interval at which a stuck unit looks for a detour, in ticks.
pub(crate) const LOOKS_ROUND_EVERY: u32 = 48;

/// Marks the groups that are affected by changed ground. Blocked cells affect the groups whose paths cross them. Freed
/// cells may give any group a better path.
pub(crate) fn watch_the_ground(
    mut arenas: Query<(&mut Land, &mut Groups, &Roster, &Clock, &mut Events, &Pass)>,
    routes: Query<(&Route, &Orders)>,
) {
    for (mut land, mut groups, roster, clock, mut events, pass) in &mut arenas {
        if !pass.plans() {
            continue;
        }
        let land = &mut *land;
        if land.closed.is_empty() && land.opened.is_empty() && !land.corners_changed {
            continue;
        }
        let (closed, opened) = (!land.closed.is_empty(), !land.opened.is_empty());
        let anyone = opened || land.corners_changed;
        let at = land.closed.first().or(land.opened.first()).copied().unwrap_or_default();
        land.closed.clear();
        land.opened.clear();
        land.corners_changed = false;
        let mut concerned = 0;
        for group in groups.list.values_mut() {
            let cut = closed
                && group
                    .members
                    .iter()
                    .filter_map(|id| routes.get(*roster.units.get(id)?).ok())
                    .any(|(route, _)| is_cut(&land.terrain, route));
            if (cut || anyone) && !group.needs_plan {
                group.needs_plan = true;
                concerned += group.members.len();
            }
        }
        if concerned > 0 {
            let kind = EventKind::Replanned { units: concerned };
            events.push(Event { tick: clock.tick, at, kind });
        }
    }
}

/// Whether the rest of a route is blocked.
pub(crate) fn is_cut(terrain: &Terrain, route: &Route) -> bool {
    let cells = route.cells();
    let ahead = &cells[route.next().saturating_sub(1).min(cells.len())..];
    let rest_blocked = !cells.is_empty() && !terrain.is_passable(Cell::containing(route.rest));
    rest_blocked || !terrain.can_walk(ahead)
}

/// A walking unit.
struct Walker<'a> {
    unit: &'a Unit,
    position: Vec2,
    route: &'a Route,
    group: (GroupId, &'a Group),
    orders: &'a mut Orders,
    progress: &'a mut Progress,
    status: &'a mut Status,
}

type WatchedArena<'a> = (Entity, &'a Land, &'a Groups, &'a Clock, &'a mut Events);

/// Detects units that have passed a waypoint, have arrived or are stuck.
pub(crate) fn watch_progress(
    mut arenas: Query<WatchedArena, (With<Ticking>, Without<Board>)>,
    mut units: Query<(&Unit, &ChildOf, &Position, &Route, &mut Orders, &mut Progress, &mut Status)>,
    mut resting: Local<Resting>,
) -> Result {
    for (arena, land, groups, clock, mut events) in &mut arenas {
        let here = |child: &ChildOf| child.parent() == arena;
        let chunks = units.contiguous_iter()?;
        let at_rest = chunks.flat_map(|(units, parents, positions, _, orders, _, statuses)| {
            let rest = move |&k: &usize| statuses[k].is_resting() && here(&parents[k]);
            let resting = (0..units.len()).filter(rest);
            let group = |k: usize| orders[k].group.map(|group| group.0);
            resting.map(move |k| (positions[k].0, units[k].kind.radius, group(k)))
        });
        resting.rebuild(land.terrain.bounds(), at_rest);
        // Units are checked in any order. Events are sent in order of unit id.
        let told = Mutex::new(Vec::new());
        for (units, parents, positions, routes, mut orders, mut progress, mut statuses) in
            units.contiguous_iter_mut()?
        {
            for_each_triple_with(
                &mut orders,
                &mut progress,
                &mut statuses,
                || GroupLookup::new(groups),
                |groups, k, orders, progress, status| {
                    let walks =
                        matches!(*status, Status::Walking | Status::Waiting(WaitReason::Blocked));
                    let group = orders.group.filter(|_| walks && here(&parents[k]));
                    let Some(group) = group.and_then(|id| Some((id, groups.get(id)?))) else {
                        return;
                    };
                    let (unit, position, route) = (&units[k], positions[k].0, &routes[k]);
                    let walker = Walker { unit, position, route, group, orders, progress, status };
                    walker.watch(&resting, |kind| {
                        let at = Cell::containing(position);
                        let event = Event { tick: clock.tick, at, kind };
                        told.lock().unwrap_or_else(PoisonError::into_inner).push((unit.id, event));
                    });
                },
            );
        }
        let mut told = told.into_inner().unwrap_or_else(PoisonError::into_inner);
        told.sort_by_key(|(id, _)| *id);
        for (_, event) in told {
            events.push(event);
        }
    }
    Ok(())
}

impl Walker<'_> {
    fn watch(self, resting: &Resting, mut tell: impl FnMut(EventKind)) {
        let (route, id) = (self.route, self.unit.id);
        pass_way_points(route, self.orders, self.group.1.legs.len());
        let to_go = route.distance_to_go(self.position);
        self.progress.note(Some(to_go), 1);
        // A target that runs away is followed for ever.
        if matches!(self.group.1.legs.get(self.orders.leg), Some(Order::AttackUnit { .. })) {
            self.progress.lost = 0;
        }
        let nowhere = self.progress.gets_nowhere(self.unit.kind.speed);
        let blocked = Status::Waiting(WaitReason::Blocked);
        let mut headway = self.progress.headway();
        let gets_on = headway.note(to_go);
        (self.progress.best, self.progress.stalled) = (headway.best, headway.stalled);
        if gets_on && *self.status == blocked && !nowhere {
            *self.status = Status::Walking;
            tell(EventKind::Freed(id));
        }
        if nowhere && *self.status != blocked {
            *self.status = blocked;
            tell(EventKind::Waiting(id, WaitReason::Blocked));
        }
        let at_place = route.trail().left() == 0 && self.position.distance(route.rest) < AT_PLACE;
        if at_place || self.settles(resting) {
            *self.status = if route.partial {
                Status::Planning
            } else if route.falls_short {
                tell(EventKind::Waiting(id, WaitReason::Unreachable));
                Status::Waiting(WaitReason::Unreachable)
            } else {
                Status::Arrived
            };
        }
    }

    /// Whether it comes to rest beside others.
    fn settles(&self, resting: &Resting) -> bool {
        let &Self { unit, position, route, group: (own, group), .. } = self;
        let (to_slot, members) = (position.distance(route.rest), group.members.len());
        let approach = Approach { to_slot, members, stalled: self.progress.stalled };
        !route.partial
            && route.legs_ahead() <= 1
            && resting.settles(position, unit.kind.radius, own.0, approach)
    }
}

/// Advances a unit's order index past every waypoint behind it.
fn pass_way_points(route: &Route, orders: &mut Orders, legs: usize) {
    let ahead = match route.leg_ends.len() {
        _ if route.partial => return,
        0 | 1 => 1,
        _ => route.legs_ahead().max(1),
    };
    orders.leg = orders.leg.max(legs.saturating_sub(ahead));
}

/// A unit as the end of its order sees it.
type EndingParts<'a> =
    (&'a Position, &'a mut Status, &'a mut Orders, &'a mut Route, &'a mut Progress);

/// An arena as the end of orders sees it.
type EndingArena<'a> = (&'a mut Groups, &'a Roster, &'a Clock, &'a mut Events, Has<Board>);

/// Finishes groups whose units have all arrived. Patrols turn around instead, also if some units cannot arrive.
pub(crate) fn finish_groups(
    mut arenas: Query<EndingArena, With<Ticking>>,
    mut units: Query<EndingParts>,
) {
    for (mut groups, roster, clock, mut events, each_turns) in &mut arenas {
        let mut done: BTreeMap<GroupId, Vec<UnitId>> = BTreeMap::new();
        for (&id, group) in &mut groups.list {
            // On a board every unit turns separately and arrives after its last round.
            let turns = match group.legs.last() {
                Some(&Order::Patrol { rounds, .. }) if !each_turns => {
                    rounds == 0 || u64::from(group.ways_done) + 1 < 2 * u64::from(rounds)
                }
                _ => false,
            };
            let members = || {
                let entities = group.members.iter().filter_map(|m| roster.units.get(m));
                entities.filter_map(|&e| units.get(e).ok())
            };
            let arrived = |status: &Status| *status == Status::Arrived;
            let over = !group.needs_plan
                && members().all(|(_, status, .., progress)| {
                    arrived(status) || turns && has_given_up(status, progress)
                })
                && (!turns || members().any(|(_, status, ..)| arrived(status)));
            if !over {
                continue;
            }
            if turns {
                group.ways_done = group.ways_done.wrapping_add(1);
                group.needs_plan = true;
                let last = group.legs.len() - 1;
                for unit in group.members.iter().filter_map(|m| roster.units.get(m)) {
                    if let Ok((_, mut status, mut orders, _, mut progress)) = units.get_mut(*unit) {
                        *status = Status::Planning;
                        *progress = Progress::FRESH;
                        orders.leg = last;
                    }
                }
            } else {
                done.insert(id, group.members.clone());
            }
        }
        for (id, members) in done {
            groups.list.remove(&id);
            let mut at = Cell::default();
            for unit in members.iter().filter_map(|m| roster.units.get(m)) {
                if let Ok((position, .., mut route, _)) = units.get_mut(*unit) {
                    route.clear();
                    at = Cell::containing(position.0);
                }
            }
            let kind = EventKind::Arrived { group: id, units: members.len() };
            events.push_of(Event { tick: clock.tick, at, kind }, None, members);
        }
    }
}

/// Whether a unit cannot arrive and knows why.
fn has_given_up(status: &Status, progress: &Progress) -> bool {
    matches!(status, Status::Waiting(_)) && (!status.is_on_the_way() || progress.gave_up())
}
