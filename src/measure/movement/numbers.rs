//! The metrics of one run.

use super::RESOLVED_FROM;
use super::journey::Journey;
use super::percentile::percentile;
use super::probe::MovementProbe;
use glam::Vec2;

/// A unit with at least this detour counts as detoured, in percent.
const DETOURED_FROM: f64 = 150.0;

/// The metrics of one run. Times are in seconds, distances in cells, shares in percent; only of units with a destination at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MovementNumbers {
    /// Units with a destination.
    pub ordered: f64,
    /// Of these, how many have come within 1.5 cells of their place since it was given.
    pub arrived: f64,
    /// How many end within 6 cells of their place.
    pub near: f64,
    /// How many were never there.
    pub never_near: f64,
    /// 1 if at least three quarters end near their places, else 0.
    pub resolved: f64,
    /// Time from a leg's start to arrival, over all arrivals of all legs: median.
    pub arrival_p50: f64,
    /// Time from a leg's start to arrival, over all arrivals of all legs: 95th percentile.
    pub arrival_p95: f64,
    /// The longest of them; the whole run if a unit ends outside 6 cells.
    pub worst_arrival: f64,
    /// Per unit the last time at which it was outside 6 cells: median.
    pub settle_p50: f64,
    /// Per unit the last time at which it was outside 6 cells: 95th percentile.
    pub settle_p95: f64,
    /// Time of arrival over straight distance in whole cells: median.
    pub seconds_per_cell_p50: f64,
    /// Time of arrival over straight distance in whole cells: 95th percentile.
    pub seconds_per_cell_p95: f64,
    /// Per unit the share of its time outside 6 cells in which it stood still: median.
    pub stall_p50: f64,
    /// Per unit the share of its time outside 6 cells in which it stood still: 95th percentile.
    pub stall_p95: f64,
    /// Per unit the distance driven over the straight distance, both outside 6 cells: median.
    pub detour_p50: f64,
    /// Per unit the distance driven over the straight distance, both outside 6 cells: 95th percentile.
    pub detour_p95: f64,
    /// Units with a detour of 150 % or more.
    pub detoured: f64,
    /// Times that a unit wanted a position that two or more others ahead overlap.
    pub hard_stops: f64,
    /// Those outside 6 cells.
    pub hard_stops_in_transit: f64,
    /// Those within 6 cells.
    pub hard_stops_near: f64,
    /// The share of the unit with the most.
    pub hard_stop_top_share: f64,
    /// First contacts.
    pub bumps: f64,
    /// Contacts before the unit has moved half a cell since the first.
    pub repeats: f64,
    /// Times that a unit made less than half a cell in 1.5 s (six of Warzone's seconds), outside 6 cells.
    pub repaths: f64,
    /// Repaths within 6 cells, before it has arrived.
    pub give_ups: f64,
    /// The largest number of others within 1.5 cells of a unit: largest over all ticks.
    pub density_peak: f64,
    /// Largest number of others within 1.5 cells of a unit: 95th percentile over ticks.
    pub density_p95: f64,
    /// Mean distance of the units from their centre at the end, in whole cells.
    pub spread: f64,
    /// Pairs nearer than 80 % of the sum of their radii, counted per tick.
    pub overlaps: f64,
    /// The deepest overlap, in percent of the sum of radii.
    pub worst_overlap: f64,
    /// Units that end under an order and have not arrived.
    pub still_ordered: f64,
    /// Units that waited for a path more than half the run.
    pub route_starved: f64,
    /// Length of the run.
    pub duration: f64,
}

impl MovementNumbers {
    pub(super) fn of(probe: &MovementProbe) -> Self {
        let clock = probe.clock();
        let tracked = || probe.tracked();
        let count = |holds: fn(&Journey) -> bool| tracked().filter(|j| holds(j)).count() as f64;
        let sum = |number: fn(&Journey) -> u64| tracked().map(number).sum::<u64>() as f64;
        let shares = |number: fn(&Journey) -> Option<f64>| -> Vec<f64> {
            tracked().filter_map(number).collect()
        };
        let arrivals: Vec<(f64, u32)> =
            tracked().flat_map(|journey| journey.arrivals.iter().copied()).collect();
        let times: Vec<f64> = arrivals.iter().map(|arrival| arrival.0).collect();
        let paces: Vec<f64> = arrivals
            .iter()
            .filter(|arrival| arrival.1 > 0)
            .map(|&(time, cells)| time / f64::from(cells))
            .collect();
        let settled: Vec<f64> = tracked().map(|j| clock.seconds(j.last_outside)).collect();
        let (stalls, detours) = (shares(Journey::stall_share), shares(Journey::detour));
        let (ordered, near) = (tracked().count() as f64, count(Journey::is_near));
        let duration = clock.seconds(probe.ticks());
        let hard_stops = sum(Journey::hard_stops);
        let most = tracked().map(Journey::hard_stops).max().unwrap_or(0) as f64;
        let half = probe.ticks() / 2;
        let (overlaps, worst_overlap) = probe.overlap();
        Self {
            ordered,
            arrived: count(Journey::has_arrived),
            near,
            never_near: count(|journey| !journey.was_near()),
            resolved: f64::from(ordered > 0.0 && near >= RESOLVED_FROM * ordered),
            arrival_p50: percentile(&times, 50),
            arrival_p95: percentile(&times, 95),
            worst_arrival: if near < ordered {
                duration
            } else {
                times.iter().copied().fold(0.0, f64::max)
            },
            settle_p50: percentile(&settled, 50),
            settle_p95: percentile(&settled, 95),
            seconds_per_cell_p50: percentile(&paces, 50),
            seconds_per_cell_p95: percentile(&paces, 95),
            stall_p50: percentile(&stalls, 50),
            stall_p95: percentile(&stalls, 95),
            detour_p50: percentile(&detours, 50),
            detour_p95: percentile(&detours, 95),
            detoured: detours.iter().filter(|&&detour| detour >= DETOURED_FROM).count() as f64,
            hard_stops,
            hard_stops_in_transit: sum(|journey| journey.hard_stops_in_transit),
            hard_stops_near: sum(|journey| journey.hard_stops_near),
            hard_stop_top_share: if hard_stops > 0.0 { 100.0 * most / hard_stops } else { 0.0 },
            bumps: sum(|journey| journey.bumps),
            repeats: sum(|journey| journey.repeats),
            repaths: sum(|journey| journey.repaths),
            give_ups: sum(|journey| journey.give_ups),
            density_peak: probe.densities().iter().copied().fold(0.0, f64::max),
            density_p95: percentile(probe.densities(), 95),
            spread: spread(&probe.positions().collect::<Vec<Vec2>>()),
            overlaps: overlaps as f64,
            worst_overlap,
            still_ordered: count(|journey| journey.is_ordered && !journey.has_arrived()),
            route_starved: tracked().filter(|journey| journey.planning > half).count() as f64,
            duration,
        }
    }
}

/// Mean distance from the centre, in whole cells.
fn spread(positions: &[Vec2]) -> f64 {
    let count = positions.len().max(1) as f32;
    let middle = positions.iter().sum::<Vec2>() / count;
    f64::from(positions.iter().map(|at| at.distance(middle)).sum::<f32>() / count).floor()
}
