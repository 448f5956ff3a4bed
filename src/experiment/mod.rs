//! Runs things headless: experiments and benchmarks against printed results.

mod plan;
mod solve;

pub use plan::{PlanReport, UnitReport, plan_scenario};
pub use solve::{Finding, SolveReport, solve, tolerance};
