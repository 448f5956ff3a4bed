//! What the paper says, tested; and what did not turn out to be robust.

use super::super::Report;
use super::Measured;
use super::lines::{Block, WEIGHTS};
use super::tables::{READ_AT, block, coherence_at};
use super::trial::Outcome;

/// The four numbers of a table, means over the start files.
struct Numbers {
    nodes: f64,
    time: f64,
    length: f64,
    failed: f64,
    own_clock: f64,
}

fn numbers(measured: &[Measured], table: u8, method: &str) -> Option<Numbers> {
    let m = block(measured, Block::Table(table)).find(|m| m.line.method.name == method)?;
    let of = |number: fn(&Outcome) -> f64| m.of(number).0;
    Some(Numbers {
        nodes: of(|o| o.expanded),
        time: of(|o| o.time),
        length: of(|o| o.length),
        failed: of(|o| o.failed),
        own_clock: of(|o| o.own_clock),
    })
}

/// Tests every claim.
pub(super) fn fill(report: &mut Report, measured: &[Measured]) {
    // Every line is always run; without one there is nothing to say.
    let _ = table_1(report, measured);
    for (table, large) in [(2, "DM-12"), (3, "DM-16")] {
        let _ = tables_2_and_3(report, measured, table, large);
    }
    let _ = figure_5(report, measured);
    let _ = figure_8(report, measured);
    let _ = beyond(report, measured);
}

fn table_1(report: &mut Report, measured: &[Measured]) -> Option<()> {
    let get = |method| numbers(measured, 1, method);
    let (dm, whca) = (get("DM")?, get("WHCA*")?);
    let (strict, redone) = (get("WHCA*, strict")?, get("WHCA*, search redone")?);
    report.claim(
        "Table 1: WHCA* has fewer failed moves and shorter paths than the direction map.",
        whca.failed < dm.failed && whca.length < dm.length,
        format!(
            "failed {:.2} against {:.2}, length {:.1} against {:.1}",
            whca.failed, dm.failed, whca.length, dm.length
        ),
    );
    report.claim(
        "Table 1: WHCA* expands more than five times the nodes of the direction map.",
        whca.nodes > 5.0 * dm.nodes,
        format!(
            "{:.0} against {:.0}, {:.2} times, with the single-agent search resumed as Silver describes it; {:.0}, {:.2} times, \
             if it is redone with every plan",
            whca.nodes,
            dm.nodes,
            whca.nodes / dm.nodes,
            redone.nodes,
            redone.nodes / dm.nodes
        ),
    );
    report.claim(
        "Table 1: WHCA* saves 25 per cent of the time of the direction map.",
        whca.time < 0.8 * dm.time,
        format!(
            "on one clock for both {:.0} to {:.0} per cent; {:.0} per cent if the slowest unit's distance, waits and \
             failures with WHCA* ({:.1}) are set against the direction map's actions ({:.1} s), as the paper's figures seem to be",
            100.0 * (1.0 - strict.time.max(whca.time) / dm.time),
            100.0 * (1.0 - strict.time.min(whca.time) / dm.time),
            100.0 * (1.0 - whca.own_clock / dm.time),
            whca.own_clock / 10.0,
            dm.time / 10.0
        ),
    );
    Some(())
}

fn tables_2_and_3(
    report: &mut Report,
    measured: &[Measured],
    table: u8,
    large: &str,
) -> Option<()> {
    let get = |method: &str| numbers(measured, table, method);
    let (a_star, dm, dm_8, dm_large) = (get("A*")?, get("DM")?, get("DM-8")?, get(large)?);
    let printed = get("DM, learning as printed")?;
    report.claim(
        format!("Table {table}: with a direction map failed moves fall to about a third."),
        dm.failed < 0.45 * a_star.failed,
        format!(
            "{:.2} against {:.2} with A*, {:.2} times; learning as printed {:.2}",
            dm.failed,
            a_star.failed,
            dm.failed / a_star.failed,
            printed.failed
        ),
    );
    report.claim(
        format!("Table {table}: with a direction map everybody is done sooner."),
        dm.time < a_star.time,
        format!(
            "{:.0} s against {:.0} s with A*; learning as printed {:.0} s",
            dm.time, a_star.time, printed.time
        ),
    );
    report.claim(
        format!("Table {table}: a direction map expands more nodes than A*."),
        dm.nodes > a_star.nodes,
        format!("{:.0} against {:.0}", dm.nodes, a_star.nodes),
    );
    let best = dm_8.nodes.min(dm_large.nodes);
    report.claim(
        format!("Table {table}: sectors bring the nodes back to roughly those of A*."),
        best < 1.15 * a_star.nodes && dm_large.nodes < dm.nodes,
        format!(
            "DM-8 {:.0}, {large} {:.0}, against {:.0} without sectors and {:.0} with A*",
            dm_8.nodes, dm_large.nodes, dm.nodes, a_star.nodes
        ),
    );
    Some(())
}

fn figure_5(report: &mut Report, measured: &[Measured]) -> Option<()> {
    let curve = |neighbourhood: bool, number: fn(&Outcome) -> f64| {
        let point = |w| Some(block(measured, Block::Weight(w, neighbourhood)).next()?.of(number).0);
        WEIGHTS.into_iter().map(point).collect::<Option<Vec<f64>>>()
    };
    let listed = |values: &[f64], decimals: usize| {
        let values: Vec<String> = values.iter().map(|v| format!("{v:.decimals$}")).collect();
        values.join(", ")
    };
    let nodes = curve(false, |o| o.expanded)?;
    report.claim(
        "Figure 5: the nodes expanded rise with w_max.",
        nodes.windows(2).all(|pair| pair[0] < pair[1]),
        format!("{} at w_max {}", listed(&nodes, 0), listed(&WEIGHTS, 0)),
    );
    for (neighbourhood, rule) in [(false, "as printed"), (true, "neighbourhood rule")] {
        let coherence = curve(neighbourhood, |o| o.coherence)?;
        let (first, at_5, last) = (coherence[0], coherence[3], coherence[coherence.len() - 1]);
        report.claim(
            format!("Figure 5: most of the gain in coherence is had with a weight of 5 or less ({rule})."),
            last > first && at_5 - first > 0.5 * (last - first),
            format!("{} at w_max {}", listed(&coherence, 2), listed(&WEIGHTS, 0)),
        );
    }
    Some(())
}

fn figure_8(report: &mut Report, measured: &[Measured]) -> Option<()> {
    let get = |name: &str| block(measured, Block::Coherence).find(|m| m.line.method.name == name);
    let ends = |name: &str| {
        let m = get(name)?;
        Some((coherence_at(m, READ_AT[0]).0, coherence_at(m, READ_AT[3]).0))
    };
    let (a_star, dm, wide) = (ends("A*")?, ends("DM")?, ends("DM + neighbourhood")?);
    let (whca, strict) = (ends("WHCA*")?, ends("WHCA*, strict")?);
    report.claim(
        "Figure 8: with the neighbourhood rule coherence starts lower than without and ends highest of all.",
        wide.0 < dm.0 && [a_star.1, dm.1, whca.1, strict.1].iter().all(|&other| wide.1 > other),
        format!(
            "at 105 s {:.2} against {:.2}, at 1000 s {:.2} against {:.2}, A* {:.2}, WHCA* {:.2}",
            wide.0, dm.0, wide.1, dm.1, a_star.1, whca.1
        ),
    );
    report.claim(
        "Figure 8: WHCA* is the least coherent, less than A* without a map.",
        whca.1 < a_star.1 && strict.1 < a_star.1,
        format!(
            "at 1000 s A* {:.2}, WHCA* {:.2} if a cell may be entered in the step in which it is left, {:.2} if not",
            a_star.1, whca.1, strict.1
        ),
    );
    let at = |n: usize| {
        let m = get("DM")?;
        Some(m.of(|o| o.expanded_up_to.get(n - 1).copied().unwrap_or(f64::NAN)).0)
    };
    let (first, tenth) = (at(1)?, at(10)?);
    report.claim(
        "Table 1 does not depend much on the number of patrols, which the paper does not print.",
        first < 1.5 * tenth,
        format!("the direction map expands {first:.0} nodes in the first patrol, {tenth:.0} per patrol over the first ten"),
    );
    Some(())
}

/// What WHCA* over a direction map brings, and a longer window, in computed sentences.
fn beyond(report: &mut Report, measured: &[Measured]) -> Option<()> {
    for table in 1..=3 {
        let get = |method: &str| numbers(measured, table, method);
        let (both, dm, whca) = (get("WHCA* over DM")?, get("DM")?, get("WHCA*")?);
        let against = |a: f64, b: f64| 100.0 * (a / b - 1.0);
        report.note(format!(
            "Beyond the paper, Table {table}: WHCA* over a direction map takes {:+.1} per cent time against WHCA* alone and {:+.1} \
             against the direction map alone; failed moves {:.2} (WHCA* {:.2}, DM {:.2}), length {:.1} ({:.1}, {:.1}), nodes {:.0} \
             ({:.0}, {:.0}).",
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
            let why = if wide.time < whca.time {
                " 4 steps are too few to see a way past each other."
            } else {
                ""
            };
            report.note(format!(
                "Beyond the paper, Table {table}: a window of 8 instead of 4 takes WHCA* alone from {:.0} s, {:.2} failed moves and a \
                 length of {:.1} to {:.0} s, {:.2} and {:.1}.{why}",
                whca.time, whca.failed, whca.length, wide.time, wide.failed, wide.length
            ));
        }
    }
    Some(())
}
