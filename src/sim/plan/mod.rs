//! Which groups need a new plan, and the plans themselves, made in slices.

pub(crate) mod detour;
pub(crate) mod flock_path;
pub(crate) mod give_slots;
pub(crate) mod hand_over;
pub(crate) mod head_start;
pub(crate) mod job;
pub(crate) mod pursue;
pub(crate) mod queue;
pub(crate) mod sense;
