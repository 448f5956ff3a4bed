//! Numbers about a run. No decision depends on them.

pub(crate) mod group_numbers;
pub(crate) mod last_search;
pub(crate) mod measuring;
pub(crate) mod numbers;
pub(crate) mod separation;
pub(crate) mod splits;
pub(crate) mod stalls;

#[cfg(test)]
mod removal_tests;
