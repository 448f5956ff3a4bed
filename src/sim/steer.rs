//! The velocity that each unit wants.

use super::TickSystems;
use super::arena::{Arena, Clock, Land, Teams};
use super::cells::Board;
use super::flocks::Flocks;
use super::unit::{
    Ahead, GroupId, Orders, Position, Progress, Route, Status, Steering, Unit, Velocity, WaitReason,
};
use crate::scenario::{TeamId, UnitId};
use crate::steering::{
    Buckets, FlockSteering, FollowPath, Member, Neighbour, Outlook, Terms, Travel, Walker,
    for_each_triple, gather, gather_some,
};
use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, steer_units.in_set(TickSystems::Steer));
}

/// A unit that got no further for this long makes room for others when it is its turn, in ticks.
const PATIENCE: u32 = 16;
/// A unit that got no further for this long does so even if nobody is ahead of it, in ticks.
const LONG_PATIENCE: u32 = 40;
/// How long a turn lasts, in ticks.
const TURN: u64 = 12;

/// Whether it is a unit's turn to make room: about half of all units have theirs at any time.
fn has_turn(unit: UnitId, tick: u64) -> bool {
    let mixed = (u64::from(unit.0) << 32 | (tick / TURN)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed >> 63 == 1
}

/// A unit that may walk.
struct Mover<'a> {
    unit: &'a Unit,
    position: Vec2,
    velocity: Vec2,
    status: Status,
    stalled: u32,
    group: Option<GroupId>,
    route: &'a mut Route,
    steering: &'a mut Steering,
    ahead: &'a mut Ahead,
}

fn walks(status: Status) -> bool {
    matches!(status, Status::Walking | Status::Waiting(WaitReason::Blocked))
}

/// A unit as its flock counts it, and as others see it.
#[derive(Clone, Copy)]
struct Seen {
    team: TeamId,
    speed: f32,
    near: Near,
}

/// What others see of a unit.
#[derive(Clone, Copy)]
struct Near {
    position: Vec2,
    velocity: Vec2,
    radius: f32,
    /// How far it still has to go, in cells; more than anything if it does not walk.
    to_go: f32,
    /// The group that it walks with.
    walks_with: Option<GroupId>,
    unit: UnitId,
    flies: bool,
}

/// Memory that is used again from tick to tick.
#[derive(Default)]
pub(super) struct Memory {
    /// In the order of numbers.
    seen: Vec<Seen>,
    buckets: Buckets,
    /// Bucket by bucket, so that those near each other lie together.
    near: Vec<Near>,
    flocks: Flocks,
    /// By team, for those that travel as flocks.
    flocking: Vec<Option<FlockSteering>>,
}

#[allow(clippy::type_complexity, reason = "a query names everything that it touches")]
pub(super) fn steer_units(
    arenas: Query<(Entity, &Land, &Teams, &Clock), (With<Arena>, Without<Board>)>,
    mut units: Query<(
        &Unit,
        &ChildOf,
        &Position,
        &Velocity,
        &Status,
        &Progress,
        &Orders,
        &mut Route,
        &mut Steering,
        &mut Ahead,
    )>,
    mut memory: Local<Memory>,
) -> Result {
    for (arena, land, teams, clock) in &arenas {
        let here = |child: &ChildOf| child.parent() == arena;
        memory.seen.clear();
        for (units, parents, positions, velocities, statuses, _, orders, routes, ..) in
            units.contiguous_iter()?
        {
            gather_some(units.len(), &mut memory.seen, |k| {
                here(&parents[k]).then(|| {
                    let (unit, at) = (&units[k], positions[k].0);
                    let walks = walks(statuses[k]);
                    let near = Near {
                        position: at,
                        velocity: velocities[k].0,
                        radius: unit.kind.radius,
                        to_go: if walks { routes[k].distance_to_go(at) } else { f32::INFINITY },
                        walks_with: orders[k].group.filter(|_| walks),
                        unit: unit.id,
                        flies: unit.kind.flying,
                    };
                    Seen { team: unit.team, speed: unit.kind.speed, near }
                })
            });
        }
        memory.look(land, teams);
        let around = Around { land, teams, tick: clock.tick, memory: &memory };
        for parts in units.contiguous_iter_mut()? {
            let (units, parents, positions, velocities, statuses, progress, orders, ..) = parts;
            let (.., mut routes, mut steering, mut ahead) = parts;
            for_each_triple(&mut routes, &mut steering, &mut ahead, |k, route, steering, ahead| {
                if here(&parents[k]) {
                    around.steer(Mover {
                        unit: &units[k],
                        position: positions[k].0,
                        velocity: velocities[k].0,
                        status: statuses[k],
                        stalled: progress[k].stalled,
                        group: orders[k].group,
                        route,
                        steering,
                        ahead,
                    });
                }
            });
        }
    }
    Ok(())
}

impl Memory {
    /// Sorts those who were seen by number and by place, and adds up the flocks.
    fn look(&mut self, land: &Land, teams: &Teams) {
        // Nearly always they are stored in this order.
        if !self.seen.is_sorted_by_key(|seen| seen.near.unit) {
            self.seen.sort_unstable_by_key(|seen| seen.near.unit);
        }
        self.buckets.rebuild(land.terrain.bounds(), self.seen.iter().map(|s| s.near.position));
        let seen = &self.seen;
        gather(self.buckets.points(), &mut self.near, |&i| seen[i as usize].near);
        self.flocking.clear();
        self.flocking.extend(teams.0.iter().map(|team| match &team.doctrine.travel {
            Travel::Flocking(rule) => Some(FlockSteering::new(rule)),
            Travel::FollowPath(_) => None,
        }));
        self.gather_flocks();
    }

    /// Adds up the flocks, and lets them wait for members that lag behind.
    fn gather_flocks(&mut self) {
        let Self { seen, flocks, flocking, .. } = self;
        let members = || {
            seen.iter().filter_map(|seen| {
                let steering = flocking[usize::from(seen.team.0)].as_ref()?;
                Some((seen, seen.near.walks_with?, steering.rule()))
            })
        };
        flocks.clear();
        for (seen, group, _) in members() {
            flocks.add(group, seen.near.position, seen.speed, seen.near.to_go);
        }
        flocks.finish();
        for (seen, group, rule) in members() {
            flocks.wait_for(rule, group, seen.near.to_go);
        }
    }
}

/// What units decide from.
struct Around<'a> {
    land: &'a Land,
    teams: &'a Teams,
    tick: u64,
    memory: &'a Memory,
}

impl Around<'_> {
    /// Steers a unit if it walks.
    fn steer(&self, mover: Mover) {
        match self.decide(&mover) {
            Some((next, terms)) => {
                mover.route.next = next;
                let desired = terms.sum().clamp_length_max(mover.unit.kind.speed);
                *mover.steering = Steering { desired, terms };
            }
            None if !mover.steering.terms.is_empty() => *mover.steering = Steering::default(),
            None => {}
        }
        if walks(mover.status) {
            mover.ahead.0 = mover.route.distance_to_go(mover.position);
        }
    }

    /// How far a unit that walks is on its route, and the terms of the velocity that it wants.
    fn decide(&self, mover: &Mover) -> Option<(usize, Terms)> {
        if !walks(mover.status) {
            return None;
        }
        let (kind, route) = (mover.unit.kind, &*mover.route);
        let to_go = route.distance_to_go(mover.position);
        let mut walker = Walker {
            position: mover.position,
            radius: kind.radius,
            speed: kind.speed,
            path: &route.cells,
            next: route.next,
            rest: route.rest,
            way_point: route.way_point(),
            pass_within: route.pass_within,
            makes_room: mover.stalled > PATIENCE && has_turn(mover.unit.id, self.tick),
            is_wedged: mover.stalled > LONG_PATIENCE,
        };
        let terrain = self.land.terrain_for(kind);
        let team = usize::from(mover.unit.team.0);
        let terms = match (&self.teams.0[team].doctrine.travel, &self.memory.flocking[team]) {
            (Travel::FollowPath(rule), _) => {
                walker.next = rule.advance(terrain, walker);
                rule.steer(&walker, self.neighbours(mover, to_go, &FollowPath::outlook(&walker)))
            }
            (Travel::Flocking(rule), Some(steering)) => {
                let flock = self.memory.flocks.get(mover.group?)?;
                walker.next = rule.advance(terrain, walker);
                let member = Member { walker, velocity: mover.velocity, to_go };
                let outlook = steering.outlook(&member);
                steering.steer(&member, &outlook, flock, self.neighbours(mover, to_go, &outlook))
            }
            (Travel::Flocking(_), None) => return None,
        };
        Some((walker.next, terms))
    }

    /// The others that matter to a unit. It is among them itself, at no distance.
    fn neighbours<'a>(
        &'a self,
        me: &'a Mover,
        to_go: f32,
        outlook: &'a Outlook,
    ) -> impl Iterator<Item = Neighbour> + 'a {
        let Memory { buckets, near, .. } = self.memory;
        let (kind, id) = (me.unit.kind, me.unit.id);
        let (low, high) = outlook.corners();
        let places = buckets.within(low, high, |x, y| outlook.matters(x, y));
        let others = places.map(|place| &near[place]).filter(|other| other.flies == kind.flying);
        others.map(move |other| Neighbour {
            offset: other.position - me.position,
            velocity: other.velocity,
            radius: other.radius,
            goes_first: (other.to_go, other.unit) < (to_go, id),
            companion: other.walks_with.is_some() && other.walks_with == me.group,
        })
    }
}
