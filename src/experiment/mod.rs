//! Runs things headless: experiments and benchmarks against printed results.

mod solve;

pub use solve::{Finding, SolveReport, solve, tolerance};
