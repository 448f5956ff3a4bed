//! All runs of one scenario under one reading by one contender.

use super::arrangement::Arrangement;
use super::build::{TIME_SCALE, Trial, build};
use super::contender::Contender;
use super::layout::{Layout, Reading, Wanted};
use super::run::{Outcome, run};
use super::variant::Variant;
use crate::experiment::Runs;
use crate::measure::movement::{MovementNumbers, Range};
use crate::scenario::Scenario;
use std::sync::Arc;

/// The plug holds if no more than this many units arrive in a run.
const HELD_BACK_UP_TO: f64 = 2.0;

/// All runs of one scenario under one reading by one contender.
#[derive(Clone, Debug)]
pub struct Series {
    /// How units plan and move.
    pub contender: Arc<Contender>,
    /// The scenario.
    pub layout: &'static Layout,
    /// How wide its gaps are.
    pub reading: Reading,
    /// Seed of the runs.
    pub seed: u64,
    /// The arrangements and how they ended.
    pub runs: Vec<(Arrangement, Outcome)>,
}

/// Plans the runs of a series.
pub fn plan_series(
    contender: &Arc<Contender>,
    layout: &'static Layout,
    reading: Reading,
    seed: u64,
    arrangements: Vec<Arrangement>,
) -> Runs<Series> {
    let of = |runs| Series { contender: contender.clone(), layout, reading, seed, runs };
    let series = of(Vec::new());
    let planned = series.clone();
    let label = format!("{}, {}", contender.name, series.name());
    let units: usize = layout.blocks.iter().map(|block| block.units).sum();
    let weight = (layout.updates * units as u64 / 100).max(1);
    Runs::of(label, arrangements, move |a| Ok((a, run(&planned.trial(a)))))
        .weight(weight)
        .map(move |runs| Series { runs, ..series })
}

impl Series {
    /// The scenario and, where both readings differ, the reading.
    pub fn name(&self) -> String {
        if self.layout.has_gap {
            format!("{}, {}", self.layout.name, self.reading.name())
        } else {
            self.layout.name.into()
        }
    }

    fn trial(&self, arrangement: Arrangement) -> Trial {
        let Contender { name, doctrine, motion } = &*self.contender;
        let mut trial =
            build(self.layout, Variant::new(self.reading, arrangement), *doctrine, *motion);
        let index = arrangement.index;
        trial.scenario.title = format!("{}, {name}, arrangement {index}", self.name());
        trial.scenario.seed = self.seed;
        trial
    }

    /// The metrics of every run.
    pub fn numbers(&self) -> impl Iterator<Item = &MovementNumbers> {
        self.runs.iter().map(|(_, outcome)| &outcome.numbers)
    }

    /// A metric over all runs.
    pub fn range(&self, of: fn(&MovementNumbers) -> f64) -> Range {
        Range::of(&self.numbers().map(of).collect::<Vec<f64>>())
    }

    /// A time over all runs, in Warzone's seconds.
    pub fn time(&self, of: fn(&MovementNumbers) -> f64) -> Range {
        self.range(of).times(TIME_SCALE)
    }

    /// The sum of a metric over all runs.
    pub fn sum(&self, of: fn(&MovementNumbers) -> f64) -> f64 {
        self.numbers().map(of).sum()
    }

    /// Runs that ended as they should, by what is wanted of the scenario.
    pub fn good_runs(&self) -> usize {
        let is_good = |numbers: &&MovementNumbers| match self.layout.wanted {
            Wanted::Near => numbers.resolved > 0.0,
            Wanted::HeldBack => numbers.arrived <= HELD_BACK_UP_TO,
            Wanted::Reversals => true,
        };
        self.numbers().filter(is_good).count()
    }

    /// The number of runs with three quarters of the units near their places, of all.
    pub fn resolved(&self) -> (usize, usize) {
        (self.numbers().filter(|n| n.resolved > 0.0).count(), self.runs.len())
    }

    /// The series with only some of its runs.
    pub fn only(&self, holds: impl Fn(Arrangement) -> bool) -> Self {
        let runs = self.runs.iter().filter(|(a, _)| holds(*a)).cloned().collect();
        Self { runs, ..self.clone() }
    }

    /// The run that went worst, to be opened: the fewest units near, then the longest settling.
    pub fn worst_run(&self) -> Option<Scenario> {
        let badness = |outcome: &Outcome| (-outcome.numbers.near, outcome.numbers.settle_p95);
        let worst = self.runs.iter().max_by(|(_, a), (_, b)| {
            let (a, b) = (badness(a), badness(b));
            // The first of equals.
            a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)).then(std::cmp::Ordering::Greater)
        });
        worst.map(|(arrangement, _)| self.trial(*arrangement).scenario)
    }
}

/// The floor of a contender: seconds per cell of its median unit on open ground, in our seconds.
pub fn floor(all: &[Series], contender: &Contender) -> f64 {
    let open = all.iter().find(|s| s.layout.name == FLOOR && *s.contender == *contender);
    open.map_or(0.0, |series| series.range(|n| n.seconds_per_cell_p50).median)
}

/// The scenario that gives the floor.
pub const FLOOR: &str = "openfield";

/// Seconds per cell over a floor: 1 is free travel.
pub fn grind(series: &Series, floor: f64) -> Range {
    let slow = series.range(|n| n.seconds_per_cell_p95);
    slow.times(if floor > 0.0 { 1.0 / floor } else { 0.0 })
}
