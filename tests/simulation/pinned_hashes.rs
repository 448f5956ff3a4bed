//! The state hash of every shipped scenario under every preset after 600 ticks, compared with the stored ones.
//!
//! A changed hash is a changed behaviour. If the change is intended, write the file again and say in the commit which
//! hashes changed and why:
//!
//!     cargo test --release --test simulation -- --ignored write_the_pinned_hashes

use phalanx::scenario::{Scenario, presets, shipped};
use phalanx::sim::Simulation;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/simulation/pinned_hashes.txt");
const TICKS: u64 = 600;
/// The name of the row in which each team has the doctrine from its file.
const AS_SHIPPED: &str = "as shipped";

/// Every scenario under every preset, and as it is shipped.
fn cases() -> Vec<(String, String, Scenario)> {
    let mut cases = Vec::new();
    for shipped in shipped() {
        let scenario = shipped.load().unwrap();
        for preset in presets() {
            let mut scenario = scenario.clone();
            scenario.teams.iter_mut().for_each(|team| team.doctrine = preset.doctrine);
            cases.push((shipped.name.to_string(), preset.name.to_string(), scenario));
        }
        cases.push((shipped.name.to_string(), AS_SHIPPED.to_string(), scenario));
    }
    cases
}

/// The hash of each case, by scenario and preset.
fn measured() -> BTreeMap<(String, String), u64> {
    cases()
        .into_par_iter()
        .map(|(scenario_name, preset, scenario)| {
            let mut simulation = Simulation::new(&scenario);
            simulation.run(TICKS);
            ((scenario_name, preset), simulation.hash())
        })
        .collect()
}

/// The stored hashes.
fn pinned() -> BTreeMap<(String, String), u64> {
    let text = std::fs::read_to_string(FILE).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let [hash, scenario, preset] = line.splitn(3, ' ').collect::<Vec<_>>()[..] else {
                panic!("write `hash scenario preset` instead of {line:?}");
            };
            let hash = u64::from_str_radix(hash, 16).unwrap();
            ((scenario.to_string(), preset.to_string()), hash)
        })
        .collect()
}

#[test]
fn every_shipped_scenario_ends_in_its_pinned_state_under_every_preset() {
    let (pinned, measured) = (pinned(), measured());
    let mut differences = String::new();
    for (case @ (scenario, preset), hash) in &measured {
        match pinned.get(case) {
            Some(stored) if stored == hash => {}
            Some(stored) => {
                writeln!(differences, "{scenario} with {preset}: {hash:016x}, not {stored:016x}")
                    .unwrap();
            }
            None => writeln!(differences, "{scenario} with {preset}: not pinned").unwrap(),
        }
    }
    for (scenario, preset) in pinned.keys().filter(|case| !measured.contains_key(case)) {
        writeln!(differences, "{scenario} with {preset}: pinned, but no longer there").unwrap();
    }
    assert!(differences.is_empty(), "{differences}");
}

#[test]
#[ignore = "writes tests/pinned_hashes.txt; run it only if a change of behaviour is meant"]
fn write_the_pinned_hashes() {
    let mut text = format!(
        "# State hash after {TICKS} ticks, scenario, preset; written by\n\
         # cargo test --release --test simulation -- --ignored write_the_pinned_hashes\n"
    );
    for ((scenario, preset), hash) in measured() {
        writeln!(text, "{hash:016x} {scenario} {preset}").unwrap();
    }
    std::fs::write(FILE, text).unwrap();
}
