//! `map-marker-parameters`: Table I and Fig. 2 of the Map Marker paper, and what it says about them.
//!
//! E. Wicks Rivas, R. Souza, "Map Marker: a Multi-Agent Pathfinder for Cohesive Groups in Real-Time Strategy
//! Games", section IV.A to IV.C. Nineteen settings of factor and cap, three layouts: average path length, whether all
//! three are passed, and the captions of Fig. 2. Also run: the paper's rules exactly as printed, the layouts without corner
//! cutting, and our scouted variant. Runs the shipped layouts through the planner of the simulation.

mod claims;
mod corners;
mod tables;
#[cfg(test)]
mod tests;

use super::layouts::{Planned, RECONSTRUCTED, plan_layouts};
use super::{Experiment, ExperimentError, Report, Runs, Settings};
use crate::planning::{EqualTotals, Markers, PlanningOrder};
use crate::scenario::Doctrine;
use tables::{captions, increases, lengths, overview, verdicts};

/// The entry of the list.
pub const EXPERIMENT: Experiment = Experiment {
    name: "map-marker-parameters",
    paper: "E. Wicks Rivas and R. Souza, Map Marker: a Multi-Agent Pathfinder for Cohesive Groups in \
            Real-Time Strategy Games, Table I and Fig. 2",
    about: "Map Marker with 19 settings on 3 layouts: average path length, and whether the group stays together.",
    plan,
};

const LAYOUTS: [(&str, &str); 3] = [
    ("Lonely Tree", "10-map-marker-lonely-tree"),
    ("Chinese Wall", "11-map-marker-chinese-wall"),
    ("Boulder", "12-map-marker-boulder"),
];

/// A line of Table I: factor, cap, average path length per layout, and the asterisk.
type Line = (f64, f64, [f64; 3], &'static str);

/// As printed.
#[rustfmt::skip]
const TABLE_1: [Line; 19] = [
    (0.50, 0.01, [20.88, 26.88, 26.48], ""),
    (0.50, 0.50, [20.08, 26.34, 25.37], "*"),
    (0.50, 0.75, [19.73, 26.12, 25.23], "*"),
    (0.60, 0.01, [20.88, 26.88, 26.37], ""),
    (0.60, 0.50, [20.08, 26.34, 25.37], "*"),
    (0.60, 0.75, [19.73, 26.12, 25.23], "*"),
    (0.75, 0.01, [20.88, 26.88, 26.37], ""),
    (0.75, 0.50, [20.08, 26.34, 25.37], "*"),
    (0.75, 0.75, [19.73, 26.12, 25.23], "*"),
    (0.90, 0.01, [20.25, 26.41, 25.70], "*"),
    (0.90, 0.50, [19.93, 26.14, 25.43], "*"),
    (0.90, 0.75, [19.64, 26.01, 25.23], "*"),
    (0.95, 0.01, [20.18, 26.41, 24.31], ""),
    (0.95, 0.50, [20.18, 26.41, 24.31], ""),
    (0.95, 0.75, [19.85, 26.14, 23.30], ""),
    (0.99, 0.01, [19.51, 25.56, 23.30], ""),
    (0.99, 0.50, [19.51, 25.56, 23.30], ""),
    (0.99, 0.75, [19.51, 25.56, 23.30], ""),
    (1.00, 1.00, [19.51, 25.51, 23.30], ""),
];

/// Indices in [`TABLE_1`] of the paper's best setting, and of the one that is A*.
const BEST: usize = 11;
const A_STAR: usize = 18;

/// The captions of Fig. 2, for A* and for the best setting.
const CAPTIONS: [(usize, [f64; 3]); 2] =
    [(A_STAR, [19.51252, 25.51252, 23.29859]), (BEST, [19.63712, 26.01089, 25.22792])];

/// A line of the table with its three layouts planned.
type PlannedLine = Vec<Planned>;

/// The table, planned under one rule after the other.
struct Tables {
    /// The rule that the printed numbers need.
    fitted: Vec<PlannedLine>,
    /// Without a floor under the neighbours' factor.
    no_floor: Vec<PlannedLine>,
    /// Of equal paths the last one is kept.
    take_last: Vec<PlannedLine>,
    /// Both, as Algorithms 2 and 3 are printed.
    as_printed: Vec<PlannedLine>,
    /// Units plan in the order of their distance to the group's centre.
    by_centre: Vec<PlannedLine>,
}

fn plan(settings: &Settings) -> Result<Runs<Report>, ExperimentError> {
    let mut report = Report::new(&EXPERIMENT, settings, 1);
    let usual = Markers::default();
    report.parameter("neighbour increment", usual.neighbour_increment);
    report.parameter(
        "neighbour floor",
        format!("{} (0 is the rule as printed)", usual.neighbour_floor),
    );
    report.note(RECONSTRUCTED);
    let planned = plan_table(usual)
        .and(plan_table(Markers { neighbour_floor: 0.0, ..usual }))
        .and(plan_table(Markers { equal_totals: EqualTotals::TakeLast, ..usual }))
        .and(plan_table(Markers::as_printed()))
        .and(plan_table(Markers { order: PlanningOrder::DistanceToCentre, ..usual }))
        .map(|((((fitted, no_floor), take_last), as_printed), by_centre)| Tables {
            fitted,
            no_floor,
            take_last,
            as_printed,
            by_centre,
        });
    Ok(planned.and(corners::plan()).map(|(tables, corners)| fill(report, &tables, &corners)))
}

/// Table I under one rule.
fn plan_table(rule: Markers) -> Runs<Vec<PlannedLine>> {
    Runs::all(TABLE_1.map(|line| {
        let (factor, cap, ..) = line;
        let doctrine = Doctrine::marked(Markers { factor, cap, ..rule });
        plan_layouts(label(&line), LAYOUTS.map(|(_, file)| file), doctrine, None)
    }))
}

fn fill(mut report: Report, planned: &Tables, corners: &[PlannedLine]) -> Report {
    let Tables { fitted, no_floor, take_last, as_printed, by_centre } = planned;
    report.tables.push(lengths("Table I: average path length (cells)", fitted));
    report.tables.push(verdicts("Table I: configurations that pass all scenarios", fitted));
    report.tables.push(captions(fitted));
    report.tables.push(increases(fitted));
    let title = "Table I under the rule as printed (no floor): average path length (cells)";
    report.tables.push(lengths(title, no_floor));
    let title = "Table I under the rule as printed (no floor): configurations that pass";
    report.tables.push(verdicts(title, no_floor));
    let title = "Table I to the letter (preset Map Marker as printed): average path length (cells)";
    report.tables.push(lengths(title, as_printed));
    report.tables.push(overview([fitted, no_floor, take_last, as_printed]));
    report.tables.push(corners::table(corners));

    let mut claims = Vec::new();
    claims::of_the_paper(&mut claims, fitted);
    claims::low_values(&mut claims, fitted);
    claims::printed_rule(&mut claims, fitted, no_floor);
    claims::equal_totals(&mut claims, fitted, take_last);
    claims::planning_order(&mut claims, fitted, by_centre);
    corners::claims(&mut claims, corners);
    report.judge(claims);
    for ((factor, cap, ..), line) in TABLE_1.iter().zip(fitted) {
        for ((name, _), layout) in LAYOUTS.iter().zip(line) {
            let average = layout.plan.average_length;
            let caption = format!("{name}, factor {factor:.2}, cap {cap:.2}: average {average:.5}");
            let file = format!("{}-{factor:.2}-{cap:.2}", name.to_lowercase().replace(' ', "-"));
            report.picture(file, layout.picture(&caption));
        }
    }
    report
}

fn label((factor, cap, ..): &Line) -> String {
    format!("{factor:.2} / {cap:.2}")
}

fn passes(line: &[Planned]) -> bool {
    line.iter().all(Planned::passes)
}

/// Units left and right of the obstacle on each layout.
fn sides(line: &[Planned]) -> String {
    let sides = LAYOUTS.iter().zip(line).map(|((name, _), l)| format!("{name} {}", l.sides_text()));
    sides.collect::<Vec<_>>().join(", ")
}
