//! Table I, Fig. 2 and Section IV.C beside the paper's.

use super::{A_STAR, BEST, CAPTIONS, LAYOUTS, Line, PlannedLine, TABLE_1, label, passes};
use crate::experiment::layouts::Planned;
use crate::experiment::{Digits, Figure, Row, Table};

pub(super) fn lengths(title: &str, lines: &[PlannedLine]) -> Table {
    let names = LAYOUTS.map(|(name, _)| name);
    let mut table = Table::new(title, "factor / cap", Digits::Rounded(2), names);
    for (printed, line) in TABLE_1.iter().zip(lines) {
        let figures = line.iter().zip(printed.2);
        let figures = figures.map(|(l, paper)| Figure::new(l.plan.average_length).paper(paper));
        table.rows.push(row(printed, line, figures.collect()));
    }
    table
}

pub(super) fn verdicts(title: &str, lines: &[PlannedLine]) -> Table {
    let names = LAYOUTS.map(|(name, _)| format!("{name}: left/right"));
    let columns = std::iter::once("pass".to_string()).chain(names);
    let mut table = Table::new(title, "factor / cap", Digits::Rounded(0), columns);
    for (printed, line) in TABLE_1.iter().zip(lines) {
        let pass = Figure::new(if passes(line) { "*" } else { "" }).paper(printed.3);
        let sides = line.iter().map(|layout| Figure::new(layout.sides_text()));
        let figures = std::iter::once(pass).chain(sides).collect();
        table.rows.push(row(printed, line, figures));
    }
    table
}

/// A row about a setting, with its layouts to open.
fn row(printed: &Line, line: &[Planned], figures: Vec<Figure>) -> Row {
    let setting = format!("factor {:.2}, cap {:.2}", printed.0, printed.1);
    Row::new(label(printed), figures).of(line.iter().map(|layout| layout.titled(&setting)))
}

/// The rules under which Table I was computed, in the order of the table.
const VARIANTS: [&str; 4] = [
    "Map Marker: a floor, the first of equal paths stays",
    "no floor (Algorithm 3 as printed)",
    "the last of equal paths stays (Algorithm 2, line 17 as printed)",
    "Map Marker as printed: both",
];

/// How many cells of Table I match under each rule.
pub(super) fn overview(variants: [&[PlannedLine]; 4]) -> Table {
    let title = "Table I under each rule: cells and verdicts that match, settings that pass";
    let columns = ["cells of 57", "verdicts of 19", "settings that pass"];
    let mut table = Table::new(title, "rule", Digits::Rounded(0), columns);
    for (name, lines) in VARIANTS.iter().zip(variants) {
        let passing = lines.iter().filter(|line| passes(line)).count();
        let numbers = [lengths("", lines).matched(), verdicts("", lines).matched(), passing];
        let figures = numbers.map(|number| Figure::new(number as f64)).to_vec();
        let best = lines[BEST].iter().map(|layout| layout.titled(name));
        table.rows.push(Row::new(*name, figures).of(best));
    }
    table
}

pub(super) fn captions(lines: &[PlannedLine]) -> Table {
    let names = LAYOUTS.map(|(name, _)| name);
    let title = "Fig. 2: captions, added up in single precision (cells)";
    let mut table = Table::new(title, "factor / cap", Digits::Rounded(5), names);
    for (place, printed) in CAPTIONS {
        let figures = lines[place].iter().zip(printed);
        let figures = figures.map(|(l, p)| Figure::new(l.single_precision_average()).paper(p));
        table.rows.push(row(&TABLE_1[place], &lines[place], figures.collect()));
    }
    table
}

/// How much longer paths are with the best setting than with A*, in percent.
pub(super) fn increases(lines: &[PlannedLine]) -> Table {
    let names = LAYOUTS.map(|(name, _)| name);
    let title = "Section IV.C: paths longer than under A*, digits cut off (%)";
    let mut table = Table::new(title, "factor / cap", Digits::Cut(1), names);
    let rises = lines[BEST].iter().zip(&lines[A_STAR]).zip([0.6, 1.9, 8.2]);
    let figures = rises.map(|((best, a_star), paper)| {
        let rise = best.plan.average_length / a_star.plan.average_length - 1.0;
        Figure::new(100.0 * rise).paper(paper)
    });
    table.rows.push(row(&TABLE_1[BEST], &lines[BEST], figures.collect()));
    table
}
