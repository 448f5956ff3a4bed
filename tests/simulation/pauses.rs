//! Pausing never changes a run: a run that was paused at random ticks, started paused, and edited while paused has the same
//! hash at every tick as the same actions without pauses.

use crate::common::session::Session;
use phalanx::planning::CellSteps;
use phalanx::scenario::{Action, Motion, Scenario, shipped, shipped_named};
use phalanx::sim::{CaptureSearch, Generation, Simulation};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use rayon::prelude::*;

/// Runs the same actions without pauses and with pauses. Returns the first tick with different hashes.
fn first_difference(scenario: &Scenario, ticks: u64, seed: u64) -> Option<u64> {
    let mut session = Session::new(scenario, seed);
    let mut pauses = Pcg64::seed_from_u64(!seed);
    let (mut smooth, mut paused) = (Simulation::new(scenario), Simulation::new(scenario));
    // What the window records must not matter, either.
    paused.watch(CaptureSearch { last_search: true, separation: true });
    for tick in 0..ticks {
        let count = if session.random.random_bool(0.15) { 3 } else { 0 };
        let actions: Vec<_> = (0..count).map(|_| session.action()).collect();
        smooth.send(actions.clone());
        if tick == 0 || pauses.random_bool(0.2) {
            for action in actions {
                paused.send([action]);
                for _ in 0..pauses.random_range(0..3) {
                    paused.edit();
                }
            }
            paused.edit();
        } else {
            paused.send(actions);
        }
        smooth.run(1);
        paused.run(1);
        if smooth.hash() != paused.hash() {
            return Some(tick);
        }
    }
    assert_eq!(smooth.log(), paused.log());
    None
}

fn check(ticks: u64, seeds: u64) {
    let seed = Session::fresh_seed();
    let mut cases = Vec::new();
    for shipped in shipped() {
        let scenario = shipped.load().unwrap();
        for motion in [scenario.motion, Motion::Steered, Motion::CellSteps(CellSteps::default())] {
            for run in 0..seeds {
                let seed = seed.wrapping_add(run);
                cases.push((shipped.name, Scenario { motion, ..scenario.clone() }, seed));
            }
        }
    }
    let wrong: Vec<String> = cases
        .into_par_iter()
        .filter_map(|(name, scenario, seed)| {
            let tick = first_difference(&scenario, ticks, seed)?;
            Some(format!("{name} ({:?}), seed {seed}: differs at tick {tick}", scenario.motion))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn pauses_with_edits_change_nothing() {
    check(60, 1);
}

#[test]
fn a_pause_shows_an_edit_once() {
    let scenario = shipped()[shipped_named("bottleneck").unwrap()].load().unwrap();
    let mut simulation = Simulation::new(&scenario);
    simulation.run(10);
    let shown = |simulation: &Simulation| simulation.get::<Generation>().unwrap().0;
    // Units that died in the last tick are forgotten; then nothing is left to show.
    simulation.edit();
    let before = shown(&simulation);
    simulation.edit();
    assert_eq!(shown(&simulation), before);
    let id = scenario.units[0].id;
    simulation.send([Action::RemoveUnits(vec![id])]);
    simulation.edit();
    assert_eq!(shown(&simulation), before + 1);
    for _ in 0..5 {
        simulation.edit();
    }
    assert_eq!(shown(&simulation), before + 1);
}

#[test]
#[ignore = "long: 600 ticks, five seeds"]
fn pauses_with_edits_change_nothing_for_long() {
    check(600, 5);
}
