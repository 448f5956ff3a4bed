//! How experiments are run and what they report: independent runs in; tables beside the paper's, claims, notes and pictures
//! out. No ECS.
//!
//! This lies below `experiment`, which plans runs and fills reports, and `view`, which shows them, so that the two do not know
//! each other.
//!
//! ```text
//!   Settings --> Experiment::plan --> Runs<Report> --> run_all, run_slice or run_shard --> Report --> text, JSON, CSV, SVG
//! ```
//!
//! [`Report`] as JSON is `{"experiment", "seed", "tables": [{"title", "columns", "rows", "cells", "matched"}], "claims":
//! [{"claim", "verdict", "enough_runs", "evidence", "tests"}]}` and a few further fields.

mod claim;
mod contents;
mod drive;
mod experiment;
mod files;
mod json;
mod progress;
mod runs;
mod table;
mod text;

pub use claim::{Claim, Statement, correction, judged, test_in_words};
pub use contents::{DataFile, Picture, Report};
pub use experiment::{Experiment, ExperimentError, Settings};
pub use progress::Progress;
pub use runs::Runs;
pub use table::{Column, Digits, Figure, Row, Table, Value};
pub(crate) use text::quoted;

#[cfg(test)]
mod tests;
