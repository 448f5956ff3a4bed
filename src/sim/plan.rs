//! New paths for the groups that need them.

use super::arena::{Arena, Clock, Land, Roster, Teams};
use super::cells::{Board, give_errands, plan_while_paused};
use super::combatant::{HitPoints, Returning};
use super::command::Edited;
use super::events::{Event, EventKind, Events};
use super::flock_path::share_path;
use super::influence::{Influences, presence};
use super::learning::Learned;
use super::look_round::look_round;
use super::numbers::{LastSearch, Numbers, Watch};
use super::places::{Comer, assign_places, places_around};
use super::unit::{Group, Groups, Orders, Position, Progress, Route, Status, Unit, WaitReason};
use super::{Pace, TickSystems};
use crate::grid::{Cell, Terrain, walk_length};
use crate::measure::{average_length, cohesion};
use crate::planning::{Chart, PlanScratch, Presence, plan};
use crate::scenario::{Doctrine, Order, UnitId};
use crate::steering::Travel;
use bevy::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        FixedUpdate,
        (
            plan_groups,
            look_round.run_if(|pace: Res<Pace>| pace.ticks()),
            give_errands,
            plan_while_paused,
        )
            .chain()
            .in_set(TickSystems::Plan),
    );
}

/// Cells expanded in one tick before the remaining groups have to wait for the next one. A number of
/// cells and not a time, so that every run waits at the same places.
const CELLS_PER_TICK: u64 = 500_000;
/// Cells on planned paths up to which their cohesion is worked out while units walk.
const COHESION_UP_TO: usize = 300_000;

/// The memory of an arena's searches, reused from plan to plan.
#[derive(Component, Default)]
pub struct Planner(pub PlanScratch);

/// A member of a group while its path is planned.
struct Member {
    id: UnitId,
    entity: Entity,
    position: Vec2,
    presence: Presence,
    leg: usize,
    flies: bool,
    route: Route,
    fate: Fate,
}

#[derive(PartialEq)]
enum Fate {
    Walks,
    WalledIn,
    Buried,
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
    &'a Edited,
    &'a Learned,
    &'a mut Returning,
    &'a Influences,
);

/// What the layers of an arena know.
#[derive(Clone, Copy)]
struct Fields<'a> {
    learned: &'a Learned,
    influences: &'a Influences,
}

type UnitParts<'a> =
    (&'a Unit, &'a Position, &'a Orders, &'a mut Route, &'a mut Progress, &'a mut Status);

fn plan_groups(
    pace: Res<Pace>,
    watch: Res<Watch>,
    mut arenas: Query<ArenaParts, (With<Arena>, Without<Board>)>,
    mut units: Query<UnitParts>,
    hit_points: Query<&HitPoints>,
) {
    for arena in &mut arenas {
        let (mut land, mut groups, roster, teams, clock, mut events, mut numbers, ..) = arena;
        let (mut last_search, mut planner, edited) = (arena.7, arena.8, arena.9);
        let fields = Fields { learned: arena.10, influences: arena.12 };
        let mut returning = arena.11;
        if !pace.ticks() && !edited.0 {
            continue;
        }
        let budget = if pace.ticks() { CELLS_PER_TICK } else { u64::MAX };
        let clock_start = Instant::now();
        let land = &mut *land;
        land.regions.refresh(&land.terrain);
        let mut planned: Vec<Vec<Cell>> = Vec::new();
        let mut expanded = 0;
        for (id, group) in &mut groups.list {
            let back = returning.0.get(id);
            if !group.needs_plan && back.is_none() {
                continue;
            }
            if expanded >= budget {
                break;
            }
            let doctrine = teams.0[usize::from(group.team.0)].doctrine;
            let mut members = gather(group, roster, &units, &hit_points);
            if let (false, Some(back)) = (group.needs_plan, back) {
                members.retain(|member| back.contains(&member.id));
            }
            group.needs_plan = false;
            returning.0.remove(id);
            if land.sky.is_none() && members.iter().any(|m| m.flies) {
                land.sky = Some(Terrain::open(land.terrain.bounds(), land.terrain.corners()));
            }
            expanded += plan_legs(&doctrine, land, fields, &mut planner.0, group, &mut members);
            if matches!(doctrine.travel, Travel::Flocking(_)) {
                let walking = members.iter_mut().filter(|m| m.fate == Fate::Walks);
                let routes = walking.map(|m| (m.position, m.flies, &mut m.route));
                share_path(&land.terrain, routes.collect());
            }
            give_places(land, group, roster, &units, &mut members);
            tell(clock.tick, group, &members, &mut events);
            for member in members {
                numbers.paths_planned += 1;
                planned.push(member.route.cells.clone());
                hand_over(member, &mut units);
            }
        }
        if planned.is_empty() {
            continue;
        }
        numbers.expanded += expanded;
        numbers.expanded_last = expanded;
        numbers.average_length = average_length(&planned);
        if planned.iter().map(Vec::len).sum::<usize>() <= COHESION_UP_TO {
            numbers.cohesion = cohesion(&planned);
        }
        if watch.last_search {
            last_search.record(&land.terrain, &planner.0);
        }
        numbers.plan_milliseconds = clock_start.elapsed().as_secs_f64() * 1000.0;
    }
}

/// The members of a group that have a way to go.
fn gather(
    group: &Group,
    roster: &Roster,
    units: &Query<UnitParts>,
    hit_points: &Query<&HitPoints>,
) -> Vec<Member> {
    group
        .members
        .iter()
        .filter_map(|id| Some((*id, *roster.units.get(id)?)))
        .filter_map(|(id, entity)| {
            let (unit, position, orders, .., status) = units.get(entity).ok()?;
            (*status != Status::Arrived).then(|| Member {
                id,
                entity,
                position: position.0,
                presence: presence(unit, position.0, hit_points.get(entity).ok()),
                leg: orders.leg,
                flies: unit.kind.flying,
                route: Route {
                    cells: vec![Cell::containing(position.0)],
                    rest: position.0,
                    pass_within: 0.5 + 0.25 * (group.members.len() as f32).sqrt(),
                    ..Route::default()
                },
                fate: Fate::Walks,
            })
        })
        .collect()
}

/// Plans every order that is still ahead, one after the other, each from where the one before ends.
/// Returns the number of cells expanded.
fn plan_legs(
    doctrine: &Doctrine,
    land: &Land,
    fields: Fields,
    scratch: &mut PlanScratch,
    group: &Group,
    members: &mut [Member],
) -> u64 {
    let mut expanded = 0;
    let first = members.iter().map(|m| m.leg).min().unwrap_or(0);
    for leg in first..group.legs.len() {
        let Some(goal) = group.goal(leg) else { continue };
        let attacks = matches!(group.legs[leg], Order::AttackMove(_) | Order::Attack(_));
        let layers = doctrine.layers.for_order(attacks);
        let mut by_goal: BTreeMap<(bool, Cell), Vec<usize>> = BTreeMap::new();
        for (i, member) in members.iter_mut().enumerate().filter(|(_, m)| m.leg <= leg) {
            let from = member.route.cells[member.route.cells.len() - 1];
            let region = land.regions.region(&land.terrain, from);
            if member.flies || land.regions.connected(&land.terrain, from, goal) {
                member.route.falls_short = false;
                by_goal.entry((member.flies, goal)).or_default().push(i);
            } else if let Some(near) = land.regions.nearest_in(&land.terrain, region, goal) {
                member.route.falls_short = true;
                by_goal.entry((false, near)).or_default().push(i);
            } else {
                member.route.falls_short = true;
                member.fate = Fate::Buried;
            }
        }
        for ((flies, goal), indices) in by_goal {
            let starts: Vec<Cell> =
                indices.iter().filter_map(|&i| members[i].route.cells.last().copied()).collect();
            // A flock is one, wherever its members have to go.
            let planners: Vec<Presence> = match layers.influence {
                Some(rule) if rule.flock => members.iter().map(|m| m.presence).collect(),
                _ => indices.iter().map(|&i| members[i].presence).collect(),
            };
            let sky = land.sky.as_ref().filter(|_| flies);
            let chart = Chart {
                terrain: sky.unwrap_or(&land.terrain),
                directions: &fields.learned.0,
                influence: &fields.influences.map,
                team: group.team.0,
                planners: &planners,
            };
            let plans = plan(&doctrine.search, &layers, &chart, scratch, &starts, goal);
            for (i, plan) in indices.into_iter().zip(plans) {
                let route = &mut members[i].route;
                expanded += plan.stats.expanded;
                route.expanded += plan.stats.expanded;
                if let Some(path) = plan.path {
                    route.cells.extend(path.cells().iter().skip(1));
                }
                route.leg_ends.push(route.cells.len() - 1);
                // What is to be attacked blocks its own place; in front of it is where to go.
                route.falls_short &= !matches!(group.legs[leg], Order::Attack(_));
                route.rest = route.cells[route.cells.len() - 1].center();
            }
        }
    }
    for member in members.iter_mut().filter(|m| m.fate == Fate::Walks) {
        if member.route.falls_short && member.route.cells.len() == 1 {
            member.fate = Fate::WalledIn;
        }
    }
    expanded
}

/// Gives each member its own place to rest near the end of its path.
fn give_places(
    land: &Land,
    group: &Group,
    roster: &Roster,
    units: &Query<UnitParts>,
    members: &mut [Member],
) {
    let planned: BTreeSet<UnitId> = members.iter().map(|m| m.id).collect();
    let taken: BTreeSet<Cell> = roster
        .units
        .iter()
        .filter(|(id, _)| !planned.contains(id))
        .filter_map(|(_, &e)| units.get(e).ok())
        .filter(|(.., status)| matches!(**status, Status::Idle | Status::Arrived))
        .map(|(_, position, ..)| Cell::containing(position.0))
        .collect();
    let mut by_end: BTreeMap<Cell, Vec<usize>> = BTreeMap::new();
    for (i, member) in members.iter().enumerate().filter(|(_, m)| m.fate == Fate::Walks) {
        by_end.entry(member.route.cells[member.route.cells.len() - 1]).or_default().push(i);
    }
    for (end, indices) in by_end {
        // A single unit goes exactly where it is told, and pushes friends aside if it must.
        let no_one = BTreeSet::new();
        let taken = if group.members.len() == 1 { &no_one } else { &taken };
        let comers: Vec<Comer> = indices
            .iter()
            .map(|&i| Comer {
                position: members[i].position,
                distance: walk_length(&members[i].route.cells),
            })
            .collect();
        let places = places_around(&land.terrain, end, comers.len(), taken);
        let nearest = (0..comers.len())
            .min_by(|&a, &b| comers[a].distance.total_cmp(&comers[b].distance))
            .unwrap_or(0);
        let back = 2 + (comers.len() as f32 / std::f32::consts::PI).sqrt().ceil() as usize;
        let cells = &members[indices[nearest]].route.cells;
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

fn hand_over(member: Member, units: &mut Query<UnitParts>) {
    let Ok((.., mut route, mut progress, mut status)) = units.get_mut(member.entity) else {
        return;
    };
    *status = match member.fate {
        // Whoever fights goes on with it; the path waits for him.
        _ if *status == Status::Fighting => Status::Fighting,
        Fate::Walks => Status::Walking,
        Fate::WalledIn => Status::Waiting(WaitReason::WalledIn),
        Fate::Buried => Status::Waiting(WaitReason::Buried),
    };
    *progress = Progress::FRESH;
    *route = member.route;
}
