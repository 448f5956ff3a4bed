//! `phalanx experiment` at a terminal, and whether reports say what was run.

use phalanx::experiment::{
    Claim, EXPERIMENTS, Experiment, Progress, Report, Settings, Table, Value,
};
use phalanx::measure::statistics::{Judged, Verdict};
use phalanx::scenario::{Scenario, TeamId, UnitId, load_str, to_ron};
use phalanx::sim::{Position, Roster, Score, Simulation, Status, TICKS_PER_SECOND, Unit};
use std::collections::BTreeSet;
use std::process::{Command, Output};
use std::sync::LazyLock;

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

fn json(arguments: &[&str]) -> serde_json::Value {
    let output = phalanx(arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(output.stderr.is_empty(), "no progress bar without a terminal");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn experiment(name: &str) -> &'static Experiment {
    EXPERIMENTS.iter().find(|e| e.name == name).unwrap()
}

/// What the experiments with fights are run with here. The seed is odd, so that in `hybrid` the leader of a row has the
/// second team.
const SEED: u64 = 11;
fn settings(repetitions: u32) -> Settings {
    Settings { quick: true, repetitions: Some(repetitions), seed: SEED, ..Settings::default() }
}

fn run_with(name: &str, repetitions: u32) -> Report {
    experiment(name).run(&settings(repetitions), &Progress::default()).unwrap()
}

/// One run of everything, so that a row's scenario alone decides its figures.
static AMBUSH: LazyLock<Report> = LazyLock::new(|| run_with("ambush", 1));
static HYBRID: LazyLock<Report> = LazyLock::new(|| run_with("hybrid", 1));
static GLEST: LazyLock<Report> = LazyLock::new(|| run_with("glest", 1));

fn fights() -> [(&'static str, &'static Report); 3] {
    [("ambush", &*AMBUSH), ("hybrid", &*HYBRID), ("glest", &*GLEST)]
}

fn table<'a>(report: &'a Report, title: &str) -> &'a Table {
    report.tables.iter().find(|table| table.title.starts_with(title)).unwrap()
}

/// The figures of a row.
fn numbers(table: &Table, row: &str) -> Vec<f64> {
    let row = table.rows.iter().find(|r| r.label == row).unwrap();
    let number = |value: &Value| match value {
        Value::Number(number) => *number,
        Value::Word(word) => panic!("{word} in {}", table.title),
    };
    row.figures.iter().map(|figure| number(&figure.ours)).collect()
}

fn claim<'a>(report: &'a Report, claim: &str) -> &'a Claim {
    let found = report.claims.iter().find(|c| c.claim.starts_with(claim));
    found.unwrap_or_else(|| panic!("no claim {claim:?}"))
}

/// A report without what depends on the machine: the times of decisions in `hybrid`.
fn without_times(mut report: Report) -> Report {
    report.tables.retain(|table| !table.title.starts_with("Table III: what a decision costs"));
    report.claims.retain(|claim| {
        let timed = ["A decision by potential field takes", "Section VI: potential fields take"];
        !timed.iter().any(|start| claim.claim.starts_with(start))
    });
    report
}

#[test]
fn the_list_names_every_experiment_and_its_paper() {
    let output = phalanx(&["experiment", "--list"]);
    assert!(output.status.success());
    let list = text(&output.stdout);
    for experiment in EXPERIMENTS {
        assert!(list.contains(experiment.name) && list.contains(experiment.paper), "{list}");
    }
}

#[test]
fn an_unknown_experiment_is_answered_with_the_known_ones() {
    for arguments in [&["experiment", "phlogiston"][..], &["experiment"]] {
        let output = phalanx(arguments);
        assert_eq!(output.status.code(), Some(2));
        let said = text(&output.stderr);
        assert!(output.stdout.is_empty() && said.trim_end().lines().count() == 1, "{said}");
        assert!(EXPERIMENTS.iter().all(|experiment| said.contains(experiment.name)), "{said}");
    }
    assert_eq!(phalanx(&["experiment", "ambush", "--repetitions", "0"]).status.code(), Some(2));
}

/// Cells and matched cells of each table that the paper prints.
fn scores(report: &serde_json::Value) -> Vec<(u64, u64)> {
    let tables = report["tables"].as_array().unwrap().iter();
    tables.map(|t| (t["cells"].as_u64().unwrap(), t["matched"].as_u64().unwrap())).collect()
}

#[test]
fn map_marker_is_reproduced_in_every_printed_figure() {
    let report = json(&["experiment", "map-marker-parameters", "--json", "--seed", "7"]);
    assert_eq!(report["experiment"], "map-marker-parameters");
    assert_eq!(report["seed"], 7);
    assert_eq!(scores(&report)[..4], [(57, 57), (19, 19), (6, 6), (3, 3)]);
    assert_eq!(scores(&report)[4], (57, 34), "the rule as printed");
}

#[test]
fn marker_cohesion_is_reproduced_in_every_printed_figure() {
    let report = json(&["experiment", "marker-cohesion", "--json"]);
    assert_eq!(scores(&report)[0], (30, 30));
}

#[test]
fn the_command_prints_the_report_of_the_library() {
    let seed = SEED.to_string();
    let arguments = ["--quick", "--repetitions", "1", "--seed", &seed, "--json"];
    for (name, report) in [("ambush", &AMBUSH), ("glest", &GLEST)] {
        let printed = json(&[&["experiment", name], &arguments[..]].concat());
        // Read from text as well: the reader of numbers may miss the last bit.
        let told = serde_json::to_string(&**report).unwrap();
        let told: serde_json::Value = serde_json::from_str(&told).unwrap();
        assert_eq!(printed, told, "{name}");
    }
}

#[test]
fn every_number_of_threads_and_slices_give_the_same_report() {
    for (name, report) in fights() {
        let expected = without_times(report.clone());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let two = pool.install(|| run_with(name, 1));
        assert!(without_times(two) == expected, "{name} on two threads");
        let mut runs = (experiment(name).plan)(&settings(1)).unwrap();
        while !runs.is_empty() {
            runs.run_slice(7, &Progress::default()).unwrap();
        }
        assert!(without_times(runs.collect().unwrap()) == expected, "{name} in slices");
    }
}

#[test]
fn shards_give_the_same_report_as_all_runs_together() {
    let settings = Settings::default();
    let cohesion = experiment("marker-cohesion");
    let mut runs = (cohesion.plan)(&settings).unwrap();
    for shard in [3, 1, 0, 2] {
        runs.run_shard(shard, 4, &Progress::default()).unwrap();
    }
    let together = cohesion.run(&settings, &Progress::default()).unwrap();
    assert!(runs.collect().unwrap() == together);
}

/// The mean of the first numbers of the runs behind a test, and of the second ones.
fn means(test: &Judged) -> [f64; 2] {
    let rows = test.test.sample.rows();
    let count = rows.len() as f64;
    let second = |row: &(f64, Option<f64>)| row.1.unwrap_or(0.0);
    [
        rows.iter().map(|row| row.0).sum::<f64>() / count,
        rows.iter().map(second).sum::<f64>() / count,
    ]
}

#[test]
fn tests_about_ambushes_rest_on_the_runs_of_the_rows() {
    let report = run_with("ambush", 6);
    let means_of = |layout: &str| numbers(table(&report, "Table II: times"), layout);
    let wall = means_of("Chinese Wall");
    let slower =
        claim(&report, "Without combat Map Marker takes longer at the wall and the boulder.");
    let [map_marker, a_star] = means(&slower.tests[0]);
    assert!((map_marker - wall[1]).abs() < 1e-9 && (a_star - wall[0]).abs() < 1e-9, "{wall:?}");
    assert!((slower.tests[0].estimate.value() - wall[1] / wall[0]).abs() < 1e-9);
    let fewer = claim(&report, "Map Marker has fewer casualties in every scenario.");
    for (test, layout) in fewer.tests.iter().zip(["Lonely Tree", "Chinese Wall", "Boulder"]) {
        let row = means_of(layout);
        assert!((test.estimate.value() - (row[5] - row[4])).abs() < 1e-9, "{layout}");
    }
    // The tests of the paper's own kind stand in a table, corrected for nine.
    let p = numbers(table(&report, "Map Marker against A* by the paper's test"), "Chinese Wall")[1];
    assert!(p > 0.0 && p <= 1.0, "{p}");
}

#[test]
fn no_seed_that_places_were_tuned_on_is_reported() {
    // 11 to 20 are such seeds of the ambush.
    let row = &table(&AMBUSH, "Table II: times").rows[0];
    assert_eq!(row.scenarios[0].seed, 21);
    assert!(AMBUSH.to_string().contains("1 to 20 (places at the tree and the wall)"));
}

#[test]
fn one_game_is_not_enough_to_say() {
    // These have more values than repetitions: games whose decisions are timed, places of towers.
    let larger = ["It adds up", "A decision by", "Section VI: potential fields take", "Robustness"];
    for (name, report) in fights() {
        let sampled = || {
            let tested = report.claims.iter().filter(|claim| !claim.tests.is_empty());
            tested.filter(|claim| !larger.iter().any(|start| claim.claim.starts_with(start)))
        };
        assert!(sampled().count() > 5, "{name}");
        let open = sampled().filter(|claim| claim.verdict == Verdict::NotEnoughRuns);
        assert_eq!(open.count(), sampled().count(), "one run decides nothing in {name}");
        let text = report.to_string();
        assert!(text.contains("not enough runs to say"), "{name}");
        assert!(text.contains("one-sided tests are made together"), "{name}");
        assert!(!text.contains("p 0.0000"), "{name}");
    }
}

#[test]
fn tests_about_hybrids_rest_on_the_games_of_the_rows() {
    let report = &*HYBRID;
    let wins = table(report, "Table I: games won");
    let maps: Vec<Vec<f64>> = wins.rows[..4].iter().map(|r| numbers(wins, &r.label)).collect();
    let total = numbers(wins, "total");
    for (leader, total) in total.iter().enumerate() {
        let mean = maps.iter().map(|map| map[leader]).sum::<f64>() / 4.0;
        assert!((mean - total).abs() < 1e-9, "as many games on each map: {mean} and {total}");
    }
    let test = &claim(report, "The hybrid with boids wins more than A* only.").tests[0];
    assert_eq!(means(test).map(|share| 100.0 * share), [total[2], total[0]]);
    assert!((test.estimate.value() - (total[2] - total[0])).abs() < 1e-9);
    let ratio = numbers(table(report, "Table III"), "ratio");
    let terms = &claim(report, "It adds up more than 100 times").tests[0];
    assert!((terms.estimate.value() / ratio[3] - 1.0).abs() < 1e-9, "{ratio:?}");
}

#[test]
fn tests_about_flocks_rest_on_the_games_of_the_rows() {
    let report = &*GLEST;
    let wins = table(report, "Fig. 5, plain presets:");
    let [normal, flock] = ["normal", "flock"].map(|movement| numbers(wins, movement));
    let first = claim(report, "Map 1: the flock wins nearly always");
    let shares = [&first.tests[0], &first.tests[1]].map(|test| test.estimate.value());
    assert_eq!(shares, [flock[0], normal[0]]);
    let sew = table(report, "Table I, plain presets:");
    // The columns are the shares of 7, 6, ..., 0 units that reached the target.
    let reached = ["4", "8"].map(|weight| {
        let shares = numbers(sew, weight);
        (0..8).map(|n| (7 - n) as f64 * shares[n] / 100.0).sum::<f64>()
    });
    let more = &claim(report, "A larger SEW makes the flock more careful").tests[0];
    assert!((more.estimate.value() - (reached[1] - reached[0])).abs() < 1e-9);
    let rules = table(report, "Which claims hold under which rules");
    for (row, claim) in rules.rows.iter().zip(&report.claims) {
        assert_eq!(row.label, claim.claim);
        assert_eq!(row.figures[0].ours, Value::Word(claim.verdict.name().into()), "{}", row.label);
    }
    for map in 1..=3 {
        claim(report, &format!("Robustness, map {map}"));
    }
}

/// Runs a scenario of an ambush until every unit of the first team has been at the target or is dead: seconds, casualties.
fn ambush_again(scenario: &Scenario) -> (f64, f64) {
    let mut simulation = Simulation::new(scenario);
    let mut there: BTreeSet<UnitId> = BTreeSet::new();
    let target = scenario.goals[0].at.center();
    loop {
        simulation.run(1);
        let world = simulation.world();
        let mut missing = false;
        for (&id, &entity) in &simulation.get::<Roster>().unwrap().units {
            if world.get::<Unit>(entity).unwrap().team != TeamId(0) {
                continue;
            }
            let arrived = *world.get::<Status>(entity).unwrap() == Status::Arrived;
            if arrived || world.get::<Position>(entity).unwrap().0.distance(target) <= 3.5 {
                there.insert(id);
            }
            missing |= !there.contains(&id);
        }
        if !missing {
            let seconds = simulation.tick() as f64 / f64::from(TICKS_PER_SECOND);
            return (seconds, simulation.get::<Score>().unwrap().sides[0].casualties as f64);
        }
    }
}

#[test]
fn the_scenarios_of_an_ambush_run_again_give_the_figures_of_their_row() {
    for layout in ["Lonely Tree", "Chinese Wall", "Boulder"] {
        let table = table(&AMBUSH, "Table II: times");
        let figures = numbers(table, layout);
        let row = table.rows.iter().find(|row| row.label == layout).unwrap();
        for (planner, scenario) in row.scenarios.iter().enumerate() {
            let expected = (figures[2 + planner], figures[4 + planner]);
            assert_eq!(ambush_again(scenario), expected, "{}", scenario.title);
        }
    }
}

#[test]
fn the_games_of_a_hybrid_run_again_end_as_their_row_says() {
    let table = table(&HYBRID, "Table I: games won");
    let row = &table.rows[0];
    let won = numbers(table, &row.label);
    assert_eq!(row.scenarios.len(), won.len());
    for (scenario, percent) in row.scenarios.iter().zip(won) {
        let mut simulation = Simulation::new(scenario);
        let winner = (0..180 * TICKS_PER_SECOND).find_map(|_| {
            simulation.run(1);
            simulation.get::<Score>()?.winner
        });
        let expected = winner.is_some_and(|(team, _)| team == TeamId(1));
        assert_eq!(percent, if expected { 100.0 } else { 0.0 }, "{}", scenario.title);
    }
}

#[test]
fn the_attacks_on_towers_run_again_end_as_their_row_says() {
    let table = table(&GLEST, "Fig. 5, plain presets:");
    for row in table.rows.iter().filter(|row| row.label.starts_with("flock")) {
        for (scenario, percent) in row.scenarios.iter().zip(numbers(table, &row.label)) {
            let mut simulation = Simulation::new(scenario);
            let won = (0..240 * TICKS_PER_SECOND).find_map(|_| {
                simulation.run(1);
                let units = &simulation.get::<Roster>()?.units;
                let towers_stand = units.contains_key(&UnitId(0)) || units.contains_key(&UnitId(1));
                let survivors = simulation.get::<Score>()?.sides[0].units;
                (!towers_stand || survivors == 0).then_some(survivors > 0)
            });
            let expected = if won == Some(true) { 100.0 } else { 0.0 };
            assert_eq!(percent, expected, "{}", scenario.title);
        }
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
    assert_eq!((count(".csv"), count(".svg")), (7, 15), "{files:?}");
    assert!(files.contains(&"marker-cohesion-boulder-0.95.svg".into()), "{files:?}");
    // The third layout of the third line of Table I, run again: marker 0.95 at the boulder.
    let run = files.iter().find(|file| file.starts_with("marker-cohesion-run-1-3-3-")).unwrap();
    let plan = json(&["plan", out.join(run).to_str().unwrap(), "--json"]);
    let cut = |name: &str| (plan[name].as_f64().unwrap() * 100.0 + 1e-6) as i32;
    assert_eq!((cut("average_length"), cut("cohesion")), (2586, 910), "{run}");
}

#[test]
fn the_scenarios_of_all_rows_stay_the_same_when_they_are_written_and_read() {
    for (name, report) in fights() {
        let rows = || report.tables.iter().flat_map(|table| &table.rows);
        let closed = rows().find(|row| row.scenarios.is_empty());
        assert!(
            closed.is_none(),
            "{name}: every row can be opened, but {:?}",
            closed.map(|r| &r.label)
        );
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
