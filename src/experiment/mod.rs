//! Headless work: the papers' experiments, `phalanx plan`, and `phalanx solve`.
//!
//! An experiment has its own file and one line in [`EXPERIMENTS`]; from there it appears on the command line, in the window
//! and in the tests of all experiments. It lists independent [`Runs`] of the real planner or simulation, and makes a
//! [`Report`] of their outcomes, ours beside the paper's.

mod ambush;
mod battles;
pub mod charts;
mod direction_maps;
mod glest;
mod hybrid;
mod layouts;
mod map_marker_parameters;
mod marker_cohesion;
pub mod movement;
pub mod path_picture;
mod plan;
mod solve;
mod starcraft_maps;
pub mod svg;

pub use crate::report::{
    Claim, Column, DataFile, Digits, Experiment, ExperimentError, Figure, Picture, Progress,
    Report, Row, Runs, Settings, Table, Value,
};
pub use plan::{ObstacleReport, PlanReport, SeparationReport, UnitReport, plan_scenario};
pub use solve::{Finding, SolveReport, SolveSearch, Solved, solve, tolerance};

/// All experiments, in the order in which they are listed.
pub const EXPERIMENTS: &[Experiment] = &[
    map_marker_parameters::EXPERIMENT,
    marker_cohesion::EXPERIMENT,
    starcraft_maps::EXPERIMENT,
    direction_maps::EXPERIMENT,
    ambush::EXPERIMENT,
    hybrid::EXPERIMENT,
    glest::EXPERIMENT,
    movement::EXPERIMENT,
];

/// The experiments in which the settings can choose one scenario or one doctrine.
pub const SELECTIVE: &[&str] = &[movement::EXPERIMENT.name];

#[cfg(test)]
mod tests;
