//! The velocity that each unit wants.

use super::TickSystems;
use super::arena::{Arena, Clock, Land, Roster, Teams};
use super::cells::Board;
use super::unit::{Position, Progress, Route, Status, Steering, Unit, Velocity, WaitReason};
use crate::combat::UnitKind;
use crate::scenario::{TeamId, UnitId};
use crate::steering::{Buckets, FollowPath, NOTICE, Neighbour, Terms, Travel, Walker};
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

/// A unit as the others see it, and its route while it walks.
struct Seen<'a> {
    team: TeamId,
    position: Vec2,
    velocity: Vec2,
    kind: &'static UnitKind,
    walk: Option<Walk<'a>>,
}

/// What a unit that walks has in mind.
struct Walk<'a> {
    route: &'a Route,
    /// How far it still has to go, in cells.
    to_go: f32,
    makes_room: bool,
}

type UnitParts<'a> = (
    &'a Unit,
    &'a Position,
    &'a Velocity,
    &'a Status,
    &'a Progress,
    &'a mut Route,
    &'a mut Steering,
);

/// What a unit decided: how far it is on its route, and the terms of its velocity.
type Decision = (usize, Terms);

pub(super) fn steer_units(
    arenas: Query<(&Land, &Roster, &Teams, &Clock), (With<Arena>, Without<Board>)>,
    mut units: Query<UnitParts>,
    mut buckets: Local<Buckets>,
) {
    for (land, roster, teams, clock) in &arenas {
        let seen: Vec<Seen> = roster
            .units
            .values()
            .filter_map(|&entity| units.get(entity).ok())
            .map(|(unit, position, velocity, status, progress, route, _)| {
                let walks =
                    matches!(status, Status::Walking | Status::Waiting(WaitReason::Blocked));
                Seen {
                    team: unit.team,
                    position: position.0,
                    velocity: velocity.0,
                    kind: unit.kind,
                    walk: walks.then(|| Walk {
                        route,
                        to_go: route.distance_to_go(position.0),
                        makes_room: progress.stalled > PATIENCE && has_turn(unit.id, clock.tick),
                    }),
                }
            })
            .collect();
        buckets.rebuild(land.terrain.bounds(), seen.iter().map(|s| s.position));
        let decide = |i: usize| decide(land, teams, &seen, &buckets, i);
        let decisions: Vec<Option<Decision>> = if seen.len() >= SHARED_FROM {
            (0..seen.len()).into_par_iter().map(decide).collect()
        } else {
            (0..seen.len()).map(decide).collect()
        };
        let mut decisions = decisions.into_iter();
        for &entity in roster.units.values() {
            let Ok((unit, .., mut route, mut steering)) = units.get_mut(entity) else { continue };
            match decisions.next().flatten() {
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

fn decide(
    land: &Land,
    teams: &Teams,
    seen: &[Seen],
    buckets: &Buckets,
    i: usize,
) -> Option<Decision> {
    let me = &seen[i];
    let &Walk { route, to_go, makes_room } = me.walk.as_ref()?;
    let Travel::FollowPath(travel) = teams.0[usize::from(me.team.0)].doctrine.travel;
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
    walker.next = FollowPath::advance(&travel, land.terrain_for(me.kind), walker);
    let neighbours = buckets.near(me.position, NOTICE).filter(|&j| j != i).filter_map(|j| {
        let offset = seen[j].position - me.position;
        let meets = me.kind.flying == seen[j].kind.flying;
        (meets && offset.length_squared() <= NOTICE * NOTICE).then(|| Neighbour {
            offset,
            velocity: seen[j].velocity,
            radius: seen[j].kind.radius,
            goes_first: seen[j].walk.as_ref().is_some_and(|w| (w.to_go, j) < (to_go, i)),
        })
    });
    let terms = travel.steer(&walker, neighbours);
    Some((walker.next, terms))
}
