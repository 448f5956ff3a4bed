//! `movement`: the movement benchmark of Warzone 2100, rebuilt from its figures.

mod arrangement;
mod build;
mod layout;
mod run;
mod scenarios;
mod variant;

pub use arrangement::{Arrangement, ArrangementSet};
pub use build::{MotionKind, TIME_SCALE, Trial, build, ticks};
pub use layout::{Area, Block, BlockOrder, GroundPlan, Layout, Next, Reading, Shape, To, Wanted};
pub use run::{Outcome, run};
pub use scenarios::{LAYOUTS, layout_named};
pub use variant::{Mirror, Variant};

#[cfg(test)]
mod tests;
