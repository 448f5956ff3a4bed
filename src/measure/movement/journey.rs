//! The journey of one unit: its legs, and what happens on them.

use super::clock::Clock;
use super::probe::Seen;
use super::{ARRIVED_WITHIN, NEAR_WITHIN};
use glam::Vec2;

/// Legs shorter than this have no detour, in cells.
const DETOUR_FROM: f32 = 12.0;
/// A unit that has moved this far is no longer stuck, in cells.
const FREED_BY: f32 = 0.5;

/// A unit to be measured.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Traveller {
    /// Its radius, in cells.
    pub radius: f32,
    /// Where it is sent, in the order of time. Empty for a unit without orders, which is only an obstacle.
    pub legs: Vec<Leg>,
}

/// A new destination.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leg {
    /// The tick before which it is given.
    pub tick: u64,
    /// Where the unit is to go; `None` if it is to stop.
    pub place: Option<Vec2>,
}

/// The leg that a unit is on.
#[derive(Clone, Copy, Debug)]
struct Current {
    place: Vec2,
    begun: u64,
    /// The straight distance at its start, in cells.
    straight: f32,
    arrived: bool,
    was_near: bool,
    is_near: bool,
    /// Distance driven outside [`NEAR_WITHIN`], without stalls, in cells.
    driven: f32,
}

/// What has happened to one unit.
#[derive(Clone, Debug, Default)]
pub(super) struct Journey {
    /// Legs begun.
    legs: usize,
    current: Option<Current>,
    /// Seconds per arrival, and whole cells of straight distance.
    pub(super) arrivals: Vec<(f64, u32)>,
    /// Ticks outside [`NEAR_WITHIN`], and those of them that were stalls.
    pub(super) outside: u64,
    pub(super) stalled: u64,
    /// The last tick outside [`NEAR_WITHIN`].
    pub(super) last_outside: u64,
    pub(super) hard_stops_in_transit: u64,
    pub(super) hard_stops_near: u64,
    /// Where it began to stay, and since when.
    stays: Option<(Vec2, u64)>,
    /// Where the bump clock was started.
    bumped_at: Option<Vec2>,
    pub(super) bumps: u64,
    pub(super) repeats: u64,
    pub(super) repaths: u64,
    pub(super) give_ups: u64,
    /// Ticks spent waiting for a path.
    pub(super) planning: u64,
    pub(super) is_ordered: bool,
}

impl Journey {
    /// What a unit did in a tick: `now` ticks have passed since the start.
    pub(super) fn observe(&mut self, traveller: &Traveller, clock: Clock, now: u64, seen: &Seen) {
        while let Some(leg) = traveller.legs.get(self.legs).filter(|leg| leg.tick < now) {
            self.legs += 1;
            self.begin(leg, seen.before);
        }
        self.is_ordered = seen.ordered;
        self.planning += u64::from(seen.planning);
        let Some(current) = &mut self.current else { return };
        let distance = seen.position.distance(current.place);
        let step = seen.position.distance(seen.before);
        current.is_near = distance <= NEAR_WITHIN;
        current.was_near |= current.is_near;
        if !current.is_near {
            self.outside += 1;
            self.last_outside = now;
            if step < clock.stall_step() {
                self.stalled += 1;
            } else {
                current.driven += step;
            }
        }
        if !current.arrived && distance <= ARRIVED_WITHIN {
            current.arrived = true;
            self.arrivals.push((clock.seconds(now - current.begun), current.straight as u32));
        }
        self.watch_patience(clock, now, seen);
    }

    fn begin(&mut self, leg: &Leg, from: Vec2) {
        self.current = leg.place.map(|place| Current {
            place,
            begun: leg.tick,
            straight: place.distance(from),
            arrived: false,
            was_near: false,
            is_near: false,
            driven: 0.0,
        });
        self.stays = None;
        self.bumped_at = None;
    }

    /// Counts how often it is stuck: on its way or on the last stretch. A unit that has ended its order is not.
    fn watch_patience(&mut self, clock: Clock, now: u64, seen: &Seen) {
        let position = seen.position;
        let Some(current) = self.current.filter(|current| seen.ordered && !current.arrived) else {
            self.stays = None;
            return;
        };
        match self.stays {
            Some((at, since)) if at.distance(position) < FREED_BY => {
                if now - since >= clock.patience() {
                    let count =
                        if current.is_near { &mut self.give_ups } else { &mut self.repaths };
                    *count += 1;
                    self.stays = Some((position, now));
                }
            }
            _ => self.stays = Some((position, now)),
        }
    }

    /// Counts the others in the way at the position that it wants.
    pub(super) fn meet(&mut self, others: usize, before: Vec2) {
        let Some(current) = self.current else { return };
        if self.bumped_at.is_some_and(|at| at.distance(before) >= FREED_BY) {
            self.bumped_at = None;
        }
        if others == 0 {
            return;
        }
        if self.bumped_at.is_some() {
            self.repeats += 1;
        } else {
            self.bumped_at = Some(before);
            self.bumps += 1;
        }
        if others > 1 {
            let count = if current.is_near {
                &mut self.hard_stops_near
            } else {
                &mut self.hard_stops_in_transit
            };
            *count += 1;
        }
    }

    /// Whether it has a destination.
    pub(super) fn is_tracked(&self) -> bool {
        self.current.is_some()
    }

    pub(super) fn has_arrived(&self) -> bool {
        self.current.is_some_and(|current| current.arrived)
    }

    pub(super) fn is_near(&self) -> bool {
        self.current.is_some_and(|current| current.is_near)
    }

    /// Whether it was near the destination of its present leg.
    pub(super) fn was_near(&self) -> bool {
        self.current.is_some_and(|current| current.was_near)
    }

    pub(super) fn hard_stops(&self) -> u64 {
        self.hard_stops_in_transit + self.hard_stops_near
    }

    /// The part of its ticks outside [`NEAR_WITHIN`] that were stalls, in percent.
    pub(super) fn stall_share(&self) -> Option<f64> {
        (self.outside > 0).then(|| 100.0 * self.stalled as f64 / self.outside as f64)
    }

    /// Distance driven over the straight distance of the present leg, both outside [`NEAR_WITHIN`], in percent.
    pub(super) fn detour(&self) -> Option<f64> {
        let current = self.current.filter(|current| current.straight >= DETOUR_FROM)?;
        Some(100.0 * f64::from(current.driven) / f64::from(current.straight - NEAR_WITHIN))
    }
}
