//! `phalanx experiment` as somebody at a terminal uses it.

use phalanx::experiment::{EXPERIMENTS, Progress, Settings};
use phalanx::scenario::{load_str, to_ron};
use phalanx::sim::Simulation;
use serde_json::Value;
use std::process::{Command, Output};

fn phalanx(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_phalanx"))
        .args(arguments)
        .env_remove("PHALANX_MAPS")
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn json(name: &str) -> Value {
    let output = phalanx(&["experiment", name, "--json", "--seed", "7"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(output.stderr.is_empty(), "no progress bar without a terminal");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Cells and matched cells of each table that the paper prints.
fn scores(report: &Value) -> Vec<(u64, u64)> {
    let tables = report["tables"].as_array().unwrap().iter();
    tables.map(|t| (t["cells"].as_u64().unwrap(), t["matched"].as_u64().unwrap())).collect()
}

#[test]
fn the_list_names_every_experiment_and_its_paper() {
    let output = phalanx(&["experiment", "--list"]);
    assert!(output.status.success());
    let list = text(&output.stdout);
    for experiment in phalanx::experiment::EXPERIMENTS {
        assert!(list.contains(experiment.name) && list.contains(experiment.paper), "{list}");
    }
}

#[test]
fn an_unknown_experiment_is_answered_with_those_there_are() {
    for arguments in [&["experiment", "phlogiston"][..], &["experiment"]] {
        let output = phalanx(arguments);
        assert_eq!(output.status.code(), Some(2));
        let said = text(&output.stderr);
        assert!(output.stdout.is_empty() && said.trim_end().lines().count() == 1, "{said}");
        assert!(
            said.contains("map-marker-parameters") && said.contains("marker-cohesion"),
            "{said}"
        );
    }
    assert_eq!(phalanx(&["experiment", "ambush", "--repetitions", "0"]).status.code(), Some(2));
}

#[test]
fn map_marker_is_reproduced_in_every_printed_figure() {
    let report = json("map-marker-parameters");
    assert_eq!(report["experiment"], "map-marker-parameters");
    assert_eq!(report["seed"], 7);
    assert_eq!(scores(&report)[..4], [(57, 57), (19, 19), (6, 6), (3, 3)]);
    assert_eq!(scores(&report)[4], (57, 34), "the rule as printed");
    let claims = report["claims"].as_array().unwrap();
    assert!(claims.iter().all(|c| c["holds"].is_boolean() && c["evidence"].is_string()));
}

#[test]
fn marker_cohesion_is_reproduced_in_every_printed_figure() {
    assert_eq!(scores(&json("marker-cohesion"))[0], (30, 30));
}

#[test]
fn the_experiments_with_fights_tell_every_claim_with_its_evidence() {
    for (name, tables, claims) in [("ambush", 6, 8), ("hybrid", 9, 12), ("glest", 16, 20)] {
        let arguments = ["experiment", name, "--quick", "--repetitions", "1", "--json"];
        let output = phalanx(&arguments);
        assert!(output.status.success(), "{}", text(&output.stderr));
        if name != "hybrid" {
            // That one measures how long decisions take; all else is the same on every run.
            assert_eq!(output.stdout, phalanx(&arguments).stdout, "{name}");
        }
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["tables"].as_array().unwrap().len(), tables, "{name}");
        let told = report["claims"].as_array().unwrap();
        assert_eq!(told.len(), claims, "{name}");
        assert!(told.iter().all(|c| c["holds"].is_boolean() && c["evidence"].is_string()));
    }
}

#[test]
fn a_folder_gets_tables_and_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new");
    let output = phalanx(&["experiment", "marker-cohesion", "--out", out.to_str().unwrap()]);
    assert!(output.status.success());
    let (shown, said) = (text(&output.stdout), text(&output.stderr));
    assert!(shown.contains("30 of 30 as in the paper") && shown.contains("holds"), "{shown}");
    assert!(shown.contains("reconstructions"), "{shown}");
    assert!(said.contains(out.to_str().unwrap()), "{said}");
    let files: Vec<String> = std::fs::read_dir(&out)
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    let count = |ending: &str| files.iter().filter(|file| file.ends_with(ending)).count();
    assert_eq!((count(".csv"), count(".svg")), (3, 15), "{files:?}");
    assert!(files.contains(&"marker-cohesion-boulder-0.95.svg".into()), "{files:?}");
    // The third layout of the third line of Table I, run again: marker 0.95 at the boulder.
    let run = files.iter().find(|file| file.starts_with("marker-cohesion-run-1-3-3-")).unwrap();
    let output = phalanx(&["plan", out.join(run).to_str().unwrap(), "--json"]);
    let plan: Value = serde_json::from_slice(&output.stdout).unwrap();
    let cut = |name: &str| (plan[name].as_f64().unwrap() * 100.0 + 1e-6) as i32;
    assert_eq!((cut("average_length"), cut("cohesion")), (2586, 910), "{run}");
}

/// What a row carries is what was run, also after it was written and read.
#[test]
fn what_was_run_for_a_row_can_be_run_again_from_its_file() {
    let settings = Settings { quick: true, repetitions: Some(1), seed: 11, ..Settings::default() };
    for name in ["ambush", "hybrid", "glest"] {
        let experiment = EXPERIMENTS.iter().find(|e| e.name == name).unwrap();
        let report = experiment.run(&settings, &Progress::default()).unwrap();
        let rows = || report.tables.iter().flat_map(|table| &table.rows);
        assert!(rows().any(|row| !row.scenarios.is_empty()), "{name}");
        for scenario in rows().flat_map(|row| &row.scenarios) {
            let again = load_str(&to_ron(scenario), "row", None).unwrap();
            let [first, second] = [&**scenario, &again].map(|scenario| {
                let mut simulation = Simulation::new(scenario);
                simulation.run(48);
                simulation.hash()
            });
            assert_eq!(first, second, "{name}: {}", scenario.title);
        }
    }
}
