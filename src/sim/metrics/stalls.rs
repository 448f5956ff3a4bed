//! Where units stand still on their way, and how often they press against others: the live side of the movement benchmark.
//!
//! A unit with an order stalls in a tick in which it goes at less than a quarter of its top speed and is more than 6 cells from its
//! goal. The benchmark compares with one speed for all units; see [`crate::measure::movement`]. No decision depends on this.

use crate::grid::Cell;
use crate::measure::movement::{Body, NEAR_WITHIN, Neighbours};
use crate::scenario::UnitId;
use crate::sim::TICK;
use crate::sim::cells::{Board, Stepper};
use crate::sim::metrics::numbers::Numbers;
use crate::sim::steered::steer::SteeringMemory;
use crate::sim::tick::Ticking;
use crate::sim::unit::{
    GroupLookup, Groups, Orders, Position, PreviousPosition, Status, Steering, Unit,
};
use crate::steering::{Refill, add_up};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// A unit that goes less than this part of its top speed stands still.
const STALL_BELOW: f32 = 0.25;

/// Where the units of an arena have stood still on their way.
#[derive(Component, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stalls {
    /// For each cell, the ticks that units stood still on it.
    cells: BTreeMap<Cell, u32>,
    /// Ticks of all units on their way, and those in which they stood still.
    on_the_way: u64,
    stalled: u64,
    /// Failed steps of each unit on its present trip, with cell steps.
    failed: BTreeMap<UnitId, u32>,
}

impl Stalls {
    /// The cells on which units have stood still, with the number of ticks.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, u32)> {
        self.cells.iter().map(|(&cell, &ticks)| (cell, ticks))
    }

    /// Ticks in which units stood still, since the start.
    pub fn stalled(&self) -> u64 {
        self.stalled
    }

    /// The share of travel time in which units stood still, in percent.
    pub fn share(&self) -> f64 {
        100.0 * self.stalled as f64 / self.on_the_way.max(1) as f64
    }

    /// Records the failed steps of a unit on its present trip. Returns how many are new.
    fn note_failed(&mut self, unit: UnitId, failed: u32) -> u64 {
        let before =
            if failed == 0 { self.failed.remove(&unit) } else { self.failed.insert(unit, failed) };
        u64::from(failed.saturating_sub(before.unwrap_or(0)))
    }
}

/// A unit as it is measured.
#[derive(Clone, Copy, Default)]
struct Seen {
    body: Body,
    /// Whether it is on its way and not yet near its goal.
    under_way: bool,
    /// Where it stands still on its way.
    stalls_on: Option<Cell>,
}

type ArenaParts<'a> =
    (Entity, &'a Groups, Option<&'a Board>, &'a SteeringMemory, &'a mut Stalls, &'a mut Numbers);

type UnitParts<'a> = (
    &'a Unit,
    &'a ChildOf,
    &'a Status,
    &'a Orders,
    &'a Steering,
    &'a Position,
    &'a PreviousPosition,
    &'a Stepper,
);

/// Memory that is used again from tick to tick.
#[derive(Default)]
pub(crate) struct Memory {
    bodies: Vec<Body>,
    spare: Vec<Body>,
    neighbours: Neighbours,
    /// The cell of each unit that stands still, in any order.
    stalled: Mutex<Vec<Cell>>,
}

/// Records the units that stand still, and counts hard stops.
pub(crate) fn measure_stalls(
    mut arenas: Query<ArenaParts, With<Ticking>>,
    units: Query<UnitParts>,
    mut memory: Local<Memory>,
) -> Result {
    let Memory { bodies, spare, neighbours, stalled } = &mut *memory;
    for (arena, groups, board, steering, mut stalls, mut numbers) in &mut arenas {
        let top = |unit: &Unit| {
            board.map_or(unit.kind.speed * TICK, |board| 1.0 / board.rules.ticks.max(1) as f32)
        };
        // Threads add to both in any order; they are only summed up.
        let (under_way, shared) = (AtomicU64::new(0), &*stalled);
        let mut refill = Refill::new(bodies);
        for (units, parents, statuses, orders, wishes, positions, before, steppers) in
            units.contiguous_iter()?
        {
            let here = |k: usize| parents[k].parent() == arena;
            refill.add(units.len(), here, |first, places| {
                let mut groups = GroupLookup::new(groups);
                let mut on_the_way = 0;
                for (k, place) in (first..).zip(places) {
                    let (unit, orders) = (&units[k], orders[k]);
                    let goal = || groups.get(orders.group?)?.goal(orders.leg);
                    let (at, was) = (positions[k].0, before[k].0);
                    let seen =
                        look(unit, statuses[k], goal, (at, was), wishes[k].desired, top(unit));
                    *place = seen.body;
                    on_the_way += u64::from(seen.under_way);
                    if let Some(cell) = seen.stalls_on {
                        shared.lock().unwrap_or_else(PoisonError::into_inner).push(cell);
                    }
                }
                under_way.fetch_add(on_the_way, Relaxed);
            });
            if board.is_some() {
                let counted = |&k: &usize| here(k) && !is_left_out(&units[k]);
                for k in (0..units.len()).filter(counted) {
                    let failed = steppers[k].tally.failed;
                    numbers.hard_stops += stalls.note_failed(units[k].id, failed);
                }
            }
        }
        drop(refill);
        stalls.on_the_way += under_way.into_inner();
        for cell in stalled.get_mut().unwrap_or_else(PoisonError::into_inner).drain(..) {
            stalls.stalled += 1;
            *stalls.cells.entry(cell).or_default() += 1;
        }
        if board.is_none() {
            numbers.hard_stops += hard_stops(steering, bodies, spare, neighbours);
        }
        numbers.stall_share = stalls.share();
    }
    Ok(())
}

/// Counts the units that are stopped by two or more others. Movement knows which units can touch each other, if none has died since.
fn hard_stops(
    steering: &SteeringMemory,
    bodies: &mut Vec<Body>,
    spare: &mut Vec<Body>,
    neighbours: &mut Neighbours,
) -> u64 {
    if steering.order.len() != bodies.len() {
        return neighbours.in_the_way(bodies).iter().filter(|&&others| others > 1).count() as u64;
    }
    steering.order.arrange(bodies, spare);
    // Flying units block no other unit.
    add_up(steering.units.on_ground(), |k| {
        let (body, contacts) = (&bodies[k], steering.crowds[0].contacts(k));
        if body.wanted.is_none() || contacts.len() < 2 {
            return 0;
        }
        let others = contacts.iter().map(|&other| &bodies[other as usize]);
        u64::from(others.filter(|other| body.is_stopped_by(other)).count() > 1)
    })
}

/// Whether a unit is not measured.
fn is_left_out(unit: &Unit) -> bool {
    unit.kind.is_building() || unit.kind.flying
}

/// What a unit does. `at` and `was`: where it is and where it was before the tick. `top`: the distance that it covers at its top
/// speed, in cells per tick.
#[inline]
fn look(
    unit: &Unit,
    status: Status,
    goal: impl FnOnce() -> Option<Cell>,
    (at, was): (Vec2, Vec2),
    desired: Vec2,
    top: f32,
) -> Seen {
    let radius = unit.kind.radius;
    if is_left_out(unit) {
        let body = Body { at: was, radius, ghost: true, ..Body::default() };
        return Seen { body, ..Seen::default() };
    }
    let walks = status.is_on_the_way();
    let is_outside = |goal: Cell| at.distance(goal.center()) > NEAR_WITHIN;
    let under_way = (walks || status == Status::Planning) && goal().is_some_and(is_outside);
    let stalls = under_way && at.distance(was) < STALL_BELOW * top;
    let wanted = (walks && desired != Vec2::ZERO).then(|| was + desired * TICK);
    Seen {
        body: Body { at: was, radius, wanted, tracked: true, ghost: false },
        under_way,
        stalls_on: stalls.then(|| Cell::containing(at)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planning::CellSteps;
    use crate::scenario::{Motion, Scenario, load_str};
    use crate::sim::Simulation;

    /// Two groups of six that change sides through a gap of one cell, or cross open ground without meeting.
    fn scenario(wall: bool, motion: Motion) -> Scenario {
        let (open, closed) = (".".repeat(9), format!("####{}####", if wall { "." } else { "#" }));
        let row = |y: usize| if y == 12 { closed.clone() } else { open.clone() };
        let rows: Vec<String> = (0..25).map(|y| format!("{:?}", row(y))).collect();
        let orders = if wall {
            "(who: Units([0, 1, 2, 3, 4, 5]), order: Move(At(4, 24))),
             (who: Units([6, 7, 8, 9, 10, 11]), order: Move(At(4, 0)))"
        } else {
            "(who: Units([0]), order: Move(At(8, 0)))"
        };
        let text = format!(
            "(version: 1, map: Rows([{}]), units: [
                (team: \"blue\", at: (3, 0), block: (3, 2)),
                (team: \"blue\", at: (3, 23), block: (3, 2)),
            ], orders: [{orders}])",
            rows.join(",")
        );
        Scenario { motion, ..load_str(&text, "stalls", None).unwrap() }
    }

    fn motions() -> [Motion; 2] {
        [Motion::Steered, Motion::CellSteps(CellSteps::default())]
    }

    #[test]
    fn units_that_meet_in_a_gap_stand_still_before_it_and_stop_hard() {
        for motion in motions() {
            let mut simulation = Simulation::new(&scenario(true, motion));
            simulation.run(600);
            let (numbers, stalls) = (simulation.numbers(), simulation.get::<Stalls>().unwrap());
            assert!(numbers.hard_stops > 0, "{motion:?}");
            assert!((1.0..=100.0).contains(&numbers.stall_share), "{motion:?}: {numbers:?}");
            let sum: u64 = stalls.cells().map(|(_, ticks)| u64::from(ticks)).sum();
            assert_eq!(sum, stalls.stalled());
            let near_gap = |cell: Cell| (8..=16).contains(&cell.y);
            let at_gap = stalls.cells().filter(|(cell, _)| near_gap(*cell));
            let at_gap: u64 = at_gap.map(|(_, ticks)| u64::from(ticks)).sum();
            assert!(2 * at_gap > sum, "{motion:?}: {at_gap} of {sum}");
        }
    }

    #[test]
    fn a_unit_alone_neither_stalls_nor_stops() {
        for motion in motions() {
            let mut simulation = Simulation::new(&scenario(false, motion));
            simulation.run(200);
            let numbers = simulation.numbers();
            assert_eq!((numbers.stall_share, numbers.hard_stops), (0.0, 0), "{motion:?}");
        }
    }

    #[test]
    fn going_back_in_time_brings_the_earlier_values_back() {
        for motion in motions() {
            let scenario = scenario(true, motion);
            let mut simulation = Simulation::new(&scenario);
            simulation.run(300);
            let snapshot = simulation.snapshot().unwrap();
            let earlier = (simulation.numbers().hard_stops, simulation.get::<Stalls>().cloned());
            simulation.run(200);
            let later = (simulation.numbers().hard_stops, simulation.get::<Stalls>().cloned());
            let mut again = Simulation::from_snapshot(&scenario, &snapshot).unwrap();
            let found = (again.numbers().hard_stops, again.get::<Stalls>().cloned());
            assert_eq!(found, earlier, "{motion:?}");
            again.run(200);
            let found = (again.numbers().hard_stops, again.get::<Stalls>().cloned());
            assert_eq!(found, later, "{motion:?}");
        }
    }
}
