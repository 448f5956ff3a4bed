//! The tables and charts of the report.

use super::super::charts::LineChart;
use super::super::{Digits, Figure, Report, Row, Table};
use super::lines::{Block, PICTURED, Rule, SIZES, WEIGHTS, next_sector, of_table, one_ahead};
use super::picture::{draw_directions, middle};
use super::trial::TrialResult;
use super::{Measured, spread};
use crate::measure::statistics::mean;
use crate::planning::Learning;

/// Adds tables, pictures and the note about unfinished runs.
pub(super) fn fill(report: &mut Report, measured: &[Measured]) {
    for number in 1..=3 {
        report.tables.push(table(number, measured));
    }
    for number in [2, 3] {
        report.tables.push(sectors(number, measured));
    }
    report.tables.push(followers(measured));
    report.tables.push(by_patrols(measured));
    report.tables.push(figure_5(measured));
    report.tables.push(figure_6(measured));
    report.tables.push(figure_8(measured));
    report.picture("figure-5-coherence", chart_5(measured, "coherence", |o| o.coherence));
    report.picture("figure-5-nodes", chart_5(measured, "nodes per patrol", |o| o.expanded));
    pictures_6(report, measured);
    for (file, learning) in
        [("figure-8", Learning::AsTabulated), ("figure-8-as-printed", Learning::AsPrinted)]
    {
        report.picture(file, chart_8(measured, learning));
    }
    let unfinished: Vec<String> = measured
        .iter()
        .map(|m| (m, m.results.iter().filter(|o| !o.done).count()))
        .filter(|(_, jammed)| *jammed > 0)
        .map(|(m, jammed)| {
            let (runs, name) = (m.results.len(), m.name());
            let place = match m.line.block {
                Block::Table(table) => format!(" in Table {table}"),
                Block::Sectors(table) => format!(" on the map of Table {table}"),
                Block::Followers => " among the followers".into(),
                Block::Weight(..) => " in Figure 5".into(),
                Block::Coherence => " in Figure 8".into(),
            };
            format!("{jammed} of {runs} runs of \"{name}\"{place}")
        })
        .collect();
    if !unfinished.is_empty() {
        report.note(format!(
            "Units still patrolled after {} actions in {}. Their figures are for the finished patrols.",
            super::lines::GIVE_UP,
            unfinished.join(", ")
        ));
    }
}

/// The lines of a block.
pub(super) fn block(measured: &[Measured], block: Block) -> impl Iterator<Item = &Measured> {
    measured.iter().filter(move |m| m.line.block == block)
}

/// A row that opens what was run for it.
fn row<'a>(
    label: impl Into<String>,
    figures: Vec<Figure>,
    of: impl IntoIterator<Item = &'a Measured>,
) -> Row {
    Row::new(label, figures).of(of.into_iter().filter_map(|m| m.scenario.clone()))
}

fn table(number: u8, measured: &[Measured]) -> Table {
    let (title, per) = match number {
        1 => ("Table 1: 20 units on 32 x 32 cells, 10 patrols; time per patrol", 10.0),
        2 => ("Table 2: 100 units on map 1, 64 x 64 cells, 20 patrols, 2 to 19 averaged", 1.0),
        _ => ("Table 3: 100 units on map 2, 64 x 64 cells, 20 patrols, 2 to 19 averaged", 1.0),
    };
    let columns = [
        "nodes",
        "time, s",
        "length, cells",
        "failed moves",
        "slowest: length + waits + failures",
        "coherence",
    ];
    let mut table = Table::new(title, "method", Digits::Rounded(2), columns);
    for m in block(measured, Block::Table(number)) {
        let count = m.results.len().max(1) as f64;
        let figure = |(ours, deviation): (f64, f64), paper: Option<f64>| {
            let figure = Figure::new(ours).deviation(deviation);
            match paper.filter(|paper| paper.is_finite()) {
                // Two standard errors of the difference of two means over as many files.
                Some(paper) => figure.paper(paper).within(2.0 * deviation * (2.0 / count).sqrt()),
                None => figure,
            }
        };
        // One file has no spread to judge by.
        let paper = |i: usize| m.line.printed().filter(|_| count >= 2.0).map(|p| p[i]);
        let own_clock = (number == 1 && paper(1).is_some_and(f64::is_nan)).then_some(83.02);
        let figures = vec![
            figure(m.of(|o| o.expanded), paper(0)),
            figure(m.of(|o| o.time / per), paper(1)),
            figure(m.of(|o| o.length), paper(2)),
            figure(m.of(|o| o.failed), paper(3)),
            figure(m.of(|o| o.own_clock / per), own_clock),
            figure(m.of(|o| o.coherence), None),
        ];
        table.rows.push(row(m.name(), figures, [m]));
    }
    table
}

/// A mean with its deviation.
fn plain(m: &Measured, number: impl Fn(&TrialResult) -> f64) -> Figure {
    let (ours, deviation) = m.of(number);
    Figure::new(ours).deviation(deviation)
}

/// Nodes and lengths of sectors of other sizes, and of the two rules of Figure 4.
fn sectors(number: u8, measured: &[Measured]) -> Table {
    let (_, larger) = of_table(number);
    let map = number - 1;
    let title = format!(
        "Sectors on map {map}: their size, and Figure 4 without and with a step ahead; all learn as Table {number} needs"
    );
    let columns = ["nodes", "time, s", "length, cells", "failed moves"];
    let mut table = Table::new(title, "method", Digits::Rounded(2), columns);
    let names = SIZES.map(|size| format!("DM-{size}")).into_iter();
    let rules = [8, larger].into_iter().flat_map(|size| [next_sector(size), one_ahead(size)]);
    for name in names.chain(rules) {
        let Some(m) = sectored(measured, number, &name) else { continue };
        let figures = vec![
            plain(m, |o| o.expanded),
            plain(m, |o| o.time),
            plain(m, |o| o.length),
            plain(m, |o| o.failed),
        ];
        table.rows.push(row(m.name(), figures, [m]));
    }
    table
}

/// A line with sectors on the map of Table 2 or 3, from its own block or from the table.
pub(super) fn sectored<'a>(
    measured: &'a [Measured],
    table: u8,
    name: &str,
) -> Option<&'a Measured> {
    let blocks = [Block::Sectors(table), Block::Table(table)];
    measured.iter().find(|m| blocks.contains(&m.line.block) && m.name() == name)
}

/// How many nodes followers expand without a search, and how many patrols they finish.
fn followers(measured: &[Measured]) -> Table {
    let title = "Greedy followers on the map of Table 1, 10 patrols";
    let columns = [
        "nodes per unit and action",
        "nodes per finished patrol",
        "patrols finished per unit",
        "length, cells",
        "failed moves",
        "time, s",
    ];
    let mut table = Table::new(title, "method", Digits::Rounded(2), columns);
    for m in block(measured, Block::Followers) {
        let figures = vec![
            plain(m, |o| o.expanded_per_action),
            plain(m, |o| o.expanded),
            plain(m, |o| o.patrols),
            plain(m, |o| o.length),
            plain(m, |o| o.failed),
            plain(m, |o| o.time / 10.0),
        ];
        table.rows.push(row(m.name(), figures, [m]));
    }
    table
}

/// How much Table 1 depends on the number of patrols, which the paper does not print.
fn by_patrols(measured: &[Measured]) -> Table {
    let title = "Nodes per patrol on the map of Table 1, averaged over the first patrols";
    let columns = ["1", "5", "10", "20"];
    let mut table = Table::new(title, "method", Digits::Rounded(0), columns);
    for m in block(measured, Block::Coherence) {
        let figures = [1, 5, 10, 20].map(|patrols| {
            let known = m.results.iter().filter_map(|o| o.expanded_up_to.get(patrols - 1).copied());
            let known: Vec<f64> = known.collect();
            if known.is_empty() {
                return Figure::new("-");
            }
            let (ours, deviation) = spread(&known);
            Figure::new(ours).deviation(deviation)
        });
        table.rows.push(row(m.name(), figures.to_vec(), [m]));
    }
    table
}

/// The line of Figure 5 for a weight and a rule.
pub(super) fn weighted(measured: &[Measured], w_max: f64, rule: Rule) -> Option<&Measured> {
    block(measured, Block::Weight(w_max, rule)).next()
}

fn figure_5(measured: &[Measured]) -> Table {
    let title =
        "Figure 5: coherence and nodes per patrol against w_max, empty map, 100 units, alpha 0.6";
    let columns = Rule::ALL
        .into_iter()
        .flat_map(|rule| ["coherence", "nodes"].map(|what| format!("{what}, {}", rule.name())));
    let mut table = Table::new(title, "w_max", Digits::Rounded(2), columns);
    for column in [1, 3, 5, 7] {
        table = table.digits(column, Digits::Rounded(0));
    }
    for w_max in WEIGHTS {
        let lines: Vec<&Measured> =
            Rule::ALL.into_iter().filter_map(|rule| weighted(measured, w_max, rule)).collect();
        if lines.is_empty() {
            continue;
        }
        let figures =
            lines.iter().flat_map(|m| [plain(m, |o| o.coherence), plain(m, |o| o.expanded)]);
        table.rows.push(row(format!("{w_max}"), figures.collect(), lines.iter().copied()));
    }
    table
}

/// The numbers of the pictured maps.
fn figure_6(measured: &[Measured]) -> Table {
    let title = "Figure 6: the direction map with a weight of 15 and of 0; the pictures show the centre of the map for the first start file";
    let mut table = Table::new(title, "map", Digits::Rounded(2), ["coherence", "cells pictured"]);
    table = table.digits(1, Digits::Rounded(0));
    for (w_max, m) in pictured(measured) {
        let Some(scenario) = &m.scenario else { continue };
        let area = middle(scenario.terrain.bounds());
        let cells = m
            .results
            .first()
            .map_or(0, |o| o.map.iter().filter(|(cell, _)| area.contains(*cell)).count());
        let figures = vec![plain(m, |o| o.coherence), Figure::new(cells as f64)];
        let label = format!("w_max {w_max}, {}", rule_of(m).map_or("", Rule::name));
        table.rows.push(row(label, figures, [m]));
    }
    table
}

fn rule_of(m: &Measured) -> Option<Rule> {
    match m.line.block {
        Block::Weight(_, rule) => Some(rule),
        _ => None,
    }
}

/// The lines of Figure 6: both weights by both rules, without the neighbourhood.
fn pictured(measured: &[Measured]) -> impl Iterator<Item = (f64, &Measured)> {
    let rules = Rule::ALL.into_iter().filter(|rule| !rule.neighbourhood);
    rules.flat_map(move |rule| {
        PICTURED.into_iter().filter_map(move |w| Some((w, weighted(measured, w, rule)?)))
    })
}

fn pictures_6(report: &mut Report, measured: &[Measured]) {
    for (w_max, m) in pictured(measured) {
        let (Some(rule), Some(outcome), Some(scenario)) =
            (rule_of(m), m.results.first(), &m.scenario)
        else {
            continue;
        };
        let area = middle(scenario.terrain.bounds());
        let caption =
            format!("Figure 6: direction map with w_max {w_max}, learning {}", rule.name());
        let name = format!("figure-6-weight-{w_max}-{}", rule.name().replace(' ', "-"));
        report.picture(name, draw_directions(&outcome.map, area, &caption));
    }
}

/// Times at which Figure 8 is read, in seconds.
pub(super) const READ_AT: [f64; 4] = [105.0, 300.0, 600.0, 1000.5];

/// The mean coherence at a time; for a run that has ended before, its last sample.
pub(super) fn coherence_at_each(m: &Measured, time: f64) -> Vec<f64> {
    let at = |o: &TrialResult| {
        o.samples.iter().take_while(|(t, _)| *t <= time).last().map_or(0.0, |l| l.1)
    };
    m.results.iter().map(at).collect()
}

fn figure_8(measured: &[Measured]) -> Table {
    let title = "Figure 8: coherence over time on the map of Table 1";
    let columns = READ_AT.map(|time| format!("{time:.0} s"));
    let mut table = Table::new(title, "method", Digits::Rounded(2), columns);
    for m in block(measured, Block::Coherence) {
        let figures = READ_AT.map(|time| {
            let (ours, deviation) = spread(&coherence_at_each(m, time));
            Figure::new(ours).deviation(deviation)
        });
        table.rows.push(row(m.name(), figures.to_vec(), [m]));
    }
    table
}

fn chart_5(measured: &[Measured], what: &str, number: fn(&TrialResult) -> f64) -> String {
    let line = |rule: Rule| {
        let point = |w: f64| Some((w, weighted(measured, w, rule)?.of(number).0));
        (rule.name().into(), WEIGHTS.into_iter().filter_map(point).collect())
    };
    LineChart {
        title: format!("Figure 5: {what} against w_max"),
        across: "w_max".into(),
        up: what.into(),
        lines: Rule::ALL.map(line).to_vec(),
    }
    .draw()
}

/// The learning rule of a line of Figure 8, or the rule by which it is observed.
fn learning(m: &Measured) -> Learning {
    m.line.method.doctrine.layers.directions.map_or(m.line.method.observed, |rule| rule.learning)
}

/// The curves of the paper, under one learning rule.
fn chart_8(measured: &[Measured], rule: Learning) -> String {
    let line = |m: &Measured| {
        let longest = m.results.iter().map(|o| o.samples.len()).max().unwrap_or(0);
        let points = (0..longest).map(|i| {
            let known: Vec<(f64, f64)> =
                m.results.iter().filter_map(|o| o.samples.get(i).copied()).collect();
            let time = known.first().map_or(0.0, |l| l.0);
            (time, mean(&known.iter().map(|l| l.1).collect::<Vec<_>>()))
        });
        let name = m.name().replace(", watched as printed", "").replace(" as printed", "");
        (name, points.collect())
    };
    let told = match rule {
        Learning::AsTabulated => "as tabulated",
        Learning::AsPrinted => "as printed",
    };
    let lines = block(measured, Block::Coherence)
        .filter(|m| learning(m) == rule && m.name() != "WHCA* over a direction map");
    LineChart {
        title: format!("Figure 8: coherence over time, learning {told}"),
        across: "simulation time, s".into(),
        up: "coherence".into(),
        lines: lines.map(line).collect(),
    }
    .draw()
}
