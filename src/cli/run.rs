//! `phalanx run`: simulate without a window.

use super::{Outcome, RunArgs, load, print_json, set_doctrine};
use phalanx::scenario::Scenario;
use phalanx::sim::{Numbers, Simulation, TICKS_PER_SECOND};
use serde::Serialize;

/// Ticks after which a run ends when nobody says how many: two simulated minutes.
const MOST_TICKS: u64 = 3840;

#[derive(Serialize)]
struct Report {
    scenario: String,
    seed: u64,
    ticks: u64,
    hash: String,
    metrics: Numbers,
}

pub fn run(args: RunArgs) -> Outcome {
    let mut scenario = load(&args.file)?;
    set_doctrine(&mut scenario, args.doctrine.as_deref())?;
    if let Some(seed) = args.seed {
        scenario.seed = seed;
    }
    let report = simulate(&scenario, args.ticks);
    if args.json { print_json(&report) } else { print(&scenario, &report) }
}

/// Runs a scenario and prints its numbers.
pub fn run_and_print(scenario: &Scenario) -> Outcome {
    print(scenario, &simulate(scenario, None))
}

fn simulate(scenario: &Scenario, ticks: Option<u64>) -> Report {
    let mut simulation = Simulation::new(scenario);
    match ticks {
        Some(ticks) => simulation.run(ticks),
        None => {
            simulation.run_until_arrived(MOST_TICKS);
        }
    }
    Report {
        scenario: scenario.title.clone(),
        seed: scenario.seed,
        ticks: simulation.tick(),
        hash: format!("{:016x}", simulation.hash()),
        metrics: simulation.numbers(),
    }
}

fn print(scenario: &Scenario, report: &Report) -> Outcome {
    let numbers = &report.metrics;
    let seconds = report.ticks as f64 / f64::from(TICKS_PER_SECOND);
    let teams: Vec<String> =
        scenario.teams.iter().map(|t| format!("{} ({})", t.name, t.doctrine.name())).collect();
    println!("{}", report.scenario);
    println!("  teams            {}", teams.join(", "));
    println!("  seed             {}", report.seed);
    println!("  ticks            {} ({seconds:.1} s)", report.ticks);
    println!("  units            {}", numbers.units);
    println!(
        "  walking          {}, arrived {}, waiting {}",
        numbers.walking, numbers.arrived, numbers.waiting
    );
    if let Some(tick) = numbers.all_arrived_at {
        println!("  all arrived at   {:.1} s", tick as f64 / f64::from(TICKS_PER_SECOND));
    }
    println!("  average length   {:.3} cells", numbers.average_length);
    println!("  cohesion         {:.3}", numbers.cohesion);
    println!("  distance walked  {:.1} cells", numbers.distance_walked);
    println!("  paths planned    {}", numbers.paths_planned);
    println!("  nodes expanded   {}", numbers.expanded);
    println!("  state hash       {}", report.hash);
    Ok(())
}
