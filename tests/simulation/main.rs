//! The simulation as a whole: scenarios that run without a window. One binary, because each costs a link against Bevy.
#![cfg(feature = "sim")]

#[path = "../common/mod.rs"]
mod common;

mod behaviour;
mod congestion;
mod corpus;
mod determinism;
mod endings;
mod fighting;
mod flocks;
mod flow_fields;
mod glest;
mod hosts;
mod hybrid;
mod laws;
mod motion;
mod order_growth;
mod orders;
mod painted_passage;
mod pinned_hashes;
mod recordings;
mod shipped;
mod slices;
mod snapshots;
mod traffic;
mod troop;
