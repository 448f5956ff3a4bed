//! New paths for the groups that need them.

use crate::grid::Cell;
use crate::planning::{Groundwork, PlanMemory, PlanScratch};
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
use crate::sim::plan::flock_path::{PathSharer, share_path};
use crate::sim::plan::give_slots::{Spacing, give_slots};
use crate::sim::plan::head_start::HeadStarts;
use crate::sim::plan::job::{Fate, Job, Member, UnitParts};
use crate::sim::state::Restored;
use crate::sim::tick::Pass;
use crate::sim::traffic::TrafficControl;
use crate::sim::unit::{Group, GroupId, Groups, WaitReason};
use bevy::ecs::query::QueryData;
use bevy::prelude::*;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeSet;
use std::ops::Bound;

/// Cost of assigning a slot, in nodes.
const NODES_PER_SLOT: u64 = 16;
/// Work to hand out a finished plan, up to this many nodes, is done at once and not charged to the budget, so that small groups
/// are not cut into slices.
const MIN_FINISH: u64 = 30_000;

/// Head starts are given when planning has lasted this many ticks and at least this many units still wait. A unit that is planned for
/// soon does not set off twice, and groups of the size that the papers study walk only the paths that their search plans.
const HEAD_STARTS_AFTER: u64 = 8;
const HEAD_STARTS_TO: usize = 256;
/// Budget for head starts on top of the tick's, in nodes per unit, so that waiting does not grow with the number of units.
const HEAD_START_PER_UNIT: u64 = 96;

/// How much an arena may plan in one tick, counted in nodes of an unpriced search; a node of a priced search counts as
/// several. What is not done then goes on in the next tick, and units without a path wait for it.
///
/// A number of nodes and not a time, so that a run waits at the same ticks on every machine. It is a setting of
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

/// The memory of an arena's searches, reused from plan to plan. Only what lasts from plan to plan is copied and stored.
#[derive(Component, Default)]
pub struct Planner(pub PlanScratch);

impl Clone for Planner {
    fn clone(&self) -> Self {
        let mut planner = Self::default();
        planner.clone_from(self);
        planner
    }

    fn clone_from(&mut self, other: &Self) {
        self.0.recall(other.0.memory());
    }
}

impl Serialize for Planner {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.memory().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Planner {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut planner = Self::default();
        planner.0.recall(PlanMemory::deserialize(deserializer)?);
        Ok(planner)
    }
}

/// The plan of an arena that is under way. Groups are planned one after the other, each whole before the next one begins.
/// If that lasts, the units of groups that wait get the first part of a path meanwhile.
#[derive(Component, Clone, Debug, Default, Serialize, Deserialize)]
pub struct PlanQueue {
    job: Option<Box<Job>>,
    /// Whether units are left to plan for.
    unfinished: bool,
    /// The group that was planned last, while others wait: they come first.
    last: Option<GroupId>,
    /// The tick since which there has always been something left to plan.
    waits_since: Option<u64>,
    /// Whether it waits long enough that units set off before their path is planned.
    gives_head_starts: bool,
    /// How far the ground is prepared for units that set off before their path is planned.
    groundwork: Groundwork,
    /// Whether the next pass continues with it even while the simulation is paused.
    #[serde(skip)]
    goes_on: bool,
}

impl PlanQueue {
    /// Whether the last pass left something to plan.
    pub fn is_unfinished(&self) -> bool {
        self.unfinished
    }

    /// Continues in the next pass, even if the simulation is paused then.
    pub fn go_on(&mut self) {
        self.goes_on = true;
    }

    /// Whether planning continues in this pass while the simulation is paused.
    pub(crate) fn take_goes_on(&mut self) -> bool {
        std::mem::take(&mut self.goes_on) && self.unfinished
    }

    /// Decides whether units set off before their path is planned. Once they do, that goes on until all is planned.
    fn follow_wait(&mut self, tick: u64, groups: &Groups) {
        let lasts = self.waits_since.is_some_and(|since| tick >= since + HEAD_STARTS_AFTER);
        if lasts && !self.gives_head_starts {
            let waiting = groups.list.values().filter(|group| group.needs_plan);
            self.gives_head_starts =
                waiting.map(|group| group.members.len()).sum::<usize>() >= HEAD_STARTS_TO;
        }
    }

    /// The current plan if it is still valid, or that of the next group that needs one.
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
        let after = self.last.map_or(Bound::Unbounded, Bound::Excluded);
        let id = due(groups, returning, after)
            .next()
            .or_else(|| due(groups, returning, Bound::Unbounded).next())?;
        let group = groups.list.get_mut(&id)?;
        let back = returning.0.remove(&id).filter(|_| !group.needs_plan);
        group.needs_plan = false;
        Some(Box::new(begin(id, group, back.as_ref())))
    }
}

/// Finds the units of a plan under way again.
pub(crate) fn find_members(restored: On<Restored>, mut arenas: Query<(&Roster, &mut PlanQueue)>) {
    if let Ok((roster, mut queue)) = arenas.get_mut(restored.arena)
        && let Some(job) = &mut queue.job
    {
        job.resolve(roster);
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
    traffic: &'static mut TrafficControl,
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
            mut traffic,
        } = arena;
        if !pass.plans() {
            continue;
        }
        let land = &mut *land;
        land.refresh_regions();
        planner.0.watch(watch.last_search);
        last_search.begin_pass(watch.last_search, &groups);
        let mut planned = false;
        let (mut expanded, mut milliseconds) = (0, 0.0);
        let mut work = 0;
        // No unit comes to rest in this stage.
        let mut resting = None;
        numbers.plan_work = 0;
        queue.follow_wait(clock.tick, &groups);
        if queue.gives_head_starts {
            let busy = queue.job.as_ref().map(|job| job.id);
            let starts = HeadStarts { tick: clock.tick, groups: &groups, busy, land, roster };
            let most = budget.0 / 2;
            let more = HEAD_START_PER_UNIT * roster.units.len() as u64;
            let ground = &mut queue.groundwork;
            let given = starts.give(ground, &mut planner.0, &mut units, most + more);
            // The rest of the budget is for full paths.
            work = given.work.min(most);
            numbers.head_starts += given.units;
            numbers.plan_work += given.work;
        }
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
                land.open_sky();
            }
            let done = job.advance(group, land, fields, &mut planner.0, budget.0 - work);
            work += done;
            numbers.plan_work += done;
            job.milliseconds += began.milliseconds();
            if !job.is_done() {
                job.send_ahead(&mut units);
                queue.job = Some(job);
                break;
            }
            let members = &mut job.members;
            if !job.has_slots {
                job.has_slots = true;
                let done = NODES_PER_SLOT * members.len() as u64;
                work += done.saturating_sub(MIN_FINISH);
                numbers.plan_work += done;
                if job.doctrine.travel.shares_path() {
                    let walking = members.iter_mut().filter(|m| m.fate == Fate::Walks);
                    let sharers = walking.map(|m| PathSharer {
                        position: m.position,
                        flies: m.flies,
                        route: &mut m.route,
                    });
                    share_path(&land.terrain, sharers.collect());
                }
                // A single unit goes exactly to its goal, and pushes allies aside if it must.
                let resting = match group.members.len() {
                    1 => &[],
                    _ => &**resting.get_or_insert_with(|| resting_units(roster, &units)),
                };
                let mut spacing = Spacing::default();
                if job.doctrine.traffic.rules().dense_slots {
                    traffic.single.refresh(&land.terrain);
                    let bodies = members.iter().filter_map(|m| units.get(m.entity).ok());
                    let radii = bodies.map(|(unit, ..)| unit.kind.radius);
                    spacing.shared_by = radii.reduce(f32::max);
                    spacing.kept_free = Some(&traffic.single);
                }
                give_slots(land, group, resting, &spacing, members);
                tell(clock.tick, (job.id, group), land, members, &mut events);
            }
            let most = budget.0.saturating_sub(work).max(MIN_FINISH);
            let (done, handed, stale) =
                job.hand_over(clock.tick, &land.terrain, &mut planner.0, &mut units, most);
            work += done.saturating_sub(MIN_FINISH);
            numbers.plan_work += done;
            numbers.paths_planned += handed as u64;
            group.needs_plan |= stale;
            if !job.is_handed_over() {
                queue.job = Some(job);
                break;
            }
            queue.last = Some(job.id);
            expanded += job.expanded;
            milliseconds += job.milliseconds;
            job.tell_visited(&mut last_search);
            if let Some(first) = job.members.first() {
                let (units, expanded) = (job.members.len(), job.expanded);
                let kind = EventKind::Planned { group: job.id, units, expanded };
                events.push(Event { tick: clock.tick, at: Cell::containing(first.position), kind });
                planned = true;
            }
            group_numbers.note_plan(job.id);
        }
        let waits = || due(&groups, &returning, Bound::Unbounded).next().is_some();
        queue.unfinished = queue.job.is_some() || waits();
        if queue.unfinished {
            queue.waits_since.get_or_insert(clock.tick);
        } else {
            (queue.last, queue.waits_since, queue.gives_head_starts) = (None, None, false);
        }
        if !planned {
            continue;
        }
        numbers.expanded += expanded;
        numbers.expanded_last = expanded;
        numbers.plan_milliseconds = milliseconds;
    }
}

/// The groups from one on that need a plan, or have members that come back from a fight.
fn due(
    groups: &Groups,
    returning: &Returning,
    from: Bound<GroupId>,
) -> impl Iterator<Item = GroupId> {
    let needs = |(id, group): &(&GroupId, &Group)| group.needs_plan || returning.0.contains_key(id);
    groups.list.range((from, Bound::Unbounded)).filter(needs).map(|(id, _)| *id)
}

/// The resting units with their cells.
fn resting_units(roster: &Roster, units: &Query<UnitParts>) -> Vec<(UnitId, Cell)> {
    let all = roster.units.iter().filter_map(|(&id, &e)| Some((id, units.get(e).ok()?)));
    all.filter(|(_, (.., status))| status.is_resting())
        .map(|(id, (_, position, ..))| (id, Cell::containing(position.0)))
        .collect()
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
            Fate::NoPath => WaitReason::NoPath,
        };
        let kind = EventKind::Waiting(member.id, reason);
        events.push(Event { tick, at: Cell::containing(member.position), kind });
    }
}
