//! One run of the benchmark, measured tick by tick.

use super::build::{TIME_SCALE, Trial};
use crate::grid::Cell;
use crate::measure::movement::{Clock, MovementNumbers, MovementProbe, Seen};
use crate::scenario::UnitId;
use crate::sim::{
    Position, PreviousPosition, Simulation, Status, Steering, Stepper, TICK, TICKS_PER_SECOND,
};
use glam::Vec2;
use std::collections::BTreeMap;

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The metrics.
    pub numbers: MovementNumbers,
    /// The state hash at the end.
    pub hash: u64,
    /// For each cell the ticks that units stood still on it, outside the reach of their places.
    pub stalls: BTreeMap<Cell, u32>,
}

/// Runs a trial to its end.
pub fn run(trial: &Trial) -> Outcome {
    let clock = Clock { ticks_per_second: f64::from(TICKS_PER_SECOND), time_scale: TIME_SCALE };
    let mut probe = MovementProbe::new(clock, trial.travellers.clone());
    let mut simulation = Simulation::new(&trial.scenario);
    let mut failed = vec![0; trial.travellers.len()];
    let mut seen = vec![None; trial.travellers.len()];
    let mut stalls = BTreeMap::new();
    for _ in 0..trial.ticks {
        simulation.run(1);
        see(&simulation, &mut failed, &mut seen);
        probe.observe(&seen);
        for cell in probe.stalled().map(Cell::containing) {
            *stalls.entry(cell).or_insert(0) += 1;
        }
        if !trial.whole_budget && probe.is_over() {
            break;
        }
    }
    Outcome { numbers: probe.numbers(), hash: simulation.hash(), stalls }
}

/// What each unit did in the last tick. `failed` holds the failed steps of each unit so far.
fn see(simulation: &Simulation, failed: &mut [u32], seen: &mut [Option<Seen>]) {
    seen.fill(None);
    let world = simulation.world();
    for (UnitId(id), unit) in simulation.units() {
        let (Some(seen), Some(failed)) = (seen.get_mut(id as usize), failed.get_mut(id as usize))
        else {
            continue;
        };
        let (Some(position), Some(before), Some(status)) = (
            world.get::<Position>(unit),
            world.get::<PreviousPosition>(unit),
            world.get::<Status>(unit),
        ) else {
            continue;
        };
        let desired = world.get::<Steering>(unit).map_or(Vec2::ZERO, |steering| steering.desired);
        let failed_now = world.get::<Stepper>(unit).map_or(0, |stepper| stepper.tally.failed);
        let step_failed = failed_now > *failed;
        *failed = failed_now;
        *seen = Some(Seen {
            before: before.0,
            position: position.0,
            wanted: (status.is_on_the_way() && desired != Vec2::ZERO)
                .then(|| before.0 + desired * TICK),
            step_failed,
            planning: *status == Status::Planning,
            ordered: !matches!(status, Status::Idle | Status::Arrived),
        });
    }
}
