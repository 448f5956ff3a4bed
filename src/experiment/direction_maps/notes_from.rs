//! Notes that are composed from measured numbers: how far each variant is from the paper, and what WHCA* over a direction map gives.

use super::super::Report;
use super::Measured;
use super::lines::Block;
use super::tables::block;
use super::trial::TrialResult;

/// The four numbers of a table, means over the start files.
struct Numbers {
    nodes: f64,
    time: f64,
    length: f64,
    failed: f64,
}

impl Numbers {
    fn of(m: &Measured) -> Self {
        let of = |number: fn(&TrialResult) -> f64| m.of(number).0;
        Self {
            nodes: of(|o| o.expanded),
            time: of(|o| o.time),
            length: of(|o| o.length),
            failed: of(|o| o.failed),
        }
    }
}

fn numbers(measured: &[Measured], table: u8, method: &str) -> Option<Numbers> {
    block(measured, Block::Table(table)).find(|m| m.name() == method).map(Numbers::of)
}

/// How far each variant is from the paper's column, which shows which one the tables need.
pub(super) fn variants(report: &mut Report, measured: &[Measured]) {
    for table in 1..=3_u8 {
        let columns: Vec<(&str, Vec<&Measured>)> = ["Direction map", "DM-", "WHCA*"]
            .into_iter()
            .map(|prefix| {
                let lines = block(measured, Block::Table(table))
                    .filter(|m| m.line.paper.is_some() && m.name().starts_with(prefix));
                (prefix, lines.collect())
            })
            .collect();
        for (_, lines) in columns.into_iter().filter(|(_, lines)| lines.len() > 1) {
            let told: Vec<String> = lines.iter().filter_map(|m| distances(m, table)).collect();
            report.note(format!(
                "Table {table}, difference from the paper in nodes, time, length and failed moves, in per cent: {}.",
                told.join("; ")
            ));
        }
    }
}

/// The difference of each number from the paper's, in percent.
fn distances(m: &Measured, table: u8) -> Option<String> {
    let paper = m.line.paper?;
    let ours = Numbers::of(m);
    let time = if table == 1 { ours.time / 10.0 } else { ours.time };
    let told: Vec<String> = [ours.nodes, time, ours.length, ours.failed]
        .into_iter()
        .zip(paper)
        .map(|(ours, paper)| match paper.is_finite() {
            true => format!("{:+.1}", 100.0 * (ours / paper - 1.0)),
            false => "-".into(),
        })
        .collect();
    Some(format!("{} {}", m.name(), told.join(", ")))
}

/// Notes about WHCA* over a direction map, and about a longer window.
pub(super) fn beyond(report: &mut Report, measured: &[Measured]) -> Option<()> {
    for table in 1..=3 {
        let get = |method: &str| numbers(measured, table, method);
        let (both, dm, whca) =
            (get("WHCA* over a direction map")?, get("Direction map")?, get("WHCA*")?);
        let against = |a: f64, b: f64| 100.0 * (a / b - 1.0);
        report.note(format!(
            "Beyond the paper, Table {table}: WHCA* over a direction map takes {:+.1} per cent time against WHCA* alone and {:+.1} \
             against the direction map alone; failed moves {:.2} (WHCA* {:.2}, direction map {:.2}), length {:.1} ({:.1}, {:.1}), \
             nodes {:.0} ({:.0}, {:.0}).",
            against(both.time, whca.time),
            against(both.time, dm.time),
            both.failed,
            whca.failed,
            dm.failed,
            both.length,
            whca.length,
            dm.length,
            both.nodes,
            whca.nodes,
            dm.nodes
        ));
        if let Some(wide) = get("WHCA*, window 8") {
            report.note(format!(
                "Beyond the paper, Table {table}: a window of 8 instead of 4 changes WHCA* alone from {:.0} s, {:.2} failed moves and a \
                 length of {:.1} to {:.0} s, {:.2} and {:.1}.",
                whca.time, whca.failed, whca.length, wide.time, wide.failed, wide.length
            ));
        }
    }
    Some(())
}
