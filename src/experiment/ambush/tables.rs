//! Table II, the dual rule, and when the first and the last unit arrive.

use super::shortest_ways::ShortestWays;
use super::{Arrival, DualSamples, LAYOUTS, LayoutRuns, NO_COMBAT, Samples, Walked};
use crate::experiment::charts::{BarChart, BarSeries, OF_MEANS, mean_bar};
use crate::experiment::{Digits, Figure, Row, Table};
use crate::measure::statistics::{mean, standard_deviation};
use crate::scenario::Scenario;

/// Mean and standard deviation.
pub(super) fn figure(values: &[f64]) -> Figure {
    Figure::new(mean(values)).deviation(standard_deviation(values))
}

/// Times and casualties by layout and planner, beside the paper's if they are the paper's rules.
pub(super) fn table_2(title: &str, samples: &[Samples], printed: bool) -> Table {
    let columns = [
        "no combat, A*",
        "no combat, Map Marker",
        "combat, A*",
        "combat, Map Marker",
        "casualties, A*",
        "casualties, Map Marker",
    ];
    let mut table = Table::new(title, "scenario", Digits::Rounded(1), columns);
    for ((name, _, paper), samples) in LAYOUTS.iter().zip(samples) {
        let figures = samples.0.iter().flatten().zip(paper).map(|(values, paper)| {
            let figure = figure(values);
            if printed { figure.paper(*paper) } else { figure }
        });
        table.rows.push(Row::new(*name, figures.collect()));
    }
    table
}

/// Table II with all rules of traffic for both planners.
pub(super) fn with_traffic(layouts: &[LayoutRuns], samples: &[Samples]) -> Table {
    let title = "Table II with all rules of traffic for both planners (the rules are ours)";
    opening_traffic(table_2(title, samples, true), layouts)
}

/// The table with links that open the first runs with all rules of traffic, a row for each layout.
pub(super) fn opening_traffic(mut table: Table, layouts: &[LayoutRuns]) -> Table {
    let rows = std::mem::take(&mut table.rows).into_iter().zip(layouts);
    let first_runs = |layout: &LayoutRuns| -> Vec<Scenario> {
        layout.traffic.iter().flatten().map(Walked::first_run).collect()
    };
    table.rows = rows.map(|(row, layout)| row.of(first_runs(layout))).collect();
    table
}

/// What Map Marker loses without combat, with all rules of traffic: by the last unit, by the mean over units, and by the shortest paths.
pub(super) fn losses(layouts: &[LayoutRuns], ways: &[[ShortestWays; 2]]) -> Table {
    let columns =
        ["last unit (s)", "mean over units (s)", "longest path (cells)", "mean path (cells)"]
            .into_iter()
            .flat_map(|of| [format!("{of}, A*"), "Map Marker".into(), "change (%)".into()]);
    let title = "With traffic and without combat: times, and the shortest lengths of the same paths if nobody had to wait (ours)";
    let mut table = Table::new(title, "scenario", Digits::Rounded(1), columns);
    for ((name, ..), (layout, ways)) in LAYOUTS.iter().zip(layouts.iter().zip(ways)) {
        let runs = &layout.traffic[NO_COMBAT];
        let times = |number: fn(&Arrival) -> f64| [0, 1].map(|i| mean(&runs[i].values(number)));
        let lengths = |number: fn(&ShortestWays) -> f64| [0, 1].map(|i| number(&ways[i]));
        let pairs = [
            times(|a| a.last),
            times(|a| a.mean),
            lengths(|ways| ways.longest),
            lengths(|ways| ways.mean),
        ];
        let figures = pairs.into_iter().flat_map(|[a, b]| [a, b, change(a, b)]).map(Figure::new);
        let row = Row::new(*name, figures.collect());
        table.rows.push(row.of(runs.iter().map(Walked::first_run)));
    }
    table
}

/// By how much b is more than a, in percent.
pub(super) fn change(a: f64, b: f64) -> f64 {
    100.0 * (b / a.max(1e-9) - 1.0)
}

/// The table with links that open the first runs of one case, a row for each layout.
pub(super) fn opening(mut table: Table, layouts: &[LayoutRuns], case: usize) -> Table {
    let rows = std::mem::take(&mut table.rows).into_iter().zip(layouts);
    table.rows = rows.map(|(row, layout)| row.of(layout.scenarios(case))).collect();
    table
}

/// The paper's proposal, run: shortest paths for a plain move, Map Marker for an attack-move.
pub(super) fn dual(layouts: &[LayoutRuns], samples: &[DualSamples]) -> Table {
    let columns = ["move (s)", "attack-move into the ambush (s)", "casualties"];
    let title = "The dual rule (proposed in Section V.C): move by A*, attack-move by Map Marker";
    let mut table = Table::new(title, "scenario", Digits::Rounded(1), columns);
    for ((name, ..), (layout, samples)) in LAYOUTS.iter().zip(layouts.iter().zip(samples)) {
        let figures = samples.0.iter().map(|values| figure(values)).collect();
        table.rows.push(Row::new(*name, figures).of(layout.dual.iter().map(Walked::first_run)));
    }
    table
}

/// When the first and when the last unit arrives without combat: how far a group is drawn out.
pub(super) fn arrivals(layouts: &[LayoutRuns]) -> Table {
    let columns =
        ["first, A* (s)", "last, A* (s)", "first, Map Marker (s)", "last, Map Marker (s)"];
    let title = "Without combat: the first and the last to arrive (ours)";
    let mut table = Table::new(title, "scenario", Digits::Rounded(1), columns);
    for ((name, ..), layout) in LAYOUTS.iter().zip(layouts) {
        let figures = layout.cases[NO_COMBAT]
            .iter()
            .flat_map(|runs| [figure(&runs.values(|a| a.first)), figure(&runs.values(|a| a.last))]);
        table.rows.push(Row::new(*name, figures.collect()));
    }
    table
}

pub(super) fn chart(samples: &[Samples], quantity: usize, title: &str, axis: &str) -> String {
    let series = |planner: usize| BarSeries {
        name: ["A*", "Map Marker"][planner].into(),
        bars: samples.iter().map(|s| mean_bar(&s.0[quantity][planner])).collect(),
    };
    BarChart {
        title: title.into(),
        axis: axis.into(),
        groups: LAYOUTS.iter().map(|(name, ..)| name.to_string()).collect(),
        series: vec![series(0), series(1)],
        errors: OF_MEANS,
    }
    .draw()
}
