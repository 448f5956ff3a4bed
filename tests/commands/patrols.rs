//! Patrols from problem files, run from the command line, and the cost of a pass.

use bevy::math::Vec2;
use phalanx::experiment::{EXPERIMENTS, Progress, Settings};
use phalanx::grid::{Bounds, Cell, CornerRule, ScenProblem, Terrain};
use phalanx::planning::CellSteps;
use phalanx::scenario::{Scenario, preset_named, presets};
use phalanx::sim::{Position, Roster, Simulation};
use serde_json::Value;
use std::process::Command;

const MAP: &str = "type octile\nheight 3\nwidth 7\nmap\n.......\n...@...\n.......\n";
const PROBLEMS: &str = "version 1\n0 m 7 3 0 0 6 2 0\n0 m 7 3 6 0 0 2 0\n0 m 7 3 0 1 6 1 0\n";

#[test]
fn run_patrols_a_problem_file_and_prints_its_cost() {
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

/// A small map with a wall, and the starts of six units, under the names of the authors' files. The paths around the
/// wall are wide, because under the paper's rules units that meet in a narrow place never give way.
fn write_sets(folder: &std::path::Path) {
    let rows: Vec<String> = (0..14)
        .map(|y| if (5..9).contains(&y) { "........@@........" } else { ".................." })
        .map(String::from)
        .collect();
    let map = format!("type octile\nheight 14\nwidth 18\nmap\n{}\n", rows.join("\n"));
    let starts = [(1, 1), (2, 6), (1, 11), (16, 2), (15, 7), (16, 12)];
    let goals = [(15, 3), (16, 6), (14, 10), (3, 2), (1, 8), (2, 13)];
    let lines =
        starts.iter().zip(goals).map(|((x, y), (a, b))| format!("0 m 18 14 {x} {y} {a} {b} 0\n"));
    let problems = format!("version 1\n{}", lines.collect::<String>());
    for (name, start) in SETS {
        std::fs::write(folder.join(name), &map).unwrap();
        // The second is for lines that were tuned on the first six files.
        for file in [start.to_string(), start.replace("_1.scen", "_7.scen")] {
            std::fs::write(folder.join(file), &problems).unwrap();
        }
    }
}

/// Map and first start file of Tables 1 to 3 and of Figure 5.
const SETS: [(&str, &str); 4] = [
    ("test_s1_ground.map", "Map1_L10_R10_1.scen"),
    ("test_s1_64.map", "Map1Big_L50_R50_1.scen"),
    ("test_s2_64.map", "Map2_L50_R50_1.scen"),
    ("empty_64.map", "MapEmpty_L100_1.scen"),
];

#[test]
fn run_repeats_every_row_of_the_experiment_that_has_the_name_of_a_preset() {
    let folder = tempfile::tempdir().unwrap();
    write_sets(folder.path());
    let experiment = EXPERIMENTS.iter().find(|e| e.name == "direction-maps").unwrap();
    let settings = Settings {
        seed: 5,
        repetitions: Some(1),
        quick: true,
        maps: Some(folder.path().to_owned()),
        ..Settings::default()
    };
    let report = experiment.run(&settings, &Progress::default()).unwrap();
    let mut repeated = 0;
    for (number, table) in report.tables.iter().take(3).enumerate() {
        let ((map, scen), per) = (SETS[number], if number == 0 { 10.0 } else { 1.0 });
        let (patrols, rounds) = if number == 0 { ("10", "1-10") } else { ("6", "2-5") };
        for row in table.rows.iter().filter(|row| preset_named(&row.label).is_some()) {
            let mut sim = Simulation::new(&row.scenarios[0]);
            assert!(sim.run_until_arrived(10_000), "{} jams", row.label);
            let output = Command::new(env!("CARGO_BIN_EXE_phalanx"))
                .args(["run", map, "--scen", scen, "--patrol", patrols, "--rounds", rounds])
                .args(["--doctrine", &row.label, "--seed", "5", "--json"])
                .current_dir(folder.path())
                .output()
                .unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let json: Value = serde_json::from_slice(&output.stdout).unwrap();
            let what = format!("table {}, {}: {json}", number + 1, row.label);
            assert_eq!(json["hash"], format!("{:016x}", sim.hash()), "{what}");
            for (figure, name) in row.figures.iter().zip(["expanded", "time", "length", "failed"]) {
                let told = json["metrics"]["patrols"][name].as_f64().unwrap();
                let told = if name == "time" { told / per } else { told };
                let phalanx::experiment::Value::Number(ours) = figure.ours else {
                    panic!("{what}: {figure:?}");
                };
                // JSON may lose the last bit.
                assert!((ours - told).abs() <= 1e-12 * ours.abs(), "{ours} {told} {what}");
            }
            repeated += 1;
        }
    }
    assert_eq!(repeated, 7 + 10 + 10);
}

#[test]
fn the_node_limit_of_patrols_can_be_switched_on() {
    let folder = tempfile::tempdir().unwrap();
    write_sets(folder.path());
    let ticks = |limit: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_phalanx"))
            .args(["run", SETS[0].0, "--scen", SETS[0].1, "--patrol", "6", "--json"])
            .args(["--doctrine", "Direction map", "--node-limit", limit])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        json["ticks"].as_u64().unwrap()
    };
    assert!(ticks("200") > ticks("0"), "units wait for their turn to plan");
}

/// Units on a field that all go to the other side and back.
fn field(units: i32, side: u32) -> Scenario {
    let terrain = Terrain::open(Bounds::new(side, side), CornerRule::BothSidesFree);
    let last = side as i32 - 1;
    let problems: Vec<ScenProblem> = (0..units)
        .map(|i| {
            let start = Cell::new(2 * (i % (side as i32 / 2)), 2 * (i / (side as i32 / 2)));
            let goal = Cell::new(last - start.x, last - start.y);
            ScenProblem { width: side, height: side, start, goal, ..ScenProblem::default() }
        })
        .collect();
    Scenario::plain(terrain).with_patrols(&problems, 0, CellSteps::default()).unwrap()
}

#[test]
fn a_thousand_units_walk_with_every_doctrine() {
    for preset in presets() {
        let mut scenario = field(1000, 128);
        scenario.teams[0].doctrine = preset.doctrine;
        let mut sim = Simulation::new(&scenario);
        let start: Vec<Vec2> = positions(&sim);
        let mut ticks = 0;
        // A pass has a node budget, so units with long searches set off one after the other.
        loop {
            let moved =
                positions(&sim).iter().zip(&start).filter(|(now, then)| now != then).count();
            if moved >= 250 {
                break;
            }
            sim.run(64);
            ticks += 64;
            assert!(ticks <= 1600, "{}: {moved} have moved after {ticks} ticks", preset.name);
        }
    }
}

fn positions(sim: &Simulation) -> Vec<Vec2> {
    let entities = sim.get::<Roster>().unwrap().units.values();
    entities.map(|&unit| sim.world().get::<Position>(unit).unwrap().0).collect()
}
