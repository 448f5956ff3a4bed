//! The velocity that each unit wants: gathers the units, asks the movement rule of their team, writes back.

use crate::scenario::UnitId;
use crate::sim::TICK;
use crate::sim::arena::{Arena, Clock, Land, Teams};
use crate::sim::cells::Board;
use crate::sim::steered::stable_order::StableOrder;
use crate::sim::unit::{
    DistanceToGo, Guided, Orders, Position, Progress, Route, Status, Steering, Unit, Velocity,
    WaitReason,
};
use crate::steering::{
    Course, Crowd, Guidance, LANES, Refill, Scene, TravelMemory, Traveller, Travellers, Walker,
    for_each_four, gather_some,
};
use bevy::prelude::*;
use std::array;

/// A unit that got no further for this long makes room for others when it is its turn, in ticks.
const PATIENCE: u32 = 16;
/// A unit that got no further for this long does so even if no unit is ahead of it, in ticks.
const LONG_PATIENCE: u32 = 40;
/// How long a turn lasts, in ticks.
const TURN: u64 = 12;

/// What steering keeps from tick to tick. All of it follows from the state of the arena, so it is not part of the state.
/// Movement uses the order and the buckets of the same tick: until then no unit moves, comes or goes. It writes the crowds.
#[derive(Component, Default)]
pub(crate) struct SteeringMemory {
    pub(crate) units: Travellers,
    pub(crate) order: StableOrder<(bool, u32)>,
    spare: Vec<Traveller>,
    /// By team.
    travels: Vec<TravelMemory>,
    /// Of the units on the ground, and of those that fly.
    pub(crate) crowds: [Crowd; 2],
}

#[allow(clippy::type_complexity, reason = "a query names everything that it touches")]
pub(crate) fn steer_units(
    mut arenas: Query<
        (Entity, &Land, &Teams, &Clock, &mut SteeringMemory),
        (With<Arena>, Without<Board>),
    >,
    mut units: Query<(
        &Unit,
        &ChildOf,
        &Position,
        &Velocity,
        &Status,
        &Progress,
        &Orders,
        &Guided,
        &mut Route,
        &mut Steering,
        &mut DistanceToGo,
    )>,
) -> Result {
    for (arena, land, teams, clock, mut memory) in &mut arenas {
        let SteeringMemory { units: travellers, order, spare, travels, .. } = &mut *memory;
        let here = |child: &ChildOf| child.parent() == arena;
        order.rebuild(|keys| {
            for (units, parents, ..) in units.contiguous_iter()? {
                let key = |k: usize| (units[k].kind.flying, units[k].id.0);
                gather_some(units.len(), keys, |k| here(&parents[k]), key);
            }
            Ok::<(), BevyError>(())
        })?;
        let chunks = units.contiguous_iter()?;
        travels.resize_with(teams.0.len(), TravelMemory::default);
        let fill = |all: &mut Vec<Traveller>| {
            let mut refill = Refill::new(all);
            for (units, parents, positions, velocities, statuses, _, orders, _, routes, ..) in
                chunks
            {
                let counts = |k: usize| here(&parents[k]);
                refill.add(units.len(), counts, |first, places| {
                    for (k, place) in (first..).zip(places) {
                        let (at, velocity) = (positions[k].0, velocities[k].0);
                        let (unit, status, orders) = (&units[k], statuses[k], orders[k]);
                        *place = traveller(unit, at, velocity, status, orders, &routes[k], teams);
                    }
                });
            }
            drop(refill);
            order.arrange(all, spare);
        };
        let of_teams = || (0..).zip(&teams.0).map(|(team, side)| (team, &side.doctrine.travel));
        travellers.rebuild_beside(land.terrain.bounds(), fill, |all| {
            for ((team, travel), memory) in of_teams().zip(travels.iter_mut()) {
                travel.survey(memory, all, team);
            }
        });
        let sky = land.sky.as_deref().unwrap_or(&land.terrain);
        let scene = Scene { ground: &land.terrain, sky, units: travellers, time_step: TICK };
        for ((team, travel), memory) in of_teams().zip(travels.iter_mut()) {
            travel.prepare(memory, &scene, team);
        }
        let mut first = 0;
        for (_, parents, .., progress, _, guided, mut routes, mut steering, mut to_go) in
            units.contiguous_iter_mut()?
        {
            let ranks = order.ranks_of(&mut first, parents.len(), |k| here(&parents[k]));
            let steer = |first: usize, routes: &mut [Route], wishes: &mut [_], ways: &mut [_]| {
                let units: [_; LANES] = array::from_fn(|i| {
                    let rank = if i < routes.len() { ranks(first + i) } else { None };
                    rank.map(|rank| &travellers.all()[rank])
                });
                let walker = |i: usize, unit| {
                    let (progress, guidance) = (&progress[first + i], guided[first + i].0);
                    walker(unit, &routes[i], progress, guidance, clock.tick)
                };
                let team = |unit: &Traveller| {
                    let team = usize::from(unit.team);
                    (&teams.0[team].doctrine.travel, &travels[team])
                };
                let mut courses = [None; LANES];
                match units {
                    [Some(a), Some(b), Some(c), Some(d)] if march_together([a, b, c, d]) => {
                        let walkers = [walker(0, a), walker(1, b), walker(2, c), walker(3, d)];
                        let (travel, memory) = team(a);
                        travel.steer_four(memory, &scene, &walkers, &mut courses);
                    }
                    _ => {
                        for (i, unit) in units.iter().enumerate() {
                            let Some(unit) = unit.filter(|unit| unit.walks()) else { continue };
                            let (travel, memory) = team(unit);
                            courses[i] = travel.steer(memory, &scene, &walker(i, unit));
                        }
                    }
                }
                for (i, course) in courses.iter().enumerate() {
                    let Some(unit) = units[i] else { continue };
                    follow(unit, course.as_ref(), &mut routes[i], &mut wishes[i], &mut ways[i]);
                }
            };
            for_each_four(&mut routes, &mut steering, &mut to_go, steer);
        }
    }
    Ok(())
}

/// Whether four units are on their way and of one team, as most are.
fn march_together(units: [&Traveller; LANES]) -> bool {
    units.iter().all(|unit| unit.walks() && unit.team == units[0].team)
}

/// Writes down where a unit wants to go.
#[inline]
fn follow(
    unit: &Traveller,
    course: Option<&Course>,
    route: &mut Route,
    steering: &mut Steering,
    to_go: &mut DistanceToGo,
) {
    let before = route.next();
    match course {
        Some(course) => {
            // Most units head for the same cell as before; their routes are only read.
            if course.place.index() != before {
                route.move_on(course.place);
            }
            let desired = course.terms.sum().clamp_length_max(unit.speed);
            *steering = Steering { desired, terms: course.terms };
        }
        None if steering.desired != Vec2::ZERO || !steering.terms.is_empty() => {
            *steering = Steering::default();
        }
        None => {}
    }
    if unit.walks() {
        let moved_on = route.next() != before;
        to_go.0 = if moved_on { route.distance_to_go(unit.position) } else { unit.to_go };
    }
}

/// A unit as others see it.
#[inline]
fn traveller(
    unit: &Unit,
    position: Vec2,
    velocity: Vec2,
    status: Status,
    orders: Orders,
    route: &Route,
    teams: &Teams,
) -> Traveller {
    let walks = matches!(status, Status::Walking | Status::Waiting(WaitReason::Blocked));
    let travel = &teams.0[usize::from(unit.team.0)].doctrine.travel;
    Traveller {
        id: unit.id.0,
        team: unit.team.0,
        flies: unit.kind.flying,
        position,
        velocity,
        radius: unit.kind.radius,
        speed: unit.kind.speed,
        to_go: if walks { route.distance_to_go(position) } else { f32::INFINITY },
        group: orders.group.filter(|_| walks).map(|group| group.0),
        // Looking into the paths of many units is slow.
        goal: (walks && travel.needs_goals())
            .then(|| route.cells().get(route.way_point()).copied())
            .flatten(),
    }
}

/// A unit on its way, with its route.
#[inline]
fn walker<'a>(
    unit: &Traveller,
    route: &'a Route,
    progress: &Progress,
    guidance: Guidance,
    tick: u64,
) -> Walker<'a> {
    let stalled = progress.stalled;
    Walker {
        way_point: route.way_point(),
        // A unit that gets on may go back to its path anywhere.
        leg_start: if progress.may_get_nowhere() { route.leg_start() } else { 0 },
        pass_within: route.pass_within,
        makes_room: stalled > PATIENCE && has_turn(UnitId(unit.id), tick),
        is_wedged: stalled > LONG_PATIENCE,
        guidance,
        ..Walker::on(unit, route.trail(), route.rest)
    }
}

/// Whether it is a unit's turn to make room: about half of all units have theirs at any time.
fn has_turn(unit: UnitId, tick: u64) -> bool {
    let mixed = (u64::from(unit.0) << 32 | (tick / TURN)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed >> 63 == 1
}
