//! The readers of the fuzz targets, with their corpus and with damaged copies of it: no input makes them panic.

use proptest::test_runner::{RngAlgorithm, TestRng};
use rand::Rng;
use std::path::{Path, PathBuf};

#[path = "../../fuzz/readers.rs"]
mod readers;

/// Damaged copies of each file.
const COPIES: usize = 60;

/// The files of a reader.
fn corpus(name: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(name);
    let entries =
        std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// A copy with a few bytes changed, taken out, doubled or put in.
fn damaged(bytes: &[u8], rng: &mut TestRng) -> Vec<u8> {
    const SIGNS: &[u8] = b"()[]{},:\"'-0123456789eE.#@/*\\<>=&;\n\t \xff\x00";
    let mut copy = bytes.to_vec();
    for _ in 0..1 + rng.next_u32() % 4 {
        let at = rng.next_u64() as usize % copy.len().max(1);
        let length = (rng.next_u32() % 9) as usize;
        let end = (at + length).min(copy.len());
        match rng.next_u32() % 4 {
            0 => drop(copy.drain(at.min(end)..end)),
            1 => {
                let part = copy[at.min(end)..end].to_vec();
                copy.splice(at.min(end)..at.min(end), part);
            }
            2 => copy.insert(at.min(copy.len()), SIGNS[rng.next_u32() as usize % SIGNS.len()]),
            _ => {
                if let Some(byte) = copy.get_mut(at) {
                    *byte = SIGNS[rng.next_u32() as usize % SIGNS.len()];
                }
            }
        }
    }
    copy
}

#[test]
fn every_reader_takes_its_corpus_whole_and_damaged() {
    let mut rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    for (name, read) in readers::READERS {
        let files = corpus(name);
        assert!(!files.is_empty(), "{name} has no corpus");
        for file in files {
            let bytes = std::fs::read(&file).unwrap();
            assert!(bytes.len() < 40_000, "{} is not small", file.display());
            read(&bytes);
            for _ in 0..COPIES {
                read(&damaged(&bytes, &mut rng));
            }
        }
    }
}

#[test]
fn every_reader_has_a_target() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    for (name, _) in readers::READERS {
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{name}");
        let target = std::fs::read_to_string(folder.join(format!("targets/{name}.rs"))).unwrap();
        assert!(target.contains(&format!("readers::{name}(bytes)")), "{name}");
    }
}
