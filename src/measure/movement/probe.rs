//! Watches the units of a run tick by tick.

use super::clock::Clock;
use super::crowding::{Body, Neighbours};
use super::journey::{Journey, Traveller};
use super::numbers::MovementNumbers;
use glam::Vec2;

/// What is seen of a unit after a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Seen {
    /// Where it was before the tick, in cells.
    pub before: Vec2,
    /// Where it is, in cells.
    pub position: Vec2,
    /// Where it wanted to be after the tick; `None` if it did not want to move.
    pub wanted: Option<Vec2>,
    /// Whether it goes from cell to cell and its step failed in this tick.
    pub step_failed: bool,
    /// Whether it waits for a path.
    pub planning: bool,
    /// Whether it has an order that it has not carried out.
    pub ordered: bool,
}

/// Watches the units of a run.
#[derive(Clone, Debug)]
pub struct MovementProbe {
    clock: Clock,
    travellers: Vec<Traveller>,
    journeys: Vec<Journey>,
    last: Vec<Option<Seen>>,
    now: u64,
    densities: Vec<f64>,
    overlaps: u64,
    worst_overlap: f64,
    neighbours: Neighbours,
}

impl MovementProbe {
    /// Watches these units from tick 0 on.
    pub fn new(clock: Clock, travellers: Vec<Traveller>) -> Self {
        let journeys = vec![Journey::default(); travellers.len()];
        let last = vec![None; travellers.len()];
        Self {
            clock,
            travellers,
            journeys,
            last,
            now: 0,
            densities: Vec::new(),
            overlaps: 0,
            worst_overlap: 0.0,
            neighbours: Neighbours::default(),
        }
    }

    /// Takes what is seen after the next tick: one entry per unit, `None` for a unit that is gone.
    pub fn observe(&mut self, seen: &[Option<Seen>]) {
        self.now += 1;
        self.last.clear();
        self.last.extend((0..self.travellers.len()).map(|i| seen.get(i).copied().flatten()));
        let units = self.last.iter().zip(&self.travellers).zip(&mut self.journeys);
        for ((seen, traveller), journey) in units {
            if let Some(seen) = seen {
                journey.observe(traveller, self.clock, self.now, seen);
            }
        }
        let (numbers, before) = self.bodies(|seen| (seen.before, seen.wanted));
        for (&unit, &others) in numbers.iter().zip(self.neighbours.in_the_way(&before)) {
            let mut others = others as usize;
            let Some(seen) = &self.last[unit] else { continue };
            if seen.step_failed {
                others = others.max(2);
            }
            self.journeys[unit].meet(others, seen.before);
        }
        let (_, after) = self.bodies(|seen| (seen.position, None));
        let crowding = self.neighbours.crowding(&after);
        self.densities.push(f64::from(crowding.density));
        self.overlaps += crowding.overlaps;
        self.worst_overlap = self.worst_overlap.max(crowding.worst_overlap);
    }

    /// The units that are there: their indices in the list, and their bodies.
    fn bodies(&self, place: impl Fn(&Seen) -> (Vec2, Option<Vec2>)) -> (Vec<usize>, Vec<Body>) {
        let there =
            self.last.iter().enumerate().filter_map(|(unit, seen)| Some((unit, seen.as_ref()?)));
        let body = |(unit, seen): (usize, &Seen)| {
            let (at, wanted) = place(seen);
            let (radius, tracked) =
                (self.travellers[unit].radius, self.journeys[unit].is_tracked());
            (unit, Body { at, radius, wanted, tracked, ghost: false })
        };
        there.map(body).unzip()
    }

    /// Whether every unit with a destination has arrived and no leg is left.
    pub fn is_over(&self) -> bool {
        let last_leg =
            self.travellers.iter().filter_map(|t| t.legs.last()).map(|leg| leg.tick).max();
        last_leg.is_some_and(|tick| tick < self.now)
            && self.journeys.iter().all(|journey| !journey.is_tracked() || journey.has_arrived())
    }

    /// Where units under an order stood still in the last tick, far from their places.
    pub fn stalled(&self) -> impl Iterator<Item = Vec2> {
        let units = self.last.iter().zip(&self.journeys);
        units.filter_map(|(seen, journey)| {
            let seen = seen.as_ref()?;
            let still = seen.position.distance(seen.before) < self.clock.stall_step();
            (journey.is_tracked() && !journey.is_near() && seen.ordered && still)
                .then_some(seen.position)
        })
    }

    /// The metrics of the run so far.
    pub fn numbers(&self) -> MovementNumbers {
        MovementNumbers::of(self)
    }

    pub(super) fn clock(&self) -> Clock {
        self.clock
    }

    /// Ticks watched so far.
    pub fn ticks(&self) -> u64 {
        self.now
    }

    /// The units with a destination.
    pub(super) fn tracked(&self) -> impl Iterator<Item = &Journey> {
        self.journeys.iter().filter(|journey| journey.is_tracked())
    }

    /// Where the units with a destination are.
    pub(super) fn positions(&self) -> impl Iterator<Item = Vec2> {
        let units = self.last.iter().zip(&self.journeys);
        units
            .filter(|(_, journey)| journey.is_tracked())
            .filter_map(|(seen, _)| Some(seen.as_ref()?.position))
    }

    /// The largest density of each tick.
    pub(super) fn densities(&self) -> &[f64] {
        &self.densities
    }

    /// Pairs that overlap deeply, summed over ticks, and the deepest overlap in percent.
    pub(super) fn overlap(&self) -> (u64, f64) {
        (self.overlaps, self.worst_overlap)
    }
}
