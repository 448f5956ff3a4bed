//! Runs things headless: the papers' experiments, plans, and benchmarks against printed results.
//!
//! An experiment joins the program by its line in [`EXPERIMENTS`]; from that it appears on the command
//! line, in the window and in the tests that run over all of them. Each has its own file, which runs the
//! real planner or simulation and fills a [`Report`] with ours beside the paper's.

mod ambush;
mod battles;
pub mod charts;
mod direction_maps;
mod glest;
mod hybrid;
mod layouts;
mod map_marker_parameters;
mod marker_cohesion;
pub mod path_picture;
mod plan;
mod solve;
mod starcraft_maps;
pub mod svg;

pub use crate::report::{
    Claim, Column, Digits, Experiment, ExperimentError, Figure, Picture, Progress, Report, Row,
    Runs, Settings, Table, Value,
};
pub use plan::{ObstacleReport, PlanReport, SeparationReport, UnitReport, plan_scenario};
pub use solve::{Finding, SolveReport, solve, tolerance};

/// The experiments that there are, in the order in which they are listed.
pub const EXPERIMENTS: &[Experiment] = &[
    map_marker_parameters::EXPERIMENT,
    marker_cohesion::EXPERIMENT,
    starcraft_maps::EXPERIMENT,
    direction_maps::EXPERIMENT,
    ambush::EXPERIMENT,
    hybrid::EXPERIMENT,
    glest::EXPERIMENT,
];

#[cfg(test)]
mod tests;
