//! The whole loop of movement on plain data: what the simulation does for the units of an arena, for a program without Bevy.
//!
//! One step of 1/32 s: every walking body is steered by the travel, turns towards the velocity that it wants, and all are moved so
//! that none overlaps another or a wall. Then each notes whether it got on, makes room in turns if it did not, and comes to rest on
//! its slot or, if others rest in the way, beside them. One that was pushed off its path and gets nowhere has a new one planned from
//! where it is.

use super::arrival::{Approach, passes_within};
use super::crowd::{Crowd, Disc};
use super::inertia::{next_velocity, reach_of, squeezed_corners};
use super::patience::Headway;
use super::resting::{AT_PLACE, Resting};
use super::trail::{PathPlace, Trail};
use super::travel::Scene;
use super::travellers::{Traveller, Travellers, Walker};
use super::{Travel, TravelMemory};
use crate::grid::{Cell, Terrain};
use crate::search::FastSearch;
use glam::Vec2;

/// A body that got no further for this long has a new path planned, in steps.
const PLANS_ANEW_AFTER: u32 = 96;

/// What a body does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Walk {
    /// It has no path.
    #[default]
    Idle,
    /// It is on its way.
    Walking,
    /// It has come to rest on its slot, or beside others that rest around it.
    Arrived,
}

/// A unit that walks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body {
    /// Where it is, in cells.
    pub position: Vec2,
    /// Its velocity in the last step, in cells per second.
    pub velocity: Vec2,
    /// Radius, 0.1 to 0.5 cells.
    pub radius: f32,
    /// Greatest speed, at most 7.5 cells per second.
    pub speed: f32,
    /// What it does.
    pub walk: Walk,
    /// Its path.
    path: Vec<Cell>,
    place: PathPlace,
    rest: Vec2,
    group: Option<(u32, usize)>,
    headway: Headway,
}

impl Body {
    /// A body that stands.
    pub fn new(position: Vec2, radius: f32, speed: f32) -> Self {
        Self { position, radius, speed, ..Self::default() }
    }

    /// Sends it along a path to its slot, with a group of some members.
    pub fn send(&mut self, path: Vec<Cell>, slot: Vec2, group: u32, members: usize) {
        self.place = PathPlace::on(&path, 0);
        (self.path, self.rest, self.group) = (path, slot, Some((group, members)));
        (self.headway, self.walk) = (Headway::default(), Walk::Walking);
    }

    /// Stops it where it is.
    pub fn stop(&mut self) {
        self.walk = Walk::Idle;
    }

    /// Its path.
    pub fn path(&self) -> &[Cell] {
        &self.path
    }

    /// Where it will come to rest, in cells.
    pub fn slot(&self) -> Vec2 {
        self.rest
    }

    /// The distance to go, in cells.
    pub fn to_go(&self) -> f32 {
        let trail = Trail::at(&self.path, self.place);
        let target = trail.cell().map_or(self.rest, |cell| cell.center());
        trail.left() as f32 + self.position.distance(target)
    }

    fn walks(&self) -> bool {
        self.walk == Walk::Walking
    }

    fn traveller(&self, id: u32) -> Traveller {
        let walks = self.walks();
        Traveller {
            id,
            position: self.position,
            velocity: self.velocity,
            radius: self.radius,
            speed: self.speed,
            to_go: if walks { self.to_go() } else { f32::INFINITY },
            group: self.group.filter(|_| walks).map(|group| group.0),
            goal: self.path.last().copied().filter(|_| walks),
            ..Traveller::default()
        }
    }
}

/// Moves bodies, step by step. It keeps memory and nothing else, but for the number of the step.
#[derive(Default)]
pub struct Troop {
    tick: u64,
    units: Travellers,
    memory: TravelMemory,
    crowd: Crowd,
    discs: Vec<Disc>,
    resting: Resting,
    search: FastSearch,
}

impl Troop {
    /// The length of a step, in seconds.
    pub const STEP: f32 = 1.0 / 32.0;

    /// Moves all bodies by one step. Returns whether any is still on its way.
    pub fn step(&mut self, travel: &Travel, ground: &Terrain, bodies: &mut [Body]) -> bool {
        let Self { tick, units, memory, crowd, discs, resting, search } = self;
        units.rebuild(ground.bounds(), |all| {
            all.extend((0..).zip(&*bodies).map(|(id, body)| body.traveller(id)));
        });
        travel.survey(memory, units.all(), 0);
        let scene = Scene { ground, sky: ground, units, time_step: Self::STEP };
        travel.prepare(memory, &scene, 0);
        discs.clear();
        for (unit, body) in units.all().iter().zip(&mut *bodies) {
            let desired = if body.walks() {
                steer(travel, memory, &scene, unit, body, *tick)
            } else {
                Vec2::ZERO
            };
            discs.push(disc(ground, body, desired));
        }
        crowd.step(ground, discs);
        let rests = bodies.iter().filter(|body| !body.walks());
        let rests = rests.map(|body| (body.position, body.radius, body.group.map(|group| group.0)));
        resting.rebuild(ground.bounds(), rests);
        for (body, disc) in bodies.iter_mut().zip(&*discs) {
            body.velocity = (disc.position - body.position) / Self::STEP;
            body.position = disc.position;
            if body.walks() {
                body.headway.note(body.to_go());
                if has_arrived(body, resting) {
                    body.walk = Walk::Arrived;
                } else if body.headway.stalled >= PLANS_ANEW_AFTER {
                    plan_anew(ground, search, body);
                }
            }
        }
        *tick += 1;
        bodies.iter().any(Body::walks)
    }
}

/// Gives a body a new path from where it is to the end of its path.
fn plan_anew(ground: &Terrain, search: &mut FastSearch, body: &mut Body) {
    body.headway = Headway::default();
    let Some(&goal) = body.path.last() else { return };
    search.search(ground, Cell::containing(body.position), goal);
    if let Some(path) = search.path(ground) {
        body.path = path.into_cells();
        body.place = PathPlace::on(&body.path, 0);
    }
}

/// The velocity that a body on its way wants; it heads for another place of its path if it has come so far.
fn steer(
    travel: &Travel,
    memory: &TravelMemory,
    scene: &Scene,
    unit: &Traveller,
    body: &mut Body,
    tick: u64,
) -> Vec2 {
    let members = body.group.map_or(1, |group| group.1);
    let walker = Walker {
        way_point: body.path.len().saturating_sub(1),
        pass_within: passes_within(members),
        makes_room: body.headway.makes_room(unit.id, tick),
        is_wedged: body.headway.is_wedged(),
        ..Walker::on(unit, Trail::at(&body.path, body.place), body.rest)
    };
    let Some(course) = travel.steer(memory, scene, &walker) else { return Vec2::ZERO };
    body.place = course.place;
    course.terms.sum().clamp_length_max(unit.speed)
}

/// A body as a disc that wants to move.
fn disc(ground: &Terrain, body: &Body, desired: Vec2) -> Disc {
    let walks = body.walks();
    let velocity = match walks {
        true => next_velocity(body.velocity, desired, body.speed),
        false => Vec2::ZERO,
    };
    Disc {
        position: body.position,
        wanted: body.position + velocity * Troop::STEP,
        radius: body.radius,
        reach: reach_of(body.speed, Troop::STEP),
        to_go: if walks { body.to_go() } else { 0.0 },
        walks,
        group: body.group.map_or(u32::MAX, |group| group.0),
        exempt: match walks {
            true => squeezed_corners(ground, body.position, &body.path, body.place.index()),
            false => [None; 2],
        },
        ..Disc::default()
    }
}

/// Whether a body has come to its slot, or to a crowd around it.
fn has_arrived(body: &Body, resting: &Resting) -> bool {
    let to_slot = body.position.distance(body.rest);
    let at_end = body.place.index() >= body.path.len();
    let approach = |members| Approach { to_slot, members, stalled: body.headway.stalled };
    at_end && to_slot < AT_PLACE
        || body.group.is_some_and(|(group, members)| {
            resting.settles(body.position, body.radius, group, approach(members))
        })
}
