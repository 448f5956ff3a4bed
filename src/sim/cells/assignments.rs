//! Orders become assignments: every unit of a group gets its own target.

use super::Board;
use super::stepper::{Assignment, Stepper, Turn};
use crate::grid::{Cell, Terrain};
use crate::planning::{GroupRequest, PlanContext, PlanScratch, Search, plan};
use crate::scenario::{Order, UnitId};
use crate::sim::arena::{Clock, Land, Roster};
use crate::sim::arena::{Event, EventKind, Events, UnreachableReason};
use crate::sim::plan::queue::Planner;
use crate::sim::tick::Pass;
use crate::sim::unit::{
    Group, GroupId, Groups, Orders, Position, Progress, Route, Status, Unit, WaitReason,
};
use crate::steering::passes_within;
use crate::steering::{SlotRequest, assign_slots, slots_around};
use bevy::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

type UnitParts<'a> = (
    &'a Unit,
    &'a Position,
    &'a Orders,
    &'a mut Stepper,
    &'a mut Route,
    &'a mut Progress,
    &'a mut Status,
);

/// A member of a group that needs an assignment.
struct Member {
    id: UnitId,
    entity: Entity,
    cell: Cell,
    leg: usize,
    kept: Option<Assignment>,
}

/// Gives targets to groups with new orders, to groups whose ground has changed, and to units that have come to
/// their next order.
#[allow(clippy::type_complexity, reason = "a query names everything that it touches")]
pub(crate) fn give_assignments(
    mut arenas: Query<
        (&mut Land, &mut Groups, &Roster, &Clock, &mut Events, &mut Planner, &Pass),
        With<Board>,
    >,
    mut units: Query<UnitParts>,
) {
    for (mut land, mut groups, roster, clock, mut events, mut planner, &pass) in &mut arenas {
        if !pass.plans() {
            continue;
        }
        let land = &mut *land;
        land.refresh_regions();
        for (&id, group) in &mut groups.list {
            let anew = std::mem::take(&mut group.needs_plan);
            let members = gather(id, group, roster, &units, anew);
            if members.is_empty() {
                continue;
            }
            let mut giving = Giving { land, scratch: &mut planner.0, id, group };
            let mut taken = taken(roster, &units, id, &members);
            let assignments = giving.assignments(&members, &mut taken);
            let tell = |at, kind| events.push(Event { tick: clock.tick, at, kind });
            let units_told = members.len();
            let first = members[0].cell;
            hand_over((id, group), &land.terrain, members, assignments, &mut units, tell);
            let kind = EventKind::Planned { group: id, units: units_told, expanded: 0 };
            events.push(Event { tick: clock.tick, at: first, kind });
        }
    }
}

/// The members that need an assignment: all that have not arrived if the group plans again, else those that have reached
/// their next order.
fn gather(
    id: GroupId,
    group: &Group,
    roster: &Roster,
    units: &Query<UnitParts>,
    anew: bool,
) -> Vec<Member> {
    let members = group.members.iter().filter_map(|id| Some((*id, *roster.units.get(id)?)));
    members
        .filter_map(|(unit, entity)| {
            let (_, position, orders, stepper, .., status) = units.get(entity).ok()?;
            let busy = matches!(*status, Status::Arrived | Status::Fighting);
            let own = |e: &&Assignment| e.group == id && e.leg == orders.leg;
            // An order that came during a fight has no assignment yet when the unit walks again.
            let lost =
                *status == Status::Walking && stepper.assignment.as_ref().filter(own).is_none();
            let wants = *status == Status::Planning || lost || anew && !busy;
            let same = |e: &&Assignment| own(e) && !e.falls_short;
            wants.then(|| Member {
                id: unit,
                entity,
                cell: stepper.cell.unwrap_or(Cell::containing(position.0)),
                leg: orders.leg,
                kept: stepper.assignment.as_ref().filter(same).cloned(),
            })
        })
        .collect()
}

/// The cells on which other units rest or will rest.
fn taken(
    roster: &Roster,
    units: &Query<UnitParts>,
    group: GroupId,
    members: &[Member],
) -> BTreeSet<Cell> {
    let wanting: BTreeSet<UnitId> = members.iter().map(|m| m.id).collect();
    let mut taken = BTreeSet::new();
    for (_, &entity) in roster.units.iter().filter(|(id, _)| !wanting.contains(id)) {
        let Ok((_, position, _, stepper, .., status)) = units.get(entity) else { continue };
        match (status, &stepper.assignment) {
            (status, _) if status.is_resting() => {
                taken.insert(stepper.cell.unwrap_or(Cell::containing(position.0)));
            }
            (_, Some(assignment)) if assignment.group == group => {
                taken.insert(assignment.target);
                taken.extend(assignment.turn.map(|turn| turn.back));
            }
            _ => {}
        }
    }
    taken
}

/// The input for the assignments of a group.
struct Giving<'a> {
    land: &'a Land,
    scratch: &'a mut PlanScratch,
    id: GroupId,
    group: &'a Group,
}

impl Giving<'_> {
    /// An assignment for each member; `None` for a member on blocked ground.
    fn assignments(
        &mut self,
        members: &[Member],
        taken: &mut BTreeSet<Cell>,
    ) -> Vec<Option<Assignment>> {
        let mut assignments: Vec<Option<Assignment>> = vec![None; members.len()];
        let mut by_goal: BTreeMap<(usize, Cell, bool), Vec<usize>> = BTreeMap::new();
        for (i, member) in members.iter().enumerate() {
            if let Some(kept) = member.kept.as_ref().filter(|kept| self.still_good(member, kept)) {
                taken.insert(kept.target);
                assignments[i] = Some(kept.clone());
                continue;
            }
            let Some(goal) = self.group.legs.get(member.leg).and_then(Order::place) else {
                continue;
            };
            let (terrain, regions) = (&self.land.terrain, &self.land.regions);
            if regions.connected(terrain, member.cell, goal) {
                by_goal.entry((member.leg, goal, false)).or_default().push(i);
            } else if let Some(near) =
                regions.nearest_in(terrain, regions.region(terrain, member.cell), goal)
            {
                by_goal.entry((member.leg, near, true)).or_default().push(i);
            }
        }
        for ((leg, goal, falls_short), indices) in by_goal {
            let requests: Vec<&Member> = indices.iter().map(|&i| &members[i]).collect();
            let places = self.places(leg, goal, &requests, taken);
            for (i, (target, within)) in indices.into_iter().zip(places) {
                let turn = self.turn(leg, members[i].cell, target);
                let (group, errand_leg) = (self.id, leg);
                assignments[i] =
                    Some(Assignment { group, leg: errand_leg, target, within, falls_short, turn });
            }
        }
        assignments
    }

    /// Whether a unit can still go where it was going.
    fn still_good(&self, member: &Member, kept: &Assignment) -> bool {
        let reaches = |to| self.land.regions.connected(&self.land.terrain, member.cell, to);
        reaches(kept.target) && kept.turn.is_none_or(|turn| reaches(turn.back))
    }

    /// A slot for each unit, and how near to it is near enough.
    fn places(
        &mut self,
        leg: usize,
        goal: Cell,
        requests: &[&Member],
        taken: &BTreeSet<Cell>,
    ) -> Vec<(Cell, i32)> {
        let patrols = matches!(self.group.legs.get(leg), Some(Order::Patrol { .. }));
        if leg + 1 < self.group.legs.len() && !patrols {
            let within = passes_within(self.group.members.len()) as i32;
            return vec![(goal, within); requests.len()];
        }
        // A single unit goes exactly to its goal.
        if self.group.members.len() == 1 {
            return vec![(goal, 0); requests.len()];
        }
        let terrain = &self.land.terrain;
        let starts: Vec<Cell> = requests.iter().map(|m| m.cell).collect();
        // Slots are given by the length of the path, without the costs of layers.
        let context = PlanContext::bare(terrain);
        let request = GroupRequest::new(&context, &starts, goal);
        let plans = plan(&Search::default(), &request, self.scratch);
        let paths = plans.iter().map(|p| p.path.as_ref());
        let arrivals: Vec<SlotRequest> = starts
            .iter()
            .zip(paths.clone())
            .map(|(start, path)| SlotRequest {
                position: start.center(),
                distance: path.map_or(f64::MAX, |p| p.length()),
            })
            .collect();
        let shortest = paths.flatten().min_by(|a, b| a.length().total_cmp(&b.length()));
        let back = 2 + (requests.len() as f32 / std::f32::consts::PI).sqrt().ceil() as usize;
        let entry = shortest.and_then(|p| p.cells().iter().rev().nth(back).or(p.cells().first()));
        let places = slots_around(terrain, goal, requests.len(), taken);
        let entry = entry.copied().unwrap_or(goal);
        let assigned = assign_slots(terrain, goal, entry, places, &arrivals);
        assigned.into_iter().map(|place| (place, 0)).collect()
    }

    /// How the assignment goes on at its target, if the order is a patrol.
    fn turn(&self, leg: usize, here: Cell, target: Cell) -> Option<Turn> {
        let Some(&Order::Patrol { rounds, .. }) = self.group.legs.get(leg) else { return None };
        // Both ends are the same cell: the patrol is done at once.
        if here == target {
            return None;
        }
        let ways = (rounds > 0).then(|| rounds.saturating_mul(2));
        Some(Turn { back: here, ways_done: 0, ways })
    }
}

fn hand_over(
    (id, group): (GroupId, &Group),
    terrain: &Terrain,
    members: Vec<Member>,
    assignments: Vec<Option<Assignment>>,
    units: &mut Query<UnitParts>,
    mut tell: impl FnMut(Cell, EventKind),
) {
    let short = || {
        let short = assignments.iter().map(|e| e.as_ref().is_none_or(|e| e.falls_short));
        members.iter().zip(short).filter(|(_, short)| *short).map(|(member, _)| member)
    };
    if let Some(first) = short().next()
        && let Some(goal) = group.legs.get(first.leg).and_then(Order::place)
    {
        let (units, reason) = (short().count(), UnreachableReason::of(terrain, goal));
        tell(first.cell, EventKind::GoalUnreachable { group: id, units, goal, reason });
    }
    for (member, assignment) in members.into_iter().zip(assignments) {
        let Ok((_, _, _, mut stepper, mut route, mut progress, mut new_status)) =
            units.get_mut(member.entity)
        else {
            continue;
        };
        let same = stepper.assignment == assignment;
        let blocked = Status::Waiting(WaitReason::Blocked);
        let status = match &assignment {
            None => Status::Waiting(WaitReason::Buried),
            Some(e) if e.falls_short && e.target == member.cell => {
                Status::Waiting(WaitReason::WalledIn)
            }
            Some(_) if same && *new_status == blocked => blocked,
            Some(_) => Status::Walking,
        };
        if let Status::Waiting(reason) = status
            && status != *new_status
        {
            tell(member.cell, EventKind::Waiting(member.id, reason));
        }
        *new_status = status;
        *route = Route::new(vec![member.cell], 1);
        route.rest = assignment.as_ref().map_or(member.cell, |e| e.target).center();
        route.falls_short = assignment.as_ref().is_none_or(|e| e.falls_short);
        if !same {
            *progress = Progress::FRESH;
            stepper.tally = Default::default();
            stepper.so_far = 0.0;
        }
        stepper.stalled = 0;
        stepper.assignment = assignment;
    }
}
