//! One run of the real simulation: everybody patrols, and what that cost.

use super::sets::Case;
use crate::measure::coherence;
use crate::planning::{CellSteps, Directions, Layers, Learning, Search, Sectors, Whca};
use crate::scenario::Scenario;
use crate::sim::{Land, Learned, Patrols, Simulation};
use std::ops::Range;

/// A way of planning, as a row of a table.
#[derive(Clone, Debug)]
pub(super) struct Method {
    pub name: &'static str,
    pub search: Search,
    pub directions: Directions,
}

impl Method {
    /// Plans without a direction map; one is learned all the same, so that its coherence can be measured.
    pub fn plain(name: &'static str, search: Search) -> Self {
        let directions = Directions {
            weighting: false,
            learning: Learning::AsTabulated,
            ..Directions::default()
        };
        Self { name, search, directions }
    }

    /// Plans over a direction map that learns by a rule.
    pub fn directed(name: &'static str, search: Search, learning: Learning) -> Self {
        Self { name, search, directions: Directions { learning, ..Directions::default() } }
    }

    pub fn sectors(size: u32) -> Search {
        Search::Sectors(Sectors { size, ..Sectors::default() })
    }

    /// WHCA* as in the experiments: those who are done stay where they are.
    pub fn whca(strict: bool, resume: bool) -> Search {
        Search::Whca(Whca { strict, resume, step_aside: false, ..Whca::default() })
    }

    /// The same with another window than the paper's.
    pub fn whca_with_window(window: u32) -> Search {
        Search::Whca(Whca { window, step_aside: false, ..Whca::default() })
    }

    /// The scenario of a run.
    pub fn scenario(&self, case: &Case, rounds: u32, seed: u64) -> Result<Scenario, String> {
        let rules = CellSteps { ticks: 1, nodes_per_pass: 0, ..CellSteps::default() };
        let base = Scenario { seed, ..Scenario::on(case.terrain.clone()) };
        let mut scenario = base.with_patrols(&case.problems, rounds, rules)?;
        scenario.title = format!("Patrols with {}", self.name);
        let doctrine = &mut scenario.teams[0].doctrine;
        doctrine.search = self.search;
        doctrine.layers = Layers { directions: Some(self.directions), ..Layers::default() };
        Ok(scenario)
    }
}

/// What a run is measured by.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// Patrols of each unit; 0 for ever.
    pub rounds: u32,
    /// The rounds that are averaged over, counted from 0.
    pub counted: Range<usize>,
    /// Actions after which a run ends even if not everybody is done.
    pub most: u64,
    /// How many actions lie between two looks at the coherence; 0 for none but the last.
    pub look_every: u64,
}

/// What a run came to.
#[derive(Clone, Debug, Default)]
pub(super) struct Outcome {
    /// Per patrol and unit.
    pub expanded: f64,
    pub length: f64,
    pub failed: f64,
    /// Distance, waits and failures of the slowest unit in all its patrols: the time on WHCA*'s clock.
    pub own_clock: f64,
    /// Until everybody was done, in seconds of the paper.
    pub time: f64,
    /// Whether everybody was.
    pub done: bool,
    /// At the end.
    pub coherence: f64,
    /// Over time: seconds of the paper, and coherence.
    pub looks: Vec<(f64, f64)>,
    /// Nodes per patrol and unit, averaged over the first 1, 2, 3, ... rounds.
    pub expanded_up_to: Vec<f64>,
}

/// Runs a scenario to its end.
pub(super) fn run(scenario: &Scenario, plan: &Plan) -> Outcome {
    let mut sim = Simulation::new(scenario);
    let action_time = CellSteps::default().action_time;
    let mut looks = Vec::new();
    let mut done = false;
    while !done && sim.tick() < plan.most {
        sim.run(1);
        done = sim.numbers().all_arrived_at.is_some();
        if plan.look_every > 0 && sim.tick().is_multiple_of(plan.look_every) {
            looks.push((sim.tick() as f64 * action_time, coherence_of(&sim)));
        }
    }
    let empty = Patrols::default();
    let patrols = sim.get::<Patrols>().unwrap_or(&empty);
    let means = patrols.means(|round| plan.counted.contains(&round));
    Outcome {
        expanded: means.expanded,
        length: means.length,
        failed: means.failed,
        own_clock: patrols.slowest,
        time: sim.tick() as f64 * action_time,
        done,
        coherence: coherence_of(&sim),
        looks,
        expanded_up_to: (1..=patrols.rounds.len())
            .map(|n| patrols.means(|round| round < n).expanded)
            .collect(),
    }
}

fn coherence_of(sim: &Simulation) -> f64 {
    let (Some(land), Some(learned)) = (sim.get::<Land>(), sim.get::<Learned>()) else { return 0.0 };
    coherence(&land.terrain, |node| learned.0.vector(node))
}
