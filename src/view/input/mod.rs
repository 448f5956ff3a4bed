//! Pointer, keys, camera, clock and tools: everything that turns input into intents.

pub mod camera;
pub mod keys;
pub mod pointer;
pub mod time_control;
pub mod tools;
