//! The velocity that each unit wants.

use crate::scenario::{TeamId, UnitId};
use crate::sim::arena::{Arena, Clock, Land, Teams};
use crate::sim::cells::Board;
use crate::sim::steered::flocks::Flocks;
use crate::sim::unit::{
    DistanceToGo, GroupId, Orders, Position, Progress, Route, Status, Steering, Unit, Velocity,
    WaitReason,
};
use crate::steering::{
    FlockSteering, FollowPath, Member, Neighbour, PathPlace, Somebody, Surroundings, Terms, Trail,
    Travel, Walker, for_each_triple, gather_some,
};
use bevy::prelude::*;

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
    ahead: &'a mut DistanceToGo,
}

fn walks(status: Status) -> bool {
    matches!(status, Status::Walking | Status::Waiting(WaitReason::Blocked))
}

/// A unit as its flock counts it, and as others see it.
#[derive(Clone, Copy)]
struct Seen {
    unit: UnitId,
    team: TeamId,
    flies: bool,
    speed: f32,
    position: Vec2,
    velocity: Vec2,
    radius: f32,
    /// How far it still has to go, in cells; more than anything if it does not walk.
    to_go: f32,
    /// The group that it walks with.
    walks_with: Option<GroupId>,
    /// The number of the flock that it walks in.
    flock: Option<u32>,
}

impl Seen {
    fn somebody(&self) -> Somebody {
        Somebody { position: self.position, velocity: self.velocity, flock: self.flock }
    }
}

/// Memory that is used again from tick to tick.
#[derive(Default)]
pub(crate) struct Memory {
    /// In the order of numbers, those on the ground before those who fly.
    seen: Vec<Seen>,
    /// How many are on the ground.
    on_foot: usize,
    /// Of those on the ground and of those who fly, which do not meet.
    around: [Surroundings; 2],
    flocks: Flocks,
    /// By team, for those that travel as flocks.
    flocking: Vec<Option<FlockSteering>>,
}

#[allow(clippy::type_complexity, reason = "a query names everything that it touches")]
pub(crate) fn steer_units(
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
        &mut DistanceToGo,
    )>,
    mut memory: Local<Memory>,
) -> Result {
    for (arena, land, teams, clock) in &arenas {
        let here = |child: &ChildOf| child.parent() == arena;
        memory.seen.clear();
        for (units, parents, positions, velocities, statuses, _, orders, routes, ..) in
            units.contiguous_iter()?
        {
            let counts = |k: usize| here(&parents[k]);
            gather_some(units.len(), &mut memory.seen, counts, |k| {
                let (unit, at) = (&units[k], positions[k].0);
                let walks = walks(statuses[k]);
                Seen {
                    unit: unit.id,
                    team: unit.team,
                    flies: unit.kind.flying,
                    speed: unit.kind.speed,
                    position: at,
                    velocity: velocities[k].0,
                    radius: unit.kind.radius,
                    to_go: if walks { routes[k].distance_to_go(at) } else { f32::INFINITY },
                    walks_with: orders[k].group.filter(|_| walks),
                    flock: None,
                }
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
        if !self.seen.is_sorted_by_key(|seen| (seen.flies, seen.unit)) {
            self.seen.sort_unstable_by_key(|seen| (seen.flies, seen.unit));
        }
        self.on_foot = self.seen.partition_point(|seen| !seen.flies);
        self.flocking.clear();
        self.flocking.extend(teams.0.iter().map(|team| match &team.doctrine.travel {
            Travel::Flocking(rule) => Some(FlockSteering::new(rule)),
            Travel::FollowPath(_) => None,
        }));
        self.gather_flocks();
        let (on_foot, flying) = self.seen.split_at(self.on_foot);
        for (around, seen) in self.around.iter_mut().zip([on_foot, flying]) {
            around.rebuild(land.terrain.bounds(), seen, Seen::somebody);
        }
    }

    /// Those who are where a unit that flies or walks is, and what is known of them.
    fn layer(&self, flies: bool) -> (&Surroundings, &[Seen]) {
        let (on_foot, flying) = self.seen.split_at(self.on_foot);
        (&self.around[usize::from(flies)], if flies { flying } else { on_foot })
    }

    /// Adds up the flocks, and lets them wait for members that lag behind.
    fn gather_flocks(&mut self) {
        let Self { seen, flocks, flocking, .. } = self;
        let member = |seen: &Seen| {
            let steering = flocking[usize::from(seen.team.0)].as_ref()?;
            Some((seen.walks_with?, steering.rule()))
        };
        flocks.clear();
        for seen in seen.iter() {
            if let Some((group, _)) = member(seen) {
                flocks.add(group, seen.position, seen.speed, seen.to_go);
            }
        }
        flocks.finish();
        for seen in seen {
            seen.flock = member(seen).map(|(group, rule)| flocks.wait_for(rule, group, seen.to_go));
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
            Some((place, terms)) => {
                mover.route.move_on(place);
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
    fn decide(&self, mover: &Mover) -> Option<(PathPlace, Terms)> {
        if !walks(mover.status) {
            return None;
        }
        let (kind, route) = (mover.unit.kind, &*mover.route);
        let to_go = route.distance_to_go(mover.position);
        let mut walker = Walker {
            position: mover.position,
            radius: kind.radius,
            speed: kind.speed,
            trail: route.trail(),
            rest: route.rest,
            way_point: route.way_point(),
            pass_within: route.pass_within,
            makes_room: mover.stalled > PATIENCE && has_turn(mover.unit.id, self.tick),
            is_wedged: mover.stalled > LONG_PATIENCE,
        };
        let terrain = self.land.terrain_for(kind);
        let (around, seen) = self.memory.layer(kind.flying);
        let buckets = around.buckets();
        // Of somebody at a place. The unit is there itself, at no distance.
        let neighbour = |place: usize| {
            let other = &seen[buckets.points()[place] as usize];
            Neighbour {
                offset: other.position - mover.position,
                velocity: other.velocity,
                radius: other.radius,
                goes_first: (other.to_go, other.unit) < (to_go, mover.unit.id),
            }
        };
        let team = usize::from(mover.unit.team.0);
        let terms = match (&self.teams.0[team].doctrine.travel, &self.memory.flocking[team]) {
            (Travel::FollowPath(rule), _) => {
                walker.trail = Trail::at(route.cells(), rule.advance(terrain, walker));
                let outlook = FollowPath::outlook(&walker);
                let (low, high) = outlook.corners();
                let places = buckets.within(low, high, |x, y| outlook.matters(x, y));
                rule.steer(&walker, places.map(neighbour))
            }
            (Travel::Flocking(rule), Some(steering)) => {
                let (number, flock) = self.memory.flocks.get(mover.group?)?;
                walker.trail = Trail::at(route.cells(), rule.advance(terrain, walker));
                let member = Member { walker, velocity: mover.velocity, to_go };
                let outlook = steering.outlook(&member);
                let fours = around.fours(outlook.corners(), number);
                steering.steer(&member, &outlook, flock, fours, neighbour)
            }
            (Travel::Flocking(_), None) => return None,
        };
        Some((walker.trail.place(), terms))
    }
}
