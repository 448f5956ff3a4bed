//! The tables and claims of the report.

use super::super::{Digits, ExperimentError, Figure, Report, Row, Statement, Table};
use super::{
    A_STAR, AllDraws, Draw, MAP_MARKER, PLANNERS, Planned, PlannedDraw, draw, read_terrain,
};
use crate::measure::separation::SEPARATED;
use crate::measure::statistics::{Sample, Says, Test, mean, median};
use crate::scenario::Scenario;
use std::sync::Arc;

/// Draws in all in the paper.
const PAPER_DRAWS: usize = 750;
/// The paper's mean seconds of A* and Map Marker, and their ratio as it prints it.
const PAPER_SECONDS: [f64; 2] = [8.2, 3.0];
const PAPER_RATIO: f64 = 2.8;
pub(super) fn fill(report: &mut Report, sample: &AllDraws) -> Result<(), ExperimentError> {
    let draws = &sample.draws;
    report.tables.push(counts(draws));
    report.tables.push(costs(draws));
    report.tables.push(ratios(draws));
    report.tables.push(by_map(draws));
    open_first_draws(report, sample)?;
    report.tables.push(examples(sample)?);
    report.tables.push(regroupings(sample)?);
    claims(report, draws);
    Ok(())
}

/// Rows about a planner open the first draw in which A* separates, by that planner, or else the first of all; rows about a map
/// its first draw by all of them.
fn open_first_draws(report: &mut Report, sample: &AllDraws) -> Result<(), ExperimentError> {
    let shown = sample.draws.iter().find(|d| d.separated(A_STAR)).or(sample.draws.first());
    let Some(shown) = shown else { return Ok(()) };
    for row in report.tables.iter_mut().flat_map(|table| &mut table.rows) {
        let of_map = sample.draws.iter().find(|drawn| drawn.map == row.label);
        let opened = match of_map {
            Some(drawn) => scenarios(sample, drawn, &[A_STAR, MAP_MARKER])?,
            None => {
                let planner = PLANNERS.iter().position(|name| *name == row.label);
                scenarios(sample, shown, &[planner.unwrap_or(A_STAR)])?
            }
        };
        row.scenarios = opened.into_iter().map(Arc::new).collect();
    }
    Ok(())
}

/// The scenario of a draw under each of some planners.
fn scenarios(
    sample: &AllDraws,
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

fn examples(sample: &AllDraws) -> Result<Table, ExperimentError> {
    let title = "Draws in which A* separates: largest walking distance between units on different sides (cells)";
    let mut table = Table::new(title, "map, draw", Digits::Rounded(1), PLANNERS);
    for drawn in sample.draws.iter().filter(|d| d.separated(A_STAR)) {
        let figures = drawn.planned.iter().map(|p| Figure::new(p.separation.distance)).collect();
        let row = Row::new(drawn.label(), figures);
        table.rows.push(row.of(scenarios(sample, drawn, &[A_STAR, MAP_MARKER])?));
    }
    Ok(table)
}

/// "The agents tend to regroup shortly after the obstacle."
fn regroupings(sample: &AllDraws) -> Result<Table, ExperimentError> {
    let title = "Draws in which Map Marker separates: when the two units furthest apart are together again (cells travelled)";
    let columns =
        ["apart from", "obstacle passed at", "together at", "arrived at", "after the obstacle"];
    let mut table = Table::new(title, "map, draw", Digits::Rounded(0), columns);
    for drawn in sample.draws.iter().filter(|d| d.separated(MAP_MARKER)) {
        let Some(found) = drawn.planned[MAP_MARKER].regrouping else { continue };
        let numbers = [
            found.parted_at,
            found.passed_at,
            found.together_at,
            found.arrived_at,
            found.after_the_obstacle(),
        ];
        let row = Row::new(drawn.label(), numbers.map(|n| Figure::new(n as f64)).to_vec());
        table.rows.push(row.of(scenarios(sample, drawn, &[MAP_MARKER])?));
    }
    Ok(table)
}

/// The draws of each map, in the order of the maps.
fn maps(draws: &[PlannedDraw]) -> impl Iterator<Item = &[PlannedDraw]> {
    draws.chunk_by(|a, b| a.map == b.map)
}

/// The paper's share of separations under A*, in percent, and how near ours is to be, in points. The threshold was fitted to it.
const PAPER_SHARE: f64 = 100.0 * 53.0 / 750.0;
const POINTS: f64 = 3.0;
/// The paper's factor of speed is reproduced if the ratio of both is at most this.
const FACTOR: f64 = 1.25;

fn claims(report: &mut Report, draws: &[PlannedDraw]) {
    let mut claims = Vec::new();
    let all_draws = draws.len();
    let a_star = count(draws, |d| d.separated(A_STAR));
    // Draws on one map are alike, so a map is one value.
    let shares = |is: &dyn Fn(&PlannedDraw) -> bool| -> Vec<f64> {
        maps(draws).map(|draws| 100.0 * count(draws, is) as f64 / draws.len() as f64).collect()
    };
    claims.push(Statement::tested(
        "Groups separate under A* in 7 % of the draws (53 of 750).",
        [Test::new(
            "draws in which A* separates, one value for each map",
            "%",
            Sample::Mean(shares(&|d| d.separated(A_STAR))),
            Says::Between(PAPER_SHARE - POINTS, PAPER_SHARE + POINTS),
        )],
        format!("{a_star} of {all_draws}; the threshold was fitted to this"),
    ));
    if a_star == 0 {
        report
            .note("A* never separates in this sample, so other planners have nothing to prevent.");
    }
    let others = PLANNERS.into_iter().enumerate().skip(1).filter(|_| a_star > 0);
    for (planner, name) in others {
        let left = count(draws, |d| d.separated(planner) && d.separated(A_STAR));
        let new = count(draws, |d| d.separated(planner) && !d.separated(A_STAR));
        let paper =
            if planner == MAP_MARKER { " (91 % in the paper)" } else { " (not in the paper)" };
        let separated = maps(draws).filter(|draws| draws.iter().any(|d| d.separated(A_STAR)));
        let prevented = separated.map(|draws| {
            let all = count(draws, |d| d.separated(A_STAR));
            let left = count(draws, |d| d.separated(A_STAR) && d.separated(planner));
            100.0 * (all - left) as f64 / all as f64
        });
        let shares = [planner, A_STAR].map(|planner| shares(&|d| d.separated(planner)));
        let pairs = shares[0].iter().copied().zip(shares[1].iter().copied()).collect();
        claims.push(Statement::tested(
            format!("{name} prevents most of the separations of A*{paper}."),
            [
                Test::new(
                    "separations of A* prevented, one value for each map with some",
                    "%",
                    Sample::Mean(prevented.collect()),
                    Says::Above(50.0),
                ),
                Test::new(
                    format!("draws that separate, {name} less A*, one value for each map"),
                    "points",
                    Sample::Means(pairs),
                    Says::Below(0.0),
                ),
            ],
            format!("{} of {a_star} prevented, {left} left, {new} new", a_star - left),
        ));
    }
    for ratio in &RATIOS {
        // A map is one value: its draws share the ground.
        let pairs = maps(draws).map(|draws| {
            let sum = |number: &dyn Fn(&PlannedDraw) -> f64| draws.iter().map(number).sum::<f64>();
            (sum(&ratio.a_star), sum(&|d| (ratio.other)(&d.planned[MAP_MARKER])))
        });
        let pairs: Vec<(f64, f64)> = pairs.collect();
        let test = |says| {
            let quantity = format!("{}, A* over Map Marker, one value for each map", ratio.what);
            Test::new(quantity, "times", Sample::Ratio(pairs.clone()), says)
        };
        claims.push(Statement::tested(
            format!("Map Marker is faster than A* ({}).", ratio.what),
            [test(Says::Above(1.0))],
            "",
        ));
        claims.push(Statement::tested(
            format!(
                "It is {PAPER_RATIO} times as fast ({}), within a factor of {FACTOR}.",
                ratio.what
            ),
            [test(Says::Between(PAPER_RATIO / FACTOR, PAPER_RATIO * FACTOR))],
            "",
        ));
    }
    let soon = maps(draws).filter_map(|draws| {
        let found: Vec<_> = draws.iter().filter_map(|d| d.planned[MAP_MARKER].regrouping).collect();
        let soon = found.iter().filter(|r| r.after_the_obstacle() as f64 <= SEPARATED).count();
        (!found.is_empty()).then(|| 100.0 * soon as f64 / found.len() as f64)
    });
    let soon: Vec<f64> = soon.collect();
    if !soon.is_empty() {
        claims.push(Statement::tested(
            "Where Map Marker separates, the agents tend to regroup shortly after the obstacle.",
            [Test::new(
                format!(
                    "draws in which the two units furthest apart are within {SEPARATED:.0} cells of each other at most {SEPARATED:.0} cells after the obstacle, \
                     one value for each map with some"
                ),
                "%",
                Sample::Mean(soon),
                Says::Above(50.0),
            )],
            "",
        ));
    }
    report.judge(claims);
}
