//! Every example runs, prints what it should, and stays short.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The program of the README.
#[cfg(feature = "gui")]
#[expect(dead_code, reason = "its main function opens a window")]
#[path = "../examples/first_game.rs"]
mod first_game;

/// The path of an example that Cargo has built for this test.
fn built(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let profile = test.ancestors().nth(2).unwrap();
    profile.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

fn output_of(name: &str, arguments: &[&str]) -> String {
    let output = Command::new(built(name)).args(arguments).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_group_is_planned_with_the_core_alone() {
    let text = output_of("plan_a_group", &[]);
    assert!(text.contains("A*: 6 of 6 units have a path"), "{text}");
    assert!(text.contains("Map Marker: 6 of 6 units have a path"), "{text}");
}

#[test]
fn a_layer_of_ones_own_changes_the_path() {
    let text = output_of("own_layer", &[]);
    let wet = |line: &str| line.split(", ").nth(1).unwrap().split(' ').next().unwrap().parse();
    let wet: Vec<u32> = text.lines().map(|line| wet(line).unwrap()).collect();
    assert!(wet[0] > 0 && wet[1] < wet[0], "{text}");
}

#[cfg(feature = "sim")]
#[test]
fn a_headless_run_prints_its_metrics() {
    let text = output_of("headless_metrics", &[]);
    assert_eq!(text.matches("24 arrived").count(), 2, "{text}");
    assert_eq!(text.matches("state hash").count(), 2, "{text}");
}

#[test]
fn a_loop_on_the_core_brings_all_units_to_rest_with_every_travel() {
    let text = output_of("core_loop", &[]);
    assert_eq!(text.matches("20 of 20 arrived").count(), text.lines().count(), "{text}");
    assert!(text.lines().count() >= 4, "{text}");
}

#[cfg(feature = "sim")]
#[test]
fn a_skirmish_has_a_winner_and_a_best_fighter() {
    let text = output_of("skirmish", &[]);
    assert!(text.contains(" wins after ") && text.contains(" killed "), "{text}");
}

#[cfg(feature = "sim")]
#[test]
fn a_saved_game_goes_on_alike() {
    let text = output_of("save_game", &[]);
    assert!(text.contains("saved 6 units") && text.contains("both went on alike"), "{text}");
    assert!(text.contains("another file: this is not a saved game"), "{text}");
}

#[cfg(feature = "sim")]
#[test]
fn own_costs_keep_paths_and_units_off_the_lava() {
    let text = output_of("own_costs", &[]);
    assert!(text.contains("with costs: 0 cells") && !text.contains("without costs: 0"), "{text}");
    let numbers: Vec<u32> =
        text.lines().last().unwrap().split(' ').filter_map(|w| w.parse().ok()).collect();
    assert!(numbers[1] > 60 && numbers[0] < numbers[1] / 3, "{text}");
}

#[cfg(feature = "gui")]
#[test]
fn a_bevy_game_hosts_the_simulation_with_its_own_clock_and_components() {
    let text = output_of("bevy_game", &["--ticks", "900"]);
    for said in ["new paths for 20 units", "split into", "together again", "20 units arrived"] {
        assert!(text.contains(said), "{said}: {text}");
    }
}

#[cfg(feature = "gui")]
#[test]
fn the_first_game_runs_at_32_ticks_a_second_and_its_units_arrive() {
    use bevy::prelude::*;
    use bevy::time::TimeUpdateStrategy;
    use phalanx::sim::{Clock, Position, TICK};
    use std::time::Duration;
    let frame = TimeUpdateStrategy::ManualDuration(Duration::from_secs_f32(TICK));
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, first_game::game)).insert_resource(frame);
    app.finish();
    app.cleanup();
    let frames = 640;
    (0..frames).for_each(|_| app.update());
    let world = app.world_mut();
    let tick = world.query::<&Clock>().single(world).unwrap().tick;
    assert!((frames - 2..=frames).contains(&tick), "{tick} ticks in {frames} frames");
    let places: Vec<Vec2> = world.query::<&Position>().iter(world).map(|at| at.0).collect();
    assert_eq!(places.len(), 12);
    assert!(places.iter().all(|at| at.x > 30.0), "{places:?}");
}

#[test]
fn examples_are_short() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let lines = std::fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines < 120, "{} has {lines} lines", path.display());
        count += 1;
    }
    assert!(count >= 9, "there are only {count}");
}
