//! The velocity that each unit wants.

use super::TickSystems;
use super::arena::{Arena, Clock, Land, Teams};
use super::cells::Board;
use super::flocks::Flocks;
use super::unit::{
    GroupId, Orders, Position, Progress, Route, Status, Steering, Unit, Velocity, WaitReason,
};
use crate::scenario::UnitId;
use crate::steering::{
    Buckets, FlockSteering, FollowPath, Member, Neighbour, Outlook, Terms, Travel, Walker,
    for_each, gather,
};
use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, steer_units.in_set(TickSystems::Steer));
}

/// A unit that got no further for this long makes room for others when it is its turn, in ticks.
const PATIENCE: u32 = 16;
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
    route: Mut<'a, Route>,
    steering: Mut<'a, Steering>,
}

impl Mover<'_> {
    fn walks(&self) -> bool {
        matches!(self.status, Status::Walking | Status::Waiting(WaitReason::Blocked))
    }
}

/// What others see of a unit.
#[derive(Clone, Copy)]
struct Seen {
    position: Vec2,
    velocity: Vec2,
    radius: f32,
    /// How far it still has to go, in cells; more than anything if it does not walk.
    to_go: f32,
    /// The group that it walks with.
    walks_with: Option<GroupId>,
    /// Its place in the order of numbers.
    index: u32,
    flies: bool,
}

impl Seen {
    fn new(mover: &Mover) -> Self {
        let walks = mover.walks();
        Self {
            position: mover.position,
            velocity: mover.velocity,
            radius: mover.unit.kind.radius,
            to_go: if walks { mover.route.distance_to_go(mover.position) } else { f32::INFINITY },
            walks_with: mover.group.filter(|_| walks),
            index: 0,
            flies: mover.unit.kind.flying,
        }
    }
}

/// Memory that is used again from tick to tick.
#[derive(Default)]
pub(super) struct Memory {
    /// In the order of numbers.
    seen: Vec<Seen>,
    buckets: Buckets,
    /// The same bucket by bucket, so that those near each other lie together.
    near: Vec<Seen>,
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
    )>,
    mut memory: Local<Memory>,
) {
    for (arena, land, teams, clock) in &arenas {
        let mut movers: Vec<Mover> = units
            .iter_mut()
            .filter(|parts| parts.1.parent() == arena)
            .map(|(unit, _, position, velocity, status, progress, orders, route, steering)| Mover {
                unit,
                position: position.0,
                velocity: velocity.0,
                status: *status,
                stalled: progress.stalled,
                group: orders.group,
                route,
                steering,
            })
            .collect();
        // Nearly always they are stored in this order.
        if !movers.is_sorted_by_key(|mover| mover.unit.id) {
            movers.sort_unstable_by_key(|mover| mover.unit.id);
        }
        memory.look(land, teams, &movers);
        let around = Around { land, teams, tick: clock.tick, memory: &memory };
        for_each(&mut movers, |i, mover| around.steer(i, mover));
    }
}

impl Memory {
    /// Takes down where everybody is, and adds up the flocks.
    fn look(&mut self, land: &Land, teams: &Teams, movers: &[Mover]) {
        gather(movers, &mut self.seen, Seen::new);
        self.buckets.rebuild(land.terrain.bounds(), self.seen.iter().map(|s| s.position));
        let seen = &self.seen;
        gather(self.buckets.points(), &mut self.near, |&i| Seen { index: i, ..seen[i as usize] });
        self.flocking.clear();
        self.flocking.extend(teams.0.iter().map(|team| match &team.doctrine.travel {
            Travel::Flocking(rule) => Some(FlockSteering::new(rule)),
            Travel::FollowPath(_) => None,
        }));
        self.gather_flocks(movers);
    }

    /// Adds up the flocks, and lets them wait for members that lag behind.
    fn gather_flocks(&mut self, movers: &[Mover]) {
        let Self { seen, flocks, flocking, .. } = self;
        let members = || {
            movers.iter().zip(&*seen).filter_map(|(mover, seen)| {
                let steering = flocking[usize::from(mover.unit.team.0)].as_ref()?;
                Some((mover, seen, seen.walks_with?, steering.rule()))
            })
        };
        flocks.clear();
        for (mover, seen, group, _) in members() {
            flocks.add(group, seen.position, mover.unit.kind.speed, seen.to_go);
        }
        flocks.finish();
        for (_, seen, group, rule) in members() {
            flocks.wait_for(rule, group, seen.to_go);
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
    fn steer(&self, i: usize, mover: &mut Mover) {
        match self.decide(i, mover) {
            Some((next, terms)) => {
                if mover.route.next != next {
                    mover.route.next = next;
                }
                let desired = terms.sum().clamp_length_max(mover.unit.kind.speed);
                *mover.steering = Steering { desired, terms };
            }
            None if !mover.steering.terms.is_empty() => *mover.steering = Steering::default(),
            None => {}
        }
    }

    /// How far a unit that walks is on its route, and the terms of the velocity that it wants.
    fn decide(&self, i: usize, mover: &Mover) -> Option<(usize, Terms)> {
        if !mover.walks() {
            return None;
        }
        let (me, kind, route) = (&self.memory.seen[i], mover.unit.kind, &*mover.route);
        let mut walker = Walker {
            position: me.position,
            radius: me.radius,
            speed: kind.speed,
            path: &route.cells,
            next: route.next,
            rest: route.rest,
            way_point: route.way_point(),
            pass_within: route.pass_within,
            makes_room: mover.stalled > PATIENCE && has_turn(mover.unit.id, self.tick),
        };
        let terrain = self.land.terrain_for(kind);
        let team = usize::from(mover.unit.team.0);
        let terms = match (&self.teams.0[team].doctrine.travel, &self.memory.flocking[team]) {
            (Travel::FollowPath(rule), _) => {
                walker.next = rule.advance(terrain, walker);
                rule.steer(&walker, self.neighbours(i, &FollowPath::outlook(&walker)))
            }
            (Travel::Flocking(rule), Some(steering)) => {
                let flock = self.memory.flocks.get(mover.group?)?;
                walker.next = rule.advance(terrain, walker);
                let member = Member { walker, velocity: me.velocity, to_go: me.to_go };
                let outlook = steering.outlook(&member);
                steering.steer(&member, &outlook, flock, self.neighbours(i, &outlook))
            }
            (Travel::Flocking(_), None) => return None,
        };
        Some((walker.next, terms))
    }

    /// The others that matter to a unit. It is among them itself, at no distance.
    fn neighbours<'a>(
        &'a self,
        i: usize,
        outlook: &'a Outlook,
    ) -> impl Iterator<Item = Neighbour> + 'a {
        let Memory { seen, buckets, near, .. } = self.memory;
        let me = &seen[i];
        let (low, high) = outlook.corners();
        let places = buckets.within(low, high, |x, y| outlook.matters(x, y));
        let others = places.map(|place| &near[place]).filter(|other| other.flies == me.flies);
        others.map(move |other| Neighbour {
            offset: other.position - me.position,
            velocity: other.velocity,
            radius: other.radius,
            goes_first: (other.to_go, other.index) < (me.to_go, i as u32),
            companion: other.walks_with.is_some() && other.walks_with == me.walks_with,
        })
    }
}
