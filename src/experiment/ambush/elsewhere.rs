//! The nine elsewhere: beside the boulder, and at places all over the map.

use super::case::{case, walk, with_ambush_moved};
use super::tables::figure;
use super::{Arrival, LAYOUTS, PLANNERS, SPLIT, Walked};
use crate::combat::AfterFight;
use crate::experiment::battles::repeat;
use crate::experiment::seeds::Reported;
use crate::experiment::{Digits, ExperimentError, Figure, Row, Runs, Table};
use crate::measure::statistics::{mean, rank_sum};
use crate::scenario::Scenario;

/// Index of the boulder among the layouts.
const BOULDER: usize = 2;
/// Another place for the nine at the boulder: how far from that of the scenario, in cells.
const BESIDE: (i32, i32) = (-18, 10);
/// What units do after a fight beside the boulder.
const RULES: [(&str, AfterFight); 2] =
    [("old paths", AfterFight::ResumePath), ("planned anew", AfterFight::PlanAnew)];
/// Seeds for each of the places all over the map.
const SEEDS: u32 = 8;
/// Largest distance of those places from that of the scenario, and the distance between them, in cells.
const FURTHEST: i32 = 40;
const STEP: usize = 4;

/// Both planners with the nine moved; `None` if there is no room for them.
fn moved(both: &[Scenario], by: (i32, i32)) -> Option<Vec<Scenario>> {
    both.iter().map(|scenario| with_ambush_moved(scenario.clone(), by)).collect()
}

fn both_planners(layout: usize, after: AfterFight) -> Result<Vec<Scenario>, ExperimentError> {
    PLANNERS.into_iter().map(|planner| case(layout, planner, true, after)).collect()
}

/// The boulder with the nine beside it instead of beyond it, by [`RULES`] and planner.
pub(super) fn plan_beside(seeds: &Reported) -> Result<Runs<Vec<Vec<Walked>>>, ExperimentError> {
    let mut runs = Vec::new();
    for (_, after) in RULES {
        let both = moved(&both_planners(BOULDER, after)?, BESIDE).unwrap_or_default();
        runs.push(repeat("beside the boulder", both, seeds, walk));
    }
    Ok(Runs::all(runs))
}

pub(super) fn beside_table(runs: &[Vec<Walked>]) -> Table {
    let columns = [
        "combat, A*",
        "combat, Map Marker",
        "change (%)",
        "p",
        "casualties, A*",
        "casualties, Map Marker",
        "change (%)",
        "p",
    ];
    let title = "Boulder, the nine beside it (ours); p uncorrected";
    let mut table = Table::new(title, "after a fight", Digits::Rounded(2), columns)
        .digits(3, Digits::Probability)
        .digits(7, Digits::Probability);
    for ((name, _), both) in RULES.iter().zip(runs) {
        let [a_star, map_marker] = both.as_slice() else { continue };
        let numbers: [fn(&Arrival) -> f64; 2] = [|a| a.last, |a| a.casualties];
        let figures = numbers.into_iter().flat_map(|number| {
            let (a, b) = (a_star.values(number), map_marker.values(number));
            let change = 100.0 * (mean(&b) / mean(&a).max(1e-9) - 1.0);
            let p = rank_sum(&a, &b).p;
            [figure(&a), figure(&b), Figure::new(change), Figure::new(p)]
        });
        table.rows.push(Row::new(*name, figures.collect()).of(both.iter().map(Walked::first_run)));
    }
    table
}

/// Both planners on a layout, with the nine at every place of a grid where there is room for them.
pub(super) fn plan_places(
    layout: usize,
    seed: u64,
) -> Result<Runs<Vec<Vec<Walked>>>, ExperimentError> {
    let both = both_planners(layout, AfterFight::PlanAnew)?;
    let label = format!("places around {}", LAYOUTS[layout].0);
    let along = || (-FURTHEST..=FURTHEST).step_by(STEP);
    let places = along().flat_map(|x| along().map(move |y| (x, y)));
    let seeds = SPLIT.reported(seed, SEEDS);
    let scenarios = places.filter_map(|by| moved(&both, by));
    Ok(Runs::all(scenarios.map(|both| repeat(&label, both, &seeds, walk))))
}

/// How often Map Marker has significantly fewer casualties, or is faster, by layout.
pub(super) fn places_table(layouts: &[Vec<Vec<Walked>>]) -> Table {
    let title = "Base rates (ours): the nine wait at places all over the map, paths planned again";
    let columns =
        ["places", "fewer casualties (%)", "more casualties (%)", "faster (%)", "slower (%)"];
    let mut table = Table::new(title, "scenario", Digits::Rounded(0), columns);
    for ((name, ..), places) in LAYOUTS.iter().zip(layouts) {
        let difference = |both: &[Walked], number: fn(&Arrival) -> f64| {
            let (a, b) = (both[0].values(number), both[1].values(number));
            if rank_sum(&a, &b).p < 0.05 { mean(&b) - mean(&a) } else { 0.0 }
        };
        let differences: Vec<(f64, f64)> = places
            .iter()
            .map(|both| (difference(both, |a| a.casualties), difference(both, |a| a.last)))
            .collect();
        let share = |is: fn(&(f64, f64)) -> bool| {
            let count = differences.iter().filter(|d| is(d)).count();
            Figure::new(100.0 * count as f64 / places.len().max(1) as f64)
        };
        let figures = vec![
            Figure::new(places.len() as f64),
            share(|(dead, _)| *dead < 0.0),
            share(|(dead, _)| *dead > 0.0),
            share(|(_, time)| *time < 0.0),
            share(|(_, time)| *time > 0.0),
        ];
        let first = places.iter().take(1).flatten().map(Walked::first_run);
        table.rows.push(Row::new(*name, figures).of(first));
    }
    table
}
