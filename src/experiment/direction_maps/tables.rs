//! The tables and charts of the report.

use super::super::charts::LineChart;
use super::super::{Digits, Figure, Report, Row, Table, Trouble};
use super::lines::{Block, WEIGHTS};
use super::sets::Source;
use super::trial::Outcome;
use super::{Measured, spread};
use crate::measure::statistics::mean;

/// Fills in everything but the claims.
pub(super) fn fill(
    report: &mut Report,
    measured: &[Measured],
    source: &Source,
) -> Result<(), Trouble> {
    for number in 1..=3 {
        let table = table(number, measured, source)?;
        report.tables.push(table);
    }
    report.tables.push(by_patrols(measured));
    report.tables.push(figure_5(measured));
    report.tables.push(figure_8(measured));
    report.picture("figure-5-coherence", chart_5(measured, "coherence", |o| o.coherence));
    report.picture("figure-5-nodes", chart_5(measured, "nodes per patrol", |o| o.expanded));
    report.picture("figure-8", chart_8(measured));
    let unfinished: Vec<String> = measured
        .iter()
        .filter(|m| m.line.plan.rounds > 0)
        .map(|m| (m, m.outcomes.iter().filter(|o| !o.done).count()))
        .filter(|(_, jammed)| *jammed > 0)
        .map(|(m, jammed)| {
            let (runs, name) = (m.outcomes.len(), m.line.method.name);
            match m.line.block {
                Block::Table(table) => {
                    format!("{jammed} of {runs} runs of {name} in Table {table}")
                }
                _ => format!("{jammed} of {runs} runs of {name}"),
            }
        })
        .collect();
    if !unfinished.is_empty() {
        report.note(format!(
            "Not everybody had finished after the longest time: {}.",
            unfinished.join(", ")
        ));
    }
    Ok(())
}

/// The lines of a block.
pub(super) fn block(measured: &[Measured], block: Block) -> impl Iterator<Item = &Measured> {
    measured.iter().filter(move |m| m.line.block == block)
}

fn table(number: u8, measured: &[Measured], source: &Source) -> Result<Table, Trouble> {
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
        let count = m.outcomes.len().max(1) as f64;
        let figure = |(ours, deviation): (f64, f64), paper: Option<f64>| {
            let figure = Figure::new(ours).deviation(deviation);
            match paper.filter(|paper| paper.is_finite()) {
                // Two standard errors of the difference of two means over as many files.
                Some(paper) => figure.paper(paper).within(2.0 * deviation * (2.0 / count).sqrt()),
                None => figure,
            }
        };
        let paper = |i: usize| m.line.paper.map(|p| p[i]);
        let own_clock = (number == 1 && paper(1).is_some_and(f64::is_nan)).then_some(83.02);
        let figures = vec![
            figure(m.of(|o| o.expanded), paper(0)),
            figure(m.of(|o| o.time / per), paper(1)),
            figure(m.of(|o| o.length), paper(2)),
            figure(m.of(|o| o.failed), paper(3)),
            figure(m.of(|o| o.own_clock / per), own_clock),
            figure(m.of(|o| o.coherence), None),
        ];
        let case = m.line.set.case(source, 0)?;
        let scenario = m.line.method.scenario(&case, 0, 0).map_err(Trouble::Failed)?;
        table.rows.push(Row::new(m.line.method.name, figures).of([scenario]));
    }
    Ok(table)
}

/// How much Table 1 depends on the number of patrols, which the paper does not print.
fn by_patrols(measured: &[Measured]) -> Table {
    let title = "Nodes per patrol on the map of Table 1, averaged over the first patrols";
    let columns = ["1", "5", "10", "20"];
    let mut table = Table::new(title, "method", Digits::Rounded(0), columns);
    for m in block(measured, Block::Coherence) {
        let figures = [1, 5, 10, 20].map(|patrols| {
            let known =
                m.outcomes.iter().filter_map(|o| o.expanded_up_to.get(patrols - 1).copied());
            let known: Vec<f64> = known.collect();
            if known.is_empty() {
                return Figure::new("-");
            }
            let (ours, deviation) = spread(&known);
            Figure::new(ours).deviation(deviation)
        });
        table.rows.push(Row::new(m.line.method.name, figures.to_vec()));
    }
    table
}

fn figure_5(measured: &[Measured]) -> Table {
    let title = "Figure 5: coherence and nodes against w_max, empty map, 100 units, until 1500 s";
    let columns = [
        "coherence",
        "nodes per patrol",
        "coherence, neighbourhood",
        "nodes per patrol, neighbourhood",
    ];
    let mut table = Table::new(title, "w_max", Digits::Rounded(2), columns)
        .digits(1, Digits::Rounded(0))
        .digits(3, Digits::Rounded(0));
    for w_max in WEIGHTS {
        let figures = [false, true].into_iter().flat_map(|neighbourhood| {
            let line = block(measured, Block::Weight(w_max, neighbourhood)).next();
            let of = |number: fn(&Outcome) -> f64| {
                let (ours, deviation) = line.map_or((0.0, 0.0), |m| m.of(number));
                Figure::new(ours).deviation(deviation)
            };
            [of(|o| o.coherence), of(|o| o.expanded)]
        });
        table.rows.push(Row::new(format!("{w_max}"), figures.collect()));
    }
    table
}

/// Times at which Figure 8 is read off, in seconds.
pub(super) const READ_AT: [f64; 4] = [105.0, 300.0, 600.0, 1000.5];

/// The mean coherence at a time; the last before it counts for runs that have ended.
pub(super) fn coherence_at(m: &Measured, time: f64) -> (f64, f64) {
    let at =
        |o: &Outcome| o.looks.iter().take_while(|(t, _)| *t <= time).last().map_or(0.0, |l| l.1);
    m.of(at)
}

fn figure_8(measured: &[Measured]) -> Table {
    let title = "Figure 8: coherence over time on the map of Table 1";
    let columns = READ_AT.map(|time| format!("{time:.0} s"));
    let mut table = Table::new(title, "method", Digits::Rounded(2), columns);
    for m in block(measured, Block::Coherence) {
        let figures = READ_AT.map(|time| {
            let (ours, deviation) = coherence_at(m, time);
            Figure::new(ours).deviation(deviation)
        });
        table.rows.push(Row::new(m.line.method.name, figures.to_vec()));
    }
    table
}

fn chart_5(measured: &[Measured], what: &str, number: fn(&Outcome) -> f64) -> String {
    let line = |neighbourhood: bool| {
        let point = |w: f64| {
            let m = block(measured, Block::Weight(w, neighbourhood)).next()?;
            Some((w, m.of(number).0))
        };
        let name = if neighbourhood { "neighbourhood rule" } else { "as printed" };
        (name.into(), WEIGHTS.into_iter().filter_map(point).collect())
    };
    LineChart {
        title: format!("Figure 5: {what} against w_max"),
        across: "w_max".into(),
        up: what.into(),
        lines: vec![line(false), line(true)],
    }
    .draw()
}

fn chart_8(measured: &[Measured]) -> String {
    let line = |m: &Measured| {
        let longest = m.outcomes.iter().map(|o| o.looks.len()).max().unwrap_or(0);
        let points = (0..longest).map(|i| {
            let known: Vec<(f64, f64)> =
                m.outcomes.iter().filter_map(|o| o.looks.get(i).copied()).collect();
            let time = known.first().map_or(0.0, |l| l.0);
            (time, mean(&known.iter().map(|l| l.1).collect::<Vec<_>>()))
        });
        (m.line.method.name.to_string(), points.collect())
    };
    LineChart {
        title: "Figure 8: coherence over time".into(),
        across: "simulation time, s".into(),
        up: "coherence".into(),
        lines: block(measured, Block::Coherence).map(line).collect(),
    }
    .draw()
}
