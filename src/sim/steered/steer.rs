//! The velocity that each unit wants: gathers the units, asks the movement rule of their team, writes back.

use crate::scenario::TeamId;
use crate::sim::TICK;
use crate::sim::arena::{Clock, Land, Teams};
use crate::sim::cells::Board;
use crate::sim::combat::combatant::Warfare;
use crate::sim::fields::arena_fields::ArenaFields;
use crate::sim::steered::stable_order::StableOrder;
use crate::sim::steered::wading::Wading;
use crate::sim::tick::Ticking;
use crate::sim::unit::{
    DistanceToGo, Guided, Modifiers, Orders, Position, Progress, Route, Status, Steering, Unit,
    Velocity, WaitReason,
};
use crate::steering::{
    Course, Crowd, FollowPath, Guidance, LANES, Refill, Scene, Travel, TravelMemory, Traveller,
    Travellers, Walker, for_each_four, gather_some,
};
use bevy::prelude::*;
use std::array;

/// What steering keeps from tick to tick. All of it follows from the state of the arena, so it is not part of the state.
/// Movement uses the order and the buckets of the same tick: until then no unit moves, comes or goes. It writes the crowds.
#[derive(Component, Default)]
pub(crate) struct SteeringMemory {
    pub(crate) units: Travellers,
    pub(crate) order: StableOrder<(bool, u32)>,
    spare: Vec<Traveller>,
    /// By team.
    travels: Vec<TravelMemory>,
    /// By team: how its units travel now.
    rules: Vec<Travel>,
    /// Of the units on the ground, and of those that fly.
    pub(crate) crowds: [Crowd; 2],
}

#[allow(clippy::type_complexity, reason = "a query names everything that it touches")]
pub(crate) fn steer_units(
    mut arenas: Query<
        (Entity, &Land, &Teams, &Clock, &ArenaFields, &Warfare, &mut SteeringMemory),
        (With<Ticking>, Without<Board>),
    >,
    mut units: Query<(
        (&Unit, &Modifiers),
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
    for (arena, land, teams, clock, fields, warfare, mut memory) in &mut arenas {
        let wading = Wading::of(land, warfare);
        let SteeringMemory { units: travellers, order, spare, travels, rules, .. } = &mut *memory;
        rules.clear();
        rules.extend((0..).zip(&teams.0).map(|(team, side)| {
            let travel = side.doctrine.travel;
            if fields.has_costs(TeamId(team)) { on_costly_ground(travel) } else { travel }
        }));
        let rules = &*rules;
        let here = |child: &ChildOf| child.parent() == arena;
        order.rebuild(|keys| {
            for ((units, _), parents, ..) in units.contiguous_iter()? {
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
                let (units, modifiers) = units;
                let counts = |k: usize| here(&parents[k]);
                refill.add(units.len(), counts, |first, places| {
                    for (k, place) in (first..).zip(places) {
                        let (at, velocity) = (positions[k].0, velocities[k].0);
                        let (status, orders) = (statuses[k], orders[k]);
                        let speed = wading.speed_of(&units[k], &modifiers[k], at);
                        let unit = (&units[k], speed);
                        *place = traveller(unit, at, velocity, status, orders, &routes[k], rules);
                    }
                });
            }
            drop(refill);
            order.arrange(all, spare);
        };
        let of_teams = || (0..).zip(rules);
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
                    (&rules[team], &travels[team])
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

/// How units travel whose cells differ in cost: a flow does not know the costs, and neither does who looks ahead along its path
/// and cuts corners.
fn on_costly_ground(travel: Travel) -> Travel {
    match travel {
        Travel::FlowField(_) => on_costly_ground(Travel::default()),
        Travel::FollowPath(follow) => Travel::FollowPath(FollowPath { look_ahead: 0.0, ..follow }),
        other => other,
    }
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
    (unit, speed): (&Unit, f32),
    position: Vec2,
    velocity: Vec2,
    status: Status,
    orders: Orders,
    route: &Route,
    rules: &[Travel],
) -> Traveller {
    let walks = matches!(status, Status::Walking | Status::Waiting(WaitReason::Blocked));
    let travel = &rules[usize::from(unit.team.0)];
    Traveller {
        id: unit.id.0,
        team: unit.team.0,
        flies: unit.kind.flying,
        position,
        velocity,
        radius: unit.kind.radius,
        speed,
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
    let headway = progress.headway();
    Walker {
        way_point: route.way_point(),
        // A unit that gets on may go back to its path anywhere.
        leg_start: if progress.may_get_nowhere() { route.leg_start() } else { 0 },
        pass_within: route.pass_within,
        makes_room: headway.makes_room(unit.id, tick),
        is_wedged: headway.is_wedged(),
        guidance,
        ..Walker::on(unit, route.trail(), route.rest)
    }
}
