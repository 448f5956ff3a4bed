//! `map-marker-parameters`: Table I and Fig. 2 of the Map Marker paper, and what it says about them.
//!
//! E. Wicks Rivas, R. Souza, "Map Marker: a Multi-Agent Pathfinder for Cohesive Groups in Real-Time Strategy
//! Games", section IV.A to IV.C. Nineteen settings of factor and cap, three layouts: average path length, whether all
//! three are passed, and the captions of Fig. 2. Comparison it what the paper's rule for neighbours gives as it is
//! printed, what becomes of all this where corners may not be cut, and the scouted variant of ours. Runs the
//! shipped layouts through the planner of the simulation.

use super::layouts::{Planned, RECONSTRUCTED};
use super::{Digits, Experiment, ExperimentError, Figure, Progress, Report, Row, Settings, Table};
use crate::grid::CornerRule;
use crate::planning::{AStar, EqualTotals, Markers, PlanningOrder, Search};
use crate::scenario::Doctrine;
use crate::steering::{Flocking, Travel};
use rayon::prelude::*;

/// The entry of the list.
pub const EXPERIMENT: Experiment = Experiment {
    name: "map-marker-parameters",
    paper: "E. Wicks Rivas and R. Souza, Map Marker: a Multi-Agent Pathfinder for Cohesive Groups in \
            Real-Time Strategy Games, Table I and Fig. 2",
    about: "Map Marker with 19 settings on 3 layouts: average path length, and whether the group stays together.",
    run,
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

/// Places in [`TABLE_1`] of the paper's best setting, and of the one that is A*.
const BEST: usize = 11;
const A_STAR: usize = 18;

/// The captions of Fig. 2, for A* and for the best setting.
const CAPTIONS: [(usize, [f64; 3]); 2] =
    [(A_STAR, [19.51252, 25.51252, 23.29859]), (BEST, [19.63712, 26.01089, 25.22792])];

/// A line of the table with its three layouts planned.
type PlannedLine = [Planned; 3];

fn run(settings: &Settings, progress: &Progress) -> Result<Report, ExperimentError> {
    let mut report = Report::new(&EXPERIMENT, settings, 1);
    let usual = Markers::default();
    report.parameter("neighbour increment", usual.neighbour_increment);
    report.parameter(
        "neighbour floor",
        format!("{} (0 is the rule as printed)", usual.neighbour_floor),
    );
    report.note(RECONSTRUCTED);
    progress.begin(5 * 3 * TABLE_1.len() + 3 * OTHERS.len(), "planning");
    let lines = plan_lines(usual, progress)?;
    let printed_rule = plan_lines(Markers { neighbour_floor: 0.0, ..usual }, progress)?;
    let equal = Markers { equal_totals: EqualTotals::TakeLast, ..usual };
    let equal_totals = plan_lines(equal, progress)?;
    let to_the_letter = plan_lines(Markers::as_printed(), progress)?;
    let by_centre =
        plan_lines(Markers { order: PlanningOrder::DistanceToCentre, ..usual }, progress)?;
    let (others, rows) = others(progress)?;

    report.tables.push(lengths("Table I: average path length (cells)", &lines));
    report.tables.push(verdicts("Table I: configurations that pass all scenarios", &lines));
    report.tables.push(captions(&lines));
    report.tables.push(increases(&lines));
    let title = "Table I under the rule as printed (no floor): average path length (cells)";
    report.tables.push(lengths(title, &printed_rule));
    let title = "Table I under the rule as printed (no floor): configurations that pass";
    report.tables.push(verdicts(title, &printed_rule));
    let title = "Table I to the letter (preset Map Marker as printed): average path length (cells)";
    report.tables.push(lengths(title, &to_the_letter));
    let variants = [&lines, &printed_rule, &equal_totals, &to_the_letter];
    report.tables.push(overview(variants));
    report.tables.push(rows);

    claims(&mut report, &lines);
    claim_about_the_printed_rule(&mut report, &lines, &printed_rule);
    claim_about_equal_totals(&mut report, &lines, &equal_totals);
    claim_about_the_order(&mut report, &lines, &by_centre);
    claims_about_corners(&mut report, &others);
    for ((factor, cap, ..), line) in TABLE_1.iter().zip(&lines) {
        for ((name, _), layout) in LAYOUTS.iter().zip(line) {
            let average = layout.plan.average_length;
            let caption = format!("{name}, factor {factor:.2}, cap {cap:.2}: average {average:.5}");
            let file = format!("{}-{factor:.2}-{cap:.2}", name.to_lowercase().replace(' ', "-"));
            report.picture(file, layout.picture(&caption));
        }
    }
    Ok(report)
}

fn plan_lines(markers: Markers, progress: &Progress) -> Result<Vec<PlannedLine>, ExperimentError> {
    TABLE_1
        .par_iter()
        .map(|&(factor, cap, ..)| {
            plan_layouts(Doctrine::marked(Markers { factor, cap, ..markers }), None, progress)
        })
        .collect()
}

fn plan_layouts(
    doctrine: Doctrine,
    corners: Option<CornerRule>,
    progress: &Progress,
) -> Result<PlannedLine, ExperimentError> {
    let plan = |file| {
        let planned = Planned::new(file, doctrine, corners)?;
        progress.step()?;
        Ok(planned)
    };
    let [tree, wall, boulder] = LAYOUTS.map(|(_, file)| file);
    Ok([plan(tree)?, plan(wall)?, plan(boulder)?])
}

fn label((factor, cap, ..): &Line) -> String {
    format!("{factor:.2} / {cap:.2}")
}

fn passes(line: &PlannedLine) -> bool {
    line.iter().all(Planned::passes)
}

fn lengths(title: &str, lines: &[PlannedLine]) -> Table {
    let names = LAYOUTS.map(|(name, _)| name);
    let mut table = Table::new(title, "factor / cap", Digits::Rounded(2), names);
    for (printed, line) in TABLE_1.iter().zip(lines) {
        let figures = line.iter().zip(printed.2);
        let figures = figures.map(|(l, paper)| Figure::new(l.plan.average_length).paper(paper));
        table.rows.push(row(printed, line, figures.collect()));
    }
    table
}

fn verdicts(title: &str, lines: &[PlannedLine]) -> Table {
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
fn row(printed: &Line, line: &PlannedLine, figures: Vec<Figure>) -> Row {
    let setting = format!("factor {:.2}, cap {:.2}", printed.0, printed.1);
    Row::new(label(printed), figures).of(line.iter().map(|layout| layout.titled(&setting)))
}

/// The rules under which Table I was computed, in the order of the table.
const VARIANTS: [&str; 4] = [
    "Map Marker: a floor, the first of equal ways stays",
    "no floor (Algorithm 3 as printed)",
    "the last of equal ways counts (Algorithm 2, line 17 as printed)",
    "Map Marker as printed: both",
];

/// How much of Table I appears under which rule.
fn overview(variants: [&Vec<PlannedLine>; 4]) -> Table {
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

fn captions(lines: &[PlannedLine]) -> Table {
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

/// What the best setting costs, in percent of the length under A*.
fn increases(lines: &[PlannedLine]) -> Table {
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

/// What else is run on the layouts: name, and whether corners may be cut.
const OTHERS: [(&str, CornerRule); 10] = [
    ("A*", CornerRule::Free),
    ("Map Marker .90/.75", CornerRule::Free),
    ("Scouted Map Marker (ours)", CornerRule::Free),
    ("Flock (one path for the group)", CornerRule::Free),
    ("Flock over Map Marker", CornerRule::Free),
    ("A*", CornerRule::BothSidesFree),
    ("Map Marker .90/.75", CornerRule::BothSidesFree),
    ("Scouted Map Marker (ours)", CornerRule::BothSidesFree),
    ("Flock (one path for the group)", CornerRule::BothSidesFree),
    ("Flock over Map Marker", CornerRule::BothSidesFree),
];

fn others(progress: &Progress) -> Result<(Vec<PlannedLine>, Table), ExperimentError> {
    let a_star = AStar::of_the_papers();
    let travel = Travel::Flocking(Flocking::default());
    let doctrines = [
        Doctrine { search: Search::AStar(a_star), ..Doctrine::default() },
        Doctrine::marked(Markers::default()),
        Doctrine::marked(Markers::scouted()),
        Doctrine { search: Search::AStar(a_star), travel, ..Doctrine::default() },
        Doctrine { travel, ..Doctrine::marked(Markers::default()) },
    ];
    let columns = LAYOUTS.iter().flat_map(|(name, _)| {
        [format!("{name}: left/right"), format!("{name}: D"), format!("{name}: length")]
    });
    let title = "Corners cut as in the paper, or not as in MovingAI maps: sides, largest distance D \
                 between units that go different ways (18 and more is separated), average length (cells)";
    let columns = columns.chain(["pass".into()]);
    let mut table = Table::new(title, "planner, corners", Digits::Rounded(1), columns);
    let mut lines = Vec::new();
    for ((name, corners), doctrine) in OTHERS.into_iter().zip(doctrines.into_iter().cycle()) {
        let line = plan_layouts(doctrine, Some(corners), progress)?;
        let corners = if corners == CornerRule::Free { "cut" } else { "not cut" };
        let label = format!("{name}, {corners}");
        let figures = line.iter().flat_map(|layout| {
            [
                Figure::new(layout.sides_text()),
                Figure::new(layout.separation()),
                Figure::new(layout.plan.average_length),
            ]
        });
        let pass = Figure::new(if passes(&line) { "*" } else { "" });
        let row = Row::new(label.clone(), figures.chain([pass]).collect());
        table.rows.push(row.of(line.iter().map(|layout| layout.titled(&label))));
        lines.push(line);
    }
    Ok((lines, table))
}

fn averages(line: &PlannedLine) -> String {
    let [tree, wall, boulder] = line.each_ref().map(|layout| layout.plan.average_length);
    format!("{tree:.2}, {wall:.2}, {boulder:.2}")
}

fn sides(line: &PlannedLine) -> String {
    let sides = LAYOUTS.iter().zip(line).map(|((name, _), l)| format!("{name} {}", l.sides_text()));
    sides.collect::<Vec<_>>().join(", ")
}

/// The sum of the three averages, by which settings are compared.
fn total(line: &PlannedLine) -> f64 {
    line.iter().map(|layout| layout.plan.average_length).sum()
}

fn claims(report: &mut Report, lines: &[PlannedLine]) {
    let a_star = &lines[A_STAR];
    report.claim(
        "A* fails at the Chinese Wall and at the Boulder.",
        a_star[0].passes() && !a_star[1].passes() && !a_star[2].passes(),
        format!("units left/right: {}", sides(a_star)),
    );
    let shorter = lines.iter().filter(|line| {
        line.iter().zip(a_star).any(|(l, a)| l.plan.average_length < a.plan.average_length - 1e-9)
    });
    let shorter = shorter.count();
    report.claim(
        "A* has the shortest paths.",
        shorter == 0,
        format!("{shorter} of 19 settings are shorter anywhere; A*: {}", averages(a_star)),
    );
    let passing: Vec<usize> = (0..lines.len()).filter(|&i| passes(&lines[i])).collect();
    let best = passing.iter().min_by(|&&a, &&b| total(&lines[a]).total_cmp(&total(&lines[b])));
    report.claim(
        "Of the settings that pass, factor 0.90 with cap 0.75 has the shortest paths.",
        best == Some(&BEST),
        format!(
            "{} settings pass; the shortest is {} with {}",
            passing.len(),
            best.map_or("none".into(), |&i| label(&TABLE_1[i])),
            best.map_or("nothing".into(), |&i| averages(&lines[i])),
        ),
    );
    let first =
        |line: &PlannedLine| line.each_ref().map(|l| l.plan.units.first().map(|u| u.length));
    let optimal = lines.iter().filter(|line| first(line) == first(a_star)).count();
    report.claim(
        "The first unit's path is optimal whatever the setting.",
        optimal == lines.len(),
        format!("as long as under A* in {optimal} of {} settings", lines.len()),
    );
}

fn claim_about_the_printed_rule(
    report: &mut Report,
    lines: &[PlannedLine],
    printed: &[PlannedLine],
) {
    let table = lengths("", printed);
    let passing = printed.iter().filter(|line| passes(line)).count();
    report.claim(
        "Table I follows from Algorithm 3 as printed (neighbours: marker factor + 0.02).",
        table.matched() == table.cells(),
        format!(
            "{} of {} cells; {passing} settings pass instead of 9. A floor of 0.90 under the neighbours' factor, \
             which the paper does not mention, gives {} of {}",
            table.matched(),
            table.cells(),
            lengths("", lines).matched(),
            table.cells(),
        ),
    );
    let low: Vec<String> =
        [2, 5, 8].map(|i| format!("{}: {}", label(&TABLE_1[i]), averages(&printed[i]))).into();
    let better = [2, 5, 8]
        .iter()
        .any(|&i| passes(&printed[i]) && total(&printed[i]) < total(&printed[BEST]) - 1e-9);
    report.claim(
        "Beyond the paper: factor 0.90 with cap 0.75 is also the best under the rule as printed.",
        !better,
        format!("{}: {}; {}", label(&TABLE_1[BEST]), averages(&printed[BEST]), low.join("; ")),
    );
}

fn claim_about_equal_totals(report: &mut Report, lines: &[PlannedLine], equal: &[PlannedLine]) {
    let (kept, taken) = (lengths("", lines), lengths("", equal));
    report.claim(
        "Table I follows from Algorithm 2, line 17 as printed (a way of equal total replaces the first one).",
        taken.matched() == taken.cells(),
        format!(
            "{} of {} cells; if the first way stays, {} of {}",
            taken.matched(),
            taken.cells(),
            kept.matched(),
            kept.cells(),
        ),
    );
}

fn claim_about_the_order(report: &mut Report, lines: &[PlannedLine], by_centre: &[PlannedLine]) {
    let pairs = || lines.iter().flatten().zip(by_centre.iter().flatten());
    let difference = |(target, centre): (&Planned, &Planned)| {
        target.plan.average_length - centre.plan.average_length
    };
    let shorter = pairs().filter(|&pair| difference(pair) < -1e-9).count();
    let longer = pairs().filter(|&pair| difference(pair) > 1e-9).count();
    report.claim(
        "Planning by distance to the target tends to give shorter paths than by distance to the group's middle.",
        shorter > longer,
        format!(
            "shorter in {shorter}, longer in {longer}, equal in the rest of {} cells; {} settings pass by distance to \
             the target, {} by distance to the middle",
            pairs().count(),
            lines.iter().filter(|line| passes(line)).count(),
            by_centre.iter().filter(|line| passes(line)).count()
        ),
    );
}

fn claims_about_corners(report: &mut Report, others: &[PlannedLine]) {
    let [_, _, scouted_cut, flock_cut, _, _, map_marker, scouted, flock, _] = others else {
        return;
    };
    report.claim(
        "Beyond the paper: Map Marker (.90/.75) also passes its three scenarios where corners may not be cut.",
        passes(map_marker),
        format!("units left/right: {}", sides(map_marker)),
    );
    report.claim(
        "Beyond the paper: our Scouted Map Marker passes all three whether corners may be cut or not.",
        passes(scouted_cut) && passes(scouted),
        format!("cut: {}; not cut: {}", sides(scouted_cut), sides(scouted)),
    );
    report.claim(
        "Beyond the paper (its future work): flocking alone passes all three, too.",
        passes(flock_cut) && passes(flock),
        format!(
            "cut: {}; not cut: {}; a flock shares one path, so it cannot split round a tree",
            sides(flock_cut),
            sides(flock)
        ),
    );
}

#[cfg(test)]
#[path = "map_marker_parameters_tests.rs"]
mod tests;
