//! Finds where two runs part.
//!
//! `probe` hashes each component after each stage of a tick. `format` writes these hashes as a trace, reads them again
//! and compares two traces. `diff` runs two runs side by side and lists the fields that differ first. A trace says when and
//! where two machines part; a diff also says by how much.

mod diff;
mod format;
mod probe;

pub use diff::{Difference, Divergence, Gap, Repeatable, first_divergence};
pub use format::{
    TraceComparison, TraceError, TraceHead, TraceReader, TraceSide, TraceTick, TraceWriter,
    compare_traces,
};
pub use probe::STAGES;

#[cfg(test)]
mod tests;
