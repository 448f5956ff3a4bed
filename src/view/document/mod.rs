//! The open scenario: its history, its files, the comparison beside it, and what the user asked for.

pub mod autosave;
pub mod chooser;
pub mod comparison;
pub mod direction_files;
pub mod files;
pub mod gallery;
pub mod guard;
pub mod history;
pub mod intent;
pub mod state;
