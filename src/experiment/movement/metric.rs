//! The list of metrics, for tables and CSV.

use crate::measure::movement::MovementNumbers;

/// A metric of a run.
#[derive(Clone, Copy, Debug)]
pub struct Metric {
    /// Its name.
    pub name: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// Its value in a run.
    pub of: fn(&MovementNumbers) -> f64,
}

macro_rules! metrics {
    ($($name:literal $unit:literal $field:ident,)+) => {
        /// Every metric, in the order of tables.
        pub const METRICS: &[Metric] =
            &[$(Metric { name: $name, unit: $unit, of: |numbers| numbers.$field },)+];
    };
}

metrics! {
    "ordered" "units" ordered,
    "arrived" "units" arrived,
    "near" "units" near,
    "never near" "units" never_near,
    "resolved" "runs" resolved,
    "arrival p50" "s" arrival_p50,
    "arrival p95" "s" arrival_p95,
    "worst arrival" "s" worst_arrival,
    "settle p50" "s" settle_p50,
    "settle p95" "s" settle_p95,
    "seconds per cell p50" "s/cell" seconds_per_cell_p50,
    "seconds per cell p95" "s/cell" seconds_per_cell_p95,
    "stall share p50" "%" stall_p50,
    "stall share p95" "%" stall_p95,
    "detour p50" "%" detour_p50,
    "detour p95" "%" detour_p95,
    "detoured" "units" detoured,
    "hard stops" "" hard_stops,
    "hard stops in transit" "" hard_stops_in_transit,
    "hard stops near" "" hard_stops_near,
    "top share of hard stops" "%" hard_stop_top_share,
    "bumps" "" bumps,
    "repeats" "" repeats,
    "repaths" "" repaths,
    "give-ups" "" give_ups,
    "density peak" "units" density_peak,
    "density p95" "units" density_p95,
    "spread" "cells" spread,
    "overlaps" "pairs x ticks" overlaps,
    "worst overlap" "%" worst_overlap,
    "still ordered" "units" still_ordered,
    "route-starved" "units" route_starved,
    "duration" "s" duration,
}
