//! The commands, the experiments and what they write. One binary, because each costs a link against Bevy.
#![cfg(feature = "cli")]

#[path = "../common/mod.rs"]
mod common;

mod experiments;
mod fields;
mod fuzz_corpus;
mod movement;
mod movement_variants;
mod paper_presets;
mod patrols;
mod pictures;
mod readme;
mod trace;
