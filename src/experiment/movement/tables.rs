//! The tables: figures beside Warzone's, how units cope, and the tier of real maps.

use super::build::TIME_SCALE;
use super::contender::Contender;
use super::series::{Series, floor, grind};
use super::warzone::{REAL_MAPS, RealMap, theirs_of};
use crate::experiment::{Digits, Figure, Row, Table};
use crate::measure::movement::Range;

/// A range as in "98 [64-151]", or one number if all runs agree.
pub(super) fn ranged(range: Range, digits: usize) -> String {
    let print = |value: f64| format!("{value:.digits$}");
    let (min, median, max) = (print(range.min), print(range.median), print(range.max));
    if min == max { median } else { format!("{median} [{min}-{max}]") }
}

fn word(text: impl Into<String>) -> Figure {
    Figure::new(text.into())
}

pub(super) fn fraction((part, all): (usize, usize)) -> String {
    format!("{part}/{all}")
}

/// Warzone's standard set: every third arrangement.
fn in_standard_set(series: &Series) -> Series {
    let standard = series.only(|arrangement| arrangement.index.is_multiple_of(3));
    if standard.runs.is_empty() { series.clone() } else { standard }
}

/// Five figures of each scenario: over all arrangements, and over Warzone's set beside its own.
pub(super) fn beside_warzone(all: &[Series], contender: &Contender, names: &[&str]) -> Table {
    const FIGURES: [&str; 5] =
        ["resolved", "arrival p95 (s x 4)", "grind", "peak density", "hard stops"];
    let columns = FIGURES.iter().flat_map(|figure| {
        [(*figure).into(), format!("{figure}, every third"), "Warzone off".into(), "on".into()]
    });
    let title = format!(
        "{}: median [min-max] over all arrangements, and beside Warzone 2100",
        contender.name
    );
    let mut table = Table::new(title, "scenario", Digits::Rounded(1), columns).says_whose();
    let floor = floor(all, contender);
    let shown =
        |series: &&Series| *series.contender == *contender && names.contains(&series.layout.name);
    for series in all.iter().filter(shown) {
        let (ours, standard) = (figures(series, floor), figures(&in_standard_set(series), floor));
        let theirs = theirs_of(series.layout.name);
        let figures = (0..FIGURES.len()).flat_map(|i| {
            [ours[i].clone(), standard[i].clone(), theirs.off[i].into(), theirs.on[i].into()]
        });
        let row = Row::new(series.name(), figures.map(word).collect());
        table.rows.push(row.of(series.worst_run()));
    }
    table
}

fn figures(series: &Series, floor: f64) -> [String; 5] {
    [
        fraction(series.resolved()),
        ranged(series.time(|n| n.arrival_p95), 0),
        ranged(grind(series, floor), 1),
        ranged(series.range(|n| n.density_peak), 0),
        ranged(series.range(|n| n.hard_stops), 0),
    ]
}

/// How units cope: queue, go round, mill about, or jam.
pub(super) fn coping(all: &[Series], contender: &Contender) -> Table {
    let columns = [
        "units",
        "arrived",
        "near",
        "settle p95 (s x 4)",
        "stall p50 (%)",
        "detour p95 (%)",
        "hard stops in transit",
        "repaths",
        "give-ups",
        "spread",
        "worst overlap (%)",
        "still ordered",
    ];
    let title = format!("{}: how units cope", contender.name);
    let mut table = Table::new(title, "scenario", Digits::Rounded(0), columns).says_whose();
    for series in all.iter().filter(|series| *series.contender == *contender) {
        let figures = [
            series.range(|n| n.ordered),
            series.range(|n| n.arrived),
            series.range(|n| n.near),
            series.time(|n| n.settle_p95),
            series.range(|n| n.stall_p50),
            series.range(|n| n.detour_p95),
            series.range(|n| n.hard_stops_in_transit),
            series.range(|n| n.repaths),
            series.range(|n| n.give_ups),
            series.range(|n| n.spread),
            series.range(|n| n.worst_overlap),
            series.range(|n| n.still_ordered),
        ];
        let figures = figures.map(|range| word(ranged(range, 0)));
        table.rows.push(Row::new(series.name(), figures.to_vec()));
    }
    table
}

/// Sums over the arrangements 0 to 4, if all of them were run.
pub(super) fn real_maps(all: &[Series]) -> Option<Table> {
    let columns = [
        "hard stops in transit",
        "Warzone off",
        "on",
        "hard stops",
        "off",
        "on",
        "settle p95, worst (s x 4)",
        "off",
        "on",
        "near",
        "off",
        "on",
        "repaths",
        "off",
        "on",
    ];
    let title = "Real maps: sums over the arrangements 0 to 4";
    let mut table =
        Table::new(title, "scenario, doctrine", Digits::Rounded(0), columns).says_whose();
    for series in all {
        let Some(theirs) = REAL_MAPS.iter().find(|map| map.name == series.layout.name) else {
            continue;
        };
        let five = series.only(|arrangement| arrangement.index < 5);
        if five.runs.len() < 5 {
            continue;
        }
        let RealMap { in_transit, hard_stops, settle_p95, near, repaths, .. } = *theirs;
        let pairs = [
            (five.sum(|n| n.hard_stops_in_transit), in_transit),
            (five.sum(|n| n.hard_stops), hard_stops),
            (five.range(|n| n.settle_p95).max * TIME_SCALE, settle_p95),
            (five.sum(|n| n.near), near),
            (five.sum(|n| n.repaths), repaths),
        ];
        let figures = pairs.iter().flat_map(|&(ours, [off, on])| [ours, off, on]);
        let label = format!("{}, {}", series.name(), series.contender.name);
        table.rows.push(Row::new(label, figures.map(Figure::new).collect()));
    }
    (!table.rows.is_empty()).then_some(table)
}
