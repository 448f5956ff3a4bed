//! The commands, the experiments and what they write. One binary, because each costs a link against Bevy.
#![cfg(feature = "cli")]

#[path = "../common/mod.rs"]
mod common;

mod book;
mod book_text;
mod experiments;
mod fields;
mod fuzz_corpus;
mod measured_in_cards;
mod movement;
mod movement_variants;
#[cfg(feature = "gui")]
mod named_keys;
mod paper_presets;
mod patrols;
mod pictures;
mod trace;
mod worked_examples;
