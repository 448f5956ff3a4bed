//! New paths for the groups that need them.

use crate::grid::{Cell, Terrain, walk_length};
use crate::planning::PlanScratch;
use crate::platform::Stopwatch;
use crate::scenario::UnitId;
use crate::sim::arena::{Arena, Clock, Land, Roster, Teams};
use crate::sim::arena::{Event, EventKind, Events, UnreachableReason};
use crate::sim::cells::Board;
use crate::sim::combat::combatant::Returning;
use crate::sim::fields::arena_fields::ArenaFields;
use crate::sim::metrics::group_numbers::GroupNumbers;
use crate::sim::metrics::last_search::LastSearch;
use crate::sim::metrics::numbers::{CaptureSearch, Numbers};
use crate::sim::plan::arrival_slots::{SlotRequest, assign_slots, slots_around};
use crate::sim::plan::flock_path::{PathSharer, share_path};
use crate::sim::plan::job::{Fate, Job, Member, UnitParts};
use crate::sim::tick::Pass;
use crate::sim::unit::{Group, GroupId, Groups, WaitReason};
use bevy::ecs::query::QueryData;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// How much an arena may plan in one tick, counted in nodes of an unpriced search; a node of a priced search counts as
/// several. What is not done then goes on in the next tick, and units without a path wait for it.
///
/// A number of nodes and not a time, so that the same run waits at the same places on every machine. It is a setting of
/// the host, like the scenario: a recording replays exactly only under the same budget. Where units go from cell to
/// cell, [`CellSteps::nodes_per_pass`](crate::planning::CellSteps) is the budget instead.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeBudget(pub u64);

impl Default for NodeBudget {
    /// A few milliseconds.
    fn default() -> Self {
        Self(200_000)
    }
}

/// The memory of an arena's searches, reused from plan to plan.
#[derive(Component, Default)]
pub struct Planner(pub PlanScratch);

/// The plan of an arena that is under way. Groups are planned one after the other, each whole before the next one begins.
#[derive(Component, Clone, Debug, Default, Serialize, Deserialize)]
pub struct PlanQueue {
    job: Option<Box<Job>>,
    /// Whether units are left to plan for.
    unfinished: bool,
    /// The group that was planned last, while others wait: they come first.
    last: Option<GroupId>,
    /// Whether the next pass goes on with it even if time stands still.
    #[serde(skip)]
    goes_on: bool,
}

impl PlanQueue {
    /// Whether the last pass left something to plan.
    pub fn is_unfinished(&self) -> bool {
        self.unfinished
    }

    /// Goes on in the next pass, even if time stands still then.
    pub fn go_on(&mut self) {
        self.goes_on = true;
    }

    /// Whether this pass goes on with a plan, although time stands still.
    pub(crate) fn take_goes_on(&mut self) -> bool {
        std::mem::take(&mut self.goes_on) && self.unfinished
    }

    /// Finds the units of the plan in another world.
    pub(crate) fn resolve(&mut self, roster: &Roster) {
        if let Some(job) = &mut self.job {
            job.resolve(roster);
        }
    }

    /// The numbers that tell one state of planning from another, for the state hash.
    pub(crate) fn state(&self) -> [u64; 7] {
        let job = self.job.as_ref().map_or([0; 5], |job| job.state());
        let last = self.last.map_or(0, |group| u64::from(group.0) + 1);
        let [group, began, expanded, leg, planned] = job;
        [u64::from(self.unfinished), last, group, began, expanded, leg, planned]
    }

    /// The plan that was begun if it is still of use, or that of the next group that needs one.
    fn next_job(
        &mut self,
        groups: &mut Groups,
        returning: &mut Returning,
        land: &Land,
        begin: impl FnOnce(GroupId, &Group, Option<&BTreeSet<UnitId>>) -> Job,
    ) -> Option<Box<Job>> {
        if let Some(job) = self.job.take() {
            if job.is_of_use(groups.list.get(&job.id), land) {
                return Some(job);
            }
            // Restart a stale plan.
            if let Some(group) = groups.list.get_mut(&job.id) {
                group.needs_plan = true;
            }
        }
        let due = || due(groups, returning);
        let id = due().find(|&id| Some(id) > self.last).or_else(|| due().next())?;
        let group = groups.list.get_mut(&id)?;
        let back = returning.0.remove(&id).filter(|_| !group.needs_plan);
        group.needs_plan = false;
        Some(Box::new(begin(id, group, back.as_ref())))
    }
}

/// An arena as planning sees it.
#[derive(QueryData)]
#[query_data(mutable)]
pub(crate) struct PlanningArena {
    land: &'static mut Land,
    groups: &'static mut Groups,
    roster: &'static Roster,
    teams: &'static Teams,
    clock: &'static Clock,
    pass: &'static Pass,
    fields: &'static ArenaFields,
    budget: &'static NodeBudget,
    queue: &'static mut PlanQueue,
    planner: &'static mut Planner,
    returning: &'static mut Returning,
    events: &'static mut Events,
    numbers: &'static mut Numbers,
    group_numbers: &'static mut GroupNumbers,
    last_search: &'static mut LastSearch,
}

pub(crate) fn plan_groups(
    watch: Res<CaptureSearch>,
    mut arenas: Query<PlanningArena, (With<Arena>, Without<Board>)>,
    mut units: Query<UnitParts>,
) {
    for arena in &mut arenas {
        let PlanningArenaItem {
            mut land,
            mut groups,
            roster,
            teams,
            clock,
            pass,
            fields,
            budget,
            mut queue,
            mut planner,
            mut returning,
            mut events,
            mut numbers,
            mut group_numbers,
            mut last_search,
        } = arena;
        if !pass.plans() {
            continue;
        }
        let land = &mut *land;
        land.regions.refresh(&land.terrain);
        planner.0.watch(watch.last_search);
        last_search.begin_pass(watch.last_search, &groups);
        let mut planned = false;
        let (mut expanded, mut milliseconds) = (0, 0.0);
        let mut work = 0;
        // No unit comes to rest in this stage.
        let mut resting = None;
        while work < budget.0 {
            let began = Stopwatch::start();
            let job = queue.next_job(&mut groups, &mut returning, land, |id, group, back| {
                let doctrine = teams.0[usize::from(group.team.0)].doctrine;
                let since = clock.tick;
                Job::begin((id, group), doctrine, since, back, roster, &units, fields)
            });
            let Some(mut job) = job else { break };
            let Some(group) = groups.list.get_mut(&job.id) else { continue };
            if land.sky.is_none() && job.members.iter().any(|m| m.flies) {
                land.sky = Some(Terrain::open(land.terrain.bounds(), land.terrain.corners()));
            }
            work += job.advance(group, land, fields, &mut planner.0, budget.0 - work);
            job.milliseconds += began.milliseconds();
            if !job.is_done() {
                job.send_ahead(&mut units);
                queue.job = Some(job);
                break;
            }
            queue.last = Some(job.id);
            expanded += job.expanded;
            milliseconds += job.milliseconds;
            job.tell_visited(&mut last_search);
            let mut members = std::mem::take(&mut job.members);
            if job.doctrine.travel.shares_path() {
                let walking = members.iter_mut().filter(|m| m.fate == Fate::Walks);
                let sharers = walking.map(|m| PathSharer {
                    position: m.position,
                    flies: m.flies,
                    route: &mut m.route,
                });
                share_path(&land.terrain, sharers.collect());
            }
            let resting = resting.get_or_insert_with(|| resting_units(roster, &units));
            give_slots(land, group, resting, &mut members);
            tell(clock.tick, (job.id, group), land, &members, &mut events);
            if let Some(first) = members.first() {
                let (units, expanded) = (members.len(), job.expanded);
                let kind = EventKind::Planned { group: job.id, units, expanded };
                events.push(Event { tick: clock.tick, at: Cell::containing(first.position), kind });
            }
            planned |= !members.is_empty();
            group_numbers.note_plan(job.id);
            for member in members {
                numbers.paths_planned += 1;
                let ago = clock.tick - job.began;
                group.needs_plan |= !member.hand_over(job.id, ago, &mut units);
            }
        }
        queue.unfinished = queue.job.is_some() || due(&groups, &returning).next().is_some();
        if !queue.unfinished {
            queue.last = None;
        }
        if !planned {
            continue;
        }
        numbers.expanded += expanded;
        numbers.expanded_last = expanded;
        numbers.plan_milliseconds = milliseconds;
    }
}

/// The groups that need a plan, or have members that come back from a fight.
fn due(groups: &Groups, returning: &Returning) -> impl Iterator<Item = GroupId> {
    let needs = |(id, group): &(&GroupId, &Group)| group.needs_plan || returning.0.contains_key(id);
    groups.list.iter().filter(needs).map(|(id, _)| *id)
}

/// The resting units with their cells.
fn resting_units(roster: &Roster, units: &Query<UnitParts>) -> Vec<(UnitId, Cell)> {
    let all = roster.units.iter().filter_map(|(&id, &e)| Some((id, units.get(e).ok()?)));
    all.filter(|(_, (.., status))| status.is_resting())
        .map(|(id, (_, position, ..))| (id, Cell::containing(position.0)))
        .collect()
}

/// Gives each member its own slot near the end of its path.
fn give_slots(land: &Land, group: &Group, resting: &[(UnitId, Cell)], members: &mut [Member]) {
    let planned: BTreeSet<UnitId> = members.iter().map(|m| m.id).collect();
    let others = resting.iter().filter(|(id, _)| !planned.contains(id));
    let taken: BTreeSet<Cell> = others.map(|&(_, cell)| cell).collect();
    let mut by_end: BTreeMap<Cell, Vec<usize>> = BTreeMap::new();
    for (i, member) in members.iter().enumerate().filter(|(_, m)| m.fate == Fate::Walks) {
        by_end.entry(member.route.end()).or_default().push(i);
    }
    for (end, indices) in by_end {
        // A single unit goes exactly where it is told, and pushes friends aside if it must.
        let no_one = BTreeSet::new();
        let taken = if group.members.len() == 1 { &no_one } else { &taken };
        let requests: Vec<SlotRequest> = indices
            .iter()
            .map(|&i| SlotRequest {
                position: members[i].position,
                distance: walk_length(members[i].route.cells()),
            })
            .collect();
        let places = slots_around(&land.terrain, end, requests.len(), taken);
        let nearest = (0..requests.len())
            .min_by(|&a, &b| requests[a].distance.total_cmp(&requests[b].distance))
            .unwrap_or(0);
        let back = 2 + (requests.len() as f32 / std::f32::consts::PI).sqrt().ceil() as usize;
        let cells = members[indices[nearest]].route.cells();
        let entry = cells[cells.len().saturating_sub(1 + back)];
        let assigned = assign_slots(&land.terrain, end, entry, places, &requests);
        for (i, place) in indices.into_iter().zip(assigned) {
            members[i].route.rest = place.center();
        }
    }
}

fn tell(
    tick: u64,
    (id, group): (GroupId, &Group),
    land: &Land,
    members: &[Member],
    events: &mut Events,
) {
    let short: Vec<&Member> = members.iter().filter(|m| m.route.falls_short).collect();
    if let (Some(first), Some(goal)) = (short.first(), group.goal(group.legs.len() - 1)) {
        let reason = UnreachableReason::of(&land.terrain, goal);
        let kind = EventKind::GoalUnreachable { group: id, units: short.len(), goal, reason };
        events.push(Event { tick, at: Cell::containing(first.position), kind });
    }
    for member in members {
        let reason = match member.fate {
            Fate::Walks => continue,
            Fate::WalledIn => WaitReason::WalledIn,
            Fate::Buried => WaitReason::Buried,
        };
        let kind = EventKind::Waiting(member.id, reason);
        events.push(Event { tick, at: Cell::containing(member.position), kind });
    }
}
