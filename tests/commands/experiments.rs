//! `phalanx experiment` at a terminal, and whether reports say what was run.

use phalanx::experiment::{EXPERIMENTS, Experiment, Progress, Report, Settings, Table, Value};
use phalanx::measure::statistics::{proportion_is_smaller, proportions_differ};
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

fn holds(report: &Report, claim: &str) -> bool {
    let found = report.claims.iter().find(|c| c.claim.starts_with(claim));
    found.unwrap_or_else(|| panic!("no claim {claim:?}")).holds
}

/// A report without what depends on the machine: the times of decisions in `hybrid`.
fn without_times(mut report: Report) -> Report {
    report.tables.retain(|table| !table.title.starts_with("Table III: what a decision costs"));
    report.claims.retain(|claim| !claim.claim.starts_with("A decision by potential field costs"));
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

#[test]
fn claims_about_ambushes_follow_from_the_rows() {
    // Six runs each are the fewest that can be significant after Bonferroni's correction for nine tests.
    let report = run_with("ambush", 6);
    let layouts = ["Lonely Tree", "Chinese Wall", "Boulder"];
    let means = layouts.map(|layout| numbers(table(&report, "Table II"), layout));
    let fewer = means.iter().all(|row| row[5] < row[4]);
    assert_eq!(holds(&report, "Map Marker has fewer casualties on average"), fewer);
    // Change, p and r of the time without combat, the time with combat, and casualties.
    let [tree, wall, boulder] =
        layouts.map(|layout| numbers(table(&report, "Map Marker against A*"), layout));
    let significant = |row: &[f64], quantity: usize| row[3 * quantity + 1] < 0.05;
    let rises =
        |row: &[f64], quantity: usize| significant(row, quantity) && row[3 * quantity] > 0.0;
    let falls =
        |row: &[f64], quantity: usize| significant(row, quantity) && row[3 * quantity] < 0.0;
    for (claim, expected) in [
        ("At the Lonely Tree the times", !significant(&tree, 0) && !significant(&tree, 1)),
        (
            "Without combat Map Marker takes significantly longer",
            [&wall, &boulder].iter().all(|row| rises(row, 0) && row[2] > 0.5),
        ),
        ("With combat Map Marker is significantly faster", falls(&wall, 1) && falls(&boulder, 1)),
        (
            "The difference in casualties is significant at the boulder",
            falls(&boulder, 2) && boulder[8] > 0.5,
        ),
        (
            "The difference in casualties is significant only at the boulder",
            falls(&boulder, 2) && !significant(&tree, 2) && !significant(&wall, 2),
        ),
    ] {
        assert_eq!(holds(&report, claim), expected, "{claim}");
    }
}

#[test]
fn claims_about_hybrids_follow_from_the_rows() {
    let report = &*HYBRID;
    let wins = table(report, "Table I: games won");
    let maps: Vec<Vec<f64>> = wins.rows[..4].iter().map(|r| numbers(wins, &r.label)).collect();
    let total = numbers(wins, "total");
    for (leader, total) in total.iter().enumerate() {
        let mean = maps.iter().map(|map| map[leader]).sum::<f64>() / 4.0;
        assert!((mean - total).abs() < 1e-9, "as many games on each map: {mean} and {total}");
    }
    let won: Vec<(u64, u64)> =
        total.iter().map(|percent| ((percent * 4.0 / 100.0).round() as u64, 4)).collect();
    let [a_star, field, boids, field_printed, boids_printed] = won[..] else { panic!("{won:?}") };
    let p = proportion_is_smaller;
    for (how, field, boids) in [("", field, boids), (" (as printed)", field_printed, boids_printed)]
    {
        for (name, hybrid) in [("potential field", field), ("boids", boids)] {
            let claim =
                format!("The hybrid with {name} wins significantly more than A* only{how} (");
            assert_eq!(holds(report, &claim), p(a_star, hybrid) <= 0.10, "{claim}");
        }
        let claim = format!("The two hybrids do not differ significantly{how} (");
        assert_eq!(holds(report, &claim), p(field, boids).min(p(boids, field)) > 0.10, "{claim}");
    }
    let ratio = numbers(table(report, "Table III"), "ratio")[1];
    assert_eq!(holds(report, "A decision by potential field costs more than 100"), ratio > 100.0);
}

#[test]
fn claims_about_flocks_follow_from_the_rows() {
    let report = &*GLEST;
    let wins = table(report, "Fig. 5, plain presets:");
    let [normal, flock, normal_influence, flock_influence] =
        ["normal", "flock", "normal + influence", "flock + influence"].map(|m| numbers(wins, m));
    // One game each.
    let differ =
        |a: f64, b: f64| proportions_differ((a as u64 / 100, 1), (b as u64 / 100, 1)) < 0.01;
    let sew = table(report, "Table I, plain presets:");
    // The columns are the shares of 7, 6, ..., 0 units that reached the target.
    let reached = ["4", "8", "12"].map(|weight| {
        let shares = numbers(sew, weight);
        (0..8).map(|n| (7 - n) as f64 * shares[n] / 100.0).sum::<f64>()
    });
    for (claim, expected) in [
        (
            "Map 1: the flock wins nearly always",
            flock[0] >= 90.0 && normal[0] <= 25.0 && differ(normal[0], flock[0]),
        ),
        (
            "Map 1: influence makes no difference",
            (normal[0] - normal_influence[0]).abs() <= 15.0
                && (flock[0] - flock_influence[0]).abs() <= 15.0,
        ),
        ("Map 2: the normal group loses with influence as well", normal_influence[1] <= 25.0),
        (
            "A larger SEW makes the flock more careful",
            reached[0] < reached[1] && reached[1] < reached[2],
        ),
    ] {
        assert_eq!(holds(report, claim), expected, "{claim}");
    }
    let rules = table(report, "Which claims hold under which rules");
    assert_eq!(rules.rows.len(), report.claims.len());
    for (row, claim) in rules.rows.iter().zip(&report.claims) {
        assert_eq!(row.label, claim.claim);
        let word = if claim.holds { "holds" } else { "does not hold" };
        assert_eq!(row.figures[0].ours, Value::Word(word.into()), "{}", claim.claim);
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
        let table = table(&AMBUSH, "Table II");
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
    assert_eq!((count(".csv"), count(".svg")), (3, 15), "{files:?}");
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
