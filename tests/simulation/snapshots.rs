//! Heavy mode: after every tick the whole state is written to bytes, read into a fresh world, and continued there. Every hash
//! equals that of an undisturbed run.

use crate::common::session::Session;
use phalanx::planning::CellSteps;
use phalanx::scenario::{Motion, Scenario, preset_named, presets, shipped, shipped_named};
use phalanx::sim::{Simulation, Snapshot, SnapshotError};
use rand::RngExt;
use rayon::prelude::*;

const TICKS: u64 = 200;

/// Runs a scenario undisturbed and in heavy mode. Actions come at random ticks if a session is given. Returns the first
/// tick with different hashes.
fn first_difference(scenario: &Scenario, ticks: u64, seed: Option<u64>) -> Option<u64> {
    let mut session = seed.map(|seed| Session::new(scenario, seed));
    let mut smooth = Simulation::new(scenario);
    let mut heavy = Simulation::new(scenario);
    for tick in 0..ticks {
        let mut actions = Vec::new();
        if let Some(session) = &mut session
            && session.random.random_bool(0.1)
        {
            actions.extend((0..session.random.random_range(1..4)).map(|_| session.action()));
        }
        for simulation in [&mut smooth, &mut heavy] {
            simulation.send(actions.clone());
            simulation.run(1);
        }
        let bytes = heavy.snapshot().unwrap().to_bytes();
        let read = Snapshot::from_bytes(&bytes).unwrap();
        assert_eq!(read.tick(), tick + 1);
        heavy = Simulation::from_snapshot(scenario, &read).unwrap();
        if smooth.hash() != heavy.hash() {
            return Some(tick);
        }
    }
    // What the hash leaves out.
    let (a, b) = (smooth.numbers(), heavy.numbers());
    assert_eq!(
        (a.units, a.walking, a.expanded, a.paths_planned, a.all_arrived_at),
        (b.units, b.walking, b.expanded, b.paths_planned, b.all_arrived_at)
    );
    None
}

fn with_preset(name: &str, preset: &str) -> Scenario {
    let mut scenario = shipped()[shipped_named(name).unwrap()].load().unwrap();
    let doctrine = preset_named(preset).unwrap().doctrine;
    scenario.teams.iter_mut().for_each(|team| team.doctrine = doctrine);
    scenario
}

fn check(cases: Vec<Case>, ticks: u64) {
    let wrong: Vec<String> = cases
        .into_par_iter()
        .filter_map(|(name, scenario, seed)| {
            let tick = first_difference(&scenario, ticks, seed)?;
            Some(format!("{name} differs at tick {tick} (seed {seed:?})"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_run_continues_from_any_tick_in_a_fresh_world() {
    // Every preset in turn on one of these, in both kinds of motion; between them they fight, patrol, learn and wait.
    let names = ["map-marker-boulder", "bottleneck", "patrol", "ambush-boulder", "hybrid-rocks"];
    let mut cases = Vec::new();
    for (i, preset) in presets().iter().enumerate() {
        let scenario = with_preset(names[i % names.len()], preset.name);
        cases.extend(both_motions(names[i % names.len()], preset.name, scenario));
    }
    // What shipped scenarios have beyond that.
    for (name, preset) in [
        ("bridge", "A* with congestion"),
        ("four-way", "ORCA"),
        ("circle-swap", "Flock"),
        ("corridor-3", "WHCA*"),
        ("glest-2", "Flock + influence"),
    ] {
        cases.push((format!("{name} with {preset}"), with_preset(name, preset), None));
    }
    check(cases, TICKS);
}

type Case = (String, Scenario, Option<u64>);

fn both_motions(name: &str, preset: &str, scenario: Scenario) -> [Case; 2] {
    let other = match scenario.motion {
        Motion::Steered => Motion::CellSteps(CellSteps::default()),
        Motion::CellSteps(_) => Motion::Steered,
    };
    let changed = Scenario { motion: other, ..scenario.clone() };
    [scenario, changed].map(|scenario| {
        (format!("{name} with {preset}, {}", scenario.motion.name()), scenario, None)
    })
}

#[test]
#[ignore = "every shipped scenario under every preset, both kinds of motion: some ten minutes"]
fn a_run_continues_from_any_tick_in_a_fresh_world_under_every_preset() {
    let mut cases = Vec::new();
    for shipped in shipped() {
        let scenario = shipped.load().unwrap();
        cases.push((format!("{} as shipped", shipped.name), scenario.clone(), None));
        for preset in presets() {
            let mut scenario = scenario.clone();
            scenario.teams.iter_mut().for_each(|team| team.doctrine = preset.doctrine);
            cases.extend(both_motions(shipped.name, preset.name, scenario));
        }
    }
    check(cases, TICKS);
}

#[test]
fn a_run_with_random_actions_continues_in_a_fresh_world() {
    let seed = Session::fresh_seed();
    let scenarios = shipped().iter().filter(|s| s.load().unwrap().units.len() < 60);
    let cases = scenarios.zip(0..).map(|(shipped, i)| {
        (shipped.name.to_string(), shipped.load().unwrap(), Some(seed.wrapping_add(i)))
    });
    check(cases.collect(), 120);
}

#[test]
fn bytes_that_are_no_snapshot_are_refused() {
    let mut simulation = Simulation::new(&with_preset("bottleneck", "A*"));
    simulation.run(20);
    let bytes = simulation.snapshot().unwrap().to_bytes();
    assert_eq!(Snapshot::from_bytes(&[]).unwrap_err(), SnapshotError::NotASnapshot);
    assert_eq!(Snapshot::from_bytes(b"(version: 1)").unwrap_err(), SnapshotError::NotASnapshot);
    let mut later = bytes.clone();
    later[8] = 99;
    let error = Snapshot::from_bytes(&later).unwrap_err();
    assert_eq!(error, SnapshotError::OtherVersion { found: 99 });
    for cut in [bytes.len() - 1, bytes.len() / 2, 25] {
        assert_eq!(Snapshot::from_bytes(&bytes[..cut]).unwrap_err(), SnapshotError::Damaged);
    }
    let mut wrong = bytes.clone();
    let middle = wrong.len() / 2;
    wrong[middle] ^= 1;
    assert_eq!(Snapshot::from_bytes(&wrong).unwrap_err(), SnapshotError::Damaged);
}
