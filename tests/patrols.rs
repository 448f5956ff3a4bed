//! Patrols from problem files, as somebody at a terminal runs them, and the cost of a pass.

use phalanx::grid::{Bounds, Cell, CornerRule, ScenProblem, Terrain};
use phalanx::planning::CellSteps;
use phalanx::scenario::{Scenario, presets};
use phalanx::sim::Simulation;
use serde_json::Value;
use std::process::Command;

const MAP: &str = "type octile\nheight 3\nwidth 7\nmap\n.......\n...@...\n.......\n";
const PROBLEMS: &str = "version 1\n0 m 7 3 0 0 6 2 0\n0 m 7 3 6 0 0 2 0\n0 m 7 3 0 1 6 1 0\n";

#[test]
fn run_patrols_a_problem_file_and_tells_what_it_cost() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("m.map"), MAP).unwrap();
    std::fs::write(folder.path().join("m.scen"), PROBLEMS).unwrap();
    let phalanx = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_phalanx"));
        command.args(arguments).current_dir(folder.path()).output().unwrap()
    };
    let patrol = ["run", "m.map", "--scen", "m.scen", "--patrol", "4", "--json", "--doctrine"];
    for doctrine in ["A*", "Direction map", "DM-8", "WHCA*", "Local repair A*"] {
        let output = phalanx(&[&patrol[..], &[doctrine]].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        let patrols = &json["metrics"]["patrols"];
        assert_eq!(patrols["rounds"], 12, "{doctrine}: {json}");
        let number = |name: &str| patrols[name].as_f64().unwrap();
        assert!(number("length") >= 12.0 && number("expanded") > 0.0, "{doctrine}: {json}");
        assert!(
            number("failed") >= 0.0 && number("time") >= 4.0 * 12.0 * 1.5,
            "{doctrine}: {json}"
        );
    }
    let output = phalanx(&["run", "m.map", "--scen", "m.scen"]);
    assert_eq!(output.status.code(), Some(2), "--scen needs --patrol");
    std::fs::write(folder.path().join("m.scen"), "version 1\n0 m 7 3 3 1 0 0 0\n").unwrap();
    let output = phalanx(&["run", "m.map", "--scen", "m.scen", "--patrol", "1"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("m.scen: the start (3, 1) of problem 1"), "{said}");
}

/// Units on a field that all go to the other side and back.
fn field(units: i32, side: u32) -> Scenario {
    let terrain = Terrain::open(Bounds::new(side, side), CornerRule::BothSidesFree);
    let last = side as i32 - 1;
    let problems: Vec<ScenProblem> = (0..units)
        .map(|i| {
            let start = Cell::new(2 * (i % (side as i32 / 2)), 2 * (i / (side as i32 / 2)));
            let goal = Cell::new(last - start.x, last - start.y);
            ScenProblem {
                bucket: 0,
                map: String::new(),
                width: side,
                height: side,
                start,
                goal,
                optimal: None,
            }
        })
        .collect();
    Scenario::on(terrain).with_patrols(&problems, 0, CellSteps::default()).unwrap()
}

#[test]
fn a_thousand_units_walk_with_every_doctrine() {
    for preset in presets() {
        let mut scenario = field(1000, 128);
        scenario.teams[0].doctrine = preset.doctrine;
        let mut sim = Simulation::new(&scenario);
        let clock = std::time::Instant::now();
        sim.run(64);
        let each = clock.elapsed().as_secs_f64() * 1000.0 / 64.0;
        println!(
            "{}: {each:.2} ms per tick, {:.0} cells",
            preset.name,
            sim.numbers().distance_walked
        );
        // A pass expands only so many nodes, so that those whose searches cost much set off one after the other.
        assert!(sim.numbers().distance_walked > 100.0, "{}", preset.name);
    }
}
