//! The tables and claims of the report.

use super::super::{Digits, ExperimentError, Figure, Report, Row, Table};
use super::{A_STAR, Draw, MAP_MARKER, Outcome, PLANNERS, Planned, draw, read_terrain};
use crate::measure::separation::SEPARATED;
use crate::measure::statistics::{mean, median, ratio_of_means, wilson_interval};
use crate::scenario::{Doctrine, Scenario};

/// Draws in all in the paper.
const PAPER_DRAWS: usize = 750;
/// The paper's mean seconds of A* and Map Marker, and their ratio as it prints it.
const PAPER_SECONDS: [f64; 2] = [8.2, 3.0];
const PAPER_RATIO: f64 = 2.8;
/// How many rows of each kind can be opened.
const OPENED: usize = 8;

pub(super) fn fill(
    report: &mut Report,
    outcomes: &[Outcome],
    doctrines: &[Doctrine],
    seed: u64,
) -> Result<(), ExperimentError> {
    report.tables.push(counts(outcomes));
    report.tables.push(costs(outcomes));
    report.tables.push(ratios(outcomes));
    report.tables.push(by_map(outcomes));
    report.tables.push(examples(outcomes, doctrines, seed)?);
    report.tables.push(regroupings(outcomes, doctrines, seed)?);
    claims(report, outcomes);
    Ok(())
}

/// The scenario of a draw under each of some planners.
fn scenarios(
    outcome: &Outcome,
    planners: &[usize],
    doctrines: &[Doctrine],
    seed: u64,
) -> Result<Vec<Scenario>, ExperimentError> {
    let terrain = read_terrain(&outcome.file)?;
    let drawn = draw(&terrain, &outcome.file, seed, outcome.number)?;
    let with = |&planner: &usize| {
        let mut scenario = drawn.scenario(&terrain, &outcome.file);
        scenario.title = format!("{}, {}", PLANNERS[planner], outcome.label());
        scenario.seed = seed;
        scenario.teams[0].doctrine = doctrines[planner];
        scenario
    };
    Ok(planners.iter().map(with).collect())
}

/// How many draws fulfil something.
fn count(outcomes: &[Outcome], what: impl Fn(&Outcome) -> bool) -> usize {
    outcomes.iter().filter(|outcome| what(outcome)).count()
}

fn counts(outcomes: &[Outcome]) -> Table {
    let title = format!("Separations in {} draws", outcomes.len());
    let columns = ["separated", "of those of A*", "new", "clearly (S of 28 and more)"];
    let mut table = Table::new(title, "planner", Digits::Rounded(0), columns);
    let complete = outcomes.len() == PAPER_DRAWS;
    for (planner, name) in PLANNERS.into_iter().enumerate() {
        let printed = |figure: Figure, paper: Option<f64>| match paper.filter(|_| complete) {
            Some(paper) => figure.paper(paper),
            None => figure,
        };
        let paper = [Some(53.0), Some(5.0), None, None][planner];
        let new = [None, Some(0.0), None, None][planner];
        let number = |what: &dyn Fn(&Outcome) -> bool| Figure::new(count(outcomes, what) as f64);
        let figures = vec![
            printed(number(&|o| o.separated(planner)), paper),
            printed(number(&|o| o.separated(planner) && o.separated(A_STAR)), paper),
            printed(number(&|o| o.separated(planner) && !o.separated(A_STAR)), new),
            number(&|o| o.planned[planner].separation.is_clear()),
        ];
        table.rows.push(Row::new(name, figures));
    }
    table
}

/// A number of every draw.
fn all(outcomes: &[Outcome], part: impl Fn(&Outcome) -> f64) -> Vec<f64> {
    outcomes.iter().map(part).collect()
}

fn costs(outcomes: &[Outcome]) -> Table {
    let columns = ["time per group (s)", "nodes expanded per unit", "average length (cells)"];
    let title = format!("Section IV.D: what planning for {} units costs", Draw::UNITS);
    let mut table = Table::new(title, "planner", Digits::Rounded(4), columns)
        .digits(1, Digits::Rounded(0))
        .digits(2, Digits::Rounded(2));
    let figures = |planner: usize, seconds: f64| {
        let of = |part: fn(&Planned) -> f64| mean(&all(outcomes, |o| part(&o.planned[planner])));
        let time = Figure::new(seconds);
        vec![
            PAPER_SECONDS.get(planner).map_or(time.clone(), |&paper| time.paper(paper)),
            Figure::new(of(|p| p.expanded as f64 / Draw::UNITS as f64)),
            Figure::new(of(|p| p.average_length)),
        ]
    };
    for (planner, name) in PLANNERS.into_iter().enumerate() {
        let seconds = mean(&all(outcomes, |o| o.planned[planner].seconds));
        table.rows.push(Row::new(name, figures(planner, seconds)));
    }
    let mut fast = figures(A_STAR, 0.0);
    fast[0] = Figure::new(mean(&all(outcomes, |o| o.fast_seconds)));
    fast[1] = Figure::new("-");
    table.rows.push(Row::new("A*, fast engine (ours)", fast));
    table
}

/// How many times as much A* costs.
struct Ratio {
    what: &'static str,
    a_star: fn(&Outcome) -> f64,
    other: fn(&Planned) -> f64,
}

const RATIOS: [Ratio; 3] = [
    Ratio {
        what: "nodes",
        a_star: |o| o.planned[A_STAR].expanded as f64,
        other: |p| p.expanded as f64,
    },
    Ratio { what: "time, one engine", a_star: |o| o.planned[A_STAR].seconds, other: |p| p.seconds },
    Ratio { what: "time, A* on the fast engine", a_star: |o| o.fast_seconds, other: |p| p.seconds },
];

fn ratios(outcomes: &[Outcome]) -> Table {
    let columns = RATIOS
        .iter()
        .flat_map(|r| [format!("{}, of means", r.what), format!("{}, median draw", r.what)]);
    let title = "Section IV.D: how many times as much A* costs";
    let mut table = Table::new(title, "planner", Digits::Rounded(1), columns);
    for (planner, name) in PLANNERS.into_iter().enumerate().skip(1) {
        let figures = RATIOS.iter().flat_map(|ratio| {
            let a_star = all(outcomes, ratio.a_star);
            let other = all(outcomes, |o| (ratio.other)(&o.planned[planner]));
            let each: Vec<f64> = a_star.iter().zip(&other).map(|(a, b)| a / b.max(1e-9)).collect();
            let of_means = Figure::new(mean(&a_star) / mean(&other).max(1e-9));
            let printed = planner == MAP_MARKER && ratio.what == "time, one engine";
            let of_means = if printed { of_means.paper(PAPER_RATIO) } else { of_means };
            [of_means, Figure::new(median(&each))]
        });
        table.rows.push(Row::new(name, figures.collect()));
    }
    table
}

/// The ratios of Map Marker map by map.
fn by_map(outcomes: &[Outcome]) -> Table {
    let columns = ["A*, one engine (s)", "A*, fast engine (s)", "Map Marker (s)", "Scouted (s)"];
    let ratio_columns = RATIOS.iter().map(|ratio| format!("A* / Map Marker: {}", ratio.what));
    let columns = columns.map(String::from).into_iter().chain(ratio_columns);
    let title = "Section IV.D by map: mean time per group, and how many times as much A* costs";
    let mut table = Table::new(title, "map", Digits::Rounded(4), columns);
    for ratio in 0..RATIOS.len() {
        table = table.digits(4 + ratio, Digits::Rounded(1));
    }
    for draws in outcomes.chunk_by(|a, b| a.map == b.map) {
        let seconds = |planner: usize| mean(&all(draws, |o| o.planned[planner].seconds));
        let mut figures = vec![
            Figure::new(seconds(A_STAR)),
            Figure::new(mean(&all(draws, |o| o.fast_seconds))),
            Figure::new(seconds(MAP_MARKER)),
            Figure::new(seconds(3)),
        ];
        figures.extend(RATIOS.iter().map(|ratio| {
            let other = mean(&all(draws, |o| (ratio.other)(&o.planned[MAP_MARKER])));
            Figure::new(mean(&all(draws, ratio.a_star)) / other.max(1e-9))
        }));
        table.rows.push(Row::new(draws[0].map.clone(), figures));
    }
    table
}

fn examples(
    outcomes: &[Outcome],
    doctrines: &[Doctrine],
    seed: u64,
) -> Result<Table, ExperimentError> {
    let title = "Draws in which A* separates: largest walking distance between units on different ways (cells)";
    let mut table = Table::new(title, "map, draw", Digits::Rounded(1), PLANNERS);
    for (place, outcome) in outcomes.iter().filter(|o| o.separated(A_STAR)).enumerate() {
        let figures = outcome.planned.iter().map(|p| Figure::new(p.separation.distance)).collect();
        let mut row = Row::new(outcome.label(), figures);
        if place < OPENED {
            row = row.of(scenarios(outcome, &[A_STAR, MAP_MARKER], doctrines, seed)?);
        }
        table.rows.push(row);
    }
    Ok(table)
}

/// "The agents tend to regroup shortly after the obstacle."
fn regroupings(
    outcomes: &[Outcome],
    doctrines: &[Doctrine],
    seed: u64,
) -> Result<Table, ExperimentError> {
    let title = "Draws in which Map Marker separates: when the two units furthest apart are together again (cells travelled)";
    let columns =
        ["apart from", "obstacle passed at", "together at", "arrived at", "after the obstacle"];
    let mut table = Table::new(title, "map, draw", Digits::Rounded(0), columns);
    for (place, outcome) in outcomes.iter().filter(|o| o.separated(MAP_MARKER)).enumerate() {
        let Some(found) = outcome.planned[MAP_MARKER].regrouping else { continue };
        let numbers = [
            found.parted_at,
            found.passed_at,
            found.together_at,
            found.arrived_at,
            found.after_the_obstacle(),
        ];
        let mut row = Row::new(outcome.label(), numbers.map(|n| Figure::new(n as f64)).to_vec());
        if place < OPENED {
            row = row.of(scenarios(outcome, &[MAP_MARKER], doctrines, seed)?);
        }
        table.rows.push(row);
    }
    Ok(table)
}

fn claims(report: &mut Report, outcomes: &[Outcome]) {
    let all_draws = outcomes.len() as u64;
    let a_star = count(outcomes, |o| o.separated(A_STAR)) as u64;
    let share = |hits: u64, of: u64| 100.0 * hits as f64 / of.max(1) as f64;
    let (low, high) = wilson_interval(a_star, all_draws);
    report.claim(
        "Groups separate under A* in 7 % of the draws (53 of 750).",
        (low..=high).contains(&(53.0 / 750.0)),
        format!(
            "{a_star} of {all_draws}, {:.1} % (95 %: {:.1} to {:.1}); the threshold was fitted to this",
            share(a_star, all_draws),
            100.0 * low,
            100.0 * high
        ),
    );
    if a_star == 0 {
        report.note("A* never separates in this sample, so there is nothing that another planner could prevent.");
    }
    let others = PLANNERS.into_iter().enumerate().skip(1).filter(|_| a_star > 0);
    for (planner, name) in others {
        let left = count(outcomes, |o| o.separated(planner) && o.separated(A_STAR)) as u64;
        let new = count(outcomes, |o| o.separated(planner) && !o.separated(A_STAR));
        let paper =
            if planner == MAP_MARKER { " (91 % in the paper)" } else { " (not in the paper)" };
        let (low, high) = wilson_interval(a_star - left, a_star);
        report.claim(
            format!("{name} prevents most of the separations of A*{paper}."),
            low > 0.5,
            format!(
                "{} of {a_star} prevented, {:.0} % (95 %: {:.0} to {:.0}), {left} left, {new} new",
                a_star - left,
                share(a_star - left, a_star),
                100.0 * low,
                100.0 * high
            ),
        );
    }
    for ratio in &RATIOS {
        let pairs: Vec<(f64, f64)> = outcomes
            .iter()
            .map(|o| ((ratio.a_star)(o), (ratio.other)(&o.planned[MAP_MARKER])))
            .collect();
        let (found, low, high) = ratio_of_means(&pairs);
        report.claim(
            format!("Map Marker is {PAPER_RATIO} times as fast as A* ({}).", ratio.what),
            high >= PAPER_RATIO,
            format!("A* costs {found:.2} times as much (95 %: {low:.2} to {high:.2})"),
        );
    }
    let found: Vec<_> = outcomes.iter().filter_map(|o| o.planned[MAP_MARKER].regrouping).collect();
    if !found.is_empty() {
        let soon = found.iter().filter(|r| r.after_the_obstacle() as f64 <= SEPARATED).count();
        report.claim(
            "Where Map Marker separates, the agents tend to regroup shortly after the obstacle.",
            2 * soon > found.len(),
            format!(
                "in {soon} of {} such draws the two units furthest apart are within {SEPARATED:.0} cells of each \
                 other at most {SEPARATED:.0} cells after the obstacle",
                found.len()
            ),
        );
    }
}
