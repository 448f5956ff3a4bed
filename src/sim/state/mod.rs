//! The state of an arena: listed once, in `list`; stored, hashed, traced and compared from there.
//!
//! `column` is what is known of a component of the state, `walk` reads any value leaf by leaf. `hash` hashes the leaves, `fields`
//! lists them. `snapshot` copies all state and puts it back, `bytes` is its form in files. `probe` hashes each component after
//! each stage of a tick; `trace` writes these hashes to files and compares them; `diff` runs two runs side by side and lists the
//! fields that differ first.

mod bytes;
mod column;
mod diff;
mod fields;
mod hash;
mod list;
mod probe;
mod snapshot;
mod trace;
mod walk;

pub use bytes::SnapshotError;
pub use column::{RegisterState, Role, State};
pub use diff::{Difference, Divergence, Gap, Repeatable, first_divergence};
pub use fields::{FieldValue, StateField, state_fields};
pub use hash::{component_hashes, component_names, state_hash, unit_hashes};
pub(crate) use list::register;
pub use probe::STAGES;
pub(crate) use snapshot::Restored;
pub(crate) use snapshot::used_kinds;
pub use snapshot::{Generation, Snapshot};
pub use trace::{
    TraceComparison, TraceError, TraceHead, TraceReader, TraceSide, TraceTick, TraceWriter,
    compare_traces,
};

#[cfg(test)]
mod tests;
