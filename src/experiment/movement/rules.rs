//! What each rule of traffic does: the same runs with all rules, and with each of them switched off.

use super::build::TIME_SCALE;
use super::contender::TRAFFIC;
use super::series::Series;
use super::tables::{fraction, ranged};
use crate::experiment::{Digits, Figure, Row, Table};

/// A table with a column for all rules and one for each rule that is switched off. `without`: the name of each rule, and the
/// name of the contender without it.
pub(super) fn effects(all: &[Series], without: &[(String, String)]) -> Option<Table> {
    let with_all: Vec<&Series> = of(all, TRAFFIC).collect();
    if with_all.is_empty() || without.is_empty() {
        return None;
    }
    let columns = ["all rules".to_string()]
        .into_iter()
        .chain(without.iter().map(|(rule, _)| format!("without {rule}")));
    let title =
        "What each rule of traffic does: settle p95 (s x 4), and good runs where not all are";
    let mut table = Table::new(title, "scenario", Digits::Rounded(0), columns).says_whose();
    for series in with_all {
        let is_same = |other: &&Series| {
            other.layout.name == series.layout.name && other.reading == series.reading
        };
        let others: Option<Vec<&Series>> =
            without.iter().map(|(_, name)| of(all, name).find(is_same)).collect();
        let Some(others) = others else { continue };
        let cells = [series].into_iter().chain(others);
        let figures = cells.map(|series| Figure::new(told(series))).collect();
        table.rows.push(Row::new(series.name(), figures).of(series.worst_run()));
    }
    (!table.rows.is_empty()).then_some(table)
}

/// The runs of a contender.
fn of<'a>(all: &'a [Series], name: &'a str) -> impl Iterator<Item = &'a Series> {
    all.iter().filter(move |series| series.contender.name == name)
}

fn told(series: &Series) -> String {
    let time = ranged(series.range(|n| n.settle_p95).times(TIME_SCALE), 0);
    let (good, runs) = (series.good_runs(), series.runs.len());
    if good == runs { time } else { format!("{time}, {}", fraction((good, runs))) }
}
