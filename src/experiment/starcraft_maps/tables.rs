//! The tables and claims of the report.

use super::super::{Digits, ExperimentError, Figure, Report, Row, Table};
use super::{A_STAR, Draw, MAP_MARKER, PLANNERS, Planned, PlannedDraw, Sample, draw, read_terrain};
use crate::measure::separation::SEPARATED;
use crate::measure::statistics::{mean, median, ratio_of_means, wilson_interval};
use crate::scenario::Scenario;

/// Draws in all in the paper.
const PAPER_DRAWS: usize = 750;
/// The paper's mean seconds of A* and Map Marker, and their ratio as it prints it.
const PAPER_SECONDS: [f64; 2] = [8.2, 3.0];
const PAPER_RATIO: f64 = 2.8;
/// Number of rows of each kind with scenarios to open.
const OPENED: usize = 8;

pub(super) fn fill(report: &mut Report, sample: &Sample) -> Result<(), ExperimentError> {
    let draws = &sample.draws;
    report.tables.push(counts(draws));
    report.tables.push(costs(draws));
    report.tables.push(ratios(draws));
    report.tables.push(by_map(draws));
    report.tables.push(examples(sample)?);
    report.tables.push(regroupings(sample)?);
    claims(report, draws);
    Ok(())
}

/// The scenario of a draw under each of some planners.
fn scenarios(
    sample: &Sample,
    drawn: &PlannedDraw,
    planners: &[usize],
) -> Result<Vec<Scenario>, ExperimentError> {
    let terrain = read_terrain(&drawn.file)?;
    let group = draw(&terrain, &drawn.file, sample.seed, drawn.number)?;
    let with = |&planner: &usize| {
        let mut scenario = group.scenario(&terrain, &drawn.file);
        scenario.title = format!("{}, {}", PLANNERS[planner], drawn.label());
        scenario.seed = sample.seed;
        scenario.teams[0].doctrine = sample.doctrines[planner];
        scenario
    };
    Ok(planners.iter().map(with).collect())
}

/// How many draws fulfil a condition.
fn count(draws: &[PlannedDraw], what: impl Fn(&PlannedDraw) -> bool) -> usize {
    draws.iter().filter(|drawn| what(drawn)).count()
}

fn counts(draws: &[PlannedDraw]) -> Table {
    let title = format!("Separations in {} draws", draws.len());
    let columns = ["separated", "of those of A*", "new", "clearly (S of 28 and more)"];
    let mut table = Table::new(title, "planner", Digits::Rounded(0), columns);
    let complete = draws.len() == PAPER_DRAWS;
    for (planner, name) in PLANNERS.into_iter().enumerate() {
        let printed = |figure: Figure, paper: Option<f64>| match paper.filter(|_| complete) {
            Some(paper) => figure.paper(paper),
            None => figure,
        };
        let paper = [Some(53.0), Some(5.0), None, None][planner];
        let new = [None, Some(0.0), None, None][planner];
        let number = |what: &dyn Fn(&PlannedDraw) -> bool| Figure::new(count(draws, what) as f64);
        let figures = vec![
            printed(number(&|d| d.separated(planner)), paper),
            printed(number(&|d| d.separated(planner) && d.separated(A_STAR)), paper),
            printed(number(&|d| d.separated(planner) && !d.separated(A_STAR)), new),
            number(&|d| d.planned[planner].separation.is_clear()),
        ];
        table.rows.push(Row::new(name, figures));
    }
    table
}

/// A number of every draw.
fn all(draws: &[PlannedDraw], part: impl Fn(&PlannedDraw) -> f64) -> Vec<f64> {
    draws.iter().map(part).collect()
}

fn costs(draws: &[PlannedDraw]) -> Table {
    let columns = [
        "time per group (s)",
        "nodes expanded per unit",
        "average length (cells)",
        "time with all nodes (s)",
    ];
    let title = format!("Section IV.D: what planning for {} units costs", Draw::UNITS);
    let mut table = Table::new(title, "planner", Digits::Rounded(4), columns)
        .digits(1, Digits::Rounded(0))
        .digits(2, Digits::Rounded(2));
    // The paper's times are of programs that expand all nodes.
    let figures = |planner: usize, seconds: f64| {
        let of = |part: fn(&Planned) -> f64| mean(&all(draws, |d| part(&d.planned[planner])));
        let time = Figure::new(of(|p| p.seconds_for_all));
        vec![
            Figure::new(seconds),
            Figure::new(of(|p| p.expanded as f64 / Draw::UNITS as f64)),
            Figure::new(of(|p| p.average_length)),
            PAPER_SECONDS.get(planner).map_or(time.clone(), |&paper| time.paper(paper)),
        ]
    };
    for (planner, name) in PLANNERS.into_iter().enumerate() {
        let seconds = mean(&all(draws, |d| d.planned[planner].seconds));
        table.rows.push(Row::new(name, figures(planner, seconds)));
    }
    let mut fast = figures(A_STAR, 0.0);
    fast[0] = Figure::new(mean(&all(draws, |d| d.fast_seconds)));
    fast[1] = Figure::new("-");
    fast[3] = Figure::new("-");
    table.rows.push(Row::new("A*, fast engine (ours)", fast));
    table
}

/// How many times as much A* costs.
struct Ratio {
    what: &'static str,
    a_star: fn(&PlannedDraw) -> f64,
    other: fn(&Planned) -> f64,
}

const RATIOS: [Ratio; 3] = [
    Ratio {
        what: "nodes",
        a_star: |d| d.planned[A_STAR].expanded as f64,
        other: |p| p.expanded as f64,
    },
    Ratio {
        what: "time, one engine",
        a_star: |d| d.planned[A_STAR].seconds_for_all,
        other: |p| p.seconds_for_all,
    },
    Ratio { what: "time, A* on the fast engine", a_star: |d| d.fast_seconds, other: |p| p.seconds },
];

fn ratios(draws: &[PlannedDraw]) -> Table {
    let columns = RATIOS
        .iter()
        .flat_map(|r| [format!("{}, of means", r.what), format!("{}, median draw", r.what)]);
    let title = "Section IV.D: how many times as much A* costs";
    let mut table = Table::new(title, "planner", Digits::Rounded(1), columns);
    for (planner, name) in PLANNERS.into_iter().enumerate().skip(1) {
        let figures = RATIOS.iter().flat_map(|ratio| {
            let a_star = all(draws, ratio.a_star);
            let other = all(draws, |d| (ratio.other)(&d.planned[planner]));
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
fn by_map(draws: &[PlannedDraw]) -> Table {
    let columns = ["A*, one engine (s)", "A*, fast engine (s)", "Map Marker (s)", "Scouted (s)"];
    let ratio_columns = RATIOS.iter().map(|ratio| format!("A* / Map Marker: {}", ratio.what));
    let columns = columns.map(String::from).into_iter().chain(ratio_columns);
    let title = "Section IV.D by map: mean time per group, and how many times as much A* costs";
    let mut table = Table::new(title, "map", Digits::Rounded(4), columns);
    for ratio in 0..RATIOS.len() {
        table = table.digits(4 + ratio, Digits::Rounded(1));
    }
    for draws in draws.chunk_by(|a, b| a.map == b.map) {
        let seconds = |planner: usize| mean(&all(draws, |d| d.planned[planner].seconds));
        let mut figures = vec![
            Figure::new(seconds(A_STAR)),
            Figure::new(mean(&all(draws, |d| d.fast_seconds))),
            Figure::new(seconds(MAP_MARKER)),
            Figure::new(seconds(3)),
        ];
        figures.extend(RATIOS.iter().map(|ratio| {
            let other = mean(&all(draws, |d| (ratio.other)(&d.planned[MAP_MARKER])));
            Figure::new(mean(&all(draws, ratio.a_star)) / other.max(1e-9))
        }));
        table.rows.push(Row::new(draws[0].map.clone(), figures));
    }
    table
}

fn examples(sample: &Sample) -> Result<Table, ExperimentError> {
    let title = "Draws in which A* separates: largest walking distance between units on different ways (cells)";
    let mut table = Table::new(title, "map, draw", Digits::Rounded(1), PLANNERS);
    for (place, drawn) in sample.draws.iter().filter(|d| d.separated(A_STAR)).enumerate() {
        let figures = drawn.planned.iter().map(|p| Figure::new(p.separation.distance)).collect();
        let mut row = Row::new(drawn.label(), figures);
        if place < OPENED {
            row = row.of(scenarios(sample, drawn, &[A_STAR, MAP_MARKER])?);
        }
        table.rows.push(row);
    }
    Ok(table)
}

/// "The agents tend to regroup shortly after the obstacle."
fn regroupings(sample: &Sample) -> Result<Table, ExperimentError> {
    let title = "Draws in which Map Marker separates: when the two units furthest apart are together again (cells travelled)";
    let columns =
        ["apart from", "obstacle passed at", "together at", "arrived at", "after the obstacle"];
    let mut table = Table::new(title, "map, draw", Digits::Rounded(0), columns);
    for (place, drawn) in sample.draws.iter().filter(|d| d.separated(MAP_MARKER)).enumerate() {
        let Some(found) = drawn.planned[MAP_MARKER].regrouping else { continue };
        let numbers = [
            found.parted_at,
            found.passed_at,
            found.together_at,
            found.arrived_at,
            found.after_the_obstacle(),
        ];
        let mut row = Row::new(drawn.label(), numbers.map(|n| Figure::new(n as f64)).to_vec());
        if place < OPENED {
            row = row.of(scenarios(sample, drawn, &[MAP_MARKER])?);
        }
        table.rows.push(row);
    }
    Ok(table)
}

fn claims(report: &mut Report, draws: &[PlannedDraw]) {
    let all_draws = draws.len() as u64;
    let a_star = count(draws, |d| d.separated(A_STAR)) as u64;
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
        report
            .note("A* never separates in this sample, so other planners have nothing to prevent.");
    }
    let others = PLANNERS.into_iter().enumerate().skip(1).filter(|_| a_star > 0);
    for (planner, name) in others {
        let left = count(draws, |d| d.separated(planner) && d.separated(A_STAR)) as u64;
        let new = count(draws, |d| d.separated(planner) && !d.separated(A_STAR));
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
        let pairs: Vec<(f64, f64)> = draws
            .iter()
            .map(|d| ((ratio.a_star)(d), (ratio.other)(&d.planned[MAP_MARKER])))
            .collect();
        let (found, low, high) = ratio_of_means(&pairs);
        report.claim(
            format!("Map Marker is {PAPER_RATIO} times as fast as A* ({}).", ratio.what),
            high >= PAPER_RATIO,
            format!("A* costs {found:.2} times as much (95 %: {low:.2} to {high:.2})"),
        );
    }
    let found: Vec<_> = draws.iter().filter_map(|d| d.planned[MAP_MARKER].regrouping).collect();
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
