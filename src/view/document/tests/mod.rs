//! The document with its files, without a window.

pub mod desk;
mod unsaved;
mod waiting;
