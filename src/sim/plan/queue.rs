//! New paths for the groups that need them.

use crate::grid::{Cell, Terrain, walk_length};
use crate::planning::PlanScratch;
use crate::scenario::UnitId;
use crate::sim::arena::{Arena, Clock, Land, Roster, Teams};
use crate::sim::arena::{Event, EventKind, Events};
use crate::sim::cells::Board;
use crate::sim::combat::combatant::{HitPoints, Returning};
use crate::sim::fields::influence::Influences;
use crate::sim::fields::learning::Learned;
use crate::sim::metrics::group_numbers::GroupNumbers;
use crate::sim::metrics::last_search::LastSearch;
use crate::sim::metrics::numbers::{CaptureSearch, Numbers};
use crate::sim::plan::arrival_slots::{Comer, assign_places, places_around};
use crate::sim::plan::flock_path::{PathSharer, share_path};
use crate::sim::plan::job::{Fate, Fields, Job, Member, UnitParts};
use crate::sim::tick::Pass;
use crate::sim::unit::{Group, GroupId, Groups, Status, WaitReason};
use bevy::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

/// Work of planning in one pass, in cells of the fast search; what is not done then goes on in the next pass. A
/// number of cells and not a time, so that every run waits at the same places. A few milliseconds.
const WORK_PER_PASS: u64 = 200_000;

/// The memory of an arena's searches, reused from plan to plan.
#[derive(Component, Default)]
pub struct Planner(pub PlanScratch);

/// The plan of an arena that is under way. Groups are planned one after the other, each whole before the next one begins.
#[derive(Component, Default)]
pub struct PlanQueue {
    job: Option<Box<Job>>,
    /// Whether there is anybody left to plan for.
    unfinished: bool,
    /// The group that was planned last, while others wait: they come first.
    last: Option<GroupId>,
    /// Whether the next pass goes on with it even if time stands still.
    pub(crate) goes_on: bool,
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
            // What was begun in vain is begun anew.
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

type ArenaParts<'a> = (
    &'a mut Land,
    &'a mut Groups,
    &'a Roster,
    &'a Teams,
    &'a Clock,
    &'a mut Events,
    &'a mut Numbers,
    &'a mut LastSearch,
    &'a mut Planner,
    &'a Pass,
    &'a Learned,
    &'a mut Returning,
    &'a Influences,
    &'a mut PlanQueue,
    &'a mut GroupNumbers,
);

pub(crate) fn plan_groups(
    watch: Res<CaptureSearch>,
    mut arenas: Query<ArenaParts, (With<Arena>, Without<Board>)>,
    mut units: Query<UnitParts>,
    hit_points: Query<&HitPoints>,
) {
    for arena in &mut arenas {
        let (mut land, mut groups, roster, teams, clock, mut events, mut numbers, ..) = arena;
        let (mut last_search, mut planner, &pass) = (arena.7, arena.8, arena.9);
        let fields = Fields { learned: arena.10, influences: arena.12 };
        let (mut returning, mut under_way, mut group_numbers) = (arena.11, arena.13, arena.14);
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
        // Nobody comes to rest in this stage.
        let mut resting = None;
        while work < WORK_PER_PASS {
            let began = Instant::now();
            let job = under_way.next_job(&mut groups, &mut returning, land, |id, group, back| {
                let doctrine = teams.0[usize::from(group.team.0)].doctrine;
                let since = clock.tick;
                Job::begin((id, group), doctrine, since, back, roster, &units, &hit_points)
            });
            let Some(mut job) = job else { break };
            let Some(group) = groups.list.get_mut(&job.id) else { continue };
            if land.sky.is_none() && job.members.iter().any(|m| m.flies) {
                land.sky = Some(Terrain::open(land.terrain.bounds(), land.terrain.corners()));
            }
            work += job.advance(group, land, fields, &mut planner.0, WORK_PER_PASS - work);
            job.milliseconds += began.elapsed().as_secs_f64() * 1000.0;
            if !job.is_done() {
                job.send_ahead(&mut units);
                under_way.job = Some(job);
                break;
            }
            under_way.last = Some(job.id);
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
            give_places(land, group, resting, &mut members);
            tell(clock.tick, group, &members, &mut events);
            planned |= !members.is_empty();
            group_numbers.note_plan(job.id);
            for member in members {
                numbers.paths_planned += 1;
                let ago = clock.tick - job.began;
                group.needs_plan |= !member.hand_over(job.id, ago, &mut units);
            }
        }
        under_way.unfinished = under_way.job.is_some() || due(&groups, &returning).next().is_some();
        if !under_way.unfinished {
            under_way.last = None;
        }
        if !planned {
            continue;
        }
        numbers.expanded += expanded;
        numbers.expanded_last = expanded;
        numbers.plan_milliseconds = milliseconds;
    }
}

/// The groups that need a plan, or have members who come back from a fight.
fn due(groups: &Groups, returning: &Returning) -> impl Iterator<Item = GroupId> {
    let needs = |(id, group): &(&GroupId, &Group)| group.needs_plan || returning.0.contains_key(id);
    groups.list.iter().filter(needs).map(|(id, _)| *id)
}

/// Those who rest, with the cells that they rest on.
fn resting_units(roster: &Roster, units: &Query<UnitParts>) -> Vec<(UnitId, Cell)> {
    let all = roster.units.iter().filter_map(|(&id, &e)| Some((id, units.get(e).ok()?)));
    all.filter(|(_, (.., status))| matches!(**status, Status::Idle | Status::Arrived))
        .map(|(id, (_, position, ..))| (id, Cell::containing(position.0)))
        .collect()
}

/// Gives each member its own place to rest near the end of its path.
fn give_places(land: &Land, group: &Group, resting: &[(UnitId, Cell)], members: &mut [Member]) {
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
        let comers: Vec<Comer> = indices
            .iter()
            .map(|&i| Comer {
                position: members[i].position,
                distance: walk_length(members[i].route.cells()),
            })
            .collect();
        let places = places_around(&land.terrain, end, comers.len(), taken);
        let nearest = (0..comers.len())
            .min_by(|&a, &b| comers[a].distance.total_cmp(&comers[b].distance))
            .unwrap_or(0);
        let back = 2 + (comers.len() as f32 / std::f32::consts::PI).sqrt().ceil() as usize;
        let cells = members[indices[nearest]].route.cells();
        let entry = cells[cells.len().saturating_sub(1 + back)];
        let assigned = assign_places(&land.terrain, end, entry, places, &comers);
        for (i, place) in indices.into_iter().zip(assigned) {
            members[i].route.rest = place.center();
        }
    }
}

fn tell(tick: u64, group: &Group, members: &[Member], events: &mut Events) {
    let short: Vec<&Member> = members.iter().filter(|m| m.route.falls_short).collect();
    if let (Some(first), Some(goal)) = (short.first(), group.goal(group.legs.len() - 1)) {
        let kind = EventKind::GoalUnreachable { units: short.len(), goal };
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
