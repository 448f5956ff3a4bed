//! Every shipped scenario with every doctrine.

use crate::common::watch::{disorder, units};
use phalanx::parts::Part;
use phalanx::planning::{Layers, Search};
use phalanx::scenario::{Doctrine, Order, Scenario, presets, shipped};
use phalanx::sim::{Numbers, Simulation, Status};
use rayon::prelude::*;

/// In a corridor for one unit, groups that meet head-on need more time.
const MAY_TAKE_LONGER: &str = "03-corridor-1";

/// A preset that only shows what a paper prints: one unit stays behind friends that have arrived.
const LEAVES_ONE_BEHIND: &str = "11-map-marker-chinese-wall with Marker A* as printed";

/// Ticks within which every unit arrives: two and a half simulated minutes. The slowest is ORCA on two-base, with 122 s.
const LONG_ENOUGH: u64 = 4800;

fn cases() -> Vec<(String, Scenario)> {
    let mut cases = Vec::new();
    for shipped in shipped() {
        for preset in presets() {
            let mut scenario = shipped.load().unwrap();
            scenario.teams.iter_mut().for_each(|team| team.doctrine = preset.doctrine);
            cases.push((format!("{} with {}", shipped.name, preset.name), scenario));
        }
    }
    cases
}

/// Every search with every set of layers.
fn mixtures() -> Vec<Doctrine> {
    let sets = 0..1 << Layers::LIST.len();
    let mixtures = (0..Search::LIST.len()).flat_map(|search| {
        sets.clone().map(move |set| {
            let mut doctrine = Doctrine { search: Search::at(search), ..Doctrine::default() };
            for layer in 0..Layers::LIST.len() {
                doctrine.layers.switch(layer, set >> layer & 1 == 1);
            }
            doctrine
        })
    });
    mixtures.collect()
}

/// Runs all cases in parallel and reports the message of each failure.
fn fail_if_any(check: impl Fn(&str, &Scenario) -> Result<(), String> + Sync) {
    let failed: Vec<String> = cases()
        .par_iter()
        .filter_map(|(name, scenario)| check(name, scenario).err().map(|e| format!("{name}: {e}")))
        .collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Whether some of its units can die on the way.
fn fights(scenario: &Scenario) -> bool {
    scenario.units.iter().any(|u| u.kind.weapon.is_some())
}

fn patrols(scenario: &Scenario) -> bool {
    scenario.orders.iter().any(|o| matches!(o.order, Order::Patrol { .. }))
}

#[test]
fn every_file_of_the_folder_is_shipped() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios");
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let known = shipped().iter().any(|s| format!("{}.ron", s.name) == name);
        assert!(known, "{name} lies in scenarios/ but does not come with the program");
    }
}

#[test]
fn units_keep_apart_and_out_of_walls() {
    fail_if_any(|_, scenario| {
        let mut sim = Simulation::new(scenario);
        for _ in 0..600 / 4 {
            sim.run(4);
            if let Some(what) = disorder(&sim) {
                return Err(what);
            }
        }
        Ok(())
    });
}

#[test]
fn every_search_moves_units_with_any_layers() {
    let failed: Vec<String> = shipped()
        .iter()
        .flat_map(|shipped| mixtures().into_iter().map(move |doctrine| (shipped, doctrine)))
        .collect::<Vec<_>>()
        .into_par_iter()
        .filter_map(|(shipped, doctrine)| {
            let mut scenario = shipped.load().unwrap();
            scenario.teams.iter_mut().for_each(|team| team.doctrine = doctrine);
            let ordered = scenario.orders.iter().filter(|o| o.tick == 0).count() > 0;
            let mut sim = Simulation::new(&scenario);
            sim.run(32);
            let walked = sim.numbers().distance_walked;
            (ordered && walked == 0.0 || disorder(&sim).is_some())
                .then(|| format!("{} with {doctrine:?}: {walked} cells walked", shipped.name))
        })
        .collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn every_unit_arrives_and_stays() {
    fail_if_any(|name, scenario| {
        let excused = name.starts_with(MAY_TAKE_LONGER) || name == LEAVES_ONE_BEHIND;
        if patrols(scenario) || fights(scenario) || excused {
            return Ok(());
        }
        let mut sim = Simulation::new(scenario);
        if !sim.run_until_arrived(LONG_ENOUGH) {
            let late: Vec<String> = units(&sim)
                .into_iter()
                .filter(|u| u.status != Status::Arrived)
                .map(|u| format!("{u:?}"))
                .collect();
            return Err(format!("{} have not arrived: {}", late.len(), late.join("\n")));
        }
        let Numbers { units: all, arrived, .. } = sim.numbers();
        if all != arrived {
            return Err(format!("{arrived} of {all} have arrived"));
        }
        let settled: Vec<_> = units(&sim).iter().map(|u| u.position).collect();
        sim.run(64);
        let later: Vec<_> = units(&sim).iter().map(|u| u.position).collect();
        if settled == later { Ok(()) } else { Err("a unit moved after its arrival".into()) }
    });
}

#[test]
fn patrols_keep_moving() {
    fail_if_any(|_, scenario| {
        if !patrols(scenario) || fights(scenario) {
            return Ok(());
        }
        let mut sim = Simulation::new(scenario);
        let mut walked = 0.0;
        for minute in 1..=4 {
            sim.run(960);
            let now = sim.numbers().distance_walked;
            if now - walked < 200.0 {
                return Err(format!("hardly any unit moved in half minute {minute}"));
            }
            walked = now;
        }
        Ok(())
    });
}
