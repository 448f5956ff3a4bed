//! One run of the real simulation: all units patrol; nodes, lengths, times and coherence are measured.

use super::super::ExperimentError;
use super::sets::Case;
use crate::grid::{Cell, Direction};
use crate::measure::coherence;
use crate::planning::{
    CellSteps, DirectionMap, Directions, LearnedCell, Learning, Search, Sectors, Whca,
};
use crate::scenario::{Doctrine, Scenario, StartDirections, Team, TeamId, preset_named};
use crate::sim::{ArenaFields, Land, Patrols, Roster, Simulation, Status, Stepper};
use std::ops::Range;

/// A row of a table: a preset, or a preset with a parameter changed.
#[derive(Clone, Debug)]
pub(super) struct Method {
    pub name: String,
    pub doctrine: Doctrine,
    /// The learning rule by which the coherence of units is measured that learn nothing themselves.
    pub observed: Learning,
    /// Whether "Direction map" has learned the map before, in as many patrols.
    pub learned_before: bool,
    /// The doctrine of every second unit, if it differs.
    pub others: Option<Doctrine>,
}

impl Method {
    /// A preset, exactly as `--doctrine` takes it.
    pub fn preset(name: &str) -> Result<Self, ExperimentError> {
        let preset = preset_named(name)
            .ok_or_else(|| ExperimentError::Failed(format!("there is no preset {name:?}")))?;
        Ok(Self {
            name: name.into(),
            doctrine: preset.doctrine,
            observed: Learning::AsTabulated,
            learned_before: false,
            others: None,
        })
    }

    /// The trial under another name.
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// The trial, observed by the learning rule of the text.
    pub fn observed_as_printed(self) -> Self {
        let name = format!("{}, watched as printed", self.name);
        Self { name, observed: Learning::AsPrinted, ..self }
    }

    /// The trial with other parameters of the direction map.
    pub fn directions(mut self, change: impl FnOnce(&mut Directions)) -> Self {
        self.doctrine.layers.directions.as_mut().map(change);
        self
    }

    /// The trial with other parameters of WHCA*.
    pub fn whca(mut self, change: impl FnOnce(&mut Whca)) -> Self {
        if let Search::Whca(whca) = &mut self.doctrine.search {
            change(whca);
        }
        self
    }

    /// The trial with other sectors.
    pub fn sectors(mut self, sectors: Sectors) -> Self {
        self.doctrine.search = Search::Sectors(sectors);
        self
    }

    /// The scenario of a run.
    pub fn scenario(
        &self,
        case: &Case,
        schedule: &Schedule,
        seed: u64,
    ) -> Result<Scenario, ExperimentError> {
        let base = Scenario { seed, ..Scenario::plain(case.terrain.clone()) };
        let rules = CellSteps::published();
        let mut scenario = base
            .with_patrols(&case.problems, schedule.rounds, rules)
            .map_err(|message| ExperimentError::Failed(format!("{}: {message}", case.name)))?;
        scenario.teams[0].doctrine = self.doctrine;
        if self.learned_before {
            let teacher = Self::preset("Direction map")?;
            scenario.directions = learned_by(&teacher.scenario(case, schedule, seed)?, schedule);
        }
        if let Some(doctrine) = self.others {
            scenario.teams.push(Team { doctrine, ..Team::numbered(1) });
            for unit in scenario.units.iter_mut().skip(1).step_by(2) {
                unit.team = TeamId(1);
            }
        }
        let rounds = schedule.rounds;
        scenario.title = format!("{}, {rounds} patrols of {}", self.name, case.name);
        scenario.description = format!(
            "{} units patrol between two places each, as in the experiment direction-maps.",
            case.problems.len()
        );
        Ok(scenario)
    }
}

/// The directions that a run has learned at its end.
fn learned_by(scenario: &Scenario, schedule: &Schedule) -> StartDirections {
    let mut simulation = Simulation::new(scenario);
    simulation.run_until_arrived(schedule.most);
    let cells = simulation.get::<ArenaFields>();
    let cells = cells.map(|fields| fields.layers.directions.learned(&scenario.terrain));
    StartDirections::new(&scenario.terrain, &cells.unwrap_or_default())
}

/// How long a run lasts, and what is measured of it.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    /// Patrols of each unit.
    pub rounds: u32,
    /// The rounds to average over, counted from 0.
    pub counted: Range<usize>,
    /// Actions after which a run ends even if units still patrol.
    pub most: u64,
    /// Actions between two samples of the coherence; 0 for none but the last.
    pub sample_every: u64,
}

/// Results of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct TrialResult {
    /// Per patrol and unit.
    pub expanded: f64,
    pub length: f64,
    pub failed: f64,
    /// Nodes per unit and action, unfinished patrols included.
    pub expanded_per_action: f64,
    /// Patrols finished per unit.
    pub patrols: f64,
    /// Length, waits and failures of the slowest unit in all its patrols: the time on WHCA*'s clock.
    pub own_clock: f64,
    /// Until all units were done, in seconds of the paper's clock.
    pub time: f64,
    /// Whether all units were done.
    pub done: bool,
    /// At the end.
    pub coherence: f64,
    /// Coherence over time: seconds of the paper's clock, and coherence.
    pub samples: Vec<(f64, f64)>,
    /// Nodes per patrol and unit, averaged over the first 1, 2, 3, ... rounds.
    pub expanded_up_to: Vec<f64>,
    /// The direction map at the end, if it was asked for.
    pub map: Vec<LearnedCell>,
}

/// Runs a scenario to its end.
pub(super) fn run(
    scenario: &Scenario,
    schedule: &Schedule,
    observed: Learning,
    keep_map: bool,
) -> TrialResult {
    let mut sim = Simulation::new(scenario);
    let mut observer = StepObserver::new(scenario, observed);
    let action_time = CellSteps::published().action_time;
    let mut samples = Vec::new();
    let mut done = false;
    while !done && sim.tick() < schedule.most {
        sim.run(1);
        observer.observe(&sim);
        done = sim.numbers().all_arrived_at.is_some();
        if schedule.sample_every > 0 && sim.tick().is_multiple_of(schedule.sample_every) {
            samples.push((sim.tick() as f64 * action_time, observer.coherence(&sim)));
        }
    }
    let empty = Patrols::default();
    let patrols = sim.get::<Patrols>().unwrap_or(&empty);
    let means = patrols.means(|round| schedule.counted.contains(&round));
    let units = scenario.units.len().max(1) as f64;
    TrialResult {
        expanded: means.expanded,
        length: means.length,
        failed: means.failed,
        expanded_per_action: sim.numbers().expanded as f64 / observer.actions.max(1) as f64,
        patrols: patrols.means(|_| true).rounds as f64 / units,
        own_clock: patrols.slowest,
        time: sim.tick() as f64 * action_time,
        done,
        coherence: observer.coherence(&sim),
        samples,
        expanded_up_to: (1..=patrols.rounds.len())
            .map(|n| patrols.means(|round| round < n).expanded)
            .collect(),
        map: if keep_map { observer.map(&sim).learned(&scenario.terrain) } else { Vec::new() },
    }
}

/// Observes the steps of a run from outside. Units that do not learn run exactly by their preset, and the coherence of their
/// steps is still measured.
struct StepObserver {
    rule: Directions,
    map: DirectionMap,
    /// Whether the units learn no map themselves, so that this one is used.
    is_used: bool,
    cells: Vec<Cell>,
    /// Actions of units that were not done.
    actions: u64,
}

impl StepObserver {
    fn new(scenario: &Scenario, learning: Learning) -> Self {
        Self {
            rule: Directions { learning, ..Directions::default() },
            map: DirectionMap::default(),
            is_used: scenario.teams.iter().all(|t| t.doctrine.layers.directions.is_none()),
            cells: scenario.units.iter().map(|unit| unit.at).collect(),
            actions: 0,
        }
    }

    /// Learns from the steps of the last tick, in the order of the units.
    fn observe(&mut self, sim: &Simulation) {
        let (Some(land), Some(roster)) = (sim.get::<Land>(), sim.get::<Roster>()) else { return };
        for (place, &entity) in roster.units.values().enumerate() {
            let Some(stepper) = sim.world().get::<Stepper>(entity) else { continue };
            let done = sim.world().get::<Status>(entity) == Some(&Status::Arrived);
            self.actions += u64::from(!done);
            let Some(now) = stepper.cell else { continue };
            let from = std::mem::replace(&mut self.cells[place], now);
            if self.is_used
                && let Some(step) = Direction::between(from, now)
            {
                self.map.learn(&land.terrain, from, step, &self.rule);
            }
        }
    }

    fn map<'a>(&'a self, sim: &'a Simulation) -> &'a DirectionMap {
        match sim.get::<ArenaFields>() {
            Some(fields) if !self.is_used => &fields.layers.directions,
            _ => &self.map,
        }
    }

    fn coherence(&self, sim: &Simulation) -> f64 {
        let Some(land) = sim.get::<Land>() else { return 0.0 };
        let map = self.map(sim);
        coherence(&land.terrain, |node| map.vector(node))
    }
}
