//! Recordings: every command reads them, `run` repeats them, and what is wrong with one is said in a sentence.

use crate::common::session::Session;
use phalanx::scenario::{Batch, Recording, Scenario, load_str, shipped};
use phalanx::sim::{Replay, Simulation, moment};
use rand::RngExt;

/// A scenario with random actions at random ticks.
fn recorded(name: &str, seed: u64, ticks: u64) -> Recording {
    let scenario = shipped().iter().find(|s| s.name.ends_with(name)).unwrap().load().unwrap();
    let mut session = Session::new(&scenario, seed);
    let mut actions = Vec::new();
    for tick in 0..ticks {
        if session.random.random_bool(0.05) {
            let count = session.random.random_range(1..4);
            actions.push(Batch { tick, actions: (0..count).map(|_| session.action()).collect() });
        }
    }
    Recording::of(Scenario { actions, ..scenario }, ticks)
}

#[test]
fn a_recording_survives_its_text_and_replays_with_equal_hashes() {
    let seed = Session::fresh_seed();
    for name in ["bottleneck", "map-marker-boulder", "patrol", "hybrid-open", "glest-2"] {
        let recording = recorded(name, seed, 200);
        assert_eq!(recording.hashes.len(), 6);
        let read = Recording::from_ron(&recording.to_ron(), "text").unwrap();
        assert_eq!(read, recording, "{name}, seed {seed}");
        let (simulation, replay) = read.replay(|_| {});
        assert_eq!((simulation.tick(), replay), (200, Replay::Same), "{name}, seed {seed}");
    }
}

#[test]
fn a_replay_that_diverges_says_between_which_ticks() {
    let mut recording = recorded("bottleneck", 5, 200);
    recording.hashes[3] ^= 1;
    let (_, replay) = recording.replay(|_| {});
    assert_eq!(replay, Replay::Diverged { after: 96, at: 128 });
}

#[test]
fn what_is_wrong_with_a_recording_is_said_in_a_sentence() {
    let text = recorded("bottleneck", 5, 100).to_ron();
    let message = |text: &str| Recording::from_ron(text, "r.ron").unwrap_err().to_string();
    for (text, expected) in [
        (text.replacen("recording: 2", "recording: 7", 1), "r.ron:1:1: recordings of format 7"),
        (text[..text.len() / 2].to_string(), "the recording is incomplete or damaged"),
        ("hello".into(), "r.ron:1:1: this is not a recording"),
        (text.replacen("every: 32", "every: 0", 1), "more hashes than its run has ticks for"),
        (text.replacen("hashes: [", "hashes: [\"zz\",", 1), "is not a number of 16 digits"),
        (text.replacen("version: 1", "version: 9", 1), "version 9 is newer than this program"),
    ] {
        let message = message(&text);
        assert!(message.contains(expected), "{message}");
        assert!(!message.contains('\n'), "{message}");
    }
    // The line is that of the whole file.
    let wrong = message(&text.replacen("version: 1", "version: 9", 1));
    let line = 1 + text.lines().take_while(|line| !line.contains("version: 1")).count();
    assert!(wrong.starts_with(&format!("r.ron:{line}:")), "{wrong}, not {line}");
}

#[test]
fn a_moment_becomes_a_scenario_that_starts_there() {
    for name in ["bottleneck", "hybrid-open", "patrol", "glest-1"] {
        let scenario = shipped().iter().find(|s| s.name.ends_with(name)).unwrap().load().unwrap();
        let mut simulation = Simulation::new(&scenario);
        simulation.run(150);
        let saved = moment(simulation.world(), simulation.arena(), &scenario).unwrap();
        let text = phalanx::scenario::to_ron(&saved);
        let read =
            load_str(&text, "moment", None).unwrap_or_else(|e| panic!("{name}: {e}\n{text}"));
        let mut again = Simulation::new(&read);
        again.run(1);
        let hit_points = |simulation: &Simulation| -> f64 {
            let units = simulation.units().map(|(id, _)| id).collect::<Vec<_>>();
            let left =
                |&id: &_| simulation.unit::<phalanx::sim::HitPoints>(id).map(|h| f64::from(h.0));
            units.iter().filter_map(left).sum()
        };
        assert_eq!(again.units().count(), simulation.units().count(), "{name}");
        let (now, then) = (hit_points(&again), hit_points(&simulation));
        assert!((now - then).abs() <= 0.1 * then, "{name}: {now} {then}");
        let walking = |s: &Simulation| s.numbers().walking + s.numbers().fighting > 0;
        assert_eq!(walking(&again), walking(&simulation), "{name}: orders go on");
    }
}
