//! Files, recordings and lines of text of every version stay in `tests/files` and open for ever.

use phalanx::scenario::{Recording, Scenario, load_file};
use phalanx::sim::{Replay, Simulation};
use std::fs::read_to_string;
use std::path::{Path, PathBuf};

/// The files of all versions whose names begin with a word.
fn files(word: &str) -> Vec<PathBuf> {
    let list = |folder: PathBuf| {
        let entries = std::fs::read_dir(folder).unwrap();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths
    };
    let versions = list(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/files").into());
    let all = versions.into_iter().flat_map(list);
    all.filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with(word)).collect()
}

/// The program that wrote a file, as its folder says.
fn version(path: &Path) -> String {
    let folder = path.parent().and_then(|folder| folder.file_name()).unwrap().to_str().unwrap();
    format!("{folder}.0")
}

/// The run of a recording or a line of an older state hash goes to its end; nothing is said about its hashes.
fn repeats(recording: &Recording, path: &Path) {
    assert_eq!(recording.program, version(path), "{path:?}");
    assert!(!recording.hashes.is_empty(), "{path:?}");
    let (simulation, replay) = recording.replay(|_| {});
    match recording.hash_version {
        Recording::HASH_VERSION => assert_eq!(replay, Replay::Same, "{path:?}"),
        _ => assert_eq!(replay, Replay::NotCompared, "{path:?}"),
    }
    assert_eq!(simulation.tick(), recording.ticks, "{path:?}");
    assert!(simulation.log().len() > 1, "{path:?}");
}

#[test]
fn scenarios_of_every_version_open() {
    let files = files("scenario");
    assert!(files.len() >= 7);
    for path in files {
        let scenario: Scenario = load_file(&path).unwrap_or_else(|error| panic!("{error}"));
        let mut simulation = Simulation::new(&scenario);
        simulation.run(100);
        assert!(simulation.numbers().units > 0, "{path:?}");
    }
}

#[test]
fn recordings_of_every_version_open_and_repeat() {
    let files = files("recording");
    assert!(files.len() >= 3);
    for path in files {
        repeats(&Recording::load(&path).unwrap().unwrap(), &path);
    }
}

#[test]
fn lines_of_every_version_open_and_repeat() {
    for path in files("line") {
        let line = read_to_string(&path).unwrap();
        let recording = Recording::from_line(&line).unwrap_or_else(|error| panic!("{error}"));
        repeats(&recording, &path);
    }
}

/// Only builds before the release of 0.2.0 wrote lines of format 2.
#[test]
fn early_lines_are_refused_by_name() {
    let files = files("early-line");
    assert_eq!(files.len(), 2);
    for path in files {
        let error = Recording::from_line(&read_to_string(&path).unwrap()).unwrap_err();
        assert!(error.to_string().contains("early builds of Phalanx 0.2"), "{error}");
    }
}
