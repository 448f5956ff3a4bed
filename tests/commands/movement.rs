//! The movement benchmark from end to end: one scenario at the command line, the same report on any number of threads, and what a row
//! opens.

use phalanx::experiment::movement::{
    Arrangement, LAYOUTS, Mirror, MotionKind, Reading, Variant, build, layout_named, run,
};
use phalanx::experiment::{EXPERIMENTS, Experiment, Progress, Report, Settings};
use phalanx::scenario::{Doctrine, load_file};
use std::process::{Command, Output};

fn movement() -> &'static Experiment {
    EXPERIMENTS.iter().find(|e| e.name == "movement").unwrap()
}

fn settings(scenario: &str, doctrine: &str, repetitions: u32) -> Settings {
    Settings {
        scenario: Some(scenario.into()),
        doctrine: Some(doctrine.into()),
        repetitions: Some(repetitions),
        ..Settings::default()
    }
}

fn report(settings: &Settings, threads: usize) -> Report {
    let pool = rayon_pool(threads);
    pool.install(|| movement().run(settings, &Progress::default()).unwrap())
}

fn rayon_pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
}

fn phalanx(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_phalanx")).args(arguments).output().unwrap()
}

#[test]
fn the_report_is_the_same_on_one_thread_and_on_two() {
    for doctrine in ["A*", "WHCA* on cell steps"] {
        let settings = settings("oneway_tracked", doctrine, 2);
        assert_eq!(report(&settings, 1), report(&settings, 2), "{doctrine}");
    }
}

#[test]
fn one_group_alone_is_resolved_and_its_row_opens_what_was_run() {
    let report = report(&settings("oneway_tracked", "A*", 2), 2);
    let beside = report.tables.iter().find(|t| t.title.contains("beside Warzone")).unwrap();
    let labels: Vec<&str> = beside.rows.iter().map(|row| row.label.as_str()).collect();
    assert_eq!(labels, ["oneway_tracked, same drawing", "oneway_tracked, same room"]);
    for row in &beside.rows {
        assert_eq!(format!("{:?}", row.figures[0].ours), "Word(\"2/2\")");
        assert_eq!(format!("{:?}", row.figures[2].ours), "Word(\"27/27\")", "Warzone's own");
        let scenario = &row.scenarios[0];
        assert!(scenario.title.contains("A*, arrangement"), "{}", scenario.title);
        assert_eq!(scenario.units.len(), 16);
    }
    assert_eq!(report.pictures.len(), 1);
    assert!(report.pictures[0].svg.contains("oneway_tracked"));
    let runs = &report.data.iter().find(|data| data.file == "runs.csv").unwrap().csv;
    assert_eq!(runs.lines().count(), 1 + 4);
}

#[test]
fn the_command_writes_tables_pictures_and_scenarios_that_can_be_opened() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let arguments =
        ["experiment", "movement", "--scenario", "parking-hover", "--doctrine", "Flock"];
    let output =
        phalanx(&[&arguments[..], &["--repetitions", "1", "--json", "--out", out]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["experiment"], "movement");
    let file = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(file("movement-metrics.csv").contains("parking_hover,same drawing,1,near,units,"));
    assert!(file("movement-standing-flock.svg").starts_with("<svg"));
    let files = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
    let scenarios: Vec<_> =
        files.filter(|path| path.extension().is_some_and(|e| e == "ron")).collect();
    assert!(!scenarios.is_empty());
    for path in scenarios {
        let scenario = load_file(&path).unwrap();
        assert_eq!(scenario.units.len(), 32, "{}", path.display());
    }
}

#[test]
fn wrong_choices_are_answered_with_the_right_ones() {
    let said = |arguments: &[&str]| {
        let output = phalanx(arguments);
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let unknown = said(&["experiment", "movement", "--scenario", "counterflow_w5"]);
    assert!(LAYOUTS.iter().all(|layout| unknown.contains(layout.name)), "{unknown}");
    let doctrine = said(&["experiment", "movement", "--doctrine", "Map Maker"]);
    assert!(doctrine.contains("\"Map Marker\""), "{doctrine}");
    let other = said(&["experiment", "ambush", "--scenario", "blob"]);
    assert!(other.contains("ambush has no --scenario") && other.contains("movement"), "{other}");
}

/// Positions differ in the last bits, so only what does not depend on them is compared.
#[test]
fn a_mirrored_run_ends_like_the_run_itself() {
    let layout = layout_named("oneway_tracked").unwrap();
    for mirror in Mirror::ALL {
        for motion in [MotionKind::Steered, MotionKind::CellSteps] {
            let variant =
                Variant { mirror, ..Variant::new(Reading::SameRoom, Arrangement::CENTRE) };
            let outcome = run(&build(layout, variant, Doctrine::default(), motion));
            assert_eq!(outcome.numbers.ordered, 16.0, "{mirror:?}, {motion:?}");
            assert_eq!(outcome.numbers.resolved, 1.0, "{mirror:?}, {motion:?}");
        }
    }
}

#[test]
fn a_run_of_a_trial_always_ends_in_the_same_state() {
    let layout = layout_named("counterflow_w8").unwrap();
    for motion in [MotionKind::Steered, MotionKind::CellSteps] {
        let variant = Variant::new(Reading::SameDrawing, Arrangement::new(7));
        let trial = build(layout, variant, Doctrine::default(), motion);
        let (first, second) = (run(&trial), run(&trial));
        assert_eq!(first, second, "{motion:?}");
        assert!(first.numbers.near > 0.0);
    }
}
