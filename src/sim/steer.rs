//! The velocity that each unit wants.

use super::TickSystems;
use super::arena::{Arena, Clock, Land, Teams};
use super::cells::Board;
use super::flocks::Flocks;
use super::ranks::Ranks;
use super::unit::{
    GroupId, Orders, Position, Progress, Route, Status, Steering, Unit, Velocity, WaitReason,
};
use crate::combat::UnitKind;
use crate::scenario::{TeamId, UnitId};
use crate::steering::{Buckets, Member, NOTICE, Neighbour, Terms, Travel, Walker};
use bevy::ecs::query::ROQueryItem;
use bevy::prelude::*;
use rayon::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, steer_units.in_set(TickSystems::Steer));
}

/// From this many units on, the work is shared among threads.
const SHARED_FROM: usize = 512;

/// A unit that got no further for this long makes room for others when it is its turn, in ticks.
const PATIENCE: u32 = 16;
/// How long a turn lasts, in ticks.
const TURN: u64 = 12;

/// Whether it is a unit's turn to make room: about half of all units have theirs at any time.
fn has_turn(unit: UnitId, tick: u64) -> bool {
    let mixed = (u64::from(unit.0) << 32 | (tick / TURN)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed >> 63 == 1
}

/// A unit, and its route while it walks.
#[derive(Clone, Copy)]
struct Seen<'a> {
    team: TeamId,
    position: Vec2,
    velocity: Vec2,
    kind: &'static UnitKind,
    group: Option<GroupId>,
    walk: Option<Walk<'a>>,
}

/// What a unit that walks has in mind.
#[derive(Clone, Copy)]
struct Walk<'a> {
    route: &'a Route,
    /// How far it still has to go, in cells.
    to_go: f32,
    makes_room: bool,
}

type UnitParts<'a> = (
    &'a Unit,
    &'a ChildOf,
    &'a Position,
    &'a Velocity,
    &'a Status,
    &'a Progress,
    &'a Orders,
    &'a mut Route,
    &'a mut Steering,
);

/// What a unit decided: how far it is on its route, and the terms of its velocity.
type Decision = (usize, Terms);

#[allow(clippy::type_complexity, reason = "a query names everything that it touches")]
pub(super) fn steer_units(
    arenas: Query<(Entity, &Land, &Teams, &Clock), (With<Arena>, Without<Board>)>,
    mut units: Query<UnitParts>,
    mut buckets: Local<Buckets>,
    mut near: Local<Vec<Near>>,
    mut flocks: Local<Flocks>,
    mut ranks: Local<Ranks>,
) {
    for (arena, land, teams, clock) in &arenas {
        let here = |child: &ChildOf| child.parent() == arena;
        ranks.rebuild(units.iter().filter(|u| here(u.1)).map(|u| u.0.id));
        let stored = units.iter().filter(|u| here(u.1));
        let mut seen: Vec<Seen> = stored.map(|parts| see(parts, clock.tick)).collect();
        ranks.arrange(&mut seen);
        buckets.rebuild(land.terrain.bounds(), seen.iter().map(|s| s.position));
        gather_flocks(teams, &seen, &mut flocks);
        near.clear();
        near.extend(buckets.points().iter().map(|&i| Near::new(&seen, i)));
        let around =
            Around { land, teams, seen: &seen, buckets: &buckets, near: &near, flocks: &flocks };
        let decisions: Vec<Option<Decision>> = if seen.len() >= SHARED_FROM {
            (0..seen.len()).into_par_iter().map(|i| around.decide(i)).collect()
        } else {
            (0..seen.len()).map(|i| around.decide(i)).collect()
        };
        let stored = units.iter_mut().filter(|u| here(u.1));
        for (k, (unit, .., mut route, mut steering)) in stored.enumerate() {
            match decisions[ranks.of(k)] {
                Some((next, terms)) => {
                    if route.next != next {
                        route.next = next;
                    }
                    let desired = terms.sum().clamp_length_max(unit.kind.speed);
                    *steering = Steering { desired, terms };
                }
                None if !steering.terms.is_empty() => *steering = Steering::default(),
                None => {}
            }
        }
    }
}

/// What others see of a unit, and what it has in mind.
fn see<'a>(parts: ROQueryItem<'a, '_, UnitParts>, tick: u64) -> Seen<'a> {
    let (unit, _, position, velocity, status, progress, orders, route, _) = parts;
    let walks = matches!(status, Status::Walking | Status::Waiting(WaitReason::Blocked));
    Seen {
        team: unit.team,
        position: position.0,
        velocity: velocity.0,
        kind: unit.kind,
        group: orders.group,
        walk: walks.then(|| Walk {
            route,
            to_go: route.distance_to_go(position.0),
            makes_room: progress.stalled > PATIENCE && has_turn(unit.id, tick),
        }),
    }
}

/// Adds up the flocks, and lets them wait for members that lag behind.
fn gather_flocks(teams: &Teams, seen: &[Seen], flocks: &mut Flocks) {
    let members = || {
        seen.iter().filter_map(|s| match teams.0[usize::from(s.team.0)].doctrine.travel {
            Travel::Flocking(rule) => Some((s, s.walk.as_ref()?, s.group?, rule)),
            Travel::FollowPath(_) => None,
        })
    };
    flocks.clear();
    for (member, walk, group, _) in members() {
        flocks.add(group, member.position, member.kind.speed, walk.to_go);
    }
    flocks.finish();
    for (_, walk, group, rule) in members() {
        flocks.wait_for(&rule, group, walk.to_go);
    }
}

/// What units decide from.
struct Around<'a> {
    land: &'a Land,
    teams: &'a Teams,
    seen: &'a [Seen<'a>],
    buckets: &'a Buckets,
    near: &'a [Near],
    flocks: &'a Flocks,
}

impl Around<'_> {
    /// What a unit that walks wants.
    fn decide(&self, i: usize) -> Option<Decision> {
        let me = &self.seen[i];
        let &Walk { route, to_go, makes_room } = me.walk.as_ref()?;
        let mut walker = Walker {
            position: me.position,
            radius: me.kind.radius,
            speed: me.kind.speed,
            path: &route.cells,
            next: route.next,
            rest: route.rest,
            way_point: route.way_point(),
            pass_within: route.pass_within,
            makes_room,
        };
        let terrain = self.land.terrain_for(me.kind);
        let flock = me.group.and_then(|group| self.flocks.get(group));
        let terms = match (self.teams.0[usize::from(me.team.0)].doctrine.travel, flock) {
            (Travel::Flocking(rule), Some(flock)) => {
                walker.next = rule.advance(terrain, walker);
                let member = Member { walker, velocity: me.velocity, to_go };
                rule.steer(&member, flock, self.neighbours(i, rule.reach()))
            }
            (Travel::FollowPath(rule), _) => {
                walker.next = rule.advance(terrain, walker);
                rule.steer(&walker, self.neighbours(i, NOTICE))
            }
            (Travel::Flocking(_), None) => return None,
        };
        Some((walker.next, terms))
    }

    /// The others within a distance.
    fn neighbours(&self, i: usize, reach: f32) -> impl Iterator<Item = Neighbour> {
        let me = &self.seen[i];
        let to_go = me.walk.as_ref().map_or(0.0, |walk| walk.to_go);
        let ranges = self.buckets.ranges(me.position, reach);
        ranges.flat_map(|range| &self.near[range]).filter_map(move |other| {
            let offset = other.position - me.position;
            let meets = other.flies == me.kind.flying && other.index != i as u32;
            (offset.length_squared() <= reach * reach && meets).then(|| Neighbour {
                offset,
                velocity: other.velocity,
                radius: other.radius,
                goes_first: other.walks && (other.to_go, other.index) < (to_go, i as u32),
                companion: other.walks && other.group == me.group,
            })
        })
    }
}

/// What others see of a unit; these lie in memory bucket by bucket.
#[derive(Clone, Copy)]
pub(super) struct Near {
    position: Vec2,
    velocity: Vec2,
    radius: f32,
    to_go: f32,
    group: Option<GroupId>,
    index: u32,
    walks: bool,
    flies: bool,
}

impl Near {
    fn new(seen: &[Seen], index: u32) -> Self {
        let unit = &seen[index as usize];
        Self {
            position: unit.position,
            velocity: unit.velocity,
            radius: unit.kind.radius,
            to_go: unit.walk.as_ref().map_or(0.0, |walk| walk.to_go),
            group: unit.group,
            index,
            walks: unit.walk.is_some(),
            flies: unit.kind.flying,
        }
    }
}
