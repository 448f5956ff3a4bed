//! `marker-cohesion`: Table I of the paper that preceded Map Marker, and its claims.
//!
//! E. Wicks Rivas, R. Souza, "Improving pathfinding cohesion in RTS games". Five markers, three layouts; average
//! path length and cohesion, with the digits cut off as in the paper. Runs the shipped layouts through the
//! planner of the simulation.

use super::layouts::{Planned, RECONSTRUCTED, plan_layouts};
use super::{
    Digits, Experiment, ExperimentError, Figure, Report, Row, Runs, Settings, Statement, Table,
};
use crate::planning::Markers;
use crate::scenario::{Doctrine, doctrine_from};

/// The entry of the list.
pub const EXPERIMENT: Experiment = Experiment {
    name: "marker-cohesion",
    paper: "E. Wicks Rivas and R. Souza, Improving pathfinding cohesion in RTS games, Table I",
    about: "Marker A* with 5 markers on 3 layouts: average path length and cohesion.",
    plan,
};

const LAYOUTS: [(&str, &str); 3] = [
    ("Lone Tree", "13-marker-cohesion-lone-tree"),
    ("Chinese Wall", "14-marker-cohesion-chinese-wall"),
    ("Boulder", "15-marker-cohesion-boulder"),
];

/// Marker, then average path and cohesion per layout, as printed.
const TABLE_1: [(f64, [(f64, f64); 3]); 5] = [
    (1.0, [(13.51, 6.90), (29.51, 6.07), (25.16, 8.50)]),
    (0.99, [(13.51, 8.03), (29.55, 8.04), (25.16, 8.50)]),
    (0.95, [(13.86, 10.43), (30.88, 14.56), (25.86, 9.10)]),
    (0.90, [(14.88, 12.73), (30.88, 14.56), (27.89, 14.15)]),
    (0.75, [(14.88, 12.73), (30.88, 14.56), (27.89, 14.15)]),
];

/// How much more than under the control counts as close, in percent. The paper prints "not significantly" and no number.
const CLOSE: f64 = 5.0;

/// Presets that find shortest paths and break ties in different ways.
const SHORTEST: [(&str, &str); 3] = [
    ("A* per unit: the papers', in single precision", "A* per unit"),
    ("the same in double precision", "(search: AStar(per_unit: true, heuristic: Euclidean))"),
    ("A*: one reverse search", "A*"),
];

fn plan(settings: &Settings) -> Result<Runs<Report>, ExperimentError> {
    let mut report = Report::new(&EXPERIMENT, settings, 1);
    report.note(RECONSTRUCTED);
    report.note("Digits are cut off after the second, not rounded, because this paper does so.");
    let files = LAYOUTS.map(|(_, file)| file);
    report.note(
        "The 30 cells need one departure from the print: a way of equal total does not replace the first one, although the `<` of Algorithm 1 says so. The \
         tables to the letter show what it gives instead.",
    );
    let plan_table = |rule: Markers| {
        Runs::all(TABLE_1.map(|(factor, _)| {
            let doctrine = Doctrine::marked(Markers { factor, ..rule });
            plan_layouts(format!("marker {factor:.2}"), files, doctrine, None)
        }))
    };
    let mut shortest = Vec::new();
    for (name, doctrine) in SHORTEST {
        let doctrine = doctrine_from(doctrine).map_err(ExperimentError::Failed)?;
        shortest.push(plan_layouts(name.into(), files, doctrine, None));
    }
    let planned = plan_table(Markers::marker_a_star())
        .and(plan_table(Markers::marker_a_star_as_printed()))
        .and(Runs::all(shortest));
    Ok(planned.map(|((marked, printed), shortest)| fill(report, &marked, &printed, &shortest)))
}

fn fill(
    mut report: Report,
    marked: &[Vec<Planned>],
    printed: &[Vec<Planned>],
    shortest: &[Vec<Planned>],
) -> Report {
    report.tables.push(table_1("Table I: average path and cohesion", marked));
    report
        .tables
        .push(sides("Units left/right of the obstacle (not in the paper's table)", marked));
    let title = "Table I to the letter (preset Marker A* as printed): average path and cohesion";
    report.tables.push(table_1(title, printed));
    report.tables.push(sides("Units left/right of the obstacle, to the letter", printed));
    report.judge(claims(marked, printed));
    report.tables.push(ties(shortest));
    for ((factor, _), row) in TABLE_1.iter().zip(marked) {
        for ((name, _), layout) in LAYOUTS.iter().zip(row) {
            let caption = format!(
                "{name}, marker {factor:.2}: average {}, cohesion {}",
                Digits::Cut(2).print(layout.plan.average_length),
                Digits::Cut(2).print(layout.plan.cohesion)
            );
            let file = format!("{}-{factor:.2}", name.to_lowercase().replace(' ', "-"));
            report.picture(file, layout.picture(&caption));
        }
    }
    report
}

fn table_1(title: &str, planned: &[Vec<Planned>]) -> Table {
    let columns = LAYOUTS.iter().flat_map(|(name, _)| {
        [format!("{name}: average path (cells)"), format!("{name}: cohesion")]
    });
    let mut table = Table::new(title, "marker", Digits::Cut(2), columns);
    for ((factor, printed), row) in TABLE_1.iter().zip(planned) {
        let figures = row.iter().zip(printed).flat_map(|(layout, (path, cohesion))| {
            [
                Figure::new(layout.plan.average_length).paper(*path),
                Figure::new(layout.plan.cohesion).paper(*cohesion),
            ]
        });
        table.rows.push(marker_row(*factor, row, figures.collect()));
    }
    table
}

/// A row about a marker, with its layouts to open.
fn marker_row(factor: f64, planned: &[Planned], figures: Vec<Figure>) -> Row {
    let setting = format!("marker {factor:.2}");
    let runs = planned.iter().map(|layout| layout.titled(&setting));
    Row::new(format!("{factor:.2}"), figures).of(runs)
}

fn sides(title: &str, planned: &[Vec<Planned>]) -> Table {
    let names = LAYOUTS.map(|(name, _)| name);
    let mut table = Table::new(title, "marker", Digits::Rounded(0), names);
    for ((factor, _), row) in TABLE_1.iter().zip(planned) {
        let figures = row.iter().map(|layout| Figure::new(layout.sides_text())).collect();
        table.rows.push(marker_row(*factor, row, figures));
    }
    table
}

/// Shortest paths with other ties: as short, but not as cohesive.
fn ties(shortest: &[Vec<Planned>]) -> Table {
    let columns = LAYOUTS.map(|(name, _)| format!("{name}: cohesion"));
    let title = "Cohesion of shortest paths, by how ties are broken (ours)";
    let mut table = Table::new(title, "search", Digits::Cut(2), columns);
    for ((name, _), planned) in SHORTEST.into_iter().zip(shortest) {
        let control = TABLE_1[0].1;
        let figures = planned.iter().zip(control).map(|(layout, (_, cohesion))| {
            // Marker 1.0 has the same results as the A* of the paper.
            let figure = Figure::new(layout.plan.cohesion);
            if name.starts_with("A* per unit") { figure.paper(cohesion) } else { figure }
        });
        let figures = figures.collect();
        let runs = planned.iter().map(|layout| layout.titled(name));
        table.rows.push(Row::new(name, figures).of(runs));
    }
    table
}

fn claims(planned: &[Vec<Planned>], printed: &[Vec<Planned>]) -> Vec<Statement> {
    let mut claims = Vec::new();
    let [a_star, m99, m95, m90, m75] = planned else { return claims };
    let texts = |row: &[Planned]| {
        let sides: Vec<String> = LAYOUTS
            .iter()
            .zip(row)
            .map(|((name, _), layout)| format!("{name} {}", layout.sides_text()))
            .collect();
        sides.join(", ")
    };
    let split =
        |row: &[Planned]| -> Vec<bool> { row.iter().map(|l| l.sides().is_split()).collect() };
    claims.push(Statement::counted(
        "Marker 0.95 splits the group at the tree, takes one side of the wall, and separates at the boulder.",
        split(m95) == [true, false, true],
        format!("units left/right at marker 0.95: {}", texts(m95)),
    ));
    let rise = |layout: usize, row: &[Planned], part: fn(&Planned) -> f64| {
        100.0 * (part(&row[layout]) / part(&a_star[layout]) - 1.0)
    };
    let (path, cohesion) =
        (rise(1, m95, |l| l.plan.average_length), rise(1, m95, |l| l.plan.cohesion));
    claims.push(Statement::counted(
        "At the wall, marker 0.95 lengthens paths by 4.6 % and raises cohesion by almost 140 %.",
        Digits::Rounded(1).print(path) == "4.6" && (135.0..140.0).contains(&cohesion),
        format!("paths {path:+.2} %, cohesion {cohesion:+.1} %"),
    ));
    claims.push(Statement::counted(
        "Marker 0.99 does not avoid the mistake at the wall.",
        m99[1].sides().is_split(),
        format!("units left/right at marker 0.99: {}", texts(m99)),
    ));
    let tree = rise(0, m90, |l| l.plan.average_length);
    claims.push(Statement::counted(
        "Marker 0.90 keeps the group together at the boulder, but also at the tree, where paths get 10 % longer.",
        split(m90) == [false; 3] && Digits::Rounded(0).print(tree) == "10",
        format!("units left/right at marker 0.90: {}; tree {tree:+.2} %", texts(m90)),
    ));
    let figures = |row: &[Planned]| -> Vec<(f64, f64)> {
        row.iter().map(|l| (l.plan.average_length, l.plan.cohesion)).collect()
    };
    claims.push(Statement::counted(
        "Marker 0.75 scores the same values as marker 0.90.",
        figures(m75) == figures(m90),
        format!("average path and cohesion: {:.2?} and {:.2?}", figures(m75), figures(m90)),
    ));
    claims.push(Statement::counted(
        "None of the markers meets every aim: both sides of the tree, one side of wall and boulder.",
        !planned.iter().any(|row| row.iter().all(Planned::passes)),
        planned
            .iter()
            .zip(&TABLE_1)
            .map(|(row, (factor, _))| {
                let passed = row.iter().filter(|layout| layout.passes()).count();
                format!("{factor:.2}: {passed} of 3")
            })
            .collect::<Vec<_>>()
            .join(", "),
    ));
    let deviation = (0..LAYOUTS.len()).map(|layout| {
        let path = rise(layout, m99, |l| l.plan.average_length);
        (path, rise(layout, m99, |l| l.plan.cohesion), split(m99)[layout] == split(a_star)[layout])
    });
    let deviation: Vec<(f64, f64, bool)> = deviation.collect();
    claims.push(Statement::counted(
        format!("Marker 0.99 stays close to the control: as many layouts split, paths at most {CLOSE} % longer, cohesion at most {CLOSE} % higher."),
        deviation.iter().all(|(path, cohesion, same)| *same && *path <= CLOSE && *cohesion <= CLOSE),
        LAYOUTS
            .iter()
            .zip(&deviation)
            .map(|((name, _), (path, cohesion, _))| format!("{name}: paths {path:+.2} %, cohesion {cohesion:+.1} %"))
            .collect::<Vec<_>>()
            .join("; "),
    ));
    let [fitted, to_the_letter] = [planned, printed].map(|lines| table_1("", lines).matched());
    claims.push(Statement::counted(
        "Table I follows from Algorithm 1 as printed (a path of equal total replaces the first one).",
        to_the_letter == table_1("", printed).cells(),
        format!("{to_the_letter} of 30 cells; if the first path stays, {fitted} of 30"),
    ));
    let keeps = |row: &[Planned]| row.iter().filter(|layout| layout.passes()).count();
    claims.push(Statement::counted(
        "As printed, marker 0.95 is the most promising as well: it splits the group at the tree and takes one side of the wall.",
        split(&printed[2])[..2] == [true, false],
        format!(
            "as printed 0.95 gives {}; layouts that pass at 1.00 to 0.75: {}",
            texts(&printed[2]),
            printed.iter().map(|row| keeps(row).to_string()).collect::<Vec<_>>().join(", ")
        ),
    ));
    claims
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Progress;

    #[test]
    fn every_printed_cell_is_reproduced() {
        let report = EXPERIMENT.run(&Settings::default(), &Progress::default()).unwrap();
        let table = &report.tables[0];
        assert_eq!((table.cells(), table.matched()), (30, 30), "{table}");
        let fails: Vec<&str> =
            report.claims.iter().filter(|c| !c.holds()).map(|c| c.claim.as_str()).collect();
        assert_eq!(fails.len(), 3, "{fails:#?}");
        assert!(fails[0].starts_with("Marker 0.99 stays close"), "{fails:?}");
        assert!(fails[1].contains("Algorithm 1 as printed"), "{fails:?}");
        assert!(fails[2].contains("most promising as well"), "{fails:?}");
        let printed = &report.tables[2];
        assert_eq!((printed.cells(), printed.matched()), (30, 7), "{printed}");
        let ties =
            report.tables.iter().find(|table| table.title.starts_with("Cohesion of shortest"));
        assert_eq!(ties.map(|table| (table.cells(), table.matched())), Some((3, 3)));
        assert_eq!(report.pictures.len(), 15);
        let rows = || report.tables.iter().flat_map(|table| &table.rows);
        assert!(rows().all(|row| row.scenarios.len() == 3), "every row can be opened");
    }
}
